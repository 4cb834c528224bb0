"""Turns and angles: a rate of turns, in Hz or rpm, is no angular speed in rad/s, though both have
the dimension 1/s.
"""

from __future__ import annotations

import math

from derive.units.display import format_number, with_unit
from derive.units.unit import Unit

_ANGLES = {"radian", "degree", "arcminute", "arcsecond"}
_TURNS = {"hertz", "revolution_per_minute"}


def turning_fault(number: float, stated: Unit, wanted: Unit) -> tuple[str, str] | None:
    """The problem and the fix where one of two units counts turns and the other angles: 1 Hz is
    2*pi rad/s; None for all others.

    >>> from derive.units.text import parse_unit
    >>> turning_fault(1500, parse_unit("rpm"), parse_unit("rad/s"))[1]
    'Write 157.1 rad/s.'
    """
    angles = radians_of_turns(stated, wanted)
    if angles == 1 or stated.dimension != wanted.dimension:
        return None
    same = number * stated.factor * angles / wanted.factor
    problem = (
        f"{stated.text} and {wanted.text} are not told apart by their dimension, but one counts"
        " turns and the other angles, and a turn is 2*pi rad"
    )
    return problem, f"Write {with_unit(format_number(same), wanted.text)}."


def radians_of_turns(stated: Unit, wanted: Unit) -> float:
    """The factor beyond their sizes: 2*pi from turns to angles, 1 between units of one kind."""
    return (2 * math.pi) ** (_power(stated, wanted) or -_power(wanted, stated))


def _power(turns: Unit, angles: Unit) -> int:
    """The power in which one counts turns where the other counts angles; 0 elsewhere."""
    power = _counted(turns, _TURNS)
    return power if power == _counted(angles, _ANGLES) else 0


def _counted(unit: Unit, names: set[str]) -> int:
    """The power with which a unit holds one of these, with any prefix: 1 for kHz, -1 for 1/Hz."""
    powers = [
        power
        for word, power in unit.factors
        for name in names
        if word == name or word.endswith(name)
    ]
    return int(sum(powers)) if len(powers) == 1 and powers[0] == int(powers[0]) else 0
