"""Layout of a sympy expression as a notation tree, in the author's order of factors."""

from __future__ import annotations

from typing import Any

import sympy

from derive.equations import notation as n
from derive.equations.opaque import Applied
from derive.equations.var import Var

_CALLS = {
    sympy.Max: "max",
    sympy.Min: "min",
    sympy.log: "log",
    sympy.exp: "exp",
    sympy.ceiling: "ceil",
    sympy.floor: "floor",
    sympy.Abs: "abs",
}
_CONSTANTS = {
    sympy.pi: Var("pi", "1", "the circle constant", tex=r"\pi"),
    sympy.E: Var("e", "1", "the base of the natural logarithm"),
}
for _constant in _CONSTANTS.values():
    _constant.rank = -1  # behind numbers, before variables
_SIGNS = {
    sympy.Eq: "=",
    sympy.Ge: "≥",
    sympy.Le: "≤",
    sympy.Gt: ">",
    sympy.Lt: "<",
}


def layout(expression: Any) -> n.Node:
    """The notation tree of an expression, equation or inequality."""
    for kind, sign in _SIGNS.items():
        if isinstance(expression, kind):
            return n.Statement(layout(expression.lhs), sign, layout(expression.rhs))
    if expression.is_Symbol:
        return n.Symbol(expression)
    if expression in _CONSTANTS:
        return n.Symbol(_CONSTANTS[expression])
    if expression.is_Number:
        return _signed(expression)
    if expression.is_Add:
        return _sum(expression)
    if expression.is_Mul or expression.is_Pow:
        return _product(expression)
    if isinstance(expression, sympy.Piecewise):
        return n.Cases(
            tuple((layout(v), None if c == sympy.true else layout(c)) for v, c in expression.args)
        )
    if isinstance(expression, Applied):
        return n.Application(expression.map, layout(expression.argument))
    for kind, name in _CALLS.items():
        if isinstance(expression, kind):
            return n.Call(name, tuple(sorted((layout(a) for a in expression.args), key=n.rank)))
    return n.Call(type(expression).__name__, tuple(layout(a) for a in expression.args))


def _signed(number: Any) -> n.Node:
    size = _unsigned(abs(number))
    return n.Sum(((True, size),)) if number < 0 else size


def _unsigned(number: Any) -> n.Node:
    if number.is_Rational and number.q != 1:
        return n.Fraction(n.Number(str(number.p)), n.Number(str(number.q)))
    if number.is_Integer:
        return n.Number(str(number))
    return n.Number(f"{float(number):.12g}")


def _sum(expression: Any) -> n.Node:
    terms = []
    for term in expression.args:
        negative = term.could_extract_minus_sign() and (term.is_Number or term.is_Mul)
        terms.append((negative, layout(-term if negative else term)))
    return n.Sum(tuple(sorted(terms, key=lambda pair: (pair[0], n.rank(pair[1])))))


def _product(expression: Any) -> n.Node:
    coefficient, rest = expression.as_coeff_Mul()
    above: list[n.Node] = []
    below: list[n.Node] = []
    for factor in rest.args if rest.is_Mul else (rest,):
        _place(factor, above, below)
    size = abs(coefficient)
    if size.is_Rational:
        if size.p != 1:
            above.append(n.Number(str(size.p)))
        if size.q != 1:
            below.append(n.Number(str(size.q)))
    elif size != 1.0:
        above.append(_unsigned(size))
    top = _row(above)
    node: n.Node = n.Fraction(top, _row(below)) if below else top
    return n.Sum(((True, node),)) if size != coefficient else node


def _place(factor: Any, above: list[n.Node], below: list[n.Node]) -> None:
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
        side.append(n.Root(layout(base)))
    else:
        side.append(n.Power(layout(base), layout(exponent)))


def _row(factors: list[n.Node]) -> n.Node:
    if not factors:
        return n.Number("1")
    factors = sorted(factors, key=n.rank)
    return factors[0] if len(factors) == 1 else n.Product(tuple(factors))
