"""Signs of expressions that follow from the ranges of their slots."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import IntEnum

from derive.program.data import Slot
from derive.program.nodes import Nodes


class Sign(IntEnum):
    """The known sign of a value, from the weakest to the strongest."""

    UNKNOWN = 0
    NOT_NEGATIVE = 1
    POSITIVE = 2


def sign_of(
    nodes: Nodes, number: int, slots: Sequence[Slot], positive: Collection[int] = ()
) -> Sign:
    """The sign of an expression for all slot values within range; those in `positive` are above
    zero.
    """

    def sign(k: int) -> Sign:
        return sign_of(nodes, k, slots, positive)

    match nodes[number]:
        case ("slot", slot):
            return _of_slot(slot, slots, positive)
        case ("number", p, _):
            return _of_number(p)
        case ("float", value):
            return _of_number(value)
        case ("add", *parts):
            signs = [sign(k) for k in parts]
            return max(signs) if min(signs) else Sign.UNKNOWN
        case ("mul", *parts) | ("div", *parts) | ("min", *parts):
            return min(sign(k) for k in parts)
        case ("max", *parts):
            return max(sign(k) for k in parts)
        case ("pow", base, _) | ("ceil" | "log1p" | "expm1" | "decayed", base):
            return sign(base)
        case ("floor", inner):
            return min(sign(inner), Sign.NOT_NEGATIVE)
        case ("abs", _):
            return Sign.NOT_NEGATIVE
        case ("exp", _):
            return Sign.POSITIVE
        case ("cases", *parts):
            return min(sign(k) for k in parts[1::2])
    return Sign.UNKNOWN


def _of_number(value: float) -> Sign:
    return Sign.POSITIVE if value > 0 else Sign.UNKNOWN if value < 0 else Sign.NOT_NEGATIVE


def _of_slot(slot: int, slots: Sequence[Slot], positive: Collection[int]) -> Sign:
    if slot in positive:
        return Sign.POSITIVE
    if slot >= len(slots) or slots[slot].low < 0:
        return Sign.UNKNOWN
    above = slots[slot].low > 0 or slots[slot].open_low
    return Sign.POSITIVE if above else Sign.NOT_NEGATIVE
