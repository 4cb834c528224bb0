"""Products and quotients of quantities as text."""

from __future__ import annotations

import re

from derive.errors import TextError
from derive.units.text import QuantityText, parse_quantity, parse_unit
from derive.units.unit import PURE_NUMBER

_OPERATOR = re.compile(r"\s*(?<!\*)([*×·/])\s*(?=\(?\s*[+−-]?[\d.$€£])")


def parse_product(text: str) -> QuantityText:
    """Read a quantity, or a product or quotient of several: "64 * 2 USD/hour * 3 year", "2 TB / (10
    Gbit/s)". A divisor with a unit stands in brackets. Raises TextError.

    >>> parse_product("100 Gbit/s * 80 ms").value
    1000000000.0
    """
    first, *rest = _split(text)
    if not rest:
        return parse_quantity(text)
    number, unit, digits = 1.0, "", 0.0
    for sign, written in zip(("*", *rest[::2]), (first, *rest[1::2]), strict=True):
        read = _factor(written)
        divides = sign == "/"
        if divides and (fault := _divisor_fault(written, read)):
            raise TextError(text, text.find(written), *fault)
        share = read.unit is not None and not read.unit.dimension  # of "40 %" the value
        factor = read.value if share else read.number
        number *= 1 / factor if divides else factor
        if read.unit is not None and not share:
            unit = f"{unit or '1'}{'/' if divides else '*'}({read.unit.text})"
        digits += read.digits
    made = parse_unit(unit.removeprefix("1*")) if unit else PURE_NUMBER
    return QuantityText(number, made, digits, text)


def _divisor_fault(written: str, read: QuantityText) -> tuple[str, str] | None:
    """The problem with a divisor, and its fix: it is zero, or its unit may divide or not."""
    if not read.number:
        return "it is divided by zero", ""
    if read.unit is None or _bare(written) != written:
        return None
    return f"in “{written}” the unit may divide or not", f"Write / ({written})."


def _factor(text: str) -> QuantityText:
    """A factor: a quantity, or a product in brackets."""
    bare = _bare(text)
    return parse_quantity(text) if bare == text else parse_product(bare)


def _bare(text: str) -> str:
    """The text within the brackets around it; itself without any."""
    return text[1:-1].strip() if text.startswith("(") and text.endswith(")") else text


def _split(text: str) -> list[str]:
    """Factors and the signs between them, outside of all brackets."""
    parts, start = [], 0
    for found in _OPERATOR.finditer(text):
        before = text[: found.start()]
        if before.count("(") == before.count(")"):
            parts += [text[start : found.start()].strip(), found[1]]
            start = found.end()
    return [*parts, text[start:].strip()]
