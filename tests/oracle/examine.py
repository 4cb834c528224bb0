"""One question examined: asked under a time limit, judged, and made smaller where it fails."""

from __future__ import annotations

import math
import random
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from derive.errors import DeriveError, InternalError
from derive.results.answer import Answer
from derive.system import System
from tests.oracle.judge import Fault, Judge
from tests.oracle.missed_values import missed
from tests.oracle.problem import Problem
from tests.oracle.questions import Question

SECONDS = 10.0  # of processor time, for one question
FaultsOf = Callable[[Question], Iterable[Fault]]
AT_ANY_VALUES = ("contradiction unseen", "crash", "hang")  # no fault of rounded numbers


class TooLong(BaseException):
    """The time limit."""


@contextmanager
def at_most(seconds: float = SECONDS) -> Iterator[None]:
    """Raise TooLong after so much processor time of this process."""

    def stop(*_: Any) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)


@dataclass(frozen=True)
class Examined:
    """The status of a question (or how asking failed), the answer and its faults."""

    status: str
    answer: Answer | None
    faults: tuple[Fault, ...]


def asked(question: Question) -> tuple[str, Answer | None, tuple[Fault, ...]]:
    """The answer within the time limit, or the fault."""
    try:
        with at_most():
            answer = question.solved()
            str(answer.text), answer.cautions
    except TooLong:
        return "hang", None, (Fault("hang", f"more than {SECONDS} s"),)
    except InternalError as error:
        return "crash", None, (Fault("crash", f"InternalError: {error}"),)
    except DeriveError as error:
        return "refused", None, (Fault("refused", f"{type(error).__name__}: {error}"),)
    except Exception as error:
        return "crash", None, (Fault("crash", f"{type(error).__name__}: {error}"),)
    return str(answer.status), answer, ()


def examine(question: Question, seed: int = 0, *, derivation: bool = False) -> Examined:
    """Ask, judge, look for values that were missed (in own systems), verify the derivation."""
    status, answer, faults = asked(question)
    if answer is None:
        return Examined(status, None, faults)
    source = random.Random(seed)
    judge = Judge(question, answer, source)
    found = list(judge.faults())
    if question.own is not None and question.false is None:
        found += missed(judge)
    if derivation:
        found += _derived(answer)
    return Examined(status, answer, tuple(found))


def _derived(answer: Answer) -> Iterator[Fault]:
    try:
        with at_most(3 * SECONDS):
            if not answer.derivation.verified:
                yield Fault("derivation not verified", answer.text)
            if not _leads_there(answer):
                yield Fault("derivation of another value", f"{answer.text}\n{answer.derivation}")
            str(answer)
    except TooLong:
        yield Fault("hang", "the derivation")
    except Exception as error:
        yield Fault("crash", f"derivation: {type(error).__name__}: {error}")


def _leads_there(answer: Answer) -> bool:
    """Whether the last line of a derivation that ends at a value has one of the answer."""
    steps = [step for step in answer.derivation.steps if step.result is not None]
    last = steps[-1].result if steps else None
    if last is None or last.var != answer.target or not answer.values:
        return True
    return any(math.isclose(last.value, one.value, rel_tol=1e-9) for one in answer.values)


def smaller(question: Question, kind: str, faults_of: FaultsOf, most: int = 150) -> Question:
    """A question with fewer givens and relations and shorter numbers that has the same fault, after
    so many trials.
    """
    left = [most]

    def fails(other: Question) -> bool:
        left[0] -= 1
        return left[0] >= 0 and any(f.kind == kind for f in faults_of(other))

    if question.own is not None:
        related = [r for r in question.system.relations if question.target in r.variables]
        rest = [r for r in question.system.relations if r not in related]
        kept = fewest(rest, lambda some: fails(_of_relations(question, [*related, *some])))
        question = _of_relations(question, [*related, *kept])
    given = [v for v in question.given if v != question.false]
    false = [question.false] if question.false in question.given else []
    kept = fewest(given, lambda some: fails(_with_only(question, [*some, *false])))
    question = _with_only(question, [*kept, *false])
    return _shorter(question, fails) if kind in AT_ANY_VALUES else question


def fewest(items: list[Any], fails: Callable[[list[Any]], bool]) -> list[Any]:
    """A part of the items that still fails, by leaving out halves, quarters, ..., single ones."""
    size = max(1, len(items) // 2)
    while items:
        for k in range(0, len(items), size):
            rest = items[:k] + items[k + size :]
            if fails(rest):
                items = rest
                break
        else:
            if size == 1:
                break
            size = max(1, size // 2)
        size = min(size, max(1, len(items)))
    return items


def _with_only(question: Question, given: list[Any]) -> Question:
    return question.with_given({v: x for v, x in question.given.items() if v in given})


def _of_relations(question: Question, relations: list[Any]) -> Question:
    assert question.own is not None
    problem = Problem(relations)
    system = System(relations, variables=list(question.world))
    return replace(
        question,
        system=system,
        whole=problem,
        ranges=problem.box,
        own=question.own.restated(relations, dict(question.world)),
        given={v: x for v, x in question.given.items() if v in problem.of},
    )


def _shorter(question: Question, fails: Callable[[Question], bool]) -> Question:
    for variable, value in question.given.items():
        for digits in (1, 2, 3):
            rounded = float(f"{value / variable.unit.factor:.{digits - 1}e}") * variable.unit.factor
            if not variable.admits(rounded):
                continue
            other = question.with_given({**question.given, variable: rounded})
            if fails(other):
                question = other
                break
    return question
