"""What is kept of an answer: a line with its status, value, regime and conflict, and a digest of
all that is told of it in text and JSON, beside what else can be asked of the same givens.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from typing import Any

from derive.errors import DeriveError
from derive.rendering.json.answer import answer_json
from derive.results.answer import Answer
from tests.golden.questions import Asked, spoken
from tests.oracle.judge import Judge

DIGITS = 10  # of the numbers in the digest


def line(question: Asked) -> str:
    """The kept line of a question."""
    told, said = "", []
    try:
        answer = question.solved()
        told = " | ".join(_headline(answer))
        said += [str(answer), repr(answer), _numbers(answer_json(answer))]
    except DeriveError as error:
        told = f"{type(error).__name__} | {error}"
    said += _others(question)
    digest = hashlib.sha256("\n".join(said).encode()).hexdigest()[:12]
    given = ", ".join(f"{name}={text}" for name, text in sorted(question.texts().items()))
    return f"{question.label} | {question.target}? {given} | {told} | {digest}"


def _headline(answer: Answer) -> Iterator[str]:
    """Status, value, regime and conflict or bound as text."""
    yield str(answer.status)
    yield " ".join(answer.text.split())
    if answer.regime:
        yield answer.regime
    if answer.conflict is not None:
        yield f"conflict of {', '.join(answer.conflict.names)}"
    bound = getattr(answer, "bound", None)
    if bound is not None:
        yield " ".join(bound.text.split())


def _others(question: Asked) -> Iterator[str]:
    """What is missing, closed forms, a function, elasticities: each of a part of the questions."""
    system, target, texts = question.system, question.target, question.texts()
    names = sorted(texts)
    asked = (
        lambda: system.missing(target, texts),
        lambda: [_repeated(form) for form in system.formula(target, names)],
        lambda: system.sensitivity(target, texts),
        lambda: _numbers(_values(question, names)),
    )
    kind = int(question.label.rpartition(" ")[2]) // 4 % len(asked)
    try:
        yield str(asked[kind]())
    except (DeriveError, ArithmeticError) as error:
        yield f"{type(error).__name__}: {error}"


def _repeated(form: Any) -> str:
    return f"{form}\n{form.derivation}"


def _values(question: Asked, names: list[str]) -> list[float]:
    """The target as a function of the givens, at the world and beside it."""
    function = question.system.function(question.target, names)
    point = [question.world[v] / v.unit.factor for v in map(question.system.find, names)]
    return [function(*(x * part for x in point)) for part in (1.0, 0.9)]


def _numbers(value: Any) -> str:
    """JSON with numbers of so many digits."""
    return json.dumps(_rounded(value), ensure_ascii=False, default=str)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return f"{value:.{DIGITS}g}"
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list | tuple) else value


def faults(question: Asked) -> list[str]:
    """What the oracle finds wrong in the answer; an answer with faults is never kept."""
    try:
        answer = question.solved()
    except DeriveError:
        return []
    if not question.uncertain:
        return [str(fault) for fault in Judge(question, answer, random.Random(1)).faults()]
    return [] if spoken(answer, question.truth) else ["the true value is outside of the spread"]
