"""Numbers of things that are rounded to whole ones: the tokens of floor(r T)."""

from __future__ import annotations

from typing import Any

from derive.equations.dimensions import Mismatch, dimension_of
from derive.units.multipliers import COUNTED


def is_a_count(value: Any) -> bool:
    """Whether a value is in one unit of something counted, such as tokens, and no rate of it.

    >>> from derive import Var
    >>> is_a_count(Var("T", "token", "tokens")), is_a_count(Var("t", "s", "a time"))
    (True, False)
    """
    try:
        exponents = dimension_of(value).exponents
    except (Mismatch, AttributeError):
        return False
    return [(name in COUNTED, power) for name, power in exponents] == [(True, 1)]
