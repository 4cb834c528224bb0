"""Isolate: undo the outermost operation on both sides, one step each, until the unknown stands
alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy

from derive.equations.expression import Eq
from derive.equations.layout import layout
from derive.equations.notation import Sum
from derive.results.derivation import StepRule

MOST_STEPS = 40


@dataclass(frozen=True, slots=True)
class Move:
    """One rearrangement: the rule, the equation it leads to, the reason with the terms it
    mentions.
    """

    rule: StepRule
    left: Any
    right: Any
    reason: str
    terms: tuple[Any, ...] = ()

    @property
    def equation(self) -> Any:
        """The equation reached."""
        return Eq(self.left, self.right)


def isolate(left: Any, right: Any, x: Any) -> tuple[list[Move], Any | None]:
    """The moves that leave `x` alone on the left and what it then equals; None where no rule
    applies.
    """
    moves: list[Move] = []
    for _ in range(MOST_STEPS):
        on_left, on_right = x in left.free_symbols, x in right.free_symbols
        if on_left and on_right:
            move = _gather(left, right, x)
        elif on_right:
            left, right = right, left
            continue
        elif left == x:
            return moves, right
        else:
            move = _undo(left, right, x)
        if move is None or Eq(move.left, move.right) == Eq(left, right):
            return moves, None
        moves.append(move)
        left, right = move.left, move.right
    return moves, None


def _undo(left: Any, right: Any, x: Any) -> Move | None:
    """Undo the outermost operation of `left`, which alone holds x."""
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
    """The unknown stands on both sides: clear denominators that hold it, then collect."""
    return _clear(left, right, x) or _collect(left, right, x)


def _clear(left: Any, right: Any, x: Any) -> Move | None:
    left_above, left_below = sympy.fraction(sympy.together(left))
    right_above, right_below = sympy.fraction(sympy.together(right))
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


def _collect(left: Any, right: Any, x: Any) -> Move | None:
    """Expand, group by powers of x: one power besides the constant, or two powers without one."""
    grouped: dict[Any, Any] = {}
    for term in sympy.Add.make_args(sympy.expand(left - right)):
        coefficient, held = term.as_independent(x, as_Add=False)
        power = held.as_base_exp()[1] if held != 1 else sympy.S.Zero
        if (held != 1 and held.as_base_exp()[0] != x) or not power.is_number:
            return None
        grouped[power] = grouped.get(power, sympy.S.Zero) + coefficient
    grouped = {power: coefficient for power, coefficient in grouped.items() if coefficient != 0}
    powers = sorted(grouped, key=lambda p: (float(p) != 0.0, -float(p)))
    if len(powers) == 1 and powers[0] != 0:
        return None
    if len(powers) != 2:
        return None
    if powers[0] == 0:
        high, low = powers[1], powers[0]
    else:
        high, low = max(powers, key=float), min(powers, key=float)
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


def _negative(expression: Any) -> bool:
    """Whether it reads as negative when written down."""
    node = layout(expression)
    return isinstance(node, Sum) and all(minus for minus, _ in node.terms)
