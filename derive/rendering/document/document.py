"""Documents: blocks of text, mathematics and tables, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from derive.results.known import Known
from derive.units.display import USUAL_DIGITS
from derive.units.unit import Unit


@dataclass(frozen=True, slots=True)
class Text:
    """Plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class LineBreak:
    """The end of a line within a paragraph."""


@dataclass(frozen=True, slots=True)
class Strong:
    """Words in bold."""

    text: Phrase


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Words in italics."""

    text: Phrase


@dataclass(frozen=True, slots=True)
class Code:
    """A name people type; `relation` where it is a relation's, which a variable may share."""

    text: str
    relation: bool = False


@dataclass(frozen=True, slots=True)
class Math:
    """An expression, equation or inequality within a line."""

    expression: Any


@dataclass(frozen=True, slots=True)
class Amount:
    """A value (base units) in the unit that reads best, or if `fixed` in `unit`; `part` of it."""

    value: float
    unit: Unit
    part: str = "both"
    fixed: bool = False
    digits: int = USUAL_DIGITS


@dataclass(frozen=True, slots=True)
class Equals:
    """A variable and its value: L_× = 200,000 token/sequence."""

    var: Any
    value: float
    sign: str = "="
    digits: int = USUAL_DIGITS


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a web address, or to a file beside the document."""

    text: Phrase
    address: str
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Ref:
    """A link within the document: to a line, a section, an entry of the nomenclature."""

    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Cite:
    """A citation: the source's id and the place in the source."""

    key: str
    where: str = ""


Inline = Text | LineBreak | Strong | Emphasis | Code | Math | Amount | Equals | Link | Ref | Cite
Words = tuple[Inline, ...]
Phrase = str | Words  # plain text, or words with marks of their own


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a section (level 1) or subsection (2), with its marks in `words`."""

    level: int
    text: str
    place: str = ""  # its link target, by default from its text
    words: Words = ()


@dataclass(frozen=True, slots=True)
class Abstract:
    """The answer of a document in a paragraph, before its first section."""

    words: Words


@dataclass(frozen=True, slots=True)
class Contents:
    """The table of contents, without subsections."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; `tone` is plain, note or warning."""

    words: Words
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Equation:
    """A displayed equation with its reason; `values` and `result` make it a line of shown working,
    symbolic = with numbers and units = result, and `amount` is that of what is no variable.
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
    """Rows of cells under headers; `align` has l, r or c a column, `places` link targets."""

    headers: tuple[Phrase, ...]
    rows: tuple[tuple[Words, ...], ...]
    align: str
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Boxed:
    """The lines of a result, and its check (empty: none)."""

    lines: tuple[Words, ...]
    check: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture in an SVG file beside the document; TeX takes the PDF file of the same stem."""

    path: str
    caption: Words
    alt: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list, numbered from `start` or not; `below` are the blocks after the words of each."""

    items: tuple[Words, ...]
    numbered: bool = False
    start: int = 1
    below: tuple[tuple[DocumentBlock, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Quote:
    """A block quotation."""

    blocks: tuple[DocumentBlock, ...]


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Lines of code, and their language (empty: not named)."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class ThematicBreak:
    """A horizontal rule."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A source in full, `url` its link; one that is no document is cited by the words `aside`."""

    key: str
    title: str
    authors: str = ""
    date: str = ""
    address: str = ""
    url: str = ""
    aside: str = ""


@dataclass(frozen=True, slots=True)
class References:
    """The sources cited, in the order of their numbers."""

    entries: tuple[Reference, ...]


TextBlock = Heading | Paragraph | Items | Quote | CodeBlock | ThematicBreak
DocumentBlock = TextBlock | Abstract | Contents | Equation | Table | Boxed | Figure | References


@dataclass(frozen=True, slots=True)
class Document:
    """Title, subtitle and blocks; `name` is the prefix of LaTeX labels, `imprint` the line of date
    and version, `asides` the words that cite sources without a number; `compact` is set small.
    """

    title: str
    blocks: tuple[DocumentBlock, ...]
    subtitle: str = ""
    numbers: dict[str, int] = field(default_factory=dict)
    name: str = ""
    imprint: Words = ()
    asides: dict[str, str] = field(default_factory=dict)
    compact: bool = False

    def label(self, key: str) -> str:
        """The label of a citation: its number among the references, else its words or its id."""
        return str(self.numbers.get(key, self.asides.get(key, key)))
