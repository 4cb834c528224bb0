"""Note on logarithms of quantities with units, whose units cancel: ln k = ln A - E/(R T)."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

import sympy

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.messages import excerpt, meanings, reading_words
from derive.equations.dimensions import Mismatch, dimension_of
from derive.units.dimension import PURE, Dimension

_SAID = (
    "The logarithms are of quantities with units, which cancel between the sides: write ratios, or"
    " say in which units the bare values are"
)


def logarithms(found: Interpretation, names: Names) -> Finding | None:
    """The note for an equation of sums of logarithms that balances as the product it stands for;
    None for any other.
    """
    if not any(side.has(sympy.log) for side in found.sides):
        return None
    try:
        if not all(_argument(left) == _argument(right) for left, right in found.pairs):
            return None
    except Mismatch:
        return None
    at = found.statement.begin
    return placed(
        found.passage,
        Outcome.LOGARITHMS,
        f"{excerpt(found.text, None, at)}\n{_SAID}.{reading_words(found, names)}",
        at or None,
        sides=found.sides,
        bindings=meanings(found, names),
        mend="Write the logarithms of ratios.",
        brief=f"{_SAID[0].lower()}{_SAID[1:]}.",
    )


def _argument(expression: Any) -> Dimension:
    """The dimension of what an expression is the logarithm of, if it is a sum of logarithms and
    pure numbers. Raises Mismatch for any other.
    """
    if isinstance(expression, sympy.log):
        return dimension_of(expression.args[0])
    if isinstance(expression, sympy.Add):
        return prod(map(_argument, expression.args), start=PURE)
    if isinstance(expression, (sympy.Max, sympy.Min)):
        first, *others = (_argument(part) for part in expression.args)
        if any(other != first for other in others):
            raise Mismatch(expression, first, PURE, "the logarithms are of unlike quantities")
        return first
    if isinstance(expression, sympy.Mul):
        numbers = [part for part in expression.args if part.is_number]
        rest = [part for part in expression.args if not part.is_number]
        power = sympy.Mul(*numbers) * _base(numbers)
        if len(rest) == 1 and power.is_Rational:
            return _argument(rest[0]) ** Fraction(int(power.p), int(power.q))
    if dimension := dimension_of(expression):
        raise Mismatch(expression, dimension, PURE, "it is not a logarithm")
    return PURE


def _base(numbers: list[Any]) -> Any:
    """The natural logarithm of the base of a logarithm with these factors: log 2 of log(x)/log 2,
    else 1.
    """
    logs = (1 / number for number in numbers if isinstance(1 / number, sympy.log))
    return next(logs, sympy.Integer(1))
