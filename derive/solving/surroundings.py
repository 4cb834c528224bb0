"""Surroundings of a question: the equations that interval propagation reads, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from derive.equations.var import Var
from derive.program.question import FixedValue, Surroundings
from derive.results.known import Known, Origin
from derive.solving.beginning import changed_relations, refuted_relation
from derive.solving.equation_system import EquationSystem
from derive.solving.hypothetical import hypothetical_places, made_from
from derive.solving.ideal_values import ideals_solved_for
from derive.solving.program_parts import ProgramParts
from derive.solving.query import Query, default_of
from derive.solving.query_preparation import exact_zeros, firm, settle, with_zero_products


def surroundings(
    parts: ProgramParts, stated: Mapping[Var, Known], varying: Set[Var], query: Query
) -> Surroundings:
    """The equations and values that propagation reads beside the `varying` ones among those
    stated.
    """
    settled, known = settle(parts.system, None, stated, varying)
    system, zeros = settled, exact_zeros(known)
    if zeros:
        system = with_zero_products(settled, zeros, firm(known))
    sides = enumerate(map(parts.sides, system.relations))
    pairs = {i: pair for i, pair in sides if pair is not None}
    places = {i: number for number, i in enumerate(pairs)}
    return Surroundings(
        tuple(pairs.values()),
        tuple(_places(parts, system, places, known.keys())),
        _fixed(parts, (k for v, k in known.items() if v not in varying and v in system.slots)),
        _fixed(parts, (default_of(v) for v in _defaults(query))),
        tuple(places[i] for i in changed_relations(settled, system) if i in places),
        refuted_relation(system, zeros) is not None,
        _fixed(parts, map(default_of, ideals_solved_for(query))),
    )


def _places(
    parts: ProgramParts, system: EquationSystem, usable: Mapping[int, int], known: Set[Var]
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    slots, made = parts.system.slots, made_from(system)
    for var, i in hypothetical_places(system):
        stated = sorted(slots[v] for v in made[var] & known if v != var)
        if i in usable:
            yield slots[var], usable[i], tuple(stated)


def _defaults(query: Query) -> Iterator[Var]:
    """The defaults that an answer on the way names."""
    touched = {v for relation in query.used for v in relation.variables}
    return (v for v, k in query.in_force.items() if k.origin == Origin.DEFAULT and v in touched)


def _fixed(parts: ProgramParts, known: Iterable[Known]) -> tuple[FixedValue, ...]:
    slots = parts.system.slots
    return tuple(
        FixedValue(slots[k.var], k.value, str(k.origin), k.assumed and k.var.ideal, k.tolerance)
        for k in known
        if k.origin != Origin.COMPUTED
    )
