"""Values of an axis, each a single one with its unit."""

from __future__ import annotations

from typing import Any

from derive.equations.var import Var
from derive.errors import GivenError, shorten
from derive.solving.givens import read_value


def point(var: Var, value: Any) -> float:
    """One value of an axis, in base units. Raises GivenError for an uncertain one."""
    known = read_value(var, value)
    if known.uncertain is not None:
        low, _, high = known.written.partition(" to ")
        ends = f"{low}:{high}:10" if high and low[:1].isdigit() else f"1:8192 {var.unit.text}:10"
        raise GivenError(
            var.name,
            f"“{shorten(known.written)}” is one uncertain value, and an axis has values one by one",
            f"Write from, to and how many: {ends}.",
        )
    return known.value


def refuse_bare(var: Var, written: str) -> None:
    """Raise GivenError for numbers without a unit, unless they are those of a pure number."""
    if var.unit.dimension and written not in ("[]", ""):
        raise GivenError(
            var.name,
            f"numbers have no unit, and it is measured in {var.unit.text}",
            f'Write ({written}, "{var.unit.text}").',
        )
