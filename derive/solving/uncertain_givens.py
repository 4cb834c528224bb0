"""Uncertain givens as the user states them: intervals and distributions, not yet read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from derive.results.uncertain import UncertainKind


@dataclass(frozen=True, slots=True)
class UncertainInput:
    """An uncertain value from `first` to `second`, or `first` plus or minus `second` (`centred`).

    Both are text, pint quantities, or numbers where the variable is dimensionless.
    """

    kind: UncertainKind
    first: Any
    second: Any
    centred: bool = False

    def __str__(self) -> str:
        joint = "±" if self.centred else "to"
        named = (
            f"{self.kind} " if self.kind in (UncertainKind.LOGNORMAL, UncertainKind.UNIFORM) else ""
        )
        return f"{named}{self.first} {joint} {self.second}"


def interval(low: Any, high: Any) -> UncertainInput:
    """An interval from `low` to `high` without a distribution; as text: "2 to 3 USD/hour/GPU".

    >>> import derive
    >>> capacity = derive.interval("80 GB/GPU", "96 GB/GPU")
    >>> given = {"hbm_capacity": capacity, "hbm_bandwidth": "4 TB/s/GPU"}
    >>> derive.solve("drain_time", given).text
    '20 ms to 24 ms'
    """
    return UncertainInput(UncertainKind.INTERVAL, low, high)


def lognormal(low: Any, high: Any) -> UncertainInput:
    """A lognormal distribution with 90 % of it between `low` and `high`; as text: "lognormal 1e11
    to 3e11 param".

    >>> import derive
    >>> params = derive.lognormal("1e10 param", "4e10 param")
    >>> run = {"active_params": params, "training_tokens": "1e12 token"}
    >>> answer = derive.solve("training_flops", run)
    >>> answer.text, answer.spread.method
    ('120e21 FLOP', 'exact')
    """
    return UncertainInput(UncertainKind.LOGNORMAL, low, high)


def normal(mean: Any, deviation: Any) -> UncertainInput:
    """A normal distribution with this mean and standard deviation; as text: "20 ± 2 ms"."""
    return UncertainInput(UncertainKind.NORMAL, mean, deviation, centred=True)


def uniform(low: Any, high: Any) -> UncertainInput:
    """A uniform distribution from `low` to `high`; as text: "uniform 2 to 3 USD/hour/GPU"."""
    return UncertainInput(UncertainKind.UNIFORM, low, high)
