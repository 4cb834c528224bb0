"""Changes of a question that change no answer: units, order, names, givens that are implied."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import sympy

from derive.equations import Relation, Var
from derive.results.answer import Answer
from derive.system import System
from tests.oracle.examine import asked
from tests.oracle.judge import Fault, ended_by_digits
from tests.oracle.problem import Problem, Refutation, spread
from tests.oracle.questions import Question, written

SAME = 1e-7
_RELIABLE = re.compile(r"(about \d+|none) of its own can be relied on")
PREFIXED = {
    "s": ("ms", 1e3), "byte": ("GB", 1e-9), "FLOP": ("TFLOP", 1e-12), "USD": ("mUSD", 1e3),
    "token": ("Mtoken", 1e-6), "param": ("Gparam", 1e-9),
}  # fmt: skip
Change = Callable[[Question, random.Random], "Question | None"]


class Restated(Question):
    """A question whose givens are written in other units."""

    def texts(self) -> dict[str, str]:
        """The givens, each in a prefixed unit where its unit begins with one that has any."""
        found = {}
        for v, x in self.given.items():
            head, slash, rest = v.unit.text.partition("/")
            unit, scale = PREFIXED.get(head, (head, 1.0))
            if head not in PREFIXED:
                found[v.name] = written(v, x)
                continue
            number = f"{x / v.unit.factor * scale:.12e}"
            found[v.name] = f"{number} {unit}{slash}{rest}"
        return found


def in_other_units(question: Question, source: random.Random) -> Question | None:
    if question.own is not None:
        return None
    fields = {name: getattr(question, name) for name in question.__dataclass_fields__}
    return Restated(**fields)


def in_other_order(question: Question, source: random.Random) -> Question | None:
    """The givens, and the relations of an own system, in another order."""
    given = list(question.given.items())
    source.shuffle(given)
    changed = question.with_given(dict(given))
    if question.own is None:
        return changed
    relations = list(question.system.relations)
    source.shuffle(relations)
    return replace(
        changed,
        system=System(relations, variables=list(question.world)),
        own=question.own.restated(relations, question.world),
    )


def renamed(question: Question, source: random.Random) -> Question | None:
    """Other names for all variables of an own system, in another order of the alphabet."""
    if question.own is None:
        return None
    variables = list(question.world)
    names = [f"n{k}" for k in range(len(variables))]
    source.shuffle(names)
    new = {v: Var(name, within=v.within) for v, name in zip(variables, names, strict=True)}
    relations = [Relation(r.name, _replaced(r.equation, new)) for r in question.system.relations]
    problem = Problem(relations)
    world = {new[v]: x for v, x in question.world.items()}
    return replace(
        question,
        system=System(relations, variables=list(new.values())),
        whole=problem,
        ranges=problem.box,
        own=question.own.restated(relations, world),
        world=world,
        target=new[question.target],
        given={new[v]: x for v, x in question.given.items()},
    )


def _replaced(expression: Any, new: dict[Any, Any]) -> Any:
    if expression in new:
        return new[expression]
    if not expression.args:
        return expression
    arguments = [_replaced(a, new) for a in expression.args]
    plain = (sympy.Max, sympy.Min, sympy.Eq, sympy.Piecewise, sympy.Le)
    if isinstance(expression, plain):
        return expression.func(*arguments, evaluate=False)
    return expression.func(*arguments)


def with_implied(question: Question, source: random.Random) -> Question | None:
    """One more given: the value of a variable that the givens fix."""
    implied = _implied(question)
    if not implied:
        return None
    more = source.choice(implied)
    return question.with_given({**question.given, more: question.world[more]})


def _implied(question: Question) -> list[Any]:
    try:
        box = question.problem.with_values(question.box, question.given)
    except Refutation:
        return []
    return [
        v
        for v, interval in box.items()
        if v not in question.given
        and v != question.target
        and v.convention is None
        and v.default is None
        and question.world[v]
        and spread(interval) < SAME
    ]


def exchanged(question: Question, source: random.Random) -> Question | None:
    """A given exchanged for a variable that it fixes and that fixes it."""
    implied = _implied(question)
    for new in source.sample(implied, min(len(implied), 6)):
        for old in source.sample(list(question.given), min(len(question.given), 4)):
            given = {v: x for v, x in question.given.items() if v != old}
            given[new] = question.world[new]
            other = question.with_given(given)
            try:
                box = question.problem.with_values(question.box, given)
            except Refutation:
                continue
            if old in box and spread(box[old]) < SAME:
                return other
    return None


CHANGES: dict[str, Change] = {
    "other units": in_other_units, "other order": in_other_order, "other names": renamed,
    "implied given": with_implied, "exchanged given": exchanged,
}  # fmt: skip


def changed_answers(
    question: Question, answer: Answer, source: random.Random
) -> Iterator[tuple[Fault, Question]]:
    """The changes that change the answer. An implied or exchanged given is tried only where the
    question was solved in a world whose defaults hold.
    """
    for name, change in CHANGES.items():
        of_values = name in ("implied given", "exchanged given")
        if of_values and (
            str(answer.status) != "solved" or question.false is not None or question.hidden
        ):
            continue
        other = change(question, source)
        if other is None:
            continue
        status, found, faults = asked(other)
        if found is None:
            yield Fault(f"{name}: {status}", faults[0].text), other
        elif not same(answer, found):
            kind = "another value" if str(answer.status) == status else f"{answer.status}, {status}"
            yield Fault(f"{name}: {kind}", f"{told(answer)}; with {name} {told(found)}"), other


def told(answer: Answer) -> str:
    return f"{answer.status} {answer.text}"


def same(first: Answer, second: Answer) -> bool:
    """Whether two answers have the same status and, if solved, the same values and interval, as
    far as both say that their digits go; a target that a conflict puts out of reach is one of its
    contradiction.
    """
    if first.contradiction is not None and second.contradiction is not None:
        return True
    if first.status != second.status or str(first.status) not in ("solved", "infeasible"):
        return first.status == second.status
    values = [sorted(o.value for o in answer.outcomes) for answer in (first, second)]
    for answer, found in zip((first, second), values, strict=True):
        found.extend(answer.interval or ())
    width = max(SAME, min(told_width(first), told_width(second)))
    return len(values[0]) == len(values[1]) and all(
        math.isclose(a, b, rel_tol=width, abs_tol=1e-12) for a, b in zip(*values, strict=True)
    )


def told_width(answer: Answer) -> float:
    """How far off an answer says that it may be, since terms in it nearly cancel or last digits set
    its ends.
    """
    if ended_by_digits(answer):
        return 1.0
    told = (digits for text in answer.warnings for digits in _RELIABLE.findall(text))
    counts = [0 if digits == "none" else int(digits.split()[1]) for digits in told]
    return 10.0 ** (1 - min(counts)) if counts else 0.0
