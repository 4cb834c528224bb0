"""A displayed equation as the lines it is printed in: symbolic = with numbers and units =
result.
"""

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
NOTHING = PrintedQuantity("")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what stands left of the sign, the sign (empty: none), what stands right of it."""

    left: n.Node | PrintedQuantity
    sign: str
    right: n.Node | PrintedQuantity
    values: Values = field(default_factory=dict)


def chain(equation: Equation) -> tuple[Line, ...]:
    """The lines of an equation: one, or two when it is too wide, or three when numbers were put
    in.
    """
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
    """What each variable stands for in the line with numbers."""
    return {known.var: known for known in equation.values}


def sign_of(value: float, unit: Unit, sense: str = "equality") -> str:
    """The sign before a printed value: a bound's own, else = or, for a rounded number, ≈."""
    bounds = {"lower bound": "≥", "upper bound": "≤"}
    return bounds.get(sense) or ("≈" if is_rounded(value, unit) else "=")


def _statement(node: n.Statement, values: Values) -> tuple[Line, ...]:
    """Both sides on one line, or on two when they are too wide."""
    if breadth(node, values) > ROOM:
        return (Line(node.left, "", NOTHING, values), Line(NOTHING, node.sign, node.right, values))
    return (Line(node.left, node.sign, node.right, values),)


def _value(known: Known, left: n.Node | PrintedQuantity = NOTHING, rough: bool = False) -> Line:
    """The line of a value; it is roughly that where the figures that are printed come to something
    else.
    """
    sign = sign_of(known.value, known.var.unit)
    return Line(left, "≈" if rough and sign == "=" else sign, measured(known.value, known.var.unit))


def _is_rough(equation: Equation, result: Known) -> bool:
    """Whether the figures as they are printed, rounded, come to another value than the result."""
    shown = {known.var: printed(known.value, known.var.unit) for known in equation.values}
    if all(shown[known.var] == known.value for known in equation.values):
        return False
    try:
        value = float(
            equation.expression.rhs.xreplace(
                {var: sympy.Float(figure) for var, figure in shown.items()}
            )
        )
    except (
        ArithmeticError,
        ValueError,
        TypeError,
        AttributeError,
    ):  # it has no right side, or no value
        return True
    return abs(value - result.value) > 1e-9 * abs(result.value)


def _working(right: n.Node, equation: Equation) -> tuple[Line, ...]:
    lines: list[Line] = []
    if equation.values and not isinstance(right, n.Symbol):
        lines.append(Line(NOTHING, "=", right, numbers(equation)))
    if equation.result is not None:
        lines.append(_value(equation.result, rough=_is_rough(equation, equation.result)))
    return tuple(lines)
