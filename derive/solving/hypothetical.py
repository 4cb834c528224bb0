"""Relations of what need not exist: points where times would be equal, margins of constraints."""

from __future__ import annotations

from collections.abc import Iterator, Set

from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.solving.equation_system import EquationSystem


def hypothetical(system: EquationSystem, stated: Set[Var]) -> frozenset[int]:
    """The relations of what need not exist and nobody speaks of: points, such as the context at
    which two times would be equal, and margins, such as the room that a constraint leaves.
    """
    return frozenset(i for var, i in hypothetical_places(system) if var not in stated)


def hypothetical_places(system: EquationSystem) -> tuple[tuple[Var, int], ...]:
    """The points and margins of a system, each with the relations that state it."""
    return system.compiled.once("hypothetical", None, lambda: tuple(_points_and_margins(system)))


def _points_and_margins(system: EquationSystem) -> Iterator[tuple[Var, int]]:
    defining = {r.subject: r for r in system.relations if r.subject is not None}
    limits = [frozenset(constraint.variables) for constraint in system.constraints]

    def inputs(relation: Relation, limit: Set[Var], depth: int = 2) -> frozenset[Var]:
        """The variables without an ideal that a relation's subject comes from, those of a
        constraint as they are.
        """
        found: set[Var] = set()
        for var in relation.variables:
            deeper = defining.get(var) if depth and var not in limit else None
            if var != relation.subject and not var.ideal:
                found |= {var} if deeper is None else inputs(deeper, limit, depth - 1)
        return frozenset(found)

    for i, relation in enumerate(system.relations):
        yield from ((v, i) for v in relation.variables if v.at is not None)
        subject = relation.subject
        if subject is not None and any(inputs(relation, limit) == limit for limit in limits):
            yield subject, i
