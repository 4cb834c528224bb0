"""Optimise: the best value of an objective over what is free, where the limits hold."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from derive.derivation.answer import CONTRADICTION, INFEASIBLE, SOLVED, UNDERDETERMINED, Answer
from derive.derivation.known import GIVEN, LOOKED_UP, Known
from derive.derivation.optimum import LEAST, MOST, UNBOUNDED, Binding, Decision, Optimum
from derive.equations.var import Var
from derive.errors import GivenError, shorten
from derive.solving.best import Best, best_of, level_ways
from derive.solving.candidates import answer_to, under
from derive.solving.demands import Demand, read_demands
from derive.solving.equalities import BOUNDARY, STATIONARY, at_ends, boundaries
from derive.solving.exclusion import exclusion
from derive.solving.givens import read_givens
from derive.solving.judging import constrained
from derive.solving.landscape import Landscape, evaluated, limit_of
from derive.solving.question import ask, with_conventions
from derive.solving.ranges import Choice, read_choices, spread
from derive.solving.shadow import bindings
from derive.solving.system import System
from derive.solving.whole_best import whole_best

_SIGNS = {LEAST: 1.0, MOST: -1.0}


@dataclass(frozen=True)
class Problem:
    """A question as it was put: the whole system, what was stated, and the landscape made of both."""

    system: System
    stated: Mapping[Var, Known]
    demands: tuple[Demand, ...]
    landscape: Landscape
    sense: str
    notes: tuple[str, ...]

    def values(self, at: tuple[float, ...]) -> dict[Var, Known]:
        """What was stated, and the free variables at a point."""
        return {**self.stated, **{v: Known(v, x, GIVEN) for v, x in zip(self.landscape.variables, at, strict=True)}}

    def answer(self, target: Var, at: tuple[float, ...]) -> Answer:
        """The engine's answer at a point, judged as `solve` judges."""
        return ask(self.system, target, {v: k for v, k in self.values(at).items() if v != target})


def optimise(
    system: System,
    objective: str | Var,
    given: Mapping[Any, Any] | None = None,
    *,
    over: Any,
    subject_to: Iterable[str] = (),
    sense: str = LEAST,
) -> Optimum:
    """The least (or, with sense "max", the largest) `objective` over what is free. See `derive.optimise`.

    Raises UnknownName, GivenError, TextError for what cannot be read, MissingExtra where only a search would do and scipy is missing.
    """
    problem = posed(system, system.find(objective), given or {}, over, subject_to, sense)
    return _unsettled(problem) or _best(problem)


def posed(system: System, objective: Var, given: Mapping[Any, Any], over: Any, subject_to: Iterable[str], sense: str) -> Problem:
    """The problem, read and checked."""
    if sense not in _SIGNS:
        raise GivenError("sense", f"“{shorten(str(sense))}” is none", 'Write sense="min" or sense="max".')
    choices = read_choices(system, over)
    demands = read_demands(system, subject_to)
    stated, notes = _stated(system, objective, given, choices)
    known = with_conventions(system, objective, {**stated, **{c.var: Known(c.var, 1.0, GIVEN) for c in choices}})
    known = {v: k for v, k in known.items() if v not in {c.var for c in choices}}
    zeros = frozenset(v for v, k in known.items() if k.value == 0.0 and v in stated)
    asked = system
    if zeros:
        asked, derived = system.with_zeros(zeros)
        known.update({v: Known(v, 0.0, GIVEN) for v in derived})
    _refuse_what_follows(asked, known, choices)
    whole = Landscape(asked, objective, known, choices, tuple(limit_of(demand) for demand in demands), _SIGNS[sense])
    return Problem(system, stated, demands, _sliced(whole), sense, notes)


def _stated(system: System, objective: Var, given: Mapping[Any, Any], choices: tuple[Choice, ...]) -> tuple[dict[Var, Known], tuple[str, ...]]:
    """The givens without what is free, which may be looked up but not stated."""
    stated, notes = read_givens(given, system.vocabulary)
    said = list(notes)
    for var in (objective, *(choice.var for choice in choices)):
        known = stated.pop(var, None)
        if known is not None and known.origin != LOOKED_UP:
            free = f"state a limit: {var.name} <= {known.text}" if var == objective else "leave it out of one of them"
            raise GivenError(var.name, f"it is given, and it is also what to {'optimise' if var == objective else 'choose'}", f"{free[0].upper()}{free[1:]}.")
        if known is not None:
            said.append(f"{var.name}: {known.entry} has {known.text}; it is free here")
    return stated, tuple(said)


def _refuse_what_follows(system: System, known: Mapping[Var, Known], choices: tuple[Choice, ...]) -> None:
    """Raise GivenError for a free variable that the givens fix already."""
    for choice in choices:
        rest = {**known, **{c.var: Known(c.var, 1.0, GIVEN) for c in choices if c is not choice}}
        names = [v for v in rest if v in system.slots]
        plan = system.plan(choice.var, names, (), [v for v in names if rest[v].origin == GIVEN])
        if plan.determined and choice.var in system.slots:
            used = dict.fromkeys(system.relations[i].name for block in plan.blocks for i in block.relations)
            problem = f"nothing is left to choose: it follows from the givens{' and the other choices' if len(choices) > 1 else ''} by {', '.join(used)}"
            raise GivenError(choice.var.name, problem, "Leave out a given, or turn it into a limit.")


def _sliced(landscape: Landscape) -> Landscape:
    """The landscape with the constraints that concern it, over the relations that its functions use: the rest has no say."""
    values = {choice.var: 1.0 for choice in landscape.choices}
    inquiry = landscape.asked(landscape.objective, values) if landscape.objective not in values else None
    concerned = set(values) | {landscape.objective}
    limits = list(landscape.limits)
    for constraint in landscape.system.constraints:
        if not concerned & set(constraint.variables) and not (inquiry is not None and constrained(constraint, inquiry)):
            continue
        if all(_settles(landscape, var, values) for var in constraint.variables):
            limits.append(limit_of(constraint))
    wanted = {landscape.objective, *(v for limit in limits for v in limit.variables)} - set(values) - set(landscape.known)
    used: dict[Any, None] = {}
    for var in sorted(wanted, key=lambda v: (v.rank, v.name)):
        found = landscape.asked(var, values)
        used.update(dict.fromkeys(found.used if found is not None else ()))
    system = landscape.system.restricted(used)
    return Landscape(system, landscape.objective, landscape.known, landscape.choices, tuple(limits), landscape.sign)


def _settles(landscape: Landscape, var: Var, values: Mapping[Var, float]) -> bool:
    return var in values or var in landscape.known or landscape.asked(var, values) is not None


# --- what is no optimum --------------------------------------------------------------------------------------------


def _unsettled(problem: Problem) -> Optimum | None:
    """What keeps the question from having an answer before anything is compared: open or contradictory givens."""
    landscape = problem.landscape
    middle = tuple(_middle(choice) for choice in landscape.choices)
    for target in (landscape.objective, *(demand.var for demand in problem.demands)):
        if target in landscape.variables or target in problem.stated:
            continue
        answer = problem.answer(target, middle)
        if answer.status == CONTRADICTION or (answer.status == UNDERDETERMINED and not _settles(landscape, target, dict.fromkeys(landscape.variables, 1.0))):
            missing = () if target == landscape.objective else (f"the limit on {target.name} cannot be judged",)
            return _told(problem, answer.status, answer=answer, decisions=_undecided(landscape), warnings=(*problem.notes, *missing))
    return None


def _middle(choice: Choice) -> float:
    points = spread(choice)
    unit = choice.var.unit.factor
    return unit if choice.admits(unit) else points[len(points) // 2]


def _undecided(landscape: Landscape) -> tuple[Decision, ...]:
    return tuple(Decision(choice.var, choice.low, choice.high) for choice in landscape.choices)


def _told(problem: Problem, status: str, **parts: Any) -> Optimum:
    demands = tuple(demand.text for demand in problem.demands)
    return Optimum(problem.landscape.objective, problem.sense, status, demands=demands, **parts)


def _nothing(problem: Problem, best: Best) -> Optimum:
    """Nothing is feasible: which limits exclude each other, or that the objective has no value anywhere."""
    reaches = exclusion(problem.landscape, best.spots)
    answer = None if reaches else problem.answer(problem.landscape.objective, tuple(_middle(c) for c in problem.landscape.choices))
    status = INFEASIBLE if reaches or answer is None or answer.status == SOLVED else answer.status
    return _told(problem, status, reaches=reaches, answer=answer, decisions=_undecided(problem.landscape), warnings=problem.notes)


# --- the optimum ---------------------------------------------------------------------------------------------------


def _best(problem: Problem) -> Optimum:
    landscape = problem.landscape
    best = best_of(landscape)
    warnings = (*problem.notes, *best.warnings, *level_ways(landscape, best))
    if best.value is None:
        return _nothing(problem, best)
    if math.isinf(best.value):
        return _told(problem, UNBOUNDED, approach=best.towards, attained=False, decisions=_undecided(landscape), warnings=warnings)
    checked = f"no better one among the {len(best.spots)} points looked at"
    if best.at is None:
        return _told(problem, SOLVED, value=best.value, attained=False, approach=best.towards, decisions=_undecided(landscape), checked=checked, warnings=warnings)
    whole, whole_value, how = whole_best(landscape, best)
    binding = bindings(landscape, best)
    return _told(
        problem,
        SOLVED,
        value=best.value,
        decisions=tuple(_decision(landscape, k, best, whole) for k in range(len(landscape.choices))),
        reasons=_reasons(landscape, best, binding),
        binding=binding,
        whole_value=whole_value,
        whole_how=how,
        equals=best.equals,
        formula=landscape.formula_at(best.at) if _is_stationary(best) else None,
        answer=_answer_at(problem, best.at),
        routes=_routes(landscape, best),
        numeric=best.numeric,
        checked=checked,
        warnings=warnings,
    )


def _decision(landscape: Landscape, k: int, best: Best, whole: Mapping[Var, float]) -> Decision:
    choice, at = landscape.choices[k], best.at[k] if best.at is not None else None
    number = whole[choice.var] / choice.var.unit.factor if choice.var.whole and choice.var in whole else None
    return Decision(choice.var, choice.low, choice.high, at, best.spans.get(choice.var), number)


def _is_stationary(best: Best) -> bool:
    return best.candidate is not None and any(equality.kind == STATIONARY for equality, _ in best.candidate.route)


def _answer_at(problem: Problem, at: tuple[float, ...]) -> Answer | None:
    """The objective at the optimum; where the objective is itself free, the first limited variable there."""
    landscape = problem.landscape
    if landscape.objective not in landscape.variables:
        return problem.answer(landscape.objective, at)
    limited = [demand.var for demand in problem.demands if demand.var not in landscape.variables and demand.var not in problem.stated]
    return problem.answer(limited[0], at) if limited else None


def _reasons(landscape: Landscape, best: Best, binding: tuple[Binding, ...]) -> tuple[str, ...]:
    """Every equality that holds at the optimum, those first from which it was found; no limit that costs nothing."""
    if best.at is None:
        return ()
    values = dict(zip(landscape.variables, best.at, strict=True))
    spot = landscape.spot(best.at)
    touched = [f"{limit.name} binds" for limit, sides in zip(landscape.limits, spot.sides, strict=True) if sides and math.isclose(*sides, rel_tol=1e-9)]
    free = set(touched) - {f"{limit.name} binds" for limit in binding}
    route = [equality.text for equality, _ in best.candidate.route] if best.candidate is not None else []
    found = [text for text in (*route, *touched) if text not in free]
    found += [e.text for c in landscape.choices for e in at_ends(c) if e.known is not None and math.isclose(values[c.var], e.known.value, rel_tol=1e-9)]
    for equality in boundaries(landscape, [best.at]):
        if equality.kind == BOUNDARY and equality.relation is not None:
            sides = tuple(_side(landscape, side, values) for side in (equality.relation.left, equality.relation.right))
            if None not in sides and math.isclose(sides[0] or 0.0, sides[1] or 0.0, rel_tol=1e-9):
                found.append(equality.text)
    return tuple(dict.fromkeys(found))


def _side(landscape: Landscape, side: Any, values: Mapping[Var, float]) -> float | None:
    return evaluated(side, {v: landscape.number(v, values) for v in side.free_symbols})


def _routes(landscape: Landscape, best: Best) -> tuple[Answer, ...]:
    """The engine's answers to the equalities that fix the optimum, the last variable first."""
    if best.candidate is None or not best.candidate.route or best.numeric:
        return ()
    answers: list[Answer] = []
    here = landscape
    lines: list[tuple[Landscape, Any, Var]] = []
    for equality, var in best.candidate.route:
        lines.append((here, equality, var))
        if len(here.choices) > 1:
            below = under(here, equality, var)
            if below is None:
                return ()
            here = below
    settled: dict[Var, float] = {}
    for place, equality, var in reversed(lines):
        if not (equality.known is not None and equality.known.var == var) and (equality.relation is not None or equality.known is not None):
            answers.append(answer_to(place.with_known(settled), equality, var))
        settled[var] = best.candidate.values[var]
    return tuple(answers)

