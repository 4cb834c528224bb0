"""Conflicts: a relation between known values that does not hold, and the givens behind it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from derive.display import enumeration
from derive.equations.differences import terms_of
from derive.equations.dimensions import dimension_of
from derive.equations.plain import plain
from derive.equations.var import Var, ordered
from derive.program.residual import log_residual
from derive.program.tolerances import CLOSE
from derive.results.conflict import Conflict
from derive.results.known import Known, Origin, assumed_ideals
from derive.solving.closed_relations import Closed, closed_relations
from derive.solving.comparison_tolerance import (
    propagated_tolerance,
    tolerance_beside,
    within_digits,
    within_reach,
)
from derive.solving.lost_zeros import lost_zeros, lost_zeros_of
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query
from derive.solving.reconciling_defaults import reconciling_default, reconciling_with_target
from derive.solving.tied_regimes import regime_by_digits, values_of
from derive.units.display import format_number, format_value
from derive.units.unit import Unit, base_unit

TOLD = 0.01  # relative difference above which a tolerated one is told


class Conflicts(NamedTuple):
    """The first conflict of givens, warnings, the ideal values that yield to the givens, and
    whether a relation is broken that may hold where a variable on the way is zero.
    """

    first: Conflict | None = None
    warnings: tuple[str, ...] = ()
    yielding: tuple[Known, ...] = ()
    refuted: bool = False


class _Judged(NamedTuple):
    """The conflict of a closed relation, whether givens are behind it, where the digits written
    tolerate it the given that was not needed and the difference in words, and whether a zero may
    settle it.
    """

    conflict: Conflict | None = None
    given: bool = False
    tolerated: tuple[Var, str] | None = None
    at_zero: bool = False


def find_conflicts(query: Query, among: Sequence[Closed] | None = None) -> Conflicts:
    """The first conflict of givens (or `among` some closed relations), and warnings for conflicts
    of looked-up values alone and for differences that the digits written allow.
    """
    candidates = query.solutions.candidates
    candidate = candidates[0] if candidates else query.solutions.before
    warnings: list[str] = []
    implied: dict[str, list[str]] = {}
    yielding: list[Known] = []
    if (
        candidate is None
        or candidate.interval is not None
        or candidate.conditions
        or len(candidates) > 1
        or query.solutions.loose
        or math.isinf(query.rtol)  # any gap is tolerated
        or not {b for b, _ in candidate.path} <= set(query.plan.blocks)
    ):
        return Conflicts()
    differing: dict[Var, str] = {}
    refuted = False
    for i, owner in closed_relations(query) if among is None else among:
        conflict, given, tolerated, at_zero = _judge(owner, candidate, i)
        refuted |= at_zero
        if tolerated is not None:
            differing.setdefault(*tolerated)
        if conflict is None:
            continue
        if conflict.mend is not None and conflict.implied:
            if given:
                yielding.append(conflict.mend)
                implied.setdefault(conflict.implied, []).append(conflict.relation)
            continue
        if given:
            return Conflicts(conflict, (*_implied_beside(implied), *warnings))
        warnings.append(
            f"looked-up figures disagree in {conflict.relation}: {conflict.left} against"
            f" {conflict.right}"
        )
    told = (*_implied_beside(implied), *warnings, *differing.values())
    return Conflicts(None, told, tuple(yielding), refuted)


def _implied_beside(implied: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The remarks on values that relations imply in place of assumed ones; of several each holds
    while the others are as assumed.
    """
    for value, names in implied.items():
        agree = "agrees" if len(names) == 1 else "agree"
        told = f"{value}: {enumeration(names)} {agree} only with it"
        yield told if len(implied) == 1 else f"{told}, all else as assumed"


def admitted_candidates(query: Query) -> tuple[CandidateSolution, ...]:
    """Of several candidate solutions those that no closed relation refutes that rests on givens,
    and on no default that would reconcile it.
    """
    candidates = query.solutions.candidates
    open_ones = any(c.interval is not None or c.conditions for c in candidates)
    if len(candidates) < 2 or open_ones or query.solutions.loose or math.isinf(query.rtol):
        return candidates
    closed = list(closed_relations(query))

    def refuted(candidate: CandidateSolution) -> bool:
        for i, owner in closed:
            conflict, given, *_ = _judge(owner, candidate, i)
            if conflict is not None and given and conflict.mend is None and not conflict.tied:
                return True
        return False

    return tuple(c for c in candidates if not refuted(c))


def _judge(query: Query, candidate: CandidateSolution, i: int) -> _Judged:
    """The verdict on a closed relation, which is empty where it holds."""
    relation = query.system.relations[i]
    sides = sides_of(query, candidate, i)
    if sides is None:
        return _Judged()
    gap = log_residual(*sides)
    if abs(gap) < CLOSE or abs(sides[0] - sides[1]) <= CLOSE * _largest_term(query, candidate, i):
        return _Judged()
    behind = ordered(query.rests_on(i))
    size = 0.0 if sides[0] * sides[1] > 0 else abs(sides[0]) + abs(sides[1])

    def gap_with(var: Var, value: float) -> float | None:
        moved = query.beside(var, value)
        gaps = (_gap(sides_of(moved, one, i), size) for one in moved.solutions.candidates)
        return min(gaps, key=lambda other: abs(other - gap), default=None)

    allowed = query.rtol + CLOSE + propagated_tolerance(query, behind, gap, gap_with)
    left, right = (
        f"{plain(side)} = {format_value(value, _unit_of(relation.left))}"
        for side, value in zip((relation.left, relation.right), sides, strict=True)
    )
    if abs(gap) <= allowed:
        return _Judged(tolerated=_difference(query, behind, (left, right), gap, allowed))
    mend = reconciling_default(query, behind, gap_with)
    if _may_hold_at_zero(query, candidate, i):
        return _Judged(at_zero=mend is None)
    conflict = Conflict(
        tuple(v.name for v in behind if not query.in_force[v].assumed),
        relation.name,
        left,
        right,
        sides[0] / sides[1] if sides[1] else math.inf,
        mend,
        through=query.closed,
        ideals=assumed_ideals(query.in_force[v] for v in behind),
        tied=regime_by_digits(query, [k for k, _ in _steps(query, i)]),
    )
    return _Judged(conflict, any(query.in_force[v].origin == Origin.GIVEN for v in behind))


def _gap(sides: tuple[float, float] | None, size: float) -> float:
    """The gap of two sides, or their difference relative to a `size`; infinite where the way ends:
    within the digits, it is open which one holds.
    """
    if sides is None:
        return math.inf
    return (sides[0] - sides[1]) / size if size else log_residual(*sides)


def _steps(query: Query, i: int) -> list[tuple[int, int]]:
    """The relations behind the variables of a closed one, each with the slot that it determines."""
    return query.closure.support(query.system.structure.of_relation[i])


def _may_hold_at_zero(query: Query, candidate: CandidateSolution, i: int) -> bool:
    """Whether zero would do for a variable behind a closed relation or on the way."""
    beside = any(lost_zeros_of(query.system, _steps(query, i)))
    return beside or any(lost_zeros(query.system, candidate.path))


def _difference(
    query: Query, behind: Sequence[Var], sides: tuple[str, str], gap: float, allowed: float
) -> tuple[Var, str] | None:
    """The given that was not needed among those behind two sides, and a tolerated difference of the
    sides in words; None for a small one, or beside uncertain givens, whose spreads are compared.
    """
    beside = next((v for v in behind if v in query.unused), None)
    uncertain = any(query.in_force[v].uncertain for v in behind)
    if beside is None or uncertain or math.isinf(allowed) or not TOLD < abs(gap) < 1.0:
        return None
    percent = format_number(100 * math.expm1(abs(gap)), 2)
    differ = f"differ by {percent} %, {within_digits(allowed)}"
    return beside, f"{sides[0]} and {sides[1]} {differ}; {beside.name} was not needed"


def _unit_of(expression: Any) -> Unit:
    return expression.unit if isinstance(expression, Var) else base_unit(dimension_of(expression))


def sides_of(query: Query, candidate: CandidateSolution, i: int) -> tuple[float, float] | None:
    """Both sides of a closed relation, cancelling variables at one; None outside its domain."""
    relation = query.system.relations[i]
    found = values_of(query, candidate, i, (relation.left, relation.right))
    return None if found is None else (found[0], found[1])


def _largest_term(query: Query, candidate: CandidateSolution, i: int) -> float:
    """The size of the largest term of either side, of which a difference may be all noise."""
    relation = query.system.relations[i]
    terms = [t for side in (relation.left, relation.right) for t in terms_of(side)]
    return max(map(abs, values_of(query, candidate, i, terms) or (0.0,)))


def compare_with_given(query: Query, stated: Known, value: float) -> Conflict | None:
    """The conflict of a given target with the value that follows without it, beyond tolerance."""
    gap = log_residual(stated.value, value)
    behind = query.target_support
    allowed = tolerance_beside(query, stated, value)
    as_stated = abs(value - stated.value) <= (stated.tolerance + CLOSE) * abs(stated.value)
    if as_stated or abs(gap) <= allowed or within_reach(query, stated, value):
        return None
    named = tuple(v.name for v in behind if not query.in_force[v].assumed)
    return Conflict(
        (query.target.name, *named),
        query.used[-1].name if query.used else "",
        f"{query.target.name} given as {stated.text}",
        f"{query.target.name} from the other givens {format_value(value, query.target.unit)}",
        stated.value / value if value else math.inf,
        reconciling_with_target(query, behind, stated),
        query.target,
        tolerance=allowed,
        through=query.closed,
        ideals=assumed_ideals(query.in_force[v] for v in behind),
        tied=regime_by_digits(query),
    )
