"""Running calculations, which go on with the last result: `2 × 403 = 806 × 18 = 14,508`, `$500 +
60 × 5,000 = $300,000 = $300,500`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from derive.checking.figures.agreement import AS_COMPUTED, FigureAgreement
from derive.checking.figures.as_written import without_units
from derive.checking.figures.comparison import compared
from derive.checking.figures.times_left_out import side_without_times
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    SumNode,
    UnitNode,
    nodes,
)
from derive.units.multipliers import is_counted_word

_APART = (FigureAgreement.FAR_OFF, FigureAgreement.NONE)


@dataclass(frozen=True, slots=True)
class _Step:
    """A step of a calculation: what is computed, the figure behind its sign, and whether the two
    agree; `running` if one of them is only a part of its side.
    """

    left: Node
    right: Node
    sign: str
    agrees: bool
    running: bool = False


def carries_on(statement: StatementNode) -> bool:
    """Whether the figures of all neighbouring sides agree, but for sides that begin with what
    stands on their left, or end with what stands on their right, and agree so.
    """
    steps = _steps(statement)
    return any(step.running for step in steps) and all(step.agrees for step in steps)


def wrong_step(statement: StatementNode) -> StatementNode | None:
    """The one step whose figures do not agree, of a calculation that goes on with its results and
    is else right; None for any other.
    """
    steps = _steps(statement)
    wrong = [step for step in steps if not step.agrees]
    if len(wrong) != 1 or not any(step.running and step.agrees for step in steps):
        return None
    step = wrong[0]
    return replace(statement, sides=(step.left, step.right), signs=(step.sign,))


def _steps(statement: StatementNode) -> list[_Step]:
    """The steps of a statement."""
    sides, steps = statement.sides, list[_Step]()
    left = sides[0]
    for k, sign in enumerate(statement.signs, 1):
        begun = bool(steps) and steps[-1].running
        step = _restated(left, sides[k], sign) if begun else None
        step = step or _step(left, sides[k], sign, last=k == len(sides) - 1)
        steps.append(step)
        left = left if step.left is not left else sides[k]  # a sum whose last term is restated
    return steps


def _step(left: Node, right: Node, sign: str, *, last: bool) -> _Step:
    """The step from a side to the next: to all of it, or to the figure that it begins with."""
    if _agree(left, right, sign):
        return _Step(left, right, sign, agrees=True)
    first = _first(right)
    added = isinstance(right, SumNode) and kind_of(right) is SideKind.BARE
    if last and not (added and _is_computed(left)):
        first = None
    if first is not None and _agree(left, first, sign):
        return _Step(left, first, sign, agrees=True, running=True)
    if first is not None and _distance(left, first) < _distance(left, right):
        return _Step(left, first, sign, agrees=False, running=True)
    return _Step(left, right, sign, agrees=False)


def _restated(left: Node, right: Node, sign: str) -> _Step | None:
    """The step from the last term of a sum to its value, before that of the sum; None for any
    other.
    """
    term = _last(left)
    if term is None or not _is_computed(term):
        return None
    ways = ((term, right), (without_units(term), without_units(right)))
    found = [compared(*pair, sign) for pair in ways]
    equal = any(one is not None and one.agreement == FigureAgreement.EQUAL for one in found)
    return _Step(term, right, sign, agrees=True, running=True) if equal else None


def _first(side: Node) -> Node | None:
    """The first figure of a product of several, with the units behind it, or the first term of a
    sum; None for other sides.
    """
    if isinstance(side, SumNode):
        sign, term = side.terms[0]
        return term if len(side.terms) > 1 and sign > 0 else None
    if not isinstance(side, ProductNode):
        return None
    numbers = [
        k
        for k, (sign, part) in enumerate(side.factors)
        if any(isinstance(node, NumberNode) for node in nodes(part))
        and not is_multiplier(sign, part)
    ]
    return replace(side, factors=side.factors[: numbers[1]]) if len(numbers) > 1 else None


def _last(side: Node) -> Node | None:
    """The last term of a sum; None for other sides."""
    if not isinstance(side, SumNode) or len(side.terms) < 2:
        return None
    sign, term = side.terms[-1]
    return term if sign > 0 else None


def _is_computed(side: Node) -> bool:
    figure = figure_of(without_units(side))
    return figure is not None and not figure.plain


def _distance(left: Node, right: Node) -> float:
    """The size of the logarithm of the ratio of two sides, their units aside if they differ."""
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None or here.dimension != there.dimension:
        here, there = (figure_of(without_units(side)) for side in (left, right))
    if here is None or there is None or not here.value or not there.value:
        return math.inf
    return abs(math.log(abs(here.value / there.value)))


def _agree(left: Node, right: Node, sign: str) -> bool:
    """Whether two sides agree with their units, without, without times, or what is counted."""
    if sides_agree(left, right, sign):
        return True
    uncounted = compared(_without_counts(left), _without_counts(right), sign)
    if uncounted is not None and uncounted.agreement in AS_COMPUTED:
        return True
    timeless = compared(side_without_times(left), side_without_times(right), sign)
    return timeless is not None and timeless.agreement in AS_COMPUTED


def sides_agree(left: Node, right: Node, sign: str) -> bool:
    """Whether two sides agree with their units or without; a side with names agrees."""
    if SideKind.SYMBOLIC in (kind_of(left), kind_of(right)):
        return True
    measured = compared(left, right, sign)
    if measured is not None and measured.agreement not in _APART:
        return SideKind.BARE not in map(kind_of, (left, right)) or measured.agreement in AS_COMPUTED
    bare = compared(without_units(left), without_units(right), sign)
    return bare is not None and bare.agreement in AS_COMPUTED


def _without_counts(side: Node) -> Node:
    """The side without its units of what is counted: 4,096 tokens × 9 KB."""
    if not isinstance(side, ProductNode):
        return side
    kept = [factor for factor in side.factors if not _counts(factor)]
    return replace(side, factors=tuple(kept)) if kept else side


def _counts(factor: tuple[int, Node]) -> bool:
    """Whether a factor is above the line and a unit of what is counted: tokens, GPUs."""
    sign, part = factor
    return sign > 0 and isinstance(part, UnitNode) and is_counted_word(part.word)
