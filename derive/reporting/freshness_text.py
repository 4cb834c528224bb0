"""Freshness of a report's files, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from derive.display import enumeration
from derive.reporting.freshness import Compared

_MOST_LINES = 40


def comparison_lines(compared: Compared, argument: str, folder: Path) -> Iterator[str]:
    """The changed answers of a report, the lines that differ, and the command that writes it anew;
    `argument` is its name on the command line.
    """
    if not compared.files:
        yield (
            f"{compared.name}: there is no file of it in {folder}. Say where with --out, or write"
            f" it with: derive report {argument} --out {folder}"
        )
        yield from _left_out(compared)
        return
    if compared.fault:
        yield f"{compared.name}: cannot be made now. {compared.fault}"
        return
    if compared.agrees:
        files = enumeration([str(path) for path in compared.files])
        yield f"{compared.name}: as the engine says now, by its answers and all of {files}"
        yield from _left_out(compared)
        return
    yield f"{compared.name}: out of date"
    yield from _left_out(compared)
    yield from (f"  {change}" for change in compared.changes)
    if compared.unmarked:
        yield "  (no file of it tells what its answers were; only its lines can be compared)"
    elif not compared.changes:
        yield "  every answer is the same; the wording, the layout or a picture is another"
    for path, lines in compared.diffs:
        yield "" if len(lines) > 1 else f"  {path}: {lines[0]}"
        if len(lines) > 1:
            yield from lines[:_MOST_LINES]
        if len(lines) > _MOST_LINES:
            yield f"... and {len(lines) - _MOST_LINES} more lines"
    formats = ",".join(compared.formats)
    yield f"\nTo write it anew: derive report {argument} --format {formats} --out {folder}"


def _left_out(compared: Compared) -> Iterator[str]:
    """The files that are not compared, each with the reason."""
    yield from (f"  not compared: {path} ({reason})" for path, reason in compared.not_compared)


def comparison_json(compared: Compared) -> dict[str, Any]:
    """Whether the files of a report agree with it, and the changed answers, as JSON."""
    return {
        "report": compared.name,
        "agrees": compared.agrees,
        "fault": compared.fault or None,
        "changes": list(compared.changes),
        "files": [
            {"path": str(path), "agrees": path not in dict(compared.diffs)}
            for path in compared.files
        ],
        "not_compared": [
            {"path": str(path), "reason": reason} for path, reason in compared.not_compared
        ],
    }
