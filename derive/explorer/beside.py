"""Figures of catalogue entries beside an answer, without an effect on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from derive.equations.var import Var
from derive.program.tolerances import EXACT_INPUT
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.status import Status
from derive.solving.answer import answer_at
from derive.solving.equation_system import EquationSystem

_FACTORS = (0.5, 2.0)  # by which a figure is moved to see what contradicts it


def without_effect(
    system: EquationSystem,
    known: Mapping[Var, Known],
    answers: Mapping[Var, Answer],
    used: Collection[Var],
) -> list[Known]:
    """The figures of the catalogue that are not used, where the answers and the verdicts on their
    constraints are the same without them: they belong to values that may move, and another entry
    has others.
    """
    left = dict(known)
    for entry in dict.fromkeys(k.entry for k in known.values() if k.entry):
        own = [v for v, k in known.items() if k.entry == entry and v not in used]
        own.sort(key=lambda var: known[var].value != 0)  # zeros first: no slider moves them
        for group in (own, *([var] for var in own)):  # at once, else one after the other
            fewer = {v: k for v, k in left.items() if v not in group}
            if len(fewer) < len(left) and _all_alike(system, fewer, answers):
                left = fewer
    return [k for v, k in known.items() if v not in left]


def _all_alike(
    system: EquationSystem, known: Mapping[Var, Known], answers: Mapping[Var, Answer]
) -> bool:
    """Whether these values give the same answers, with constraints of the same verdict."""
    found = ((answer_at(system, target, known), before) for target, before in answers.items())
    return all(a.number == b.number and a.constraints == b.constraints for a, b in found)


def clashes(
    system: EquationSystem,
    known: Mapping[Var, Known],
    answers: Mapping[Var, Answer],
    entry: str,
) -> bool:
    """Whether a used figure of an entry contradicts others as soon as it is moved."""
    return any(
        answer_at(system, target, {**known, var: moved}).status is Status.CONTRADICTION
        for target, answer in answers.items()
        for var in (k.var for k in answer.known if k.entry == entry)
        for moved in _moved(known[var])
    )


def _moved(known: Known) -> Iterator[Known]:
    """A figure made smaller and larger, whole where it counts things."""
    var = known.var
    for factor in _FACTORS:
        value = known.value * factor
        if var.whole:
            value = max(1.0, round(value / var.unit.factor)) * var.unit.factor
        if var.admits(value):
            yield Known(var, value, Origin.GIVEN, EXACT_INPUT)
