"""A census as comma-separated values."""

from __future__ import annotations

import csv
import io

from derive.results.census import Census


def census_csv(found: Census, *, sampled: bool = False) -> str:
    """The counts by level, rule and verdict, or the accusations drawn."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    if sampled:
        writer.writerow(("path", "line", "rule", "message"))
        writer.writerows((row.path, row.line, row.rule, row.message) for row in found.sample)
    else:
        writer.writerow(("level", "rule", "verdict", "findings"))
        writer.writerows((*kind, number) for kind, number in found.counts.items())
    return written.getvalue()
