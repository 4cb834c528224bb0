"""Symbols of expressions, looked for once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

_KEPT = 32_768  # expressions and parts of them


@lru_cache(maxsize=_KEPT)
def symbols_of(expression: Any) -> frozenset[Any]:
    """The symbols of a sympy expression, kept for it and for its parts: sympy looks for them anew
    each time.

    >>> import sympy
    >>> x, y = sympy.symbols("x y")
    >>> sorted(map(str, symbols_of(x * (y + 2))))
    ['x', 'y']
    """
    if not expression.args:
        return frozenset(expression.free_symbols)
    return frozenset().union(*map(symbols_of, expression.args))
