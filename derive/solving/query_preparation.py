"""Preparation of queries: usual values added, exact zeros substituted."""

from __future__ import annotations

from collections.abc import Mapping, Set

from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.results.known import Known
from derive.solving.effort import is_route
from derive.solving.equation_system import EquationSystem
from derive.solving.precedence import precedence
from derive.solving.query import Query, computed, make_query, plan_of
from derive.solving.usual_values import held_value
from derive.structure.plan import Plan


def exact_zeros(known: Mapping[Var, Known]) -> frozenset[Var]:
    """The variables stated as exactly zero; not uncertain ones whose middle is zero."""
    return frozenset(
        v for v, k in known.items() if k.value == 0.0 and k.uncertain is None and k.stated
    )


def firm(known: Mapping[Var, Known]) -> frozenset[Var]:
    """The variables known not to be zero, though their range has zero in it."""
    return frozenset(v for v, k in known.items() if k.value and v.takes_zero)


def prepare(
    system: EquationSystem, target: Var | None, stated: Mapping[Var, Known]
) -> tuple[EquationSystem, dict[Var, Known]]:
    """The system with exact zeros substituted, and all values then known; the target, if there is
    one, is among them only where it becomes zero. Without a target, for propagation, with products
    that are zero by one of several factors.
    """
    settled, known = settle(system, target, stated)
    zeros = exact_zeros(known)
    if not zeros:
        return settled, known
    reduced, derived = settled.with_zeros(zeros, firm(known))
    if target is None:
        reduced = with_zero_products(settled, zeros, firm(known))
    known.update({v: computed(v, 0.0) for v in derived})
    return reduced, known


def unused(system: EquationSystem, query: Query, known: Mapping[Var, Known]) -> tuple[Var, ...]:
    """The givens that a query does without. An exact zero that was put into one of its relations is
    none of them, nor is any where a further variable became zero there.
    """
    zeros = exact_zeros(known)
    if not zeros:
        return query.unused
    names = {relation.name for relation in query.used}
    touched = {v for r in system.relations if r.name in names for v in r.variables}
    derived = any(v in touched and not k.stated and not k.value for v, k in known.items())
    needed = {v for v in zeros if derived or v in touched}
    return tuple(var for var in query.unused if var not in needed)


def with_zero_products(
    system: EquationSystem, zeros: frozenset[Var], nonzero: frozenset[Var]
) -> EquationSystem:
    """The system with exact zeros substituted, and the products that are zero by one of several
    factors: no plan can follow them, interval propagation can.
    """

    def make() -> EquationSystem:
        reduced, products = (
            system.with_zeros(zeros, nonzero)[0],
            zero_products(system, zeros, nonzero),
        )
        return reduced.within((*reduced.relations, *products)) if products else reduced

    return system.compiled.recent("zero products", (zeros, nonzero), make)


def zero_products(
    system: EquationSystem, zeros: frozenset[Var], nonzero: frozenset[Var]
) -> tuple[Relation, ...]:
    """The products that are zero by one of several factors, further zeros being put in too."""
    derived = system.with_zeros(zeros, nonzero)[1]
    return system.zero_substitution.products(zeros | derived, nonzero)


def settle(
    system: EquationSystem,
    target: Var | None,
    stated: Mapping[Var, Known],
    varying: Set[Var] = frozenset(),
) -> tuple[EquationSystem, dict[Var, Known]]:
    """The system without the relations that a stated value replaces, and the values known beside
    the target: the stated ones, conventions and absent features. See `precedence` for `varying`.
    """
    found = precedence(system, target, stated, varying)
    known = {var: item for var, item in stated.items() if var != target}
    for var in found.held:
        known.setdefault(var, held_value(var))
    return found.system, known


def query_or_none(
    system: EquationSystem,
    target: Var,
    stated: Mapping[Var, Known],
    rtol: float = 0.0,
    withheld: frozenset[Var] = frozenset(),
) -> Query | None:
    """The query with exact zeros substituted, and without the ideal values `withheld`; None if they
    make the target itself zero.
    """
    reduced, known = prepare(system, target, stated)
    if target in known:
        return None
    return make_query(reduced, target, known, rtol, withheld=withheld)


def determined_or_none(
    system: EquationSystem,
    target: Var,
    stated: Mapping[Var, Known],
    rtol: float = 0.0,
    withheld: frozenset[Var] = frozenset(),
) -> Query | None:
    """The query of `query_or_none`, None also unless its plan leads to the target."""
    query = query_or_none(system, target, stated, rtol, withheld)
    return query if query is not None and query.plan.determined else None


def query_by_ideals(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known], withheld: frozenset[Var]
) -> Query | None:
    """The query of `determined_or_none`, None also unless its plan assumes an ideal value and is no
    longer than one that explains, which is known before any of its blocks is solved.
    """
    reduced, known = prepare(system, target, stated)
    if target in known:
        return None
    plan = plan_of(reduced, target, known, withheld=withheld)
    assumed = (reduced.structure.variables[j] for j in plan.assumed)
    if not (plan.determined and any(var.ideal for var in assumed) and is_route(reduced, plan)):
        return None
    return make_query(reduced, target, known, 0.0, withheld=withheld)


def leads_to(system: EquationSystem, target: Var, stated: Mapping[Var, Known]) -> bool:
    """Whether stated values lead to a target, or make it zero."""
    query = query_or_none(system, target, stated)
    return query is None or query.plan.determined


def route_or_none(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known], rtol: float = 0.0
) -> Query | None:
    """The query of a route that explains, whose blocks are solved as they are planned; None also if
    its plan is open, or too long for that.
    """
    reduced, known = prepare(system, target, stated)
    if target in known or target not in reduced.slots:
        return None
    plan = plan_of(reduced, target, known)
    able = plan.determined and is_route(reduced, plan)
    return Query(reduced, target, dict(known), plan, rtol) if able else None


def query_of_known(
    system: EquationSystem, target: Var, known: Mapping[Var, Known], rtol: float
) -> Query:
    """The query for a target that is known already, such as a vanishing one; its plan is empty."""
    slots = frozenset(system.slots[v] for v in known if v in system.slots)
    return Query(system, target, dict(known), Plan(system.slots[target], known=slots), rtol)
