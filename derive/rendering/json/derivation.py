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
        "reason": reason_text(step),
        "verdict": step.verdict,
        "relation": step.relation or None,
        "source": step.citations[0].source if step.citations else None,
    }


def reason_text(step: Step) -> str:
    """The reason of a step, with the expressions it mentions written out."""
    reason = step.reason
    for index, term in enumerate(step.terms):
        reason = reason.replace(f"{{{index}}}", plain(term))
    return reason
