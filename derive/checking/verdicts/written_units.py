"""Finding for names that the library would guess and whose unit the equation itself writes: HBM =
96 GB is a size, AI = FLOPs / Bytes ≈ 0.125 FLOP/Byte divides what these units count.
"""

from __future__ import annotations

from dataclasses import replace

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of
from derive.checking.grammar.tree import (
    NameNode,
    Node,
    ProductNode,
    StatementNode,
    UnitNode,
    rebuilt,
)
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.messages import excerpt
from derive.display import enumeration
from derive.errors import TextError
from derive.units.registry import resolve

_SINGULAR = {"FLOPs": "FLOP", "FLOPS": "FLOP", "flops": "FLOP", "Bytes": "byte", "bytes": "byte"}


def by_written_units(found: Interpretation, guessed: list[str]) -> Finding | None:
    """The finding that the unit which an equation writes beats a guess: of the one name that it
    sets to a figure, or of names that spell the units of a figure beside them; None for any other.
    """
    words = [word for word in found.reading if word in guessed]
    if not words or not (_is_set(found.statement, words) or _agrees_in_units(found, words)):
        return None
    said = f"The unit written says what {enumeration(words)} {'are' if words[1:] else 'is'}."
    message = f"{excerpt(found.text, None, found.statement.begin)}\n{said}"
    at = found.statement.begin or None
    return placed(found.passage, Outcome.UNSTATED, message, at, brief=said)


def _is_set(statement: StatementNode, words: list[str]) -> bool:
    """Whether a statement gives its only name one figure with a unit."""
    first, *rest = statement.sides
    named = isinstance(first, NameNode) and [*statement.words] == words == [first.word]
    figures = [figure_of(side) for side in rest if kind_of(side) == SideKind.FIGURE]
    return named and len(figures) == len(rest) == 1 and figures[0] is not None and figures[0].plain


def _agrees_in_units(found: Interpretation, words: list[str]) -> bool:
    """Whether sides agree with these names as the units that they spell, all written behind a
    figure.
    """
    written = [resolve(node.word) for node in found.statement.nodes if isinstance(node, UnitNode)]
    alike = {word: _SINGULAR.get(word, word) for word in words}
    units = map(resolve, alike.values())
    if not all(unit is not None and unit in written for unit in units):
        return False

    def as_unit(node: Node) -> Node | None:
        if isinstance(node, ProductNode):
            return None
        word = alike.get(node.word) if isinstance(node, NameNode) else None
        return UnitNode(word, node.position) if word else None

    sides = tuple(rebuilt(side, as_unit) for side in found.statement.sides)
    try:
        other = replace(found.statement, sides=sides, others=(), instead=())
        return interpret(found.passage, other, found.reading).balances
    except TextError:
        return False
