"""Intervals of givens, cut to what the other givens leave of them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from derive.analysis.uncertainty.exact import Uncertainties
from derive.equations.var import Var
from derive.program.tolerances import REACH, SHARP
from derive.results.answer import Answer
from derive.results.known import Known
from derive.results.status import Status
from derive.solving.consistency import knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.precedence import precedence


def fitting(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known], uncertain: Uncertainties
) -> tuple[Mapping[Var, Known], tuple[str, ...], frozenset[str]]:
    """The stated values with each interval cut to the part that the others, without that of the
    target, leave, a remark on each that is, and the names of what leaves no more; the values as
    they are where nothing is cut or nothing is left. Conventions cut nothing, nor does a relation
    that a stated interval replaces: givens come first.
    """
    if not uncertain:
        return stated, (), frozenset()
    system = precedence(system, target, stated).settled
    free = frozenset((target, *(v for v in system.variables if v.convention is not None)))
    exact = {v: k for v, k in stated.items() if v not in uncertain and v != target}
    state = knowledge(system, exact, width=SHARP, free=free)
    state = knowledge(system, exact, free=free) if state.contradictory else state
    slots = state.system.slots
    spans = {v: (u.low, u.high) for v, u in uncertain.items() if v in slots}
    state = state.contracted({slots[v]: span for v, span in spans.items()})
    cut: dict[Var, Known] = {}
    for var, (low, high) in () if state.contradictory else spans.items():
        least, most = state.interval(var)
        within = replace(uncertain[var], low=max(low, least), high=min(high, most))
        ends = zip((within.low, within.high), (low, high), strict=True)
        whole = all(math.isclose(new, old, rel_tol=REACH) for new, old in ends)
        if within.low < within.high and not whole:
            cut[var] = replace(stated[var], value=within.middle, uncertain=within)
    remarks = tuple(
        f"the other givens leave {known.uncertain.text(v.unit)} of {v.name}, given as"
        f" {uncertain[v].text(v.unit)}"
        for v, known in cut.items()
        if known.uncertain is not None
    )
    behind = frozenset(v.name for var in cut for v in state.behind(var))
    return {**stated, **cut}, remarks, behind


def as_cut(answer: Answer, behind: frozenset[str]) -> Answer:
    """An answer at intervals that are cut by the givens `behind`, which it needs; the very end of
    such an interval may be open, which is no part of it.
    """
    answer = replace(answer, unused=tuple(v for v in answer.unused if v not in behind))
    spread = answer.spread
    if spread is None or answer.status not in (Status.SOLVED, Status.INFEASIBLE):
        return answer
    shares = tuple(share for share in spread.statuses if share.name != Status.UNDERDETERMINED)
    return replace(answer, spread=replace(spread, statuses=shares))
