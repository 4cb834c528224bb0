"""What a report says as data, and what has changed in it, by meaning."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive import solve
from derive.reporting.snapshot import AnswerSnapshot, differences, read, record, written

STEP = AnswerSnapshot(
    "step", "step_time", "solved", "equality", "compute binds", "s", ((0.002, "compute binds"),)
)
CLAIM = AnswerSnapshot("claim I-13", verdict="wrong by a factor")


def changed(**changes: object) -> list[str]:
    return differences([STEP], [replace(STEP, **changes)])


def test_each_change_is_a_sentence() -> None:
    assert changed() == []
    assert changed(values=((0.003, "compute binds"),)) == [
        "step: step_time moved from 2 ms to 3 ms (+50 %)"
    ]
    assert changed(regime="memory binds", values=((0.002, "memory binds"),)) == [
        "step: step_time changed its regime: compute binds, now memory binds"
    ]
    assert changed(status="contradiction", values=(), regime="") == [
        "step: step_time was solved, is contradiction",
        "step: step_time changed its regime: compute binds, now none named",
        "step: step_time moved from 2 ms to no value",
    ]
    assert changed(sense="lower bound") == ["step: step_time was an equality, is a lower bound"]
    assert changed(target="mfu", unit="1") == [
        "step asks for something else: step_time [s], now mfu [1]"
    ]
    assert changed(asked="other") == [
        "step is asked no more",
        "other is new: step_time, solved, 2 ms",
    ]
    assert (
        changed(values=((0.002, "compute binds"), (0.009, "memory binds")))[1]
        == "step: step_time moved from 2 ms to 2 ms or 9 ms"
    )


def test_a_flipped_verdict_comes_before_a_moved_number() -> None:
    found = differences(
        [STEP, CLAIM],
        [replace(STEP, values=((0.1, "compute binds"),)), replace(CLAIM, verdict="holds")],
    )
    assert found[0] == "the verdict on claim I-13 changed: wrong by a factor, now holds"
    assert "moved" in found[1]


def test_a_change_too_small_to_print_is_told_and_rounding_is_not() -> None:
    assert changed(values=((0.0020000001, "compute binds"),)) == [
        "step: step_time moved from 2 ms to 2 ms (+5e-06 %)"
    ]
    assert changed(values=((0.002 * (1 + 1e-12), "compute binds"),)) == []


def test_an_answer_is_recorded_with_status_value_unit_and_regime() -> None:
    answer = solve("step_time", {"compute_time": "2 ms", "memory_time": "3 ms"})
    (entry,) = record({"step": answer})
    assert (entry.target, entry.status, entry.unit, entry.values[0][0]) == (
        "step_time",
        "solved",
        "s",
        0.003,
    )
    assert "memory_time" in entry.values[0][1]


def test_verdicts_are_recorded_beside_answers() -> None:
    assert record({}, {"I-13": "wrong"}) == [AnswerSnapshot("claim I-13", verdict="wrong")]


texts = st.text(max_size=20)
finite = st.floats(allow_nan=False)
entries = st.builds(
    AnswerSnapshot,
    texts,
    texts,
    texts,
    texts,
    texts,
    texts,
    st.lists(st.tuples(finite, texts), max_size=3).map(tuple),
    st.just(()),
    texts,
)


@given(st.lists(entries, max_size=4))
@pytest.mark.slow
def test_what_is_written_is_read_back_and_cannot_close_a_comment(
    some: list[AnswerSnapshot],
) -> None:
    lines = written(some)
    assert read(lines) == some
    assert all("--" not in line and "\n" not in line and line.isascii() for line in lines)


@given(st.lists(texts, max_size=3))
def test_lines_that_are_no_record_are_left_out(lines: list[str]) -> None:
    assert all(
        isinstance(entry, AnswerSnapshot)
        for entry in read([*lines, "{}", '{"asked": 1, "values": 3}', "[]", '{"no": "key"}'])
    )
