"""Keys and values of catalogue entries as people write them; the files have them as data."""

from __future__ import annotations

import re
from decimal import Decimal

from derive.library.content import vocabulary
from derive.rendering.document.document import Code, Text, Words
from derive.rendering.expressions.printed_quantity import unit_text
from derive.units.superscripts import raised

_NUMBER = re.compile(r"(\d+(?:\.\d+)?)(?:e(\d+))?(?: (\S.*))?")
_LONG = 10_000  # the first number that is not easily read without commas, and no year
_MANY = 10_000_000  # the first that is shorter with a power of ten
_SIGNS = {"<=": "≤", ">=": "≥", "_": " "}


def value_in_words(written: str) -> str:
    """A value with commas or a power of ten, all its digits kept, and its unit; other text as it
    is.

    >>> value_in_words("200e3 token/sequence"), value_in_words("129280"), value_in_words("2022")
    ('200,000 token/sequence', '129,280', '2022')
    >>> value_in_words("671.0e9 param"), value_in_words("2.788e6 GPU*hour"), value_in_words("MLA")
    ('671.0 × 10⁹ param', '2,788,000 GPU·hour', 'MLA')
    """
    found = _NUMBER.fullmatch(written)
    if found is None:
        return written
    digits, power, unit = found.groups(default="")
    size = Decimal(f"{digits}e{power or 0}")
    number = f"{digits} × 10{raised(power)}" if power else digits
    if (1 if power else _LONG) <= size < _MANY and size == int(size):
        number = f"{int(size):,}"
    return f"{number} {unit_text(unit)}".rstrip()


def key_in_words(key: str) -> Words:
    """The key of a figure: the variable that it is, and what it holds for, in words.

    >>> key_in_words("cache_read, prompt <= 200k")
    (Text(text='cache read, prompt ≤ 200k'),)
    >>> key_in_words("peak_flops.fp8.sparse")
    (Code(text='peak_flops', relation=False), Text(text=', fp8, sparse'))
    """
    first, *rest = key.split(".") if re.fullmatch(r"[\w.]+", key) else [key]
    beside = "".join(f", {part}" for part in rest)
    if first in vocabulary().named:
        return (Code(first), Text(beside)) if beside else (Code(first),)
    words = f"{first}{beside}"
    for sign, word in _SIGNS.items():
        words = words.replace(sign, word)
    return (Text(words),)
