r"""Steps of a formula that differ: \sqrt{430/4} = \sqrt{366/4}, whatever stands around it."""

from __future__ import annotations

import math
from itertools import pairwise

from derive.checking.figures.differing import differ
from derive.checking.figures.worked_number import figure_of
from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    SumNode,
    UnitNode,
    nodes,
)
from derive.units.written_number import half_place

_FEWEST = 3  # figures of a computation: 157/66 may be a name or a mixed number
_APART = 0.05  # beyond it no rounding of a step explains it
_BASES, _NEAR = (2.0, 10.0), 0.01


def has_a_wrong_step(statement: StatementNode) -> bool:
    """Whether two neighbouring sides are bare computations that differ by more than their rounding,
    and by no power of ten or of two, and all other sides agree.
    """
    pairs = [*zip(pairwise(statement.sides), statement.signs, strict=True)]
    wrong = [(*pair, sign) for pair, sign in pairs if differ(*pair, sign)]
    return bool(wrong) and all(sign == "=" and _is_far(one, two) for one, two, sign in wrong)


def has_a_wrong_total(statement: StatementNode) -> bool:
    """Whether a sum over a number is followed by another total over the same one, exactly: (1.2 +
    1.3 + 1.7)/3 = 4.4/3.
    """
    pairs = zip(pairwise(statement.sides), statement.signs, strict=True)
    return any(sign == "=" and _is_another_total(*pair) for pair, sign in pairs)


def _is_another_total(left: Node, right: Node) -> bool:
    match left, right:
        case (
            ProductNode(((1, SumNode(terms)), (-1, NumberNode(below)))),
            ProductNode(((1, NumberNode(total, _, text)), (-1, NumberNode(again)))),
        ) if below == again and len(terms) >= _FEWEST:
            numbers = [(sign, part) for sign, part in terms if isinstance(part, NumberNode)]
            added = sum(sign * part.value for sign, part in numbers)
            return len(numbers) == len(terms) and abs(added - total) > half_place(text) * abs(total)
        case _:
            return False


def _is_far(left: Node, right: Node) -> bool:
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None or here.plain or there.plain:
        return False
    bare = not any(isinstance(node, UnitNode) for node in nodes(left, right))
    if not bare or _figures_in(left) < _FEWEST or not (here.value > 0 and there.value > 0):
        return False
    gap = abs(math.log(here.value / there.value))
    steps = (gap / math.log(base) for base in _BASES)
    return gap > _APART and not any(math.isclose(n, round(n), abs_tol=_NEAR) for n in steps)


def _figures_in(side: Node) -> int:
    return sum(isinstance(node, NumberNode) and bool(node.text) for node in nodes(side))
