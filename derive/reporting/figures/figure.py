"""Figures of a report: every number computed by the engine, drawn by matplotlib with equal bytes
every time.

Kinds: *curve* (a variable against another), *bars* (a variable over rows of questions), *ladder*
(times on a logarithmic axis), *pipeline* (stages against time), *route* (which relation gave what).
Each is an entry [figure.NAME] of the front matter with `kind`, `caption` and `alt`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from derive.errors import DataError, MissingExtra
from derive.library.catalogue.table import Field, read_table
from derive.library.questions import ReportLocation
from derive.reporting.answers import AnswerBook
from derive.reporting.figures.style import STYLE, saved

# Each kind with the module that draws it.
KINDS = {
    "curve": "derive.reporting.figures.curve",
    "bars": "derive.reporting.figures.bars",
    "ladder": "derive.reporting.figures.ladder",
    "pipeline": "derive.reporting.figures.pipeline",
    "route": "derive.reporting.figures.route",
}


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
    drawer = import_module(KINDS[kind])
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
    fields = [Field(key, object) for key in keys | {"kind", "caption", "alt"}]
    place = ReportLocation(book.source.name, f"figure.{name}", keyed=True)
    return read_table(spec, fields, place, f"key of a figure of the kind {spec['kind']}")
