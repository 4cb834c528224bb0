"""Best point in whole numbers of the variables that are counts."""

from __future__ import annotations

import math

from derive.analysis.optimisation.best import best_of
from derive.analysis.optimisation.counts_on_line import (
    ALL,
    Tried,
    all_numbers,
    best_count,
    number_of_counts,
)
from derive.analysis.optimisation.line import Best
from derive.analysis.optimisation.objective_function import ObjectiveFunction
from derive.analysis.optimisation.ranges import FreeVariable
from derive.equations.var import Var

MOST_OUTER = 80
_MOST_INNER = 30  # whole numbers of a variable that are all tried for each of another

WholeBest = tuple[dict[Var, float], float | None, str]


def whole_best(function: ObjectiveFunction, best: Best, most: int = ALL) -> WholeBest:
    """Values (base units) with whole numbers for counts, the objective there, and the method.

    One variable is exact: between two candidates the objective has one course, so the best whole
    number lies next to one. Of several, whole numbers of one are tried in turn, each with the best
    of the others. Empty without counts, or when no whole number is feasible. All numbers of the
    last variable are tried where there are at most so many.
    """
    counts = [choice for choice in function.choices if choice.var.whole]
    if not counts:
        return {}, None, ""
    if len(function.choices) == 1:
        top, how = best_count(function, counts[0], best.at or (), most)
        return ({}, None, how) if top is None else (function.values(top.at), top.value, how)
    outer = min(counts, key=lambda choice: (number_of_counts(choice), choice.var.rank))
    numbers, how = _outer_numbers(outer, function, best)
    found: list[tuple[float, dict[Var, float]]] = []
    for number in numbers:
        held = {outer.var: number * outer.var.unit.factor}
        values, value = _inner(function.with_known(held))
        if values and value is not None:
            found.append((value, {**held, **values}))
    if not found:
        return {}, None, how
    least = min(function.sign * value for value, _ in found)
    alike = [pair for pair in found if function.sign * pair[0] <= least + 1e-12 * abs(least)]
    value, values = min(alike, key=lambda pair: [pair[1][v] for v in function.variables])
    return values, value, how


def _inner(function: ObjectiveFunction) -> tuple[dict[Var, float], float | None]:
    """The best of the other variables once one is held: in whole numbers for counts."""
    if any(choice.var.whole for choice in function.choices):
        best = best_of(function) if len(function.choices) > 1 else Best()
        values, value, _ = whole_best(function, best, _MOST_INNER)
        return values, value
    best = best_of(function)
    return {} if best.at is None else function.values(best.at), best.value


def _outer_numbers(choice: FreeVariable, function: ObjectiveFunction, best: Best) -> Tried:
    if number_of_counts(choice) <= MOST_OUTER:
        return all_numbers(choice)
    if best.at is None:
        return [], ""
    factor = choice.var.unit.factor
    middle = best.at[function.variables.index(choice.var)] / factor
    around = {math.floor(middle) + k for k in range(-1, 3)} | {
        round(end / factor) for end in choice.ends
    }
    numbers = sorted(n for n in around if choice.admits(n * factor))
    return numbers, f"the whole numbers of {choice.var.name} next to the best number were tried"
