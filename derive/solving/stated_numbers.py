"""Warnings about stated numbers: counts that are not whole, points that may part thousands."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from derive.equations.var import Var
from derive.results.known import Known
from derive.solving.amounts import example
from derive.units.text import parse_quantity
from derive.units.written_number import THOUSANDS_POINT

_MANY = 100  # what is usually as many is counted in whole numbers
_COUNTS = {"token", "token/sequence", "param", "byte/token"}


def number_warnings(stated: Mapping[Var, Known], target: Var) -> Iterator[str]:
    """Warnings for counted variables that are not given as whole numbers, and for numbers of tokens
    or parameters whose point may be meant to part thousands.
    """
    for var, known in stated.items():
        if var == target or known.uncertain is not None:
            continue
        if var.whole and not math.isclose(known.number, round(known.number), rel_tol=1e-9):
            yield f"{var.name} = {known.text} is not a whole number, and it counts things"
        if written := _thousands_point(var, known):
            yield (
                f"{var.name} = {written} is read with a decimal point; for thousands write"
                f" {written.replace('.', ',')}"
            )


def _thousands_point(var: Var, known: Known) -> str:
    """The number as written, if its point may part thousands; else empty."""
    found = THOUSANDS_POINT.match(known.written)
    if found is None or not (var.whole or _usually_many(var)):
        return ""
    # A prefix or a multiplier (8.192 Mtoken, 1.024M param) says that the point marks decimals.
    return found[1] if known.number == float(found[1]) else ""


def _usually_many(var: Var) -> bool:
    """Whether a variable is usually a large number of tokens, parameters or bytes."""
    return var.unit.text in _COUNTS and parse_quantity(example(var)).number >= _MANY
