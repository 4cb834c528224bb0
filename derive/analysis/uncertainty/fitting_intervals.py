"""Intervals of givens, cut to what the other givens leave of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from derive.analysis.uncertainty.exact import Uncertainties
from derive.display import enumeration
from derive.equations.var import Var, ordered
from derive.program.interval import Interval
from derive.program.tolerances import EXACT_INPUT, REACH, SHARP
from derive.results.answer import Answer, Unreachable
from derive.results.bound import BoundKind
from derive.results.known import Known, Origin
from derive.results.status import Status
from derive.results.uncertain import UncertainKind
from derive.solving.answer import answer_at
from derive.solving.consistency import Knowledge, knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.jump_by_last_bits import jumps_by_last_bits
from derive.solving.precedence import precedence
from derive.solving.stated_target import NOTHING_ELSE
from derive.units.display import format_value


def fitting(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known], uncertain: Uncertainties
) -> tuple[Mapping[Var, Known], tuple[str, ...], frozenset[str]]:
    """The stated values with each interval cut to the part that the others, without that of the
    target, leave, a remark on each that is, and the names of what leaves no more; the values as
    they are where nothing is cut or nothing is left. Conventions cut nothing that replaces them,
    nor does a relation that a stated interval replaces: givens come first.
    """
    if not uncertain:
        return stated, (), frozenset()
    settled = precedence(system, target, stated).settled
    usual = frozenset(v for v in settled.variables if v.convention is not None)
    cut_if = partial(_cut, settled, target, stated, uncertain)
    cut, state = cut_if(usual | {target})
    held: dict[Var, list[Var]] = {}
    if not cut and (usual := usual - stated.keys()):
        cut, state = cut_if(frozenset((target,)))
        cut = {v: known for v, known in cut.items() if _is_refuted(system, target, stated, known)}
        for one in ordered(usual.intersection(v for var in cut for v in state.behind(var))):
            without, _ = cut_if(frozenset((target, one)))
            for var in cut:
                if without.get(var) != cut[var]:
                    held.setdefault(var, []).append(one)
    remarks = tuple(
        f"the other givens{_with(held.get(v, ()))} leave {_shown(known)} of {v.name}, given as"
        f" {uncertain[v].text(v.unit)}"
        for v, known in cut.items()
    )
    behind = frozenset(v.name for var in cut for v in state.behind(var))
    return {**stated, **cut}, remarks, behind


def _cut(
    system: EquationSystem,
    target: Var,
    stated: Mapping[Var, Known],
    uncertain: Uncertainties,
    free: frozenset[Var],
) -> tuple[dict[Var, Known], Knowledge]:
    """The intervals of which the others leave a part, as that, and the knowledge that says so."""
    exact = {v: k for v, k in stated.items() if v not in uncertain and v != target}
    state = _sharpest(system, exact, free)
    spans = {v: (u.low, u.high) for v, u in uncertain.items() if v in state.system.slots}
    state = _within(state, spans)
    cut: dict[Var, Known] = {}
    for var, (low, high) in () if state.contradictory else spans.items():
        least, most = state.interval(var)
        within = replace(uncertain[var], low=max(low, least), high=min(high, most))
        ends = zip((within.low, within.high), (low, high), strict=True)
        if all(math.isclose(new, old, rel_tol=REACH) for new, old in ends):
            continue
        if not math.isclose(least, most, rel_tol=REACH):
            exactly = _within(knowledge(system, exact, width=0.0, free=free), spans)
            if jumps_by_last_bits(exactly, state):
                least, most = exactly.interval(var)
        if low <= least == most <= high:
            cut[var] = Known(var, least, stated[var].origin, EXACT_INPUT)
        elif within.low < within.high:
            cut[var] = replace(stated[var], value=within.middle, uncertain=within)
    return cut, state


def _is_refuted(
    system: EquationSystem, target: Var, stated: Mapping[Var, Known], kept: Known
) -> bool:
    """Whether a value of an interval outside the part that is kept contradicts the other givens at
    their middles, and so does not replace a convention.
    """
    whole = stated[kept.var].uncertain
    low, high = (kept.uncertain.low, kept.uncertain.high) if kept.uncertain else (kept.value,) * 2
    assert whole is not None
    sides = (whole.low, low), (high, whole.high)
    one, other = max(sides, key=lambda side: side[1] - side[0])
    point = {v: replace(known, uncertain=None) for v, known in stated.items()}
    point[kept.var] = Known(kept.var, (one + other) / 2, Origin.GIVEN, EXACT_INPUT)
    return answer_at(system, target, point).status == Status.CONTRADICTION


def _shown(part: Known) -> str:
    """A part of an interval as text, a single value where its ends look alike."""
    value = format_value(part.value, part.var.unit)
    ends = (part.uncertain.low, part.uncertain.high) if part.uncertain else ()
    return value if all(format_value(x, part.var.unit) == value for x in ends) else part.text


def _with(usual: Sequence[Var]) -> str:
    """The conventions that cut an interval, in words; "" for none."""
    values = [f"{v.name} = {v.convention.text}" for v in usual if v.convention is not None]
    return f", with {enumeration(values)}," if values else ""


def _sharpest(
    system: EquationSystem, stated: Mapping[Var, Known], free: frozenset[Var]
) -> Knowledge:
    """The knowledge from stated values as they are, from their digits where they do not fit."""
    state = knowledge(system, stated, width=SHARP, free=free)
    return knowledge(system, stated, free=free) if state.contradictory else state


def _within(state: Knowledge, spans: Mapping[Var, Interval]) -> Knowledge:
    """The knowledge if some variables, moreover, lie in intervals."""
    return state.contracted({state.system.slots[v]: span for v, span in spans.items()})


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


def _is_interval(known: Known | None) -> bool:
    return (
        known is not None
        and known.uncertain is not None
        and known.uncertain.kind == UncertainKind.INTERVAL
    )


def as_left(system: EquationSystem, stated: Mapping[Var, Known], answer: Answer) -> Answer:
    """An answer that is what was given, an interval cut to what the other givens leave of it."""
    target = answer.target
    if not _is_interval(stated.get(target)):
        return answer
    spans = {v: k.uncertain for v, k in stated.items() if k.uncertain}
    left, remarks, _ = fitting(system, target, stated, spans)
    if left[target] == stated[target]:
        return answer
    told = (text for text in answer.warnings if not text.startswith(NOTHING_ELSE))
    return replace(answer, known=(left[target],), warnings=(*told, *remarks))


def with_bound(system: EquationSystem, stated: Mapping[Var, Known], answer: Answer) -> Answer:
    """An unreachable answer whose bound, told at the middles of intervals, holds at all values in
    them.
    """
    bound = answer.bound if isinstance(answer, Unreachable) else None
    if bound is None:
        return answer
    others = {var: known for var, known in stated.items() if var not in (bound.var, answer.target)}
    if not any(map(_is_interval, others.values())):
        return answer
    free = frozenset((bound.var, answer.target))
    state = _sharpest(system, others, free)
    if state.contradictory or bound.var not in state.system.slots:
        return answer
    low, high = state.interval(bound.var)
    end = low if bound.kind == BoundKind.AT_LEAST else high
    least, most, *_ = bound.var.bounds
    told = replace(bound, value=end, above=None) if end not in (least, most) else None
    return replace(answer, bound=told)
