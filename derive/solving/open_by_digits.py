"""Answers that exact values refute, and that the digits written leave open."""

from __future__ import annotations

from dataclasses import replace

from derive.program.residual import log_residual
from derive.program.tolerances import SHARP
from derive.results.answer import Answer, Underdetermined, Unreachable
from derive.results.bound import Bound
from derive.results.known import Origin
from derive.solving.comparison_tolerance import REGIME_BY_DIGITS, none_as_written
from derive.solving.consistency import Knowledge, Stated, knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.followed_ends import followed

_STEEPEST = 4.0  # how much more a bound moves than a given


def open_by_digits(
    system: EquationSystem, stated: Stated, answer: Answer
) -> tuple[Answer, Knowledge] | None:
    """An unreachable answer as an underdetermined one, with what is known by the digits, where the
    givens as they are contradict each other at the ideal values that it assumes, and their digits
    do not. So is one with a conflict in a regime that they leave open.
    """
    if answer.conflict is not None and answer.conflict.tied:
        state = knowledge(system, stated, free=frozenset((answer.target,)))
        return _open(answer, REGIME_BY_DIGITS), state
    if not isinstance(answer, Unreachable) or answer.clash is not None:
        return None
    if answer.bound is not None and _is_far_off(stated, answer.bound):
        return None
    free = frozenset((answer.target,))
    assumed = frozenset(k.var for k in answer.known if k.origin == Origin.DEFAULT)
    if not followed(knowledge(system, stated, width=SHARP, free=free, held=assumed)).contradictory:
        return None
    wide = followed(knowledge(system, stated, free=free, held=assumed))
    if wide.contradictory:
        return None
    return _open(answer, none_as_written(answer.target.name)), wide


def _is_far_off(stated: Stated, bound: Bound) -> bool:
    """Whether a stated value misses its bound by more than all digits together move it."""
    known = stated.get(bound.var)
    if known is None or known.value * bound.value <= 0.0:
        return False
    digits = sum(item.tolerance for item in stated.values())
    return abs(log_residual(known.value, bound.value)) > _STEEPEST * digits


def _open(answer: Answer, remark: str) -> Answer:
    """The answer without its values and its conflict, and with a remark."""
    solution = replace(answer.solution, values=(), intervals=(), path=None)
    common = {**answer.common, "solution": solution, "warnings": (*answer.warnings, remark)}
    return Underdetermined(**common)
