"""A sweep as a figure: a line over one axis, a map over two, with the borders of regimes; bars of
catalogue entries, or a line for each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from derive.analysis.sweep.rows import in_unit
from derive.errors import GivenError
from derive.rendering.document.reader_names import entry_name
from derive.rendering.document.regime_words import regime_in_words
from derive.reporting.figures.axis_text import (
    axis_title,
    on_lines,
    plain_numbers,
    title_with,
)
from derive.reporting.figures.infeasible import feasible_part, hatch, hatch_bars, infeasible
from derive.reporting.figures.style import (
    COLOURS,
    GRID,
    INK,
    STYLE,
    STYLES,
    figure_kind,
    matplotlib_for,
    saved,
)
from derive.results.sweep import Column, Coordinate, Swept
from derive.units.display import format_number, readable_unit
from derive.units.text import parse_unit
from derive.units.unit import Unit

_WIDE = 10.0  # largest over smallest value from which an axis is logarithmic
_EVEN = 1e-6  # of a step: how far steps between values differ that are alike
_SIZE = (6.6, 4.2)  # inches
_BAR = 0.22  # inches of a bar of many
_LETTERS = 26  # of a line of a regime's name on a map
_SIDE = 0.15  # of the width of a map


def sweep_figure(
    found: Swept, unit: Unit | None, file: str, written: Mapping[str, Unit] | None = None
) -> bytes:
    """The figure as bytes, of the kind of the file's suffix, axes in the units that they are
    `written` in.

    Raises OutputError for another suffix, GivenError for a sweep that is no line and no map,
    MissingExtra without matplotlib.
    """
    kind = figure_kind(file, "the figure of a sweep")
    column = _drawable(found)
    matplotlib = matplotlib_for("the figure of a sweep")
    target, values = column.target, np.asarray(column.values)
    median = float(np.nanmedian(values)) * target.unit.factor
    best = unit or readable_unit(median, target.unit)
    shown, _ = in_unit(found, best)
    units = written or {}
    dimensions = (_in_written(axis, units.get(axis.name)) for axis in shown.dimensions)
    shown = replace(shown, dimensions=tuple(dimensions))
    title = axis_title(target, best)
    with matplotlib.rc_context(STYLE):
        figure = matplotlib.figure.Figure(figsize=_SIZE, layout="constrained")
        draw = _drawing(found)
        draw(figure, figure.add_subplot(), shown, title)
        return saved(figure, kind)


def _in_written(axis: Coordinate, unit: Unit | None) -> Coordinate:
    """An axis in the unit that it is written in; as it is without one."""
    if unit is None:
        return axis
    factor = parse_unit(axis.unit).factor / unit.factor
    return replace(axis, values=np.asarray(axis.values) * factor, unit=unit.text)


def _drawable(found: Swept) -> Column:
    """The column to draw. Raises GivenError for several, other axes, or no value at all."""
    fix = "Sweep one TARGET over one or two variables."
    if len(found.columns) != 1 or not 1 <= len(found.dimensions) <= 2:
        raise GivenError("figure", "a figure shows one target over one axis or two", fix)
    if sum(map(_of_entries, found.dimensions)) > 1:
        fix = "Sweep over one kind of entry and one variable."
        raise GivenError("figure", "two axes of catalogue entries have no scale", fix)
    if not np.isfinite(found.columns[0].values).any():
        raise GivenError("figure", "no point has a value", "Change what is given.")
    return found.columns[0]


def _of_entries(axis: Coordinate) -> bool:
    """Whether an axis has catalogue entries in place of numbers."""
    return np.asarray(axis.values).dtype == object


def _drawing(found: Swept) -> Callable[[Any, Any, Swept, str], None]:
    """The drawing for these axes: bars of entries, a line for each entry, a line, or a map."""
    entries = any(map(_of_entries, found.dimensions))
    if len(found.dimensions) == 1:
        return _bars if entries else _line
    return _lines if entries else _map


def _bars(figure: Any, axes: Any, found: Swept, title: str) -> None:
    """A bar for each entry that has a value, in the order of the axis, with it at the end."""
    (axis,), (column,) = found.dimensions, found.columns
    valued = np.isfinite(column.values)
    names, values = np.asarray(axis.values)[valued], np.asarray(column.values)[valued]
    named = [entry_name(f"{axis.name} {name}") for name in names]
    figure.set_size_inches(_SIZE[0], max(_SIZE[1] / 2, 0.6 + _BAR * len(named)))
    bars = axes.barh(named, values, color=COLOURS[0], height=0.6)
    hatch_bars(axes, bars, infeasible(column)[valued])
    axes.bar_label(bars, [format_number(value) for value in values], padding=3)
    axes.invert_yaxis()
    axes.margins(x=0.12)
    axes.set_xlabel(title)
    plain_numbers(axes.xaxis)
    axes.tick_params(axis="y", length=0)


def _lines(_figure: Any, axes: Any, found: Swept, title: str) -> None:
    """A line over the variable for each entry; a mark where its regime changes."""
    column, (first, second) = found.columns[0], found.dimensions
    values, codes = np.asarray(column.values), np.asarray(column.regime.codes)
    excluded = infeasible(column)
    if not _of_entries(first):
        first, second = second, first
        values, codes, excluded = values.T, codes.T, excluded.T
    order = np.argsort(second.values)
    x = np.asarray(second.values)[order]
    for k, entry in enumerate(first.values):
        y, here = values[k][order], codes[k][order]
        colour, style = COLOURS[k % len(COLOURS)], STYLES[k // len(COLOURS) % len(STYLES)]
        part = feasible_part(axes, x, y, excluded[k][order], colour)
        axes.plot(
            x, part, style, color=colour, linewidth=1.8, label=entry_name(f"{first.name} {entry}")
        )
        changes = np.flatnonzero(here[1:] != here[:-1]) + 1
        axes.plot(x[changes], y[changes], "o", color=colour, markersize=4)
    _scaled(axes, "x", second)
    _upright(axes, title, values)
    axes.legend(frameon=False)
    axes.grid(True, color=GRID, linewidth=0.6)


def _scaled(axes: Any, which: str, axis: Coordinate) -> None:
    """Title and scale of an axis: logarithmic where its values span more than a factor of ten."""
    getattr(axes, f"set_{which}label")(title_with(axis.meaning or axis.name, axis.unit))
    if _is_logarithmic(axis.values):
        getattr(axes, f"set_{which}scale")("log")
    plain_numbers(getattr(axes, f"{which}axis"))


def _is_logarithmic(values: Any) -> bool:
    """Whether an axis of these values is logarithmic: they span more than a factor of ten, and are
    no even steps.
    """
    at = np.sort(np.asarray(values, float)[np.isfinite(values)])
    if not at.size or not _wide(at):
        return False
    steps = np.diff(at)
    return bool(at.size < 3 or np.ptp(steps) > _EVEN * steps.mean())


def _upright(axes: Any, title: str, values: Any) -> None:
    """Title and scale of the axis of the target."""
    axes.set_ylabel(title)
    if _wide(values):
        axes.set_yscale("log")
    plain_numbers(axes.yaxis)


def _wide(values: Any) -> bool:
    """Whether values span more than a factor of ten."""
    finite = values[np.isfinite(values)]
    return bool(finite.min() > 0 and finite.max() / finite.min() > _WIDE)


def _regimes(column: Column) -> list[tuple[int, str]]:
    """The regimes that occur, by code, in words."""
    texts = column.regime.texts
    present = np.unique(np.asarray(column.regime.codes)).tolist()
    named = column.example.relations if column.example is not None else ()
    own = {var.name: var for relation in named for var in relation.variables}
    return [(code, regime_in_words(texts[code], own)) for code in present if code in texts]


def _line(figure: Any, axes: Any, found: Swept, title: str) -> None:
    """The values over one axis, each regime in its own colour and style."""
    (axis,), (column,) = found.dimensions, found.columns
    x, y = np.asarray(axis.values), np.asarray(column.values)
    order = np.argsort(x)
    x, y, codes = x[order], y[order], np.asarray(column.regime.codes)[order]
    shown = feasible_part(axes, x, y, infeasible(column)[order])
    groups = _regimes(column) or [(int(codes[0]), "")]
    for k, (code, text) in enumerate(groups):
        here = codes == code
        here[1:] |= codes[:-1] == code  # up to the first point of the next one, without a gap
        part = np.where(here, shown, np.nan)
        style = STYLES[k % len(STYLES)]
        axes.plot(x, part, style, color=COLOURS[k % len(COLOURS)], linewidth=1.8, label=text)
    _scaled(axes, "x", axis)
    _upright(axes, title, y)
    if any(text for _, text in groups) or shown is not y:
        axes.legend(frameon=False)
    axes.grid(True, color=GRID, linewidth=0.6)


def _map(figure: Any, axes: Any, found: Swept, title: str) -> None:
    """The values over two axes as shades, regimes parted by lines and named where they lie."""
    (first, second), (column,) = found.dimensions, found.columns
    values, codes = np.asarray(column.values), np.asarray(column.regime.codes)
    x, y = np.asarray(first.values), np.asarray(second.values)
    across, up = np.argsort(x), np.argsort(y)
    x, y = x[across], y[up]
    values, codes = values[np.ix_(across, up)], codes[np.ix_(across, up)]
    norm = "log" if _wide(values) else "linear"
    mesh = axes.pcolormesh(
        x, y, values.T, cmap="cividis", norm=norm, shading="nearest", rasterized=True
    )
    plain_numbers(figure.colorbar(mesh, ax=axes, label=title).ax.yaxis)
    hatch(axes, x, y, infeasible(column)[np.ix_(across, up)])
    groups = _regimes(column)
    for code, text in groups:
        here = codes == code
        if 0 < here.sum() < here.size and min(here.shape) > 1:
            axes.contour(x, y, here.T.astype(float), levels=[0.5], colors="white", linewidths=1.2)
        _named(axes, x, y, here, text)
    _scaled(axes, "x", first)
    _scaled(axes, "y", second)


def _named(axes: Any, x: Any, y: Any, here: Any, text: str) -> None:
    """A regime's name at the middle of its points, on several lines if it is long."""
    places = np.argwhere(here)
    if len(places) < here.size / 50:
        return
    middle = places[np.argmin(((places - np.median(places, axis=0)) ** 2).sum(axis=1))]
    words = on_lines(text, _LETTERS)
    box = {"facecolor": "white", "alpha": 0.8, "edgecolor": "none", "pad": 2.0}
    at = (x[middle[0]], y[middle[1]])
    share = middle[0] / len(x)  # near a side the name ends there, and does not cross the frame
    side = "left" if share < _SIDE else "right" if share > 1 - _SIDE else "center"
    axes.text(*at, words, ha=side, va="center", fontsize=7, color=INK, bbox=box)
