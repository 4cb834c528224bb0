"""Tornado: a bar for each known value, the effect of a tenth down and up, the longest on top."""

from __future__ import annotations

from typing import Any

from derive.errors import GivenError
from derive.rendering.document.wording import signed
from derive.rendering.expressions.printed_quantity import measured
from derive.reporting.figures.style import STYLE, figure_kind, label, matplotlib_for, saved
from derive.results.answer import Answer
from derive.results.sensitivity import Elasticity, Point, Sensitivity
from derive.units.display import format_value

DOWN, UP = {"color": "#9aa5d8", "hatch": "////"}, {"color": "#1f3fbf", "hatch": ""}
_HEIGHT, _HEAD, _WIDTH = 0.34, 1.25, 6.6  # inches: a bar, head and axis, the whole figure
_ROOM = 1.32  # the half width of the axis, in longest bars: room for labels


def tornado(found: Sensitivity, file: str) -> bytes:
    """The figure as bytes, of the kind of the file's suffix.

    Raises OutputError for another suffix, GivenError without a single value that changes,
    MissingExtra without matplotlib.
    """
    kind = figure_kind(file, "the figure of a sensitivity")
    point, rows = _drawn(found)
    matplotlib = matplotlib_for("the figure of a sensitivity")
    size = (_WIDTH, _HEAD + _HEIGHT * len(rows))
    with matplotlib.rc_context(STYLE):
        figure = matplotlib.figure.Figure(figsize=size, layout="constrained")
        _bars(figure.add_subplot(), found.answer, point, rows)
        return saved(figure, kind)


def _drawn(found: Sensitivity) -> tuple[Point, list[Elasticity]]:
    """The point and its elasticities with an effect, the longest bar first."""
    name = found.answer.target.name
    if len(found.points) != 1 or not found.points[0].value:
        zero = len(found.points) == 1
        why = found.why_none or ("its value is zero" if zero else f"{name} has several values")
        fix = "Change what is given so that one value follows."
        raise GivenError("figure", f"there is nothing to draw: {why}", fix)
    point = found.points[0]
    rows = [row for row in point.elasticities if max(map(abs, _changes(row, point))) > 1e-9]
    if not rows:
        problem = f"there is nothing to draw: nothing that is known moves {name}"
        raise GivenError("figure", problem, "Change what is given.")
    return point, sorted(rows, key=lambda row: -float(f"{max(map(abs, _changes(row, point))):.9e}"))


def _changes(row: Elasticity, point: Point) -> tuple[float, float]:
    """The effects of a tenth down and up, in percent of the answer; 0 without a value."""
    down, up = (
        0.0 if end is None else 100.0 * (end / point.value - 1.0) for end in (row.lower, row.upper)
    )
    return down, up


def _bars(axes: Any, answer: Answer, point: Point, rows: list[Elasticity]) -> None:
    """Draw a row for each known value; down is light and hatched, up is dark, distinct in grey."""
    changes = [_changes(row, point) for row in rows]
    longest = max(abs(change) for pair in changes for change in pair)
    for place, (row, pair) in enumerate(zip(rows, changes, strict=True)):
        for change, end, look in zip(pair, (row.lower, row.upper), (DOWN, UP), strict=True):
            if end is not None:
                axes.barh(place, change, height=0.66, edgecolor="white", linewidth=0.5, **look)
                _label(axes, place, change, longest)
    axes.axvline(0.0, color="#374151", linewidth=1)
    names = [f"{row.var.name}\n{measured(row.known.value, row.var.unit).text}" for row in rows]
    axes.set_yticks(range(len(rows)), names, fontsize=7.5)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlim(-_ROOM * longest, _ROOM * longest)
    value = format_value(point.value, answer.target.unit)
    axes.set_xlabel(f"change of {answer.target.name} in percent, from {value}")
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    _legend(axes)


def _label(axes: Any, place: int, change: float, longest: float) -> None:
    """Write the length in percent beyond the end of a bar; nothing for an invisible bar."""
    if abs(change) < 0.002 * longest:
        return
    offset, ha = ((3.0, 0), "left") if change > 0 else ((-3.0, 0), "right")
    text = f"{signed(change)} %"
    label(axes, text, (change, place), offset, ha=ha, va="center", fontsize=7.5)


def _legend(axes: Any) -> None:
    from matplotlib.patches import Patch

    handles = [
        Patch(label=label, edgecolor="white", facecolor=look["color"], hatch=look["hatch"])
        for label, look in (("10 % less", DOWN), ("10 % more", UP))
    ]
    look = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "frameon": False, "fontsize": 8}
    axes.legend(handles=handles, ncols=2, **look)
