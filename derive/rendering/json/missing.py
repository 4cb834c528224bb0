"""Missing inputs as JSON."""

from __future__ import annotations

from typing import Any

from derive.rendering.json.amounts import combination_json
from derive.results.gap import IdentifiableCombination
from derive.results.missing import Missing, Need


def missing_json(missing: Missing) -> dict[str, Any]:
    """The sets that would settle a question, and the combinations fixed already."""
    return {
        "target": missing.target.name,
        "status": missing.answer.status,
        "determined": missing.determined,
        "sets": [
            {"needs": [_need(need) for need in found.needs], "unless": list(found.unless)}
            for found in missing.sets
        ],
        "cut_off": missing.cut_off,
        "fixed": [_fixed(fixed) for fixed in missing.fixed],
    }


def _need(need: Need) -> dict[str, Any]:
    """One missing input."""
    return {
        "name": need.name,
        "variables": [var.name for var in need.variables],
        "kind": need.kind,
        "say": list(need.say),
        "elasticity": None if need.elasticity is None else float(f"{need.elasticity:.6g}"),
    }


def _fixed(fixed: IdentifiableCombination) -> dict[str, Any]:
    """A combination fixed already, with the relations that fix it."""
    assuming = (
        None
        if fixed.assuming is None
        else {"group": fixed.assuming[0], "choice": fixed.assuming[1], "why": fixed.why}
    )
    return {**combination_json(fixed), "by": list(fixed.by), "assuming": assuming}
