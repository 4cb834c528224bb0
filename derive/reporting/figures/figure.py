"""Figures of a report: computed by the engine, drawn by matplotlib, with reproducible bytes.

Kinds: *curve* (a variable against another), *bars* (a variable over rows of questions), *ladder*
(times on a logarithmic axis), *pipeline* (stages against time), *route* (values and relations).
Each is an entry [figure.NAME] of the front matter with `kind`, `caption` and `alt`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from derive.library.catalogue.table import Field, read_table
from derive.library.questions import ReportLocation
from derive.reporting.answers import AnswerBook
from derive.reporting.figures.style import STYLE, matplotlib_for, saved

# Each kind with the module that draws it.
KINDS = {
    "curve": "derive.reporting.figures.curve",
    "bars": "derive.reporting.figures.bars",
    "ladder": "derive.reporting.figures.ladder",
    "pipeline": "derive.reporting.figures.pipeline",
    "route": "derive.reporting.figures.route",
}


def draw(book: AnswerBook, name: str, formats: tuple[str, ...] = ("svg",)) -> dict[str, bytes]:
    """The figure as bytes by format ("svg", "pdf"). Raises MissingExtra without matplotlib, and
    DataError for a faulty entry.
    """
    matplotlib = matplotlib_for(f"the figure {name}")
    spec = book.source.figures[name]
    kind = spec.get("kind")
    if kind not in KINDS:
        fix = f"There are: {', '.join(KINDS)}."
        raise book.fault(f"figure.{name}.kind", "is not a kind of figure", fix)
    drawer = import_module(KINDS[kind])
    with matplotlib.rc_context(STYLE):
        figure = matplotlib.figure.Figure(layout="constrained")
        try:
            drawer.draw(figure, book, _checked(book, name, spec, drawer.KEYS))
        except KeyError as error:
            raise book.fault(f"figure.{name}.{error.args[0]}", "is missing") from error
        return {kind: saved(figure, kind) for kind in formats}


def _checked(
    book: AnswerBook, name: str, spec: Mapping[str, Any], keys: frozenset[str]
) -> Mapping[str, Any]:
    fields = [Field(key, object) for key in keys | {"kind", "caption", "alt"}]
    place = ReportLocation(book.source.name, f"figure.{name}", keyed=True)
    return read_table(spec, fields, place, f"key of a figure of the kind {spec['kind']}")
