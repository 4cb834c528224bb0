"""Slips that are likely: figures that disagree prove a mistake where the unit of the result shows
that they are read as meant, or they differ as slips do; others may mean something else.
"""

from __future__ import annotations

from itertools import pairwise

from derive.checking.figures.agreement import TO_THE_DIGIT, agreement
from derive.checking.figures.differing import Computation, computation, differ
from derive.checking.figures.worked_number import SideKind, WorkedNumber, kind_of
from derive.checking.grammar.tree import (
    CallNode,
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    StatementNode,
    UnitNode,
    nodes,
)
from derive.units.multipliers import COUNTED

_FAR = 5.0  # a factor between figures; misread ones are any factor apart
_ONE_DIGIT, _FEW = 10, 2  # nobody miscalculates 2 + 2
_MOST_TENS, _FEWEST_DIGITS = 4, 2
_A_MAC = 2  # FLOP
_THOUSANDS = tuple(1000.0**power for power in range(-4, 5) if power)


def unlikely_slip(statement: StatementNode) -> str:
    """The reason that figures which disagree may not be a mistake, as a slip would look another
    way; "" if they are likely to be one.
    """
    reason = ""
    for pair, sign in zip(pairwise(statement.sides), statement.signs, strict=True):
        if differ(*pair, sign):
            found = computation(*pair)
            reason = _of_computation(found) if found else ""
            if not reason:
                return ""
    return reason


def _of_computation(found: Computation) -> str:
    """The reason that what a side computes and a written result may differ by no slip."""
    side, computed, result, written = found
    ratio = computed.value / written.value if written.value else 0.0
    bare = kind_of(side) is SideKind.BARE
    if bare and _is_off_by(_THOUSANDS, computed, written) and not _is_raised(side):
        return "a unit or a multiplier may be left out"
    if _is_of_macs(computed, written):
        return "a bare number may be of MACs"
    if bare and written.dimension and _is_share(side):
        return "a share may be of what is not written"
    if _cancels(side, computed) or _has_unit(result, written, bare):
        return ""
    if _is_simple(side):
        return "figures so simple may mean something else"
    tens = (10.0**power for power in range(-_MOST_TENS, _MOST_TENS + 1) if power)
    if 1 / _FAR <= ratio <= _FAR or _is_off_by(tuple(tens), computed, written):
        return ""
    return "figures so far apart may mean something else"


def _has_unit(result: Node, written: WorkedNumber, bare: bool) -> bool:
    """Whether a result has a unit, beside a `bare` computation one that measures."""
    measures = any(base not in COUNTED for base, _ in written.dimension.exponents)
    return kind_of(result) is SideKind.FIGURE and (measures or not bare)


def _cancels(side: Node, computed: WorkedNumber) -> bool:
    """Whether units of a side cancel."""
    return computed.cancelled and sum(isinstance(node, UnitNode) for node in nodes(side)) > 1


def _is_off_by(factors: tuple[float, ...], computed: WorkedNumber, written: WorkedNumber) -> bool:
    """Whether two figures differ by one of some factors alone, which one digit does not tell; a
    bare one is in the unit of the other.
    """
    if written.digits < _FEWEST_DIGITS:
        return False
    scale = 1.0 if computed.dimension or not written.dimension else written.scale
    values = (computed.value * scale * factor for factor in factors)
    return any(agreement(value, written, "=") in TO_THE_DIGIT for value in values)


def _is_raised(side: Node) -> bool:
    """Whether a power stands in a side."""
    return any(
        isinstance(node, PowerNode) or (isinstance(node, NumberNode) and "e" in node.text.lower())
        for node in nodes(side)
    )


def _is_of_macs(computed: WorkedNumber, written: WorkedNumber) -> bool:
    """Whether a result in MACs, of two FLOP each, is right where a number counts them unsaid."""
    unsaid = "MAC" in written.unit and computed.dimension != written.dimension
    return unsaid and agreement(computed.value * _A_MAC, written, "=") in TO_THE_DIGIT


def _is_share(side: Node) -> bool:
    """Whether a side is a whole number over a larger one alone: 59/61 of the layers."""
    match side:
        case ProductNode(((1, NumberNode() as part), (-1, NumberNode() as whole))):
            return part.text.isdigit() and whole.text.isdigit() and part.value < whole.value
        case _:
            return False


def _is_simple(side: Node) -> bool:
    """Whether a side computes with two numbers of one digit at most: 2 · 4 of a ring, 2 + 2."""
    numbers = [node for node in nodes(side) if isinstance(node, NumberNode)]
    if len(numbers) > _FEW or any(isinstance(node, CallNode) for node in nodes(side)):
        return False
    return all(node.text.isdigit() and node.value < _ONE_DIGIT for node in numbers)
