"""Neglected terms that may carry a target beyond the bounds that the givens imply."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

from derive.display import enumeration
from derive.equations.neglected import Direction, Neglected
from derive.equations.relation import Relation, moved
from derive.equations.var import Var
from derive.program.contraction import Contraction
from derive.program.interval import Interval
from derive.program.propagation import contract
from derive.program.tolerances import FEW_REVISIONS, NOISE, REACH
from derive.results.answer import Answer, Underdetermined
from derive.results.known import Known
from derive.results.pull import amount
from derive.solving.beginning import Beginning, beginning, contractor_of
from derive.solving.consistency import Knowledge, knowledge, with_implied
from derive.solving.equation_system import EquationSystem
from derive.solving.neglected_terms import is_left_out, size_by

_MOST_TOLD = 2


def with_opposing_terms(
    system: EquationSystem, stated: Mapping[Var, Known], answer: Answer
) -> Answer:
    """An answer of bounds alone with a warning for each end beyond which the target may lie where a
    term is counted that the relations behind that end leave out. Any other answer as it is.
    """
    target = answer.target
    if not isinstance(answer, Underdetermined) or not answer.gap.between or target in stated:
        return answer
    free = frozenset((target,))
    state = knowledge(system, stated, free=free)
    if state.contradictory or target not in state.system.slots:
        return answer
    begun = beginning(system, stated, free=free)
    ends, below, above = state.interval(target), list[str](), list[str]()
    for told, places in _terms_behind(system, state, target, stated):
        limits = dict(chain.from_iterable(_limit(state, *place) for place in places))
        left_out = frozenset(number for number, _ in places)
        wide = _without(begun, left_out, limits, target, ends)
        if any(_beyond(wide, ends)) and not (below or above):  # revised as often as it was
            ends = _without(begun, frozenset(), {}, target, ends)
        lower, higher = _beyond(wide, ends)
        below += [told] * lower
        above += [told] * higher
        if max(len(below), len(above)) > _MOST_TOLD:
            break
    sides = (("below", below), ("above", above))
    remarks = (_remark(target, side, told) for side, told in sides if told)
    return replace(answer, warnings=(*answer.warnings, *remarks))


def _beyond(wide: Interval, ends: Interval) -> tuple[bool, bool]:
    """Whether an interval reaches beyond the low and the high end of another."""
    low, high = ends
    return wide[0] < low - REACH * abs(low), wide[1] > high + REACH * abs(high)


def _remark(target: Var, side: str, told: list[str]) -> str:
    more = ["more"] if len(told) > _MOST_TOLD else []
    what = enumeration([*told[:_MOST_TOLD], *more])
    return f"{target.name} may lie {side} these bounds, which leave out {what}"


def _terms_behind(
    system: EquationSystem, state: Knowledge, target: Var, stated: Mapping[Var, Known]
) -> Iterator[tuple[str, list[tuple[int, Neglected]]]]:
    """The terms left out by relations behind the bounds of a target, in words with their size, but
    for what the givens make nothing; each with its places, a term and the number of its relation.
    """
    behind, reduced = state.behind(target), state.system
    value_of = partial(_value, state, stated)
    places = dict[str, list[tuple[int, Neglected]]]()
    for number in sorted(i for i in state.found.reached if i >= 0):
        for term in reduced.relations[number].neglects:
            if is_left_out(system, target, stated, term):
                places.setdefault(term.what, []).append((number, term))
    for what, terms in places.items():
        own = [t for i, t in terms if behind.issuperset(reduced.relations[i].variables)]
        sizes = [size_by(term.size, value_of) for term in own]
        if any(size is None or size > NOISE for size in sizes):
            known = max((size for size in sizes if size is not None), default=None)
            yield f"{what} ({amount(known)})", terms


def _value(state: Knowledge, stated: Mapping[Var, Known], expression: Any) -> float | None:
    """The value of an expression, up to noise, at the values stated and those that follow."""
    slots, values = state.system.slots, dict[Any, float]()
    for var in expression.free_symbols:
        low, high = state.interval(var) if var in slots else (-math.inf, math.inf)
        if var not in stated and not math.isclose(low, high, rel_tol=REACH):
            return None
        values[var] = stated[var].value if var in stated else 0.5 * (low + high)
    try:
        value = float(expression.xreplace(values))
    except (ArithmeticError, TypeError, ValueError):
        return None
    return 0.0 if abs(value) <= NOISE else value


def _limit(state: Knowledge, number: int, term: Neglected) -> list[tuple[int, Interval]]:
    """The slot of what a relation defines with the values that it may have once a term is counted;
    nothing if they may be any.
    """
    relation: Relation = state.system.relations[number]
    var = moved(relation, term)
    if var is None or term.direction is None or term.direction is Direction.EITHER:
        return []
    low, high = state.interval(var)
    raised = term.direction is Direction.RAISES
    return [(state.system.slots[var], (low, math.inf) if raised else (-math.inf, high))]


def _without(
    begun: Beginning,
    left_out: frozenset[int],
    limits: Mapping[int, Interval],
    target: Var,
    ends: Interval,
) -> Interval:
    """The interval of a target from a beginning without some relations, within limits, revised less
    often; what several relations imply is added where it reaches beyond known `ends`.
    """
    contractor = contractor_of(begun.system)

    def from_usual_values() -> Contraction:
        start = Contraction(contractor)
        start.left_out, start.each = begun.left_out | left_out, FEW_REVISIONS
        return contract(contractor, begun.assumed, start)

    key = begun.left_out, left_out, frozenset(begun.assumed)
    before = begun.system.compiled.recent("assumed without terms", key, from_usual_values)
    found = contract(contractor, {**limits, **begun.others}, before, first=begun.changed)
    state = Knowledge(begun.system, found, found, {})
    if not state.contradictory and any(_beyond(state.interval(target), ends)):
        state = with_implied(state, found)
    return ends if state.contradictory else state.interval(target)
