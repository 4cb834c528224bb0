"""A sweep as rows, one a point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from derive.results.sweep import ABSENT, STATUSES, Column, Swept
from derive.units.display import json_number
from derive.units.unit import Unit

_NAMES = (*STATUSES, ABSENT)
REASON = "reason"  # the column that says why there is nothing
Row = dict[str, Any]


def rows(found: Swept) -> Iterator[Row]:
    """One row a point: the axes, each target with its status and regime, and why there is
    nothing.
    """
    names, explained = column_names(found), is_explained(found)
    for place in np.ndindex(*(len(dimension.values) for dimension in found.dimensions)):
        row: list[Any] = [_plain(d.values[k]) for d, k in zip(found.dimensions, place, strict=True)]
        row += [one.values[place[0]] for one in found.beside]
        for column in found.columns:
            value = json_number(float(column.values[place]))
            row += [value, _NAMES[column.status[place]], column.regime.text(place) or None]
        if explained:
            row.append(_reason(found, place) or None)
        yield dict(zip(names, row, strict=True))


def column_names(found: Swept) -> list[str]:
    """The names of the columns of its rows."""
    names = [one.name for one in (*found.dimensions, *found.beside)]
    for column in found.columns:
        head = f"{column.target.name}_" if len(found.columns) > 1 else ""
        names += [column.target.name, f"{head}status", f"{head}regime"]
    return [*names, REASON] if is_explained(found) else names


def is_explained(found: Swept) -> bool:
    """Whether its rows say why there is nothing."""
    return found.reasons is not None or any(map(has_causes, found.columns))


def reasons(found: Swept, part: slice, places: Sequence[Any]) -> list[str]:
    """The reasons that points have no value: a part of all points in order, with their places."""
    if found.reasons is not None:
        return [_reason(found, place) for place in zip(*places, strict=True)]
    told = [""] * (part.stop - part.start)
    causes = [(c.cause, np.asarray(c.cause.codes).ravel()[part]) for c in found.columns]
    somewhere = [
        np.isin(codes, [k for k, t in cause.texts.items() if t]) for cause, codes in causes
    ]
    for k in np.flatnonzero(np.any(somewhere, axis=0)).tolist():
        told[k] = _reason(found, tuple(int(place[k]) for place in places))
    return told


def _reason(found: Swept, place: tuple[int, ...]) -> str:
    """The reason that a point has no value: its entries, missing names, or names that disagree."""
    if found.reasons is not None:
        dims, reasons = found.reasons
        axes = zip(found.dimensions, place, strict=True)
        reason = str(reasons[tuple(k for d, k in axes if d.name in dims)])
        if reason:
            return reason
    causes = ((column.target.name, column.cause.text(place)) for column in found.columns)
    return "; ".join(f"{name} {cause}" for name, cause in causes if cause)


def has_causes(column: Column) -> bool:
    """Whether something is missing or disagrees anywhere, or that is to be shown in any case."""
    texts = column.cause.always or column.cause.texts
    return bool(texts) and (column.cause.always or bool(np.any(column.cause.codes)))


def _plain(value: Any) -> Any:
    if isinstance(value, (str, np.integer)):
        return value if isinstance(value, str) else int(value)
    return float(value)


def row_text(value: Any) -> str:
    """A value of an axis as the text of a row.

    >>> row_text("h200"), row_text(2)
    ('h200', '2.0')
    """
    return str(_plain(value))


def in_unit(found: Swept, unit: Unit | None) -> tuple[Swept, dict[str, str]]:
    """The sweep with its targets in `unit`, and the unit of every column."""
    columns = found.columns
    if unit is not None:
        columns = tuple(
            replace(c, values=np.asarray(c.values) * (c.unit.factor / unit.factor), shown_in=unit)
            for c in columns
        )
    units = {d.name: d.unit for d in found.dimensions} | {
        c.target.name: c.unit.text for c in columns
    }
    return replace(found, columns=columns), {name: text for name, text in units.items() if text}


def header(name: str, units: dict[str, str]) -> str:
    """The head of a column: "batch_size [sequence]"."""
    text = units.get(name, "1")
    return name if text == "1" else f"{name} [{text}]"
