"""Ideal values for each of which the givens leave room by itself, but not for all together."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from derive.equations.var import Var
from derive.program.tolerances import CLOSE, EXACT_INPUT
from derive.results.answer import Answer, Unreachable
from derive.results.known import Known, Origin, assumed_ideals
from derive.solving.admitted import admits
from derive.solving.consistency import Knowledge, knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.followed_ends import followed
from derive.solving.hypothetical import hypothetical_places
from derive.solving.ideal_values import ideals_solved_for
from derive.solving.path import SolutionPath
from derive.solving.query import default_of
from derive.solving.query_preparation import determined_or_none

_DECADES = (-6, 13)  # of the values of a target that are tried, in its own unit


def refuted_together(
    system: EquationSystem,
    stated: Mapping[Var, Known],
    state: Knowledge,
    taken: Sequence[Known],
    answer: Answer,
    free: frozenset[Var],
) -> bool:
    """Whether the givens leave no room for ideal values together. Where all of them are needed, or
    clash, the ranges of other variables do not count: a utilisation that counts more arithmetic
    than is done goes beyond one.
    """
    if _reached_without(system, stated, taken, answer):
        return True
    if answer.unused and answer.conflict is None:
        held = frozenset(k.var for k in taken)
        return followed(knowledge(system, stated, free=free, held=held)).contradictory
    if answer.conflict is None and not followed(at_ideals(state, taken)).contradictory:
        return False
    limited = {*stated, *(k.var for k in taken)}
    others = frozenset(v for v in system.variables if v not in limited)
    wide = knowledge(system, stated, free=free, unlimited=others)
    return followed(at_ideals(wide, taken)).contradictory


def _reached_without(
    system: EquationSystem, stated: Mapping[Var, Known], taken: Sequence[Known], answer: Answer
) -> bool:
    """Whether a target that no value reaches at ideal values is reached at one that is not ideal:
    it is solved for at some values of the target. A point need not exist, and the middles of
    intervals need not be met.
    """
    target = answer.target
    if not isinstance(answer, Unreachable) or answer.conflict is not None:
        return False
    points = dict(hypothetical_places(system))
    if target in points or any(known.uncertain for known in stated.values()):
        return False
    for power in range(*_DECADES):
        at = Known(target, 10.0**power * target.unit.factor, Origin.GIVEN, EXACT_INPUT)
        for known in taken if target.admits(at.value) else ():
            query = determined_or_none(system, known.var, {**stated, target: at})
            value = query.number() if query is not None else None
            if value is not None and known.var.admits(value):
                return True
    return False


def undecided_ideals(
    system: EquationSystem, stated: Mapping[Var, Known], answer: Answer
) -> dict[Var, str]:
    """The ideal values that an answer rests on and those that it solves for instead, with a remark
    on each, where one of the latter may hold and would lead to another value: the givens do not say
    which of them is not reached.
    """
    taken, path = assumed_ideals(answer.known), answer.solution.path
    if not taken or not isinstance(path, SolutionPath) or len(answer.values) != 1:
        return {}
    missed = [k for k in map(default_of, ideals_solved_for(path.query)) if not _has(path, k)]
    if not missed:
        return {}
    target = answer.target
    state = knowledge(system, stated, free=frozenset((target,)))
    for known in missed:
        met = at_ideals(state, (known,))
        if not met.contradictory and not admits(met, target, answer.values[0].value):
            values = " and ".join(f"{k.var.name} = {k.text}" for k in (known, *taken))
            said = f"{values} not assumed: the givens do not say which of them is not reached"
            return dict.fromkeys((known.var, *(k.var for k in taken)), said)
    return {}


def _has(path: SolutionPath, known: Known) -> bool:
    """Whether a variable has its ideal value on the way to an answer."""
    value = path.value(known.var)
    return value is None or math.isclose(value, known.value, rel_tol=CLOSE)


def at_ideals(state: Knowledge, taken: Sequence[Known]) -> Knowledge:
    """The knowledge if, moreover, ideal values of its variables hold."""
    slots = state.system.slots
    values = {slots[k.var]: (k.value, k.value) for k in taken if k.var in slots}
    return state.contracted(values) if values else state
