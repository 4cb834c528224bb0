"""A comparison of two answers as JSON."""

from __future__ import annotations

from typing import Any

from derive.rendering.json.amounts import in_unit
from derive.results.answer import Answer
from derive.results.comparison import Comparison
from derive.results.known import Known
from derive.units.display import json_number
from derive.units.unit import Unit


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """Both answers in short, flips, changes, and changed inputs."""
    return {
        "target": comparison.target.name,
        "unit": comparison.target.unit.text,
        "first": _short(comparison.first, comparison.target.unit),
        "second": _short(comparison.second, comparison.target.unit),
        "same": comparison.same,
        "flips": [
            {"what": flip.what, "before": flip.before, "after": flip.after}
            for flip in comparison.flips
        ],
        "log_ratio": json_number(comparison.log_ratio),
        "changes": [
            {
                "name": change.name,
                "before": _text(change.before),
                "after": _text(change.after),
                "share": json_number(change.share),
            }
            for change in comparison.changes
        ],
        "method": comparison.method or None,
        "appeared": {known.var.name: known.text for known in comparison.appeared},
        "disappeared": {known.var.name: known.text for known in comparison.disappeared},
        "relations": dict(zip(("gone", "new"), map(list, comparison.relations), strict=True)),
        "variants": {
            group: list(choices) for group, choices in (comparison.variants or {}).items()
        },
        "sources": dict(zip(("gone", "new"), map(list, comparison.sources), strict=True)),
    }


def _short(answer: Answer, unit: Unit) -> dict[str, Any]:
    return {"status": answer.status, "value": in_unit(answer.number, unit)}


def _text(known: Known | None) -> str | None:
    return None if known is None else known.written or known.text
