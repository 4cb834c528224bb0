"""Best point in whole numbers of the variables that are counts."""

from __future__ import annotations

import math

from derive.analysis.optimisation.best import best_of
from derive.analysis.optimisation.line import Best
from derive.analysis.optimisation.objective_function import ObjectiveFunction
from derive.analysis.optimisation.ranges import FreeVariable
from derive.analysis.optimisation.segments import line_scan
from derive.equations.var import Var

ALL, MOST_OUTER = 1000, 80

Tried = tuple[list[int], str]  # whole numbers of a variable, and which they are
WholeBest = tuple[dict[Var, float], float | None, str]


def whole_best(function: ObjectiveFunction, best: Best) -> WholeBest:
    """Values (base units) with whole numbers for counts, the objective there, and the method.

    One variable is exact: between two candidates the objective has one course, so the best whole
    number lies next to one. Of several, whole numbers of one are tried in turn, each with the best
    of the others. Empty without counts, or when no whole number is feasible.
    """
    counts = [choice for choice in function.choices if choice.var.whole]
    if not counts:
        return {}, None, ""
    if len(function.choices) == 1:
        return _on_a_line(function, counts[0], best)
    outer = min(counts, key=lambda choice: (_count(choice), choice.var.rank))
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
        values, value, _ = whole_best(
            function, best_of(function) if len(function.choices) > 1 else Best()
        )
        return values, value
    best = best_of(function)
    return {} if best.at is None else function.values(best.at), best.value


def _count(choice: FreeVariable) -> float:
    """The number of whole numbers in a range."""
    if math.isinf(choice.high):
        return math.inf
    factor = choice.var.unit.factor
    return math.floor(choice.high / factor) - math.ceil(choice.low / factor) + 1


def _all_numbers(choice: FreeVariable) -> Tried:
    factor = choice.var.unit.factor
    first, last = math.ceil(choice.low / factor - 1e-9), math.floor(choice.high / factor + 1e-9)
    numbers = list(range(first, last + 1))
    return numbers, f"all {len(numbers)} whole numbers of {choice.var.name} were tried"


def _outer_numbers(choice: FreeVariable, function: ObjectiveFunction, best: Best) -> Tried:
    if _count(choice) <= MOST_OUTER:
        return _all_numbers(choice)
    if best.at is None:
        return [], ""
    factor = choice.var.unit.factor
    middle = best.at[function.variables.index(choice.var)] / factor
    around = {math.floor(middle) + k for k in range(-1, 3)} | {
        round(end / factor) for end in choice.ends
    }
    numbers = sorted(n for n in around if choice.admits(n * factor))
    return numbers, f"the whole numbers of {choice.var.name} next to the best number were tried"


def _on_a_line(function: ObjectiveFunction, choice: FreeVariable, best: Best) -> WholeBest:
    numbers, how = (
        _all_numbers(choice)
        if _count(choice) <= ALL
        else _next_to_candidates(function, choice, best)
    )
    samples = [function.sample((n * choice.var.unit.factor,)) for n in numbers]
    feasible = [sample for sample in samples if sample.feasible]
    if not feasible:
        return {}, None, how
    least = min(function.cost(sample) for sample in feasible)
    alike = [s for s in feasible if function.cost(s) <= least + 1e-12 * abs(least)]
    first = min(alike, key=lambda sample: sample.at)
    return {choice.var: first.at[0]}, first.value, how


def _next_to_candidates(function: ObjectiveFunction, choice: FreeVariable, best: Best) -> Tried:
    """The first whole numbers of a range, and those at and beside every cut and the best number:
    what is rounded may have its best at many.
    """
    factor = choice.var.unit.factor
    first = math.ceil(choice.low / factor - 1e-9)
    found = set(range(first, first + ALL))
    for x in (*line_scan(function).cuts, *(best.at or ())):
        found |= {math.floor(x / factor + 1e-9), math.ceil(x / factor - 1e-9)}
    name = choice.var.name
    how = f"the first {ALL:,} whole numbers of {name} and those next to every candidate were tried"
    return sorted(n for n in found if choice.admits(n * factor)), how
