"""Comparing: what flipped between two answers, and the change of the target shared out among the
inputs that changed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations

from derive.equations.var import Var
from derive.errors import DeclarationError
from derive.results.answer import Answer
from derive.results.comparison import Change, Comparison, Flip, Regression
from derive.results.known import Known, Origin
from derive.solving.equation_system import EquationSystem
from derive.solving.query import quick_value

Level = Callable[[frozenset[int]], float]  # ln(target) once some of the inputs have changed

MOST_SHARED = 8  # changed inputs for which every order is averaged over
SHAPLEY = "the mean over every order in which the inputs can be changed one by one (Shapley)"
BOTH_WAYS = (
    "the mean of changing the inputs one by one in nomenclature order and in the reverse order"
)


def compare(first: Answer, second: Answer) -> Comparison:
    """What is otherwise in the second answer: regimes, constraints and status, then the numbers and
    why they moved.

    Raises DeclarationError for answers about different variables.

    >>> import derive
    >>> small = {"hbm_capacity": "80 GB/GPU", "hbm_bandwidth": "2 TB/s/GPU"}
    >>> large = {"hbm_capacity": "160 GB/GPU", "hbm_bandwidth": "4 TB/s/GPU"}
    >>> one, two = derive.solve("drain_time", small), derive.solve("drain_time", large)
    >>> [(change.name, round(change.share, 3)) for change in derive.compare(one, two).changes]
    [('hbm_bandwidth', -0.693), ('hbm_capacity', 0.693)]
    """
    if first.target != second.target:
        raise DeclarationError(
            second.target.name,
            f"it is compared with {first.target.name}",
            "Compare answers about one variable.",
        )
    before, after = _inputs(first), _inputs(second)
    changed = [
        v
        for v in before
        if v in after and not math.isclose(before[v].value, after[v].value, rel_tol=1e-12)
    ]
    restated = set(before) != set(after) or {r.equation for r in first.relations} != {
        r.equation for r in second.relations
    }
    players: list[Var | None] = [
        *sorted(changed, key=lambda v: (v.rank, v.name)),
        *([None] if restated else []),
    ]
    log_ratio = _log_ratio(first.number, second.number)
    shares, method = _shares(first, second, players) if log_ratio is not None else (None, "")
    return Comparison(
        first,
        second,
        _flips(first, second),
        log_ratio,
        tuple(
            Change(
                v,
                before.get(v) if v else None,
                after.get(v) if v else None,
                shares[k] if shares else None,
            )
            for k, v in enumerate(players)
        ),
        method if shares and len(players) > 1 else "",
        tuple(known for v, known in after.items() if v not in before),
        tuple(known for v, known in before.items() if v not in after),
        _only([r.name for r in first.relations], [r.name for r in second.relations]),
        _variants(first.variants, second.variants),
        _only(_sources(first), _sources(second)),
    )


def compare_all(first: Mapping[str, Answer], second: Mapping[str, Answer]) -> Regression:
    """Answers compared question by question, such as those of a report before and after its data
    changed.
    """
    found = {
        name: compare(answer, second[name])
        for name, answer in first.items()
        if name in second and second[name].target == answer.target
    }
    return Regression(
        found,
        tuple(name for name in second if name not in found),
        tuple(name for name in first if name not in found),
    )


def _inputs(answer: Answer) -> dict[Var, Known]:
    return {known.var: known for known in answer.known if known.origin != Origin.COMPUTED}


def _log_ratio(first: float | None, second: float | None) -> float | None:
    return (
        math.log(second / first)
        if first is not None and second is not None and first > 0 and second > 0
        else None
    )


def _only(first: Sequence[str], second: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is in the first alone, and in the second alone."""
    return tuple(x for x in first if x not in second), tuple(x for x in second if x not in first)


def _sources(answer: Answer) -> list[str]:
    cited = [known.source for known in answer.known] + [
        c.source for relation in answer.relations for c in relation.citations
    ]
    return list(dict.fromkeys(id for id in cited if id))


def _variants(first: Mapping[str, str], second: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Choices that differ; a group that only one answer rests on is told by its relations."""
    return {
        group: (first[group], second[group])
        for group in sorted(set(first) & set(second))
        if first[group] != second[group]
    }


# --- what flipped ---------------------------------------------------------------------------------


def _flips(first: Answer, second: Answer) -> tuple[Flip, ...]:
    """Status, kind of result, regime and sense, then each constraint judged otherwise, then bounds
    and clashes.
    """
    told = [
        Flip(what, before, after)
        for what, before, after in zip(_WHAT, _words(first), _words(second), strict=True)
        if before != after
    ]
    before = {judged.name: judged for judged in first.constraints}
    for judged in second.constraints:
        old = before.pop(judged.name, None)
        if old is None or old.satisfied != judged.satisfied:
            told.append(
                Flip(
                    judged.name,
                    _verdict(old.satisfied, old.by) if old else "not judged",
                    _verdict(judged.satisfied, judged.by),
                )
            )
    told += [
        Flip(name, _verdict(old.satisfied, old.by), "not judged") for name, old in before.items()
    ]
    return tuple(told)


_WHAT = ("status", "result", "regime", "sense", "clash", "bound")


def _words(answer: Answer) -> tuple[str, ...]:
    count = (
        "one value"
        if len(answer.outcomes) == 1
        else "several values"
        if answer.outcomes
        else "no value"
    )
    kind = "an interval" if answer.interval is not None else count
    regimes = (
        " or ".join(dict.fromkeys(outcome.regime for outcome in answer.outcomes if outcome.regime))
        or answer.regime
        or "none"
    )
    clash = " and ".join(answer.conflict.names) if answer.conflict else "none"
    bound = (
        f"{answer.bound.var.name} {answer.bound.kind} {answer.bound.text}"
        if answer.bound
        else "none"
    )
    return answer.status, kind, regimes, answer.sense, clash, bound


def _verdict(satisfied: bool, by: str) -> str:
    return f"{'holds' if satisfied else 'fails'}: {by}"


# --- why the number moved -------------------------------------------------------------------------


def _shares(
    first: Answer, second: Answer, players: Sequence[Var | None]
) -> tuple[list[float] | None, str]:
    """Each changed input's part of the change of ln(target); None where a mixture of both questions
    has no single value.
    """
    systems = EquationSystem.fixed(first.relations), EquationSystem.fixed(second.relations)
    before, after = _inputs(first), _inputs(second)
    ends = {frozenset[int](): first.number, frozenset(range(len(players))): second.number}

    @cache
    def level(moved: frozenset[int]) -> float:
        """ln(target) with some of the players as they are in the second question."""
        number = ends.get(moved)
        if number is None:
            later = any(players[k] is None for k in moved)
            known = dict(after if later else before)
            for k, var in enumerate(players):
                if var is not None:
                    known[var] = after[var] if k in moved else before[var]
            number = quick_value(systems[later], first.target, known)
        if number is None or number <= 0:
            raise ArithmeticError("this mixture has no single positive value")
        return math.log(number)

    try:
        if len(players) <= MOST_SHARED:
            return [_shapley(level, k, len(players)) for k in range(len(players))], SHAPLEY
        forward, backward = (
            _one_by_one(level, range(len(players))),
            _one_by_one(level, range(len(players) - 1, -1, -1)),
        )
        return [0.5 * (forward[k] + backward[k]) for k in range(len(players))], BOTH_WAYS
    except ArithmeticError:
        return None, ""


def _shapley(level: Level, k: int, count: int) -> float:
    """The mean, over all orders, of what moving player k does."""
    others = [j for j in range(count) if j != k]
    parts = []
    for size in range(count):
        weight = 1.0 / (count * math.comb(count - 1, size))
        parts += [
            weight * (level(frozenset((*some, k))) - level(frozenset(some)))
            for some in combinations(others, size)
        ]
    return math.fsum(parts)


def _one_by_one(level: Level, order: Sequence[int]) -> dict[int, float]:
    return {
        k: level(frozenset(order[: place + 1])) - level(frozenset(order[:place]))
        for place, k in enumerate(order)
    }
