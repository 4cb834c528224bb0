"""Whether all relations in force admit the value of an answer, by one trial."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from derive.equations.var import Var
from derive.program.interval import Interval, around
from derive.program.presolve import always_holding
from derive.program.tolerances import REACH
from derive.results.answer import Answer, Infeasible, Solved
from derive.results.known import Known, assumed_ideals
from derive.solving.beginning import Beginning, beginning, contractor_of
from derive.solving.consistency import (
    Knowledge,
    from_usual_values,
    knowledge,
    knowledge_from,
    values_of,
    with_implied,
)
from derive.solving.equation_system import EquationSystem
from derive.solving.open_ends import reaching_open_ends

Stated = Mapping[Var, Known]


def surely_fits(system: EquationSystem, stated: Stated, answer: Answer) -> bool:
    """Whether it is plain that nothing speaks against the one value of an answer and the ideal
    values that it assumes: neither do the stated values contradict each other, nor does any
    relation refute it, nor is a variable at an end that its range leaves out.

    Equations that always hold for a variable of their own take no part in this trial.
    """
    if not _is_plain(stated, answer):
        return False
    taken = tuple((k.var, k.value) for k in assumed_ideals(answer.known))
    key = values_of(stated), answer.target, answer.values[0].value, taken
    return system.compiled.recent("fits", key, lambda: _surely_fits(system, stated, answer))


def _surely_fits(system: EquationSystem, stated: Stated, answer: Answer) -> bool:
    begun = beginning(system, stated, free=frozenset((answer.target,)))
    if answer.target not in begun.system.slots:
        return False
    held = _held(begun.system, answer)
    aside = _aside(begun, held)
    others = dict(sorted({**begun.others, **held}.items()))
    state = knowledge_from(begun._replace(left_out=begun.left_out | aside.relations, others=others))
    found = state.found
    if state.contradictory or found.spent or reaching_open_ends(state):
        return False
    return not any(found[node][1] <= 0.0 for node in aside.nodes)


class _Aside(NamedTuple):
    """Relations that hold whatever the others make of their variables, unless one of these, whose
    nodes are given, vanishes.
    """

    relations: frozenset[int]
    nodes: frozenset[int]


def _aside(begun: Beginning, held: Mapping[int, Interval]) -> _Aside:
    """The relations that say nothing of a beginning in which, moreover, some slots are held."""
    known = {**begun.assumed, **begun.others, **held}
    zeros = frozenset(slot for slot, (low, _) in known.items() if low <= 0.0)

    def found() -> _Aside:
        usual, contractor = from_usual_values(begun), contractor_of(begun.system)
        numbers = [i for i in range(len(begun.system.relations)) if i not in begun.left_out]
        changed = frozenset(begun.changed)  # what zeros have changed may say something
        nodes = ((slot, contractor.node_of[slot]) for slot in range(len(contractor.slots)))
        vanishing = {slot for slot, node in nodes if usual[node][1] <= 0.0}
        vanishing |= zeros
        relations = always_holding(contractor, numbers, known.keys(), vanishing, changed)
        made = filter(None, map(contractor.equation, relations))
        theirs = {contractor.node_of[slot] for equation in made for slot in equation.slots}
        return _Aside(relations, frozenset(theirs))

    key = frozenset(known), zeros, frozenset(begun.assumed), begun.left_out
    return begun.system.compiled.once("aside", key, found)


def fits_at_once(system: EquationSystem, stated: Stated, answer: Answer) -> bool:
    """Whether all relations admit the one value of an answer together with the ideal values that it
    assumes: then none of them is refuted. If not, each is to be tried by itself.
    """
    if not _is_plain(stated, answer):
        return False
    state = knowledge(system, stated, free=frozenset((answer.target,)))
    if state.contradictory or answer.target not in state.system.slots:
        return False
    found = state.contracted(_held(state.system, answer), followed=True)
    return not (found.contradictory or (answer.unused and with_products(found).contradictory))


def _is_plain(stated: Stated, answer: Answer) -> bool:
    """Whether an answer is one value of a variable that is not stated."""
    one = isinstance(answer, Solved | Infeasible) and len(answer.values) == 1
    return one and not (answer.intervals or answer.conflict or answer.target in stated)


def _held(system: EquationSystem, answer: Answer) -> dict[int, Interval]:
    """The ideal values that an answer assumes, and its own, by slot."""
    slots = system.slots
    held = {
        slots[k.var]: (k.value, k.value) for k in assumed_ideals(answer.known) if k.var in slots
    }
    return held | {slots[answer.target]: around(answer.values[0].value, REACH)}


def with_products(state: Knowledge) -> Knowledge:
    """The knowledge with the products whose factors its intervals have closed since."""
    found = state.found.copy()
    found.reached = {i for i in found.reached if i >= 0}
    return with_implied(state, found)
