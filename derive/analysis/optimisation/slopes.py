"""Slopes: where an objective neither rises nor falls with a variable, as an equation of terms."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import sympy

from derive.analysis.optimisation.active_formula import evaluated
from derive.equations.expression import Eq
from derive.equations.expression import replace as substitute
from derive.equations.var import Var
from derive.program.tolerances import MOST_POWER
from derive.results.known import Known


def stationary(formula: Any, x: Var, known: Mapping[Var, Known]) -> Any | None:
    """The equation rising terms = falling terms, from x times the derivative; None where the slope
    has one sign or is not known.

    Known exponents are put in as numbers: only so can the unknown be isolated from their powers.
    Factors above zero without the unknown stay as they are: multiplied out, they are many.
    """
    short, parts = _with_stand_ins(with_exponents(formula, known), x, known)
    slope = _multiplied_out(x * sympy.diff(short, x))
    if x not in slope.free_symbols or slope.has(sympy.Derivative, sympy.Subs):
        return None
    terms = sympy.Add.make_args(slope)
    falling = [-term for term in terms if term.could_extract_minus_sign()]
    rising = [term for term in terms if not term.could_extract_minus_sign()]
    if not (falling and rising):
        return None
    return Eq(*(substitute(sympy.Add(*some), parts) for some in (rising, falling)))


def _multiplied_out(slope: Any) -> Any:
    """The terms of a slope, with small powers of sums above a bar multiplied out, none below."""
    powers = (
        node
        for node in slope.atoms(sympy.Pow)
        if node.base.is_Add and node.exp.is_Integer and 0 < node.exp <= MOST_POWER
    )
    made = substitute(slope, {node: sympy.expand(node) for node in powers})
    return sympy.expand(made, multinomial=False)


def _with_stand_ins(formula: Any, x: Var, known: Mapping[Var, Known]) -> tuple[Any, dict[Any, Any]]:
    """The formula with a symbol for each part of known sign without a variable, and the parts."""
    parts, values = dict[Any, Any](), {v: item.value for v, item in known.items()}

    def stand_in(part: Any) -> Any:
        sign = 0 if part.is_Atom else _sign(part, values)
        if not sign:
            return part
        symbol = sympy.Dummy(f"part_{len(parts)}", positive=True)
        parts[symbol] = sign * part
        return sign * symbol

    def visit(node: Any) -> Any:
        if node.is_Atom or x not in node.free_symbols:
            return stand_in(node)
        if not (node.is_Add or node.is_Mul):
            return node.func(*map(visit, node.args))
        rest, moving = node.as_independent(x, as_Add=node.is_Add)
        return node.func(stand_in(rest), *map(visit, node.func.make_args(moving)))

    return visit(formula), parts


def _sign(part: Any, values: Mapping[Var, float]) -> int:
    """1 or -1 for an expression above or below zero at these values; zero where it is not known."""
    if isinstance(part, Var) and part.bounds[0] >= 0.0:
        return 1
    if part.is_Pow:
        return max(_sign(part.base, values), 0)
    if part.is_Mul:
        return math.prod(_sign(factor, values) for factor in part.args)
    signs = {_sign(term, values) for term in part.args} if part.is_Add else set()
    if len(signs) == 1 and signs != {0}:
        return signs.pop()
    value = evaluated(part, values)
    return 0 if value is None or not math.isfinite(value) else (value > 0.0) - (value < 0.0)


def with_exponents(formula: Any, known: Mapping[Var, Known]) -> Any:
    """The formula with known exponents as numbers."""
    powers = [
        node
        for node in formula.atoms(sympy.Pow)
        if node.exp.free_symbols and node.exp.free_symbols <= known.keys()
    ]
    numbers = {
        v: sympy.Rational(repr(known[v].value)) for node in powers for v in node.exp.free_symbols
    }
    return substitute(
        formula, {node: node.base ** substitute(node.exp, numbers) for node in powers}
    )
