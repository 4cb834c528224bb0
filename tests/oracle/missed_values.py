"""Values that an answer misses: slices of its target that nothing refutes, searched for points."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from tests.oracle.answer_sets import spans
from tests.oracle.intervals import Interval
from tests.oracle.judge import OFF, Fault, Judge, cut_told
from tests.oracle.problem import Box, Refutation, spread
from tests.oracle.questions import Question
from tests.oracle.trees import values_at

ABSORBING = 1e11  # a sum with one is the same but for the last digits of the givens, which then fit
CANCELS = (
    1e-9  # of large terms, what is left of them in a sum that the tolerance of a relation hides
)
LARGE = 1e6
BY_ZERO = 1e-4  # within which a tolerance under a root leaves open whether what is rounded is zero
EDGE = 1e-6  # within which sides of a condition count as equal, whatever the digits of the givens


def slices(question: Question, box: Box, depth: int = 10) -> list[Interval]:
    """Narrow slices of the target's interval that no equation refutes, by halving."""
    target = question.target
    if target not in box:
        return []
    front, found = [(box[target], 0)], []
    while front and len(front) + len(found) < 48:
        part, level = front.pop(0)
        try:
            left = question.problem.within(box, {target: part})[target]
        except Refutation:
            continue
        if level >= depth or spread(left) < OFF:
            found.append(left)
        else:
            front += [(half, level + 1) for half in halves(left)]
    return [*found, *(part for part, _ in front)]


def halves(interval: Interval) -> list[Interval]:
    low, high = interval
    if low > 0.0 and math.isfinite(high):
        at = math.sqrt(low * high)
    elif math.isfinite(low) and math.isfinite(high):
        at = 0.5 * (low + high)
    elif math.isfinite(low):
        at = 10.0 * max(1.0, abs(low))
    elif math.isfinite(high):
        at = -10.0 * max(1.0, abs(high))
    else:
        at = 0.0
    return [(low, at), (at, high)]


def missed(judge: Judge) -> Iterator[Fault]:
    """Values of the target that satisfy everything and are not in a solved answer."""
    question, answer = judge.question, judge.answer
    between = spans(answer, "between")
    solved = str(answer.status) in ("solved", "infeasible")
    if judge.refutation or not (solved or between):
        return
    for part in slices(question, judge.box):
        if solved and judge._contains(iv_middle(part)):
            continue
        try:
            box = question.problem.within(judge.box, {question.target: part})
        except Refutation:
            continue
        point = question.problem.witness(box, judge.source, effort=15, tries=2)
        if point is None:
            continue
        value = point[question.target]
        inside = (
            judge._contains(value) or any(near(value, o.value) for o in answer.outcomes)
            if solved
            else any(s.holds(value) for s in between)
        )
        if cut_told(answer) or abs(value) > ABSORBING or undecided(question, point):
            continue
        if not (inside or judge.owed_to_slack(value)):
            yield Fault("value missed", f"{answer.text}, without {value:.9g}, which satisfies all")
            return


def undecided(question: Question, point: Mapping[Any, float]) -> bool:
    """Whether the tolerance of this oracle alone lets a point satisfy everything."""
    return at_an_edge(question, point) or cancelled(question, point)


def cancelled(question: Question, point: Mapping[Any, float]) -> bool:
    """Whether terms of a sum cancel but for their last digits, or all of large ones, so that what
    is left of them is not known.
    """
    return any(
        abs(values[place]) <= CANCELS * largest
        for tree in question.problem.trees
        for values in [values_at(tree, point)]
        for place, node in enumerate(tree.nodes)
        if node.kind == "sum"
        for largest in [max(abs(values[k]) for k in node.arguments)]
        if values[place] or largest > LARGE
    )


def beside_whole(value: float) -> bool:
    """Whether only its last digits set a value apart from a whole number."""
    return math.isfinite(value) and 0.0 < abs(value - round(value)) <= CANCELS * abs(value)


def at_an_edge(question: Question, point: Mapping[Any, float]) -> bool:
    """Whether a point decides a case or a rounding by the last digits of the givens."""
    return any(
        any(0.0 < abs(values[k]) < BY_ZERO or beside_whole(values[k]) for k in node.arguments)
        if node.kind in ("ceiling", "floor")
        else any(
            math.isclose(values[left], values[right], rel_tol=EDGE)
            for case in node.cases
            if case.condition is not None
            for _, left, right in [case.condition]
        )
        for tree in question.problem.trees
        for values in [values_at(tree, point)]
        for node in tree.nodes
    )


def near(first: float, second: float) -> bool:
    return math.isclose(first, second, rel_tol=1e-4, abs_tol=1e-4)


def iv_middle(part: Interval) -> float:
    low, high = part
    return 0.5 * (low + high) if math.isfinite(low) and math.isfinite(high) else math.nan
