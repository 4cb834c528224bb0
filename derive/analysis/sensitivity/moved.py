"""The same question with one known value moved: which world then follows from the one looked at."""

from __future__ import annotations

import math

from derive.equations.var import Var
from derive.solving.propagate import World
from derive.solving.query import Inquiry


def value_in(inquiry: Inquiry, world: World) -> float:
    """The target's value (base units) in a world that has one."""
    return float(world.values[inquiry.system.slots[inquiry.target]])


def moved(inquiry: Inquiry, world: World, var: Var, value: float) -> tuple[Inquiry, World] | None:
    """The inquiry solved anew with `var` at another value, and the world there that continues this
    one.

    Where several values answer, the one of the same regime, else the nearest. None where no single
    value follows, or the value lies outside the variable's range.
    """
    if not var.admits(value):
        return None
    asked = inquiry.with_value(var, value)
    worlds = [other for other in asked.outcomes.worlds if other.interval is None]
    if not worlds or len(worlds) < len(asked.outcomes.worlds):
        return None
    here = value_in(inquiry, world)

    def strangeness(other: World) -> tuple[bool, float]:
        return _regimes(other) != _regimes(world), _distance(value_in(inquiry, other), here)

    return asked, min(worlds, key=strangeness)


def _regimes(world: World) -> tuple[str, ...]:
    return tuple(branch.regime for _, branch in world.path)


def _distance(one: float, other: float) -> float:
    return abs(math.log(one / other)) if one * other > 0 else math.inf if one != other else 0.0
