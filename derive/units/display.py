"""Display of values: four digits and a readable unit prefix."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import Any

from derive.units.ladder import LADDER
from derive.units.text import parse_unit
from derive.units.unit import Unit

USUAL_DIGITS = 4
_MOST_DIGITS = 8  # of a number that is all but whole
_MOST_APART = 13  # of two numbers next to each other
_EXPONENT = re.compile(r"\de-?\d")


def format_number(value: float, digits: int = USUAL_DIGITS) -> str:
    """The number with four significant digits, a whole one below a million with all; engineering
    exponents from a million on, scientific ones below a thousandth.

    >>> format_number(1666.666), format_number(671e9), format_number(0.0144), format_number(1e-5)
    ('1,667', '671e9', '0.0144', '1e-5')
    >>> format_number(16384), format_number(16384.4)
    ('16,384', '16,380')
    """
    if value == 0 or not math.isfinite(value):
        return (
            "0" if value == 0 else "undefined" if math.isnan(value) else "∞" if value > 0 else "−∞"
        )
    if digits == USUAL_DIGITS and abs(value) < 1e6 and float(value).is_integer():
        return f"{value:,.0f}"
    rounded = f"{value:.{digits - 1}e}"
    size = abs(float(rounded))
    if size >= 1e6 or size < 1e-3:
        mantissa, _, power = rounded.partition("e")
        exponent = 3 * (int(power) // 3) if int(power) >= 0 else int(power)
        return f"{_trimmed(float(mantissa) * 10.0 ** (int(power) - exponent), digits)}e{exponent}"
    return _trimmed(float(rounded), digits)


def digits_beside(value: float) -> int:
    """The fewest digits with which a number beside a whole one does not read as whole itself.

    >>> digits_beside(173.42), digits_beside(115.98), digits_beside(115.9983)
    (4, 5, 6)
    """
    return next(
        (
            digits
            for digits in range(USUAL_DIGITS, _MOST_DIGITS)
            if not float(f"{value:.{digits - 1}e}").is_integer()
        ),
        USUAL_DIGITS,
    )


def digits_apart(low: float, high: float) -> int:
    """The fewest digits with which two numbers do not read alike.

    >>> digits_apart(2.0, 3.0), digits_apart(0.187054, 0.187081)
    (4, 5)
    """
    return next(
        (
            digits
            for digits in range(USUAL_DIGITS, _MOST_APART)
            if format_number(low, digits) != format_number(high, digits)
        ),
        USUAL_DIGITS,
    )


def written_out(number: str) -> str:
    """A number of `format_number` without an exponent.

    >>> written_out("2.6e6"), written_out("9.6e-4"), written_out("1,667"), written_out("∞")
    ('2,600,000', '0.00096', '1,667', '∞')
    """
    return format(Decimal(number), ",f") if _EXPONENT.search(number) else number


def _trimmed(value: float, digits: int) -> str:
    places = max(0, digits - 1 - math.floor(math.log10(abs(value)) + 1e-12))
    text = f"{value:,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def readable_unit(value: float, unit: Unit) -> Unit:
    """The most readable unit of `value` (in base units): same dimension, another prefix."""
    head, slash, rest = unit.text.partition("/")
    size = abs(value)
    if head == "USD" and rest.startswith("token") and 0 < size / unit.factor < 1e-3:
        return parse_unit(f"USD/M{rest}")
    ladder = LADDER.get(head)
    if ladder is None or size == 0 or not math.isfinite(size):
        return unit
    if size / unit.factor >= 1e3 * ladder[-1][1]:
        return unit
    rung = next(
        (name for name, scale in reversed(ladder) if float(f"{size / unit.factor:.3e}") >= scale),
        ladder[0][0],
    )
    return parse_unit(rung + slash + rest)


def format_value(value: float, unit: Unit, digits: int = USUAL_DIGITS) -> str:
    """`value` (in base units) with its most readable unit; a pure number without.

    >>> format_value(1666.67, parse_unit("byte/token"))
    '1.667 kB/token'
    """
    chosen = readable_unit(value, unit)
    return with_unit(format_number(value / chosen.factor, digits), chosen.text)


def end_text(value: float, unit: Unit, digits: int = USUAL_DIGITS) -> str:
    """The end of a range (base units) as text: infinity has no unit.

    >>> end_text(2e9, parse_unit("byte/s")), end_text(math.inf, parse_unit("byte/s"))
    ('2 GB/s', '∞')
    """
    return format_number(value) if math.isinf(value) else format_value(value, unit, digits)


def with_unit(number: str, unit: str) -> str:
    """A number with its unit, as a person writes it.

    >>> with_unit("3.35", "TB/s/GPU"), with_unit("2", "1/token"), with_unit("0.4", "1")
    ('3.35 TB/s/GPU', '2/token', '0.4')
    """
    if unit in ("", "1"):
        return number
    return f"{number}{unit[1:]}" if unit.startswith("1/") else f"{number} {unit}"


def json_number(value: float | None) -> Any:
    """A number as JSON takes it: infinity as a word, what is no number as null.

    >>> json_number(float("-inf")), json_number(float("nan")), json_number(2.5)
    ('-inf', None, 2.5)
    """
    if value is None or math.isnan(value):
        return None
    return value if math.isfinite(value) else "inf" if value > 0 else "-inf"
