"""Vanishing: what exact zeros make zero, and a value stated for it that is not."""

from __future__ import annotations

import math
from collections.abc import Mapping

from derive.derivation.answer import Conflict, Route
from derive.derivation.known import GIVEN, LOOKED_UP, Known
from derive.equations.var import Var
from derive.solving.system import System
from derive.units.display import format_value


def exact_zeros(known: Mapping[Var, Known]) -> frozenset[Var]:
    """What is stated to be exactly zero; an uncertain value whose middle happens to be zero is
    not.
    """
    return frozenset(
        v
        for v, k in known.items()
        if k.value == 0.0 and k.uncertain is None and k.origin in (GIVEN, LOOKED_UP)
    )


def vanishing_conflict(system: System, stated: Mapping[Var, Known]) -> Conflict | None:
    """The clash of a stated value with the fewest zeros, stated too, that make it zero."""
    zeros = exact_zeros(stated)
    if not zeros:
        return None
    clashing = [
        v
        for v in system.with_zeros(zeros)[1]
        if v in stated and stated[v].value and stated[v].origin == GIVEN
    ]
    if not clashing:
        return None
    var = min(clashing, key=_order)
    for zero in sorted(zeros, key=_order):
        zeros = zeros - {zero} if var in system.with_zeros(zeros - {zero})[1] else zeros
    needed = {v: stated[v] for v in sorted(zeros, key=_order)}
    from derive.solving.question import answer_at

    derived = answer_at(system, var, needed)
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


def _order(var: Var) -> tuple[int, str]:
    return var.rank, var.name
