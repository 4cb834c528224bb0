"""Values of variables at an end, other than infinity, that their range leaves out."""

from __future__ import annotations

import math
from collections.abc import Mapping

from derive.equations.var import Var
from derive.program.tolerances import LEAST_TOLERANCE, POINT, SHARP
from derive.results.known import Known
from derive.solving.consistency import Knowledge, knowledge
from derive.solving.equation_system import EquationSystem

Stated = Mapping[Var, Known]
_SHRUNK = 8.0  # by which a value that is zero shrinks with what the last digits leave open


def at_open_end(
    system: EquationSystem, stated: Stated, state: Knowledge, free: frozenset[Var]
) -> Var | None:
    """The variable, if any, whose one value is an end other than zero that its range leaves out."""
    near = reaching_open_ends(state)
    sharp = knowledge(system, stated, width=SHARP, free=free) if near else state
    ends = (v for v in near if _reaches_open_end(v, sharp))
    return next((v for v in ends if math.isclose(*sharp.interval(v), rel_tol=POINT)), None)


def at_open_zero(system: EquationSystem, stated: Stated, free: frozenset[Var]) -> Var | None:
    """The variable, if any, that the last digits of the stated values alone keep above a zero that
    its range leaves out.
    """
    sharp, wide = (
        knowledge(system, stated, width=width, free=free) for width in (SHARP, LEAST_TOLERANCE)
    )
    if sharp.contradictory or wide.contradictory:
        return None
    ends = ((v, sharp.end(v, "high"), wide.end(v, "high")) for v in _positive(sharp.system))
    return next((v for v, high, wider in ends if _SHRUNK * high <= wider < math.inf), None)


def reaching_open_ends(state: Knowledge) -> list[Var]:
    """The variables whose values reach an end that their range leaves out."""
    return [v for v in _half_open(state.system) if _reaches_open_end(v, state)]


def _half_open(system: EquationSystem) -> tuple[Var, ...]:
    """The variables whose range leaves out a finite high end; a low one left out is zero."""

    def found() -> tuple[Var, ...]:
        bounds = ((v, v.bounds) for v in system.variables)
        return tuple(v for v, (_, high, _, is_open) in bounds if is_open and math.isfinite(high))

    return system.compiled.once("half open", (), found)


def _positive(system: EquationSystem) -> tuple[Var, ...]:
    """The variables whose range begins at a zero that it leaves out."""

    def found() -> tuple[Var, ...]:
        return tuple(v for v in system.variables if v.bounds[0] == 0.0 and not v.takes_zero)

    return system.compiled.once("positive", (), found)


def _reaches_open_end(var: Var, state: Knowledge) -> bool:
    """Whether the values reach the high end, and have not just stayed those of the range."""
    low, high = state.interval(var)
    return high == var.bounds[1] and low > var.bounds[0]
