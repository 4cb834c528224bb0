"""Isolation of an unknown: one rearrangement of the equation per step."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from typing import Any

import sympy

from derive.equations.expression import Eq, expanded, symbols_in
from derive.equations.layout import layout
from derive.equations.notation import Sum
from derive.results.derivation import StepRule

MOST_STEPS = 40
MOST_PARTS = 300  # of expressions that are put over one denominator, or into others
_RECENT = 4096  # equations kept: regimes and rounds of elimination share most of theirs


@lru_cache(maxsize=_RECENT)
def length_of(expression: Any) -> int:
    """The number of operations of an expression."""
    return int(expression.count_ops())


@dataclass(frozen=True, slots=True)
class Move:
    """A rearrangement: the rule, the new equation, the reason with the terms it mentions."""

    rule: StepRule
    left: Any
    right: Any
    reason: str
    terms: tuple[Any, ...] = ()

    @property
    def equation(self) -> Any:
        """The new equation."""
        return Eq(self.left, self.right)


@lru_cache(maxsize=_RECENT)
def isolate(left: Any, right: Any, x: Any) -> tuple[tuple[Move, ...], Any | None]:
    """The moves that isolate `x`, and its value; None where no rule applies."""
    moves: list[Move] = []
    for _ in range(MOST_STEPS):
        on_left, on_right = x in symbols_in(left), x in symbols_in(right)
        if on_left and on_right:
            move = _gather(left, right, x)
        elif on_right:
            left, right = right, left
            continue
        elif left == x:
            return tuple(moves), right
        else:
            move = _undo(left, right, x)
        if move is None or Eq(move.left, move.right) == Eq(left, right):
            return tuple(moves), None
        moves.append(move)
        left, right = move.left, move.right
    return tuple(moves), None


@lru_cache(maxsize=_RECENT)
def too_long(*expressions: Any) -> bool:
    """Whether expressions have so many parts that sympy takes seconds to put them over one
    denominator, into a form too long to be read.
    """
    parts = chain.from_iterable(map(sympy.preorder_traversal, expressions))
    return next(islice(parts, MOST_PARTS, None), None) is not None


def _undo(left: Any, right: Any, x: Any) -> Move | None:
    """Invert the outermost operation of `left`, the only side with x."""
    if left.is_Add:
        return _move_terms(left, right, x)
    if left.is_Mul:
        return _divide(left, right, x)
    if left.is_Pow:
        return _undo_power(left, right, x)
    if isinstance(left, sympy.log):
        return Move(
            StepRule.EXPONENTIATE,
            left.args[0],
            sympy.exp(right),
            "Take the exponential of both sides.",
        )
    if isinstance(left, sympy.exp):
        return Move(
            StepRule.LOGARITHM, left.args[0], sympy.log(right), "Take the logarithm of both sides."
        )
    return None


def _move_terms(left: Any, right: Any, x: Any) -> Move | None:
    rest, held = left.as_independent(x, as_Add=True)
    if rest == 0:
        return _collect(left, right, x) or _clear(left, right, x)
    if _negative(held):
        return Move(
            StepRule.MOVE_TERMS, -held, rest - right, "Bring what is without {0} to one side.", (x,)
        )
    return Move(
        StepRule.MOVE_TERMS, held, right - rest, "Bring what is without {0} to one side.", (x,)
    )


def _divide(left: Any, right: Any, x: Any) -> Move | None:
    rest, held = left.as_independent(x, as_Add=False)
    if held.is_Pow and _negative(held.exp) and x not in held.exp.free_symbols:
        raised = held.base ** (-held.exp)
        return Move(
            StepRule.DIVIDE,
            raised,
            rest / right,
            "Take {0} out of the denominator and divide.",
            (held.base,),
        )
    above, below = sympy.fraction(rest)
    if above == 1 and below != 1:
        return Move(StepRule.MULTIPLY, held, right * below, "Multiply both sides by {0}.", (below,))
    if rest != 1:
        return Move(StepRule.DIVIDE, held, right / rest, "Divide both sides by {0}.", (rest,))
    return _clear(left, right, x) or _collect(left, right, x)


def _undo_power(left: Any, right: Any, x: Any) -> Move | None:
    base, exponent = left.args
    if x in exponent.free_symbols:
        if x in base.free_symbols:
            return None
        return Move(
            StepRule.LOGARITHM,
            exponent,
            sympy.log(right) / sympy.log(base),
            "Take the logarithm to base {0}.",
            (base,),
        )
    if exponent.is_Integer and exponent % 2 == 0 and not base.is_nonnegative:
        return None
    if exponent == -1:
        return Move(StepRule.INVERT, base, 1 / right, "Take the reciprocal of both sides.")
    return Move(StepRule.ROOT, base, right ** (1 / exponent), "Undo the power on both sides.")


def _gather(left: Any, right: Any, x: Any) -> Move | None:
    """Clear denominators that contain x, then collect its terms from both sides."""
    return _clear(left, right, x) or _collect(left, right, x)


def _clear(left: Any, right: Any, x: Any) -> Move | None:
    if too_long(left, right):
        return None
    left_above, left_below = _quotient(left)
    right_above, right_below = _quotient(right)
    holds = [below for below in (left_below, right_below) if x in below.free_symbols]
    if not holds:
        return None
    common = sympy.Mul(*dict.fromkeys(holds))
    return Move(
        StepRule.CLEAR_DENOMINATOR,
        left_above * right_below,
        right_above * left_below,
        "Multiply both sides by {0}.",
        (common,),
    )


@lru_cache(maxsize=_RECENT)
def _quotient(side: Any) -> tuple[Any, Any]:
    """The numerator and denominator of a side over one denominator."""
    above, below = sympy.fraction(sympy.together(side))
    return above, below


def _collect(left: Any, right: Any, x: Any) -> Move | None:
    """Collect the terms of an equation with two powers of x, one of which may be zero."""
    sum_of_terms = None if too_long(left, right) else expanded(left - right)
    grouped = {} if sum_of_terms is None else _by_power(sum_of_terms, x)
    if len(grouped) != 2:
        return None
    low, high = sorted(grouped, key=float)
    if high == 0:
        low, high = high, low
    coefficient, constant = grouped[high], -grouped[low]
    if _negative(coefficient):
        coefficient, constant = -coefficient, -constant
    return Move(
        StepRule.COLLECT,
        coefficient * x ** (high - low),
        constant,
        "Collect the terms with {0}.",
        (x,),
    )


def _by_power(expression: Any, x: Any) -> dict[Any, Any]:
    """The coefficients of a sum by power of x; empty where a term contains x in another way."""
    grouped: dict[Any, Any] = {}
    for term in sympy.Add.make_args(expression):
        coefficient, rest = term.as_independent(x, as_Add=False)
        base, power = (x, sympy.S.Zero) if rest == 1 else rest.as_base_exp()
        if base != x or not power.is_number:
            return {}
        grouped[power] = grouped.get(power, sympy.S.Zero) + coefficient
    return {power: coefficient for power, coefficient in grouped.items() if coefficient != 0}


def _negative(expression: Any) -> bool:
    """Whether its layout starts with a minus sign in every term."""
    node = layout(expression)
    return isinstance(node, Sum) and all(minus for minus, _ in node.terms)
