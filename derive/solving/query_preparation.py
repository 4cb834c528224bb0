"""Preparation of queries: conventions added, exact zeros substituted."""

from __future__ import annotations

from collections.abc import Mapping

from derive.equations.var import Var
from derive.results.known import Known, Origin
from derive.solving.equation_system import EquationSystem
from derive.solving.query import Query, computed, make_query
from derive.structure.plan import Plan


def exact_zeros(known: Mapping[Var, Known]) -> frozenset[Var]:
    """The variables stated as exactly zero; not uncertain ones whose middle is zero."""
    return frozenset(
        v for v, k in known.items() if k.value == 0.0 and k.uncertain is None and k.stated
    )


def prepare(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known]
) -> tuple[EquationSystem, dict[Var, Known]]:
    """The system with exact zeros substituted, and all values then known; the target is among them
    only where it becomes zero.
    """
    known = with_conventions(
        system, target, {var: item for var, item in stated.items() if var != target}
    )
    zeros = exact_zeros(known)
    if not zeros:
        return system, known
    reduced, derived = system.with_zeros(zeros)
    known.update({v: computed(v, 0.0) for v in derived})
    return reduced, known


def with_conventions(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known]
) -> dict[Var, Known]:
    """The givens, and the conventions of the other variables of the system."""
    known = dict(stated)
    for var in system.conventional:
        if var not in known and var != target:
            assert var.convention is not None
            known[var] = Known(
                var, var.convention.value, Origin.CONVENTION, written=var.convention.text
            )
    return known


def query_or_none(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known], rtol: float = 0.0
) -> Query | None:
    """The query with exact zeros substituted; None if they make the target itself zero."""
    reduced, known = prepare(system, target, stated)
    return None if target in known else make_query(reduced, target, known, rtol)


def query_of_known(
    system: EquationSystem, target: Var, known: Mapping[Var, Known], rtol: float
) -> Query:
    """The query for a target that is known already, such as a vanishing one; its plan is empty."""
    slots = frozenset(system.slots[v] for v in known if v in system.slots)
    return Query(system, target, dict(known), Plan(system.slots[target], known=slots), rtol)
