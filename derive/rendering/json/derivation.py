"""The lines of a derivation as JSON."""

from __future__ import annotations

from typing import Any

from derive.equations.plain import plain
from derive.results.derivation import Step


def step_json(step: Step) -> dict[str, Any]:
    """One line of a derivation."""
    return {
        "rule": step.rule,
        "equation": plain(step.equation),
        "reason": step.reason,
        "verdict": step.verdict,
        "relation": step.relation or None,
        "source": step.citations[0].source if step.citations else None,
    }
