"""Layout of a census: equations and documents, counts, what was given up, the sample."""

from __future__ import annotations

from collections.abc import Sequence

from derive.rendering.document.document import (
    Code,
    Document,
    DocumentBlock,
    Heading,
    Items,
    Paragraph,
    Table,
    Text,
    Words,
)
from derive.rendering.document.unit_words import counted
from derive.results.census import Census
from derive.results.corpus import CorpusRow

_MOST = 20  # documents that were given up and are named


def census_document(found: Census) -> Document:
    """The document of a census, its equations as the title."""
    blocks: list[DocumentBlock] = [Paragraph((Text(_documents_line(found)),))]
    if found.counts:
        rows = tuple(
            tuple((Text(part),) for part in (*kind, f"{number:,}"))
            for kind, number in found.counts.items()
        )
        blocks.append(Table(("Level", "Rule", "Verdict", "Findings"), rows, "lllr"))
    blocks += _given_up(found.given_up)
    if found.sample:
        told = f"{len(found.sample):,} of {counted(found.accusations, 'accusation')}"
        blocks += [Heading(1, told), Items(tuple(map(_place, found.sample)))]
    return Document(equations_line(found), tuple(blocks))


def equations_line(found: Census) -> str:
    """The equations, and how many were judged, in one line."""
    share = found.share_judged
    judged = "" if share is None else f", {found.judged:,} of them judged ({share:.1%})"
    return f"{counted(found.equations, 'equation')}{judged.replace('%', ' %')}"


def _documents_line(found: Census) -> str:
    without, lost = found.without_equations, len(found.given_up)
    parts = [
        counted(found.documents, "document"),
        f"{without:,} without equations",
        f"{lost:,} given up or unreadable",
        f"{counted(found.accusations, 'accusation')} (level error)",
    ]
    return f"{', '.join(parts)}."


def _given_up(rows: Sequence[CorpusRow]) -> list[DocumentBlock]:
    """The documents that were given up or cannot be read, the first of them by name."""
    if not rows:
        return []
    points = list(map(_place, rows[:_MOST]))
    if len(rows) > _MOST:
        points.append((Text(f"and {len(rows) - _MOST:,} more (--json has them all)"),))
    return [Heading(1, "Given up or unreadable"), Items(tuple(points))]


def _place(row: CorpusRow) -> Words:
    """A row by its place, with its rule and message."""
    place = f"{row.path}:{row.line}" if row.line else row.path
    return (Code(place), Text(f": {row.message} [{row.rule}]"))
