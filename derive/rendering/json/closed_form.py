"""A closed form as JSON."""

from __future__ import annotations

from typing import Any

from derive.equations.plain import plain
from derive.rendering.expressions.latex import latex
from derive.rendering.json.derivation import step_json
from derive.results.closed_form import ClosedForm


def closed_form_json(form: ClosedForm) -> dict[str, Any]:
    """The expression as plain text and LaTeX, its regime, and the steps that lead to it."""
    return {
        "target": form.target.name,
        "formula": plain(form.expression),
        "formula_latex": latex(form.expression),
        "regime": form.regime or None,
        "steps": [step_json(step) for step in form.derivation],
    }
