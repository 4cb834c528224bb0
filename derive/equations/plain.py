"""Expressions as one line of plain text with variable names, for messages and `--json`."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy

from derive.equations import notation as n
from derive.equations.layout import layout

_MOST_NOUGHTS = 6
_PI = Fraction(math.pi)  # a figure in equations of documents
_MOST_PI, _FEW = 6, 10**6  # its powers, and numbers beside it


@lru_cache(maxsize=1024)
def plain(expression: Any) -> str:
    """The text `batch_size*active_params/(gpus*peak_flops)`, factors in nomenclature order."""
    return _write(layout(_with_pi(expression)))


def _with_pi(expression: Any) -> Any:
    """The expression with the powers of π that are figures in it written as such."""
    if not isinstance(expression, sympy.Basic):
        return expression
    long = [q for q in expression.atoms(sympy.Rational) if max(abs(q.p), q.q) > _FEW]
    found = {q: with_pi for q in long if (with_pi := _multiple_of_pi(q)) is not None}
    return expression.xreplace(found) if found else expression


def _multiple_of_pi(number: Any) -> Any:
    """A number as a small fraction times a power of π; None if it is none."""
    for power in (k * sign for k in range(1, _MOST_PI) for sign in (1, -1)):
        rest = Fraction(int(number.p), int(number.q)) / _PI**power
        if max(abs(rest.numerator), rest.denominator) <= _FEW:
            return sympy.Rational(rest.numerator, rest.denominator) * sympy.pi**power
    return None


def _write(node: n.Node) -> str:
    match node:
        case n.Number(text):
            return _figure(text)
        case n.Symbol(var):
            return str(var.name)
        case n.Product(factors):
            return "*".join(_inside(f, 2) for f in factors)
        case n.Fraction(above, below):
            return f"{_inside(above, 2)}/{_inside(below, 3)}"
        case n.Sum(terms):
            return _sum(terms)
        case n.Power(base, exponent):
            return f"{_inside(base, 4)}^{_inside(exponent, 4)}"
        case n.Root(inner):
            return f"sqrt({_write(inner)})"
        case n.Call(function, arguments):
            return f"{function}({', '.join(_write(a) for a in arguments)})"
        case n.Application(map, argument):
            return f"{map.name}({_write(argument)})"
        case n.Cases(branches):
            return "; ".join(
                f"{_write(v)} if {_write(c)}" if c else f"{_write(v)} otherwise"
                for v, c in branches
            )
        case n.Statement(left, sign, right):
            return f"{_write(left)} {sign} {_write(right)}"


def _figure(text: str) -> str:
    """A whole number, trailing zeros as a power of ten: 460000000000000 is 4.6e14."""
    digits = text.rstrip("0")
    if len(text) - len(digits) < _MOST_NOUGHTS or not digits.isdigit():
        return text
    return f"{digits[0]}{'.' * (len(digits) > 1)}{digits[1:]}e{len(text) - 1}"


def _sum(terms: tuple[tuple[bool, n.Node], ...]) -> str:
    text = ""
    for index, (negative, term) in enumerate(terms):
        sign = ("-" if negative else "") if index == 0 else (" - " if negative else " + ")
        text += sign + _inside(term, 2)
    return text


def _inside(node: n.Node, tightness: int) -> str:
    text = _write(node)
    return f"({text})" if n.tightness(node) < tightness else text
