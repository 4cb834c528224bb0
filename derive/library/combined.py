"""The sweeps of several combinations of catalogue entries as one sweep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from derive.analysis.sweep.axes import is_dask
from derive.results.pull import joint_sense
from derive.results.status import Status
from derive.results.sweep import Coded, Column, Coordinate, Swept


def combined(
    found: Sequence[Swept | None],
    reasons: Sequence[str],
    listed: Mapping[str, Sequence[str]],
    order: tuple[Any, ...],
) -> Swept:
    """The sweeps of all combinations as one, its dimensions in the order in which they were
    named.
    """
    sound = [one for one in found if one is not None]
    first, lengths = sound[0], tuple(len(ids) for ids in listed.values())
    outer, inner = iter(range(len(lengths))), iter(range(len(lengths), len(order)))
    places = [next(outer) if name in listed else next(inner) for name in order]
    inside = iter(first.dimensions)
    dimensions = tuple(
        Coordinate(name, np.array(listed[name], dtype=object)) if name in listed else next(inside)
        for name in order
    )
    columns = tuple(
        _column([one.columns[k] if one else None for one in found], lengths, places)
        for k in range(len(first.columns))
    )
    notes = {
        key: text
        for key, text in first.notes.items()
        if all(one.notes.get(key) == text for one in sound)
    }
    why = np.array(reasons, dtype=object).reshape(lengths)
    return Swept(dimensions, columns, notes, (tuple(listed), why))


def _looked_up(table: Any, codes: Any) -> Any:
    """The entries of a table, chunk by chunk for a dask array; -1 is its last one."""
    if is_dask(codes):
        return codes.map_blocks(table.__getitem__, dtype=table.dtype)
    return table[codes]


def _column(
    parts: Sequence[Column | None], lengths: tuple[int, ...], places: Sequence[int]
) -> Column:
    """The columns of one target as one; a combination without a question has the status -1."""
    made = [part for part in parts if part is not None]
    solved = [part for part in made if part.example and part.example.status == Status.SOLVED]
    formulas = {part.formula for part in solved}

    def stacked(name: str, blank: Any) -> Any:
        like = getattr(made[0], name)
        whole = np.stack([getattr(part, name, np.full_like(like, blank)) for part in parts])
        return np.transpose(whole.reshape(lengths + like.shape), places)

    def coded(name: str, none: int) -> Coded:
        """The texts of all parts under common codes."""
        numbers: dict[str, int] = {}
        renumbered: list[Any] = []
        like = getattr(made[0], name).codes
        for part in parts:
            if part is None:
                renumbered.append(np.full_like(like, none, dtype=np.int16))
                continue
            own: Coded = getattr(part, name)
            table = np.full(max(own.texts, default=0) + 2, none, np.int16)
            for code, text in own.texts.items():
                table[code] = numbers.setdefault(text, len(numbers) + none + 1)
            renumbered.append(_looked_up(table, own.codes))
        whole = np.stack(renumbered)
        codes = np.transpose(whole.reshape(lengths + like.shape), places)
        return Coded(codes, {code: text for text, code in numbers.items()})

    return replace(
        (solved or made)[0],
        values=stacked("values", np.nan),
        status=stacked("status", -1),
        regime=coded("regime", -1),
        cause=coded("cause", 0),
        formula=formulas.pop() if len(formulas) == 1 else "",
        sense=joint_sense(part.sense for part in solved),
    )
