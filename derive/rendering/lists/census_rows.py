"""A census as rows of data."""

from __future__ import annotations

from derive.rendering.lists.data_table import Row
from derive.results.census import Census

_COUNTED = ("level", "rule", "verdict", "findings")


def census_rows(found: Census, *, sampled: bool = False) -> list[Row]:
    """The counts by level, rule and verdict, or the accusations drawn."""
    if sampled:
        return [
            {"path": row.path, "line": row.line, "rule": row.rule, "message": row.message}
            for row in found.sample
        ]
    return [
        dict(zip(_COUNTED, (*kind, number), strict=True)) for kind, number in found.counts.items()
    ]
