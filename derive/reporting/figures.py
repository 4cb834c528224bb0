"""Figures of a report: every curve computed by the engine, drawn by matplotlib with equal bytes every time."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from derive.derivation.known import Known
from derive.equations.var import Var
from derive.errors import DataError, MissingExtra
from derive.library.asking import library_system
from derive.library.questions import known_from
from derive.reporting.answers import AnswerBook, shown_unit, target_and_unit
from derive.solving.givens import read_value
from derive.units.display import format_value
from derive.units.unit import Unit

POINTS = 201
STYLE: dict[Any, Any] = {"svg.hashsalt": "derive", "svg.fonttype": "path", "font.family": "DejaVu Serif", "mathtext.fontset": "dejavuserif", "font.size": 9}
_COLOURS = ("#1f3fbf", "#c2410c", "#0f766e", "#6d28d9")
_STYLES = ("-", "--", "-.", ":")


def draw(book: AnswerBook, name: str, formats: tuple[str, ...] = ("svg",)) -> dict[str, bytes]:
    """The figure as bytes by format ("svg", "pdf"). Raises MissingExtra without matplotlib and DataError for a bad entry."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra(f"the figure {name}", "matplotlib", "plots") from error
    spec = book.source.figures[name]
    if spec.get("kind") != "curve":
        raise DataError(book.source.name, f"figure.{name}.kind", "is not a kind of figure", "There is: curve.")
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(6.0, 3.5), layout="constrained")
        _curves(figure.add_subplot(), book, spec)
        return {kind: saved(figure, kind) for kind in formats}


def saved(figure: Any, kind: str) -> bytes:
    """A figure as a file of this kind ("svg", "pdf"): equal bytes every time."""
    buffer = io.BytesIO()
    metadata = {"Date": None} if kind == "svg" else {"CreationDate": None}
    figure.savefig(buffer, format=kind, metadata=metadata)
    return buffer.getvalue()


def _curves(axes: Any, book: AnswerBook, spec: Mapping[str, Any]) -> None:
    target, unit = target_and_unit(spec["target"])
    system = library_system()
    y, x = system.find(target), system.find(spec["over"])
    low, high = (read_value(x, spec[end]).value for end in ("from", "to"))
    at = [low + (high - low) * k / (POINTS - 1) for k in range(POINTS)]
    y_unit = shown_unit(y, unit)
    highest = 0.0
    for k, series in enumerate(spec["series"]):
        values = [value / y_unit.factor for value in _computed(book, spec["question"], series, y, x, at)]
        highest = max(highest, *values)
        axes.plot(at, values, color=_COLOURS[k % 4], linestyle=_STYLES[k % 4], linewidth=1.8)
        _label(axes, series["label"], at, values, k)
    if "mark" in spec:
        _mark(axes, book.value(book.answer(spec["mark"])), highest)
    axes.set_xlim(low, high)
    axes.set_ylim(0, 1.12 * highest)
    axes.set_xlabel(_axis(x, x.unit))
    axes.set_ylabel(_axis(y, y_unit))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color="#e5e7eb", linewidth=0.6)
    axes.set_axisbelow(True)


def _computed(book: AnswerBook, question: str, series: Mapping[str, Any], y: Var, x: Var, at: list[float]) -> list[float]:
    """The target along the axis, by the engine's own function of it."""
    entry = book.entry(question)
    known = known_from({**entry, "given": {**entry.get("given", {}), **series.get("given", {})}})
    system = library_system()
    fixed: dict[Var, float] = {}
    for key, value in known.items():
        var = system.find(key)
        if var in (x, y):
            continue
        fixed[var] = read_value(var, value).value / var.unit.factor
    names = [*fixed, x]
    function = system.function(y, names)
    numbers = list(fixed.values())
    return [function(*numbers, point / x.unit.factor) * y.unit.factor for point in at]


def _label(axes: Any, text: str, at: list[float], values: list[float], k: int) -> None:
    """The curve's name beside it, above the upper and below the lower one."""
    place = int(len(at) * 0.62)
    offset = (-6, 6) if k else (8, -10)
    axes.annotate(text, (at[place], values[place]), xytext=offset, textcoords="offset points", color=_COLOURS[k % 4],
                  ha="right" if k else "left", va="bottom" if k else "top")  # fmt: skip


def _mark(axes: Any, known: Known, highest: float) -> None:
    axes.axvline(known.value, color="#6b7280", linestyle=(0, (2, 2)), linewidth=1)
    axes.annotate(f"crossover {format_value(known.value, known.var.unit)}", (known.value, 1.1 * highest), xytext=(-4, 0), textcoords="offset points",
                  ha="right", va="top", color="#4b5563")  # fmt: skip


def _axis(var: Var, unit: Unit) -> str:
    return f"{var.meaning}\n[{unit.text}]"
