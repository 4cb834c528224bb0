"""A census as JSON."""

from __future__ import annotations

from typing import Any

from derive.results.census import Census
from derive.results.corpus import CorpusRow
from derive.units.display import json_number


def census_json(found: Census) -> dict[str, Any]:
    """The counts, the documents that were given up, and the accusations drawn."""
    return {
        "documents": found.documents,
        "without_equations": found.without_equations,
        "equations": found.equations,
        "judged": found.judged,
        "share_judged": json_number(found.share_judged),
        "counts": [{**kind._asdict(), "findings": n} for kind, n in found.counts.items()],
        "given_up": [_row(row) for row in found.given_up],
        "accusations": found.accusations,
        "sample": [_row(row) for row in found.sample],
    }


def _row(row: CorpusRow) -> dict[str, Any]:
    return row._asdict()
