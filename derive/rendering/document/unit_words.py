"""Quantities in running text: counted things as nouns that inflect, other units as symbols."""

from __future__ import annotations

import math

from derive.rendering.document.document import Amount, Text, Words
from derive.rendering.expressions.printed_quantity import unit_text
from derive.units.display import format_number, readable_unit
from derive.units.unit import Unit

_NOUNS = {
    "GPU": "GPU", "byte": "byte", "day": "day", "hour": "hour", "minute": "minute",
    "month": "month", "param": "parameter", "sequence": "sequence", "token": "token",
    "year": "year",
}  # fmt: skip
_RATES = {**_NOUNS, "s": "second"}  # what may stand behind "per"


def quantity_words(value: float, unit: Unit, noun: str = "", as_stated: bool = False) -> Words:
    """`value` (base units) within a sentence: in `unit` itself if `as_stated`, else in the unit
    that reads best; a `noun` names what is counted, in place of the unit.

    >>> from derive.units.text import parse_unit
    >>> [text.text for text in quantity_words(1.0, parse_unit("GPU"))[1:]]
    [' GPU']
    >>> [text.text for text in quantity_words(72.0, parse_unit("token/s/GPU"))[1:]]
    [' tokens per second per GPU']
    """
    chosen = unit if as_stated else readable_unit(value, unit)
    number = Amount(value, chosen, part="number", fixed=True)
    several = format_number(value / chosen.factor).lstrip("−-") != "1"
    if noun:
        return number, Text(f" {inflected(noun, several)}")
    words = unit_in_words(chosen, several)
    if not words:
        return (Amount(value, chosen, fixed=True),)
    return number, Text(f" {words}")


def unit_in_words(unit: Unit, several: bool = True) -> str:
    """A unit of counted things in words: "bytes per token", "per GPU"; empty for any other unit."""
    head, *rates = unit_text(unit.text).split("/")
    if head not in _NOUNS and (head != "1" or not rates):
        return ""
    if any(rate not in _RATES for rate in rates):
        return ""
    noun = inflected(_NOUNS[head], several) if head in _NOUNS else ""
    return " per ".join([noun, *(_RATES[rate] for rate in rates)]).strip()


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "claim"), counted(3, "claim"), counted(2, "reply")
    ('1 claim', '3 claims', '2 replies')
    """
    return f"{format_number(number, max(4, _digits(number)))} {inflected(noun, number != 1)}"


def inflected(noun: str, several: bool = True) -> str:
    """The noun, in the plural for several; "axis/axes" states a plural of its own.

    >>> inflected("batch"), inflected("axis/axes"), inflected("layer of weights")
    ('batches', 'axes', 'layers of weights')
    """
    single, _, plural = noun.partition("/")
    if not several:
        return single
    if plural:
        return plural
    head, of, rest = single.partition(" of ")
    if head.endswith(("s", "x", "z", "ch", "sh")):
        return f"{head}es{of}{rest}"
    if head.endswith("y") and head[-2:-1] not in "aeiou":
        return f"{head[:-1]}ies{of}{rest}"
    return f"{head}s{of}{rest}"


def _digits(number: int) -> int:
    return math.floor(math.log10(number)) + 1 if number else 1
