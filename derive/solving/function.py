"""Functions of floats, planned and compiled once, for curves and tight loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from derive.equations.var import Var
from derive.errors import DeclarationError
from derive.solving.compilation import compiled_plan, reader_of
from derive.solving.composition import by_name
from derive.solving.equation_system import EquationSystem
from derive.solving.givens import read_value


def make_function(
    system: EquationSystem, target: Var, inputs: Sequence[Var]
) -> Callable[..., float]:
    """The target as a function of the inputs, all in declared units. Raises DeclarationError if it
    is not one formula of the inputs.
    """
    query = by_name(system, target, inputs)
    system = query.system
    blocks = compiled_plan(system, query.plan)
    if any(len(b.branches) != 1 or b.data.branches[0].formula is None for b in blocks):
        raise DeclarationError(target.name, "its value depends on a regime", "Ask `solve` instead.")
    reader = reader_of(system)
    program = [
        (b.block.solves, reader.function(number))
        for b in blocks
        for number in [b.data.branches[0].formula]
        if number is not None
    ]
    start: list[float | None] = [None] * len(system.variables)
    for var, known in query.in_force.items():
        start[system.slots[var]] = known.value
    places = [(system.slots[var], var.unit.factor) for var in inputs]
    result, scale = system.slots[target], target.unit.factor
    head, (last_slot, last) = program[:-1], program[-1]
    assert last_slot == result

    def function(*values: float) -> float:
        slots = start.copy()
        for (slot, factor), value in zip(places, values, strict=True):
            slots[slot] = value * factor
        for slot, formula in head:
            slots[slot] = formula(slots)
        return float(last(slots)) / scale

    return function


def over_quantities(
    function: Callable[..., float], target: Var, inputs: Sequence[Var]
) -> Callable[..., Any]:
    """The function over pint quantities; unit factors are cached. Raises GivenError."""
    factors: dict[tuple[Any, int], float] = {}

    def factor_of(quantity: Any, k: int) -> float:
        key = (quantity.units, k)
        if key not in factors:
            factors[key] = read_value(inputs[k], quantity.units * 1.0).value / inputs[k].unit.factor
        return factors[key]

    def wrapped(*quantities: Any) -> Any:
        numbers = [
            quantity.magnitude * factor_of(quantity, k) for k, quantity in enumerate(quantities)
        ]
        return target.unit.quantity(function(*numbers))

    return wrapped
