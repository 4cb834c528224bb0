"""Currencies exchanged at the rates that the user stated."""

from __future__ import annotations

from derive.units.dimension import BASE_UNITS, CURRENCIES, Dimension, Exponent
from derive.units.display import format_number
from derive.units.registry import definitions
from derive.units.unit import Unit


def exchanged(unit: Unit, wanted: Dimension) -> Unit | None:
    """The unit with its currency exchanged for that of the wanted dimension; None where no rate is
    stated, or the two differ by anything else.
    """
    pair = currency_pair(unit.dimension, wanted)
    rate = None if pair is None else definitions().rates.between(*pair[:2])
    if pair is None or rate is None:
        return None
    return Unit(unit.text, unit.factor * rate ** float(pair[2]), wanted, unit.factors)


def currency_pair(found: Dimension, wanted: Dimension) -> tuple[str, str, Exponent] | None:
    """The currency of one dimension, that of the other in its place, and their power; None if the
    dimensions agree or differ by anything else.
    """
    odd = dict((found / wanted).exponents)
    if len(odd) != 2 or not set(odd) <= CURRENCIES.keys():
        return None
    (first, power), (second, opposite) = odd.items()
    if power + opposite != 0:
        return None
    # the currency of what is found has the power that it has there
    here, there = (first, second) if first in dict(found.exponents) else (second, first)
    return here, there, odd[here]


def rate_words(found: Unit, wanted: Unit) -> str:
    """The rate between the currencies of two units: 1 EUR = 1.08 USD; empty without one."""
    pair = currency_pair(found.dimension, wanted.dimension)
    rate = None if pair is None else definitions().rates.between(*pair[:2])
    if pair is None or rate is None:
        return ""
    here, there = (BASE_UNITS[name] for name in pair[:2])
    return f"1 {here} = {format_number(rate, 6)} {there}"


def missing_rate(found: Dimension, wanted: Dimension) -> tuple[str, str] | None:
    """The problem and the fix where a rate is all that parts two dimensions; None otherwise."""
    pair = currency_pair(found, wanted)
    if pair is None:
        return None
    here, there = (BASE_UNITS[name] for name in pair[:2])
    return (
        f"no rate from {here} to {there} is stated",
        f'State it as a unit: --units "{here} = RATE {there}", in Python'
        f' derive.add_units("{here} = RATE {there}").',
    )
