"""Published measurements in a report: their number, tables of them beside their bounds, sources."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from statistics import fmean

from derive.library.catalogue.own_data import store
from derive.library.measured.kept import kept_points
from derive.library.measured.operating_point import QUANTITIES, OperatingPoint
from derive.library.measured.validate import validation
from derive.library.measured.validation import ValidatedPoint, Validation
from derive.rendering.document.document import (
    Cite,
    DocumentBlock,
    Paragraph,
    Table,
    Text,
    Words,
)
from derive.rendering.document.unit_words import counted
from derive.rendering.layouts.validation import points_table
from derive.reporting.report_context import Shown
from derive.units.display import format_number

_ORDER = ("decode", "prefill")
_SHOWN = ("model", "accelerator")


@lru_cache(maxsize=1)
def published_validation() -> Validation:
    """The published points beside their bounds and estimates."""
    return validation(kept_points())


Kind = tuple[str, bool, bool]


def kind_of(row: ValidatedPoint) -> Kind:
    """The kind of a point: its phase, whether a GPU has few sequences in decode, and whether the
    model is a mixture of experts.
    """
    bound = row.bound
    assert bound is not None
    return bound.phase, bound.phase == "decode" and bound.few, bound.mixture


def _words(kind: Kind) -> str:
    phase, few, mixture = kind
    return f"{phase}{', few sequences a GPU' * few}, {'mixture' if mixture else 'dense'}"


def _place(kind: Kind) -> tuple[int, bool, bool]:
    """Decode before prefill, few sequences before many, dense models before mixtures."""
    phase, few, mixture = kind
    return _ORDER.index(phase), not few, mixture


def kinds(rows: Iterable[ValidatedPoint]) -> dict[str, list[ValidatedPoint]]:
    """The points of each kind, in their order."""
    grouped: dict[Kind, list[ValidatedPoint]] = {}
    for row in rows:
        grouped.setdefault(kind_of(row), []).append(row)
    return {_words(kind): grouped[kind] for kind in sorted(grouped, key=_place)}


def measured_words(shown: Shown, rest: str) -> Words:
    """A figure of the validation. Raises DataError for an unknown one."""
    figures = _figures()
    if rest not in figures:
        fix = f"There are: {', '.join(figures)}."
        raise shown.book.fault(f"measured {rest}", "is not a figure of the measurements", fix)
    return (Text(figures[rest]),)


def _figures() -> dict[str, str]:
    """The figures of the validation, by name."""
    found = published_validation()
    implied = [row.implied or 0.0 for row in found.judged]
    return {
        "points": str(len(found.judged)),
        "all": str(len(found.points)),
        "violated": str(len(found.violations) or "none"),
        "coverage": f"{format_number(100 * (found.coverage or 0.0), 3)} %",
        "error": f"{format_number(100 * (found.median_error or 0.0), 2)} %",
        "least": format_number(min(implied), 2),
        "most": format_number(max(implied), 2),
        "sources": str(len({row.point.source for row in found.judged})),
        "models": str(len({row.point.model for row in found.judged})),
    }


def measured_tables(shown: Shown, rest: str) -> tuple[DocumentBlock, ...]:
    """The table of kinds or of sources, or that of the points of a quantity; a figure as a
    paragraph. Raises DataError.
    """
    found = published_validation()
    if rest == "kinds":
        return (_kinds_table(found),)
    if rest == "sources":
        return (_sources_table(found),)
    if rest in QUANTITIES:
        rows = [row for row in found.points if row.bound and row.point.quantity == rest]
        return (points_table(rows, _called),)
    figures = _figures()
    if rest in figures:
        return (Paragraph((Text(figures[rest]),)),)
    fix = f"There are: kinds, sources, {', '.join((*QUANTITIES, *figures))}."
    raise shown.book.fault(f"measured {rest}", "is not one of the measurements", fix)


def _called(row: ValidatedPoint) -> Words:
    """A point in words: model, chips and conditions as published, with its source."""
    point, bound = row.point, row.bound
    assert bound is not None
    model, chip = (_entry_name(field, getattr(point, field)) for field in _SHOWN)
    several = f"{bound.gpus:g} × " if bound.gpus != 1 else ""
    parts = [f"{model} in {point.weights.removesuffix('?')}", f"{several}{chip}", *_load(point)]
    return (Text(f"{', '.join(parts)} "), Cite(point.source))


def _load(point: OperatingPoint) -> Iterator[str]:
    """The load of a point in words, without what its source does not say."""
    if point.batch_size is not None:
        yield counted(round(point.batch_size), "sequence")
    if point.context_length is not None:
        yield f"context {point.context_length:,.0f}"
    if point.prompt_length is not None:
        yield f"{point.prompt_length:,.0f} tokens in"
    if point.output_length is not None:
        yield f"{point.output_length:,.0f} out"
    if point.tokens_per_pass is not None:
        yield f"{point.tokens_per_pass:g} tokens a pass"


def _entry_name(kind: str, id: str) -> str:
    return store().record(kind, id).name.partition(" (")[0]


def _kinds_table(found: Validation) -> Table:
    """Implied efficiencies and estimates of each kind of point."""
    headers = ("points", "number", "implied", "geometric mean", "bands that hold", "median error")
    rows = [
        (
            kind,
            str(len(rows)),
            " to ".join(format_number(end(_implied(rows)), 2) for end in (min, max)),
            format_number(math.exp(fmean(map(math.log, _implied(rows)))), 2),
            f"{sum(bool(row.covered) for row in rows)} of {len(rows)}",
            f"{format_number(100 * (Validation(tuple(rows)).median_error or 0.0), 2)} %",
        )
        for kind, rows in kinds(found.judged).items()
    ]
    return Table(headers, tuple(tuple((Text(cell),) for cell in row) for row in rows), "lrrrrr")


def _implied(rows: Sequence[ValidatedPoint]) -> list[float]:
    return [row.implied or 0.0 for row in rows]


def _sources_table(found: Validation) -> Table:
    """The sources of the points that are compared, with what they measured."""
    grouped: dict[str, list[ValidatedPoint]] = {}
    for row in sorted(found.judged, key=lambda row: row.point.source):
        grouped.setdefault(row.point.source, []).append(row)
    entries = store()
    cells: list[tuple[Words, ...]] = []
    for source, rows in grouped.items():
        ids = {field: sorted({getattr(row.point, field) for row in rows}) for field in _SHOWN}
        names = [", ".join(entries.record(field, id).name for id in ids[field]) for field in _SHOWN]
        cells.append(((Cite(source),), *((Text(name),) for name in names), (Text(str(len(rows))),)))
    return Table(("source", "models", "chips", "points"), tuple(cells), "lllr")
