"""Extremes of a sweep: the least and the largest solved value, and where they are."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from derive.program.tolerances import NOISE
from derive.rendering.document.document import Boxed, Text
from derive.rendering.document.worked_line import SENSE_SIGNS
from derive.results.status import Status
from derive.results.sweep import STATUSES, Column, Coordinate, Swept
from derive.units.display import format_number, with_unit

_SOLVED, _INFEASIBLE = STATUSES.index(Status.SOLVED), STATUSES.index(Status.INFEASIBLE)


def extremes(found: Swept) -> tuple[Boxed, ...]:
    """The least and the largest solved value of each target in a frame, and how many infeasible
    points they leave out; nothing where no two differ by more than noise.
    """
    lines = [line for column in found.columns for line in _lines(column, found)]
    lines += _left_out(found) if lines else ()
    return (Boxed(tuple((Text(line),) for line in lines)),) if lines else ()


def _left_out(found: Swept) -> Iterator[str]:
    """That infeasible points are not among the extremes."""
    statuses = np.stack([np.asarray(column.status) for column in found.columns])
    count = int((statuses == _INFEASIBLE).any(axis=0).sum())
    if count:
        verb = "is" if count == 1 else "are"
        yield f"{count:,} of {statuses[0].size:,} points {verb} infeasible and left out here"


def _lines(column: Column, found: Swept) -> Iterator[str]:
    solved = np.asarray(column.status) == _SOLVED
    values = np.where(solved, np.asarray(column.values, dtype=float), np.nan)
    if not np.isfinite(values).any():
        return
    if math.isclose(np.nanmin(values), np.nanmax(values), rel_tol=NOISE):
        return
    for word, place in (("least", np.nanargmin(values)), ("largest", np.nanargmax(values))):
        at = np.unravel_index(int(place), values.shape)
        sign, unit = SENSE_SIGNS.get(column.sense, "="), column.unit.text
        amount = amount_text(float(values[at]), unit)
        where = ", ".join(
            f"{d.name} = {_value(d, k)}" for d, k in zip(found.dimensions, at, strict=True)
        )
        yield f"{word} {column.target.name} {sign} {amount} at {where}"


def _value(dimension: Coordinate, k: Any) -> str:
    return amount_text(dimension.values[k], dimension.unit)


def amount_text(value: Any, unit: str) -> str:
    """A value of an axis or of a target with its unit; the name of an entry as it is."""
    if isinstance(value, str):
        return value
    return with_unit(format_number(float(value)), unit)
