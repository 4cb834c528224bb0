"""Running text with mathematics in it: the parts every writer prints in its own way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
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
from derive.rendering.expressions.inline import OneLine
from derive.rendering.expressions.printed_quantity import PrintedQuantity, measured, unit_text
from derive.rendering.expressions.printer import Printer

T = TypeVar("T")
_SAFE = ("https://", "http://")


class Prose(ABC, Generic[T]):
    """Writes the inline parts of one document; `formula` wraps what the format's printer of
    expressions made.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.places = places(document)

    @property
    @abstractmethod
    def printer(self) -> Printer[str]:
        """The format's printer of expressions."""

    def part(self, part: Inline) -> T:
        """One part of a line."""
        match part:
            case Text(text):
                return self.text(text)
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
            case Equals(var, value, sign):
                symbol = self.printer.write(layout(var))
                return self.formula(
                    self.printer.sides(
                        symbol, sign, self.printer.measure(measured(value, var.unit))
                    )
                )
            case Link(phrase, address):
                shown = self.phrase(phrase)
                if address.startswith(_SAFE):
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
        """Plain text, or words with marks of their own."""
        return self.join(self.parts(words_of(phrase)))

    def beside(self, phrase: Phrase, address: str) -> list[T]:
        """An address in brackets after the words that lead to it, unless it is these words."""
        return [] if phrase == address else [self.text(f" ({address})")]

    def reference(self, entry: Reference) -> list[T]:
        """A source in full: authors, title, date, address."""
        parts: list[Inline] = []
        for text, part in (
            (entry.authors, Text(entry.authors)),
            (entry.title, Emphasis(entry.title)),
            (entry.date, Text(entry.date)),
            (entry.address, Link(entry.address, entry.address)),
        ):
            if text.strip():
                parts += [Text(". "), part] if parts else [part]
        return self.parts((*parts, Text(".")))

    def _amount(self, amount: Amount) -> T:
        measure = measured(amount.value, amount.unit)
        if amount.part == "unit":
            return self.text(
                unit_text("1" + measure.unit if measure.unit.startswith("/") else measure.unit)
            )
        if amount.part == "number":
            measure = PrintedQuantity(measure.mantissa, measure.exponent)
        return self.formula(self.printer.measure(measure))

    @abstractmethod
    def join(self, parts: Iterable[T]) -> T:
        """Parts one after the other."""

    @abstractmethod
    def text(self, text: str) -> T:
        """Words as they are, nothing in them taken for markup."""

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
        """Mathematics within the line."""

    @abstractmethod
    def link(self, shown: T, address: str) -> T:
        """Words that lead to a web address."""

    def ref(self, text: str, place: str) -> T:
        """Words that lead to a place of the document, where the format has such a thing."""
        return self.text(text)

    def symbol(self, written: T, place: str) -> T:
        """A variable's symbol that leads to its entry in the nomenclature, where the format has
        such a thing.
        """
        return written

    @abstractmethod
    def cite(self, label: str, place: str) -> T:
        """A citation, with the place in its source (", line 7", or nothing)."""


class TextProse(Prose[str]):
    """Running text as a string."""

    def join(self, parts: Iterable[str]) -> str:
        """Parts one after the other."""
        return "".join(parts)


class PlainProse(TextProse):
    """Plain text: for widths, alternative texts and logs."""

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
