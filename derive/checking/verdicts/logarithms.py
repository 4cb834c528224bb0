"""Logarithms of quantities with units: these cancel, as in ln k = ln A - E/(R T), or are left."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod
from typing import Any

import sympy

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.messages import excerpt, meanings, reading_words
from derive.display import enumeration
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.var import Var
from derive.units.dimension import PURE, Dimension
from derive.units.multipliers import COUNTED

_SAID = (
    "The logarithms are of quantities with units, which cancel between the sides: write ratios, or"
    " say in which units the bare values are"
)
_GPU = Dimension({"device": 1})
_BARE = Var("bare_value", "1", "a value without its unit")


def logarithms(found: Interpretation, names: Names) -> Finding | None:
    """The note for an equation of sums of logarithms that balances as the product it stands for, or
    the warning for one whose logarithms of what is counted balance with what has none: mu = ln m;
    a note where that is a number of GPUs. None for any other.
    """
    if not any(side.has(sympy.log) for side in found.sides):
        return None
    if _holds(found, _argument):
        return _told(found, names, Outcome.LOGARITHMS, _SAID, "Write the logarithms of ratios.")
    if sum(side.has(sympy.log) for side in found.sides) > 1 or not _holds(found, _bare):
        return None
    logs = {log for side in found.sides for log in side.atoms(sympy.log)}
    units = {one for log in logs if (one := dimension_of(log.args[0]))}
    if any(base not in COUNTED for one in units for base, _ in one.exponents):
        return None
    unit = enumeration(sorted(map(str, units)))
    if units == {_GPU}:
        said = "A logarithm of a number of GPUs is one of a pure number"
        return _told(found, names, Outcome.USUAL_HABIT, said, "Check with --count GPU.")
    mend = f"divide the quantity by a value in {unit}, or say in which unit its bare value is"
    said = f"A logarithm is of a quantity in {unit} and depends on the unit: {mend}"
    return _told(found, names, Outcome.BARE_LOGARITHM, said, f"{mend[0].upper()}{mend[1:]}.")


def _holds(found: Interpretation, measure: Callable[[Any], Dimension]) -> bool:
    """Whether all sides have one dimension by a measure, which may raise Mismatch."""
    try:
        return all(measure(left) == measure(right) for left, right in found.pairs)
    except Mismatch:
        return False


def _told(found: Interpretation, names: Names, outcome: Outcome, said: str, mend: str) -> Finding:
    at = found.statement.begin
    return placed(
        found.passage,
        outcome,
        f"{excerpt(found.text, None, at)}\n{said}.{reading_words(found, names)}",
        at or None,
        sides=found.sides,
        bindings=meanings(found, names),
        mend=mend,
        brief=f"{said[0].lower()}{said[1:]}.",
    )


def _bare(expression: Any) -> Dimension:
    """The dimension of an expression whose logarithms are of bare values."""
    return dimension_of(_with_bare_logarithms(expression))


def _with_bare_logarithms(expression: Any) -> Any:
    """An expression whose logarithms are of bare values. Raises Mismatch for a faulty one."""
    logs = expression.atoms(sympy.log)
    for log in logs:
        dimension_of(log.args[0])
    return expression.xreplace(dict.fromkeys(logs, sympy.log(_BARE)))


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
        if not any(_argument(part) for part in expression.args if part.has(sympy.log)):
            return _pure(_with_bare_logarithms(expression))
        numbers = [part for part in expression.args if part.is_number]
        rest = [part for part in expression.args if not part.is_number]
        power = sympy.Mul(*numbers) * _base(numbers)
        if len(rest) == 1 and power.is_Rational:
            return _argument(rest[0]) ** Fraction(int(power.p), int(power.q))
    return _pure(expression)


def _pure(expression: Any) -> Dimension:
    if dimension := dimension_of(expression):
        raise Mismatch(expression, dimension, PURE, "it is not a logarithm")
    return PURE


def _base(numbers: list[Any]) -> Any:
    """The natural logarithm of the base of a logarithm with these factors: log 2 of log(x)/log 2,
    else 1.
    """
    logs = (1 / number for number in numbers if isinstance(1 / number, sympy.log))
    return next(logs, sympy.Integer(1))
