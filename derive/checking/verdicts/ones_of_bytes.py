"""Finding for an equation in bytes whose bare 1 is one of them: end = start + length - 1."""

from __future__ import annotations

from dataclasses import replace

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import (
    NameNode,
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    SumNode,
    measured,
)
from derive.checking.matching.match import Match
from derive.checking.symbols.names import Names
from derive.checking.verdicts.conditional import finding_if
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Outcome

_BYTE = "byte"


def ones_of_bytes(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation of names in bytes that balances if a bare 1 in a sum, and bare
    sides, are in bytes; None for any other.
    """
    statement = found.statement
    if any(var.unit.dimension and var.unit.factor != 1 for var in found.reading.values()):
        return None  # 1 may be a GB
    sides = tuple(_in_bytes(side) for side in statement.sides)
    if not any(isinstance(side, SumNode) for side in sides) or sides == statement.sides:
        return None
    other = replace(statement, sides=sides, others=(), instead=())
    if not _has_ones(statement) or not interpret(found.passage, other, found.reading).balances:
        return None
    condition, mend = "a bare 1 is one byte", "write it in byte"
    return finding_if(found, names, Outcome.USUAL_HABIT, position, condition, mend, match)


def _has_ones(statement: StatementNode) -> bool:
    """Whether a 1 is added to a term with names."""
    sums = (side for side in statement.sides if isinstance(side, SumNode))
    return any(any(map(_is_one, _terms(one))) and any(map(_is_named, _terms(one))) for one in sums)


def _terms(side: SumNode) -> tuple[Node, ...]:
    return tuple(term for _, term in side.terms)


def _is_one(node: Node) -> bool:
    return isinstance(node, NumberNode) and node.value == 1


def _is_named(node: Node) -> bool:
    named = isinstance(node, NameNode)
    return named or (isinstance(node, ProductNode) and kind_of(node) == SideKind.SYMBOLIC)


def _in_bytes(side: Node) -> Node:
    """A side with its bare 1s, or all of it where it is a bare number, in bytes."""
    if isinstance(side, SumNode):
        terms = tuple(
            (sign, measured(term, _BYTE) if _is_one(term) else term) for sign, term in side.terms
        )
        return replace(side, terms=terms)
    return measured(side, _BYTE) if isinstance(side, NumberNode) else side
