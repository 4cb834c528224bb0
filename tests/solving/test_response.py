"""How an answer moves with a known value or a relation, forward or by what is solved for."""

from __future__ import annotations

import math
from typing import Any

import pytest
import sympy

from derive.equations import Eq, Max, Min, Relation, Var
from derive.equations.neglected import Direction
from derive.solving.givens import read_givens
from derive.solving.query_preparation import query_or_none
from derive.solving.reconciling_defaults import _root, preference, reconciling_usual
from derive.solving.response import Response, joint_way
from derive.system import System

x, y, z, a, b, c = (Var(name) for name in "xyzabc")
loss = Var("loss", within="[0, 1)", default="0", ideal=True)
grade = Var("grade", within="[0, oo)", default="0", ideal=True)
UP, DOWN, EITHER = Direction.RAISES, Direction.LOWERS, Direction.EITHER


def response_of(target: Var, given: dict[Var, Any], *equations: Any) -> Response:
    system = System([Relation(f"r{k}", equation) for k, equation in enumerate(equations)])
    query = query_or_none(system, target, read_givens(given, system.vocabulary)[0])
    assert query is not None
    return Response(query, query.solutions.candidates[0])


@pytest.mark.parametrize(
    ("equations", "target", "var", "factor", "change"),
    [
        ([Eq(x, 2 * a), Eq(y, x**2)], y, a, 2.0, 3.0),
        ([Eq(x, 2 * a), Eq(y, x**2)], y, a, 0.5, -0.75),
        ([Eq(y, a - b)], y, b, 2.0, -0.5),
        ([Eq(y, Max(a, b))], y, b, 2.0, 0.0),
        ([Eq(y, Max(a, b))], y, b, 6.0, 1.0),
        ([Eq(y, Min(a, b))], y, b, 2.0, 1.0),
        ([Eq(y, a * b / c)], y, c, 4.0, -0.75),
    ],
    ids=str,
)
def test_what_is_defined_is_evaluated_anew(
    equations: list[Any], target: Var, var: Var, factor: float, change: float
) -> None:
    """With a = 3, b = 1 and c = 2, whatever regimes it passes."""
    known = {
        v: n for v, n in ((a, 3), (b, 1), (c, 2)) if any(v in e.free_symbols for e in equations)
    }
    response = response_of(target, known, *equations)
    assert response.change(var, factor) == pytest.approx(change)
    way = UP if change > 0 else DOWN if change < 0 else None
    assert response.way(var, (factor,)) is way
    assert not response.solvable


@pytest.mark.parametrize("size", [0.01, 0.74])
@pytest.mark.parametrize(("factors", "way"), [((0.5, 2.0), DOWN), ((1.01,), UP)])
def test_past_a_peak_the_change_tells_the_way_and_not_the_slope(
    size: float, factors: tuple[float, ...], way: Direction
) -> None:
    """At a = 3 the peak is near: a half and twice as much are both less."""
    peaked = Var("peaked", within="[0, 1]")
    response = response_of(peaked, {a: 3}, Eq(peaked, size * a * sympy.exp(-0.3 * a)))
    assert response.way(a, factors) is way


@pytest.mark.parametrize(
    ("equation", "target", "var", "factor", "change"),
    [
        (Eq(a, y * b), y, a, 2.0, 1.0),
        (Eq(a, y * b), y, b, 2.0, -0.5),
        (Eq(a, y**2), y, a, 4.0, 1.0),
        (Eq(a, b + 1 / y), y, a, 1.5, -3 / 7),
        (Eq(a, Max(y, b)), y, a, 2.0, 1.0),
    ],
    ids=str,
)
def test_what_is_solved_for_moves_to_the_nearest_value(
    equation: Any, target: Var, var: Var, factor: float, change: float
) -> None:
    """By secants; forward there is nothing to compute. With a = 3 and b = 1."""
    known = {v: n for v, n in ((a, 3), (b, 1)) if v in equation.free_symbols}
    response = response_of(target, known, equation)
    assert response.solvable and response.change(var, factor) is None
    assert response.solved(var, factor) == pytest.approx(change)
    assert response.way(var, (1.001,)) is (UP if change > 0 else DOWN)
    slope = response.slope(var)
    small = response.solved(var, 1.0001)
    assert slope is not None and small is not None
    assert math.copysign(1.0, slope) == math.copysign(1.0, small)


def test_a_way_of_both_kinds_is_either_and_of_none_is_none() -> None:
    """Over several factors."""
    response = response_of(y, {a: 3, b: 1}, Eq(y, Max(a, b)))
    assert response.way(a, (0.5, 2.0)) is EITHER
    assert response.way(b, (0.5, 2.0)) is None and response.way(b, (0.5, 6.0)) is UP
    assert joint_way([UP, None, UP]) is UP and joint_way([UP, DOWN]) is EITHER
    assert joint_way([None, None]) is joint_way([]) is None


def test_a_relation_off_by_a_factor_moves_what_it_defines() -> None:
    """The first of two; one that defines nothing tells its way by slopes alone."""
    response = response_of(y, {a: 3}, Eq(x, 2 * a), Eq(y, x**2))
    first, second = response.defining[x], response.defining[y]
    assert response.change(x, 2.0, first) == pytest.approx(3.0)
    assert response.change(y, 2.0, second) == pytest.approx(1.0)
    assert response.change(x, 2.0, second) is None
    turned = response_of(b, {y: 6, a: 3}, Eq(y, a * b))
    (relation,) = turned.relations
    assert turned.way(y, (1.1,), relation) is DOWN and turned.way(a, (1.1,)) is DOWN


@pytest.mark.parametrize(
    ("var", "equation", "given", "little"),
    [
        (loss, Eq(y, a * (1 - loss)), {a: 3}, 1e-3),
        (grade, Eq(y, a * (1 + grade)), {a: 3}, 3e-3),
        (grade, Eq(y, a + grade), {a: 0.5}, 5e-4),
    ],
    ids=str,
)
def test_little_stands_for_an_ideal_of_zero(
    var: Var, equation: Any, given: dict[Var, Any], little: float
) -> None:
    """A thousandth of the greatest that it can be, or of the greatest known of its dimension."""
    response = response_of(y, given, equation)
    slot = response.query.system.slots[var]
    assert response.values[slot] == 0.0
    above = response.above_zero(var)
    assert above.values[slot] == pytest.approx(little)
    assert response.change(var, 2.0) == 0.0 and above.change(var, 2.0) != 0.0
    assert response.slope(var) is not None


@pytest.mark.parametrize(
    ("start", "gap", "root"),
    [
        (1.0, lambda v: math.log(v / 5.0), 5.0),
        (1.0, lambda v: math.log(v * v / 9.0), 3.0),
        (200.0, lambda v: -math.log(v / 5.0), 5.0),
        (1.0, lambda v: 0.5, None),
        (1.0, lambda v: None, None),
        (1.0, lambda v: 1.0 + v * v, None),
    ],
)  # fmt: skip
def test_a_default_that_reconciles_is_found_in_logarithms(
    start: float, gap: Any, root: float | None
) -> None:
    assert _root(start, gap) == (root if root is None else pytest.approx(root, rel=1e-6))


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ({y: "10.00", a: "2.00", b: "3.00"}, 4.0),
        ({y: 10, a: 2, b: 3}, 4.0),
        ({y: "6.10", a: "2.00", b: "3.00"}, 0.1),
        ({y: "5.00", a: "2.00", b: "3.00"}, None),
        ({y: "1 to 20", a: 2, b: "0.1 to 0.2"}, None),
        ({y: "10 to 12", a: 2, b: 3}, None),
        ({y: "10.0 to 10.1", a: 2, b: 3}, 4.05),
    ],
    ids=str,
)
def test_an_absent_feature_reconciles_where_one_value_of_it_would(
    given: dict[Var, Any], value: float | None
) -> None:
    """In its range, and known to a tenth."""
    more = Var("more", within="[0, oo)", default="0", without=("pace",))
    sum_, pace = Relation("sum", Eq(y, a * b + more)), Relation("pace", Eq(Var("pace"), 2 * y))
    system = System([sum_, pace])
    stated = read_givens(given, system.vocabulary, uncertain=True)[0]
    found = reconciling_usual(system, stated, frozenset())
    assert (found and found.value) == (value if value is None else pytest.approx(value, rel=1e-3))
    assert reconciling_usual(system, stated, frozenset((more,))) is None


def test_ideal_values_reconcile_before_absent_features_and_these_before_conventions() -> None:
    """Of like ones shares before numbers, in the order of the nomenclature."""
    number = Var("number", default="1", within="[1, oo)", ideal=True)
    absent = Var("absent", default="0", within="[0, 1]", without=("pace",))
    usual = Var("usual", convention="0.5", within="[0, 1]")
    share = Var("share", default="1", within="(0, 1]", ideal=True)
    assert sorted([usual, absent, number, share], key=preference) == [share, number, absent, usual]


def test_a_change_from_zero_is_told_by_its_size() -> None:
    """There is no share of zero; the change itself is told."""
    real = Var("real", within="(-oo, oo)")
    response = response_of(real, {a: 3, b: 3}, Eq(real, a - b))
    assert response.change(a, 2.0) == pytest.approx(3.0)


def test_an_ideal_of_zero_leaves_the_pull_of_another_on_what_is_solved_for() -> None:
    """What is solved for is pulled by both."""
    share = Var("share", within="(0, 1]", default="1", ideal=True)
    wait = Var("wait", within="[0, oo)")
    waits, total = Relation("waits", Eq(wait, grade * b * x)), Eq(a, (x**2 + x + wait) / share)
    answer = System([waits, Relation("total", total)]).solve(x, {a: 10, b: 2})
    pulls = {pull.source: pull.way for pull in answer.solution.ideals}
    assert pulls == {"grade": DOWN, "share": DOWN}


def test_an_ideal_of_zero_that_makes_a_part_zero_pulls_at_the_other_part() -> None:
    """What is left of a total for another part is the most that it can be, not its value."""
    wait = Var("wait", within="[0, oo)")
    system = System([Relation("waits", Eq(wait, grade * b)), Relation("total", Eq(a, x + wait))])
    answer = system.solve(x, {a: 10, b: 2})
    assert {pull.source: pull.way for pull in answer.solution.ideals} == {"grade": DOWN}
    assert (answer.number, answer.sense) == (10, "upper bound")
