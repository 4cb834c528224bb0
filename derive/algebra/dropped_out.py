"""Unknowns that drop out of an equation, once it is multiplied out."""

from __future__ import annotations

from typing import Any

import sympy

from derive.algebra.degenerate import signs
from derive.algebra.eliminate import degree
from derive.algebra.isolate import too_long
from derive.equations.expression import expanded, replace
from derive.equations.var import Var

_TINY = 1e-6  # of a value, which rounding does not reach


def without(left: Any, right: Any, x: Var) -> tuple[Any, Any] | None:
    """The equation without x where both sides carry it to the same power or in equal terms."""
    power = degree(left, x)
    if power is not None and power == degree(right, x):
        return replace(left, {x: sympy.S.One}), replace(right, {x: sympy.S.One})
    if too_long(left, right):
        return None
    above = sympy.fraction(sympy.together(left - right))[0]
    whole = None if _moves(above, x) else expanded(above)
    return None if whole is None or x in whole.free_symbols else signs(whole)


def _moves(expression: Any, x: Var) -> bool:
    """Whether an expression has other values at other values of x, at a sample point: to multiply
    it out may take seconds.
    """
    others = sorted(expression.free_symbols - {x}, key=lambda symbol: symbol.name)
    point = {symbol: sympy.Float(0.31 + 0.6 * k / len(others)) for k, symbol in enumerate(others)}
    with_others = replace(expression, point)
    try:
        low, high = (complex(replace(with_others, {x: sympy.Float(at)})) for at in (0.37, 0.71))
    except (TypeError, ValueError, ArithmeticError):
        return False
    return abs(high - low) > _TINY * max(abs(low), abs(high))
