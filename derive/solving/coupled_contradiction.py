"""Contradictions in coupled relations beside the way to a target: a complete search over what they
leave open finds no values.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from derive.equations.relation import Relation
from derive.equations.var import Var, ordered
from derive.program.tolerances import BAND, MOST_SEARCH
from derive.results.conflict import Conflict
from derive.results.known import Known, Origin
from derive.solving.complete_search import CompleteSearch
from derive.solving.consistency import Knowledge, knowledge, mattering, values_of
from derive.solving.equation_system import EquationSystem
from derive.solving.followed_ends import followed
from derive.solving.noise import is_apparent
from derive.solving.reduction import minimal
from derive.solving.value_search import SearchWork

Stated = Mapping[Var, Known]


def coupled_contradiction(
    system: EquationSystem, stated: Stated, target: Var, solved: bool
) -> Conflict | None:
    """The contradiction of stated values by the first coupled relations to which no values of the
    variables left open are a solution; None where there is one, or a search comes to no end. Those
    by which a target is `solved` have one.
    """
    free = mattering(system, stated, frozenset((target,)))
    state = knowledge(system, stated, free=free)
    for variables, relations in () if state.contradictory else _coupled(state, stated):
        if not (solved and target in variables):
            search = partial(_conflict, system, stated, free, state, variables, relations)
            key = values_of(stated), free, variables
            conflict = system.compiled.recent("coupled", key, search)
            if conflict is not None:
                return conflict
    return None


def _conflict(
    system: EquationSystem,
    stated: Stated,
    free: frozenset[Var],
    state: Knowledge,
    variables: tuple[Var, ...],
    relations: Sequence[Relation],
) -> Conflict | None:
    search = CompleteSearch(variables[0], variables)
    own = {v for relation in relations for v in relation.variables}
    behind = own.union(*(state.behind(v) for v in own & state.system.slots.keys()))
    some = {v: known for v, known in stated.items() if v in behind}
    conflict = conflict_by(search, system, some, free, relations)
    return conflict and replace(conflict, coupled=len(relations) > 1)


def _coupled(state: Knowledge, stated: Stated) -> Iterator[tuple[tuple[Var, ...], list[Relation]]]:
    """The open variables that coupled relations have in common, and these, of which there are no
    fewer: each variable stands in several of them, and propagation has reached one of them.
    """
    members = {
        i: [v for v in relation.variables if _is_open(state, v) and v not in stated]
        for i, relation in enumerate(state.system.relations)
        if i not in state.found.left_out
    }
    while alone := {v for v, many in Counter(chain(*members.values())).items() if many == 1}:
        members = {i: own for i, own in members.items() if alone.isdisjoint(own)}
    waiting = {i: own for i, own in members.items() if own}
    while waiting:
        shared, those = set(next(iter(waiting.values()))), list[int]()
        while more := [i for i, own in waiting.items() if not shared.isdisjoint(own)]:
            those += more
            shared.update(*(waiting.pop(i) for i in more))
        if len(shared) <= len(those) and not state.found.reached.isdisjoint(those):
            yield ordered(shared), [state.system.relations[i] for i in sorted(those)]


def _is_open(state: Knowledge, var: Var) -> bool:
    return var in state.system.slots and not math.isclose(*state.interval(var), rel_tol=BAND)


def conflict_by(
    search: CompleteSearch,
    system: EquationSystem,
    stated: Stated,
    free: frozenset[Var],
    relations: Sequence[Relation],
) -> Conflict | None:
    """The fewest stated values beside which a search finds no value, whatever their last digits, as
    far as the work for it goes; None where there are such digits, or all values are looked up.
    """
    work = SearchWork(2 * MOST_SEARCH)

    def contradictory(some: Collection[Var]) -> bool:
        if work.spent:
            return False
        fewer = {v: known for v, known in stated.items() if v in some}
        return values_by(search, knowledge(system, fewer, free=free), work) == ()

    if not contradictory(stated):
        return None
    least = ordered(minimal(ordered(stated), contradictory))
    if not any(stated[v].origin == Origin.GIVEN for v in least):
        return None
    names, last = tuple(v.name for v in least), relations[-1].name
    through, smallest = tuple(relations), not work.spent
    return Conflict(names, last, "", "", math.nan, through=through, smallest=smallest)


def values_by(
    search: CompleteSearch, state: Knowledge, work: SearchWork
) -> tuple[float, ...] | None:
    """The values that a search finds, in the variables that the system still has."""
    before, state = state.found.revised, followed(state)
    work.left -= state.found.revised - before
    if state.contradictory or search.target not in state.system.slots:
        return () if state.contradictory else None
    left = tuple(v for v in search.variables if v in state.system.slots)
    found = replace(search, variables=left).values(state, work)
    return found and tuple(x for x in found if not is_apparent(state, search.target, x))
