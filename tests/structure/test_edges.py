"""Edges of the structural analysis: where nothing varies, where no logarithm is."""

from __future__ import annotations

import math

import pytest
import sympy

from derive.equations import Eq, Max, Min, OpaqueFunction, Relation, Var
from derive.structure.derivatives import row, value_and_gradient
from derive.structure.incidence import incidence
from derive.structure.missing import first_set, functionals, missing_sets
from derive.structure.point import consistent_point
from derive.structure.rank import eliminate
from tests.structure.test_rank import laid_out, numbers

x, y, z, a, b, c = (Var(name) for name in "xyzabc")


@pytest.mark.parametrize(
    ("expression", "value", "slope"),
    [
        (sympy.Rational(3, 4), 0.75, {}),
        (sympy.pi, math.pi, {}),
        (x * y, 0.0, {x: 3.0, y: 0.0}),
        (x * y * z, 0.0, {x: 6.0, y: 0.0, z: 0.0}),
        (sympy.ceiling(y + z), 5.0, {y: 3.0, z: 2.0}),
        (sympy.floor(y), 3.0, {y: 3.0}),
        (sympy.Abs(x - y), 3.0, {x: -1.0, y: 3.0}),
        (sympy.Piecewise((y, z > 1), (3 * z, True)), 4.5, {y: 1.5, z: 3.0}),
    ],
    ids=str,
)
def test_where_nothing_varies_or_a_factor_vanishes_the_slopes_are_those_of_the_rest(
    expression: sympy.Expr, value: float, slope: dict[Var, float]
) -> None:
    """Roundings count as their argument, cases as the mean of their values; the slope of a factor
    that is zero is told for its size one.
    """
    point = {x: 0.0, y: 3.0, z: 2.0}
    seeds = {x: {x: 1.0}, y: {y: 3.0}, z: {z: 2.0}}
    found, gradient = value_and_gradient(expression, point, seeds)
    assert found == pytest.approx(value)
    assert {v: s for v, s in gradient.items() if s} == pytest.approx(
        {v: s for v, s in slope.items() if s}
    )


@pytest.mark.parametrize("extremum", [Max(x, y, z), Min(x, y, z)], ids=str)
def test_every_argument_of_an_extremum_acts_where_one_of_them_is_not_positive(
    extremum: sympy.Expr,
) -> None:
    """The one that sets it with seven tenths, the others with an equal share of the rest."""
    value, gradient = value_and_gradient(extremum, {x: -1.0, y: 0.5, z: 4.0})
    best, *rest = (z, x, y) if isinstance(extremum, sympy.Max) else (x, y, z)
    size = {x: -1.0, y: 0.5, z: 4.0}
    assert value == pytest.approx(0.7 * size[best] + 0.15 * sum(size[v] for v in rest))
    assert gradient == pytest.approx({best: 0.7 * size[best]} | {v: 0.15 * size[v] for v in rest})


def test_an_even_root_of_a_negative_number_has_no_slope() -> None:
    """Such a point is drawn anew."""
    with pytest.raises(ArithmeticError):
        value_and_gradient(sympy.sqrt(x - y), {x: 1.0, y: 2.0})


def test_an_opaque_function_shows_that_its_argument_acts() -> None:
    """A straight line of its own for each function, the same at every call."""
    one, other = OpaqueFunction("f", "1", "1"), OpaqueFunction("g", "1", "1")
    at = [value_and_gradient(map(x), {x: size}) for map in (one, other) for size in (1.0, 2.0)]
    values, slopes = [value for value, _ in at], [gradient[x] for _, gradient in at]
    assert slopes[1] == pytest.approx(2.0 * slopes[0]) and slopes[3] == pytest.approx(2 * slopes[2])
    assert all(slope >= 0.3 for slope in slopes) and slopes[0] != slopes[2]
    assert values[1] - values[0] == pytest.approx(slopes[0])


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (x, -y, {x: 1.0 / 3.0, y: 1.0}),
        (x - 1, y, {x: 1.0 / 3.0, y: -1.0}),
        (x, 2 * x, {}),
        (x, y * (1 + sympy.Float("1e-13") * z), {x: 1.0, y: -1.0}),
    ],
    ids=str,
)
def test_a_row_is_scaled_by_the_larger_side_where_no_logarithm_is(
    left: sympy.Expr, right: sympy.Expr, expected: dict[Var, float]
) -> None:
    """Where the sides differ in sign or one vanishes; what is nothing but noise is left out."""
    assert row(left, right, {x: 1.0, y: 3.0, z: 1.0}) == pytest.approx(expected, abs=1e-9)


def test_a_point_of_no_positive_values_may_be_negative() -> None:
    """x + y = 0 has no positive values; real variables are drawn on either side of zero."""
    real, other = (Var(name, within="(-oo, oo)") for name in ("real", "other"))
    for relations, variables in (
        ([Relation("sum", Eq(x + y, 0))], [x, y]),
        ([Relation("sum", Eq(real + other, sympy.Integer(0)))], [real, other]),
        ([Relation("less", Eq(x, y - z)), Relation("more", Eq(y, z / 4))], [x, y, z]),
    ):
        point = consistent_point(relations, incidence(relations, variables))
        for relation in relations:
            sides = [value_and_gradient(s, point)[0] for s in (relation.left, relation.right)]
            assert sides[0] == pytest.approx(sides[1], abs=1e-9), relation.name
        assert any(value < 0.0 for value in point.values())


def test_a_point_follows_from_a_variable_that_does_not_cancel() -> None:
    """Of a·c = a·x²·y the a, which no other relation has, cancels, and x follows."""
    ratio = Relation("ratio", Eq(a * c, a * x**2 * y))
    relations = [ratio, Relation("sum", Eq(z, x + y + c))]
    point = consistent_point(relations, incidence(relations, [a, c, x, y, z]))
    assert point[c] == pytest.approx(point[x] ** 2 * point[y]) and point[a] != 0.0
    assert set(row(ratio.left, ratio.right, point)) == {c, x, y}


def test_the_first_set_has_the_nearest_candidates_and_none_to_spare() -> None:
    """y = a b c: all three, in order; with x = y a second way, the one that is nearer."""
    relations = [Relation("one", Eq(y, a * b * c)), Relation("same", Eq(y, 2 * x))]
    structure, rows = laid_out(relations)
    target = structure.number[y]
    span = functionals(
        eliminate(range(2), rows.__getitem__, set(), target, stop=False),
        range(len(structure.variables)),
    )

    def chosen(*names: str) -> tuple[int, ...]:
        groups = [tuple(sorted(numbers(structure, *name))) for name in names]
        return first_set(target, span, groups)

    assert chosen("a", "b", "c", "x") == (0, 1, 2)
    assert chosen("a", "x", "b", "c") == (1,)
    assert chosen("ab", "c") == (0, 1)
    assert chosen("a", "b") == chosen() == ()
    assert chosen("y", "x") == (1,)


def test_a_set_of_more_than_three_is_found_where_there_is_no_smaller_one() -> None:
    """Five factors, each of which is needed; with fewer offered there is none."""
    factors = [Var(f"f{k}") for k in range(5)]
    structure, rows = laid_out([Relation("one", Eq(y, math.prod(factors)))])
    target = structure.number[y]
    span = functionals(eliminate(range(1), rows.__getitem__, set(), target, stop=False), range(6))
    groups = [(structure.number[factor],) for factor in factors]
    assert missing_sets(target, span, groups) == ([(0, 1, 2, 3, 4)], False)
    assert missing_sets(target, span, groups[:4]) == ([], False)
