"""What all figures share: inks that differ in grey too, line styles, axis titles, and how numbers
are written.
"""

from __future__ import annotations

import io
from typing import Any

from derive.equations.var import Var
from derive.rendering.expressions.printed_quantity import unit_text
from derive.units.display import format_number
from derive.units.unit import Unit

COLOURS = ("#1f3fbf", "#c2410c", "#0f766e", "#6d28d9")
STYLES = ("-", "--", "-.", ":")
HATCHES = ("", "////", "\\\\\\\\", "xx")
INK, QUIET, GRID = "#111827", "#4b5563", "#e5e7eb"
SHADES = ("#f3f4f6", "#ffffff")


def axis_title(var: Var, unit: Unit, words: str = "") -> str:
    """A variable with its unit, on two lines where both are long."""
    name = words or var.meaning
    shown = unit_text(unit.text)
    return (
        name
        if unit.text == "1"
        else f"{name}\n[{shown}]"
        if len(name) > 30
        else f"{name} [{shown}]"
    )


def plain_numbers(axis: Any) -> None:
    """Write an axis's numbers out with thousands separators, whatever the scale."""
    axis.set_major_formatter(lambda value, _: format_number(value, 12))


def mark(axes: Any, at: float, text: str, height: float = 0.98, side: str = "right") -> None:
    """A dashed upright line with its words near the top, on the given side of it."""
    axes.axvline(at, color=QUIET, linestyle=(0, (2, 2)), linewidth=1, zorder=1)
    across = axes.get_xaxis_transform()
    offset, ha = ((4, 0), "left") if side == "right" else ((-4, 0), "right")
    axes.annotate(
        text,
        (at, height),
        xycoords=across,
        xytext=offset,
        textcoords="offset points",
        ha=ha,
        va="top",
        color=QUIET,
    )


STYLE: dict[Any, Any] = {
    "svg.hashsalt": "derive", "svg.fonttype": "path", "font.family": "DejaVu Serif",
    "mathtext.fontset": "dejavuserif", "font.size": 9, "axes.axisbelow": True,
    "axes.spines.top": False, "axes.spines.right": False, "hatch.linewidth": 0.6,
}  # fmt: skip


def saved(figure: Any, kind: str) -> bytes:
    """A figure as a file of this kind ("svg", "pdf"): equal bytes every time."""
    buffer = io.BytesIO()
    metadata = {"Date": None} if kind == "svg" else {"CreationDate": None}
    figure.savefig(buffer, format=kind, metadata=metadata)
    return buffer.getvalue()
