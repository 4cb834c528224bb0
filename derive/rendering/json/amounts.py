"""Values in a unit, and known values as they were written, as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from derive.results.known import Known
from derive.units.display import json_number
from derive.units.unit import Unit


def in_unit(value: float | None, unit: Unit) -> Any:
    """A value (base units) in this unit."""
    return json_number(None if value is None else value / unit.factor)


def texts(knowns: Iterable[Known]) -> dict[str, str]:
    """Values by name, as they were written."""
    return {known.var.name: known.written or known.text for known in knowns}
