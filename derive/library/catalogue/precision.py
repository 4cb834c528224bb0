"""Precisions: the number formats, the bytes they take, and the rates at which they are computed."""

from __future__ import annotations

from dataclasses import dataclass

from derive.equations.var import Var, normal
from derive.errors import UnknownName
from derive.results.known import Known, Origin
from derive.units.display import with_unit


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """Bits of an element, bits of the scale that a group of elements shares, and the precisions
    whose matrix units compute the format, the best first.
    """

    element: int
    scale: int = 0
    group: int = 1
    computed: tuple[str, ...] = ()

    @property
    def bits(self) -> float:
        """Bits of a number with its share of the scale."""
        return self.element + self.scale / self.group


# A scaled format without a matrix unit of its own is computed in 16 bits (W4A16). The scales of MX
# formats have 8 bits for 32 elements (OCP Microscaling 1.0), those of NVFP4 8 bits for 16; INT4 is
# stored with 16 bits for a group of 128 or 32. NF4, as QLoRA keeps frozen weights, has 8 bits for a
# group of 64, and 32 for 256 such scales. Scales of a whole tensor are left out.
FORMATS = {
    "fp32": NumberFormat(32),
    "bf16": NumberFormat(16),
    "fp16": NumberFormat(16),
    "fp8": NumberFormat(8),
    "int8": NumberFormat(8),
    "fp4": NumberFormat(4),
    "mxfp8": NumberFormat(8, 8, 32, ("fp8", "bf16", "fp16")),
    "mxfp4": NumberFormat(4, 8, 32, ("fp4", "bf16", "fp16")),
    "nvfp4": NumberFormat(4, 8, 16, ("fp4", "bf16", "fp16")),
    "int4": NumberFormat(4, 0, 1, ("bf16", "fp16")),
    "int4_g128": NumberFormat(4, 16, 128, ("bf16", "fp16")),
    "int4_g32": NumberFormat(4, 16, 32, ("bf16", "fp16")),
    "nf4": NumberFormat(4, 8 * 256 + 32, 64 * 256, ("bf16", "fp16")),
}


def precision_named(name: str) -> str:
    """The precision of that name, case-blind. Raises UnknownName.

    >>> precision_named("FP8")
    'fp8'
    """
    found = normal(str(name))
    if found not in FORMATS:
        error = UnknownName("precision", str(name), FORMATS, f"There are: {', '.join(FORMATS)}.")
        raise error
    return found


def bytes_of(var: Var, precision: str, entry: str, note: str) -> Known:
    """Bytes of one number of a precision as the value of `var` (exact, so without tolerance).

    A scaled format takes its share of the scale beside the element.
    """
    number = FORMATS[precision].bits / 8
    return Known(
        var,
        number * var.unit.factor,
        Origin.LOOKED_UP,
        0.0,
        with_unit(f"{number:g}", var.unit.text),
        "precision",
        entry,
        note,
    )
