"""Layout of a validation: the verdict, the table of points, how far the estimates hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from derive.library.catalogue.own_data import store
from derive.library.measured.operating_point import QUANTITIES
from derive.library.measured.validation import ValidatedPoint, Validation
from derive.rendering.document.document import (
    Cite,
    Code,
    Document,
    DocumentBlock,
    Heading,
    Items,
    Paragraph,
    Strong,
    Table,
    Text,
    Words,
)
from derive.rendering.document.parts import cited
from derive.rendering.document.references import references
from derive.rendering.document.unit_words import counted
from derive.results.pull import Sense
from derive.units.display import format_number, written_out

_HEADERS = ("Point", "Measured", "Bound", "Estimate", "90 % band", "Implied", "Binds")
_DETAILED = 3  # points that are shown with all that they rest on


def validation_document(found: Validation) -> Document:
    """The document of a validation, its verdict as the title."""
    held = [row for row in found.points if row.bound is not None]
    blocks: list[DocumentBlock] = []
    if held:
        blocks += _tables(held)
        blocks += [Paragraph((Text(line),), "note") for line in _legend(held)]
    if 0 < len(held) <= _DETAILED:
        blocks += [block for row in held for block in _details(row)]
    blocks += _not_compared([row for row in found.points if row.bound is None])
    document = Document(verdict_line(found), tuple(blocks), _summary(found))
    return cited(document, references(_sources(found.points)))


def _sources(rows: Sequence[ValidatedPoint]) -> list[str]:
    """The sources of published points that are shown."""
    known = {source.id for source in store().sources().values()}
    return [id for id in dict.fromkeys(row.point.source for row in rows) if id in known]


def verdict_line(found: Validation) -> str:
    """Whether a bound is violated, in one line."""
    held = [row for row in found.points if row.bound is not None]
    if not held:
        return "Nothing to compare"
    if found.violations:
        number = len(found.violations)
        whose = "its" if number == 1 else "their"
        return f"{number} of {counted(len(held), 'point')} better than {whose} bound"
    return f"No bound is violated by {counted(len(held), 'point')}"


def _summary(found: Validation) -> str:
    """The summary of the estimates, over the points that are verified and usable."""
    if found.coverage is None or found.median_error is None or len(found.judged) < 2:
        return ""
    return (
        f"Of {counted(len(found.judged), 'point')}, verified and usable, the bands of the"
        f" estimates hold {format_number(100 * found.coverage, 3)} %; median error of the estimates"
        f" {format_number(100 * found.median_error, 2)} %"
    )


def _tables(held: Sequence[ValidatedPoint]) -> list[DocumentBlock]:
    """A table for each quantity, after one of the violations, each sorted as the validation is."""
    above = [row for row in held if row.violates]
    parts = [("Better than the bound", above)] if above else []
    for quantity, unit in QUANTITIES.items():
        rows = [row for row in held if row.point.quantity == quantity and not row.violates]
        parts.append((f"{quantity}, in {unit}", rows))
    blocks: list[DocumentBlock] = []
    for title, rows in parts:
        if rows:
            blocks += [Heading(1, title), points_table(rows)]
    return blocks


def _by_id(row: ValidatedPoint) -> Words:
    return (Code(row.point.id),)


def points_table(
    rows: Sequence[ValidatedPoint], called: Callable[[ValidatedPoint], Words] = _by_id
) -> Table:
    """The table of points that have a bound, each by its id or by what it is `called`."""
    return Table(
        _HEADERS, tuple((_marked(row, called(row)), *_row(row)) for row in rows), "lrrrrrl"
    )


def _marked(row: ValidatedPoint, called: Words) -> Words:
    return (*called, *((Text(_marks(row)),) if _marks(row) else ()))


def _row(row: ValidatedPoint) -> tuple[Words, ...]:
    bound, values = row.bound, row.estimated_values
    assert bound is not None
    middle, low, high = ("–",) * 3 if values is None else (_number(value, row) for value in values)
    implied = format_number(row.implied or 0.0, 3)
    return (
        (Text(_number(row.point.value, row)),),
        (Text(f"{_sign(row)} {_number(row.bound_value or 0.0, row)}"),),
        (Text(middle),),
        (Text(low if values is None else f"{low} to {high}"),),
        (Strong(implied) if (row.implied or 0.0) > 1 else Text(implied),),
        (Text(bound.binds.partition(" the ")[2] or bound.binds),),
    )


def _number(value: float, row: ValidatedPoint) -> str:
    """A value in the unit of its quantity, written out: the figures of a column are compared."""
    return written_out(format_number(value / row.point.unit.factor, 3))


def _marks(row: ValidatedPoint) -> str:
    """Marks of what was assumed, and of what is not verified."""
    assert row.bound is not None
    return ("*" if row.bound.assumed else "") + ("" if row.point.verified else "†")


def _sign(row: ValidatedPoint) -> str:
    assert row.bound is not None
    if row.bound.sense is Sense.ESTIMATE:
        return "≈"
    return "≥" if row.point.is_time else "≤"


def _legend(held: Sequence[ValidatedPoint]) -> list[str]:
    """The meaning of signs, marks and columns."""
    lines = [
        "Implied: measured over bound for a rate, bound over measured for a time; above 1 a bound"
        " is violated. Estimate: median and 90 % band from points of other sources or models that"
        " are alike."
    ]
    if any(row.bound is not None and row.bound.sense is Sense.ESTIMATE for row in held):
        lines.append(
            "≈: near a bound, since a small part may pull the other way, such as the table of the"
            " input, which is looked up and not read, or tokens that favour the same experts."
        )
    if any(row.bound is not None and row.bound.assumed for row in held):
        lines.append("*: a condition is assumed that the source does not say.")
    if not all(row.point.verified for row in held):
        lines.append("†: not verified in its source.")
    return lines


def _details(row: ValidatedPoint) -> list[DocumentBlock]:
    """The basis of the bound and of the estimate of one point."""
    bound, estimate, point = row.bound, row.estimate, row.point
    assert bound is not None
    points = [
        f"{point.model} on {bound.gpus:g} × {point.accelerator}, weights {point.weights},"
        f" batch {bound.batch:,.0f}: {bound.binds} binds.",
        *(f"Assumed: {', '.join(bound.assumed)}." for _ in bound.assumed[:1]),
        *(f"Pulls the other way: {pull}." for pull in bound.pulls),
        *(f"Note: {point.note}." for _ in (point.note,) if point.note),
    ]
    if estimate is not None:
        share = " to ".join(format_number(end, 3) for end in (estimate.low, estimate.high))
        points.append(
            f"{' '.join(estimate.shares)} lognormal {share} (median"
            f" {format_number(estimate.median, 3)}), from"
            f" {counted(len(estimate.points), 'point')} alike in {', '.join(estimate.alike)}:"
            f" {_stems(estimate.points)}."
        )
        if estimate.overhead:
            overhead = format_number(estimate.overhead * 1e6, 3)
            points.append(
                f"With few sequences a GPU, {overhead} µs a layer are added to the bound before"
                " the share."
            )
    lines: list[Words] = [(Text(line),) for line in points]
    if _sources([row]):
        lines.append((Text("Source: "), Cite(point.source)))
    return [Heading(1, point.id), Items(tuple(lines))]


def _stems(ids: Sequence[str]) -> str:
    """Ids in short, those that begin alike together: gptfast_llama31_8b_* (5)."""
    counted = Counter("_".join(id.split("_")[:-2]) or id for id in ids)
    return ", ".join(f"{stem}_* ({number})" for stem, number in counted.items())


def _not_compared(rows: Sequence[ValidatedPoint]) -> list[DocumentBlock]:
    """The points without a bound, each with the reason."""
    if not rows:
        return []
    items = tuple((Code(row.point.id), Text(f": {row.reason}.")) for row in rows)
    return [Heading(1, "Not comparable"), Items(items)]
