"""Active branch: an expression at a point, extrema and cases replaced by their active part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy

from derive.algebra.regimes import Guard, arguments_of
from derive.equations.expression import regime_nodes, replace
from derive.equations.lowering import compile_expression
from derive.equations.plain import plain
from derive.program.reader import Values
from derive.program.residual import log_residual

Slots = Mapping[Any, int]
EQUAL = 1e-9


def active_branch(expression: Any, slots: Slots, values: Values) -> Any:
    """The expression with every Max, Min, Piecewise and Abs replaced by its active part, and every
    rounded part by its number.

    Raises ArithmeticError, ValueError or TypeError where a part has no value.
    """
    for node in sorted(expression.atoms(sympy.ceiling, sympy.floor), key=plain):
        expression = replace(
            expression, {node: sympy.Integer(int(compile_expression(node, slots)(values)))}
        )
    while nodes := regime_nodes(expression):
        expression = replace(expression, {nodes[0]: chosen(nodes[0], slots, values)[0]})
    return expression


def steps(expression: Any, slots: Slots, values: Values) -> tuple[bool, bool]:
    """Whether a part is rounded, and whether its argument is already whole: there the expression
    jumps.
    """
    nodes = expression.atoms(sympy.ceiling, sympy.floor)
    inner = [float(compile_expression(node.args[0], slots)(values)) for node in nodes]
    return bool(nodes), any(abs(x - round(x)) <= EQUAL * max(1.0, abs(x)) for x in inner)


def chosen(node: Any, slots: Slots, values: Values) -> tuple[Any, tuple[Guard, ...]]:
    """The active part of a regime node here, and the guards under which it is active."""

    def room(part: tuple[Any, tuple[Guard, ...]]) -> float:
        return min((gap(guard, slots, values) for guard in part[1]), default=0.0)

    return min(arguments_of(node), key=lambda part: (-room(part), plain(part[0])))


def gap(guard: Guard, slots: Slots, values: Values) -> float:
    """The margin of a guard: ln(larger/smaller), or their relative difference if signs differ."""
    return log_residual(*sides(guard, slots, values))


def sides(guard: Guard, slots: Slots, values: Values) -> tuple[float, float]:
    """The values of the larger and the smaller side of a guard."""
    larger, smaller = (
        float(compile_expression(side, slots)(values)) for side in (guard.larger, guard.smaller)
    )
    return larger, smaller
