"""Figures of a report: every number computed by the engine, drawn by matplotlib with equal bytes
every time.

Kinds: *curve* (a variable against another, figures_curve), *bars* (a variable over rows of
questions, figures_bars), *ladder* (times on a logarithmic axis, figures_ladder), *pipeline* (stages
against time, figures_pipeline), *route* (which relation gave what, figures_route). Each is an entry
[figure.NAME] of the front matter with `kind`, `caption` and `alt`.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from derive.errors import DataError, MissingExtra
from derive.reporting.answers import AnswerBook

KINDS = ("curve", "bars", "ladder", "pipeline", "route")
STYLE: dict[Any, Any] = {
    "svg.hashsalt": "derive", "svg.fonttype": "path", "font.family": "DejaVu Serif",
    "mathtext.fontset": "dejavuserif", "font.size": 9, "axes.axisbelow": True,
    "axes.spines.top": False, "axes.spines.right": False, "hatch.linewidth": 0.6,
}  # fmt: skip


def draw(book: AnswerBook, name: str, formats: tuple[str, ...] = ("svg",)) -> dict[str, bytes]:
    """The figure as bytes by format ("svg", "pdf"). Raises MissingExtra without matplotlib and
    DataError for a bad entry.
    """
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra(f"the figure {name}", "matplotlib", "plots") from error
    spec = book.source.figures[name]
    kind = spec.get("kind")
    if kind not in KINDS:
        raise DataError(
            book.source.name,
            f"figure.{name}.kind",
            "is not a kind of figure",
            f"There are: {', '.join(KINDS)}.",
        )
    drawer = import_module(f"derive.reporting.figures_{kind}")
    with mpl.rc_context(STYLE):
        figure = Figure(layout="constrained")
        try:
            drawer.draw(figure, book, _checked(book, name, spec, drawer.KEYS))
        except KeyError as error:
            raise DataError(
                book.source.name, f"figure.{name}.{error.args[0]}", "is missing"
            ) from error
        return {kind: saved(figure, kind) for kind in formats}


def _checked(
    book: AnswerBook, name: str, spec: Mapping[str, Any], keys: frozenset[str]
) -> Mapping[str, Any]:
    known = keys | {"kind", "caption", "alt"}
    for key in spec:
        if key not in known:
            among = f"There are: {', '.join(sorted(known))}."
            raise DataError(
                book.source.name,
                f"figure.{name}.{key}",
                f"is no key of a figure of the kind {spec['kind']}",
                among,
            )
    return spec


def saved(figure: Any, kind: str) -> bytes:
    """A figure as a file of this kind ("svg", "pdf"): equal bytes every time."""
    buffer = io.BytesIO()
    metadata = {"Date": None} if kind == "svg" else {"CreationDate": None}
    figure.savefig(buffer, format=kind, metadata=metadata)
    return buffer.getvalue()
