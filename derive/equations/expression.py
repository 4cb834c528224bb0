"""Unevaluated sympy expressions, kept as written."""

from __future__ import annotations

import math
from collections.abc import Mapping, Set
from functools import lru_cache
from operator import is_
from typing import Any

import sympy

Expr = Any  # a sympy expression; sympy ships no types
_MOST_TERMS = 200  # of a product multiplied out
_MOST_POWER = 8  # of two terms has more


def Eq(left: Expr, right: Expr) -> Expr:
    """An equation left exactly as written; sympy's own `Eq` may evaluate it to true or false."""
    return sympy.Eq(
        sympy.sympify(left, strict=True), sympy.sympify(right, strict=True), evaluate=False
    )


def Max(*arguments: Expr) -> Expr:
    """The larger of its arguments, unevaluated."""
    return sympy.Max(*arguments, evaluate=False)


def Min(*arguments: Expr) -> Expr:
    """The smaller of its arguments, unevaluated."""
    return sympy.Min(*arguments, evaluate=False)


def rebuild(node: Expr, arguments: tuple[Expr, ...]) -> Expr:
    """A node of the same kind with other arguments; extrema and equations stay unevaluated."""
    if isinstance(node, (sympy.Max, sympy.Min)):
        return node.func(*dict.fromkeys(arguments), evaluate=False)
    if isinstance(node, sympy.Eq):
        return Eq(*arguments)
    return node.func(*arguments)


def replace(expression: Expr, mapping: Mapping[Expr, Expr], *, evaluate: bool = True) -> Expr:
    """`expression` with the leaves and nodes of `mapping` replaced, the rest as written; a number
    only where it is the whole expression. Unless sympy is to `evaluate` what holds a replaced part,
    sums and products stay unevaluated, which is much faster.
    """
    symbols = frozenset().union(*map(symbols_in, mapping))
    return _replaced(expression, mapping, symbols, evaluate)


def _replaced(
    expression: Expr, mapping: Mapping[Expr, Expr], symbols: Set[Expr], evaluate: bool
) -> Expr:
    if expression in mapping:
        return mapping[expression]
    if symbols.isdisjoint(symbols_in(expression)):
        return expression
    parts = expression.args
    arguments = tuple([_replaced(part, mapping, symbols, evaluate) for part in parts])
    if all(map(is_, arguments, parts)):
        return expression
    if not evaluate and (expression.is_Mul or expression.is_Add):
        return expression.func._from_args(arguments, True)
    return rebuild(expression, arguments)


def expanded(expression: Expr) -> Expr | None:
    """The expression multiplied out, with logarithms of ratios as they are, since their parts have
    dimensions of their own, and with the arguments of extrema, cases and roundings as they are.
    None if that has too many terms to be read or handled, or if a variable stands in the exponent
    of an exponent, where sympy takes minutes for nothing.
    """
    if _terms(expression) > _MOST_TERMS or _is_tower(expression):
        return None
    kept = {node: _stand_in(node) for node in _outermost(expression)}
    found = sympy.expand(replace(expression, kept) if kept else expression, log=False)
    return found.xreplace({letter: node for node, letter in kept.items()}) if kept else found


JUMPING = (sympy.Piecewise, sympy.ceiling, sympy.floor)
NOT_SMOOTH = (sympy.Max, sympy.Min, sympy.Abs, *JUMPING)


def jumps_by(node: Expr) -> set[Any]:
    """The variables that decide where a case distinction or a rounding jumps."""
    if isinstance(node, sympy.Piecewise):
        return set().union(*(condition.free_symbols for _, condition in node.args))
    found: set[Any] = node.free_symbols
    return found


def _outermost(expression: Expr) -> dict[Expr, None]:
    """The extrema, cases and roundings of an expression that stand in no other."""
    if isinstance(expression, NOT_SMOOTH):
        return {expression: None}
    return dict.fromkeys(node for part in expression.args for node in _outermost(part))


def _stand_in(node: Expr) -> Expr:
    """A letter with the sign of an expression."""
    return sympy.Dummy(real=True, positive=node.is_positive, nonnegative=node.is_nonnegative)


def _is_tower(expression: Expr) -> bool:
    """Whether the exponent of a power holds a power with a variable in its exponent."""
    raised = [power for power in expression.atoms(sympy.Pow) if power.exp.free_symbols]
    return any(inner.exp.free_symbols for power in raised for inner in power.exp.atoms(sympy.Pow))


def _terms(expression: Expr) -> int:
    """The largest number of terms that an expression, or an exponent in it, has when multiplied
    out; perhaps a smaller one where it is over the limit, which is over it too.
    """
    if expression.is_Add:
        return sum(map(_terms, expression.args))
    if expression.is_Mul:
        return math.prod(map(_terms, expression.args))
    if expression.is_Pow and expression.exp.is_Integer:
        return int(_terms(expression.base) ** min(abs(int(expression.exp)), _MOST_POWER))
    if expression.is_Pow and expression.exp.free_symbols:
        return max(map(_terms, expression.args))
    return 1


@lru_cache(maxsize=8192)
def variables_of(expression: Expr) -> frozenset[Expr]:
    """The variables of an expression."""
    return frozenset(expression.free_symbols)


@lru_cache(maxsize=32_768)
def symbols_in(expression: Expr) -> frozenset[Expr]:
    """The symbols of an expression, kept for it and for its parts. They serve to look a symbol up:
    each may be an equal one, of another range, in an expression looked at before.
    """
    if not expression.args:
        return frozenset(expression.free_symbols)
    return frozenset().union(*map(symbols_in, expression.args))


@lru_cache(maxsize=8192)
def regime_nodes(expression: Expr) -> tuple[Expr, ...]:
    """The Max, Min, Piecewise and Abs nodes of an expression, innermost first; not of numbers."""
    nodes = dict.fromkeys(node for part in expression.args for node in regime_nodes(part))
    kinds = (sympy.Max, sympy.Min, sympy.Piecewise, sympy.Abs)
    if isinstance(expression, kinds) and symbols_in(expression):
        nodes[expression] = None
    return tuple(nodes)
