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
        var, free = limit.var, problem.function.variables
        answer = None if var in free else problem.answer(var, place)
        if answer is None or answer.number is None:
            continue
        way, sign = (Direction.RAISES, 1.0) if limit.at_most else (Direction.LOWERS, -1.0)
        for pull in answer.solution.pulls:
            known = pull.moves if pull.way == way and not pull.most else None
            moved = answer.number * (1.0 + sign * (known or 0.0))
            if known and sign * (moved - limit.limit.value) > 0.0:
                yield f"{limit.text} holds without {pull.what} ({pull.amount}), and not with it"
