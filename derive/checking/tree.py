"""An equation as it was written: a small tree of numbers, names and operations, each with its place in the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Number:
    """A literal number, exact."""

    value: Fraction
    position: int


@dataclass(frozen=True, slots=True)
class Name:
    """A name as the author spelt it."""

    word: str
    position: int


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms, each with 1 (added) or -1 (subtracted)."""

    terms: tuple[tuple[int, Node], ...]
    position: int


@dataclass(frozen=True, slots=True)
class Product:
    """Factors, each with 1 (above the fraction bar) or -1 (below)."""

    factors: tuple[tuple[int, Node], ...]
    position: int


@dataclass(frozen=True, slots=True)
class Power:
    """Base and exponent."""

    base: Node
    exponent: Node
    position: int


@dataclass(frozen=True, slots=True)
class Call:
    """max, min, sqrt, log, exp, ceil, floor or abs over its arguments."""

    function: str
    arguments: tuple[Node, ...]
    position: int


@dataclass(frozen=True, slots=True)
class Statement:
    """Sides and the signs between them; one side and no sign is a bare expression."""

    sides: tuple[Node, ...]
    signs: tuple[str, ...]


Node = Number | Name | Sum | Product | Power | Call


def children(node: Node) -> tuple[Node, ...]:
    """The parts of a node, left to right."""
    match node:
        case Sum(terms) | Product(terms):
            return tuple(part for _, part in terms)
        case Power(base, exponent):
            return (base, exponent)
        case Call(_, arguments):
            return arguments
        case _:
            return ()


def words(statement: Statement) -> Iterator[str]:
    """The names of a statement in the order in which they are read, each once."""
    seen: set[str] = set()
    waiting = list(reversed(statement.sides))
    while waiting:
        node = waiting.pop()
        if isinstance(node, Name) and node.word not in seen:
            seen.add(node.word)
            yield node.word
        waiting.extend(reversed(children(node)))
