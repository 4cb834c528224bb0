"""Uncertainty: the answer at the medians, and how far it is not known, exactly where a way is
known, else from draws.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from derive.analysis.uncertainty.exact import (
    Uncertainties,
    all_lognormal,
    at_stake,
    of_lognormals,
    powers,
)
from derive.analysis.uncertainty.intervals import of_product, over_intervals
from derive.analysis.uncertainty.required_accuracy import Accuracy
from derive.analysis.uncertainty.sampling import over_draws
from derive.equations.expression import regime_nodes
from derive.equations.var import Var
from derive.errors import GivenError
from derive.results.answer import Answer
from derive.results.known import Known
from derive.results.status import Status
from derive.results.uncertain import INTERVAL
from derive.results.uncertainty import EXACT, RANGE, SEVERAL, Share, Spread
from derive.solving.answer import answer_at
from derive.solving.conflicts import closed_relations
from derive.solving.equation_system import EquationSystem
from derive.solving.query import Query, make_query
from derive.solving.query_preparation import prepare

if TYPE_CHECKING:
    from derive.analysis.sweep.question import BatchQuery

LEAST_DRAWS, MOST_DRAWS = 1000, 10_000_000


def answer_uncertain(
    system: EquationSystem,
    target: Var,
    stated: Mapping[Var, Known],
    notes: tuple[str, ...],
    rtol: float,
    draws: int,
    seed: int,
) -> Answer:
    """The answer at the medians with its spread; from intervals, the lowest and highest answer.

    Givens that say more than is needed must overlap; they are judged once, by how far each reaches.
    Raises GivenError for intervals mixed with distributions, and for a number of draws or a seed
    that cannot be.
    """
    _hold_bounds(draws, seed)
    uncertain = {
        var: known.uncertain
        for var, known in stated.items()
        if known.uncertain is not None and var != target
    }
    _hold_one_kind(uncertain)
    answer = answer_at(system, target, stated, notes, rtol)
    if answer.status == Status.CONTRADICTION:
        return answer
    if [known.var for known in answer.known] == [target]:
        return _as_given(answer)
    asked, known = prepare(system, target, stated)
    if not uncertain or target in known:
        return answer
    query = make_query(asked, target, known, rtol)
    if not query.plan.determined:
        return answer
    if not (
        query.support.get(asked.slots[target], frozenset()) & set(uncertain)
        or at_stake(query, answer, uncertain)
    ):
        return answer
    spare = _spare(query, uncertain)
    if spare:
        left = {var: item for var, item in stated.items() if var not in spare}
        found = answer_uncertain(system, target, left, notes, rtol, draws, seed)
        return replace(
            found,
            compared=answer.compared,
            solution=replace(found.solution, constraints=answer.constraints),
            unused=answer.unused,
            warnings=(*answer.warnings, _told(spare)),
        )

    exponents = powers(query, answer, uncertain)
    if next(iter(uncertain.values())).kind == INTERVAL:
        at = _at(system, target, stated)
        product = of_product(answer, exponents, uncertain, at) if exponents is not None else None
        spread = product or over_intervals(
            query, uncertain, at, _question(system, target, stated, uncertain), seed
        )
    elif exponents is not None and answer.number is not None and all_lognormal(uncertain):
        spread = of_lognormals(answer, answer.number, exponents, uncertain)
    else:
        spread = over_draws(_question(system, target, stated, uncertain), uncertain, draws, seed)
    return _spread_out(answer, replace(spread, accuracy=Accuracy(system, target, stated)))


def _hold_bounds(draws: int, seed: int) -> None:
    if not (isinstance(draws, int) and LEAST_DRAWS <= draws <= MOST_DRAWS):
        raise GivenError(
            "draws",
            f"{draws} is no number of draws between {LEAST_DRAWS:,} and {MOST_DRAWS:,}",
            "Write for example 100000.",
        )
    if not (isinstance(seed, int) and seed >= 0):
        raise GivenError("seed", f"{seed} is no seed", "Write a whole number from 0.")


def _hold_one_kind(uncertain: Uncertainties) -> None:
    """An interval has no percentiles, so beside a distribution it leaves the answer without any."""
    spans = [var.name for var, item in uncertain.items() if item.kind == INTERVAL]
    others = [var.name for var, item in uncertain.items() if item.kind != INTERVAL]
    if spans and others:
        item = next(item for item in uncertain.values() if item.kind == INTERVAL)
        var = next(var for var in uncertain if var.name == spans[0])
        problem = (
            f"it is an interval and {others[0]} a distribution: an interval says nothing about what"
            " lies within it, so the answer has no percentiles"
        )
        raise GivenError(
            spans[0],
            problem,
            f"Write uniform {item.text(var.unit)} if every value in it is as likely, or give"
            " intervals only.",
        )


def _spare(query: Query, uncertain: Uncertainties) -> tuple[Var, ...]:
    """The givens that the answer does without and that uncertain ones would have to meet at every
    draw.

    Raises GivenError where the givens that it needs are tied to each other: then they cannot be
    drawn one by one.
    """
    tied = [
        (i, behind)
        for i, asked in closed_relations(query)
        for behind in [asked.rests_on(i)]
        if behind & set(uncertain)
    ]
    if tied and not query.unused:
        i, behind = tied[0]
        names = sorted(
            (var for var in behind if query.in_force[var].stated),
            key=lambda var: (var.rank, var.name),
        )
        first = next(var for var in names if var in uncertain)
        problem = (
            f"{query.system.relations[i].name} ties it to"
            f" {', '.join(var.name for var in names if var != first)}, so it cannot be drawn by"
            " itself"
        )
        raise GivenError(first.name, problem, "Leave one of them out.")
    return query.unused if tied else ()


def _told(spare: tuple[Var, ...]) -> str:
    names = ", ".join(var.name for var in spare)
    return (
        f"the givens say more than is needed: {names} overlap with what follows from the others,"
        " and the spread is told without them"
    )


def _question(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known], uncertain: Uncertainties
) -> BatchQuery:
    """The question at many points; clashes have been judged before, so there the givens hold as
    they are put in.
    """
    from derive.analysis.sweep.question import BatchQuery

    return BatchQuery(
        system,
        target,
        {var: known for var, known in stated.items() if var != target},
        tuple(uncertain),
        math.inf,
    )


def _at(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known]
) -> Callable[[Mapping[Var, float]], float | None]:
    """The answer's value at one point of the uncertain givens."""

    def value(point: Mapping[Var, float]) -> float | None:
        moved = {
            var: replace(known, value=point.get(var, known.value), uncertain=None)
            for var, known in stated.items()
            if var != target
        }
        return answer_at(system, target, moved, rtol=math.inf).number

    return value


def _spread_out(answer: Answer, spread: Spread) -> Answer:
    """The answer with its spread; intervals have no middle worth telling, so their ends take the
    place of the value.
    """
    counted = [
        known.var.name
        for known in answer.known
        if known.uncertain and known.uncertain.kind != INTERVAL and known.var.whole
    ]
    warnings = (
        *answer.warnings,
        *(f"{name} counts things, and is drawn as a real number" for name in counted),
    )
    several = any(share.name == SEVERAL for share in spread.statuses)
    if (
        spread.method != RANGE
        or spread.low is None
        or spread.high is None
        or spread.single
        or several
        or answer.status not in (Status.SOLVED, Status.INFEASIBLE)
    ):
        return replace(answer, spread=spread, warnings=warnings)
    alone = len(spread.regimes) < 2
    formula = (
        answer.formula
        if alone or (answer.formula is not None and regime_nodes(answer.formula))
        else None
    )
    solution = replace(
        answer.solution,
        values=(),
        interval=(spread.low, spread.high),
        regime=answer.regime if alone else "",
        formula=formula,
    )
    return replace(answer, solution=solution, spread=spread)


def _as_given(answer: Answer) -> Answer:
    """Nothing else fixes the target: it is as uncertain as it was given."""
    item = answer.known[0].uncertain
    if item is None:
        return answer
    spread = Spread(
        answer.target,
        EXACT,
        "as you gave it",
        item.low,
        item.high,
        item.middle,
        item.mean,
        statuses=(Share(Status.SOLVED, 1.0),),
    )
    if item.kind == INTERVAL:
        spread = Spread(
            answer.target,
            RANGE,
            "as you gave it",
            item.low,
            item.high,
            statuses=(Share(Status.SOLVED, None),),
        )
    return _spread_out(answer, spread)
