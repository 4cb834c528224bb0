"""Flips between two answers: status, regime, sense, constraints, conflict and bound that differ."""

from __future__ import annotations

from derive.display import enumeration
from derive.results.answer import Answer
from derive.results.comparison import Flip
from derive.results.solution import ConstraintCheck

_FEATURES = ("status", "result", "regime", "sense", "clash", "bound")


def flips(first: Answer, second: Answer) -> tuple[Flip, ...]:
    """Differing features, then constraints with another verdict, then constraints not checked."""
    found = [
        Flip(feature, before, after)
        for feature, before, after in zip(
            _FEATURES, _features(first), _features(second), strict=True
        )
        if before != after
    ]
    before = {check.name: check for check in first.constraints}
    after = {check.name: check for check in second.constraints}
    for name in (*after, *(name for name in before if name not in after)):
        old, new = before.get(name), after.get(name)
        if old is None or new is None or old.satisfied != new.satisfied:
            found.append(Flip(name, _verdict(old), _verdict(new)))
    return tuple(found)


def _features(answer: Answer) -> tuple[str, ...]:
    """The features of an answer as text, in the order of `_FEATURES`."""
    regimes = dict.fromkeys(value.regime for value in answer.outcomes if value.regime)
    bound = answer.bound
    return (
        answer.status,
        _result_kind(answer),
        " or ".join(regimes) or answer.regime or "none",
        answer.sense,
        enumeration(answer.conflict.names) if answer.conflict else "none",
        f"{bound.var.name} {bound.kind} {bound.text}" if bound else "none",
    )


def _result_kind(answer: Answer) -> str:
    if answer.interval is not None:
        return "an interval"
    if len(answer.outcomes) == 1:
        return "one value"
    return "several values" if answer.outcomes else "no value"


def _verdict(check: ConstraintCheck | None) -> str:
    if check is None:
        return "not judged"
    return f"{'holds' if check.satisfied else 'fails'}: {check.by}"
