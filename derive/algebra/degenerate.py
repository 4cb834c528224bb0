"""Division by a sum that may be zero and leaves no trace in a formula, beneath a root or cancelled:
any value fits where both sides vanish.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import sympy

from derive.algebra.isolate import too_long
from derive.equations.var import Var
from derive.results.derivation import Step, StepRule


class Degenerate(NamedTuple):
    """The lines before a division by zero, and the pairs of sides that agree where it is one."""

    steps: tuple[Step, ...]
    conditions: tuple[tuple[Any, Any], ...]


def degenerate(steps: Sequence[Step], x: Var, hidden: set[Var]) -> Degenerate | None:
    """The case in which a sum and the other side of its equation are both zero, where a power of x
    times the sum equals known terms, and after the division a root is taken or the sum has
    cancelled; None elsewhere: the formula itself is zero over zero.
    """
    for k, step in enumerate(steps):
        if step.rule is not StepRule.DIVIDE or not step.terms[0].is_Add:
            continue
        later = steps[k + 1 :]
        lost = any(one.rule is StepRule.ROOT for one in later) or _cancels(step.terms[0], later)
        known = [side for side in step.uses[0].args if x not in side.free_symbols]
        if not known or not lost or hidden & (step.terms[0] + known[0]).free_symbols:
            continue
        return Degenerate(tuple(steps[:k]), (signs(step.terms[0]), signs(known[0])))
    return None


def _cancels(divisor: Any, later: Sequence[Step]) -> bool:
    """Whether the formula over one denominator, if the steps end with it, has nothing left of a sum
    that both sides were divided by.
    """
    formula = later[-1].equation.rhs if later and later[-1].rule is StepRule.TIDY else None
    if formula is None or too_long(divisor, formula):
        return False
    vanishing, _ = sympy.fraction(sympy.together(divisor))
    _, below = sympy.fraction(sympy.together(formula))
    return not sympy.gcd(below, vanishing).has(sympy.Add)


def signs(expression: Any) -> tuple[Any, Any]:
    """The terms of a sum with a plus sign, and those with a minus sign without it."""
    minus = sympy.Add(
        *(term for term in sympy.Add.make_args(expression) if term.could_extract_minus_sign())
    )
    return expression - minus, -minus
