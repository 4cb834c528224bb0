"""The document every writer prints: blocks of text, mathematics and tables, as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from derive.results.known import Known
from derive.units.unit import Unit


@dataclass(frozen=True, slots=True)
class Text:
    """Words as they are."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Words in bold."""

    text: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Words in italics."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """A name people type."""

    text: str


@dataclass(frozen=True, slots=True)
class Math:
    """An expression, equation or inequality within a line."""

    expression: Any


@dataclass(frozen=True, slots=True)
class Amount:
    """A value (base units) with the unit that reads best; `unit` alone or `number` alone for the
    columns of a table.
    """

    value: float
    unit: Unit
    part: str = "both"


@dataclass(frozen=True, slots=True)
class Equals:
    """A variable and its value: L_× = 200,000 token/sequence."""

    var: Any
    value: float
    sign: str = "="


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead to an address."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Ref:
    """Words that lead to a place of the same document: a line, a section, an entry of the
    nomenclature.
    """

    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Cite:
    """A source, by its id, and where in it."""

    key: str
    where: str = ""


Inline = Text | Strong | Emphasis | Code | Math | Amount | Equals | Link | Ref | Cite
Words = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A section's title; level 1 is a section, 2 a subsection. `place` is what refers to it, else
    its words.
    """

    level: int
    text: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """The sections of the document it stands in, subsections left out."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; `tone` is plain, note or warning."""

    words: Words
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Equation:
    """A displayed equation with why it stands there.

    `values` and `result` make it a line of shown working: symbolic = with numbers and units =
    result. `amount` is the value of an expression that is no variable.
    """

    expression: Any
    number: int | None = None
    reason: Words = ()
    rule: str = ""
    verdict: str = ""
    values: tuple[Known, ...] = ()
    result: Known | None = None
    amount: Amount | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under headers; `align` has l or r for each column, `places` what refers to each
    row.
    """

    headers: tuple[str, ...]
    rows: tuple[tuple[Words, ...], ...]
    align: str
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Boxed:
    """The result, a line each, and the check that goes with it (empty when there is none)."""

    lines: tuple[Words, ...]
    check: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture in a file, named as it stands beside the document; the SVG's neighbour with .pdf is
    what TeX takes.
    """

    path: str
    caption: Words
    alt: str


@dataclass(frozen=True, slots=True)
class Items:
    """Points below each other."""

    items: tuple[Words, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Reference:
    """A source in full."""

    key: str
    title: str
    authors: str = ""
    date: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class References:
    """The sources cited, in the order of their numbers."""

    entries: tuple[Reference, ...]


DocumentBlock = (
    Heading | Contents | Paragraph | Equation | Table | Boxed | Figure | Items | References
)


@dataclass(frozen=True, slots=True)
class Document:
    """A title, a line below it, and blocks; `name` starts the labels of a document that has any."""

    title: str
    blocks: tuple[DocumentBlock, ...]
    subtitle: str = ""
    numbers: dict[str, int] = field(default_factory=dict)
    name: str = ""

    def label(self, key: str) -> str:
        """What a citation prints: its number among the references, else the source's id."""
        return str(self.numbers.get(key, key))


def numbered(blocks: Iterable[DocumentBlock]) -> int:
    """How many numbered lines there are."""
    return sum(isinstance(block, Equation) and block.number is not None for block in blocks)
