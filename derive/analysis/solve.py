"""Solve: one question answered from givens, a contradiction explained by two routes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from derive.arguments import number
from derive.equations.var import Var
from derive.errors import GivenError
from derive.results.answer import Answer, Unreachable
from derive.results.known import Known
from derive.results.uncertainty import DRAWS
from derive.solving.answer import answer_at
from derive.solving.conflict_explanation import explained
from derive.solving.equation_system import EquationSystem
from derive.solving.givens import read_givens
from derive.solving.opposing_terms import with_opposing_terms

LEAST_DRAWS, MOST_DRAWS = 1000, 10_000_000


def ask(
    system: EquationSystem,
    target: Var,
    given: Mapping[Any, Any],
    rtol: float = 0.0,
    draws: int = DRAWS,
    seed: int = 0,
) -> Answer:
    """The answer for `target`; with uncertain givens, that at the medians with its spread.

    Raises UnknownName, GivenError or TextError for givens that cannot be read, and GivenError for
    an invalid number of draws or seed.
    """
    rtol = number(rtol, "rtol", "rtol=0.01")
    _check_sampling(draws, seed)
    stated, notes = read_givens(given, system.vocabulary, uncertain=True)
    if any(known.uncertain is not None for known in stated.values()):
        from derive.analysis.uncertainty.spread import answer_uncertain

        answer = answer_uncertain(system, target, stated, notes, rtol, draws, seed)
    else:
        answer = answer_at(system, target, stated, notes, rtol)
    return _with_routes(system, with_opposing_terms(system, stated, answer), stated, rtol)


def _check_sampling(draws: int, seed: int) -> None:
    if not (isinstance(draws, int) and LEAST_DRAWS <= draws <= MOST_DRAWS):
        raise GivenError(
            "draws",
            f"{draws} is not a number of draws between {LEAST_DRAWS:,} and {MOST_DRAWS:,}",
            "Write for example 100000.",
        )
    if not (isinstance(seed, int) and seed >= 0):
        raise GivenError("seed", f"{seed} is no seed", "Write a whole number from 0.")


def _with_routes(
    system: EquationSystem, answer: Answer, stated: Mapping[Var, Known], rtol: float
) -> Answer:
    """The answer with its conflict, if any, reduced to a smallest set and two routes; of an
    unreachable one when it is asked for, or where no given has a bound.
    """
    explain = partial(explained, system, answer.target, stated, rtol)
    if isinstance(answer, Unreachable):
        told = answer.bound is not None and answer.bound.var != answer.target
        conflict = answer.conflict or answer.clash
        if told or conflict is None:
            return replace(answer, conflict=None, explain=explain)
        found = replace(explain(conflict), point=conflict.point)
        return replace(answer, bound=None, conflict=found, explain=explain)
    if answer.conflict is None or answer.conflict.routes:
        return answer
    conflict = explain(answer.conflict)
    return replace(answer.needing(conflict), conflict=conflict)
