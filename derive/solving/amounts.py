"""Amounts: one stated value of a variable, read with its unit and checked."""

from __future__ import annotations

import math
from typing import Any

from derive.arguments import as_float, is_number
from derive.equations.var import Var
from derive.errors import GivenError, TextError, shorten
from derive.program.tolerances import EXACT_INPUT, LEAST_SIZE, MOST_SIZE
from derive.results.known import Known, Origin
from derive.solving.fitting_units import missing_divisors, other_case, without_divisors
from derive.units.dimension import Dimension
from derive.units.display import format_number
from derive.units.exchange import exchanged, missing_rate, rate_words
from derive.units.text import (
    GENERAL,
    QuantityText,
    difference,
    number_beside,
    parse_quantity,
    parse_unit,
)
from derive.units.turning import turning_fault
from derive.units.unit import Unit, size_of


def read_amount(var: Var, value: Any) -> Known:
    """One amount of a variable with its unit, but not its range, checked."""
    if isinstance(value, str):
        known = _from_text(var, value)
    elif is_number(value):
        number = as_float(value)
        known = _from_number(var, number, str(value), _width(var, number * var.unit.factor))
    elif hasattr(value, "magnitude") and hasattr(value, "units"):
        known = _from_pint(var, value)
    else:
        raise GivenError(
            var.name,
            f"“{str(value)[:60]}” is not a quantity",
            f"Write it as text, for example {example(var)}.",
        )
    size, problem = abs(known.value), ""
    if not math.isfinite(size):
        problem = "is not a number"
    elif size and not LEAST_SIZE <= size <= MOST_SIZE:
        problem = f"is too {'large' if size > MOST_SIZE else 'small'} to compute with"
    if problem:
        problem = f"{shorten(known.written)} {problem}"
        raise GivenError(var.name, problem, f"Write for example {example(var)}.")
    return known


def _from_text(var: Var, text: str) -> Known:
    try:
        quantity = parse_quantity(text)
    except TextError as error:
        beside = number_beside(text, var.unit.text)
        if beside is not None:
            raise _without_unit(var, beside * var.unit.factor, text.strip()) from error
        if error.fix and error.fix not in GENERAL:
            raise GivenError(var.name, str(error)) from error
        unread = TextError(error.text, error.position, error.problem)
        raise GivenError(var.name, str(unread), f"Write for example {example(var)}.") from error
    if quantity.unit is None:
        return _from_number(var, quantity.number, text.strip(), _digits(var, quantity))
    if quantity.unit.dimension != var.unit.dimension:
        paid = exchanged(quantity.unit, var.unit.dimension)
        if paid is not None:
            value, digits = quantity.number * paid.factor, _digits(var, quantity)
            note = f"at {rate_words(quantity.unit, var.unit)}"
            return Known(var, value, Origin.GIVEN, digits, text.strip(), note=note)
        before, written, _ = text.strip().partition(quantity.unit.text)
        number = before.strip() if written and before.strip() else format_number(quantity.number)
        raise _wrong_unit(var, text.strip(), number, quantity.unit.text, quantity.unit.dimension)
    _check_turning(var, quantity.number, quantity.unit)
    note = f"a temperature; the difference is {difference(text.strip())}" if quantity.scale else ""
    return Known(var, quantity.value, Origin.GIVEN, _digits(var, quantity), text.strip(), note=note)


def _digits(var: Var, quantity: QuantityText) -> float:
    """The tolerance of the digits of a quantity; a whole number of things is exact, and so is the
    size of a number format.
    """
    return 0.0 if quantity.is_format or _is_counted(var, quantity.value) else quantity.digits


def _width(var: Var, value: float) -> float:
    """The tolerance of a value that is no text."""
    return 0.0 if _is_counted(var, value) else EXACT_INPUT


def _is_counted(var: Var, value: float) -> bool:
    """Whether a value is a whole number of things."""
    return var.whole and math.isfinite(value) and value == round(value)


def _from_number(var: Var, number: float, written: str, tolerance: float) -> Known:
    if number == 0 and _zero_is_plain(var):
        return Known(var, 0.0, Origin.GIVEN, EXACT_INPUT, f"{written} {var.unit.text}")
    if var.unit.dimension:
        raise _without_unit(var, number * var.unit.factor, written)
    return Known(var, number * var.unit.factor, Origin.GIVEN, tolerance, written)


def _without_unit(var: Var, value: float, written: str) -> GivenError:
    """The error of a number without the unit in which it would have this value."""
    admitted = var.admits(value)
    plain = len(written) < 40 and not var.unit.text.startswith(("byte", "FLOP"))
    mended = f"{written} {var.unit.text}" if plain and admitted else ""
    problem = f"{written[:40]} has no unit, and it is measured in {var.unit.text}"
    problem += "" if admitted else f" {range_text(var)}"
    return GivenError(var.name, problem, f"Write {mended or f'for example {example(var)}'}.")


def _zero_is_plain(var: Var) -> bool:
    """Whether zero is the same in every unit of the variable: not for temperatures, whose scales
    begin at different places, nor where it is out of range.
    """
    dimension = var.unit.dimension
    return bool(dimension) and dimension != parse_unit("K").dimension and var.admits(0.0)


def _from_pint(var: Var, quantity: Any) -> Known:
    try:
        if not quantity._is_multiplicative:  # a temperature that counts from a zero of its own
            quantity = quantity.to("kelvin")
        factor, dimension = size_of(quantity.units)
    except Exception as error:
        raise GivenError(
            var.name,
            f"the unit “{quantity.units}” is not one of this registry",
            f"Write {example(var)} as text.",
        ) from error
    if dimension != var.unit.dimension:
        raise _wrong_unit(
            var, str(quantity), f"{quantity.magnitude:g}", str(quantity.units), dimension
        )
    unit = Unit(str(quantity.units), factor, dimension, tuple(quantity.units._units.items()))
    _check_turning(var, float(quantity.magnitude), unit)
    value = float(quantity.magnitude) * factor
    return Known(var, value, Origin.GIVEN, _width(var, value), str(quantity))


def _check_turning(var: Var, number: float, unit: Unit) -> None:
    """Raise GivenError for turns where angles are counted, or angles where turns are."""
    if fault := turning_fault(number, unit, var.unit):
        raise GivenError(var.name, *fault)


def _wrong_unit(var: Var, text: str, number: str, unit: str, found: Dimension) -> GivenError:
    problem, what = f"“{text[:80]}” has the dimension {found}", var.meaning or var.name
    if not var.unit.dimension:
        problem += f", where a pure number is due: {what}"
        return GivenError(var.name, problem, f"Write {number} without a unit.")
    problem += f", and {what} is measured in {var.unit.text}"
    if no_rate := missing_rate(found, var.unit.dimension):
        return GivenError(var.name, f"{problem}; {no_rate[0]}", no_rate[1])
    if other := other_case(var, unit):
        word, fitting = other
        return GivenError(var.name, f"{problem}; {word}", f"Write {number} {fitting}.")
    if pieces := missing_divisors(var, found):
        per, over = " and ".join(pieces), "".join(f"/{piece}" for piece in pieces)
        return GivenError(var.name, problem, f"If it is per {per}, write {number} {unit}{over}.")
    if undivided := without_divisors(var, unit, found):
        return GivenError(var.name, problem, f"Write {number} {undivided}.")
    return GivenError(var.name, problem, f"Write for example {example(var)}.")


def range_text(var: Var) -> str:
    """The range in words and brackets, "(above 0)"; empty for all numbers."""
    words = var.within.words
    return f"({words})" if words else ""


_EXAMPLES = {
    "byte/s/GPU": "3.35 TB/s/GPU",
    "FLOP/s/GPU": "989 TFLOP/s/GPU",
    "byte/GPU": "80 GB/GPU",
    "USD/hour/GPU": "2 USD/hour/GPU",
    "byte": "100 GB",
    "byte/s": "26.8 TB/s",
    "FLOP/s": "8 PFLOP/s",
    "s": "20 ms",
    "param": "37e9 param",
    "token": "15e12 token",
    "token/sequence": "8192 token/sequence",
    "sequence": "256 sequence",
    "GPU": "8 GPU",
    "byte/param": "1 byte/param",
    "byte/token": "70272 byte/token",
    "token/s": "128e3 token/s",
    "USD/token": "5 USD/Mtoken",
    "FLOP": "3.3e24 FLOP",
    "FLOP/byte": "295 FLOP/byte",
    "FLOP/param/token": "2 FLOP/param/token",
    "FLOP/token": "1 GFLOP/token",
    "GPU*hour": "2.8e6 GPU*hour",
    "J/token": "0.5 J/token",
    "MW": "20 MW",
    "MWh": "1000 MWh",
    "USD/GPU": "25000 USD/GPU",
    "USD/Mtoken": "3 USD/Mtoken",
    "USD/day": "1000 USD/day",
    "USD/hour": "16 USD/hour",
    "USD/kWh": "0.08 USD/kWh",
    "USD/sequence": "0.02 USD/sequence",
    "USD/year/GPU": "5000 USD/year/GPU",
    "W/GPU": "700 W/GPU",
    "bit": "4 bit",
    "byte/sequence": "1 GB/sequence",
    "kgCO2e/GPU": "150 kgCO2e/GPU",
    "kgCO2e/kWh": "0.4 kgCO2e/kWh",
    "nat/token": "2 nat/token",
    "sequence/s": "10 sequence/s",
    "token/day": "1e9 token/day",
    "token/param": "20 token/param",
    "token/s/GPU": "1000 token/s/GPU",
    "token/s/sequence": "50 token/s/sequence",
    "year": "5 year",
}


# Other sizes than those, by the unit and a part of the name.
_EXAMPLES_OF = {
    "byte": (("_per_", "2 byte"), ("message", "1 MB")),
    "s": (
        ("step", "20 ms"), ("floor", "5 ms"), ("training_", "30 day"), ("life", "5 year"),
        ("latency", "2 us"), ("hold_", "10 min"), ("cache_", "5 min"),
    ),
    "token": (
        ("batch", "4e6 token"), ("balance", "300 token"), ("chunk", "512 token"),
        ("cached", "8192 token"), ("one_", "1 token"), ("turn_", "200 token"),
    ),
    "token/sequence": (
        ("_per_pass", "3 token/sequence"), ("draft", "4 token/sequence"),
        ("prompt", "8000 token/sequence"), ("output", "500 token/sequence"),
    ),
}  # fmt: skip


def example(var: Var) -> str:
    """A value somebody might write for this variable."""
    if var.unit.text == "1":
        return var.within.example
    for part, text in _EXAMPLES_OF.get(var.unit.text, ()):
        if part in var.name:
            return text
    return _EXAMPLES.get(var.unit.text, f"1 {var.unit.text}")
