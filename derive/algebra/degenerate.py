"""Division by a sum that may be zero, beneath a root: any value fits where both sides vanish."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sympy import Add

from derive.equations.var import Var
from derive.results.derivation import Step, StepRule


class Degenerate(NamedTuple):
    """The lines before a division by zero, and the pairs of sides that agree where it is one."""

    steps: tuple[Step, ...]
    conditions: tuple[tuple[Any, Any], ...]


def degenerate(steps: Sequence[Step], x: Var, hidden: set[Var]) -> Degenerate | None:
    """The case in which a sum and the other side of its equation are both zero, where a power of x
    times the sum equals known terms and a root is taken after the division; None elsewhere: without
    a root the formula itself is zero over zero.
    """
    for k, step in enumerate(steps):
        if step.rule is not StepRule.DIVIDE or not step.terms[0].is_Add:
            continue
        beneath_a_root = any(later.rule is StepRule.ROOT for later in steps[k + 1 :])
        known = [side for side in step.uses[0].args if x not in side.free_symbols]
        if not known or not beneath_a_root or hidden & (step.terms[0] + known[0]).free_symbols:
            continue
        return Degenerate(tuple(steps[:k]), (signs(step.terms[0]), signs(known[0])))
    return None


def signs(expression: Any) -> tuple[Any, Any]:
    """The terms of a sum with a plus sign, and those with a minus sign without it."""
    minus = Add(*(term for term in Add.make_args(expression) if term.could_extract_minus_sign()))
    return expression - minus, -minus
