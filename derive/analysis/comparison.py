"""Comparison of two answers: flips, and the shares of the inputs in the change."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from derive.analysis.flips import flips
from derive.analysis.shapley import Player, inputs, shares
from derive.arguments import called, instance
from derive.equations.var import Var
from derive.errors import DeclarationError
from derive.results.answer import Answer
from derive.results.comparison import Change, Comparison, Regression
from derive.results.known import Known


@called("derive.compare(answer, another)")
def compare(first: Answer, second: Answer) -> Comparison:
    """The differences of the second answer: regimes, constraints, status, numbers and their causes.

    Raises DeclarationError for answers about different variables.

    >>> import derive
    >>> small = {"hbm_capacity": "80 GB/GPU", "hbm_bandwidth": "2 TB/s/GPU"}
    >>> large = {"hbm_capacity": "160 GB/GPU", "hbm_bandwidth": "4 TB/s/GPU"}
    >>> one, two = derive.solve("drain_time", small), derive.solve("drain_time", large)
    >>> [(change.name, round(change.share, 3)) for change in derive.compare(one, two).changes]
    [('hbm_bandwidth', -0.693), ('hbm_capacity', 0.693)]
    """
    for name, answer in (("first", first), ("second", second)):
        instance(answer, Answer, name, "derive.solve(target, given)")
    if first.target != second.target:
        raise DeclarationError(
            second.target.name,
            f"it is compared with {first.target.name}",
            "Compare answers about one variable.",
        )
    before, after = inputs(first), inputs(second)
    players = _players(first, second)
    sound = first.conflict is None and second.conflict is None
    log_ratio = _log_ratio(first.number, second.number) if sound else None
    parts, method = shares(first, second, players) if log_ratio is not None else (None, "")
    return Comparison(
        first,
        second,
        flips(first, second),
        log_ratio,
        tuple(
            _change(player, before, after, parts[k] if parts else None)
            for k, player in enumerate(players)
        ),
        method if parts and len(players) > 1 else "",
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


def _players(first: Answer, second: Answer) -> list[Player]:
    """The changed inputs in nomenclature order, then None if the inputs or relations differ."""
    before, after = inputs(first), inputs(second)
    changed = [
        v
        for v in before
        if v in after and not math.isclose(before[v].value, after[v].value, rel_tol=1e-12)
    ]
    equations = [{relation.equation for relation in answer.relations} for answer in (first, second)]
    restated = set(before) != set(after) or equations[0] != equations[1]
    return [*sorted(changed, key=lambda v: (v.rank, v.name)), *([None] if restated else [])]


def _change(
    player: Player, before: Mapping[Var, Known], after: Mapping[Var, Known], share: float | None
) -> Change:
    if player is None:
        return Change(None, None, None, share)
    return Change(player, before.get(player), after.get(player), share)


def _log_ratio(first: float | None, second: float | None) -> float | None:
    if first is not None and second is not None and first > 0 and second > 0:
        return math.log(second / first)
    return None


def _only(first: Sequence[str], second: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The items of the first alone, and of the second alone."""
    return tuple(x for x in first if x not in second), tuple(x for x in second if x not in first)


def _sources(answer: Answer) -> list[str]:
    cited = [known.source for known in answer.known] + [
        c.source for relation in answer.relations for c in relation.citations
    ]
    return list(dict.fromkeys(id for id in cited if id))


def _variants(first: Mapping[str, str], second: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Choices that differ; a group of one answer alone differs by its relations."""
    return {
        group: (first[group], second[group])
        for group in sorted(set(first) & set(second))
        if first[group] != second[group]
    }
