"""The worst of several answers, by status."""

from __future__ import annotations

from collections.abc import Iterable

from derive.results.answer import Answer
from derive.results.status import WORST_FIRST


def worst(answers: Iterable[Answer]) -> Answer:
    """The answer with the worst status, as WORST_FIRST orders them."""
    return min(answers, key=lambda answer: WORST_FIRST.index(answer.status))
