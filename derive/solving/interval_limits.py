"""Constraints of a target at the ends of its intervals, at values between and beside them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from derive.results.answer import Answer, Infeasible, Solved
from derive.results.derivation import DerivationPath
from derive.results.solution import ConstraintCheck, ValueInterval
from derive.solving.constraints import judge_constraints
from derive.solving.path import SolutionPath
from derive.solving.value_sets import samples
from derive.units.display import format_value

_PARTS = 8  # of an interval, by difference
_Trial = tuple[float, bool, ConstraintCheck]  # a value, whether to tell of it alone, and what it is


def with_limits(answer: Answer) -> Answer:
    """An answer with intervals and the constraints of its target that fail in them or at the values
    beside them.
    """
    return tried_along(answer, answer.solution.path) if answer.intervals else answer


def tried_along(answer: Answer, path: DerivationPath | None) -> Answer:
    """An answer whose intervals and values are held against the constraints of its target, with
    what is known along a path: what fails at each of the ends and values tried makes it infeasible,
    elsewhere it is told.
    """
    if not isinstance(path, SolutionPath):
        return answer
    trials = _trials(answer, path)
    failing = {name: [t for t in tried if not t[2].satisfied] for name, tried in trials.items()}
    never = [tried[0][2] for name, tried in trials.items() if len(failing[name]) == len(tried)]
    sometimes = [tried for name, tried in failing.items() if len(tried) < len(trials[name])]
    remarks = [text for tried in sometimes if tried for text in _remarks(answer, tried)]
    broken = {value for tried in failing.values() for value, _, _ in tried}
    beside = (replace(v, satisfied=v.value not in broken and v.satisfied) for v in answer.values)
    solution = replace(answer.solution, values=tuple(beside))
    answer = replace(answer, solution=solution, warnings=(*answer.warnings, *remarks))
    if not never or not isinstance(answer, Solved):
        return answer
    names = {check.name for check in never}
    solution = replace(
        answer.solution,
        constraints=(*answer.constraints, *never),
        not_judged=tuple(name for name in answer.not_judged if name not in names),
    )
    return Infeasible(**{**answer.common, "solution": solution})


def _trials(answer: Answer, path: SolutionPath) -> dict[str, list[_Trial]]:
    """The checks of each constraint of the target at ends, values between and values beside."""
    query, target, found = path.query, answer.target, dict[str, list[_Trial]]()
    if not any(target in constraint.variables for constraint in query.system.constraints):
        return found
    slot = query.system.slots[target]
    tried = [(x, x in (one.low, one.high)) for one in answer.intervals for x in tried_in(one)]
    for value, alone in (*tried, *((one.value, True) for one in answer.values)):
        values = list(path.candidate.values)
        values[slot] = value
        for check in judge_constraints(query, replace(path.candidate, values=values), None)[0]:
            if target in check.inequality.free_symbols:
                found.setdefault(check.name, []).append((value, alone, check))
    return found


def tried_in(span: ValueInterval) -> Iterator[float]:
    """The finite ends of an interval, and values between at even ratios and differences."""
    low, high = span.low, span.high
    values = [low, *samples(low, high), high]
    if math.isfinite(high - low):
        values += [low + share / _PARTS * (high - low) for share in range(1, _PARTS)]
    return filter(math.isfinite, sorted(set(values)))


def _remarks(answer: Answer, failing: Sequence[_Trial]) -> list[str]:
    """The remarks on a constraint that fails: at ends and values beside intervals, else at the
    middle of the values between.
    """
    alone = [trial for trial in failing if trial[1]]
    told = alone or [failing[len(failing) // 2]]
    where = "at" if alone else "between the ends, such as at"
    target = answer.target
    return [
        f"the constraint {check.name} fails {where} {target.name} ="
        f" {format_value(value, target.unit)}: {check.by}"
        for value, _, check in told
    ]
