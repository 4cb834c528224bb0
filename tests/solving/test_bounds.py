"""The nearest reachable value of a given that cannot be met, and where it is reached."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from derive.equations import Eq, Max, Min, Relation, Var
from derive.results.answer import Unreachable
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
    ],
    ids=str,
)
def test_a_bound_says_where_it_is_reached(
    right: Any, unknown: Var, wanted: float, kind: str, value: float, where: str
) -> None:
    """At an end of the range, from some value on, where the function turns round between the points
    of the search, or ever nearer without end.
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
