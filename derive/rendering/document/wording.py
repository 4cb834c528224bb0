"""Sentences from data: capitals, full stops, enumerations, symbols for names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from derive.equations.var import Var, ordered
from derive.rendering.document.document import Amount, Code, Inline, Math, Text, Words
from derive.rendering.document.unit_words import counted
from derive.results.answer import Answer
from derive.results.derivation import Derivation, Proof
from derive.results.solution import ValueInterval
from derive.units.display import format_number


def listed(parts: Iterable[Words], last: str = " and ", between: str = ", ") -> Words:
    """An enumeration of words: a, b and c."""
    words: list[Inline] = []
    whole = tuple(parts)
    for index, part in enumerate(whole):
        if index:
            words.append(Text(last if index == len(whole) - 1 else between))
        words.extend(part)
    return tuple(words)


def bounds(target: Var, span: ValueInterval) -> Words:
    """Bounds within the range of a variable, or the one value that they leave."""
    low, high = (Amount(end, target.unit, digits=span.digits) for end in (span.low, span.high))
    if span.low == span.high:
        return (low,)
    least, most, *_ = target.bounds
    ends: list[Words] = []
    if span.low > least:
        ends.append((Text("at least "), low))
    if span.high < most:
        ends.append((Text("at most "), high))
    return listed(ends)


def name_words(name: str) -> Words:
    """A name as code, or the text that stands in place of one."""
    return (Code(name) if name.isidentifier() else Text(name),)


def listed_names(names: Iterable[str]) -> Words:
    """An enumeration of names."""
    return listed(map(name_words, names))


def meanings(symbols: Iterable[Any]) -> Words:
    """The sentence that explains these symbols, in nomenclature order; empty without any."""
    parts = [(Math(var), Text(f" is {var.meaning or var.name}")) for var in ordered(symbols)]
    listing = listed(parts, last="; ", between="; ")
    return (Text("Here "), *listing, Text(".")) if parts else ()


def cancelled_words(proof: Proof) -> Words:
    """The sentence on the variables that cancelled in a proof; empty without any."""
    verb = " cancel." if len(proof.cancelled) > 1 else " cancels."
    return (*listed((Math(var),) for var in proof.cancelled), Text(verb)) if proof.cancelled else ()


def holds_when(condition: str) -> str:
    """The sentence on the validity of an equation; empty without a condition."""
    return f"Holds when {condition.rstrip('.')}." if condition else ""


_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_NEGATIVE = re.compile(r"(?<![\w.)\]^/-])-(?=\d)")
_DAY = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2}))?\b")


def date_words(text: str) -> str:
    """A text with its dates in words.

    >>> date_words("2026-11-21"), date_words("2025-02, first version")
    ('21 November 2026', 'February 2025, first version')
    """

    def words(match: re.Match[str]) -> str:
        year, month, day = match.groups()
        if not 1 <= int(month) <= 12:
            return match[0]
        return " ".join([*([str(int(day))] if day else []), _MONTHS[int(month) - 1], year])

    return _DAY.sub(words, text)


def step_count(derivation: Derivation) -> str:
    """The number of steps, and whether they are verified: 3 steps, each verified."""
    verified = ", each verified" if len(derivation) and derivation.verified else ""
    return f"{counted(len(derivation), 'step')}{verified}"


def signed(number: float, digits: int = 3) -> str:
    """The number with its sign: +5.51, −9.09, 0."""
    text = format_number(abs(number), digits)
    return text if text == "0" or abs(number) < 1e-9 else f"{'+' if number > 0 else '−'}{text}"


def merged(words: Words) -> Words:
    """The words with adjacent texts joined."""
    made: list[Inline] = []
    for word in words:
        if made and isinstance(word, Text) and isinstance(made[-1], Text):
            made[-1] = Text(made[-1].text + word.text)
        else:
            made.append(word)
    return tuple(made)


def with_minus(text: str) -> str:
    """Text with a minus sign before its negative numbers, as documents print them; what programs
    read (--brief, JSON, tables of data) keeps the hyphen.

    >>> with_minus("-12.97 to 1e-5 on 2026-05-17")
    '−12.97 to 1e-5 on 2026-05-17'
    """
    return _NEGATIVE.sub("−", text)


def coded(text: str, names: Iterable[str] = ()) -> Words:
    """Text with the names in it as code, for readers who have not met their symbols; those that are
    English words too where they are among `names`.
    """
    stated = "".join(rf"|\b{re.escape(name)}\b" for name in names)
    pieces = re.split(rf"(\b[a-z]\w*_\w+\b{stated})", text)
    return tuple(
        Code(piece) if index % 2 else Text(piece) for index, piece in enumerate(pieces) if piece
    )


def named(text: str, answer: Answer) -> Words:
    """Text with the names of variables as symbols, and minus signs; names that are English words
    stay.
    """
    variables = {
        v.name: v
        for v in (
            answer.target,
            *(k.var for k in answer.known),
            *(v for r in answer.relations for v in r.variables),
        )
    }
    return with_symbols(text.replace(" - ", " − "), variables)


def with_symbols(
    text: str, variables: Mapping[str, Any], other: Callable[[str], Inline] = Text
) -> Words:
    """Text with the names of these variables as symbols, except names that are English words;
    `other` makes the words for other such names.
    """
    words: list[Inline] = []
    for piece in re.split(r"(\b\w+\b)", text):
        if "_" not in piece or not piece.isidentifier():
            words.append(Text(piece))
        else:
            words.append(Math(variables[piece]) if piece in variables else other(piece))
    return merged(tuple(word for word in words if word != Text("")))
