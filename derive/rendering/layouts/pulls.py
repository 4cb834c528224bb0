"""Pulls at an answer: the note on a bound or an estimate, and how each neglected term moves it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from derive.equations.neglected import Direction
from derive.rendering.document.document import (
    Code,
    DocumentBlock,
    Items,
    Paragraph,
    Text,
    Words,
)
from derive.rendering.document.wording import listed
from derive.results.answer import Answer
from derive.results.pull import Pull, Sense
from derive.results.solution import NeglectedTerm

_SENSES = {
    Sense.LOWER_BOUND: (
        "This is a lower bound: what is left out or taken as ideal can only raise the true value."
    ),
    Sense.UPPER_BOUND: (
        "This is an upper bound: what is left out or taken as ideal can only lower the true value."
    ),
    Sense.ESTIMATE: (
        "This is an estimate, not a bound. What is left out or taken as ideal moves the true value:"
    ),
}
_WAYS = {Direction.RAISES: "up", Direction.LOWERS: "down", Direction.EITHER: "either way"}


def sense_note(answer: Answer) -> list[DocumentBlock]:
    """The note on a bound; on an estimate with each pull, by its way."""
    if answer.sense == Sense.EQUALITY:
        return []
    note = Paragraph((Text(_SENSES[answer.sense]),), "note")
    if answer.sense != Sense.ESTIMATE:
        return [note]
    meanings = {known.var.name: known.var.meaning for known in answer.known}
    points: list[Words] = []
    for way, word in _WAYS.items():
        found = [pull_words(pull, meanings) for pull in answer.pulls if pull.way == way]
        if found:
            points.append((Text(f"{word}: "), *listed(found, last="; ", between="; "), Text(".")))
    return [note, Items(tuple(points))]


def pull_words(pull: Pull, meanings: Mapping[str, str] = MappingProxyType({})) -> Words:
    """The reason of a pull, with the meaning of the variable that is taken as ideal."""
    meaning = meanings.get(pull.source) if pull.ideal else ""
    told = pull.text.removeprefix(pull.source)
    return (Code(pull.source), Text(f" ({meaning}){told}" if meaning else told))


def moves(term: NeglectedTerm) -> str:
    """The way in which a neglected term moves the answer, and by how much."""
    if term.pull is None:
        return "not at all" if term.spared or term.size == 0.0 else "not known"
    by = f" by {term.pull.amount}" if term.pull.moves is not None else ""
    return f"{_WAYS[term.pull.way]}{by}"
