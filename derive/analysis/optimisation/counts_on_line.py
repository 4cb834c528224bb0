"""Whole numbers of one free count: those that are tried, and the best of them."""

from __future__ import annotations

import math

from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place, Sample
from derive.analysis.optimisation.ranges import FreeVariable
from derive.analysis.optimisation.segments import line_scan

ALL = 1000  # whole numbers of a range that are all tried

Tried = tuple[list[int], str]  # whole numbers of a variable, and which they are


def number_of_counts(choice: FreeVariable) -> float:
    """The number of whole numbers in a range."""
    if math.isinf(choice.high):
        return math.inf
    factor = choice.var.unit.factor
    return math.floor(choice.high / factor) - math.ceil(choice.low / factor) + 1


def all_numbers(choice: FreeVariable) -> Tried:
    """Every whole number of a range."""
    factor = choice.var.unit.factor
    first, last = math.ceil(choice.low / factor - 1e-9), math.floor(choice.high / factor + 1e-9)
    numbers = list(range(first, last + 1))
    return numbers, f"all {len(numbers)} whole numbers of {choice.var.name} were tried"


def best_count(
    function: ObjectiveFunction, choice: FreeVariable, at: Place = ()
) -> tuple[Sample | None, str]:
    """The best sample at a whole number of the one free variable, none where no such one is
    feasible, and which were tried: beside the cuts of its range, those next to a point.
    """
    numbers, how = (
        all_numbers(choice)
        if number_of_counts(choice) <= ALL
        else _next_to_candidates(function, choice, at)
    )
    samples = [function.sample((n * choice.var.unit.factor,)) for n in numbers]
    feasible = [sample for sample in samples if sample.feasible]
    if not feasible:
        return None, how
    least = min(function.cost(sample) for sample in feasible)
    alike = [s for s in feasible if function.cost(s) <= least + 1e-12 * abs(least)]
    return min(alike, key=lambda sample: sample.at), how


def _next_to_candidates(function: ObjectiveFunction, choice: FreeVariable, at: Place) -> Tried:
    """The first whole numbers of a range, and those at and beside every cut and a point:
    what is rounded may have its best at many.
    """
    factor = choice.var.unit.factor
    first = math.ceil(choice.low / factor - 1e-9)
    found = set(range(first, first + ALL))
    for x in (*line_scan(function).cuts, *at):
        found |= {math.floor(x / factor + 1e-9), math.ceil(x / factor - 1e-9)}
    name = choice.var.name
    how = f"the first {ALL:,} whole numbers of {name} and those next to every candidate were tried"
    return sorted(n for n in found if choice.admits(n * factor)), how
