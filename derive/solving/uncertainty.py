"""Uncertainty: the answer at the medians, and how far it is not known, exactly where a way is known, else from draws."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from derive.derivation.answer import CONTRADICTION, INFEASIBLE, SOLVED, Answer
from derive.derivation.known import Known
from derive.derivation.spread import EXACT, RANGE, Share, Spread, Tolerance
from derive.derivation.uncertain import INTERVAL
from derive.equations.expression import regime_nodes
from derive.equations.var import Var
from derive.errors import GivenError
from derive.solving.exact_spread import Uncertainties, all_lognormal, of_lognormals, powers
from derive.solving.inquiry import Inquiry
from derive.solving.intervals import over_intervals
from derive.solving.monotone import direction_of_target
from derive.solving.question import answer_at, planned, posed
from derive.solving.sampling import draw, sampled
from derive.solving.system import System
from derive.solving.tolerances import tolerances

if TYPE_CHECKING:
    from derive.solving.arrays import ArrayAnswer

LEAST_DRAWS, MOST_DRAWS = 1000, 10_000_000


def answer_uncertain(system: System, target: Var, stated: Mapping[Var, Known], notes: tuple[str, ...], rtol: float, draws: int, seed: int) -> Answer:
    """The answer at the medians with its spread; from intervals, the lowest and highest answer.

    Givens that say more than is needed must overlap; they are judged once, by how far each reaches. Raises GivenError
    for intervals mixed with distributions, and for a number of draws or a seed that cannot be.
    """
    _hold_bounds(draws, seed)
    uncertain = {var: known.uncertain for var, known in stated.items() if known.uncertain is not None and var != target}
    _hold_one_kind(uncertain)
    answer = answer_at(system, target, stated, notes, rtol)
    if answer.status == CONTRADICTION:
        return answer
    if [known.var for known in answer.known] == [target]:
        return _as_given(answer)
    asked, known = posed(system, target, stated)
    if not uncertain or target in known:
        return answer
    inquiry = planned(asked, target, known, rtol)
    if not inquiry.plan.determined:
        return answer

    def needed(within: float) -> tuple[Tolerance, ...]:
        return tolerances(system, target, stated, within)

    exponents = powers(inquiry, answer, uncertain)
    if next(iter(uncertain.values())).kind == INTERVAL:
        spread = _over_box(inquiry, stated, uncertain, exponents is not None, system, seed)
    elif exponents is not None and answer.number is not None and all_lognormal(uncertain):
        spread = of_lognormals(target, answer.number, exponents, uncertain)
    else:
        arrays = {var: draw(var, item, draws, seed) for var, item in uncertain.items()}
        spread = sampled(target, _evaluated(system, target, stated, arrays), arrays, seed)
    return _spread_out(answer, replace(spread, make_tolerances=needed))


def _hold_bounds(draws: int, seed: int) -> None:
    if not (isinstance(draws, int) and LEAST_DRAWS <= draws <= MOST_DRAWS):
        raise GivenError("draws", f"{draws} is no number of draws between {LEAST_DRAWS:,} and {MOST_DRAWS:,}", "Write for example 100000.")
    if not (isinstance(seed, int) and seed >= 0):
        raise GivenError("seed", f"{seed} is no seed", "Write a whole number from 0.")


def _hold_one_kind(uncertain: Uncertainties) -> None:
    """An interval has no percentiles, so beside a distribution it leaves the answer without any."""
    spans = [var.name for var, item in uncertain.items() if item.kind == INTERVAL]
    others = [var.name for var, item in uncertain.items() if item.kind != INTERVAL]
    if spans and others:
        item = next(item for item in uncertain.values() if item.kind == INTERVAL)
        var = next(var for var in uncertain if var.name == spans[0])
        problem = f"it is an interval and {others[0]} a distribution: an interval says nothing about what lies within it, so the answer has no percentiles"
        raise GivenError(spans[0], problem, f"Write uniform {item.text(var.unit)} if every value in it is as likely, or give intervals only.")


def _evaluated(system: System, target: Var, stated: Mapping[Var, Known], arrays: Mapping[Var, Any]) -> ArrayAnswer:
    """The answer at many points; clashes have been judged before, so here the givens hold as they are put in."""
    from derive.solving.arrays import over_arrays

    return over_arrays(system, target, {var: known for var, known in stated.items() if var != target}, arrays, math.inf)


def _over_box(inquiry: Inquiry, stated: Mapping[Var, Known], uncertain: Uncertainties, plain: bool, system: System, seed: int) -> Spread:
    """The ends of the answer over intervals; `plain` where neither a regime nor a range nor a constraint is at stake."""
    target = inquiry.target

    def at(point: Mapping[Var, float]) -> float | None:
        moved = {var: replace(known, value=point.get(var, known.value), uncertain=None) for var, known in stated.items() if var != target}
        return answer_at(system, target, moved, rtol=math.inf).number

    def evaluate(points: Mapping[Var, Any]) -> ArrayAnswer:
        return _evaluated(system, target, stated, points)

    directions = {var: direction_of_target(inquiry, var) for var in uncertain}
    return over_intervals(target, uncertain, directions, at, None if plain else evaluate, seed)


def _spread_out(answer: Answer, spread: Spread) -> Answer:
    """The answer with its spread; intervals have no middle worth telling, so their ends take the place of the value."""
    if spread.method != RANGE or spread.low is None or spread.high is None or answer.status not in (SOLVED, INFEASIBLE):
        return replace(answer, spread=spread)
    alone = len(spread.regimes) < 2
    formula = answer.formula if alone or (answer.formula is not None and regime_nodes(answer.formula)) else None
    return replace(answer, outcomes=(), interval=(spread.low, spread.high), regime=answer.regime if alone else "", formula=formula, spread=spread)


def _as_given(answer: Answer) -> Answer:
    """Nothing else fixes the target: it is as uncertain as it was given."""
    item = answer.known[0].uncertain
    if item is None:
        return answer
    spread = Spread(answer.target, EXACT, "as you gave it", item.low, item.high, item.middle, item.mean, statuses=(Share(SOLVED, 1.0),))
    if item.kind == INTERVAL:
        spread = Spread(answer.target, RANGE, "as you gave it", item.low, item.high, statuses=(Share(SOLVED, None),))
    return _spread_out(answer, spread)
