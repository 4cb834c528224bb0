"""Verification of lines at the question's own numbers, in floats: the last resort."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as with_fields
from itertools import takewhile
from typing import Any

from derive.algebra.agreement import agree
from derive.algebra.branch import Branch
from derive.equations.lowering import compile_expression
from derive.equations.plain import plain
from derive.errors import InternalError
from derive.program.arithmetic import FLOATS, Arithmetic
from derive.results.derivation import LineVerdict, Step, StepRule


def value_of(expression: Any, point: Mapping[Any, Any], arithmetic: Arithmetic) -> Any:
    """The value of an expression at a point."""
    slots = {var: index for index, var in enumerate(point)}
    return compile_expression(expression, slots, arithmetic)(list(point.values()))


def before_division(branch: Branch, values: Mapping[Any, float]) -> Branch:
    """The branch with the lines up to the division by what the question's own numbers make zero."""
    full = filled(branch, values)

    def holds(step: Step) -> bool:
        stated = step.rule == StepRule.RELATION
        return stated or not step.equation.free_symbols <= full.keys() or agree(step.equation, full)

    return with_fields(branch, steps=tuple(takewhile(holds, branch.steps)))


def at_own_numbers(branch: Branch, values: Mapping[Any, float]) -> tuple[Step, ...]:
    """The lines verified at the question's own numbers. Raises InternalError for a line that does
    not hold.
    """
    if not values and any(step.equation.free_symbols - {branch.unknown} for step in branch.steps):
        raise InternalError(
            f"no numbers were found at which “{plain(branch.steps[-1].equation)}” could be verified"
        )
    full = filled(branch, values)
    if not full and branch.formula is not None:
        full = {branch.unknown: value_of(branch.formula, {}, FLOATS)}
    checked: list[Step] = []
    for step in branch.steps:
        if not step.equation.free_symbols <= full.keys():
            continue  # a line that cannot be checked is not printed
        if not agree(step.equation, full):
            raise InternalError(
                f"the line “{plain(step.equation)}” does not hold at the question's own numbers"
            )
        checked.append(with_fields(step, verdict=LineVerdict.NUMERIC))
    return tuple(checked)


def filled(branch: Branch, values: Mapping[Any, float]) -> dict[Any, float]:
    """The question's own numbers, with cancelled variables at one and eliminated ones computed
    where that lies within this regime.
    """
    defined = {var for var, _ in branch.definitions}
    full = {**{var: 1.0 for var in branch.cancelled if var not in defined}, **values}
    for var, definition in reversed(branch.definitions):
        if var not in full and definition.free_symbols <= full.keys():
            try:
                full[var] = value_of(definition, full, FLOATS)
            except (ArithmeticError, ValueError):
                continue
    return full if _within(branch, full) else dict(values)


def _within(branch: Branch, full: Mapping[Any, float]) -> bool:
    """Whether the guards hold at numbers, and the stated lines where a cancelled variable at one
    might break them: another relation decides what cancels in one.
    """
    stated = [s.equation for s in branch.steps if s.rule == StepRule.RELATION and branch.cancelled]
    try:
        return all(
            value_of(g.larger, full, FLOATS) >= value_of(g.smaller, full, FLOATS) * (1 - 1e-9)
            for g in branch.guards
            if g.larger.free_symbols | g.smaller.free_symbols <= full.keys()
        ) and all(agree(line, full) for line in stated if line.free_symbols <= full.keys())
    except (ArithmeticError, ValueError):  # no value beyond the regime
        return False
