"""Elasticities of the target for each known value, in numbers by the chain rule and in symbols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy

from derive.algebra.branch import tidied
from derive.analysis.sensitivity.active_branch import active_branch
from derive.equations.lowering import compile_expression
from derive.equations.var import Var
from derive.errors import InternalError
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query
from derive.structure.derivatives import Gradient, value_and_gradient

LONGEST = 40  # operations in a readable elasticity
AGREES = 1e-6

# For each variable of the path, its elasticities for the known values, in symbols.
Powers = dict[Var, dict[Var, Any]]


def slopes(query: Query, candidate: CandidateSolution) -> Gradient:
    """x·∂y/∂x of the target y for every known x in its support, by the chain rule over the path.

    A block solved numerically is differentiated implicitly. Raises ArithmeticError where there is
    no derivative.
    """
    slots = query.system.slots
    point = {
        v: candidate.values[slot] for v, slot in slots.items() if candidate.values[slot] is not None
    }
    seeds: dict[Any, Gradient] = {
        v: {v: known.value} for v, known in query.in_force.items() if v in slots
    }
    for _, branch in candidate.path:
        if branch.formula is not None:
            formula = active_branch(branch.formula, slots, candidate.values)
            _, seeds[branch.unknown] = value_and_gradient(formula, point, seeds)
        else:
            sides = [active_branch(s, slots, candidate.values) for s in branch.equation or ()]
            seeds[branch.unknown] = _implicit(sides, branch.unknown, point, seeds)
    return seeds[query.target]


def _implicit(
    sides: Sequence[Any], unknown: Var, point: Mapping[Any, float], seeds: Mapping[Any, Gradient]
) -> Gradient:
    """The unknown's slopes from an equation that contains it: minus the residual's slope for each
    known, over that for the unknown.
    """
    known = {**seeds, unknown: {unknown: 1.0}}
    left, right = (value_and_gradient(side, point, known)[1] for side in sides)
    residual = {v: left.get(v, 0.0) - right.get(v, 0.0) for v in (*left, *right)}
    own = residual.pop(unknown, 0.0)
    if own == 0.0:
        raise ArithmeticError(f"the equation does not move with {unknown.name}")
    return {v: -slope / own for v, slope in residual.items()}


def powers(query: Query, candidate: CandidateSolution) -> dict[Var, Any]:
    """d ln y / d ln x in symbols for every known x, sums as shares; empty with a numeric block.

    Variables between x and y keep their names: t_kv / t_mem, not the formulas of both.
    """
    slots = query.system.slots
    found: Powers = {}
    for _, branch in candidate.path:
        if branch.formula is None:
            return {}
        formula = active_branch(branch.formula, slots, candidate.values)
        support = {v for symbol in formula.free_symbols for v in found.get(symbol, {symbol: 1})}
        names = {formula: branch.unknown}
        found[branch.unknown] = {leaf: _power(formula, leaf, found, names) for leaf in support}
    return {leaf: tidied(power) for leaf, power in found.get(query.target, {}).items()}


def _power(expression: Any, leaf: Var, found: Powers, names: Mapping[Any, Var]) -> Any:
    """d ln expression / d ln leaf, with the elasticities `found` of its variables; `names` are the
    variables that stand for an expression.
    """
    if expression.is_Symbol:
        return (
            found[expression].get(leaf, sympy.S.Zero)
            if expression in found
            else sympy.Integer(expression == leaf)
        )
    if expression.is_Mul:
        return sympy.Add(*(_power(factor, leaf, found, names) for factor in expression.args))
    if expression.is_Pow:
        of_base, of_exponent = (_power(part, leaf, found, names) for part in expression.args)
        return expression.exp * of_base + (
            sympy.log(expression.base) * expression.exp * of_exponent if of_exponent != 0 else 0
        )
    if expression.is_Add:
        return _of_sum(expression, leaf, found, names)
    if isinstance(expression, sympy.log):
        return _power(expression.args[0], leaf, found, names) / expression
    if isinstance(expression, sympy.exp):
        return expression.args[0] * _power(expression.args[0], leaf, found, names)
    return sympy.S.Zero


def _of_sum(total: Any, leaf: Var, found: Powers, names: Mapping[Any, Var]) -> Any:
    """The terms' elasticities weighted by their shares of the sum; one number where all agree."""
    each = [_power(term, leaf, found, names) for term in total.args]
    if len(set(each)) == 1:
        return each[0]
    return sympy.Add(
        *(power * term for power, term in zip(each, total.args, strict=True))
    ) / names.get(total, total)


def checked(power: Any, number: float, query: Query, candidate: CandidateSolution, var: Var) -> Any:
    """The elasticity in symbols, checked against the number; None if it is too long to read.

    Raises InternalError when the two differ.
    """
    if power is None or power.count_ops() > LONGEST or power.has(sympy.zoo, sympy.nan):
        return None
    value = float(compile_expression(power, query.system.slots)(candidate.values))
    if abs(value - number) > AGREES * max(1.0, abs(number)):
        raise InternalError(
            f"the elasticity of {query.target.name} for {var.name} in symbols gives {value:.9g},"
            f" the chain rule {number:.9g}"
        )
    return power
