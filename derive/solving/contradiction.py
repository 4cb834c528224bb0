"""Contradiction: a smallest set of stated values that interval propagation proves contradictory."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from derive.equations.relation import Relation
from derive.equations.var import Var, ordered
from derive.results.conflict import Conflict
from derive.results.known import Known, Origin
from derive.solving.beginning import is_limited
from derive.solving.consistency import Knowledge, knowledge, mattering, values_of
from derive.solving.equation_system import EquationSystem
from derive.solving.followed_ends import followed, taken_as_followed
from derive.solving.precedence import precedence
from derive.solving.reduction import minimal, minimal_core
from derive.solving.usual_values import holding

Stated = Mapping[Var, Known]
_Know = Callable[..., Knowledge]  # from stated values, perhaps with some variables `unlimited`
_FEW = 16  # values of which a smallest set is looked for in two orders


def contradiction(
    system: EquationSystem, stated: Stated, rtol: float = 0.0, free: frozenset[Var] = frozenset()
) -> Conflict | None:
    """A smallest set of stated values that interval propagation proves contradictory, beyond
    `rtol`, beside the usual values that hold with all of them; none of looked-up values alone. Its
    values are left to be explained. Wherever it may, it is one that does not depend on which of the
    absent features is asked for, and with it is `free`. None beyond an endless `rtol`, with which
    any value may yield.
    """
    if math.isinf(rtol):
        return None
    system = precedence(system, None, stated).settled
    free = mattering(system, stated, free)
    found, without = _common(system, stated, rtol)
    if found is not None and _remains(system, found, stated, free, without):
        return found
    return _found(system, stated, rtol, free)


def clash_alone(system: EquationSystem, some: Stated, stated: Stated, free: frozenset[Var]) -> bool:
    """Whether some of stated values contradict each other without the rest, if these do at all: of
    `v = u x` and `v = u y` two values of x and y may both hold, where u is zero.
    """

    def clash(values: Stated) -> bool:
        return taken_as_followed(knowledge(system, values, free=free)).contradictory

    return clash(some) or not clash(stated)


def clash_within_floats(
    system: EquationSystem, stated: Stated, rtol: float, free: frozenset[Var]
) -> bool:
    """Whether the fewest values that contradict each other do so at sizes that floats hold."""
    conflict = contradiction(system, stated, rtol, free)
    some = {v: known for v, known in stated.items() if conflict and v.name in conflict.names}
    return bool(some) and knowledge(system, some, free=free).found.within_floats


def _common(
    system: EquationSystem, stated: Stated, rtol: float
) -> tuple[Conflict | None, frozenset[Var]]:
    """The contradiction with all absent features free; where there is none, with as many of them
    free as it takes for the same one to be told whichever is asked for. With it those that are.
    """
    absent = mattering(system, stated, frozenset(v for v in holding(system) if v.absent_feature))
    found = _found(system, stated, rtol, absent)
    if found is not None:
        return found, absent
    free, state = frozenset[Var](), taken_as_followed(knowledge(system, stated))
    for feature in ordered(absent) if state.contradictory else ():
        asked = free | {feature}
        other = state
        if feature in state.causes:
            other = taken_as_followed(knowledge(system, stated, free=asked))
        if other.contradictory:
            free, state = asked, other
    return _found(system, stated, rtol, free), free


def _remains(
    system: EquationSystem,
    conflict: Conflict,
    stated: Stated,
    free: frozenset[Var],
    without: frozenset[Var],
) -> bool:
    """Whether the stated values of a conflict contradict each other with some values free: those
    that were proven to `without` more do, whether propagation shows it with fewer or not.
    """
    those = {v: stated[v] for v in ordered(stated) if v.name in conflict.names}
    more = mattering(system, those, free) - without
    if more.isdisjoint(taken_as_followed(knowledge(system, those, free=without)).causes):
        return True
    return followed(knowledge(system, those, free=free)).contradictory


def _found(
    system: EquationSystem, stated: Stated, rtol: float, free: frozenset[Var]
) -> Conflict | None:
    key = values_of(stated), rtol, free
    return system.compiled.recent(
        "contradiction", key, lambda: _contradiction(system, stated, rtol, free)
    )


def _contradiction(
    system: EquationSystem, stated: Stated, rtol: float, free: frozenset[Var]
) -> Conflict | None:
    rest = dict(stated)
    while (ways := _refuting(system, rest, free)) is not None:
        looked_up = {v: known for v, known in rest.items() if known.origin == Origin.LOOKED_UP}
        alone = _refuting(system, looked_up, free)
        know, among = (ways[-1], rest) if alone is None else (alone[-1], looked_up)
        least, state, found = _smallest(system, among, free, alone or ways)
        mended = rtol and any(_agrees_with(least, v, rtol, know) for v in least)
        if not mended and any(known.origin == Origin.GIVEN for known in least.values()):
            names = tuple(v.name for v in ordered(least))
            through = tuple(_behind_it(precedence(system, None, least).system, state))
            return Conflict(names, state.failing, "", "", math.nan, through=through, smallest=found)
        if not least:
            break
        del rest[_last(least, lambda v: _refuting(system, _without(rest, v), free) is None)]
    return None


def _last(least: Iterable[Var], enough: Callable[[Var], bool]) -> Var:
    """The last of some variables without whose value all others agree, or the last of all."""
    last_first = ordered(least)[::-1]
    return next(filter(enough, last_first), last_first[0])


def _without(stated: Stated, var: Var) -> Stated:
    return {v: known for v, known in stated.items() if v != var}


def _refuting(
    system: EquationSystem, stated: Stated, free: frozenset[Var]
) -> tuple[_Know, ...] | None:
    """The knowledge by which stated values contradict each other: as it is, a quick one before it,
    or where that shows nothing a guess of it with the ends on their way to infinity followed, of
    the quick one first, and what proves the guess and takes longer. None where they agree.
    """

    def quick(some: Stated, unlimited: frozenset[Var] = frozenset()) -> Knowledge:
        return knowledge(system, some, free=free, unlimited=unlimited, quick=True)

    def plain(some: Stated, unlimited: frozenset[Var] = frozenset()) -> Knowledge:
        return knowledge(system, some, free=free, unlimited=unlimited)

    def hasty(some: Stated, unlimited: frozenset[Var] = frozenset()) -> Knowledge:
        return taken_as_followed(quick(some, unlimited))

    def guess(some: Stated, unlimited: frozenset[Var] = frozenset()) -> Knowledge:
        return taken_as_followed(plain(some, unlimited))

    def far(some: Stated, unlimited: frozenset[Var] = frozenset()) -> Knowledge:
        return followed(plain(some, unlimited))

    for ways in ((quick, plain), (plain,), (hasty, far), (guess, far)):
        if all(know(stated).contradictory for know in ways):
            return ways
    return None


def _behind_it(system: EquationSystem, state: Knowledge) -> Iterator[Relation]:
    """The relations of a system that took part in a contradiction as they are, and those that exact
    zeros have changed or made say nothing more.
    """
    kept, reached = set(map(id, state.system.relations)), set(map(id, state.reached))
    yield from (r for r in system.relations if id(r) in reached or id(r) not in kept)


def _smallest(
    system: EquationSystem, stated: Stated, free: frozenset[Var], ways: Sequence[_Know]
) -> tuple[dict[Var, Known], Knowledge, bool]:
    """A smallest contradictory set of the stated values, without any one of which they agree, what
    is known by it, and whether it was found; all of them where what is told to be one is not.
    Ranges of what is not stated are spared if the values contradict each other without them. A
    guess is proven for all sets that were tried if it is for the smallest.
    """
    proof = ways[-1]
    for know in ways:
        least, unlimited = _smallest_by(know, system, stated, free)
        for spared in (frozenset[Var](), unlimited):  # with all limits, some is missed
            state = proof(least, spared)
            if state.contradictory:
                return least, state, True
    return dict(stated), proof(stated), False


def _smallest_by(
    know: _Know, system: EquationSystem, stated: Stated, free: frozenset[Var]
) -> tuple[dict[Var, Known], frozenset[Var]]:
    """A smallest set that is contradictory by this knowledge, and the variables it is without
    limits of.
    """
    limited = frozenset(v for v in system.variables if v not in stated and is_limited(v, free))
    alone = know(stated, limited).contradictory
    unlimited = limited if alone else frozenset[Var]()
    stated = _behind({v: stated[v] for v in ordered(stated)}, unlimited, know) or stated
    order, agreeing = ordered(stated), list[frozenset[Var]]()

    def contradictory(some: Collection[Var]) -> bool:
        those = frozenset(some)
        if any(those <= more for more in agreeing):  # a part of values that agree
            return False
        found = know(only(those), unlimited).contradictory
        if not found:
            agreeing.append(those)
        return found

    def only(some: Collection[Var]) -> Stated:
        return {v: known for v, known in stated.items() if v in some}

    def core(some: Collection[Var]) -> Collection[Var] | None:
        fewer = only(frozenset(some))
        return _behind(fewer, unlimited, know) if contradictory(some) else None

    if len(order) > _FEW:
        needed = minimal_core(order[::-1], core)
    else:
        needed = min((minimal(those, contradictory) for those in (order[::-1], order)), key=len)
    return {v: known for v, known in stated.items() if v in needed}, unlimited


def _behind(stated: Stated, unlimited: frozenset[Var], know: _Know) -> Stated | None:
    """The stated values from which a contradiction follows, all where those behind it as far as is
    known are not contradictory alone; None where they agree.
    """
    found = know(stated, unlimited)
    if not found.contradictory:
        return None
    some = {v: known for v, known in stated.items() if v in found.causes}
    if len(some) == len(stated) or len(some) + 1 == len(stated) > _FEW:  # not worth the trial
        return stated
    alone = know(some, unlimited).contradictory
    return some if alone else stated


def _agrees_with(stated: Stated, var: Var, rtol: float, know: _Know) -> bool:
    """Whether the values agree with a tolerance of one of them wider by `rtol`."""
    known = stated[var]
    wider = {**stated, var: replace(known, tolerance=known.tolerance + rtol)}
    return not know(wider).contradictory
