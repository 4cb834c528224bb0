"""How an expression is written down: the small tree every printer walks, in the author's order of
factors.

Nothing here computes: the tree says what stands over the fraction bar and what under it, which
factor comes first, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy

from derive.equations.opaque import Applied, OpaqueFunction


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
    """One thing over another."""

    above: Node
    below: Node


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms, each with whether it is subtracted."""

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
    """max, min, log, exp, ceil, floor, abs over arguments."""

    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Application:
    """An opaque map at an argument."""

    map: OpaqueFunction
    argument: Node


@dataclass(frozen=True, slots=True)
class Cases:
    """Values with the condition under which each holds; None is "otherwise"."""

    branches: tuple[tuple[Node, Node | None], ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """Two sides and the sign between them: = ≥ ≤ > <."""

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

_CALLS = {
    sympy.Max: "max",
    sympy.Min: "min",
    sympy.log: "log",
    sympy.exp: "exp",
    sympy.ceiling: "ceil",
    sympy.floor: "floor",
    sympy.Abs: "abs",
}
_SIGNS = {
    sympy.Eq: "=",
    sympy.Ge: "≥",
    sympy.Le: "≤",
    sympy.Gt: ">",
    sympy.Lt: "<",
}


def layout(expression: Any) -> Node:
    """The tree of an expression, equation or inequality."""
    for kind, sign in _SIGNS.items():
        if isinstance(expression, kind):
            return Statement(layout(expression.lhs), sign, layout(expression.rhs))
    if expression.is_Symbol:
        return Symbol(expression)
    if expression.is_Number:
        return _signed(expression)
    if expression.is_Add:
        return _sum(expression)
    if expression.is_Mul or expression.is_Pow:
        return _product(expression)
    if isinstance(expression, sympy.Piecewise):
        return Cases(
            tuple((layout(v), None if c == sympy.true else layout(c)) for v, c in expression.args)
        )
    if isinstance(expression, Applied):
        return Application(expression.map, layout(expression.argument))
    for kind, name in _CALLS.items():
        if isinstance(expression, kind):
            return Call(name, tuple(sorted((layout(a) for a in expression.args), key=rank)))
    return Call(type(expression).__name__, tuple(layout(a) for a in expression.args))


def _signed(number: Any) -> Node:
    size = _unsigned(abs(number))
    return Sum(((True, size),)) if number < 0 else size


def _unsigned(number: Any) -> Node:
    if number.is_Rational and number.q != 1:
        return Fraction(Number(str(number.p)), Number(str(number.q)))
    if number.is_Integer:
        return Number(str(number))
    return Number(f"{float(number):.12g}")


def _sum(expression: Any) -> Node:
    terms = []
    for term in expression.args:
        negative = term.could_extract_minus_sign() and (term.is_Number or term.is_Mul)
        terms.append((negative, layout(-term if negative else term)))
    return Sum(tuple(sorted(terms, key=lambda pair: (pair[0], rank(pair[1])))))


def _product(expression: Any) -> Node:
    coefficient, rest = (
        expression.as_coeff_Mul() if expression.is_Mul else (sympy.S.One, expression)
    )
    above: list[Node] = []
    below: list[Node] = []
    for factor in rest.args if rest.is_Mul else (rest,):
        _place(factor, above, below)
    size = abs(coefficient)
    if size.is_Rational:
        if size.p != 1:
            above.insert(0, Number(str(size.p)))
        if size.q != 1:
            below.insert(0, Number(str(size.q)))
    elif size != 1:
        above.insert(0, _unsigned(size))
    top = _row(above)
    node: Node = Fraction(top, _row(below)) if below else top
    return Sum(((True, node),)) if coefficient.is_negative else node


def _place(factor: Any, above: list[Node], below: list[Node]) -> None:
    if not factor.is_Pow:
        above.append(layout(factor))
        return
    base, exponent = factor.args
    under = exponent.could_extract_minus_sign()
    exponent = -exponent if under else exponent
    side = below if under else above
    if exponent == 1:
        side.append(layout(base))
    elif exponent == sympy.Rational(1, 2):
        side.append(Root(layout(base)))
    else:
        side.append(Power(layout(base), layout(exponent)))


def _row(factors: list[Node]) -> Node:
    if not factors:
        return Number("1")
    ordered = sorted(factors, key=rank)
    return ordered[0] if len(ordered) == 1 else Product(tuple(ordered))


def rank(node: Node) -> tuple[Any, ...]:
    """Sort key: numbers, then variables in nomenclature order, then compound things by their first
    variable.
    """
    if isinstance(node, Number):
        return (0, 0, node.text)
    if isinstance(node, Symbol):
        return (1, node.var.rank, node.var.name)
    if isinstance(node, Power) and isinstance(node.base, Symbol):
        return (1, node.base.var.rank, node.base.var.name)
    inner = [(v.rank, v.name) for v in variables(node)]
    return (
        2 if not isinstance(node, (Product, Fraction)) else 1,
        *(min(inner) if inner else (0, "")),
    )


def variables(node: Node) -> list[Any]:
    """The variables of a tree in the order in which they are read."""
    if isinstance(node, Symbol):
        return [node.var]
    found: list[Any] = []
    for child in children(node):
        found.extend(var for var in variables(child) if var not in found)
    return found


def children(node: Node) -> tuple[Node, ...]:
    """The parts of a node, left to right, top to bottom."""
    if isinstance(node, Product):
        return node.factors
    if isinstance(node, Fraction):
        return (node.above, node.below)
    if isinstance(node, Sum):
        return tuple(term for _, term in node.terms)
    if isinstance(node, Power):
        return (node.base, node.exponent)
    if isinstance(node, Root):
        return (node.inner,)
    if isinstance(node, Call):
        return node.arguments
    if isinstance(node, Application):
        return (node.argument,)
    if isinstance(node, Cases):
        return tuple(part for branch in node.branches for part in branch if part is not None)
    if isinstance(node, Statement):
        return (node.left, node.right)
    return ()


# How tightly each node holds together; a looser one inside a tighter one needs brackets.
_TIGHTNESS: dict[type, int] = {Statement: 0, Cases: 0, Sum: 1, Product: 2, Fraction: 2, Power: 3}


def tightness(node: Node) -> int:
    """0 for a statement up to 4 for a leaf."""
    return _TIGHTNESS.get(type(node), 4)
