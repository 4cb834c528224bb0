"""Units that are joined to one word: Nm, kVA, J/kgK, Tm/A."""

from __future__ import annotations

import re

_JOINED = re.compile(
    r"(?<![A-Za-zµμ])(?:(?P<torque>[kMm]?N)m|(?P<power>[kMG]?V)A|(?P<field>T)m(?=/A))(?![A-Za-z])"
    r"|(?<=/)(?P<mass>kg|g|mol)K(?![A-Za-z])"
)


def with_parted_units(text: str) -> str:
    """The text with a blank between such units, below a bar in brackets.

    >>> with_parted_units("20 Nm, 4.2 kJ/kgK, 3e-7 Tm/A, VAT, 3 mK")
    '20 N m, 4.2 kJ/(kg K), 3e-7 T m/A, VAT, 3 mK'
    """
    return _JOINED.sub(_parted, text)


def _parted(match: re.Match[str]) -> str:
    first, second = match[match.lastgroup or 0], match[0][-1]
    both = f"{first} {second}"
    return f"({both})" if match["mass"] else both
