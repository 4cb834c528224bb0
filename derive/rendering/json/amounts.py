"""Values and known values as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from derive.equations.plain import plain
from derive.results.gap import IdentifiableCombination
from derive.results.known import Known, Origin
from derive.results.solution import ConstraintCheck
from derive.units.display import json_number
from derive.units.unit import Unit

_ORIGINS = {
    "given": Origin.GIVEN,
    "looked_up": Origin.LOOKED_UP,
    "conventions": Origin.CONVENTION,
    "defaults": Origin.DEFAULT,
}


def in_unit(value: float | None, unit: Unit) -> Any:
    """A value (base units) in the given unit."""
    return json_number(None if value is None else value / unit.factor)


def texts(knowns: Iterable[Known]) -> dict[str, str]:
    """Values by name, as written."""
    return {known.var.name: known.written or known.text for known in knowns}


def by_origin(knowns: Sequence[Known]) -> dict[str, dict[str, str]]:
    """Values by origin and name, as written."""
    return {
        key: texts(known for known in knowns if known.origin == origin)
        for key, origin in _ORIGINS.items()
    }


def combination_json(fixed: IdentifiableCombination) -> dict[str, Any]:
    """A combination that the givens fix."""
    return {
        "expression": plain(fixed.expression),
        "value": in_unit(fixed.value, fixed.unit),
        "unit": fixed.unit.text,
    }


def constraint_json(check: ConstraintCheck) -> dict[str, Any]:
    """A constraint with its verdict."""
    return {"name": check.name, "satisfied": check.satisfied, "by": check.by}
