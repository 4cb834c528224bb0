"""Numbers as people write them: grouped digits, decimal commas, and how far the digits are good."""

from __future__ import annotations

import re
import sys

from derive.errors import shorten

# Thousands in groups of three: 1,667 and 32,768, but neither 0,500 nor 1,66 nor 1,6667.
GROUPED = r"[1-9]\d{0,2}(?:,\d{3})+(?!\d)"
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
