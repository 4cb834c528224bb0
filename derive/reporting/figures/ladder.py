"""Ladder: times on a logarithmic axis, a dot for each row and a line for each mark.

`rows` are questions with changes, as in a table; `target` is a time, and a row may have its own.
`marks` are questions, each with a `label`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.errors import GivenError
from derive.library.catalogue.table import Field, listed, table_of
from derive.reporting.answers import AnswerBook
from derive.reporting.figures.style import (
    COLOURS,
    GRID,
    INK,
    choice,
    in_words,
    label,
    mark,
    patch,
    required,
)
from derive.reporting.source import row_fields


def fields() -> list[Field]:
    """The keys of a figure of this kind."""
    marks = [required("question"), required("label"), choice("side", "left", "right")]
    return [
        required("rows", listed(table_of(row_fields(), "key of a row"), 1)),
        required("target"),
        Field("marks", listed(table_of(marks, "key of a mark"), 1)),
    ]


_TICKS = {1e-3: "1 ms", 1.0: "1 s", 60.0: "1 min", 3600.0: "1 h", 86400.0: "1 day"}


def draw(figure: Any, book: AnswerBook, spec: Mapping[str, Any]) -> None:
    """Draw rows and marks. Raises DataError, UnknownName or GivenError for what cannot be drawn."""
    rows = spec["rows"]
    figure.set_size_inches(6.0, 1.0 + 0.27 * len(rows))
    axes = figure.add_subplot()
    axes.set_xscale("log")
    target = spec["target"]
    found = [book.value(book.row(row, row.get("target", target), "target")) for row in rows]
    for known in found:
        if not known.value > 0:
            raise GivenError(known.var.name, "a value of zero has no place on a logarithmic axis")
    for k, known in enumerate(found):
        axes.plot([known.value], [k], marker="o", markersize=6, color=COLOURS[0])
        look = {"va": "center", "color": INK, "fontsize": 8, "bbox": patch()}
        label(axes, in_words(known), (known.value, k), (7, 0), **look)
    for index, entry in enumerate(spec.get("marks", ())):
        known = book.value(book.answer(entry["question"]))
        side = entry.get("side", "left" if index % 2 == 0 else "right")
        mark(axes, known.value, entry["label"], 1.0, side)
    values = [known.value for known in found]
    axes.set_xlim(min(values) / 4, max(values) * 40)
    axes.set_ylim(len(rows) - 0.5, -0.9)
    axes.set_yticks(range(len(rows)), [row["label"] for row in rows])
    shown = {at: text for at, text in _TICKS.items() if min(values) / 4 < at < max(values) * 40}
    axes.set_xticks(list(shown), list(shown.values()))
    axes.minorticks_off()
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(color=GRID, linewidth=0.6)
