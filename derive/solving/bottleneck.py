"""Bottleneck of a solution: the breakdown of the time on its way, and the known values that would
move it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from derive.equations.neglected import Direction
from derive.equations.var import Var
from derive.program.tolerances import CLOSE
from derive.results.bottleneck import Bottleneck, Improvement, Part, WithoutGain
from derive.results.known import Known, Origin
from derive.solving.breakdown import Breakdown
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query, computed
from derive.solving.response import Response

MOST_IMPROVEMENTS = 3
_TWICE = 2.0
_NEAR = (0.999, 1.001)  # factors that stand for the least change
_PLACES = (1e-6, 0.25, 0.5, 0.75, 1.0 - 1e-6)  # of an interval; at its very ends regimes meet


def find_bottleneck(query: Query, candidate: CandidateSolution) -> Bottleneck | None:
    """The bottleneck on the way to a solution; None where nothing on it has parts."""
    if candidate.interval is not None:
        return _along(query, candidate, candidate.interval)
    found = _broken_down(query, candidate)
    if found is None:
        return None
    whole, breakdown = found
    changes, idle = _effects(query, candidate, breakdown, whole)
    return Bottleneck(
        whole,
        changes,
        _without_gain(breakdown, whole, idle),
        _beside(query, candidate, whole),
    )


def _broken_down(query: Query, candidate: CandidateSolution) -> tuple[Part, Breakdown] | None:
    """The first variable with more than one part or with rivals, and the breakdown it is from."""
    breakdown = Breakdown(query, candidate)
    for root in breakdown.roots:
        whole = breakdown.whole(root)
        if whole is not None and (len(whole.leaves) > 1 or any(p.rivals for p in whole)):
            return whole, breakdown
    return None


def _along(
    query: Query, candidate: CandidateSolution, interval: tuple[float, float]
) -> Bottleneck | None:
    """The bottleneck at values of the target from one end of an interval to the other."""
    low, high = interval
    if not math.isfinite(low) or not math.isfinite(high):
        return None
    slot, along = query.system.slots[query.target], list[tuple[float, Part]]()
    for place in _PLACES:
        values = list(candidate.values)
        value = values[slot] = low + place * (high - low)
        known = {**query.in_force, query.target: computed(query.target, value)}
        found = _broken_down(replace(query, known=known), replace(candidate, values=values))
        if found is None:
            return None
        along.append((value, found[0]))
    return Bottleneck(along[len(along) // 2][1], along=tuple(along))


# --- what would move it ---


def _effects(
    query: Query, candidate: CandidateSolution, breakdown: Breakdown, whole: Part
) -> tuple[tuple[Improvement, ...], tuple[Known, ...]]:
    """The largest changes for the better, and the stated values of which none is one."""
    response = Response(query, candidate)
    assert whole.var is not None
    relief = _TWICE if breakdown.least(whole.var) else 1.0 / _TWICE
    way = response.way(whole.var, (relief,), breakdown.defining[whole.var])
    if way not in (Direction.RAISES, Direction.LOWERS):
        return (), ()
    sign = 1.0 if way is Direction.RAISES else -1.0
    found: dict[tuple[float, str], list[tuple[Known, float]]] = {}
    idle: list[Known] = []
    for known in _stated(query):
        factor, effect = max(
            ((f, _effect(response, known, f)) for f in _factors(known)),
            key=lambda pair: sign * pair[1],
            default=(1.0, 0.0),
        )
        if sign * effect > CLOSE:
            found.setdefault((factor, f"{effect:.6e}"), []).append((known, effect))
        elif all(abs(_effect(response, known, f)) <= CLOSE for f in _NEAR):
            idle.append(known)
    changes = [
        Improvement(tuple(known for known, _ in alike), factor, alike[0][1])
        for (factor, _), alike in found.items()
    ]
    changes.sort(key=lambda c: (-float(f"{abs(c.effect):.6e}"), c.factor, c.knowns[0].var.rank))
    return tuple(changes[:MOST_IMPROVEMENTS]), tuple(idle)


def _stated(query: Query) -> list[Known]:
    """The given, then the looked-up values behind the target, each in nomenclature order."""
    knowns = [query.in_force[var] for var in query.target_support]
    stated = [known for known in knowns if known.stated and known.value > 0.0]
    return sorted(stated, key=lambda known: known.origin != Origin.GIVEN)


def _factors(known: Known) -> list[float]:
    """Half and twice, as far as the variable's range admits them, else its closed end; less than
    one thing cannot be counted.
    """
    low, high, open_low, open_high = known.var.bounds
    least, most = low / known.value, high / known.value
    down = 1.0 / _TWICE if known.var.admits(known.value / _TWICE) else (1.0 if open_low else least)
    up = _TWICE if known.var.admits(known.value * _TWICE) else (1.0 if open_high else most)
    fewest = 1.0 / known.number if known.var.whole else 0.0
    return [factor for factor in (down, up) if factor >= fewest and factor not in (0.0, 1.0)]


def _effect(response: Response, known: Known, factor: float) -> float:
    """The relative change of the target; zero where there is no value."""
    change = response.change(known.var, factor)
    if change is not None:
        return change
    query = response.query
    here = query.number()
    there = query.with_value(known.var, known.value * factor).number()
    return (there - here) / abs(here) if there is not None and here else 0.0


def _without_gain(
    breakdown: Breakdown, whole: Part, idle: Sequence[Known]
) -> tuple[WithoutGain, ...]:
    """The values without effect that act on rivals alone, by the rival nearest to binding."""
    found: dict[tuple[str, float], list[Known]] = {}
    contests = [(part, rival) for part in whole for rival in part.rivals if not rival.ties]
    for known in idle:
        acts = [
            (part, rival)
            for part, rival in contests
            if known.var in breakdown.below([rival.expression])
            and known.var not in breakdown.below([part.expression])
        ]
        if acts:
            part, rival = min(acts, key=lambda pair: abs(math.log(pair[1].ratio or 1e-300)))
            found.setdefault((part.words, rival.ratio), []).append(known)
    return tuple(WithoutGain(tuple(ks), words, ratio) for (words, ratio), ks in found.items())


def _beside(query: Query, candidate: CandidateSolution, whole: Part) -> tuple[Known, ...]:
    """The values that follow of the variables told beside the whole."""
    assert whole.var is not None
    names = set(whole.var.beside) - {query.target.name}
    wanted = [var for var in query.system.variables if var.name in names]
    return tuple(_followed(query, candidate, wanted))


def _followed(query: Query, candidate: CandidateSolution, wanted: Iterable[Var]) -> Iterable[Known]:
    for var in wanted:
        values = query.with_all_defaults.filled(candidate, [var])
        value = None if values is None else values[query.system.slots[var]]
        if value is not None and var not in query.in_force:
            yield computed(var, value)
