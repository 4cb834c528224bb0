"""Layout of a comparison: the change in a box, flips, causes, changed inputs."""

from __future__ import annotations

import math
from collections.abc import Mapping

from derive.rendering.document.document import (
    Boxed,
    Cite,
    Code,
    Document,
    DocumentBlock,
    Heading,
    Items,
    Math,
    Paragraph,
    Reference,
    Strong,
    Table,
    Text,
    Words,
)
from derive.rendering.document.parts import cited
from derive.rendering.document.reader_names import for_readers
from derive.rendering.document.references import references
from derive.rendering.document.unit_words import inflected
from derive.rendering.document.wording import listed
from derive.results.answer import Answer
from derive.results.comparison import Change, Comparison, Flip
from derive.results.known import Known
from derive.units.display import format_number


def comparison_document(comparison: Comparison, *, title: str = "", sent: bool = False) -> Document:
    """The document of a comparison: flips before numbers. Where it is `sent`, symbols and words
    stand for the names that one types, and references for the ids of sources.
    """
    target = comparison.target
    sources = references(id for ids in comparison.sources for id in ids) if sent else {}
    blocks = comparison_blocks(comparison, sources)
    shown = for_readers(blocks, (comparison.first, comparison.second)) if sent else tuple(blocks)
    name = f"What changes: {target.meaning or target.name}"
    return cited(Document(title or name, shown, compact=True), sources)


def comparison_blocks(
    comparison: Comparison, sources: Mapping[str, Reference]
) -> list[DocumentBlock]:
    """The sections that are not empty; sources that are known are cited, others named."""
    if comparison.same:
        value = f"{comparison.target.name} = {comparison.second.text}"
        line = f"Nothing changes: {value} either way, from the same inputs."
        return [Paragraph((Text(line),))]
    box = Boxed(((Text(change_line(comparison)),), (Text(_flip_line(comparison)),)))
    return [box, *_flips(comparison), *_numbers(comparison), *_grounds(comparison, sources)]


def change_line(comparison: Comparison) -> str:
    """The change of the target in one line: "step_time: 1 ms to 4 ms, × 4 (gpus)"."""
    name = comparison.target.name
    if comparison.same:
        return f"{name} = {comparison.second.text}, unchanged"
    first, second = (_value(answer) for answer in (comparison.first, comparison.second))
    factor = "" if comparison.log_ratio is None else f", {_factor(comparison.log_ratio)}"
    most = max(comparison.changes, key=lambda change: abs(change.share or 0.0), default=None)
    cause = f", mostly {most.name}" if most is not None and len(comparison.changes) > 1 else ""
    return f"{name}: {first} to {second}{factor}{cause}"


def _flip_line(comparison: Comparison) -> str:
    """The values that flip, in one line."""
    flips = "; ".join(map(flip_words, comparison.flips))
    return flips or "no status, regime or constraint flips"


def flip_words(flip: Flip) -> str:
    """A value that flips, in words."""
    return f"{flip.what}: {flip.before} to {flip.after}"


def _flips(comparison: Comparison) -> list[DocumentBlock]:
    if not comparison.flips:
        return []
    rows = tuple(
        ((Text(flip.what),), (Text(flip.before),), (Text(flip.after),)) for flip in comparison.flips
    )
    return [Heading(1, "What flips"), Table(("What", "Before", "After"), rows, "lll")]


def _numbers(comparison: Comparison) -> list[DocumentBlock]:
    first, second = (_value(answer) for answer in (comparison.first, comparison.second))
    line: Words = (Math(comparison.target), Text(f" goes from {first} to {second}"))
    if comparison.log_ratio is not None:
        line = (*line, Text(f": {_factor(comparison.log_ratio)}"))
    blocks: list[DocumentBlock] = [Heading(1, "What moves, and why"), Paragraph((*line, Text(".")))]
    if comparison.changes:
        headers = ("Input", "Before", "After", "Moves the target by", "Share of the change")
        blocks.append(Table(headers, _rows(comparison), "lrrrr"))
    note = _sharing(comparison)
    return [*blocks, Paragraph((Text(note),), "note")] if note else blocks


def _sharing(comparison: Comparison) -> str:
    """The method by which the change is attributed to inputs, or why it is not."""
    if comparison.method:
        return f"The factors multiply to the whole change exactly. Each is {comparison.method}."
    changes = comparison.changes
    if changes and changes[0].share is None and comparison.log_ratio is not None:
        return "Not shared out: at some mixture of the two the target has no single positive value."
    return ""


def _value(answer: Answer) -> str:
    valued = answer.conflict is None and (answer.outcomes or answer.interval is not None)
    return answer.text if valued else f"no value ({answer.status})"


def _factor(logarithm: float) -> str:
    return f"× {format_number(math.exp(logarithm), 4)}"


def _rows(comparison: Comparison) -> tuple[tuple[Words, ...], ...]:
    whole = comparison.log_ratio
    ordered = sorted(comparison.changes, key=lambda change: -abs(change.share or 0.0))
    rows = [_row(change, whole) for change in ordered]
    if len(rows) > 1 and whole is not None and comparison.changes[0].share is not None:
        total = (Text(_factor(whole)),), (Text("100 %" if whole else ""),)
        rows.append(((Strong("together"),), (), (), *total))
    return tuple(rows)


def _row(change: Change, whole: float | None) -> tuple[Words, ...]:
    name: Words = (Code(change.name),) if change.var is not None else (Text(change.name),)
    share = change.share
    part = (
        f"{format_number(100 * share / whole, 3)} %".replace("-", "−")
        if share is not None and whole
        else ""
    )
    return (
        name,
        _known(change.before),
        _known(change.after),
        (Text("" if share is None else _factor(share)),),
        (Text(part),),
    )


def _known(known: Known | None) -> Words:
    return (Text(known.text),) if known is not None else ()


def _grounds(comparison: Comparison, sources: Mapping[str, Reference]) -> list[DocumentBlock]:
    """Inputs, relations, variants and sources that only one of the answers rests on."""
    points: list[Words] = []
    inputs = {"New input: ": comparison.appeared, "No longer an input: ": comparison.disappeared}
    for start, knowns in inputs.items():
        points += [
            (Text(start), Code(known.var.name), Text(f" = {known.text} ({known.origin})"))
            for known in knowns
        ]
    points += [
        (Text(f"Variant {group}: {before} becomes {after}"),)
        for group, (before, after) in (comparison.variants or {}).items()
    ]
    for (gone, new), kind in ((comparison.relations, "relation"), (comparison.sources, "source")):
        for start, names in (("New ", new), ("No longer used, ", gone)):
            words = listed(_ground(name, sources) for name in names)
            points += [(Text(f"{start}{inflected(kind, len(names) > 1)}: "), *words)] * bool(names)
    return [Heading(1, "What it rests on"), Items(tuple(points))] if points else []


def _ground(name: str, sources: Mapping[str, Reference]) -> Words:
    """A relation or source by name; a source that is cited by its title."""
    if name not in sources:
        return (Code(name),)
    source = sources[name]
    return (Cite(name),) if source.aside else (Text(f"{source.title} "), Cite(name))
