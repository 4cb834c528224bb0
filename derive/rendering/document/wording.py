"""Sentences from data: capitals and full stops, lists within a line, names of variables as their
symbols.
"""

from __future__ import annotations

import re

from derive.equations.plain import plain
from derive.rendering.document.document import Inline, Math, Text, Words
from derive.results.answer import Answer
from derive.results.derivation import Step


def sentence(text: str, stop: bool = True) -> str:
    """Text as a sentence: a capital first, unless it starts with a name people type, and a full
    stop last.
    """
    first = text.partition(" ")[0]
    shown = text if "_" in first else text[:1].upper() + text[1:]
    return shown + "." if stop and shown and shown[-1] not in ".!?" else shown


def listed(parts: list[Words], last: str = " and ", between: str = ", ") -> Words:
    """Words as a list within a sentence: a, b and c."""
    words: list[Inline] = []
    for index, part in enumerate(parts):
        if index:
            words.append(Text(last if index == len(parts) - 1 else between))
        words.extend(part)
    return tuple(words)


def merged(words: Words) -> Words:
    """Neighbouring texts as one."""
    made: list[Inline] = []
    for word in words:
        if made and isinstance(word, Text) and isinstance(made[-1], Text):
            made[-1] = Text(made[-1].text + word.text)
        else:
            made.append(word)
    return tuple(made)


def named(text: str, answer: Answer) -> Words:
    """Text with the variables it names as symbols; a name that is also an English word stays a
    word.
    """
    variables = {
        v.name: v
        for v in (
            answer.target,
            *(k.var for k in answer.known),
            *(v for r in answer.relations for v in r.variables),
        )
        if "_" in v.name
    }
    words = tuple(
        Math(variables[piece]) if piece in variables else Text(piece)
        for piece in re.split(r"(\b\w+\b)", text)
        if piece
    )
    return merged(words)


def reason_text(step: Step) -> str:
    """The reason of a step, with the expressions it mentions written out."""
    reason = step.reason
    for index, term in enumerate(step.terms):
        reason = reason.replace(f"{{{index}}}", plain(term))
    return reason
