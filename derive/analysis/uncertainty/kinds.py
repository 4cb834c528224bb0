"""Kinds of uncertain givens: intervals, or distributions."""

from __future__ import annotations

from collections.abc import Mapping

from derive.analysis.uncertainty.exact import Uncertainties
from derive.equations.var import Var
from derive.errors import GivenError
from derive.results.known import Known
from derive.results.uncertain import UncertainKind


def are_intervals(uncertain: Uncertainties) -> bool:
    """Whether some givens are intervals."""
    return any(item.kind == UncertainKind.INTERVAL for item in uncertain.values())


def all_intervals(stated: Mapping[Var, Known], target: Var) -> Uncertainties:
    """The uncertain givens, if they are intervals and nothing is stated of the target."""
    uncertain = {var: known.uncertain for var, known in stated.items() if known.uncertain}
    return {} if target in stated or not are_intervals(uncertain) else uncertain


def check_one_kind(uncertain: Uncertainties) -> None:
    """Raise GivenError for an interval, which has no percentiles, beside a distribution."""
    spans = [var.name for var, item in uncertain.items() if item.kind == UncertainKind.INTERVAL]
    others = [var.name for var, item in uncertain.items() if item.kind != UncertainKind.INTERVAL]
    if spans and others:
        item = next(item for item in uncertain.values() if item.kind == UncertainKind.INTERVAL)
        var = next(var for var in uncertain if var.name == spans[0])
        problem = (
            f"it is an interval and {others[0]} a distribution: an interval says nothing about what"
            " lies within it, so the answer has no percentiles"
        )
        raise GivenError(
            spans[0],
            problem,
            f"Write uniform {item.text(var.unit)} if every value in it is as likely, or give"
            " intervals only.",
        )
