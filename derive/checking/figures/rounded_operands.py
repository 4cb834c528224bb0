"""Rounded operands: how far a computation may be off because its own figures are rounded."""

from __future__ import annotations

import math

from derive.checking.figures.functions import change_of_call
from derive.checking.figures.worked_number import figure_of
from derive.checking.grammar.tree import (
    CallNode,
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    SumNode,
)
from derive.units.written_number import digits_shown, half_place

_FEWEST_DIGITS = 2
_MOST = 0.03  # beyond it a figure is another one


def operand_spread(side: Node, value: float) -> float:
    """The rounding error of a side, in base units, where decimals of two digits or more are
    rounded: 1.56 + 25 is 26.555 to 26.565. At most 3 %.
    """
    total = _spread(side)
    return min(total, _MOST * abs(value)) if math.isfinite(total) else 0.0


def _spread(node: Node) -> float:
    match node:
        case NumberNode(value, _, text):
            rounded = "." in text and digits_shown(text) >= _FEWEST_DIGITS
            return abs(float(value)) * half_place(text) if rounded else 0.0
        case SumNode(terms):
            return math.fsum(_spread(term) for _, term in terms)
        case ProductNode(factors):
            return _size(node) * math.fsum(_relative(factor) for _, factor in factors)
        case PowerNode(base, exponent):
            return _size(node) * _relative(base) * _size(exponent)
        case CallNode("max" | "min", arguments):
            return max(map(_spread, arguments))
        case CallNode(_, (inner,)):
            spread, figure = _spread(inner), figure_of(inner)
            argument = (figure.value, figure.dimension) if spread and figure else None
            return change_of_call(node, argument, spread) if argument else 0.0
        case _:
            return 0.0


def _relative(node: Node) -> float:
    """The spread of a node as a share of its size."""
    spread = _spread(node)
    size = _size(node) if spread else 1.0
    return spread / size if size else math.inf


def _size(node: Node) -> float:
    figure = figure_of(node)
    return abs(figure.value) if figure is not None else math.nan
