"""Uncertain answer: an answer that shows its spread, and an interval in place of a value."""

from __future__ import annotations

import math
from dataclasses import replace

from derive.equations.expression import regime_nodes
from derive.equations.var import Var
from derive.results.answer import Answer, Solved
from derive.results.solution import ValueInterval
from derive.results.status import Status
from derive.results.uncertain import UncertainKind
from derive.results.uncertainty import SEVERAL, Share, Spread, SpreadMethod


def with_spread(answer: Answer, spread: Spread) -> Answer:
    """The answer with its spread; the ends of an interval replace the value, since it has no middle
    of its own, and it is infeasible where no point is feasible.
    """
    counts = [
        known.var.name
        for known in answer.known
        if known.uncertain and known.uncertain.kind != UncertainKind.INTERVAL and known.var.whole
    ]
    drawn = (f"{name} counts things, and is drawn as a real number" for name in counts)
    if (
        spread.method != SpreadMethod.INTERVAL
        or spread.low is None
        or spread.high is None
        or spread.single
        or any(share.name == SEVERAL for share in spread.statuses)
        or answer.status not in (Status.SOLVED, Status.INFEASIBLE)
    ):
        return replace(answer, spread=spread, warnings=(*answer.warnings, *drawn))
    one_regime = len(spread.regimes) < 2
    in_all = one_regime or (answer.formula is not None and regime_nodes(answer.formula))
    solution = replace(
        answer.solution,
        values=(),
        intervals=(interval_of(answer.target, spread.low, spread.high),),
        regime=answer.regime if one_regime else "",
        formula=answer.formula if in_all else None,
    )
    found = replace(answer, solution=solution, spread=spread)
    feasible = any(share.name == Status.SOLVED for share in spread.statuses)
    return Solved(**found.common) if feasible else found


def interval_of(var: Var, low: float, high: float) -> ValueInterval:
    """The interval between two ends, open where one is infinite or an open end of a range."""
    least, most, open_low, open_high = var.bounds
    return ValueInterval(
        low,
        high,
        math.isinf(low) or (open_low and low == least),
        math.isinf(high) or (open_high and high == most),
    )


def as_given(answer: Answer, left: Answer) -> Answer:
    """The answer where no relation fixes the target: it is as uncertain as it was given, or as what
    is left of an interval.
    """
    item = left.known[0].uncertain
    if item is None:
        return left
    interval = item.kind == UncertainKind.INTERVAL
    spread = Spread(
        answer.target,
        SpreadMethod.INTERVAL if interval else SpreadMethod.EXACT,
        "as you gave it" if left is answer else "what the other givens leave of it",
        item.low,
        item.high,
        None if interval else item.middle,
        None if interval else item.mean,
        statuses=(Share(Status.SOLVED, None if interval else 1.0),),
    )
    return with_spread(left, spread)
