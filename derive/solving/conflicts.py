"""Conflicts: relations closed by what is known must hold; where one does not, the givens behind it
disagree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from derive.algebra.eliminate import degree
from derive.equations.dimensions import dimension_of
from derive.equations.plain import plain
from derive.equations.range import Range
from derive.equations.var import Var
from derive.program.roots import log_residual
from derive.results.conflict import Conflict
from derive.results.known import Known, Origin
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query, default_of, quick_value
from derive.units.display import format_number, format_value
from derive.units.unit import Unit, base_unit

Closed = tuple[
    int, Query
]  # a relation that must hold already, and the inquiry that has all its values


def find_conflicts(
    query: Query, among: Sequence[Closed] | None = None
) -> tuple[Conflict | None, tuple[str, ...]]:
    """The first clash among the givens (or `among` some closed relations), and warnings for clashes
    of looked-up figures alone.
    """
    candidates = query.solutions.candidates
    candidate = candidates[0] if candidates else query.solutions.before
    warnings: list[str] = []
    if (
        candidate is None
        or candidate.interval is not None
        or candidate.conditions
        or len(candidates) > 1
        or not {b for b, _ in candidate.path} <= set(query.plan.blocks)
    ):
        return None, ()
    for i, asked in closed_relations(query) if among is None else among:
        conflict, given = _judge(asked, candidate, i)
        if conflict is None:
            continue
        if (
            asked is not query
            and conflict.unless
            and not conflict.unless.endswith("against convention")
        ):
            if given:
                warnings.append(
                    f"{conflict.relation} agrees with all that is given only if {conflict.unless}"
                )
            continue
        if given:
            return conflict, tuple(warnings)
        warnings.append(
            f"looked-up figures disagree in {conflict.relation}: {conflict.left} against"
            f" {conflict.right}"
        )
    return None, tuple(warnings)


def closed_relations(query: Query) -> list[Closed]:
    """Relations that must hold already: nothing unknown is left in them, or only what cancels.

    Those that need a default which the answer does not use, or that put one aside, come last, and
    clash only if no value of a default mends them.
    """
    used = {i for block in query.plan.blocks for i in block.relations}
    strict = dict.fromkeys(i for i in (*query.closure.checks, *_cancelling(query)) if i not in used)
    wide = query.with_all_defaults
    with_all_defaults = dict.fromkeys(
        i for i in (*wide.closure.checks, *_cancelling(wide)) if i not in used and i not in strict
    )
    how, slots = query.closure.how, query.system.slots
    yielding = [(how[slots[v]], v) for v in query.system.assumable if slots[v] in how]
    stated_target = [
        (i, replace(query, known={**query.in_force, v: default_of(v)}))
        for i, v in yielding
        if i not in used
    ]
    return [(i, query) for i in strict] + [(i, wide) for i in with_all_defaults] + stated_target


def _cancelling(query: Query) -> list[int]:
    """Relations beside a given that was not needed, whose unknowns both sides carry to the same
    power.
    """
    system, known = query.system, query.closure.known
    found: set[int] = set()
    for var in query.unused:
        for i in system.structure.of_variable[system.slots[var]] if var in system.slots else ():
            relation = system.relations[i]
            unknown = [v for v in relation.variables if system.slots[v] not in known]
            if (
                unknown
                and relation.subject not in unknown
                and all(_even(relation.left, relation.right, v) for v in unknown)
            ):
                found.add(i)
    return sorted(found)


def _even(left: Any, right: Any, var: Var) -> bool:
    power = degree(left, var)
    return power is not None and power == degree(right, var)


def _judge(query: Query, candidate: CandidateSolution, i: int) -> tuple[Conflict | None, bool]:
    """Whether a closed relation fails beyond the tolerance of the figures behind it."""
    relation = query.system.relations[i]
    sides = sides_of(query, candidate, i)
    if sides is None:
        return None, False
    gap = log_residual(*sides)
    if abs(gap) < 1e-9:
        return None, False
    behind = sorted(query.rests_on(i), key=lambda v: (v.rank, v.name))

    def gap_with(var: Var, value: float) -> float | None:
        moved = query.with_value(var, value)
        candidates = moved.solutions.candidates
        shifted = sides_of(moved, candidates[0], i) if candidates else None
        return None if shifted is None else log_residual(*shifted)

    if abs(gap) <= query.rtol + 1e-9 + propagated_tolerance(query, behind, gap, gap_with):
        return None, False
    left, right = (format_value(side, _unit_of(relation.left)) for side in sides)
    named = tuple(v.name for v in behind if not query.in_force[v].assumed)
    conflict = Conflict(
        named,
        relation.name,
        f"{plain(relation.left)} = {left}",
        f"{plain(relation.right)} = {right}",
        sides[0] / sides[1] if sides[1] else math.inf,
        _unless(query, behind, i),
        through=query.closed,
    )
    return conflict, any(query.in_force[v].origin == Origin.GIVEN for v in behind)


def _unit_of(expression: Any) -> Unit:
    return expression.unit if isinstance(expression, Var) else base_unit(dimension_of(expression))


def sides_of(query: Query, candidate: CandidateSolution, i: int) -> tuple[float, float] | None:
    """Both sides of a closed relation, what cancels at one; None where it cannot be evaluated."""
    relation, slots = query.system.relations[i], query.system.slots
    values = query.filled(
        candidate, [v for v in relation.variables if slots[v] in query.closure.known]
    )
    if values is None:
        return None
    for var in relation.variables:
        values[slots[var]] = 1.0 if values[slots[var]] is None else values[slots[var]]  # it cancels
    try:
        return query.value_of(relation.left, values), query.value_of(relation.right, values)
    except (ArithmeticError, ValueError, TypeError):
        return None


def propagated_tolerance(
    query: Query, behind: list[Var], gap: float, gap_with: Callable[[Var, float], float | None]
) -> float:
    """How much the tolerances of the figures behind a comparison can move it, each carried by its
    own elasticity.
    """
    total = 0.0
    for var in behind:
        known = query.in_force[var]
        if known.tolerance:
            shifted = gap_with(var, known.value * (1 + known.tolerance))
            total += abs(shifted - gap) if shifted is not None else known.tolerance
    return total


def _unless(query: Query, behind: list[Var], i: int) -> str:
    """The value of a default or convention behind the clash that would remove it; ideal defaults
    are tried first.
    """
    for var in sorted(
        behind,
        key=lambda v: (query.in_force[v].origin == Origin.CONVENTION, not v.ideal, v.rank, v.name),
    ):
        known = query.in_force[var]
        if known.origin not in (Origin.DEFAULT, Origin.CONVENTION):
            continue
        found = _removing(query, var, i)
        if (
            found is not None
            and var.admits(found)
            and not math.isclose(found, known.value, rel_tol=1e-6)
        ):
            return _stated(var, found, known.origin)
    return ""


def _stated(var: Var, value: float, origin: str) -> str:
    number = (
        f"{format_number(100 * value, 2)} %"
        if var.within is Range.FRACTION
        else format_value(value, var.unit)
    )
    return f"{var.name} is {number}" + (
        " against convention" if origin == Origin.CONVENTION else ""
    )


def _removing(query: Query, var: Var, i: int) -> float | None:
    """The value of `var` at which relation `i` holds, by secant steps in logarithms."""

    def gap(x: float) -> float | None:
        moved = query.with_value(var, x)
        candidates = moved.solutions.candidates
        sides = sides_of(moved, candidates[0], i) if candidates else None
        return None if sides is None else log_residual(*sides)

    x = query.in_force[var].value
    for _ in range(30):
        here, ahead = gap(x), gap(x * 1.0001)
        if here is None or ahead is None or ahead == here:
            return None
        if abs(here) < 1e-9:
            return x
        x *= math.exp(max(-5.0, min(5.0, -here / (ahead - here) * 1e-4)))
    return None


def tolerance_beside(query: Query, stated: Known, value: float) -> float:
    """How far a stated value of the target may lie from what follows without it: the digits of all
    that is behind them, and `rtol`.
    """
    gap = log_residual(stated.value, value)

    def gap_with(var: Var, moved: float) -> float | None:
        number = query.with_value(var, moved).number()
        return None if number is None else log_residual(stated.value, number)

    behind = query.support.get(query.system.slots[query.target], frozenset())
    return (
        stated.tolerance
        + query.rtol
        + 1e-9
        + propagated_tolerance(query, sorted(behind, key=lambda v: (v.rank, v.name)), gap, gap_with)
    )


def compare_with_given(query: Query, stated: Known, value: float) -> Conflict | None:
    """A given target held against what follows without it."""
    gap = log_residual(stated.value, value)
    behind = sorted(
        query.support.get(query.system.slots[query.target], frozenset()),
        key=lambda v: (v.rank, v.name),
    )
    allowed = tolerance_beside(query, stated, value)
    if abs(gap) <= allowed:
        return None
    named = tuple(v.name for v in behind if not query.in_force[v].assumed)
    return Conflict(
        (query.target.name, *named),
        query.used[-1].name if query.used else "",
        f"{query.target.name} given as {stated.text}",
        f"{query.target.name} from the other givens {format_value(value, query.target.unit)}",
        stated.value / value if value else math.inf,
        _unless_target(query, behind, stated),
        query.target,
        tolerance=allowed,
        through=query.closed,
    )


def _unless_target(query: Query, behind: list[Var], stated: Known) -> str:
    for var in sorted(behind, key=lambda v: v.within is not Range.FRACTION):
        known = query.in_force[var]
        if known.origin != Origin.DEFAULT:
            continue
        others = {v: k for v, k in query.known.items() if v not in (var, query.target)}

        found = quick_value(
            query.system, var, {**others, query.target: replace(stated, var=query.target)}
        )
        if found is not None and var.admits(found):
            return _stated(var, found, known.origin)
    return ""
