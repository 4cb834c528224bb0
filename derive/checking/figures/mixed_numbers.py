r"""Mixed numbers, 2\frac{25}{66} for 2 + 25/66, shares in brackets, 0.005 (0.5 %), written like
products, and times in several units, 2 h 32 min.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from derive.checking.figures.worked_number import figure_of
from derive.checking.grammar.tree import Node, NumberNode, ProductNode, SumNode
from derive.units.dimension import Dimension

_EXACTLY = 1e-9
_TIME = Dimension({"time": 1})


def mixed_values(side: Node) -> Iterator[float]:
    """The value of a side whose products of a whole number and a proper fraction of whole numbers
    are read as mixed numbers, and a percentage behind the same share as that share again; nothing
    for a side without them.
    """
    meant = _as_mixed(side)
    if meant != side and (figure := figure_of(meant)) is not None:
        yield figure.value


def place_of_duration(side: Node) -> float:
    """The smallest unit of a time in several units, in base units, to which it is rounded; 0 for
    any other side.
    """
    terms = side.terms if isinstance(side, SumNode) else ()
    figures = [figure for sign, term in terms if sign > 0 and (figure := figure_of(term))]
    plain = len(figures) == len(terms) > 1 and all(figure.plain for figure in figures)
    scales = [figure.scale for figure in figures]
    times = all(figure.dimension == _TIME for figure in figures)
    falling = all(one > other for one, other in pairwise(scales))
    return scales[-1] if plain and times and falling else 0.0


def _as_mixed(node: Node) -> Node:
    match node:
        case ProductNode(factors):
            made: list[tuple[int, Node]] = []
            for sign, each in factors:
                if made and sign > 0 and (sum_of := _mixed(*made[-1], each)):
                    made[-1] = (1, sum_of)
                elif made and sign > 0 and _restates(*made[-1], each):
                    continue
                else:
                    made.append((sign, _as_mixed(each)))
            return made[0][1] if made == [(1, made[0][1])] else replace(node, factors=tuple(made))
        case SumNode(terms):
            return replace(node, terms=tuple((sign, _as_mixed(each)) for sign, each in terms))
        case _:
            return node


def _mixed(sign: int, whole: Node, part: Node) -> SumNode | None:
    """The sum of a whole number and a proper fraction; None for any other factors."""
    match whole, part:
        case NumberNode(), ProductNode(((1, NumberNode() as above), (-1, NumberNode() as below))):
            plain = all(number.text.isdigit() for number in (whole, above, below))
            if plain and sign > 0 and above.value < below.value:
                return SumNode(((1, whole), (1, part)), whole.position)
    return None


def _restates(sign: int, share: Node, percentage: Node) -> bool:
    """Whether a percentage is the share before it once more."""
    here, there = figure_of(share), figure_of(percentage)
    if sign < 0 or here is None or there is None or not there.percent or here.percent:
        return False
    return abs(here.value - there.value) <= _EXACTLY * abs(here.value)
