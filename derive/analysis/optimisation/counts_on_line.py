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
    function: ObjectiveFunction, choice: FreeVariable, at: Place = (), most: int = ALL
) -> tuple[Sample | None, str]:
    """The best sample at a whole number of the one free variable, none where no such one is
    feasible, and which were tried: all of at most so many, or else those next to the cuts of the
    range and to a point.
    """
    count = number_of_counts(choice)
    numbers, how = (
        all_numbers(choice)
        if count <= most or (count <= ALL and _is_rounded(function))
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
    """The whole numbers of a range at and beside every cut and a point; where something is rounded,
    which may be best at many, the first ones too.
    """
    factor, line = choice.var.unit.factor, line_scan(function)
    found = {
        whole
        for x in (*line.cuts, *at)
        for whole in (math.floor(x / factor + 1e-9), math.ceil(x / factor - 1e-9))
    }
    how = f"whole numbers of {choice.var.name}"
    if _is_rounded(function):
        first = math.ceil(choice.low / factor - 1e-9)
        found |= set(range(first, first + ALL))
        how = f"the first {ALL:,} {how} and those next to every candidate were tried"
    else:
        how = f"the {how} next to every candidate were tried"
    return sorted(n for n in found if choice.admits(n * factor)), how


def _is_rounded(function: ObjectiveFunction) -> bool:
    """Whether something is rounded on the way to the objective."""
    return any(function.rounds(sample.at) for sample in line_scan(function).samples[:1])
