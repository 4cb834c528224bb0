"""Figures of catalogue entries beside an answer: those that decide its constraints, and those that
would contradict what moves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from derive.equations.var import Var
from derive.program.tolerances import EXACT_INPUT
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.status import Status
from derive.solving.answer import answer_at
from derive.solving.equation_system import EquationSystem

_FACTORS = (0.5, 2.0)  # by which a figure is moved to see what contradicts it


def limiting(known: Mapping[Var, Known], answers: Iterable[Answer]) -> Iterator[Known]:
    """The figures of the catalogue that decide constraints alone: another entry has others."""
    for answer in answers:
        rested = {k.var for k in answer.known}
        for check in answer.constraints:
            own = check.inequality.free_symbols if check.satisfied is not None else ()
            for var in sorted(own, key=lambda var: str(var.name)):
                if var not in rested and var in known and known[var].entry:
                    yield known[var]


def contradicting(
    system: EquationSystem,
    known: Mapping[Var, Known],
    answers: Mapping[Var, Answer],
    used: Collection[Var],
) -> list[Known]:
    """Figures that are not used, and do no more than to contradict a used one of the same entry
    that is moved: the answers and the verdicts on their constraints are the same without them.
    """
    left = dict(known)
    for entry in dict.fromkeys(k.entry for k in known.values() if k.entry):
        own = [v for v, k in known.items() if k.entry == entry and v not in used]
        fewer = {v: k for v, k in left.items() if v not in own}
        if own and _all_alike(system, fewer, answers) and _clashes(system, left, answers, entry):
            left = fewer
    return [k for v, k in known.items() if v not in left]


def _all_alike(
    system: EquationSystem, known: Mapping[Var, Known], answers: Mapping[Var, Answer]
) -> bool:
    """Whether these values give the same answers, with constraints of the same verdict."""
    found = ((answer_at(system, target, known), before) for target, before in answers.items())
    return all(a.number == b.number and a.constraints == b.constraints for a, b in found)


def _clashes(
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
