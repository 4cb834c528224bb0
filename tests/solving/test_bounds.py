"""The nearest reachable value of a given that cannot be met, and where it is reached."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from derive.equations import Eq, Max, Min, Relation, Var
from derive.library import solve
from derive.results.answer import Unreachable
from derive.results.known import Known, Origin
from derive.solving.bounds import _where, find_bound
from derive.solving.query_preparation import query_or_none
from derive.system import System

x, y, z, a, b, c = (Var(name) for name in "xyzabc")
part = Var("part", within="(0, 1]")
share = Var("share", within="[0, 1]")
one = Var("one", within="[1, oo)")
real = Var("real", within="(-oo, oo)")


def unreachable(target: Var, given: dict[Var, Any], *equations: Any) -> Unreachable:
    relations = [Relation(f"r{k}", equation) for k, equation in enumerate(equations)]
    answer = System(relations).solve(target, given)
    assert isinstance(answer, Unreachable) and answer.bound is not None
    return answer


@pytest.mark.parametrize(
    ("right", "unknown", "wanted", "kind", "value", "where"),
    [
        (a * part, part, 4, "at most", 2, "at the largest part"),
        (a / part, part, 1, "at least", 2, "at the largest part"),
        (a * (1 + share), share, 12, "at most", 4, "at the largest share"),
        (a * (1 + share), share, 1, "at least", 2, "as share goes to nothing"),
        (a * one, one, 1, "at least", 2, "at the smallest one"),
        (a / one, one, 4, "at most", 2, "at the smallest one"),
        (a * Min(1, 2 / one), one, 3, "at most", 2, "at the smallest one"),
        (a + x, x, 1, "at least", 2, "as x goes to nothing"),
        (a / (x + 1), x, 3, "at most", 2, "as x goes to nothing"),
        (a * x / (3 + x), x, 4, "at most", 2, "as x grows without end"),
        (a * (1 - sympy.exp(-x)), x, 3, "at most", 2, "as x grows without end"),
        (a * (1 + sympy.exp(real)), real, 1, "at least", 2, "as real falls without end"),
        (a / (1 + sympy.exp(real)), real, 3, "at most", 2, "as real falls without end"),
        (Max(a, x), x, 1, "at least", 2, "as x goes to nothing"),
        (Min(a, x), x, 3, "at most", 2, "from x = 2 on"),
        (Min(a, x / 5), x, 3, "at most", 2, "from x = 10 on"),
        (a + Max(2, 3 / x), x, 1, "at least", 4, "from x = 1.5 on"),
        (a * (2 + sympy.Abs(real - 3)), real, 3, "at least", 4, "at real = 3"),
        (a * (4 - sympy.Abs(real + 5)), real, 9, "at most", 8, "at real = -5"),
        (Min(a, real + 5), real, 3, "at most", 2, "from real = -3 on"),
        (a * Min(1, share / 0.97), share, 3, "at most", 2, "from share = 0.97 on"),
        (a * Min(1, part / 0.8), part, 3, "at most", 2, "from part = 0.8 on"),
        (a + Max(1, sympy.Abs(real - 3)), real, 2, "at least", 3, "at real = 2"),
        (a * Min(1, x, 100 / x), x, 3, "at most", 2, "at x = 1"),
    ],
    ids=str,
)
def test_a_bound_says_where_it_is_reached(
    right: Any, unknown: Var, wanted: float, kind: str, value: float, where: str
) -> None:
    """At an end of the range, from some value on up to that end, where the function turns round
    between the points of the search or first where it is flat, or ever nearer without end.
    """
    bound = unreachable(unknown, {a: 2, y: wanted}, Eq(y, right)).bound
    assert (bound.var, str(bound.kind), bound.where) == (y, kind, where)
    assert bound.value == pytest.approx(value, rel=1e-9) and bound.above is None
    assert bound.set_by == ("a",)


@pytest.mark.parametrize(("wanted", "low", "high"), [(5, 4, 6), (11, 10, 12)])
def test_a_given_that_is_stepped_over_has_a_bound_on_either_side(
    wanted: float, low: float, high: float
) -> None:
    """And the place of the step."""
    bound = unreachable(x, {a: 2, y: wanted}, Eq(y, a * sympy.ceiling(x))).bound
    assert (bound.value, bound.above, bound.set_by) == (low, high, ("a",))
    assert bound.where == f"where x passes {low // 2:g}"


def test_the_bound_is_told_of_the_given_that_one_relation_ties_to_the_computed_value() -> None:
    """z = c - 1 is at most 2, so c is at most 3; c = 1/z turns it round."""
    above = unreachable(part, {a: 2, c: 4}, Eq(c, z + 1), Eq(z, a * part)).bound
    assert (above.var, above.value, str(above.kind)) == (c, pytest.approx(3), "at most")
    below = unreachable(part, {a: 2, c: 0.25}, Eq(c, 1 / z), Eq(z, a * part)).bound
    assert (below.var, below.value, str(below.kind)) == (c, pytest.approx(0.5), "at least")
    assert above.set_by == below.set_by == ("a",)


cost, price, hours, more, start = (
    Var(name) for name in ("cost", "price", "hours", "more", "start")
)
half, idle = Var("half"), Var("idle")


@pytest.mark.parametrize(
    ("paid", "lasts", "given", "kind", "value"),
    [
        (price * hours, more + start, 6, "at least", 8),
        (price / hours, more + start, 2, "at most", 0.5),
        (price * hours, start - more, 10, "at most", 8),
        (price / hours, start - more, 0.4, "at least", 0.5),
        (price * hours, part * start, 10, "at most", 8),
        (price / hours, part * start, 0.25, "at least", 0.5),
    ],
    ids=str,
)
@pytest.mark.parametrize("doubled", [False, True])
def test_a_bound_on_what_follows_from_a_given_is_told_of_that_given(
    paid: Any, lasts: Any, given: float, kind: str, value: float, doubled: bool
) -> None:
    """The hours follow from what is paid; more than nothing has to be left of them, or no more than
    all taken: so much has to be paid at least or at most, by price and start.
    """
    target = part if lasts.has(part) else more
    relations = [
        Relation("pays", Eq(cost, paid)),
        Relation("lasts", Eq(hours, lasts)),
        Relation("doubles", Eq(half, 2 * target)),
        Relation("beside", Eq(Var("else"), idle * price)),
    ]
    answer = System(relations).solve(
        half if doubled else target, {cost: given, price: 2, start: 4, idle: 3}
    )
    bound = answer.bound
    assert answer.status == "unreachable" and bound is not None
    assert (bound.var, bound.kind, bound.value) == (cost, kind, pytest.approx(value))
    assert set(bound.set_by) == {"price", "start"}


def test_a_bound_at_a_point_of_the_search_is_told_as_that_point() -> None:
    """Before the second point it is told as one at nothing, and at either end as one at that."""
    points = [1e-9, 1e-3, 1.0, 1e3]
    told = [_where(x, at, points) for at in points]
    assert told == ["as x goes to nothing"] * 2 + ["at x = 1", "as x grows without end"]


@pytest.mark.parametrize(("wanted", "kind", "value"), [(6, "at most", 1), (-6, "at least", 0)])
def test_a_target_that_is_read_off_beyond_its_range_is_bounded_by_it(
    wanted: float, kind: str, value: float
) -> None:
    """By the end that it is beyond; set by what is given, not by a convention beside it."""
    usual = Var("usual", convention="2")
    system = System([Relation("read", Eq(share, real * usual / a))])
    known = {v: Known(v, x, Origin.GIVEN) for v, x in ((real, wanted), (a, 2.0))}
    query = query_or_none(system, share, known)
    bound = None if query is None else find_bound(query)
    assert bound is not None and bound.var == share
    assert (bound.kind, bound.value, bound.where) == (kind, value, "by its own range")
    assert set(bound.set_by) == {"real", "a"}


def test_what_a_relation_gives_is_told_where_a_scan_finds_no_value() -> None:
    """A geometric sum is one at least; a quotient of nothing by nothing keeps that from a proof."""
    rate, total, count = Var("rate_kept", within="[0, 1)"), Var("total_kept"), Var("count_kept")
    system = System([Relation("sum", Eq(total, (1 - rate**count) / (1 - rate)))])
    answer = system.solve(rate, {total: 0.9, count: 5})
    assert answer.status == "underdetermined"
    assert (
        "no value of rate_kept was found: at those that were tried,"
        " total_kept is at least 1, as rate_kept goes to nothing"
    ) in answer.warnings


def test_what_coupled_relations_give_is_told_where_a_scan_finds_no_value() -> None:
    """(x + x^2) exp(-x) is largest where 1 + x - x^2 = 0, at (1 + sqrt(5))/2 = 1.618: there it is
    4.2361 exp(-1.618) = 0.84.
    """
    lag, gain, load = Var("lag_time"), Var("lag_gain"), Var("lag_load")
    system = System([
        Relation("gain", Eq(gain, load * sympy.exp(-lag))),
        Relation("load", Eq(load, lag + lag**2)),
    ])  # fmt: skip
    answer = system.solve(lag, {gain: 0.9})
    assert not answer.values and answer.warnings == (
        "no value of lag_time was found: at those that were tried,"
        " lag_gain is at most 0.84, at lag_time = 1.618",
    )
    assert len(system.solve(lag, {gain: 0.8}).values) == 2


def test_a_pass_keeps_a_token_at_least() -> None:
    """Of a speed the same, whether or not the drafts are on its way."""
    given = {"emitted_tokens_per_pass": "0.5 token/sequence", "draft_length": "4 token/sequence"}
    asked = {"acceptance_rate": {}, "sequence_speed": {"step_time": "10 ms"}}
    for target, more in asked.items():
        answer = solve(target, {**given, **more})
        assert answer.status == "contradiction" and answer.conflict is not None
        assert "at least 1 token/sequence" in repr(answer)


@pytest.mark.parametrize("given", ["999.9999995", "1000", "1000.0000005"])
def test_a_count_between_bounds_is_the_whole_number_at_a_billionth_of_it(given: str) -> None:
    """Further off there is none."""
    count, spare = Var("bounded_count", whole=True), Var("bounded_spare", within="[0, oo)")
    other, least, most = (Var(f"bounded_{name}") for name in ("other", "least", "most"))
    system = System([
        Relation("largest", Eq(count, Max(least, other))),
        Relation("room", Eq(count + spare, most)),
    ])  # fmt: skip
    answer = system.solve(count, {least: given, most: given})
    assert (answer.status, answer.number) == ("solved", 1000.0)
    assert system.solve(count, {least: "999.9999", most: "999.9999"}).status != "solved"


def test_a_count_of_thousands_between_bounds_has_its_value_in_base_units() -> None:
    count, other, least, most = (
        Var(f"thousands_{name}", "ktoken", whole=name == "count")
        for name in ("count", "other", "least", "most")
    )
    spare = Var("thousands_spare", "ktoken", within="[0, oo)")
    largest, room = Eq(count, Max(least, other)), Eq(count + spare, most)
    system = System([Relation("largest", largest), Relation("room", room)])
    answer = system.solve(count, {least: "12 ktoken", most: "12 ktoken"})
    assert (answer.number, answer.values[0].whole, answer.text) == (12_000.0, 12.0, "12 ktoken")
