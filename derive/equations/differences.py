"""Differences that lose the digits of a small x where they are computed as they are written:
u - u*exp(-x), and the logarithm of 1 + x.
"""

from __future__ import annotations

from typing import Any

import sympy


def terms_of(expression: Any) -> tuple[Any, ...]:
    """The terms of a sum, two that differ by the factor -exp(x) as one.

    >>> u, w = sympy.symbols("u w")
    >>> terms_of(w + u - u * sympy.exp(-w))
    (w, u - u*exp(-w))
    """
    terms = list(sympy.Add.make_args(expression))
    alone, pairs = list[Any](), list[Any]()
    while terms:
        term = terms.pop(0)
        other = next((t for t in terms if change_of(term, t) is not None), None)
        if other is None:
            alone.append(term)
        else:
            terms.remove(other)
            pairs.append(sympy.Add(term, other))
    return (*alone, *pairs)


def cancelling_sums(formula: Any) -> list[Any]:
    """The sums within a formula whose terms may cancel."""
    sums = [] if formula is None else [n for n in sympy.preorder_traversal(formula) if n.is_Add]
    signed = (node for node in sums if any(not term.is_nonnegative for term in node.args))
    return [node for node in signed if len(terms_of(node)) > 1]


def change_of(one: Any, other: Any) -> tuple[Any, Any] | None:
    """A term and the x of two that differ by the factor -exp(x), the term without an exponential
    before one with it; None for two others.

    >>> u, w = sympy.symbols("u w")
    >>> change_of(-u * sympy.exp(-w), u)
    (u, -w)
    """
    has_one, has_other = _has_exponential(one), _has_exponential(other)
    if not (has_one or has_other):
        return None
    if has_one and not has_other:
        one, other = other, one
    ratio = -other / one
    return (one, ratio.args[0]) if isinstance(ratio, sympy.exp) else None


def _has_exponential(term: Any) -> bool:
    return any(isinstance(factor, sympy.exp) for factor in sympy.Mul.make_args(term))


def beyond_one(number: Any) -> tuple[Any, bool] | None:
    """The x of a number that is written as 1 + x, or (a + b)/a, and whether the number is one over
    that; None for others.

    >>> u, w = sympy.symbols("u w")
    >>> beyond_one((u + w) / u), beyond_one(u / (u - w)), beyond_one(u + w)
    ((w/u, False), (-w/u, True), None)
    """
    above, below = sympy.fraction(number)
    for base, whole in ((below, above), (above, below)):
        if whole.is_Add and base in whole.args:
            return (whole - base) / base, whole is below
    return None
