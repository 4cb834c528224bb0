"""Effort of blocks: what is solved only to tell two routes is no larger than a trial may be."""

from __future__ import annotations

import itertools

import pytest
import sympy

from derive.algebra import dropped_out
from derive.algebra.branch import solve_block
from derive.equations import Eq, Max, Relation, Var
from derive.results.known import Known, Origin
from derive.solving import answer as solving_answer
from derive.solving import coupled_blocks, plan_trial
from derive.solving.effort import MOST_COUPLED, MOST_ROUTE_EFFORT, effort_of_plan
from derive.solving.equation_system import EquationSystem
from derive.solving.query_preparation import query_or_none, route_or_none
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


@pytest.mark.parametrize("too_wide", [False, True])
def test_a_block_of_the_most_effort_is_solved_for_a_trial(
    too_wide: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two coupled relations, one with two arguments, are an effort of four."""
    both = System([Relation("largest", Eq(a, x * Max(x, y))), Relation("sum", Eq(b, x + y))])
    known = {v: Known(v, 2.0, Origin.GIVEN) for v in (a, b)}
    query = query_or_none(both, x, known, 0.0)
    assert query is not None
    monkeypatch.setattr(plan_trial, "MOST_TRIAL_EFFORT", 3 if too_wide else 4)
    if too_wide:
        with pytest.raises(plan_trial.TooWide):
            plan_trial.cancelling_regimes(query.system, query.plan)
    else:
        assert plan_trial.cancelling_regimes(query.system, query.plan) == ()


@pytest.mark.parametrize("many", [MOST_COUPLED - 1, MOST_COUPLED + 1])
def test_no_block_is_solved_for_a_route_that_is_too_long(
    many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of so many unknowns and the next one give a sum, the last and the first too."""
    unknowns, sums = [Var(f"u{k}") for k in range(many)], [Var(f"s{k}") for k in range(many)]
    pairs = zip(sums, unknowns, [*unknowns[1:], unknowns[0]], strict=True)
    system = System([Relation(f"r{k}", Eq(s, u + v)) for k, (s, u, v) in enumerate(pairs)])
    known = {v: Known(v, 2.0, Origin.GIVEN) for v in sums}
    solved: list[object] = []
    branches = EquationSystem.branches
    monkeypatch.setattr(
        EquationSystem, "branches", lambda *block: solved.append(block) or branches(*block)
    )
    query = route_or_none(system, unknowns[0], known)
    assert (query is not None) == (many <= MOST_COUPLED) and not solved
    assert query is None or query.number() == pytest.approx(1.0)


def test_a_route_is_not_solved_by_way_of_another_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rule eliminates y from its two relations: a way by y first is tried for an answer, but
    not for an explanation, where each block is solved once.
    """
    system = System([Relation("cubic", Eq(x, y**3 + y)), Relation("falling", Eq(x, c - y**2 - y))])
    known = {c: Known(c, 16.0, Origin.GIVEN)}
    solved: list[object] = []
    branches = EquationSystem.branches
    monkeypatch.setattr(
        EquationSystem, "branches", lambda *block: solved.append(block) or branches(*block)
    )
    route = route_or_none(system, x, known)
    assert route is not None and route.number() is None and len(solved) == 1
    query = query_or_none(system, x, known)
    assert query is not None and len(solved) > 2


@pytest.mark.parametrize(("relations", "is_open"), [(6, False), (7, True)])
def test_a_block_of_too_many_regimes_is_left_open(relations: int, is_open: bool) -> None:
    """Of so many relations all but one have two regimes each: 6 times 32, or 7 times 64."""
    unknowns = [Var(f"u{k}") for k in range(relations)]
    pairs = enumerate(itertools.pairwise(unknowns))
    steps = [Relation(f"r{k}", Eq(u, Max(a, v * b))) for k, (u, v) in pairs]
    block = [*steps, Relation("last", Eq(unknowns[-1], unknowns[0] / c))]
    branches = solve_block(block, unknowns, unknowns[0])
    assert [branch.open for branch in branches].count(True) == is_open
    assert (len(branches) == 1) is is_open


@pytest.mark.parametrize(("most", "blocks"), [(1, 1), (2, 2)])
def test_a_block_goes_by_way_of_as_many_unknowns_as_one_large_block_takes(
    most: int, blocks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two coupled relations are an effort of two: one other unknown is tried, or none."""
    monkeypatch.setattr(coupled_blocks, "MOST_EFFORT", most)
    cubic, falling = Eq(x, y**3 + y), Eq(x, a - y**2 - y)
    both = System([Relation("cubic", cubic), Relation("falling", falling)])
    query = query_or_none(both, x, {a: Known(a, 16.0, Origin.GIVEN)}, 0.0)
    assert query is not None and len(query.plan.blocks) == blocks


def test_nothing_is_multiplied_out_where_an_unknown_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Roots of what is negative at the sample point, too: one such product took half a minute."""
    stays = (b * (1 + sympy.sqrt(a - x - 2)) ** 6, c + x)
    drops = ((a + b) * (x + c) ** 2, a * (x + c) ** 2 + b * c * (x + c) + b * x * (x + c) + y)
    monkeypatch.setattr(dropped_out, "expanded", lambda expression: pytest.fail(str(expression)))
    assert dropped_out.without(*stays, x) is None
    monkeypatch.undo()
    found = dropped_out.without(*drops, x)
    assert found is not None and x not in found[0].free_symbols | found[1].free_symbols


def test_a_value_that_plainly_fits_is_judged_by_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """One trial of all relations tells; a stated target is judged."""
    part, whole, first, second = (Var(f"plain_{name}") for name in ("a", "b", "c", "d"))
    product, total = Relation("of", Eq(part, first * second)), Relation("sum", Eq(whole, part + 1))
    system, judged = System([product, total]), []
    tried = solving_answer.judged
    monkeypatch.setattr(
        solving_answer, "judged", lambda *given, **more: judged.append(1) or tried(*given, **more)
    )
    assert system.solve(whole, {first: 2, second: 3}).number == 7 and not judged
    assert system.solve(part, {whole: 1.5}).number == 0.5 and not judged
    assert system.solve(part, {first: 2, second: 3, part: 6}).number == 6 and judged
