"""Findings for two figures side by side: `4096 = 128 tokens/expert` computes nothing."""

from __future__ import annotations

from derive.checking.extraction.passage import Passage
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import Node, NumberNode, StatementNode, UnitNode, nodes
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import Level, Outcome
from derive.checking.verdicts.messages import excerpt
from derive.units.multipliers import MULTIPLIERS

_PERCENT = 100  # below the line
_SAID = "A figure stands beside another in other units: nothing is computed."


def without_computation(passage: Passage, statement: StatementNode, found: Finding) -> Finding:
    """The finding; not judged where it is an error and each of two sides is one figure, of which
    one has no unit, or a letter that may multiply it.
    """
    two = len(statement.sides) == 2 and all(map(_is_one_figure, statement.sides))
    if found.level != Level.ERROR or not passage.file or not two:
        return found
    kinds = [kind_of(side) for side in statement.sides]
    if kinds.count(SideKind.BARE) != 1 and not any(map(_may_multiply, statement.sides)):
        return found
    message = f"{excerpt(passage.text, None)}\n{_SAID}"
    return placed(passage, Outcome.UNSTATED, message, statement.begin or None, brief=_SAID)


def _is_one_figure(side: Node) -> bool:
    """Whether a side is one number, perhaps in percent, with its unit, if any, and no name."""
    numbers = [node.value for node in nodes(side) if isinstance(node, NumberNode)]
    one = len(numbers) == 1 or numbers[1:] == [_PERCENT]
    return one and kind_of(side) in (SideKind.BARE, SideKind.FIGURE)


def _may_multiply(side: Node) -> bool:
    units = [node.word for node in nodes(side) if isinstance(node, UnitNode)]
    return len(units) == 1 and units[0] in MULTIPLIERS
