"""Curves: variables against another, in one panel or several below each other.

A panel has `target` ("step_time in ms"), `series`, and optionally `y` = "log" and `title`; a figure
of one panel has these keys itself. A series has a `label` and its own `given`, `target` or
`question`; `place` (0 to 1) and `side` position its label. `mark` names questions whose values on
the axis get a line; `shade` names the regimes left and right of the first mark. `points` are
questions drawn as dots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from derive.equations.var import Var
from derive.library.api import system_for
from derive.library.questions import known_from
from derive.library.system import library_system
from derive.reporting.answers import AnswerBook, shown_unit, target_and_unit
from derive.reporting.figures.style import (
    COLOURS,
    GRID,
    INK,
    QUIET,
    SHADES,
    STYLES,
    axis_title,
    label,
    mark,
    plain_numbers,
)
from derive.solving.givens import read_value
from derive.units.display import format_value

_PANEL = ("target", "series", "y", "title", "points", "words")
KEYS = frozenset(
    {"over", "from", "to", "x", "question", "mark", "shade", "panels", "over_words", *_PANEL}
)
POINTS = 201


def draw(figure: Any, book: AnswerBook, spec: Mapping[str, Any]) -> None:
    """Draw the panels. Raises KeyError for a missing key, DataError or UnknownName for a faulty
    one.
    """
    panels = spec.get("panels") or [{key: spec[key] for key in _PANEL if key in spec}]
    figure.set_size_inches(6.0, 3.5 if len(panels) == 1 else 2.6 * len(panels))
    x = library_system().find(spec["over"])
    low, high = (read_value(x, spec[end]).value for end in ("from", "to"))
    logarithmic = spec.get("x") == "log"
    if logarithmic:
        at = [low * (high / low) ** (k / (POINTS - 1)) for k in range(POINTS)]
    else:
        at = [low + (high - low) * k / (POINTS - 1) for k in range(POINTS)]
    rows = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for axes, panel in zip(rows, panels, strict=True):
        axes.set_xscale("log" if logarithmic else "linear")
        axes.set_xlim(low, high)
        _panel(axes, book, spec, panel, x, at)
        _marks(axes, book, spec, x, words=axes is rows[0])
    rows[-1].set_xlabel(axis_title(x, x.unit, spec.get("over_words", "")))
    plain_numbers(rows[-1].xaxis)


def _panel(
    axes: Any,
    book: AnswerBook,
    spec: Mapping[str, Any],
    panel: Mapping[str, Any],
    x: Var,
    at: Sequence[float],
) -> None:
    target, unit = target_and_unit(panel["target"])
    y = library_system().find(target)
    y_unit = shown_unit(y, unit)
    lowest, highest = float("inf"), 0.0
    for k, series in enumerate(panel["series"]):
        own = library_system().find(series.get("target", target))
        question = series.get("question", spec.get("question", ""))
        found = _computed(book, question, series, own, x, at)
        values = [value / shown_unit(own, y_unit).factor for value in found]
        lowest, highest = min(lowest, *values), max(highest, *values)
        axes.plot(at, values, color=COLOURS[k % 4], linestyle=STYLES[k % 4], linewidth=1.8)
        _label(axes, series, at, values, k)
    if panel.get("y") == "log":
        axes.set_yscale("log")
        axes.set_ylim(lowest / 1.6, highest * 2.5)
    else:
        axes.set_ylim(0, 1.15 * highest)
    for point in panel.get("points", ()):
        _point(axes, book, point, x, y, y_unit.factor)
    plain_numbers(axes.yaxis)
    axes.set_ylabel(axis_title(y, y_unit, panel.get("words", "")))
    axes.grid(color=GRID, linewidth=0.6)
    if "title" in panel:
        axes.set_title(panel["title"], loc="left", fontsize=9, fontweight="bold")


def _computed(
    book: AnswerBook, question: str, series: Mapping[str, Any], y: Var, x: Var, at: Sequence[float]
) -> list[float]:
    """The target along the axis, by the engine's function."""
    entry = book.entry(question)
    known = known_from({**entry, "given": {**entry.get("given", {}), **series.get("given", {})}})
    fixed: dict[Var, float] = {}
    for key, value in known.items():
        var = library_system().find(key)
        if var not in (x, y):
            fixed[var] = read_value(var, value).value / var.unit.factor
    system = system_for(known, {**entry.get("variants", {}), **series.get("variants", {})})
    function = system.function(y, [*fixed, x])
    numbers = list(fixed.values())
    return [function(*numbers, point / x.unit.factor) * y.unit.factor for point in at]


def _label(
    axes: Any, series: Mapping[str, Any], at: Sequence[float], values: Sequence[float], k: int
) -> None:
    """Write the name beside a curve: at its `side`, else above, for the first curve below."""
    place = int((len(at) - 1) * series.get("place", 0.62))
    above = series.get("side", "above" if k else "below") == "above"
    offset, ha = ((-6, 6), "right") if above else ((8, -10), "left")
    look = {"ha": series.get("align", ha), "va": "bottom" if above else "top"}
    point = (at[place], values[place])
    label(axes, series["label"], point, offset, color=COLOURS[k % 4], **look)


def _marks(axes: Any, book: AnswerBook, spec: Mapping[str, Any], x: Var, words: bool) -> None:
    names = spec.get("mark", [])
    marks = [{"question": names}] if isinstance(names, str) else names
    for index, entry in enumerate(marks):
        known = book.value(book.answer(entry["question"]))
        if known.var.unit.dimension != x.unit.dimension:
            problem = f"is no value on the axis of {x.name}"
            raise book.fault(f"mark {entry['question']}", problem)
        name = entry.get("label", "crossover")
        text = f"{name} {format_value(known.value, known.var.unit)}" if words else ""
        pixels = axes.transData.transform((known.value, 1.0))
        across = axes.transAxes.inverted().transform(pixels)[0]
        side = entry.get("side", "right" if across < 0.5 else "left")
        mark(axes, known.value, text, 0.98 - 0.1 * index, side)
        if index == 0 and "shade" in spec:
            _shade(axes, known.value, spec["shade"], words)


def _shade(axes: Any, at: float, regimes: Sequence[str], words: bool) -> None:
    """The regimes left and right of a boundary, the left one in grey."""
    low, high = axes.get_xlim()
    axes.axvspan(low, at, color=SHADES[0], zorder=0)
    if words:
        look = {"transform": axes.transAxes, "va": "bottom", "color": QUIET, "style": "italic"}
        for text, place, ha in zip(regimes, (0.02, 0.98), ("left", "right"), strict=True):
            axes.text(place, 1.03, text, ha=ha, **look)
    axes.set_xlim(low, high)


def _point(
    axes: Any, book: AnswerBook, point: Mapping[str, Any], x: Var, y: Var, factor: float
) -> None:
    """Draw a question as a dot: its target against its value on the axis."""
    place, height = (_found(book, point["question"], var) for var in (x, y))
    axes.plot([place], [height / factor], marker="o", markersize=5, color=INK, zorder=4)
    offset = tuple(point.get("offset", (6, 6)))
    at, align = (place, height / factor), point.get("align", "left")
    label(axes, point["label"], at, offset, color=INK, ha=align)


def _found(book: AnswerBook, question: str, var: Var) -> float:
    stated = book.stated(question)
    if var in stated:
        return read_value(var, stated[var]).value
    return book.value(book.changed(question, {}, var.name)).value
