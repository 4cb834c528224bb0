"""A tornado: one bar a known value, as long as a tenth down and up moves the answer, the longest on
top.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from derive.errors import GivenError, MissingExtra, OutputError
from derive.rendering.document.enumeration import enumeration
from derive.rendering.expressions.printed_quantity import measured
from derive.rendering.formats.registry import FIGURE_KINDS, figure_suffixes
from derive.reporting.figures.style import STYLE, saved
from derive.results.answer import Answer
from derive.results.sensitivity import Elasticity, Point, Sensitivity
from derive.units.display import format_number, format_value

DOWN, UP = {"color": "#9aa5d8", "hatch": "////"}, {"color": "#1f3fbf", "hatch": ""}
_HEIGHT, _HEAD, _WIDTH = (
    0.34,
    1.25,
    6.6,
)  # inches: of a bar, of what surrounds the bars, of the figure
_ROOM = 1.32  # of the longest bar, so that its label stands inside the frame


def tornado(found: Sensitivity, file: str) -> bytes:
    """The figure as bytes of the kind the file's name ends in.

    Raises OutputError for another ending, GivenError where the answer has not one value that moves,
    MissingExtra without matplotlib.
    """
    kind = Path(file).suffix.lower().removeprefix(".")
    if kind not in FIGURE_KINDS:
        offered = enumeration(figure_suffixes(), "or")
        raise OutputError(file, f"a figure is {offered}", "Write --figure tornado.svg.")
    point, rows = _drawn(found)
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra("the figure of a sensitivity", "matplotlib", "plots") from error
    with mpl.rc_context({**STYLE, "hatch.linewidth": 0.6}):
        figure = Figure(figsize=(_WIDTH, _HEAD + _HEIGHT * len(rows)), layout="constrained")
        _bars(figure.add_subplot(), found.answer, point, rows)
        return saved(figure, kind)


def _drawn(found: Sensitivity) -> tuple[Point, list[Elasticity]]:
    """The point and its rows that move, the longest bar first."""
    if len(found.points) != 1 or not found.points[0].value:
        why = found.why_none or (
            "its value is zero"
            if found.points and len(found.points) == 1
            else f"{found.answer.target.name} has several values"
        )
        raise GivenError(
            "figure",
            f"there is nothing to draw: {why}",
            "Change what is given so that one value follows.",
        )
    point = found.points[0]
    rows = [
        row
        for row in point.elasticities
        if any(abs(change) > 1e-9 for change in _changes(row, point))
    ]
    if not rows:
        raise GivenError(
            "figure",
            f"there is nothing to draw: nothing that is known moves {found.answer.target.name}",
            "Change what is given.",
        )
    return point, sorted(rows, key=lambda row: -float(f"{max(map(abs, _changes(row, point))):.9e}"))


def _changes(row: Elasticity, point: Point) -> tuple[float, float]:
    """What a tenth down and a tenth up do, in percent of the answer; 0 where they lead nowhere."""
    down, up = (
        0.0 if end is None else 100.0 * (end / point.value - 1.0) for end in (row.lower, row.upper)
    )
    return down, up


def _bars(axes: Any, answer: Answer, point: Point, rows: list[Elasticity]) -> None:
    """One row a bar, its length written at its end; down is light and hatched, up is dark, so that
    grey paper tells them apart.
    """
    changes = [_changes(row, point) for row in rows]
    longest = max(abs(change) for pair in changes for change in pair)
    for place, (row, pair) in enumerate(zip(rows, changes, strict=True)):
        for change, end, look in zip(pair, (row.lower, row.upper), (DOWN, UP), strict=True):
            if end is not None:
                axes.barh(place, change, height=0.66, edgecolor="white", linewidth=0.5, **look)
                _label(axes, place, change, longest)
    axes.axvline(0.0, color="#374151", linewidth=1)
    axes.set_yticks(
        range(len(rows)),
        [f"{row.var.name}\n{measured(row.known.value, row.var.unit).text}" for row in rows],
        fontsize=7.5,
    )
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlim(-_ROOM * longest, _ROOM * longest)
    axes.set_xlabel(
        f"change of {answer.target.name} in percent, from"
        f" {format_value(point.value, answer.target.unit)}"
    )
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    _legend(axes)


def _label(axes: Any, place: int, change: float, longest: float) -> None:
    """The length in percent just beyond the end of its bar; nothing at a bar that is not there."""
    if abs(change) < 0.002 * longest:
        return
    sign = 1.0 if change > 0 else -1.0
    text = f"{'+' if change > 0 else '−'}{format_number(abs(change), 3)} %"
    axes.annotate(
        text,
        (change, place),
        xytext=(3 * sign, 0),
        textcoords="offset points",
        ha="left" if change > 0 else "right",
        va="center",
        fontsize=7.5,
    )


def _legend(axes: Any) -> None:
    from matplotlib.patches import Patch

    handles = [
        Patch(label=label, edgecolor="white", facecolor=look["color"], hatch=look["hatch"])
        for label, look in (("10 % less", DOWN), ("10 % more", UP))
    ]
    axes.legend(
        handles=handles,
        loc="lower center",
        bbox_to_anchor=(0.5, 1.0),
        ncols=2,
        frameon=False,
        fontsize=8,
    )
