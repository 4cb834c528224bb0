"""Names in the words of a reader: symbols for variables, words for relations and entries."""

from __future__ import annotations

from collections.abc import Iterable

from derive.library.content import vocabulary
from derive.library.system import library_system, theorems
from derive.rendering.document.document import (
    Code,
    DocumentBlock,
    Equation,
    Inline,
    Text,
    Words,
)
from derive.rendering.document.reader_names import spoken, with_spoken_rule
from derive.rendering.document.wording import listed, with_symbols


def listed_as_words(names: Iterable[str]) -> Words:
    """An enumeration of relations: “cost floor” and “emission”."""
    return listed((Text(spoken(name)),) for name in names)


def with_names(text: str) -> Words:
    """A text that a person wrote, with the names of variables in it as symbols, and those of
    relations and theorems as words; any other name is code.
    """
    return with_symbols(text, vocabulary().named, _other)


def _other(name: str) -> Inline:
    stated = {one.name for one in library_system().all_relations}
    known = name in stated or any(theorem.name == name for theorem in theorems())
    return Text(spoken(name)) if known else Code(name)


def with_spoken_rules(blocks: Iterable[DocumentBlock]) -> list[DocumentBlock]:
    """Blocks in which the relation or theorem beside a line stands as words."""
    return [with_spoken_rule(block) if isinstance(block, Equation) else block for block in blocks]
