"""Precisions: the number formats and the bytes they take."""

from __future__ import annotations

from derive.equations.var import Var, normal
from derive.errors import UnknownName
from derive.results.known import Known, Origin

BITS = {"fp32": 32, "bf16": 16, "fp16": 16, "fp8": 8, "int8": 8, "fp4": 4}


def precision_named(name: str) -> str:
    """The precision of that name, case-blind. Raises UnknownName.

    >>> precision_named("FP8")
    'fp8'
    """
    found = normal(str(name))
    if found not in BITS:
        error = UnknownName("precision", str(name), BITS, f"There are: {', '.join(BITS)}.")
        raise error
    return found


def bytes_of(var: Var, precision: str, entry: str, note: str) -> Known:
    """Bytes of one number of a precision as the value of `var` (exact, so without tolerance)."""
    number = BITS[precision] / 8
    return Known(
        var,
        number * var.unit.factor,
        Origin.LOOKED_UP,
        0.0,
        f"{number:g} {var.unit.text}",
        "precision",
        entry,
        note,
    )
