"""Value of a branch's formula in floats, exact where a sum in it vanishes."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from typing import Any

from derive.program.arithmetic import precise
from derive.program.compiler import compile_node
from derive.program.data import ProgramBranch, Slot
from derive.program.nodes import replaced
from derive.program.reader import NO_VALUE, NodeReader, Values
from derive.program.tolerances import CLOSE, NOISE


def formula_value(
    reader: NodeReader, branch: ProgramBranch, values: Values, noise: float = NOISE
) -> float | None:
    """The formula's value: infinite at a pole, None where numerator and denominator both vanish,
    NaN where a slot has no value.

    A sum below the noise of its terms counts as exactly zero.
    """
    assert branch.formula is not None
    sums = branch.cancelling_sums
    vanished = [s for s, terms in sums if _vanishes(reader, terms, values, noise)]
    if vanished:
        return _exactly(reader, branch.formula, vanished, values)
    try:
        return float(reader.value(branch.formula, values))
    except ZeroDivisionError:
        return _exactly(reader, branch.formula, (), values)
    except TypeError:  # a slot without a value
        return math.nan
    except OverflowError:
        exact = in_sixty_digits(reader, branch.formula, values)
        return float(exact) if abs(exact) <= sys.float_info.max else math.inf
    except (ArithmeticError, ValueError):
        return math.nan if branch.odd_root else math.inf


def in_sixty_digits(reader: NodeReader, formula: int, values: Values) -> Any:
    """The value of a formula in sixty digits, which neither overflows nor vanishes as floats do;
    infinite where it has none.
    """
    arithmetic = precise()
    exact = [None if x is None else arithmetic.number(x) for x in values]
    try:
        return compile_node(reader.nodes, formula, arithmetic)(exact)
    except NO_VALUE:
        return math.inf


def _vanishes(reader: NodeReader, terms: Iterable[int], values: Values, noise: float) -> bool:
    try:
        sizes = [reader.value(term, values) for term in terms]
    except NO_VALUE:
        return False
    if any(size is None for size in sizes):  # a slot without a value
        return False
    return bool(abs(math.fsum(sizes)) <= noise * max(map(abs, sizes)))


def _exactly(
    reader: NodeReader, formula: int, vanished: Iterable[int], values: Values
) -> float | None:
    """A formula with its vanishing sums at exact zero: a number, infinity at a pole, None for zero
    over zero.
    """
    nodes = reader.nodes
    zero = nodes.add("number", 0, 1)
    node = nodes[replaced(nodes, formula, dict.fromkeys(vanished, zero))]
    above, below = node[1:] if node[0] == "div" else (nodes.add(*node), nodes.add("number", 1, 1))
    try:
        under, over = float(reader.value(below, values)), float(reader.value(above, values))
    except (*NO_VALUE, NotImplementedError):
        return math.inf
    return over / under if under else (math.inf if over else None)


def snapped(value: float, slot: Slot) -> float:
    """The value, or the closed end of the range that it misses by no more than noise."""
    if not slot.admits(value):
        for end, is_open in ((slot.low, slot.open_low), (slot.high, slot.open_high)):
            if not is_open and math.isclose(value, end, rel_tol=CLOSE):
                return end
    return value


def in_range(
    reader: NodeReader, branch: ProgramBranch, values: Values, value: float, slot: Slot
) -> float:
    """A formula's value, or what takes its place in the range of the slot: the end that it misses
    by noise, or where it is out of range or infinite, as an even root of a negative number is, the
    value with those sums at zero whose terms agree as closely as values do.
    """
    value = snapped(value, slot)
    if not branch.cancelling_sums or slot.admits(value):
        return value
    other = formula_value(reader, branch, values, CLOSE)
    fits = other is not None and math.isfinite(other) and slot.admits(other)
    return other if fits and other is not None else value


def reach(slot: Slot) -> tuple[float, float]:
    """The range with the values beyond its closed ends that are snapped to them."""
    low = slot.low if slot.open_low else slot.low - CLOSE * abs(slot.low)
    high = slot.high if slot.open_high else slot.high + CLOSE * abs(slot.high)
    return low, high
