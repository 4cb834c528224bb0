"""claims.toml: what is read, and what is refused with file and key."""

from __future__ import annotations

import pytest

from derive.claims.claim import claim, claims, read_claims
from derive.errors import DataError, UnknownName

SOUND = {
    "says": "It drains.", "source": "transcript", "where": "line 1", "subject": "schedule",
    "kind": "value", "expected": "holds", "ask": "drain_time", "claimed": "20 ms",
}  # fmt: skip


def read(**changes):
    table = {key: value for key, value in {**SOUND, **changes}.items() if value is not None}
    return read_claims({"claim": {"X-01": table}}, "my.toml")["X-01"]


def test_a_claim_is_read():
    found = read(
        claimed=["15 ms", "20 ms"],
        also={"flashcards": "a card"},
        accelerator="h100_sxm",
        relation="drain",
    )
    assert (found.claimed, found.sources) == (("15 ms", "20 ms"), ("transcript", "flashcards"))
    assert (found.entries, found.relation) == ({"accelerator": "h100_sxm"}, ("drain",))


@pytest.mark.parametrize("standing", ["asked", "rejected", "corrected", "derived"])
def test_what_a_source_does_not_state_is_not_counted_as_its_statement(standing):
    found = read(standing=standing, also={"flashcards": "a card"}, otherwise={"tldr-page": "x"})
    assert found.sources == ("flashcards",)
    assert found.cited == ("transcript", "flashcards", "tldr-page")


@pytest.mark.parametrize(
    ("changes", "key", "words"),
    [
        ({"says": None}, "claim.X-01.says", "missing"),
        ({"where": " "}, "claim.X-01.where", "missing"),
        ({"clamed": "20 ms"}, "claim.X-01.clamed", "claimed"),
        ({"kind": "valu"}, "claim.X-01.kind", "value"),
        ({"expected": "hold"}, "claim.X-01.expected", "holds"),
        ({"ask": None}, "claim.X-01.ask", "needs it"),
        ({"kind": "equation"}, "claim.X-01.equation", "needs it"),
        ({"kind": "direction"}, "claim.X-01.by", "needs it"),
        ({"kind": "note"}, "claim.X-01.note", "needs it"),
        ({"source": "transkript"}, "claim.X-01.source", "transcript"),
        ({"also": {"nobody": "line 1"}}, "claim.X-01.source", "nobody"),
        ({"also": "flashcards"}, "claim.X-01.also", "table"),
        ({"given": "8 GPU"}, "claim.X-01.given", "table"),
        ({"otherwise": {"nobody": "line 1"}}, "claim.X-01.source", "nobody"),
        ({"standing": "denied"}, "claim.X-01.standing", "rejected"),
        ({"standing": 3}, "claim.X-01.standing", "rejected"),
        ({"suspected": "multiply-add"}, "claim.X-01.suspected", "table"),
        ({"suspected": {"pi": {"gpus": "1 GPU"}}}, "claim.X-01.suspected", "multiply-add"),
        ({"suspected": {"bits": "8"}}, "claim.X-01.suspected", "drop"),
        (
            {"suspected": {"bits": {"gpus": "1 GPU"}}, "kind": "note", "note": "a rumour"},
            "claim.X-01.suspected",
            "only a value",
        ),
        ({"claimed": ["20 ms"]}, "claim.X-01.claimed", "range"),
        ({"claimed": 20}, "claim.X-01.claimed", "text"),
    ],
)
def test_a_faulty_claim_is_refused_with_file_and_key(changes, key, words):
    with pytest.raises(DataError) as caught:
        read(**changes)
    assert (caught.value.file, caught.value.key, words in str(caught.value)) == (
        "my.toml",
        key,
        True,
    )


def test_a_claim_that_is_no_table_is_refused():
    with pytest.raises(DataError, match=r"my.toml \[claim.X-01\]"):
        read_claims({"claim": {"X-01": "holds"}}, "my.toml")


def test_a_claim_is_found_whatever_the_case_of_its_id():
    assert claim("rl-11c") is claims()["RL-11c"]


def test_an_unknown_claim_is_told_where_to_look():
    with pytest.raises(UnknownName, match="derive list claims"):
        claim("RL-99")
