"""Monotone direction: whether a formula rises or falls with a variable, from its form alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy

from derive.equations.expression import JUMPING
from derive.equations.var import Var
from derive.solving.query import Query

Direction = int | None  # 1 rises, -1 falls, 0 independent, None unknown

_KEPT = (sympy.Max, sympy.Min, sympy.ceiling, sympy.floor, sympy.exp, sympy.log)


def direction(expression: Any, moves: Mapping[Any, Direction]) -> Direction:
    """The direction of an expression whose variables move in these directions.

    >>> from derive.equations import Var
    >>> x, y = Var("x"), Var("y"); direction(y / (1 + x), {x: 1})
    -1
    """
    if not any(moves.get(s, 0) != 0 for s in expression.free_symbols):
        return 0
    if expression.is_Symbol:
        return moves[expression]
    if expression.is_Mul:
        return _product(expression, moves)
    if expression.is_Pow:
        return _power(expression, moves)
    if expression.is_Add or isinstance(expression, _KEPT):
        return agreed(direction(argument, moves) for argument in expression.args)
    return None


def agreed(directions: Iterable[Direction]) -> Direction:
    """The one direction of all that move; None if they differ or one is unknown."""
    moving = {d for d in directions if d != 0}
    return 0 if not moving else moving.pop() if len(moving) == 1 else None


def _product(expression: Any, moves: Mapping[Any, Direction]) -> Direction:
    negative = [factor for factor in expression.args if factor.is_nonpositive]
    if not all(factor.is_nonnegative or factor.is_nonpositive for factor in expression.args):
        return None
    if any(factor.free_symbols for factor in negative):
        return None
    found = agreed(direction(factor, moves) for factor in expression.args)
    return found if found is None else found * (-1) ** len(negative)


def _power(expression: Any, moves: Mapping[Any, Direction]) -> Direction:
    base, exponent = expression.args
    if not base.is_nonnegative or direction(exponent, moves) != 0:
        return None
    sign = 1 if exponent.is_nonnegative else -1 if exponent.is_nonpositive else None
    found = direction(base, moves)
    return None if sign is None or found is None else sign * found


def direction_of_target(query: Query, var: Var) -> Direction:
    """The direction of the target with a known value, block by block over all regimes; else None.

    Regimes meet without a jump unless something is rounded or stated case by case, so a direction
    that they share is that of the whole.
    """
    system, plan = query.system, query.plan
    have = set(plan.known) | set(plan.assumed)
    moves: dict[Any, Direction] = {var: 1}
    for block in plan.blocks:
        branches = system.branches(block, frozenset(have))
        unknown = system.structure.variables[block.solves]
        if len(branches) == 1 and branches[0].formula is not None:
            moves[unknown] = direction(branches[0].formula, moves)
        elif any(b.formula is None or b.formula.has(*JUMPING) for b in branches):
            moves[unknown] = None
        else:
            moves[unknown] = agreed(direction(branch.formula, moves) for branch in branches)
        have.add(block.solves)
    return moves.get(query.target)
