"""Notation trees of expressions: the order and position of the parts, for every printer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from derive.equations.opaque import OpaqueFunction


@dataclass(frozen=True, slots=True)
class Number:
    """A literal number, as text without sign."""

    text: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """A variable."""

    var: Any


@dataclass(frozen=True, slots=True)
class Product:
    """Factors side by side."""

    factors: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Fraction:
    """A numerator over a denominator."""

    above: Node
    below: Node


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms, each with a flag for subtraction."""

    terms: tuple[tuple[bool, Node], ...]


@dataclass(frozen=True, slots=True)
class Power:
    """Base and exponent."""

    base: Node
    exponent: Node


@dataclass(frozen=True, slots=True)
class Root:
    """A square root."""

    inner: Node


@dataclass(frozen=True, slots=True)
class Call:
    """A function (max, min, log, exp, ceil, floor, abs) of arguments."""

    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Application:
    """An opaque function at an argument."""

    map: OpaqueFunction
    argument: Node


@dataclass(frozen=True, slots=True)
class Cases:
    """Values, each with its condition; None is "otherwise"."""

    branches: tuple[tuple[Node, Node | None], ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """An equation or inequality: two sides with a sign, one of = ≥ ≤ > <."""

    left: Node
    sign: str
    right: Node


Node = (
    Number
    | Symbol
    | Product
    | Fraction
    | Sum
    | Power
    | Root
    | Call
    | Application
    | Cases
    | Statement
)


def rank(node: Node) -> tuple[Any, ...]:
    """Sort key: numbers, then variables in nomenclature order, then compound nodes by their first
    variable.
    """
    match node:
        case Number(text):
            return (0, 0, text)
        case Symbol(var) | Power(Symbol(var), _):
            return (1, var.rank, var.name)
    first = min(((var.rank, var.name) for var in variables(node)), default=(0, ""))
    return (1 if isinstance(node, (Product, Fraction)) else 2, *first)


def variables(node: Node) -> list[Any]:
    """The variables of a tree in reading order."""
    if isinstance(node, Symbol):
        return [node.var]
    return list(dict.fromkeys(var for child in children(node) for var in variables(child)))


def children(node: Node) -> tuple[Node, ...]:
    """The parts of a node, left to right, top to bottom."""
    match node:
        case Product(parts) | Call(_, parts):
            return parts
        case Fraction(first, second) | Power(first, second) | Statement(first, _, second):
            return (first, second)
        case Sum(terms):
            return tuple(term for _, term in terms)
        case Root(inner) | Application(_, inner):
            return (inner,)
        case Cases(branches):
            return tuple(part for branch in branches for part in branch if part is not None)
    return ()


# The binding strength of each node; a weaker one inside a stronger one needs brackets.
_TIGHTNESS: dict[type, int] = {Statement: 0, Cases: 0, Sum: 1, Product: 2, Fraction: 2, Power: 3}


def tightness(node: Node) -> int:
    """The binding strength: 0 for a statement up to 4 for a leaf."""
    return _TIGHTNESS.get(type(node), 4)
