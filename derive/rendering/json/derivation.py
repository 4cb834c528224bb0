"""The lines of a derivation as JSON."""

from __future__ import annotations

from typing import Any

from derive.equations.plain import plain
from derive.rendering.document.wording import reason_text
from derive.results.derivation import Step


def step_json(step: Step) -> dict[str, Any]:
    """One line of a derivation."""
    return {
        "rule": step.rule,
        "equation": plain(step.equation),
        "reason": reason_text(step),
        "verdict": step.verdict,
        "relation": step.relation or None,
        "source": step.citations[0].source if step.citations else None,
    }
