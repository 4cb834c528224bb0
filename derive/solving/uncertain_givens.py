"""Uncertain givens: ranges, plus-minus and distributions, read and checked against their variable.

A range without a name is an interval: it says nothing about what lies within it. `±` is a normal
distribution with that standard deviation. `lognormal A to B` and `normal A to B` state the 5 % and
95 % points, `uniform A to B` the ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from derive.equations.var import Var
from derive.errors import GivenError, shorten
from derive.results.known import Known, Origin
from derive.results.uncertain import Z95, Uncertain, UncertainKind
from derive.solving.amounts import example, range_text, read_amount
from derive.units.display import format_number
from derive.units.text import parse_quantity

MOST_OUTSIDE = 1e-4  # of a distribution, beyond the range of its variable

_NAMED = re.compile(r"\s*(lognormal|normal|uniform)\b\s*(.*)\Z", re.DOTALL)
_JOINT = re.compile(r"\s+(to)\s+|\s*(±|\+/-|\+-|\+−)\s*")
_DASHED = re.compile(r"\s*(\$?[\d.,_]+(?:[eE][+-]?\d+)?)\s*[-–—−]\s*(\$?\d.*)\Z", re.DOTALL)
_NUMBER = re.compile(
    r"(?P<number>[-+−]?\s*\$?\s*[\d.,_]+(?:[eE][+-]?\d+)?)(?P<letter>[KkMBT](?=\s|\Z))?\s*(?P<unit>.*)\Z",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class UncertainInput:
    """An uncertain value as somebody states it: from `first` to `second`, or `first` plus or minus
    `second` (`centred`).

    Both are whatever a given may be: text, a pint quantity, or a number where the variable is one.
    """

    kind: UncertainKind
    first: Any
    second: Any
    centred: bool = False

    def __str__(self) -> str:
        named = self.kind in (UncertainKind.LOGNORMAL, UncertainKind.UNIFORM)
        joint = "±" if self.centred else "to"
        return f"{f'{self.kind} ' if named else ''}{self.first} {joint} {self.second}"


def interval(low: Any, high: Any) -> UncertainInput:
    """Anywhere from `low` to `high`, nothing said about what lies within; as text: "2 to 3
    USD/hour/GPU".

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
    """Every value between `low` and `high` as likely as any other; as text: "uniform 2 to 3
    USD/hour/GPU".
    """
    return UncertainInput(UncertainKind.UNIFORM, low, high)


def stated(var: Var, text: str) -> UncertainInput | None:
    """The uncertain value that a text states; None if it states a single one. Raises GivenError
    naming the fix.
    """
    text = text.strip()
    named = _NAMED.match(text)
    kind, rest = named.groups() if named else ("", text)
    pieces = _JOINT.split(rest)
    name = f"{kind} " if kind else ""
    if len(pieces) == 1 and (dashed := _DASHED.match(rest)):
        raise GivenError(
            var.name,
            f"“{shorten(text)}” has a dash",
            f"For a range write {name}{dashed[1]} to {dashed[2].strip()}.",
        )
    if len(pieces) == 1 and not named:
        return None
    if len(pieces) != 4:
        raise GivenError(
            var.name,
            f"“{shorten(text)}” is no range of two values",
            f"Write for example {name}{_shape(var)}.",
        )
    first, _, centre, second = pieces
    if kind == UncertainKind.LOGNORMAL and centre:
        raise GivenError(
            var.name,
            f"“{shorten(text)}”: a lognormal is stated by its 90 % range",
            f"Write for example lognormal {_shape(var)}.",
        )
    first, second = _with_units(var, text, first, second, bool(centre))
    plain = UncertainKind.NORMAL if centre else UncertainKind.INTERVAL
    return UncertainInput(
        UncertainKind(kind) if kind else plain, first, second, centred=bool(centre)
    )


def _with_units(var: Var, text: str, first: str, second: str, centred: bool) -> tuple[str, str]:
    """Both values with a unit: the first may take that of the second."""
    low, high = _NUMBER.match(first.strip()), _NUMBER.match(second.strip())
    if low is None or high is None:
        return first, second
    if centred and high["unit"] == "%":
        if low["unit"] == "%":
            share, points = low["number"], high["number"]
            pure, width = (parse_quantity(f"{number} %").value for number in (share, points))
            mended = f"Write {pure:g} +- {width:g} or {pure:g} +- {points} %."
            raise GivenError(
                var.name,
                f"“{shorten(text)}” can be read as {points} percentage points or as {points} % of"
                f" {share} %",
                mended,
            )
        return first, second
    joint = "+-" if centred else "to"
    if not low["unit"] and not high["unit"] and var.unit.dimension:
        both = f"{first.strip()} {joint} {second.strip()}"
        raise GivenError(
            var.name,
            f"{both} has no unit, and it is measured in {var.unit.text}",
            f"Write for example {_shape(var)}.",
        )
    if low["unit"] and not high["unit"] and not high["letter"] and var.unit.dimension:
        raise GivenError(
            var.name,
            f"“{shorten(text)}”: {second.strip()} has no unit",
            f"Write {low['number']} {joint} {second.strip()} {low['unit']}.",
        )
    if low["unit"] or not high["unit"]:
        return first, second
    if high["letter"] and not low["letter"] and "e" not in low["number"].lower():
        scaled = f"{low['number']}{high['letter']}"
        fix = (
            f"Write {scaled} {joint} {second.strip()}, or {low['number']} {high['unit']} {joint}"
            f" {second.strip()}."
        )
        raise GivenError(
            var.name,
            f"“{shorten(text)}” can be read as from {low['number']} or from {scaled}"
            f" {high['unit']}",
            fix,
        )
    gap = "" if high["unit"].startswith("/") else " "
    return f"{first.strip()}{gap}{high['unit']}", second


def _shape(var: Var) -> str:
    """A range somebody might write for this variable: 1.6 to 2.4 USD/hour/GPU."""
    number, space, unit = example(var).partition(" ")
    return (
        f"{format_number(0.8 * float(number), 2)} to"
        f" {format_number(1.2 * float(number), 2)}{space}{unit}"
    )


def read_stated(var: Var, said: UncertainInput, written: str = "") -> Known:
    """The uncertain value of one variable, in its units and within its range. Raises GivenError."""
    text = written.strip() or str(said)
    if said.centred:
        uncertain = _centred(var, said, text)
    else:
        low, high = (read_amount(var, end).value for end in (said.first, said.second))
        if low > high:
            raise GivenError(
                var.name,
                f"“{shorten(text)}” runs backwards",
                f"Write {Uncertain(said.kind, high, low).text(var.unit)}.",
            )
        uncertain = Uncertain(said.kind, low, high)
    if uncertain.low == uncertain.high:
        raise GivenError(
            var.name, f"“{shorten(text)}” is a range without width", "Write the one value."
        )
    _hold_range(var, uncertain, text)
    return Known(var, uncertain.middle, Origin.GIVEN, uncertain.reach, text, uncertain=uncertain)


def _centred(var: Var, said: UncertainInput, text: str) -> Uncertain:
    """A value with a width around it, in its unit or as a share of it."""
    centre = read_amount(var, said.first).value
    share = _NUMBER.match(str(said.second).strip())
    relative = (
        share is not None and share["unit"] == "%" and not str(said.first).strip().endswith("%")
    )
    width = (
        parse_quantity(str(said.second)).value * abs(centre)
        if relative
        else read_amount(var, said.second).value
    )
    if width < 0:
        raise GivenError(
            var.name,
            f"“{shorten(text)}” has a negative width",
            f"Write for example {example(var)} +- 10 %.",
        )
    reach = Z95 * width if said.kind == UncertainKind.NORMAL else width
    return Uncertain(said.kind, centre - reach, centre + reach)


def _hold_range(var: Var, uncertain: Uncertain, text: str) -> None:
    """Raise GivenError where the values leave the variable's range."""
    if uncertain.kind in (UncertainKind.INTERVAL, UncertainKind.UNIFORM) or (
        uncertain.kind == UncertainKind.LOGNORMAL and uncertain.low <= 0
    ):
        for end in (uncertain.low, uncertain.high):
            if not var.admits(end) or (uncertain.kind == UncertainKind.LOGNORMAL and end <= 0):
                shown = Uncertain(uncertain.kind, end, end).text(var.unit).partition(" to ")[2]
                where = range_text(var) if not var.admits(end) else "of a lognormal (above 0)"
                raise GivenError(
                    var.name,
                    f"“{shorten(text)}”: {shown} lies outside its range {where}",
                    f"Write for example {_shape(var)}.",
                )
        return
    outside = share_outside(var, uncertain)
    if outside > MOST_OUTSIDE:
        problem = (
            f"{format_number(100 * outside, 2)} % of “{shorten(text)}” lies outside its range"
            f" {range_text(var)}"
        )
        other = (
            "uniform LOW to HIGH"
            if uncertain.kind == UncertainKind.LOGNORMAL
            else "lognormal LOW to HIGH, 90 % between them,"
        )
        raise GivenError(var.name, problem, f"Write {other} or a narrower one.")


def share_outside(var: Var, uncertain: Uncertain) -> float:
    """How much of a distribution lies beyond the range of its variable."""
    low, high, _, _ = var.bounds
    below = uncertain.share_below(low) if low > -float("inf") else 0.0
    return below + (1.0 - uncertain.share_below(high) if high < float("inf") else 0.0)
