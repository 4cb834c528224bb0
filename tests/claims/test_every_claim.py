"""What the write-ups claim: every row is there, and the engine finds what the data expects of
it.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from derive.authoring.trial import faulty_claim
from derive.claims import claims
from derive.claims.verdicts import ClaimVerdict
from derive.library import solve
from derive.library.nomenclature import vocabulary
from derive.library.system import library_system

# Rows of the extraction, by subject, and the register of inconsistencies: none may get lost.
ROWS = {
    "RL": 15, "BA": 17, "FM": 10, "TR": 14, "SP": 8, "MO": 24, "PP": 16, "TB": 22,
    "PD": 9, "KV": 18, "CT": 12, "CR": 12, "TO": 15, "I": 43,
}  # fmt: skip
IDS = [
    f"{subject}-{number:02}" for subject, count in ROWS.items() for number in range(1, count + 1)
]
IDS += ["V-05", "V-07"]  # published figures that stand nowhere else in the data
ID = re.compile(r"([A-Z]{1,2}-\d{2})([a-z]?)")


def row(id: str) -> str:
    """The row a claim belongs to: RL-11 of RL-11c."""
    found = ID.fullmatch(id)
    assert found, id
    return found[1]


@pytest.mark.parametrize("id", claims())
@pytest.mark.slow
@pytest.mark.xdist_group("lecture_on_trial")  # a report that tries them too
def test_the_engine_finds_the_verdict_that_is_expected(id: str) -> None:
    """The verdict is computed; the data only says which one it should be."""
    assert list(faulty_claim(claims()[id])) == []


READ_AGAIN = {
    "wrong": "RL-11b TR-01a TR-01f MO-15a BA-02c TB-05b TB-10b I-23 I-43a I-19 TB-22b",
    "contradiction": "TB-18",
    "hides a factor": "RL-13 I-05 KV-07a MO-08 MO-16b KV-05c I-40",
    "GiB for GB": "V-07",
    "holds": "KV-15 KV-15b TB-22 RL-11c",
    "rounded": "SP-01 KV-05d",
}


def test_claims_read_again_against_their_sources_keep_their_verdict() -> None:
    """A ratio of nearly two thirds is no factor that somebody dropped."""
    expected = {id: verdict for verdict, ids in READ_AGAIN.items() for id in ids.split()}
    assert {id: claims()[id].expected for id in expected} == expected


@pytest.mark.parametrize("id", ["FM-08", "SP-03b", "TB-07a", "TB-07b", "TO-03", "TO-06", "I-29"])
def test_the_speaker_does_not_state_what_he_asks_rejects_or_corrects(id: str) -> None:
    """It stands in the transcript, and is not counted as a statement of it."""
    assert "transcript" in claims()[id].cited
    assert "transcript" not in claims()[id].sources


@pytest.mark.parametrize(
    ("kv_bytes", "sequences", "cost"),
    [("1667", 83, 11.9), ("41e3", 3, 294.0), ("70272", 1, 516.0)],
)
def test_a_context_of_100_million_tokens_costs_dollars_to_hundreds_of_dollars(
    kv_bytes: str, sequences: int, cost: float
) -> None:
    """With as many sequences as fit, a million produced tokens; and the batch from that cost."""
    given = {
        **claims()["KV-15"].given,
        "batch_size": f"{sequences} sequence",
        "kv_bytes_per_token": f"{kv_bytes} byte/token",
        "kv_bytes_stored_per_token": f"{kv_bytes} byte/token",
    }
    assert int(solve("capacity_batch", without(given, "batch_size")).number or 0) == sequences
    assert (solve("cost_per_token", given).number or 0) == pytest.approx(cost * 1e-6, rel=2e-3)
    backwards = solve(
        "batch_size", {**without(given, "batch_size"), "cost_per_token": f"{cost} USD/Mtoken"}
    )
    assert (backwards.number or 0) == pytest.approx(sequences, rel=0.05)


def without(given: dict[str, str], name: str) -> dict[str, str]:
    return {key: value for key, value in given.items() if key != name}


def test_every_row_is_there_in_order() -> None:
    """Further claims may stand between and after them."""
    assert [id for id in dict.fromkeys(map(row, claims())) if id in IDS] == IDS


def test_the_parts_of_a_row_are_lettered() -> None:
    """a, b, c without a gap, or no letter at all; a row that was split later keeps its name for the
    first part.
    """
    parts = Counter(map(row, claims()))
    assert all(id == row(id) or parts[row(id)] > 1 for id in claims())
    for whole, count in parts.items():
        letters = [id.removeprefix(whole) for id in claims() if row(id) == whole]
        lettered = ["abcdefghijkl"[k] for k in range(count)]
        assert letters in (lettered, ["", *lettered[1:]]) and (count > 1 or letters == [""])


def test_only_notes_are_not_checkable_and_each_says_why() -> None:
    for claim in claims().values():
        assert (claim.kind == "note") == (claim.expected == "not checkable"), claim.id
        assert claim.kind != "note" or len(claim.note) > 20, claim.id


def test_most_rows_are_tried() -> None:
    """What the engine cannot try stays the exception."""
    tried = {row(claim.id) for claim in claims().values() if claim.kind != "note"}
    assert len(tried) >= 0.9 * len(IDS)


def test_every_verdict_but_the_missing_input_is_met() -> None:
    """Under-determined claims are stated as statuses, which then hold."""
    assert {claim.expected for claim in claims().values()} == set(ClaimVerdict) - {
        "under-determined"
    }


def test_what_is_asked_and_given_are_variables_by_their_own_names() -> None:
    for claim in claims().values():
        for name in (*claim.given, *filter(None, (claim.ask, claim.by))):
            assert name in vocabulary, (claim.id, name)


def test_what_an_equation_is_held_against_is_in_the_library() -> None:
    from derive.library.system import theorems

    known = {r.name for r in library_system().all_relations} | {t.name for t in theorems()}
    for claim in claims().values():
        assert set(claim.relation) <= known, claim.id


def test_catalogue_entries_come_in_only_where_the_row_is_about_them() -> None:
    """A claim carries its own inputs: with an entry it gives at most what the entry leaves open."""
    for claim in claims().values():
        assert not claim.entries or len(claim.given) <= 2, claim.id


def test_what_is_said_is_a_sentence_of_ours() -> None:
    for claim in claims().values():
        assert (
            claim.says[0].isupper()
            or claim.says[0].isdigit()
            or claim.says.startswith(("1/x", "exp"))
        ), claim.id
        assert claim.says.endswith(".") and len(claim.says) < 220, claim.id
