"""Printed quantities: mantissa, power of ten and unit of a number."""

from __future__ import annotations

import re
from dataclasses import dataclass

from derive.units.display import USUAL_DIGITS, format_number, readable_unit
from derive.units.superscripts import lowered, raised
from derive.units.unit import Unit


@dataclass(frozen=True, slots=True)
class PrintedQuantity:
    """`mantissa`×10^`exponent` `unit`; each may be empty.

    `/token` is a unit without a numerator.
    """

    mantissa: str
    exponent: str = ""
    unit: str = ""

    @property
    def number(self) -> str:
        """The number alone, e.g. 1.5e12."""
        return f"{self.mantissa}e{self.exponent}" if self.exponent else self.mantissa

    @property
    def gap(self) -> str:
        """The space between number and unit in plain text."""
        return " " if self.mantissa and self.unit and not self.unit.startswith("/") else ""

    @property
    def text(self) -> str:
        """As one plain line, e.g. 3.35 TB/s/GPU."""
        return f"{self.number}{self.gap}{unit_text(self.unit)}"

    @property
    def compound(self) -> bool:
        """Whether a power of it needs brackets: anything but a plain positive number."""
        return bool(self.exponent or self.unit or not self.mantissa[0].isdigit())


def measured(
    value: float, unit: Unit, fixed: bool = False, digits: int = USUAL_DIGITS
) -> PrintedQuantity:
    """`value` (in base units) in the unit that reads best, or in `unit` itself if that is `fixed`.

    >>> from derive.units.text import parse_unit
    >>> measured(1666.67, parse_unit("byte/token")).text
    '1.667 kB/token'
    """
    chosen = unit if fixed else readable_unit(value, unit)
    mantissa, exponent = _split(format_number(value / chosen.factor, digits))
    words = "" if chosen.text == "1" else chosen.text
    return PrintedQuantity(mantissa, exponent, words[1:] if words.startswith("1/") else words)


def literal(text: str) -> PrintedQuantity:
    """A number as the notation tree spells it, e.g. 6.5e-05."""
    mantissa, exponent = _split(text)
    return PrintedQuantity(mantissa, exponent)


def is_rounded(value: float, unit: Unit) -> bool:
    """Whether the printed number is rounded, so that its line has ≈ instead of =."""
    return abs(printed(value, unit) - value) > 1e-9 * abs(value)


def printed(value: float, unit: Unit) -> float:
    """The value of the printed number, in base units; the value itself if it prints as a word."""
    chosen = readable_unit(value, unit)
    try:
        return float(format_number(value / chosen.factor).replace(",", "")) * chosen.factor
    except ValueError:
        return value


def _split(text: str) -> tuple[str, str]:
    """Mantissa and exponent of a number as text, with a minus sign; a word by itself."""
    signed = f"−{text[1:]}" if text.startswith("-") else text
    mantissa, _, exponent = signed.partition("e")
    if not exponent or not mantissa[-1:].isdigit():
        return signed, ""
    return mantissa, str(int(exponent))


_PIECE = re.compile(
    r"(?P<power>\^(?:\(-?\d+(?:/\d+)?\)|-?\d+)|[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(?P<sign>[*·/()])|(?P<space>\s+)|(?P<word>[^\s*·/()^⁰¹²³⁴⁵⁶⁷⁸⁹]+|\^)"
)


def unit_pieces(text: str) -> list[tuple[str, str]]:
    """A unit's text as (word | power | sign, text); a product sign is `·`, a power its plain
    digits.

    >>> unit_pieces("FLOP*s/token^2")
    [('word', 'FLOP'), ('sign', '·'), ('word', 's'), ('sign', '/'), ('word', 'token'), ('power',
    '2')]
    """
    pieces = []
    for match in _PIECE.finditer(text.strip()):
        kind, piece = str(match.lastgroup), match.group()
        if kind == "power":
            piece = lowered(piece).strip("^()")
        elif kind == "space" or piece == "*":
            kind, piece = "sign", "·"
        pieces.append((kind, piece))
    return pieces


def unit_text(text: str) -> str:
    """A unit by itself as one plain line: FLOP·s/token²; nothing for a pure number.

    >>> unit_text("FLOP*s/token^2")
    'FLOP·s/token²'
    >>> unit_text("param^(1/2)/s^(1/2)")
    'param^(1/2)/s^(1/2)'
    """
    if text == "1":
        return ""
    return "".join(_power(piece) if kind == "power" else piece for kind, piece in unit_pieces(text))


def _power(digits: str) -> str:
    """A power behind its unit: ², and ^(1/2)."""
    return f"^({digits})" if "/" in digits else raised(digits)
