"""Syntax tree of an equation: numbers, names and operations with their positions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from derive.checking.tokens.counting_nouns import Pairing
from derive.units.lexer import Token


@dataclass(frozen=True, slots=True)
class NumberNode:
    """A literal number, exact, and as written; without text for one that stands nowhere."""

    value: Fraction = field(hash=False)  # whose hash is slow
    position: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class NameNode:
    """A name as the author spelt it."""

    word: str
    position: int


@dataclass(frozen=True, slots=True)
class UnitNode:
    """A unit word after a number."""

    word: str
    position: int


@dataclass(frozen=True, slots=True)
class RangeNode:
    """A range from one number to another."""

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

    @property
    def behind_a_name(self) -> Node | None:
        """The last factor, if it stands behind a name or a fraction with names and does not divide:
        the unit of 4 x GB, of x / (2 y) GB.
        """
        if len(self.factors) < 2:
            return None
        *rest, (below, before), (power, last) = self.factors
        named = isinstance(before, NameNode) or (below < 0 and _have_names(rest))
        return last if power > 0 and named else None


@dataclass(frozen=True, slots=True)
class PowerNode:
    """Base and exponent."""

    base: Node
    exponent: Node
    position: int


@dataclass(frozen=True, slots=True)
class CallNode:
    """A function of its arguments: max, min, sqrt, log and the like.

    Others keep only a dimension: sum, slope (a derivative), change (Δ), differential (d), mean,
    either (±), lim, prod, and of (a function of unknown form with its argument). `dots` is the
    omission sign.
    """

    function: str
    arguments: tuple[Node, ...]
    position: int


@dataclass(frozen=True)
class StatementNode:
    """Sides and the signs between them; one side and no sign is a bare expression.

    `unknown` are the unknown names; `spots` the ambiguous places, each with a description; `others`
    the statement in its other readings (none for ambiguous figures), and `instead` those that are
    as good as this, of which the one with the mildest finding counts; `begin` is its position in
    the text; `aside` are words of the sentence that were left out, `paired` how they go together.
    """

    sides: tuple[Node, ...]
    signs: tuple[str, ...]
    unknown: tuple[Token, ...] = ()
    spots: tuple[tuple[int, str], ...] = ()
    begin: int = 0
    others: tuple[StatementNode, ...] = ()
    instead: tuple[StatementNode, ...] = ()
    aside: tuple[str, ...] = ()
    paired: Pairing = Pairing.OTHER

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Every node of the sides, left to right, parents first."""
        return tuple(nodes(*self.sides))

    @property
    def readings(self) -> tuple[StatementNode, ...]:
        """The statement, those instead of it, and those instead of these."""
        return (self, *(each for one in self.instead for each in (one, *one.instead)))

    def with_sides(self, made: Callable[[Node], Node]) -> StatementNode:
        """The statement with what is `made` of each side; itself where that is the same."""
        sides = tuple(map(made, self.sides))
        return self if sides == self.sides else replace(self, sides=sides)

    @cached_property
    def names(self) -> tuple[NameNode, ...]:
        """The names in reading order, holes included."""
        return tuple([node for node in self.nodes if type(node) is NameNode])

    @cached_property
    def words_of_sides(self) -> tuple[frozenset[str], ...]:
        """The words of the names in each side."""
        return tuple(
            frozenset([node.word for node in nodes(side) if type(node) is NameNode])
            for side in self.sides
        )

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the names in reading order, each once."""
        return tuple(dict.fromkeys([name.word for name in self.names]))

    @cached_property
    def has_unit_behind_names(self) -> bool:
        """Whether a unit stands behind a product of names, and is that of its value: 4 x GB."""
        if UnitNode not in map(type, self.nodes):
            return False
        products = (node for node in self.nodes if isinstance(node, ProductNode))
        return any(isinstance(product.behind_a_name, UnitNode) for product in products)

    @cached_property
    def raises_to_names(self) -> bool:
        """Whether a name stands in an exponent."""
        powers = [node for node in self.nodes if type(node) is PowerNode]
        return any(isinstance(part, NameNode) for power in powers for part in nodes(power.exponent))


Node = NumberNode | NameNode | UnitNode | RangeNode | SumNode | ProductNode | PowerNode | CallNode

_CHILDREN: dict[type[Any], Callable[[Any], Sequence[Node]]] = {
    ProductNode: lambda node: [part for _, part in node.factors],
    SumNode: lambda node: [part for _, part in node.terms],
    PowerNode: lambda node: (node.base, node.exponent),
    CallNode: lambda node: node.arguments,
    RangeNode: lambda node: (node.low, node.high),
}


def _have_names(factors: Sequence[tuple[int, Node]]) -> bool:
    return any(isinstance(node, NameNode) for node in nodes(*(part for _, part in factors)))


def children(node: Node) -> Sequence[Node]:
    """The parts of a node, left to right."""
    parts = _CHILDREN.get(type(node))
    return parts(node) if parts else ()


def nodes(*roots: Node) -> list[Node]:
    """Every node of the trees, left to right, parents first."""
    found: list[Node] = []
    waiting = [*roots[::-1]]
    while waiting:
        node = waiting.pop()
        found.append(node)
        if type(node) is ProductNode:  # the commonest
            for _, part in node.factors[::-1]:
                waiting.append(part)
        elif parts := _CHILDREN.get(type(node)):
            waiting.extend(reversed(parts(node)))
    return found


def rebuilt(node: Node, made: Callable[[Node], Node | None]) -> Node:
    """The tree with what is `made` of each node, its parts rebuilt where that is None; itself where
    nothing changes.
    """
    new = made(node)
    if new is not None:
        return new
    match node:
        case SumNode(terms):
            parts = tuple([(sign, rebuilt(term, made)) for sign, term in terms])
            return node if parts == terms else replace(node, terms=parts)
        case ProductNode(factors):
            parts = tuple([(sign, rebuilt(part, made)) for sign, part in factors])
            return node if parts == factors else replace(node, factors=parts)
        case CallNode(_, arguments):
            those = tuple([rebuilt(each, made) for each in arguments])
            return node if those == arguments else replace(node, arguments=those)
        case _:
            return node


def measured(node: Node, unit: str) -> ProductNode:
    """A node times a unit, where the node stands."""
    return ProductNode(((1, node), (1, UnitNode(unit, node.position))), node.position)


def adds_a_number(node: Node, words: Collection[str]) -> bool:
    """Whether a node is a sum of one of the names and a bare number: P - 1."""
    terms = [term for _, term in node.terms] if isinstance(node, SumNode) else []
    named = any(isinstance(term, NameNode) and term.word in words for term in terms)
    return named and any(isinstance(term, NumberNode) for term in terms)
