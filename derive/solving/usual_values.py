"""Usual values: conventions, absent features, and what follows from them alone."""

from __future__ import annotations

import math
from functools import lru_cache

from derive.equations.var import Var, ordered
from derive.program.tolerances import CLOSE
from derive.results.known import Known, Origin
from derive.solving.equation_system import EquationSystem
from derive.solving.query import default_of, quick_value


def holding(system: EquationSystem) -> tuple[Var, ...]:
    """The variables whose convention or absent feature may hold, in nomenclature order."""

    def found() -> tuple[Var, ...]:
        absent = (v for v in system.variables if v.absent_feature)
        able = dict.fromkeys([*system.conventional, *absent])
        return ordered(v for v in able if system.held is None or v in system.held)

    return system.compiled.once("holding", (), found)


def usual_reach(system: EquationSystem) -> frozenset[Var]:
    """The variables with a usual value: conventions, absent features, and what follows from them
    alone.
    """
    number, variables = system.slots, system.structure.variables

    def reached() -> frozenset[Var]:
        slots = frozenset(number[v] for v in holding(system))
        return frozenset(variables[j] for j in system.propagation(slots).known)

    return system.compiled.once("usual reach", (), reached)


def usual_value(system: EquationSystem, var: Var) -> float | None:
    """The value (base units) of a variable by conventions and absent features alone, or None."""
    if var.holds is not None:
        return var.holds.value
    known = {v: held_value(v) for v in holding(system)}
    return system.compiled.once("usual value", var, lambda: quick_value(system, var, known))


@lru_cache(maxsize=1024)
def held_value(var: Var) -> Known:
    """A variable's convention, or the default of its absent feature, as a known value."""
    if var.convention is None:
        return default_of(var)
    return Known(var, var.convention.value, Origin.CONVENTION, written=var.convention.text)


def replaced_text(var: Var) -> str:
    """The remark on a convention that stated values replace without leaving one value."""
    meant = f" ({var.meaning})" if var.meaning else ""
    usual = f"{var.name} = {held_value(var).text}"
    return f"what is given replaces {usual}, its value by convention{meant}"


def is_one(var: Var) -> bool:
    """Whether a variable is one of its kind, such as one GPU: it turns a count into a number."""
    return var.convention is not None and var.convention.value == 1.0 and bool(var.unit.dimension)


def is_value(known: Known, value: float) -> bool:
    """Whether a value is a stated one, by its digits, or one of a stated interval."""
    if known.uncertain is not None:
        return known.uncertain.low <= value <= known.uncertain.high
    return math.isclose(value, known.value, rel_tol=known.tolerance + CLOSE)
