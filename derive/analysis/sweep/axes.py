"""Axes of a sweep: the values of one variable each, read and checked like any given."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from derive.analysis.sweep.points import point, refuse_bare
from derive.display import Label
from derive.equations.var import Var
from derive.errors import GivenError, TextError, shorten
from derive.solving.amounts import example, range_text
from derive.solving.givens import read_value
from derive.units.text import parse_quantity, parse_unit
from derive.units.turning import turning_fault

USUAL_COUNT = 10  # of a range as text
_MOST_STEPS = 10_000
MOST_POINTS = 10**9  # of one axis; more must be a mistake


class Spacing(Label):
    """The spacing of the values of a span."""

    LINEAR = "linear"
    LOG = "log"


@dataclass(frozen=True)
class Span:
    """Evenly spaced values from `start` to `stop`, both included, `spacing` "linear" or "log"."""

    start: Any
    stop: Any
    count: int = 50
    spacing: str = Spacing.LINEAR


def span(start: Any, stop: Any, count: int = 50, spacing: str = Spacing.LINEAR) -> Span:
    """`count` values from `start` to `stop` for an axis of a sweep; a bare `start` takes the unit
    of `stop`.

    Raises GivenError for a count below two or a spacing other than "linear" and "log".

    >>> span("1 sequence", "8192 sequence", 14, spacing="log").count
    14
    """
    if isinstance(count, bool) or not isinstance(count, int) or not 2 <= count <= MOST_POINTS:
        raise GivenError(
            "span",
            f"{str(count)[:40]} is not a count of values",
            "Take two or more: span(start, stop, 50).",
        )
    if spacing not in list(Spacing):
        raise GivenError(
            "span",
            f"“{str(spacing)[:40]}” is not a spacing",
            f"Write {Spacing.LINEAR} or {Spacing.LOG}.",
        )
    return Span(start, stop, count, Spacing(spacing))


def span_of(name: str, unit: str, text: str, written: Callable[[str], str]) -> Span:
    """The span of a range as text, FROM:TO[:COUNT[:log]]: `1:8192 sequence:50:log`.

    `unit` is the variable's behind a gap, empty for a pure number; `written` writes an axis of such
    a range for the fixes. Raises GivenError naming the variable.
    """
    start, stop, count, spacing, *rest = [*map(str.strip, text.split(":")), "", "", ""]
    fix = f"Write from, to, how many, and log if so: {written(f'1:8192{unit}:50:log')}."
    if any(rest) or not start or not stop:
        raise GivenError(name, f"“{shorten(text)}” is not a range", fix)
    if count and not count.isdecimal():
        fix = _counted_steps(start, stop, count, written) or fix
        raise GivenError(name, f"“{shorten(count)}” is not a count of values", fix)
    if unit and start.isdecimal() and stop.isdecimal():
        fix = f"Write {written(text.replace(stop, stop + unit, 1))}."
        raise GivenError(name, f"“{shorten(text)}” has no unit", fix)
    return span(start, stop, int(count) if count else USUAL_COUNT, spacing or Spacing.LINEAR)


def _counted_steps(start: str, stop: str, step: str, written: Callable[[str], str]) -> str:
    """The fix for a step in the place of the count; empty where it leads to no count."""
    try:
        first, last, size = (parse_quantity(part).value for part in (start, stop, step))
        count = round((last - first) / size) + 1
    except (TextError, ArithmeticError):
        return ""
    if not 2 <= count <= _MOST_STEPS:
        return ""
    ends = f"{start}:{stop}:{count}"
    return f"For steps of {step} write how many values: {written(ends)}."


@dataclass(frozen=True)
class Axis:
    """A variable with its values (base units, an array or a dask array): one dimension.

    `tolerances` are the relative ones of values that were written with their digits.
    """

    var: Var
    values: Any
    tolerances: Mapping[float, float] = field(default_factory=dict)

    @property
    def lazy(self) -> bool:
        """Whether the values are a dask array."""
        return is_dask(self.values)


def along(values: Any, k: int, dimensions: int) -> Any:
    """The values of an axis along dimension `k` of a grid with so many dimensions."""
    return values.reshape([-1 if j == k else 1 for j in range(dimensions)])


def is_dask(values: Any) -> bool:
    """Whether something is a dask array, found without importing dask."""
    return type(values).__module__.partition(".")[0] == "dask"


def read_axis(var: Var, values: Any) -> Axis:
    """One axis from a span, also as text, quantities, a pint array, or a pair of numbers and a
    unit as text.

    Bare numbers among texts take the unit of the last one. Raises GivenError naming the variable
    and the culprit.
    """
    if isinstance(values, str) and ":" in values:
        unit = f" {var.unit.text}" if var.unit.dimension else ""
        values = span_of(var.name, unit, values, lambda ends: f'{{"{var.name}": "{ends}"}}')
    paired = isinstance(values, tuple) and len(values) == 2 and not isinstance(values[0], str)
    tolerances: dict[float, float] = {}
    if isinstance(values, Span):
        numbers: Any = _spaced(var, values)
    elif hasattr(values, "magnitude") and hasattr(values, "units"):
        numbers = values.magnitude * read_value(var, 1.0 * values.units).value
    elif paired and isinstance(values[1], str):
        numbers = values[0] if is_dask(values[0]) else _numbers(var, values[0])
        numbers = numbers * _factor(var, values[1])
    elif isinstance(values, str) or not hasattr(values, "__len__"):
        raise GivenError(
            var.name,
            "an axis of a sweep has several values",
            f'Write a list, such as ["{example(var)}", ...], or derive.span(start, stop, 50).',
        )
    elif hasattr(values, "dtype"):
        refuse_bare(var, "values")
        factor = read_value(var, 1.0).value
        numbers = (values if is_dask(values) else _numbers(var, values)) * factor
    else:
        if all(isinstance(value, (int, float)) for value in values):
            refuse_bare(var, shorten(str(list(values))))
        points = [point(var, value) for value in _with_units(values)]
        tolerances = {known.value: known.tolerance for known in points}
        numbers = np.array([known.value for known in points], dtype=float)
    return _checked(var, numbers, tolerances)


def _checked(var: Var, numbers: Any, tolerances: Mapping[float, float]) -> Axis:
    """The axis of these values, those of a dask array unchecked."""
    if np.ndim(numbers) != 1 or not len(numbers):
        raise GivenError(
            var.name,
            "it has no values" if not np.size(numbers) else "an axis has one dimension",
            "Give at least one value, in a row.",
        )
    if not is_dask(numbers):
        numbers = np.asarray(numbers, dtype=float)
        check_range(var, numbers)
    return Axis(var, numbers, tolerances)


def _spaced(var: Var, wanted: Span) -> Any:
    start, stop = (point(var, end).value for end in _with_units([wanted.start, wanted.stop]))
    if wanted.spacing == Spacing.LINEAR:
        return np.linspace(start, stop, wanted.count)
    if start * stop <= 0:
        raise GivenError(
            var.name,
            "an axis in logarithms does not reach or cross zero",
            "Start above zero, or take linear steps.",
        )
    return np.array([float(f"{at:.12g}") for at in np.geomspace(start, stop, wanted.count)])


def _with_units(values: Sequence[Any]) -> list[Any]:
    """The values, texts without a unit with that of the last text."""
    last = values[-1] if len(values) else None
    if not isinstance(last, str):
        return list(values)
    try:
        unit = parse_quantity(last).unit_text
        bare = [isinstance(value, str) and parse_quantity(value).unit is None for value in values]
    except TextError:
        return list(values)
    return [
        f"{value.strip()} {unit}" if alone and unit else value
        for value, alone in zip(values, bare, strict=True)
    ]


def _factor(var: Var, text: str) -> float:
    """The factor of a unit to base units, checked against the variable's own."""
    try:
        unit = parse_unit(text)
    except TextError as error:
        raise GivenError(var.name, str(error).rstrip(".")) from None
    if unit.dimension != var.unit.dimension:
        problem = (
            f"“{unit.text}” has the dimension {unit.dimension}, and it is measured in"
            f" {var.unit.text}"
        )
        raise GivenError(var.name, problem, f'Write for example "{var.unit.text}".')
    if fault := turning_fault(1, unit, var.unit):
        raise GivenError(var.name, *fault)
    return unit.factor


def _numbers(var: Var, values: Any) -> Any:
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise GivenError(
            var.name, "these are no numbers", f"Write for example {example(var)}."
        ) from None


def check_range(var: Var, values: Any) -> None:
    """Raise GivenError for a value (base units) outside the variable's range."""
    for value in (values.min(), values.max()):
        if not (math.isfinite(value) and var.admits(float(value))):
            outside = (
                f"lies outside its range {range_text(var)}"
                if math.isfinite(value)
                else "is not a number"
            )
            raise GivenError(
                var.name,
                f"{value / var.unit.factor:g} {var.unit.text} {outside}",
                f"Write for example {example(var)}.",
            )
