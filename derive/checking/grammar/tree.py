"""An equation as it was written: a small tree of numbers, names and operations, each with its place
in the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from derive.units.lexer import Token


@dataclass(frozen=True, slots=True)
class NumberNode:
    """A literal number, exact; `half_digit` is half a unit of the last digit written."""

    value: Fraction
    position: int
    half_digit: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class NameNode:
    """A name as the author spelt it."""

    word: str
    position: int


@dataclass(frozen=True, slots=True)
class UnitNode:
    """A unit word, as it stands after a number."""

    word: str
    position: int


@dataclass(frozen=True, slots=True)
class RangeNode:
    """From one number to another."""

    low: Node
    high: Node
    position: int


@dataclass(frozen=True, slots=True)
class SumNode:
    """Terms, each with 1 (added) or -1 (subtracted)."""

    terms: tuple[tuple[int, Node], ...]
    position: int


@dataclass(frozen=True, slots=True)
class ProductNode:
    """Factors, each with 1 (above the fraction bar) or -1 (below)."""

    factors: tuple[tuple[int, Node], ...]
    position: int


@dataclass(frozen=True, slots=True)
class PowerNode:
    """Base and exponent."""

    base: Node
    exponent: Node
    position: int


@dataclass(frozen=True, slots=True)
class CallNode:
    """max, min, sqrt, log, exp, sin, cases and the like over arguments; sum, slope (a derivative),
    change (Δ), differential (d), mean, either (±)
    and lim over what they are of; prod over its factor; dots for what is not written; of for a
    function and what it is of."""

    function: str
    arguments: tuple[Node, ...]
    position: int


@dataclass(frozen=True, slots=True)
class StatementNode:
    """Sides and the signs between them; one side and no sign is a bare expression.

    `unknown` are the names that nobody knows; `spots` are places that can also be read in another
    way, each with the words for it; `others` is the statement read in those ways, where that is not
    by figures alone, and `instead` the one that will do as well; `begin` is where it begins in its
    text.
    """

    sides: tuple[Node, ...]
    signs: tuple[str, ...]
    unknown: tuple[Token, ...] = ()
    spots: tuple[tuple[int, str], ...] = ()
    begin: int = 0
    others: tuple[StatementNode, ...] = ()
    instead: StatementNode | None = None


Node = NumberNode | NameNode | UnitNode | RangeNode | SumNode | ProductNode | PowerNode | CallNode


def children(node: Node) -> tuple[Node, ...]:
    """The parts of a node, left to right."""
    match node:
        case SumNode(terms) | ProductNode(terms):
            return tuple(part for _, part in terms)
        case PowerNode(base, exponent):
            return (base, exponent)
        case RangeNode(low, high):
            return (low, high)
        case CallNode(_, arguments):
            return arguments
        case _:
            return ()


def words(statement: StatementNode) -> Iterator[str]:
    """The names of a statement in the order in which they are read, each once."""
    seen: set[str] = set()
    for node in nodes(*statement.sides):
        if isinstance(node, NameNode) and node.word not in seen:
            seen.add(node.word)
            yield node.word


def nodes(*roots: Node) -> Iterator[Node]:
    """Every node of the trees, left to right, parents first."""
    waiting = list(reversed(roots))
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(children(node)))
