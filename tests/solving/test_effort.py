"""Effort of blocks: what is solved only to tell two routes is no larger than a trial may be."""

from __future__ import annotations

import pytest

from derive.equations import Eq, Max, Relation, Var
from derive.solving.conflict_explanation import MOST_ROUTE_EFFORT
from derive.solving.effort import effort_of_plan
from derive.solving.query_preparation import query_or_none
from derive.system import System

a, b, c, x, y = (Var(name) for name in "abcxy")


@pytest.mark.parametrize(("arguments", "effort"), [(2, 4), (4, 8)])
def test_the_effort_of_a_plan_is_that_of_its_largest_block(arguments: int, effort: int) -> None:
    """Two coupled relations times the arguments of the largest; what is read off costs one."""
    largest = Max(*(x / k for k in range(1, arguments)), y)
    system = System(
        [
            Relation("largest", Eq(a, x * largest)),
            Relation("sum", Eq(b, x + y)),
            Relation("after", Eq(c, 2 * x)),
        ]
    )
    query = query_or_none(system, c, {}, 0.0)
    assert query is not None and not query.plan.determined
    known = {v: system.solve(v, {v: 1}).known[0] for v in (a, b)}
    query = query_or_none(system, c, known, 0.0)
    assert query is not None and query.plan.determined
    assert effort_of_plan(query.system, query.plan) == effort <= MOST_ROUTE_EFFORT
