"""Figures behind a bar in the line, which can be read as above or below it: `8960 / 2*2 = 2240`."""

from __future__ import annotations

from dataclasses import replace

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.worked_number import SideKind
from derive.checking.grammar.tree import Node, ProductNode
from derive.checking.verdicts.remarks import worst_figures
from derive.errors import TextError


def check_bar(found: Interpretation) -> None:
    """Raise TextError for figures that agree once all behind a bar in the line is below it:
    `8960 / 2*2 = 2240`.
    """
    sides = tuple(map(_below_bar, found.statement.sides))
    if found.passage.latex or sides == found.statement.sides:
        return
    worst = worst_figures(replace(found.statement, sides=sides))
    if worst is not None and worst[1].agreement != FigureAgreement.NONE:
        raise _either_side_of_bar(found)


def check_bar_of_units(found: Interpretation) -> None:
    """Raise TextError for figures that balance once all units behind a bar in the line are below
    it: `C^2/N m = C^2/J`.
    """
    if SideKind.SYMBOLIC in found.kinds:
        return
    sides = tuple(map(_below_bar, found.statement.sides))
    if sides == found.statement.sides:
        return
    other = replace(found.statement, sides=sides)
    if interpret(found.passage, other, found.reading).balances:
        raise _either_side_of_bar(found)


def _either_side_of_bar(found: Interpretation) -> TextError:
    bar = found.text.find("/", found.statement.begin)
    problem = "what stands behind “/” can be read as above or below the bar"
    return TextError(found.text, max(bar, 0), problem, "Write a/(b*c) or (a/b)*c.")


def _below_bar(side: Node) -> Node:
    """A product with all factors behind its first divisor as divisors."""
    if not isinstance(side, ProductNode):
        return side
    signs = [sign for sign, _ in side.factors]
    first = signs.index(-1) if -1 in signs else len(signs)
    return replace(
        side,
        factors=tuple(
            (sign if k < first else -1, part) for k, (sign, part) in enumerate(side.factors)
        ),
    )
