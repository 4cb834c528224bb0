"""Contradiction: a smallest set of stated values that interval propagation proves contradictory."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from derive.equations.relation import Relation
from derive.equations.var import Var, ordered
from derive.results.conflict import Conflict
from derive.results.known import Known, Origin
from derive.solving.beginning import is_limited
from derive.solving.consistency import Knowledge, knowledge, mattering, values_of
from derive.solving.equation_system import EquationSystem
from derive.solving.precedence import holding, precedence
from derive.solving.reduction import minimal

Stated = Mapping[Var, Known]


def contradiction(
    system: EquationSystem, stated: Stated, rtol: float = 0.0, free: frozenset[Var] = frozenset()
) -> Conflict | None:
    """A smallest set of stated values that interval propagation proves contradictory, beyond
    `rtol`, beside the usual values that hold with all of them; none of looked-up values alone. Its
    values are left to be explained. Wherever it may, it is the one found with all absent features
    free, else the one with nothing `free`: so it does not depend on which of them is asked for.
    """
    system = precedence(system, None, stated).settled
    free = mattering(system, stated, free)
    absent = mattering(system, stated, frozenset(v for v in holding(system) if v.absent_feature))
    for fewer in dict.fromkeys((absent, frozenset[Var]())):
        found = None if fewer == free else _found(system, stated, rtol, fewer)
        if found is not None and knowledge(system, _those(found, stated), free=free).contradictory:
            return found
    return _found(system, stated, rtol, free)


def _found(
    system: EquationSystem, stated: Stated, rtol: float, free: frozenset[Var]
) -> Conflict | None:
    key = values_of(stated), rtol, free
    return system.compiled.recent(
        "contradiction", key, lambda: _contradiction(system, stated, rtol, free)
    )


def _those(conflict: Conflict, stated: Stated) -> Stated:
    """The stated values in a conflict."""
    return {v: known for v, known in stated.items() if v.name in conflict.names}


def _contradiction(
    system: EquationSystem, stated: Stated, rtol: float, free: frozenset[Var]
) -> Conflict | None:
    rest = dict(stated)
    while knowledge(system, rest, free=free).contradictory:
        least = _smallest(system, rest, free)
        mended = rtol and any(_agrees_with(system, least, v, rtol, free) for v in least)
        if not mended and any(known.origin == Origin.GIVEN for known in least.values()):
            names = tuple(v.name for v in ordered(least))
            state = knowledge(system, least, free=free)
            through = tuple(_behind_it(precedence(system, None, least).system, state))
            return Conflict(names, state.failing, "", "", math.nan, through=through)
        if not least:
            break
        del rest[ordered(least)[-1]]
    return None


def _behind_it(system: EquationSystem, state: Knowledge) -> Iterator[Relation]:
    """The relations of a system that took part in a contradiction as they are, and those that exact
    zeros have changed or made say nothing more.
    """
    kept, reached = set(map(id, state.system.relations)), set(map(id, state.reached))
    yield from (r for r in system.relations if id(r) in reached or id(r) not in kept)


def _smallest(system: EquationSystem, stated: Stated, free: frozenset[Var]) -> dict[Var, Known]:
    """A smallest contradictory set of the stated values: without any one, no contradiction. Ranges
    of what is not stated are spared if the values contradict each other without them.
    """
    limited = frozenset(v for v in system.variables if is_limited(v) and v not in stated)
    alone = knowledge(system, stated, free=free, unlimited=limited).contradictory
    unlimited = limited if alone else frozenset[Var]()
    stated = _behind(system, stated, free, unlimited)
    agreeing, order = list[frozenset[Var]](), ordered(stated)

    def contradictory(some: Collection[Var]) -> bool:
        those = frozenset(some)
        if any(those <= more for more in agreeing):  # a part of values that agree
            return False
        fewer = {v: known for v, known in stated.items() if v in those}
        found = knowledge(system, fewer, free=free, unlimited=unlimited).contradictory
        if not found:
            agreeing.append(those)
        return found

    needed = min((minimal(those, contradictory) for those in (order[::-1], order)), key=len)
    return {v: known for v, known in stated.items() if v in needed}


def _behind(
    system: EquationSystem, stated: Stated, free: frozenset[Var], unlimited: frozenset[Var]
) -> Stated:
    """The stated values from which a contradiction followed, if they are contradictory alone."""
    arranged = {v: stated[v] for v in ordered(stated)}
    causes = knowledge(system, arranged, free=free, unlimited=unlimited).causes
    some = {v: known for v, known in stated.items() if v in causes}
    alone = knowledge(system, some, free=free, unlimited=unlimited).contradictory
    return some if alone else stated


def _agrees_with(
    system: EquationSystem, stated: Stated, var: Var, rtol: float, free: frozenset[Var]
) -> bool:
    """Whether the values agree with a tolerance of one of them wider by `rtol`."""
    known = stated[var]
    wider = {**stated, var: replace(known, tolerance=known.tolerance + rtol)}
    return not knowledge(system, wider, free=free).contradictory
