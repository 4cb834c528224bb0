"""Bounds of what stays open name the neglected terms that may carry the target beyond them."""

from __future__ import annotations

import pytest

import derive
from derive.equations import Direction, Eq, Neglected, Relation, Var
from derive.system import System

read, rate, time, spare, idle, step, keeping = (
    Var(name, "1", within=within)
    for name, within in (
        ("read", "(0, oo)"), ("rate", "(0, oo)"), ("time", "(0, oo)"), ("spare", "[0, oo)"),
        ("idle", "[0, oo)"), ("step", "(0, oo)"), ("keeping", "[0, oo)"),
    )
)  # fmt: skip
MIXTURE = {
    **derive.accelerator("h100_sxm", precision="fp8"),
    "active_params": "37e9 param", "total_params": "671e9 param", "gpus": "8 GPU",
}  # fmt: skip


def bounded(*terms: Neglected) -> System:
    """A step of reading, of which the relation leaves out some terms, and of a time beside it."""
    return System([
        Relation("reading", Eq(time, read / rate), neglects=terms),
        Relation("whole", Eq(step, time + idle)),
        Relation("kept", Eq(keeping, read * spare)),
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("direction", "told"),
    [(Direction.LOWERS, True), (Direction.EITHER, True), (None, True), (Direction.RAISES, False)],
)
def test_a_bound_names_what_may_carry_the_target_beyond_it(
    direction: Direction | None, told: bool
) -> None:
    """step is 2 or more where a time of 2 is counted; what may make that less is named."""
    system = bounded(Neglected("what is kept", spare, direction))
    answer = system.solve(step, {read: 4, rate: 2})
    assert [span.low for span in answer.between] == [pytest.approx(2.0)]
    remark = "step may lie below these bounds, which leave out what is kept (size not known)"
    assert answer.warnings == ((remark,) if told else ())


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (2, "the first (size not known) and the second (size not known)"),
        (3, "the first (size not known), the second (size not known) and more"),
    ],
)
def test_two_terms_are_named_and_further_ones_told_as_more(count: int, told: str) -> None:
    names = ("the first", "the second", "the third")[:count]
    answer = bounded(*(Neglected(what, spare, Direction.LOWERS) for what in names)).solve(
        step, {read: 4, rate: 2}
    )
    assert answer.warnings == (f"step may lie below these bounds, which leave out {told}",)


def test_a_size_that_the_givens_settle_is_told_and_one_of_nothing_is_not() -> None:
    system = bounded(Neglected("what is kept", spare, Direction.LOWERS))
    told = system.solve(step, {read: 4, rate: 2, spare: 0.25}).warnings
    assert any("what is kept (25 % of what is counted)" in text for text in told)
    nothing = system.solve(step, {read: 4, rate: 2, spare: 0})
    assert not any("beyond" in text or "below" in text for text in nothing.warnings)


def test_a_term_of_a_relation_that_is_not_behind_the_bound_is_not_told() -> None:
    beside = Var("beside")
    system = System([
        Relation("whole", Eq(step, 2 * read + idle)),
        Relation(
            "other", Eq(beside, read / rate), neglects=(Neglected("x", spare, Direction.LOWERS),)
        ),
    ])  # fmt: skip
    answer = system.solve(step, {read: 4, rate: 2})
    assert [span.low for span in answer.between] == [pytest.approx(8.0)] and answer.warnings == ()


def test_a_term_is_left_out_wherever_it_is_left_out() -> None:
    """Two relations that leave out the same lead to the same bound, one by the other."""
    term, other = Neglected("what is kept", spare, Direction.LOWERS), Var("other")
    system = System([
        Relation("one", Eq(time, read / rate), neglects=(term,)),
        Relation("other", Eq(other, read / rate), neglects=(term,)),
        Relation("whole", Eq(step, time + idle)),
        Relation("again", Eq(step, other + spare)),
    ])  # fmt: skip
    assert any("below" in text for text in system.solve(step, {read: 4, rate: 2}).warnings)


def test_a_bound_that_closes_in_slowly_is_held_against_one_revised_as_often() -> None:
    """The same follows from the other relation, which leaves nothing out: only revised less often
    is the bound a lower one without the first.
    """
    read_slowly, copy, base, other, total = (
        Var(f"slow_{name}") for name in ("read", "copy", "base", "other", "total")
    )
    first = Neglected("what is kept", spare, Direction.LOWERS)
    more, rest = (Var(f"slow_{name}", within="[0, oo)") for name in ("more", "rest"))
    system = System([
        Relation("loop", Eq(read_slowly, 0.99 * copy + base + more)),
        Relation("same", Eq(copy, read_slowly + rest)),
        Relation("one", Eq(time, read_slowly / rate), neglects=(first,)),
        Relation("kept", Eq(keeping, read_slowly * spare)),
        Relation("other", Eq(other, read_slowly / rate)),
        Relation("whole", Eq(total, time + more)),
        Relation("again", Eq(total, other + rest)),
    ])  # fmt: skip
    answer = system.solve(total, {rate: 2, base: 0.1})
    assert answer.between[0].low > 1 and answer.warnings == ()


@pytest.mark.parametrize(("target", "side"), [("step_time", "below"), ("throughput", "above")])
def test_a_mixture_of_unknown_experts_may_read_less(target: str, side: str) -> None:
    """25 ms is the time to read all of it; at a batch of one 37e9 parameters are read in 1.4 ms."""
    answer = derive.solve(target, {**MIXTURE, "batch_size": "1 sequence"})
    remark = f"{target} may lie {side} these bounds, which leave out that experts which no token"
    assert answer.status == "underdetermined"
    (told,) = [text for text in answer.warnings if text.startswith(remark)]
    assert told.endswith("(94.5 % of what is counted)")


def test_a_power_of_zero_is_one_whatever_is_raised() -> None:
    """Of one token's step the share of experts is not known, and 94.5 % need not be read."""
    batch = {"batch_size": "1 sequence", "context_length": "0 token/sequence"}
    answer = derive.solve("step_time", {**MIXTURE, **batch})
    sizes = [term.size for term in answer.neglected if "which no token chooses" in term.term]
    assert sizes == [pytest.approx(1 - 37 / 671)]
