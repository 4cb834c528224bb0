"""Contradictory givens asked from every side: one verdict, whatever the target."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from derive.results.answer import Answer
from tests.oracle.examine import asked
from tests.oracle.judge import CLASHES, proof_against
from tests.oracle.library_worlds import World
from tests.oracle.problem import Refutation
from tests.oracle.questions import Question, falsified, library_question


@dataclass(frozen=True)
class Verdict:
    """What an answer says of its givens: the names in conflict and the factor; else the status."""

    status: str
    names: frozenset[str] = frozenset()
    factor: float = 0.0

    def __str__(self) -> str:
        if not self.names:
            return self.status
        return f"{self.status} of {', '.join(sorted(self.names))} by {self.factor:.6g}"


def verdict_of(answer: Answer) -> Verdict:
    """The verdict, with six digits of the factor, above one. An unreachable target whose givens
    contradict each other has the verdict of its conflict.
    """
    conflict = answer.contradiction
    if conflict is None:
        return Verdict(str(answer.status))
    factor = abs(conflict.factor) if math.isfinite(conflict.factor) else 0.0
    factor = 1 / factor if 0 < factor < 1 else factor
    return Verdict("contradiction", frozenset(conflict.names), float(f"{factor:.5e}"))


def contradictory(
    source: random.Random, world: World, variants: Mapping[str, str], tries: int = 200
) -> Question | None:
    """A question of this world with one given falsified, whose givens are proven to clash: also
    where the target is not asked for, which may be a point that need not exist.
    """
    for _ in range(tries):
        question = library_question(source, world, variants)
        false = falsified(question, source) if len(question.given) > 1 else None
        if false is not None and all(map(proof_against, (false, false.asking(false.false)))):
            return false
    return None


def targets(question: Question, source: random.Random, most: int) -> list[object]:
    """Variables that the givens say something of, and some of the givens; at most so many."""
    given = dict(question.given)
    assert question.false is not None
    given[question.false] = question.world[question.false]
    try:
        box = question.problem.with_values(question.box, given, CLASHES)
    except Refutation:
        return []
    reached = [
        v
        for v, interval in box.items()
        if interval != question.box[v] and v not in given and v.convention is None
    ]
    found = source.sample(reached, min(len(reached), most - 1))
    return [*found, *source.sample(list(given), 1)]


def verdicts(
    question: Question, source: random.Random, most: int
) -> Iterator[tuple[Question, Verdict]]:
    """The question asked for each of its targets, with the verdict."""
    for target in targets(question, source, most):
        other = question.asking(target)
        status, answer, _ = asked(other)
        yield other, verdict_of(answer) if answer is not None else Verdict(status)
