"""The best in whole numbers: of variables that count things, every neighbour that can be best, or
all of them if they are few.
"""

from __future__ import annotations

import math

from derive.analysis.optimisation.best import best_of
from derive.analysis.optimisation.line import Best
from derive.analysis.optimisation.objective_function import ObjectiveFunction
from derive.analysis.optimisation.ranges import FreeVariable
from derive.analysis.optimisation.segments import LineScan, line_scan
from derive.equations.var import Var

ALL, MOST_OUTER = 1000, 80


def whole_best(
    function: ObjectiveFunction, best: Best
) -> tuple[dict[Var, float], float | None, str]:
    """Values (base units) with whole numbers where things are counted, the objective there, and how
    they were found.

    One variable is exact: between two candidates the objective rises, falls or stays, so the best
    whole number lies next to one. Of several, whole numbers of one are tried in turn, each with the
    best of the others. Empty when nothing is counted or no whole number is feasible.
    """
    counted = [choice for choice in function.choices if choice.var.whole]
    if not counted:
        return {}, None, ""
    if len(function.choices) == 1:
        return _on_a_line(function, counted[0])
    outer = min(counted, key=lambda choice: (_count(choice), choice.var.rank))
    numbers, how = _outer_numbers(outer, function, best)
    found: list[tuple[float, dict[Var, float]]] = []
    for number in numbers:
        held = {outer.var: number * outer.var.unit.factor}
        below = function.with_known(held)
        values, value = _inner(below)
        if values and value is not None:
            found.append((value, {**held, **values}))
    if not found:
        return {}, None, how
    least = min(function.sign * value for value, _ in found)
    alike = [pair for pair in found if function.sign * pair[0] <= least + 1e-12 * abs(least)]
    value, values = min(alike, key=lambda pair: [pair[1][v] for v in function.variables])
    return values, value, how


def _inner(function: ObjectiveFunction) -> tuple[dict[Var, float], float | None]:
    """The best of what is left once one number is held: in whole numbers where things are
    counted.
    """
    counted = any(choice.var.whole for choice in function.choices)
    best = best_of(function) if not counted or len(function.choices) > 1 else Best()
    if counted:
        values, value, _ = whole_best(function, best)
        return values, value
    return (
        {} if best.at is None else dict(zip(function.variables, best.at, strict=True))
    ), best.value


def _count(choice: FreeVariable) -> float:
    """How many whole numbers a range holds."""
    return (
        math.floor(choice.high / choice.var.unit.factor)
        - math.ceil(choice.low / choice.var.unit.factor)
        + 1
        if math.isfinite(choice.high)
        else math.inf
    )


def _outer_numbers(
    choice: FreeVariable, function: ObjectiveFunction, best: Best
) -> tuple[list[int], str]:
    factor = choice.var.unit.factor
    if _count(choice) <= MOST_OUTER:
        numbers = list(
            range(
                math.ceil(choice.low / factor - 1e-9), math.floor(choice.high / factor + 1e-9) + 1
            )
        )
        return numbers, f"all {len(numbers)} whole numbers of {choice.var.name} were tried"
    if best.at is None:
        return [], ""
    middle = best.at[function.variables.index(choice.var)] / factor
    around = {math.floor(middle) + k for k in range(-1, 3)} | {
        round(end / factor) for end in choice.ends
    }
    numbers = sorted(n for n in around if choice.admits(n * factor))
    return numbers, f"the whole numbers of {choice.var.name} next to the best number were tried"


def _on_a_line(
    function: ObjectiveFunction, choice: FreeVariable
) -> tuple[dict[Var, float], float | None, str]:
    factor, var = choice.var.unit.factor, choice.var
    if _count(choice) <= ALL:
        numbers = list(
            range(
                math.ceil(choice.low / factor - 1e-9), math.floor(choice.high / factor + 1e-9) + 1
            )
        )
        how = f"all {len(numbers)} whole numbers of {var.name} were tried"
    else:
        numbers, how = (
            _next_to_cuts(line_scan(function), factor),
            f"the whole numbers of {var.name} next to every candidate were tried",
        )
    samples = [function.sample((n * factor,)) for n in numbers]
    feasible = [
        (function.sign * sample.value, sample.at[0], sample.value)
        for sample in samples
        if sample.feasible and sample.value is not None
    ]
    if not feasible:
        return {}, None, how
    least = min(feasible)[0]
    _, x, value = min(
        (f for f in feasible if f[0] <= least + 1e-12 * abs(least)), key=lambda f: f[1]
    )
    return {var: x}, value, how


def _next_to_cuts(line: LineScan, factor: float) -> list[int]:
    """The whole numbers at and beside every cut."""
    found: set[int] = set()
    for x in line.cuts:
        found |= {math.floor(x / factor + 1e-9), math.ceil(x / factor - 1e-9)}
    return sorted(found)
