"""Construction of a derivation: verified lines from relations to the answer, in order."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from sympy import Rational

from derive.algebra.agreement import agree
from derive.algebra.branch import Branch
from derive.algebra.own_numbers import filled
from derive.algebra.verify import verify
from derive.equations.expression import Eq
from derive.equations.var import Var, ordered
from derive.errors import InternalError
from derive.program.tolerances import CLOSE, NOISE
from derive.results.derivation import Derivation, LineVerdict, Step, StepRule
from derive.results.known import Known
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query, computed


def make_derivation(
    query: Query, candidate: CandidateSolution, notes: tuple[str, ...] = ()
) -> Derivation:
    """All lines of a candidate solution, each verified. Raises InternalError if one fails."""
    own = own_numbers(query, candidate)
    known: dict[Var, Known] = dict(query.in_force)
    steps: list[Step] = []
    stated: set[str] = set()
    for _, branch in candidate.path:
        span = candidate.interval if branch is candidate.path[-1][1] else None
        at = own if span is None else {query.target: _inside(branch, own, *span), **own}
        undivided = span is not None and branch.formula is not None
        for step in verify(branch, at, undivided=undivided):
            if step.rule == StepRule.RELATION and step.relation in stated:
                continue
            stated.add(step.relation) if step.rule == StepRule.RELATION else None
            steps.append(step)
        if branch.unknown not in own:
            continue
        result = computed(branch.unknown, own[branch.unknown])
        steps.append(_evaluation(branch, known, result, own))
        known[branch.unknown] = result
    return Derivation(query.target, tuple(steps), notes)


def own_numbers(query: Query, candidate: CandidateSolution) -> dict[Var, float]:
    """The values (base units) of the variables that have one in a candidate solution."""
    values, slots = candidate.values, query.system.slots
    return {v: values[slot] for v, slot in slots.items() if values[slot] is not None}


def _inside(branch: Branch, own: Mapping[Var, float], low: float, high: float) -> float:
    """A value within an interval, at which lines can be checked: one, if any, at which the stated
    relations hold, since there may be holes.
    """
    known = next(filter(math.isfinite, (low, high)), 0.0)
    high = high if math.isfinite(high) else 4 * abs(known) + 2.0
    low = low if math.isfinite(low) else -4 * abs(known) - 2.0
    points = [low + part * (high - low) for part in (0.5, 0.25, 0.75, 0.01, 0.99)]
    stated = [step.equation for step in branch.steps if step.rule == StepRule.RELATION]

    def holds(point: float) -> bool:
        at = filled(branch, {**own, branch.unknown: point})
        return all(agree(line, at) for line in stated if line.free_symbols <= at.keys())

    return next(filter(holds, points), points[0])


def _evaluation(
    branch: Branch, known: dict[Var, Known], result: Known, own: dict[Any, float]
) -> Step:
    """The line "symbolic = with numbers and units = result", checked numerically."""
    if branch.indeterminate:
        line, reason = (
            Eq(branch.unknown, Rational(repr(own[branch.unknown]))),
            "The one value of its range that the other relations leave.",
        )
    elif branch.formula is None:
        assert branch.equation is not None
        line, reason = (
            Eq(*branch.equation),
            "The value at which both sides agree, found by a scan in logarithms.",
        )
    else:
        line, reason = Eq(branch.unknown, branch.formula), "Put in the numbers."
    values = tuple(
        known.get(v) or computed(v, own[v]) for v in ordered(line.free_symbols - {branch.unknown})
    )
    at_end = own[branch.unknown] in branch.unknown.bounds[:2]  # from beyond it by less than CLOSE
    if not agree(line, own, CLOSE if at_end else NOISE):
        raise InternalError("a value does not satisfy its own equation")
    return Step(
        StepRule.EVALUATE, line, reason, verdict=LineVerdict.NUMERIC, values=values, result=result
    )
