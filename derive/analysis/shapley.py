"""Shapley shares: the change of a target attributed to the inputs that changed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.solving.equation_system import EquationSystem
from derive.solving.query import quick_value

Level = Callable[[frozenset[int]], float]  # ln(target) once some of the inputs have changed
Player = Var | None  # a changed input; None for changed relations and other inputs

MOST_SHARED = 8  # changed inputs for which every order is averaged over
SHAPLEY = "the mean over every order in which the inputs can be changed one by one (Shapley)"
BOTH_WAYS = (
    "the mean of changing the inputs one by one in nomenclature order and in the reverse order"
)


def shares(
    first: Answer, second: Answer, players: Sequence[Player]
) -> tuple[list[float] | None, str]:
    """Each changed input's part of the change of ln(target), and the method; None where a mixture
    of both questions has no single value.
    """
    level, count = _level(first, second, players), len(players)
    try:
        if count <= MOST_SHARED:
            return [_shapley(level, k, count) for k in range(count)], SHAPLEY
        forward = _one_by_one(level, range(count))
        backward = _one_by_one(level, range(count - 1, -1, -1))
        return [0.5 * (forward[k] + backward[k]) for k in range(count)], BOTH_WAYS
    except ArithmeticError:
        return None, ""


def inputs(answer: Answer) -> dict[Var, Known]:
    """The known values that an answer starts from."""
    return {known.var: known for known in answer.known if known.origin != Origin.COMPUTED}


def _level(first: Answer, second: Answer, players: Sequence[Player]) -> Level:
    """ln(target) with some of the players as in the second question, the others as in the first.

    Raises ArithmeticError for a mixture without a single positive value.
    """
    systems = EquationSystem.fixed(first.relations), EquationSystem.fixed(second.relations)
    before, after = inputs(first), inputs(second)
    ends = {frozenset[int](): first.number, frozenset(range(len(players))): second.number}

    @cache
    def level(changed: frozenset[int]) -> float:
        number = ends.get(changed)
        if number is None:
            later = any(players[k] is None for k in changed)
            known = dict(after if later else before)
            for k, var in enumerate(players):
                if var is not None:
                    known[var] = after[var] if k in changed else before[var]
            number = quick_value(systems[later], first.target, known)
        if number is None or number <= 0:
            raise ArithmeticError("this mixture has no single positive value")
        return math.log(number)

    return level


def _shapley(level: Level, k: int, count: int) -> float:
    """The mean, over all orders, of the change that player k makes."""
    others = [j for j in range(count) if j != k]
    parts = []
    for size in range(count):
        weight = 1.0 / (count * math.comb(count - 1, size))
        parts += [
            weight * (level(frozenset((*some, k))) - level(frozenset(some)))
            for some in combinations(others, size)
        ]
    return math.fsum(parts)


def _one_by_one(level: Level, order: Sequence[int]) -> dict[int, float]:
    """The change that each player makes in this order."""
    return {
        k: level(frozenset(order[: place + 1])) - level(frozenset(order[:place]))
        for place, k in enumerate(order)
    }
