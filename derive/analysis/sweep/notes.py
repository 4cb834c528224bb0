"""Notes on a sweep: the values and variants used, and warnings about its axes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from derive.analysis.sweep.axes import Axis
from derive.analysis.sweep.parts import MOST_SINGLY
from derive.equations.var import Var
from derive.results.known import Known, Origin
from derive.results.sweep import Column

_KEYS = {
    Origin.GIVEN: "given",
    Origin.LOOKED_UP: "looked_up",
    Origin.CONVENTION: "conventions",
    Origin.DEFAULT: "defaults",
}


def notes(
    known: Mapping[Var, Known], columns: Sequence[Column], axes: Sequence[Axis]
) -> dict[str, str]:
    """The values and variants that the answers depend on and the warnings, a line of text each."""
    examples = [column.example for column in columns if column.example is not None]
    values = {var: item for var, item in known.items() if item.origin == Origin.GIVEN}
    values |= {item.var: item for example in examples for item in example.known}
    variants = dict(pair for example in examples for pair in example.variants.items())
    on_axes = {axis.var for axis in axes}
    fixed = [item for item in values.values() if item.var not in on_axes]
    return notes_on(
        fixed, variants, [*_warnings(axes), *_together(columns), *_without_effect(columns, axes)]
    )


def notes_on(
    known: Iterable[Known], variants: Mapping[str, str], warnings: Iterable[str]
) -> dict[str, str]:
    """These values by origin, variants and warnings, a line of text each."""
    fixed = sorted(known, key=lambda item: (item.var.rank, item.var.name))
    lines = {
        key: "; ".join(_line(item) for item in fixed if item.origin == origin)
        for origin, key in _KEYS.items()
    }
    lines["variants"] = "; ".join(f"{name}: {choice}" for name, choice in sorted(variants.items()))
    lines["warnings"] = "; ".join(warnings)
    return {name: text for name, text in lines.items() if text}


def _line(item: Known) -> str:
    entry = f" ({item.entry})" if item.entry else ""
    stated = item.written or item.text
    return f"{item.var.name} = {stated}{entry}"


def _warnings(axes: Sequence[Axis]) -> Iterator[str]:
    """Axes of counts with values that are not whole numbers."""
    for axis in axes:
        if axis.var.whole and not axis.lazy:
            numbers = axis.values / axis.var.unit.factor
            broken = int(np.sum(np.abs(numbers - np.rint(numbers)) > 1e-9 * np.abs(numbers)))
            if broken:
                yield (
                    f"{axis.var.name} counts things, and {broken:,} of its {len(numbers):,} values"
                    " are no whole numbers"
                )


def _together(columns: Sequence[Column]) -> Iterator[str]:
    """Targets whose points are not all as `solve` answers them."""
    for column in columns:
        if column.together:
            yield (
                f"at some points solve tells something else of {column.target.name}: values agree"
                f" within their digits alone; up to {MOST_SINGLY:,} points are answered by solve"
            )


def _without_effect(columns: Sequence[Column], axes: Sequence[Axis]) -> Iterator[str]:
    """Axes that a target does without: it is the same all along them."""
    for axis in axes:
        if axis.lazy or not axis.values.all():
            continue
        for column in columns:
            if column.example is not None and axis.var.name in column.example.unused:
                yield f"{column.target.name} does not depend on {axis.var.name} here"
