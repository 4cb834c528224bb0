"""A run over a corpus as JSON."""

from __future__ import annotations

from typing import Any

from derive.results.corpus import CorpusRun


def corpus_json(run: CorpusRun) -> dict[str, Any]:
    """What was checked, and where the rows are."""
    return {
        "shards": str(run.shards),
        "checked": run.checked,
        "findings": run.findings,
        "kept": run.kept,
        "given_up": dict(sorted(run.given_up.items())),
    }
