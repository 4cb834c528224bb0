"""Active formula: a target as one formula, each extremum replaced by its active argument."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy

from derive.equations.expression import regime_nodes, replace
from derive.equations.lowering import compile_expression
from derive.equations.var import Var
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query

_CLOSE = 1e-9


def evaluated(expression: Any, values: Mapping[Var, Any]) -> float | None:
    """An expression at these values, or None where it has none."""
    slots = {var: k for k, var in enumerate(values)}
    try:
        return float(compile_expression(expression, slots)(list(values.values())))
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return None


def active_formula(query: Query, solution: CandidateSolution) -> Any | None:
    """The target as one formula in the regime of this solution; None without a closed form."""
    formulas: dict[Any, Any] = {}
    slots, values = query.system.slots, solution.values
    for _, branch in solution.path:
        if branch.formula is None:
            return None
        formula = branch.formula
        while nodes := regime_nodes(formula):
            argument = _active(nodes[0], {v: values[slots[v]] for v in nodes[0].free_symbols})
            if argument is None:
                return None
            formula = replace(formula, {nodes[0]: argument})
        formulas[branch.unknown] = replace(
            formula, {v: formulas[v] for v in formula.free_symbols if v in formulas}
        )
    return formulas.get(query.target)


def _active(node: Any, values: Mapping[Var, Any]) -> Any | None:
    """The argument (or case) that sets the value of an extremum here."""
    size = evaluated(node, values)
    arguments = (
        [value for value, _ in node.args] if isinstance(node, sympy.Piecewise) else list(node.args)
    )
    arguments += [-argument for argument in arguments] if isinstance(node, sympy.Abs) else []
    for argument in arguments:
        value = evaluated(argument, values)
        if size is not None and value is not None and abs(value - size) <= _CLOSE * abs(size):
            return argument
    return None
