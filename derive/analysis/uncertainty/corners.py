"""Answers at the corners of intervals of givens, and the ends of sets of values that they reach."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from derive.analysis.uncertainty.exact import Uncertainties
from derive.equations.var import Var
from derive.program.tolerances import EXACT_INPUT, REACH
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.solution import ValueInterval
from derive.results.status import Status
from derive.solving.answer import answer_at
from derive.solving.equation_system import EquationSystem
from derive.units.display import format_value

MOST_CORNERS = 3  # intervals at whose corners it is looked whether an end is open
_INWARDS = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4)
Stated = Mapping[Var, Known]


def reached_at_corner(
    system: EquationSystem, stated: Stated, uncertain: Uncertainties, answer: Answer
) -> Answer:
    """The answer at a corner of the intervals where the target is reached, at one where all
    constraints hold if there is one, with a remark on one that fails further in; else that at their
    middles.
    """
    found = answer
    for corner in _corners(uncertain):
        at_corner = _at(system, stated, answer.target, corner)
        if at_corner.status == Status.SOLVED:
            failing = _failing_inwards(system, stated, uncertain, answer.target, corner)
            return replace(at_corner, warnings=(*at_corner.warnings, *failing))
        if at_corner.status == Status.INFEASIBLE:
            found = at_corner
    return found


def _at(system: EquationSystem, stated: Stated, target: Var, point: Mapping[Var, float]) -> Answer:
    moved = {v: replace(stated[v], value=x) for v, x in point.items()}
    return answer_at(system, target, {**stated, **moved}, rtol=math.inf)


def _failing_inwards(
    system: EquationSystem,
    stated: Stated,
    uncertain: Uncertainties,
    target: Var,
    corner: Mapping[Var, float],
) -> list[str]:
    """The remark on a constraint that fails at a point on the way from a corner to the opposite
    one, if one is found.
    """
    if not system.constraints:
        return []
    for share in _INWARDS:
        point = {
            v: x + share * (item.low + item.high - 2.0 * x)
            for (v, x), item in zip(corner.items(), uncertain.values(), strict=True)
        }
        for check in _at(system, stated, target, point).constraints:
            if not check.satisfied:
                where = (f"{v.name} = {format_value(x, v.unit)}" for v, x in point.items())
                return [f"the constraint {check.name} fails at {', '.join(where)}: {check.by}"]
    return []


def at_corners(
    system: EquationSystem, stated: Stated, uncertain: Uncertainties, target: Var
) -> list[ValueInterval]:
    """The intervals and values of the target at the corners of the intervals of the givens."""
    found, rest = list[ValueInterval](), {v: item for v, item in stated.items() if v != target}
    for corner in _corners(uncertain):
        exact = {v: Known(v, x, Origin.GIVEN, EXACT_INPUT) for v, x in corner.items()}
        answer = answer_at(system, target, {**rest, **exact}, rtol=math.inf)
        found += (*answer.intervals, *(ValueInterval(v.value, v.value) for v in answer.values))
    return found


def _corners(uncertain: Uncertainties) -> Iterator[dict[Var, float]]:
    """The values at the corners of a few intervals; none of more."""
    spans = [(item.low, item.high) for item in uncertain.values()]
    for corner in itertools.product(*spans) if len(spans) <= MOST_CORNERS else ():
        yield dict(zip(uncertain, corner, strict=True))


def with_open_ends(interval: ValueInterval, corners: Sequence[ValueInterval]) -> ValueInterval:
    """An interval with each end open that is open at all corners that reach it, if any do, and else
    that of a corner.
    """
    low, low_open = _end((interval.low, interval.low_open), [(i.low, i.low_open) for i in corners])
    high, high_open = _end(
        (interval.high, interval.high_open), [(i.high, i.high_open) for i in corners]
    )
    return ValueInterval(low, high, low_open, high_open)


def _end(own: tuple[float, bool], ends: Sequence[tuple[float, bool]]) -> tuple[float, bool]:
    """An end, and whether it is open, as the corners that reach it have it."""
    alike = [one for one in ends if math.isclose(one[0], own[0], rel_tol=REACH)]
    reached = [end for end, is_open in alike if not is_open]
    if reached:
        return min(reached, key=lambda end: abs(end - own[0])), False
    return own[0], own[1] or bool(alike)
