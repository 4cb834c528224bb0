"""Vanishing variables: zero as a consequence of exact zeros, and stated values that differ."""

from __future__ import annotations

import math
from collections.abc import Mapping

import sympy

from derive.display import enumeration
from derive.equations.expression import replace
from derive.equations.plain import plain
from derive.equations.relation import Relation
from derive.equations.var import Var, ordered
from derive.results.answer import Solved
from derive.results.conflict import Conflict, Route
from derive.results.known import Known, Origin
from derive.results.solution import AnswerValue, Solution
from derive.solving.equation_system import EquationSystem
from derive.solving.precedence import precedence
from derive.solving.query_preparation import exact_zeros, firm, prepare, zero_products
from derive.units.display import format_value


def vanishing_conflict(system: EquationSystem, stated: Mapping[Var, Known]) -> Conflict | None:
    """The conflict of a stated value with the fewest stated ones that make it zero."""
    zeros, nonzero = exact_zeros(stated), firm(stated)
    if not zeros:
        return None
    system = precedence(system, None, stated).system
    values = ordered(
        v for v, known in stated.items() if known.value and known.origin == Origin.GIVEN
    )
    makes_zero = system.zero_substitution.makes_zero
    able = system.zero_substitution.may_vanish(zeros, nonzero)
    var = next((v for v in values if v in able and makes_zero(v, zeros, nonzero - {v})), None)
    if var is None:
        return None
    nonzero &= system.zero_substitution.may_vanish(zeros, nonzero - {var})
    for each in ordered({*zeros, *nonzero}):
        if makes_zero(var, zeros - {each}, nonzero - {each, var}):
            zeros, nonzero = zeros - {each}, nonzero - {each}
    needed = {v: stated[v] for v in ordered({*zeros, *nonzero} - {var})}
    derived = zero_answer(system, var, prepare(system, var, needed)[1])
    names = tuple(v.name for v in needed)
    return Conflict(
        (var.name, *names),
        derived.relations[-1].name if derived.relations else "",
        f"{var.name} given as {stated[var].text}",
        f"{var.name} from {', '.join(names)} {format_value(0.0, var.unit)}",
        math.inf,
        var=var,
        routes=(
            Route((stated[var],), stated[var].value),
            Route(tuple(needed.values()), 0.0, derived),
        ),
    )


def lost_point(system: EquationSystem, target: Var, stated: Mapping[Var, Known]) -> tuple[str, ...]:
    """The remark on a target defined as a point that zeros leave without a relation; else none."""
    zeros, nonzero = exact_zeros(stated), firm(stated)
    if target.at is None or not zeros or not _is_lost(system, target, zeros, nonzero):
        return ()
    for zero in ordered(zeros):
        if _is_lost(system, target, zeros - {zero}, nonzero):
            zeros = zeros - {zero}
    names = " and ".join(v.name for v in ordered(zeros))
    verb = "is" if len(zeros) == 1 else "are"
    name = next(r.name for r in system.relations if target in r.variables)
    return (f"where {names} {verb} zero, {name} fixes no {target.name}: there is no such point",)


def one_of_factors(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known]
) -> tuple[str, ...]:
    """The remarks on relations by which, with the zeros stated, one of several factors is zero, the
    target in one of them: no plan can follow them.
    """
    zeros, nonzero = exact_zeros(stated), firm(stated)
    products = zero_products(system, zeros, nonzero) if zeros else ()
    return tuple(
        f"by {relation.name} one of {enumeration(_factors(relation))} is zero"
        for relation in products
        if target in relation.variables
    )


def _factors(relation: Relation) -> list[str]:
    """The factors of a product that is zero, but for numbers."""
    factors = (f.as_base_exp()[0] for f in sympy.Mul.make_args(relation.left) if not f.is_Number)
    return [plain(factor) for factor in factors]


def _is_lost(
    system: EquationSystem, target: Var, zeros: frozenset[Var], nonzero: frozenset[Var]
) -> bool:
    """Whether the target drops out of all its relations with these zeros, or they divide by one."""
    vanishing = system.with_zeros(zeros, nonzero)[1]
    mapping = dict.fromkeys((*zeros, *vanishing), sympy.S.Zero)
    sides = [
        replace(side, mapping)
        for r in system.relations
        if target in r.variables
        for side in (r.left, r.right)
    ]
    infinite = any(side.has(sympy.zoo, sympy.oo) for side in sides)
    rest = frozenset().union(*(side.free_symbols for side in sides))
    if not sides or any(side.has(sympy.nan) for side in sides):
        return False
    return infinite or target not in rest


def zero_answer(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known], notes: tuple[str, ...] = ()
) -> Solved:
    """The answer for a target that exact zeros make zero."""
    relation = next((r for r in system.all_relations if r.subject == target), None)
    vanishing = tuple(known for known in stated.values() if known.value == 0.0 and known.stated)
    stating = () if relation is None else (relation,)
    return Solved(
        target=target,
        solution=Solution((AnswerValue(0.0),), formula=sympy.S.Zero),
        known=vanishing,
        relations=stating,
        warnings=notes,
    )
