"""Best point in whole numbers of the variables that are counts."""

from __future__ import annotations

import math
from functools import cache

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

MOST_OUTER, MOST_OF_MORE = 80, 12  # numbers of the first of two variables, and of more than two
_MOST_INNER = 30  # whole numbers of a variable that are all tried for each of another
_ALIKE = 1e-12
NONE_BETTER = "no whole numbers can be better than the best of all values"

WholeBest = tuple[dict[Var, float], float | None, str]


def whole_best(function: ObjectiveFunction, best: Best, most: int = ALL) -> WholeBest:
    """Values (base units) with whole numbers for counts, the objective there, and the method.

    One variable is exact: between two candidates the objective has one course, so the best whole
    number lies next to one. Of several, whole numbers of one are tried in turn, each with the best
    of the others; first one of its best values, since none can be better where that is as good.
    Empty without counts, or when no whole number is feasible. All numbers of the last variable are
    tried where there are at most so many.
    """
    counts = [choice for choice in function.choices if choice.var.whole]
    if not counts:
        return {}, None, ""
    if len(function.choices) == 1:
        top, how = best_count(function, counts[0], best.at or (), most)
        return ({}, None, how) if top is None else (function.values(top.at), top.value, how)
    outer = min(counts, key=lambda choice: (number_of_counts(choice), choice.var.rank))

    @cache
    def at(number: int) -> WholeBest:
        held = {outer.var: number * outer.var.unit.factor}
        values, value = _inner(function.with_known(held))
        return {**held, **values} if values else {}, value, NONE_BETTER

    first = _first_beside_best(outer, function, best)
    found = ({}, None, "") if first is None else at(first)
    if found[1] is not None and _is_as_good(function, found[1], best.value):
        return found
    numbers, how = _outer_numbers(outer, function, best)
    return _best_among(function, [at(number) for number in numbers], how)


def _best_among(function: ObjectiveFunction, found: list[WholeBest], how: str) -> WholeBest:
    """The best of some points in whole numbers, of equals the first."""
    feasible = [(values, value) for values, value, _ in found if values and value is not None]
    if not feasible:
        return {}, None, how
    least = min((value for _, value in feasible), key=lambda value: function.sign * value)
    alike = [pair for pair in feasible if _is_as_good(function, pair[1], least)]
    values, value = min(alike, key=lambda pair: [pair[0][v] for v in function.variables])
    return values, value, how


def _is_as_good(function: ObjectiveFunction, value: float, best: float | None) -> bool:
    return best is not None and function.sign * (value - best) <= _ALIKE * abs(best)


def _first_beside_best(choice: FreeVariable, function: ObjectiveFunction, best: Best) -> int | None:
    """The first whole number of a variable among its best values; None where there is none."""
    if best.at is None:
        return None
    factor, at = choice.var.unit.factor, best.at[function.variables.index(choice.var)]
    low, high = best.spans.get(choice.var, (at, at))
    first = math.ceil(low / factor - 1e-9)
    within = first <= high / factor + 1e-9 and choice.admits(first * factor)
    return first if within else None


def _inner(function: ObjectiveFunction) -> tuple[dict[Var, float], float | None]:
    """The best of the other variables once one is held: in whole numbers for counts."""
    if any(choice.var.whole for choice in function.choices):
        best = best_of(function) if len(function.choices) > 1 else Best()
        values, value, _ = whole_best(function, best, _MOST_INNER)
        return values, value
    best = best_of(function)
    return {} if best.at is None else function.values(best.at), best.value


def _outer_numbers(choice: FreeVariable, function: ObjectiveFunction, best: Best) -> Tried:
    several = len(function.choices) > 2
    if number_of_counts(choice) <= (MOST_OF_MORE if several else MOST_OUTER):
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
