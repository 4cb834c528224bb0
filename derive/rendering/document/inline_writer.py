"""Abstract writer of running text: one method for each kind of inline part."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property
from typing import Generic, TypeVar

from derive.equations.layout import layout
from derive.rendering.document.anchors import entry_place, places
from derive.rendering.document.document import (
    Amount,
    Cite,
    Code,
    Document,
    Emphasis,
    Equals,
    Inline,
    LineBreak,
    Link,
    Math,
    Phrase,
    Ref,
    Reference,
    Strong,
    Text,
    Words,
)
from derive.rendering.document.parts import words_of
from derive.rendering.document.wording import with_minus
from derive.rendering.expressions.inline import OneLine
from derive.rendering.expressions.printed_quantity import PrintedQuantity, measured, unit_text
from derive.rendering.expressions.printer import Printer

T = TypeVar("T")
_SAFE = ("https://", "http://")


class Prose(ABC, Generic[T]):
    """Writes the inline parts of one document."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def places(self) -> frozenset[str]:
        """The link targets of the document."""
        return places(self.document)

    @property
    @abstractmethod
    def printer(self) -> Printer[str]:
        """The format's printer of expressions."""

    def part(self, part: Inline) -> T:
        """One part of a line."""
        match part:
            case Text(text):
                return self.text(with_minus(text))
            case LineBreak():
                return self.line_break()
            case Strong(phrase):
                return self.strong(self.phrase(phrase))
            case Emphasis(phrase):
                return self.emphasis(self.phrase(phrase))
            case Code(text):
                return self.code(text)
            case Math(expression):
                written = self.formula(self.printer.write(layout(expression)))
                place = entry_place(getattr(expression, "name", ""))
                return self.symbol(written, place) if place in self.places else written
            case Amount():
                return self._amount(part)
            case Equals(var, value, sign, digits):
                symbol = self.printer.write(layout(var))
                return self.formula(
                    self.printer.sides(
                        symbol, sign, self.printer.measure(measured(value, var.unit, digits=digits))
                    )
                )
            case Link(phrase, address, beside):
                shown = self.phrase(phrase)
                if beside or address.startswith(_SAFE):
                    return self.link(shown, address)
                return self.join([shown, *self.beside(phrase, address)])
            case Ref(text, place):
                return self.ref(text, place) if place in self.places else self.text(text)
            case Cite(key, where):
                return self.cite(self.document.label(key), f", {where}" if where else "")

    def parts(self, words: Words) -> list[T]:
        """The parts of a line."""
        return [self.part(part) for part in words]

    def phrase(self, phrase: Phrase) -> T:
        """Plain text, or words with markup."""
        return self.join(self.parts(words_of(phrase)))

    def beside(self, phrase: Phrase, address: str) -> list[T]:
        """The address in brackets after a link's words, unless these are the address."""
        return [] if phrase == address else [self.text(f" ({address})")]

    def reference(self, entry: Reference) -> list[T]:
        """A source in full: authors, title, date, address."""
        parts: list[Inline] = []
        for text, part in (
            (entry.authors, Text(entry.authors)),
            (entry.title, Emphasis(entry.title)),
            (entry.date, Text(entry.date)),
            (entry.address, self.place_of(entry)),
        ):
            if text.strip():
                parts += [Text(". "), part] if parts else [part]
        return self.parts((*parts, Text(".")))

    def place_of(self, entry: Reference) -> Inline:
        """The address of a source, linked where it is one."""
        return Link(entry.address, entry.url or entry.address)

    def _amount(self, amount: Amount) -> T:
        measure = measured(amount.value, amount.unit, amount.fixed, amount.digits)
        if amount.part == "unit":
            return self.text(
                unit_text("1" + measure.unit if measure.unit.startswith("/") else measure.unit)
            )
        if amount.part == "number":
            measure = PrintedQuantity(measure.mantissa, measure.exponent)
        return self.quantity(self.printer.measure(measure))

    def quantity(self, written: str) -> T:
        """A quantity within the line, which no line breaks."""
        return self.formula(written)

    @abstractmethod
    def join(self, parts: Iterable[T]) -> T:
        """Concatenated parts."""

    @abstractmethod
    def text(self, text: str) -> T:
        """Plain text, escaped."""

    @abstractmethod
    def line_break(self) -> T:
        """The end of a line within a paragraph."""

    @abstractmethod
    def strong(self, shown: T) -> T:
        """Bold words."""

    @abstractmethod
    def emphasis(self, shown: T) -> T:
        """Words in italics."""

    @abstractmethod
    def code(self, text: str) -> T:
        """A name people type."""

    @abstractmethod
    def formula(self, written: str) -> T:
        """Inline mathematics, from the output of `printer`."""

    @abstractmethod
    def link(self, shown: T, address: str) -> T:
        """A link to a web address."""

    def ref(self, text: str, place: str) -> T:
        """A link within the document, in formats that have them."""
        return self.text(text)

    def symbol(self, written: T, place: str) -> T:
        """A symbol linked to its entry in the nomenclature, in formats that have links."""
        return written

    @abstractmethod
    def cite(self, label: str, place: str) -> T:
        """A citation; `place` is the place in its source (", line 7") or empty."""


class TextProse(Prose[str]):
    """Running text as a string."""

    def join(self, parts: Iterable[str]) -> str:
        """Concatenated parts."""
        return "".join(parts)


class PlainProse(TextProse):
    """Plain text: for widths, alternative texts and logs."""

    places = frozenset()  # nothing leads anywhere

    @property
    def printer(self) -> Printer[str]:
        """One line for each expression."""
        return OneLine()

    def text(self, text: str) -> str:
        """Words."""
        return text

    def line_break(self) -> str:
        """A space."""
        return " "

    def strong(self, shown: str) -> str:
        """Words."""
        return shown

    def emphasis(self, shown: str) -> str:
        """Words."""
        return shown

    def code(self, text: str) -> str:
        """Words."""
        return text

    def formula(self, written: str) -> str:
        """An expression on one line."""
        return written

    def link(self, shown: str, address: str) -> str:
        """The words and the address."""
        return f"{shown} ({address})"

    def cite(self, label: str, place: str) -> str:
        """A citation in square brackets."""
        return f"[{label}{place}]"


def plain_words(document: Document, phrase: Phrase) -> str:
    """A line as plain text."""
    return PlainProse(document).phrase(phrase)
