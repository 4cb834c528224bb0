"""Vanishing variables: zero as a consequence of exact zeros, and stated values that differ."""

from __future__ import annotations

import math
from collections.abc import Mapping

import sympy

from derive.equations.var import Var, ordered
from derive.results.answer import Solved
from derive.results.conflict import Conflict, Route
from derive.results.known import Known, Origin
from derive.results.solution import AnswerValue, Solution
from derive.solving.equation_system import EquationSystem
from derive.solving.query_preparation import exact_zeros, prepare
from derive.units.display import format_value


def vanishing_conflict(system: EquationSystem, stated: Mapping[Var, Known]) -> Conflict | None:
    """The conflict of a stated value with the fewest stated zeros that make it zero."""
    zeros = exact_zeros(stated)
    if not zeros:
        return None
    clashing = [
        v
        for v in system.with_zeros(zeros)[1]
        if v in stated and stated[v].value and stated[v].origin == Origin.GIVEN
    ]
    if not clashing:
        return None
    var = ordered(clashing)[0]
    for zero in ordered(zeros):
        zeros = zeros - {zero} if var in system.with_zeros(zeros - {zero})[1] else zeros
    needed = {v: stated[v] for v in ordered(zeros)}
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
