"""Two figures that differ as text: in one unit, in one power of ten, with digits that tell them
apart.
"""

from __future__ import annotations

import math
import re

from derive.checking.figures.worked_number import WorkedNumber
from derive.units.display import format_number, readable_unit, with_unit
from derive.units.unit import base_unit

_BARELY = 1.5  # units of the last digit
_FEWEST_DIGITS, _MOST_DIGITS = 4, 15
_RAISED = re.compile(r"(?P<digits>-?[\d.,]+)e(?P<power>-?\d+)")


def shown_apart(
    computed: WorkedNumber, written: WorkedNumber, like: WorkedNumber
) -> tuple[str, str]:
    """A computed and a written figure as text, both in the unit of one like them; where they differ
    by no more than the last digit, with another one.
    """
    values = computed.value / like.scale, like.value / like.scale
    counts = range(_FEWEST_DIGITS, _MOST_DIGITS + 1)
    differing = (n for n in counts if len({f"{value:.{n - 1}e}" for value in values}) == 2)
    digits = next(differing, _MOST_DIGITS)
    place = 10.0 ** (math.floor(math.log10(max(map(abs, values)) or 1.0)) + 1 - digits)
    barely = abs(values[0] - values[1]) < _BARELY * place
    digits += barely and _FEWEST_DIGITS < digits < _MOST_DIGITS
    return _in_one_power(_shown(computed, like, digits), _shown(written, like, digits), digits)


def _shown(figure: WorkedNumber, like: WorkedNumber, digits: int) -> str:
    if not figure.dimension and not (figure.cancelled and like.unit):
        return format_number(figure.value, digits)
    if like.unit:
        return f"{format_number(figure.value / like.scale, digits)} {like.unit}"
    unit = readable_unit(figure.value, base_unit(figure.dimension))
    return with_unit(format_number(figure.value / unit.factor, digits), unit.text)


def _in_one_power(computed: str, written: str, digits: int) -> tuple[str, str]:
    """Two figures with the power of ten of the first, if it is near: 6.3e24 and 0.63e24."""
    first, second = _RAISED.match(computed), _RAISED.match(written)
    if first is None or second is None:
        return computed, written
    power, other = int(first["power"]), int(second["power"])
    if power == other or abs(power - other) > digits:
        return computed, written
    return computed, _raised_to(power, second, digits)


def _raised_to(power: int, match: re.Match[str], digits: int) -> str:
    value = float(match["digits"].replace(",", "")) * 10.0 ** (int(match["power"]) - power)
    shown = f"{value:,.{digits}g}"
    shown = f"{value:,.0f}" if "e+" in shown else shown
    return match.string if "e" in shown else f"{shown}e{power}{match.string[match.end() :]}"
