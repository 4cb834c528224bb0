"""Lowering of sympy expressions to nodes of plain data, and to functions of a list of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy

from derive.equations.differences import beyond_one, change_of, terms_of
from derive.equations.opaque import Applied
from derive.errors import DeclarationError
from derive.program.arithmetic import DIGITS, FLOATS, Arithmetic, Function
from derive.program.compiler import compile_node
from derive.program.nodes import EquationData, Nodes

_NAMES = {
    sympy.Max: "max",
    sympy.Min: "min",
    sympy.Abs: "abs",
    sympy.log: "log",
    sympy.exp: "exp",
    sympy.ceiling: "ceil",
    sympy.floor: "floor",
    sympy.Ge: "ge",
    sympy.Le: "le",
    sympy.Gt: "gt",
    sympy.Lt: "lt",
    sympy.Eq: "eq",
}
_COMPARED = (sympy.Ge, sympy.Le, sympy.Gt, sympy.Lt)


def compile_expression(
    expression: Any, slots: Mapping[Any, int], arithmetic: Arithmetic = FLOATS
) -> Function:
    """The expression as a function of a list of values; `slots` are the variables' places in it.

    >>> from derive.equations import Var
    >>> x = Var("x"); compile_expression(x**2 + 1, {x: 0})([3.0])
    10.0
    """
    table = Nodes()
    return compile_node(table, lower(expression, slots, table), arithmetic)


def check_evaluated(name: str, equation: Any) -> None:
    """Raise DeclarationError for a function or condition in an equation that has no value here."""
    for node in sympy.preorder_traversal(equation):
        if isinstance(node, sympy.Piecewise):
            others = (c for _, c in node.args if c != sympy.true and not isinstance(c, _COMPARED))
            if (condition := next(others, None)) is not None:
                problem = f"the condition {condition} is not evaluated here"
                raise DeclarationError(name, problem, "Compare two sides in each case: x <= y.")
        elif isinstance(node, sympy.Function) and not isinstance(node, (Applied, *_NAMES)):
            problem = f"{type(node).__name__} is not evaluated here"
            raise DeclarationError(name, problem, "Put a variable of its own in its place.")


def lowered_equation(equation: Any, variables: Sequence[Any]) -> EquationData:
    """The equation as plain data, each variable's slot its place among `variables`.

    Raises NotImplementedError for a function without a node.
    """
    table, slots = Nodes(), {var: k for k, var in enumerate(variables)}
    left, right = (lower(side, slots, table) for side in (equation.lhs, equation.rhs))
    return EquationData(tuple(table[k] for k in range(len(table))), left, right)


def lower(expression: Any, slots: Mapping[Any, int], table: Nodes) -> int:
    """Add the expression to the table, operands first; the number of its node."""
    if expression.is_Symbol:
        return table.add("slot", slots[expression])
    if expression in (sympy.true, sympy.false):
        return table.add("true" if expression == sympy.true else "false")
    if _is_constant(expression):
        return table.add(*_constant(expression))
    if expression.is_Mul:
        return _product(expression, slots, table)
    if expression.is_Pow:
        return _power(expression, slots, table)
    if expression.is_Add:
        return _sum(expression, slots, table)
    if isinstance(expression, sympy.log):
        return _logarithm(expression.args[0], slots, table)
    if isinstance(expression, Applied):
        argument, map = lower(expression.argument, slots, table), expression.map
        return table.add("map", map.name, map.takes.text, map.gives.text, argument)
    if isinstance(expression, sympy.Piecewise):
        pairs = ((condition, value) for value, condition in expression.args)
        return table.add("cases", *(lower(part, slots, table) for pair in pairs for part in pair))
    operands = [lower(argument, slots, table) for argument in expression.args]
    for kind, name in _NAMES.items():
        if isinstance(expression, kind):
            return table.add(name, *operands)
    raise NotImplementedError(f"no way to evaluate {type(expression).__name__}")


def _is_constant(expression: Any) -> bool:
    """Whether it is a number, other than an extremum of numbers, whose evalf may never end."""
    return (
        expression.is_number
        and not expression.free_symbols
        and not expression.has(sympy.Max, sympy.Min)
    )


def _constant(number: Any) -> tuple[Any, ...]:
    if number.has(sympy.zoo, sympy.nan):
        return ("undefined",)
    if number.is_real is False:
        return ("unreal",)
    if number.is_Rational:
        return ("number", int(number.p), int(number.q))
    return ("float", float(number)) if number.is_Float else ("real", str(number.evalf(DIGITS)))


def _product(expression: Any, slots: Mapping[Any, int], table: Nodes) -> int:
    """The product as a quotient, factors of negative powers below the bar, in their order."""
    above: list[int] = []
    below: list[int] = []
    for factor in expression.args:
        inverse = _is_inverse(factor)
        part = lower(1 / factor if inverse else factor, slots, table)
        (below if inverse else above).append(part)
    top = _multiplied(above, table)
    return table.add("div", top, _multiplied(below, table)) if below else top


def _multiplied(factors: list[int], table: Nodes) -> int:
    if len(factors) == 1:
        return factors[0]
    return table.add("mul", *factors) if factors else table.add("number", 1, 1)


def _sum(expression: Any, slots: Mapping[Any, int], table: Nodes) -> int:
    """The sum, where two terms differ by the factor -exp(x) with one of them times its change."""
    terms = terms_of(expression)
    if len(terms) > 1:
        return table.add("add", *(lower(term, slots, table) for term in terms))
    change = change_of(*expression.args)
    assert change is not None, "two terms are one only where they differ by an exponential"
    term, exponent = change
    grown = term.could_extract_minus_sign()
    size, kind, argument = (-term, "expm1", exponent) if grown else (term, "decayed", -exponent)
    factor = table.add(kind, lower(argument, slots, table))
    return factor if size == 1 else table.add("mul", lower(size, slots, table), factor)


def _logarithm(number: Any, slots: Mapping[Any, int], table: Nodes) -> int:
    """The logarithm of a number, with all digits of x where that is 1 + x."""
    beyond = beyond_one(number)
    if beyond is None:
        return table.add("log", lower(number, slots, table))
    found = table.add("log1p", lower(beyond[0], slots, table))
    return table.add("mul", table.add("number", -1, 1), found) if beyond[1] else found


def _power(expression: Any, slots: Mapping[Any, int], table: Nodes) -> int:
    if _is_inverse(expression):
        return table.add("div", table.add("number", 1, 1), lower(1 / expression, slots, table))
    base = lower(expression.base, slots, table)
    return table.add("pow", base, lower(expression.exp, slots, table))


def _is_inverse(factor: Any) -> bool:
    """Whether a factor belongs below the fraction bar: not an exponential, which is zero where its
    inverse is too large for a float.
    """
    inverse = factor.is_Pow and factor.exp.could_extract_minus_sign()
    return bool(inverse and not factor.exp.free_symbols)
