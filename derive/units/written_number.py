"""Numbers as people write them: grouped digits, decimal commas, and how far the digits are good."""

from __future__ import annotations

import re
import sys

from derive.errors import shorten

# Thousands in groups of three: 1,667 and 32,768, but neither 0,500 nor 1,66 nor 1,6667.
GROUPED = r"[1-9]\d{0,2}(?:,\d{3})+(?!\d)"
# A number such as 8.192, which some write for eight thousand, before a unit.
THOUSANDS_POINT = re.compile(r"\s*([1-9]\d{0,2}\.\d{3})\s*[^\W\d_]")
MOST_TOLERANCE = 0.05
_COMMA_WITHIN = re.compile(r"\d[\d.]*(?:,|\{,\})\d(?:\d|[.,](?=\d))*")
_REACH = 40
LEAST, MOST = sys.float_info.min, sys.float_info.max  # sizes of floats with all their digits


def plain_digits(text: str) -> str:
    """The number without the signs that group its digits.

    >>> plain_digits("1,667.5"), plain_digits("2_000")
    ('1667.5', '2000')
    """
    return text.replace(",", "").replace("_", "")


def half_place(text: str) -> float:
    """Half a unit of the last place written, relative: how far a number may be rounded.

    >>> half_place("2"), half_place("20"), half_place("1.7e3")
    (0.25, 0.025, 0.029411764705882353)
    """
    digits = float(_mantissa(text).replace(".", "") or 0)
    return 0.5 / digits if digits else 0.0


def digits_tolerance(text: str) -> float:
    """The relative tolerance of the digits of a number: half a unit of the last of them, at most a
    twentieth. Zeros that end a whole number without decimal point are no digits.

    >>> digits_tolerance("20"), digits_tolerance("2,400"), digits_tolerance("18.0")
    (0.05, 0.020833333333333332, 0.002777777777777778)
    """
    mantissa = _mantissa(text)
    digits = mantissa.replace(".", "") if "." in mantissa else mantissa.rstrip("0")
    return min(half_place(digits), MOST_TOLERANCE) if digits else 0.0


def digits_shown(text: str) -> int:
    """The number of significant digits of a number as written.

    >>> digits_shown("13.8"), digits_shown("0.0055"), digits_shown("6,000"), digits_shown("18.0")
    (3, 2, 1, 3)
    """
    mantissa = _mantissa(text)
    digits = mantissa.replace(".", "") if "." in mantissa else mantissa.rstrip("0")
    return len(digits.lstrip("0"))


def _mantissa(text: str) -> str:
    return plain_digits(text).lower().partition("e")[0]


def comma_readings(text: str) -> tuple[str, str]:
    """The two readings of a number whose commas part no thousands: as decimal and as grouping sign.

    >>> comma_readings("0,500"), comma_readings("1.667,5")
    (('0.500', '500'), ('1667.5', '1.6675'))
    """
    whole, _, decimals = text.rpartition(",")
    grouped = plain_digits(text)
    return (
        f"{plain_digits(whole).replace('.', '')}.{decimals.replace('.', '')}",
        grouped.lstrip("0") or "0",
    )


def comma_fault(written: str, before: str = "", after: str = "") -> tuple[str, str]:
    """The problem of such a number, and the fix with what stands before and after it."""
    readings = comma_readings(written)
    said, fixes = (
        [shorten(f"{head}{reading}{tail}", 40) for reading in readings]
        for head, tail in (("", ""), (before, after))
    )
    problem = f"“{shorten(written, 40)}” can be read as {' or as '.join(said)}"
    return problem, f"Write {' or '.join(fixes)}."


def comma_fault_at(text: str, position: int) -> tuple[str, str] | None:
    """The same for the number around a comma of a text; None for no such number."""
    begin = max(0, position - _REACH)
    for match in _COMMA_WITHIN.finditer(text, begin, position + _REACH):
        written = match[0].replace("{,}", ",")
        if match.start() < position < match.end() and written.count(",") == 1:
            return comma_fault(written)
    return None
