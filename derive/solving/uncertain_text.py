"""Uncertain values read from text and checked against the range of their variable.

A range without a name is an interval, without a distribution. `±` is a normal distribution with
that standard deviation. `lognormal A to B` and `normal A to B` state the 5 % and 95 % points,
`uniform A to B` the ends.
"""

from __future__ import annotations

import re
from typing import Any

from derive.equations.var import Var
from derive.errors import GivenError, shorten
from derive.results.known import Known, Origin
from derive.results.uncertain import Z95, Uncertain, UncertainKind
from derive.solving.amounts import example, range_text, read_amount
from derive.solving.uncertain_givens import UncertainInput
from derive.solving.unread_ranges import range_example, refuse_limit, refuse_range
from derive.units.display import format_number
from derive.units.text import difference, parse_quantity

MOST_OUTSIDE = 1e-4  # of a distribution, beyond the range of its variable

_NAMED = re.compile(r"\s*(lognormal|normal|uniform)\b\s*(.*)\Z", re.DOTALL)
_JOINT = re.compile(r"(?:\A|\s+)(to)(?:\s+|\Z)|\s*(±|\+/-|\+-|\+−)\s*")
_POWER = r"(?:(?:\^|\*\*)-?\d+|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
_NUMBER = re.compile(
    rf"(?P<number>[-+−]?\s*\$?\s*[\d.,_]+(?:[eE][+-]?\d+|(?:\s?[×·*x]\s?10(?={_POWER}))?{_POWER})?)"
    r"(?P<letter>[KkMBT](?=\s|\Z))?\s*(?P<unit>.*)\Z",
    re.DOTALL,
)


def stated(var: Var, text: str) -> UncertainInput | None:
    """The uncertain value that a text states; None for a single value. Raises GivenError."""
    text = " ".join(text.split())  # long blanks would be gone through again and again
    refuse_limit(var, text)
    named = _NAMED.match(text)
    kind, rest = named.groups() if named else ("", text)
    pieces = _JOINT.split(rest)
    name = f"{kind} " if kind else ""
    if len(pieces) == 1:
        refuse_range(var, text, name, rest)
    if len(pieces) == 1 and not named:
        return None
    if len(pieces) == 4 and not (pieces[0].strip() and pieces[3].strip()):
        raise _one_sided(var, text, pieces)
    if len(pieces) != 4:
        raise GivenError(
            var.name,
            f"“{shorten(text)}” is not a range of two values",
            f"Write for example {name}{range_example(var)}.",
        )
    first, _, centre, second = pieces
    if kind == UncertainKind.LOGNORMAL and centre:
        raise GivenError(
            var.name,
            f"“{shorten(text)}”: a lognormal is stated by its 90 % range",
            f"Write for example lognormal {range_example(var)}.",
        )
    first, second = _with_units(var, text, first, second, bool(centre))
    plain = UncertainKind.NORMAL if centre else UncertainKind.INTERVAL
    return UncertainInput(
        UncertainKind(kind) if kind else plain,
        first,
        second,
        bool(centre),
    )


def _one_sided(var: Var, text: str, pieces: list[str]) -> GivenError:
    """The error of a range or a centred value of which one of both amounts is not there."""
    if pieces[2]:
        lacking, joint = ("width" if pieces[0].strip() else "value"), pieces[2]
        shape = f"{example(var)} {joint} 10 %"
    else:
        lacking, shape = ("upper end" if pieces[0].strip() else "lower end"), range_example(var)
    return GivenError(
        var.name, f"“{shorten(text)}” lacks its {lacking}", f"Write for example {shape}."
    )


def _with_units(var: Var, text: str, first: str, second: str, centred: bool) -> tuple[str, str]:
    """Both values with a unit: the first may take that of the second."""
    low, high = _NUMBER.match(first.strip()), _NUMBER.match(second.strip())
    if high is None:
        read_amount(var, second)  # raises what is wrong with it, unless it is a quantity in words
    if low is None or high is None:
        return first, second
    if centred and high["unit"] == "%":
        _check_percentage(var, text, low, high)
        return first, second
    if centred and high["unit"].startswith("%") and not low["unit"]:  # 32 ± 10 % sequence
        unit = high["unit"].removeprefix("%")
        return f"{first.strip()} {unit.strip()}", second.removesuffix(unit)
    joint = "+-" if centred else "to"
    _check_unit(var, text, low, high, joint)
    if low["unit"] or not high["unit"]:
        return first, second
    _check_magnitude(var, text, low, high, joint)
    gap = "" if high["unit"].startswith("/") else " "
    return f"{first.strip()}{gap}{high['unit']}", second


def _check_percentage(var: Var, text: str, low: re.Match[str], high: re.Match[str]) -> None:
    """Raise GivenError for a percentage plus or minus a percentage, which is ambiguous."""
    if low["unit"] != "%":
        return
    share, points = low["number"], high["number"]
    pure, width = (parse_quantity(f"{number} %").value for number in (share, points))
    raise GivenError(
        var.name,
        f"“{shorten(text)}” can be read as {points} percentage points or as {points} % of"
        f" {share} %",
        f"Write {pure:g} +- {width:g} or {pure:g} +- {points} %.",
    )


def _check_unit(var: Var, text: str, low: re.Match[str], high: re.Match[str], joint: str) -> None:
    """Raise GivenError if the second value needs a unit and has none."""
    if high["unit"] or not var.unit.dimension:
        return
    if not low["unit"]:
        raise GivenError(
            var.name,
            f"{low[0]} {joint} {high[0]} has no unit, and it is measured in {var.unit.text}",
            f"Write for example {range_example(var)}.",
        )
    if not high["letter"]:
        raise GivenError(
            var.name,
            f"“{shorten(text)}”: {high[0]} has no unit",
            f"Write {low['number']} {joint} {high[0]} {low['unit']}.",
        )


def _check_magnitude(
    var: Var, text: str, low: re.Match[str], high: re.Match[str], joint: str
) -> None:
    """Raise GivenError if the magnitude letter of the second value may belong to the first too."""
    if not high["letter"] or low["letter"] or "e" in low["number"].lower():
        return
    scaled = f"{low['number']}{high['letter']}"
    raise GivenError(
        var.name,
        f"“{shorten(text)}” can be read as from {low['number']} or from {scaled} {high['unit']}",
        f"Write {scaled} {joint} {high[0]}, or {low['number']} {high['unit']} {joint} {high[0]}.",
    )


def read_stated(var: Var, given: UncertainInput, written: str = "") -> Known:
    """The uncertain value of one variable, in its units and within its range. Raises GivenError."""
    text = written.strip() or str(given)
    if given.centred:
        uncertain = _centred(var, given, text)
    else:
        low, high = (read_amount(var, end).value for end in (given.first, given.second))
        if low > high:
            raise GivenError(
                var.name,
                f"“{shorten(text)}” runs backwards",
                f"Write {Uncertain(given.kind, high, low).text(var.unit)}.",
            )
        uncertain = Uncertain(given.kind, low, high)
    if uncertain.low == uncertain.high:
        raise GivenError(
            var.name, f"“{shorten(text)}” is a range without width", "Write the one value."
        )
    _check_range(var, uncertain, text)
    return Known(var, uncertain.middle, Origin.GIVEN, uncertain.reach, text, uncertain=uncertain)


def _centred(var: Var, given: UncertainInput, text: str) -> Uncertain:
    """A centred value; its width is in its unit or in per cent of it."""
    centre = read_amount(var, given.first).value
    share = _NUMBER.match(str(given.second).strip())
    relative = (
        share is not None and share["unit"] == "%" and not str(given.first).strip().endswith("%")
    )
    width = (
        parse_quantity(str(given.second)).value * abs(centre)
        if relative
        else read_amount(var, _width(given.second)).value
    )
    if width < 0:
        raise GivenError(
            var.name,
            f"“{shorten(text)}” has a negative width",
            f"Write for example {example(var)} +- 10 %.",
        )
    reach = Z95 * width if given.kind == UncertainKind.NORMAL else width
    return Uncertain(given.kind, centre - reach, centre + reach)


def _width(second: Any) -> Any:
    """The width of a centred value, of a temperature as a difference."""
    return difference(second) if isinstance(second, str) else second


def _check_range(var: Var, uncertain: Uncertain, text: str) -> None:
    """Raise GivenError if the values leave the variable's range."""
    lognormal = uncertain.kind == UncertainKind.LOGNORMAL
    if uncertain.kind in (UncertainKind.INTERVAL, UncertainKind.UNIFORM) or (
        lognormal and uncertain.low <= 0
    ):
        for end in (uncertain.low, uncertain.high):
            if not var.admits(end) or (lognormal and end <= 0):
                shown = Uncertain(uncertain.kind, end, end).text(var.unit).partition(" to ")[2]
                where = range_text(var) if not var.admits(end) else "of a lognormal (above 0)"
                raise GivenError(
                    var.name,
                    f"“{shorten(text)}”: {shown} lies outside its range {where}",
                    f"Write for example {'lognormal ' * lognormal}{range_example(var)}.",
                )
        return
    outside = share_outside(var, uncertain)
    if outside > MOST_OUTSIDE:
        problem = (
            f"{format_number(100 * outside, 2)} % of “{shorten(text)}” lies outside its range"
            f" {range_text(var)}"
        )
        other = "uniform LOW to HIGH" if lognormal else "lognormal LOW to HIGH, 90 % between them,"
        raise GivenError(var.name, problem, f"Write {other} or a narrower one.")


def share_outside(var: Var, uncertain: Uncertain) -> float:
    """The probability of a distribution beyond the range of its variable."""
    low, high, _, _ = var.bounds
    return uncertain.share_below(low) + (1.0 - uncertain.share_below(high))
