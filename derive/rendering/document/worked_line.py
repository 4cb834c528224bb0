"""Lines of a displayed equation: symbolic = with numbers and units = result."""

from __future__ import annotations

from dataclasses import dataclass, field

import sympy

from derive.equations import notation as n
from derive.equations.layout import layout
from derive.rendering.document.document import Equation
from derive.rendering.expressions.printed_quantity import (
    PrintedQuantity,
    is_rounded,
    measured,
    printed,
)
from derive.rendering.expressions.printer import Values, breadth
from derive.results.known import Known
from derive.units.unit import Unit

ROOM = 84
_SHORT = 12  # characters of a left side that a wide right side stays beside
NOTHING = PrintedQuantity("")
SENSE_SIGNS = {"lower bound": "≥", "upper bound": "≤", "estimate": "≈"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line: left side, sign (empty: none), right side."""

    left: n.Node | PrintedQuantity
    sign: str
    right: n.Node | PrintedQuantity
    values: Values = field(default_factory=dict)


def chain(equation: Equation) -> tuple[Line, ...]:
    """The lines of an equation: one, two if it is too wide, three with numbers inserted."""
    node = layout(equation.expression)
    if equation.amount is not None:
        value, unit = equation.amount.value, equation.amount.unit
        return (Line(node, sign_of(value, unit), measured(value, unit)),)
    if not isinstance(node, n.Statement):
        return (Line(NOTHING, "", node), *_working(node, equation))
    if equation.result is not None and node.left != n.Symbol(equation.result.var):
        return (
            *_statement(node, {}),
            *_statement(node, numbers(equation)),
            _value(equation.result, n.Symbol(equation.result.var)),
        )
    if not equation.values:
        return (*_statement(node, {}), *_working(node.right, equation))
    return (Line(node.left, node.sign, node.right), *_working(node.right, equation))


def numbers(equation: Equation) -> Values:
    """The values of the variables in the line with numbers."""
    return {known.var: known for known in equation.values}


def sign_of(value: float, unit: Unit, sense: str = "equality") -> str:
    """The sign before a printed value: its sense's, else = or, for a rounded number, ≈."""
    return SENSE_SIGNS.get(sense) or ("≈" if is_rounded(value, unit) else "=")


def _statement(node: n.Statement, values: Values) -> tuple[Line, ...]:
    """Both sides on one line, or on two if they are too wide and the left one is more than a
    symbol.
    """
    if breadth(node, values) > ROOM and breadth(node.left, values) > _SHORT:
        return (Line(node.left, "", NOTHING, values), Line(NOTHING, node.sign, node.right, values))
    return (Line(node.left, node.sign, node.right, values),)


def _value(known: Known, left: n.Node | PrintedQuantity = NOTHING, rough: bool = False) -> Line:
    """The line of a value; `rough` if the printed figures give another value."""
    sign = sign_of(known.value, known.var.unit)
    return Line(left, "≈" if rough and sign == "=" else sign, measured(known.value, known.var.unit))


def _is_rough(equation: Equation, result: Known) -> bool:
    """Whether the rounded figures as printed give another value than the result."""
    shown = {known.var: printed(known.value, known.var.unit) for known in equation.values}
    if all(shown[known.var] == known.value for known in equation.values):
        return False
    figures = {var: sympy.Float(figure) for var, figure in shown.items()}
    try:
        value = float(equation.expression.rhs.xreplace(figures))
    except (ArithmeticError, ValueError, TypeError, AttributeError):  # no right side, or no value
        return True
    return abs(value - result.value) > 1e-9 * abs(result.value)


def _case_that_holds(right: n.Node, equation: Equation) -> n.Node:
    """Of a case distinction the case that the values decide for, else the right side as it is."""
    if not isinstance(right, n.Cases):
        return right
    figures = {known.var: sympy.Float(known.value) for known in equation.values}
    for case, (_, condition) in zip(right.branches, equation.expression.rhs.args, strict=True):
        decided = condition.xreplace(figures)
        if decided not in (sympy.true, sympy.false):
            break
        if decided:
            return case[0]
    return right


def _working(right: n.Node, equation: Equation) -> tuple[Line, ...]:
    lines: list[Line] = []
    if equation.values and not isinstance(right, n.Symbol):
        lines.append(Line(NOTHING, "=", _case_that_holds(right, equation), numbers(equation)))
    if equation.result is not None:
        lines.append(_value(equation.result, rough=_is_rough(equation, equation.result)))
    return tuple(lines)
