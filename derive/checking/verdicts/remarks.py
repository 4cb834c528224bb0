"""Remarks on an equation besides its dimensions: figures, ranges of variables, matches in the
library.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.figures.agreement import AS_COMPUTED
from derive.checking.figures.comparison import FigureComparison, compared
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of
from derive.checking.grammar.tree import Node, NumberNode, StatementNode, children
from derive.checking.matching.best_match import best_match
from derive.checking.matching.match import Match
from derive.checking.symbols.names import Names
from derive.equations.expression import variables_of
from derive.equations.var import Var


def is_worked(statement: StatementNode) -> bool:
    """Whether numbers are worked out: two sides, one of them more than a number, or a constant. A
    list of codes works out nothing: 00=0, 01=+1.
    """
    if _whole_numbers(statement) == len(statement.sides):
        return False
    return len(statement.sides) > 1 and any(map(_is_worked_out, statement.sides))


def _is_worked_out(side: Node) -> bool:
    """Whether a side is more than a number written in figures: a product, a constant such as π."""
    constant = isinstance(side, NumberNode) and not side.text
    return constant or bool(children(side))


def _whole_numbers(statement: StatementNode) -> int:
    """The number of sides that are only a whole number, perhaps with a sign."""
    figures = (figure_of(side) for side in statement.sides if kind_of(side) == SideKind.BARE)
    return sum(figure is not None and figure.plain and figure.first.isdigit() for figure in figures)


def are_whole(statement: StatementNode) -> bool:
    """Whether figures agree to the digit, or to the whole number of things above or below: 1.3 TB /
    80 GB = 16 GPUs, of 16.25.
    """
    worst = worst_figures(statement, converted=True)
    if worst is not None and worst[1].agreement in AS_COMPUTED:
        return True
    computed, result = map(figure_of, statement.sides[-2:])
    if computed is None or result is None:
        return False
    value, written = computed.value, result.value / result.scale
    return len(statement.sides) == 2 and written in (math.floor(value), math.ceil(value))


def worst_figures(
    statement: StatementNode, *, converted: bool = False
) -> tuple[int, FigureComparison] | None:
    """The position and comparison of the two neighbouring sides of figures that agree least, as
    `compared` takes them, or of two ratios of units of one kind, wherever they stand: 20 h/min =
    20 × 60 = 1,200 h/day; None without such sides.
    """
    sides, kinds = statement.sides, [kind_of(side) for side in statement.sides]
    symbolic = kinds.count(SideKind.SYMBOLIC)
    if len(kinds) - symbolic < 2:
        return None
    pairs = [
        (_behind(sides[: k + 1], right, sign), right, sign)
        for k, (right, sign) in enumerate(zip(sides[1:], statement.signs, strict=False))
        if not symbolic or SideKind.SYMBOLIC not in kinds[k : k + 2]
    ]
    ratios = [
        side
        for side, kind in zip(sides, kinds, strict=True)
        if kind is SideKind.FIGURE and _is_a_ratio(side)
    ]
    apart = [(*pair, "=") for pair in pairwise(ratios)] if len(ratios) < len(sides) else []
    found = [
        (right.position, comparison)
        for left, right, sign in [*pairs, *apart]
        if (comparison := compared(left, right, sign, converted=converted))
    ]
    return max(found, key=lambda pair: pair[1].agreement.place, default=None)


def _behind(before: Sequence[Node], right: Node, sign: str) -> Node:
    """The side that a figure follows from: the last one before it, or where that is the rounded
    figure of a computation, and says the same within its rounding, the computation.
    """
    figures = [each for side in (*before[-2:], right) if (each := figure_of(side))]
    if len(figures) < 3 or sign != "=":
        return before[-1]
    computed, rounded, written = figures
    near = abs(written.value - rounded.value) <= rounded.tolerance
    alike = computed.dimension == rounded.dimension == written.dimension
    if not (alike and near and rounded.plain and not computed.plain):
        return before[-1]
    found = compared(before[-2], right, sign)
    return before[-2] if found and found.agreement in AS_COMPUTED else before[-1]


def _is_a_ratio(side: Node) -> bool:
    """Whether a side of figures has units of which none is left: 20 hours/day."""
    figure = figure_of(side)
    return figure is not None and figure.plain and figure.cancelled


def out_of_range(found: Interpretation) -> str:
    """A remark on a variable with a value outside its range."""
    statement = found.statement
    for left, right, sign in zip(found.sides, statement.sides[1:], statement.signs, strict=False):
        if not isinstance(left, Var) or left.vocabulary is None or sign not in "=≈":
            continue
        figure = figure_of(right) if kind_of(right) != SideKind.SYMBOLIC else None
        if figure is not None and not left.admits(figure.value):
            place = f"{left.name} ({left.meaning}) lies in {left.within}"
            return f"{place}: something else is meant."
    return ""


def library_match(found: Interpretation, names: Names) -> Match | None:
    """The library's match for the first pair of sides that both have names; None with names of the
    author's own.
    """
    ours = all(var in names.vocabulary for var in found.reading.values())
    if found.dimensions_only or not ours or "∝" in found.statement.signs:
        return None
    named = set(found.reading.values())
    both = [
        pair
        for pair in found.pairs
        if pair[0] is not pair[1] and all(variables_of(side) & named for side in pair)
    ]
    several = both and len(variables_of(both[0][0]) | variables_of(both[0][1])) > 1
    return best_match(*both[0]) if several else None
