"""Limits on a variable that what its relations leave out would break."""

from __future__ import annotations

from collections.abc import Iterator

from derive.analysis.optimisation.objective_function import Place
from derive.analysis.optimisation.problem import Problem
from derive.equations.neglected import Direction


def broken_by_pulls(problem: Problem, place: Place) -> Iterator[str]:
    """Remarks on the stated limits that hold at a point only without a term of known size that is
    left out.
    """
    for limit in problem.limits:
        free = limit.var in problem.function.variables
        answer = None if free else problem.answer(limit.var, place)
        if answer is None or not answer.number:
            continue
        way, sign = (Direction.RAISES, 1.0) if limit.at_most else (Direction.LOWERS, -1.0)
        left = sign * (limit.limit.value / answer.number - 1.0)  # up to the limit, as a share
        for pull in answer.solution.pulls:
            moves = 0.0 if pull.moves is None or pull.most else pull.moves
            if pull.way == way and moves > max(left, 0.0):
                yield f"{limit.text} holds without {pull.what} ({pull.amount}), and not with it"
