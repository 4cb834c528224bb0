"""Finding for an equation that balances with something that it does not say."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import islice
from math import prod

from derive.checking.disambiguation.interpretation import (
    MOST_TOGETHER,
    Interpretation,
    choices_of,
    interpret,
)
from derive.checking.figures.as_written import prices_agree_as_written
from derive.checking.figures.times_put_back import times_are_evident
from derive.checking.figures.worked_number import SideKind
from derive.checking.grammar.tree import NameNode, NumberNode
from derive.checking.habits.agreeing import DEGREES, put_back
from derive.checking.habits.habit import counted_dimensions
from derive.checking.habits.put_back import OPEN, PutBack, Way
from derive.checking.matching.match import Match
from derive.checking.symbols.name_meanings import NameMeanings, readings
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import PHYSICAL
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.letters_alone import are_letters_alone, letters_to_bind
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.messages import excerpt, guess_words, meanings, reading_words
from derive.checking.verdicts.remarks import are_whole
from derive.checking.verdicts.unit_behind import balanced_by_unit_behind
from derive.checking.verdicts.worked_figures import (
    agree_without_times,
    as_written,
    is_per_time,
    miscomputed,
)
from derive.display import enumeration
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.var import Var
from derive.units.dimension import PURE, Dimension
from derive.units.display import format_number
from derive.units.multipliers import COUNTED

_GPU, _SEQUENCE = Dimension({"device": 1}), Dimension({"sequence": 1})
_TOKEN = Dimension({"token": 1})
_ONE_TOKEN = Dimension({"computation": 1, "parameter": -1})
_USUAL = frozenset(
    (
        (_GPU, Way.PER),
        (_SEQUENCE, Way.PER),
        (_TOKEN / _SEQUENCE, Way.LEFT_OUT),
        (_TOKEN, Way.LEFT_OUT),
    )
)


def conditional(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation, at fault at a position and with its match in the library, that
    balances with a conversion that is left out by habit, or with a unit on a bare figure; None for
    any other.
    """
    if (missing := _without_unit(found)) is not None:
        figure, unit = missing
        if (stated := balanced_by_unit_behind(found, names, unit)) is not None:
            return stated
        if not found.reading and (wrong := miscomputed(found, names, ())):
            return wrong
        outcome = Outcome.HABIT if unit in counted_dimensions() else Outcome.UNIT_TO_GUESS
        condition, mend = f"{figure} is in {unit}", f"write it in {unit}"
        if unit in DEGREES:  # TP * PP = 16
            outcome, condition = Outcome.USUAL_HABIT, f"{figure} is a number of GPUs"
            mend = "check with --count GPU"
        return finding_if(found, names, outcome, position, condition, mend, match)
    conversions = put_back(found.pairs)
    if conversions is not None and not _lacks_tokens(conversions, found, names):
        lacking = prod((one.dimension for one in conversions), start=PURE)
        if (stated := balanced_by_unit_behind(found, names, lacking)) is not None:
            return stated
        if not found.reading and (whole := _of_one_figure(conversions)):
            condition = _of_figure(whole)
            mend = "write the unit of that figure"
            return finding_if(found, names, Outcome.HABIT, position, condition, mend, match)
        if not found.reading:
            conversions = tuple(as_written(one, found.statement) for one in conversions)
            if wrong := miscomputed(found, names, conversions):
                return wrong
        condition = enumeration([*map(str, conversions)])
        mend = enumeration([one.mend for one in conversions])
        outcome = Outcome.UNIT_TO_GUESS if OPEN in conversions else Outcome.HABIT
        outcome = Outcome.USUAL_HABIT if _is_usual(conversions, found) else outcome
        if outcome == Outcome.UNIT_TO_GUESS and are_letters_alone(found, names):
            return letters_to_bind(found, names, position, condition)
        left = any(one.way == Way.LEFT_OUT for one in conversions)
        return finding_if(found, names, outcome, position, condition, mend, match, left_out=left)
    return None


def _is_usual(conversions: Collection[PutBack], found: Interpretation) -> bool:
    """Whether a logarithm counts bits, a bare 1 is one of what it is added to, names of counted
    things are compared, a name has a value without “per GPU” or “per token”, or
    figures are computed with one thing counted as if it were a number, 8 GPUs × 80 GB = 640 GB, or
    per a time that is left to the reader: 30 × $180 = $5,400 per month, or prices are per what
    stands beside them.
    """
    sides = found.statement.sides
    if all(one.way == Way.COUNTS and one.number == 1 for one in conversions):
        return True
    if _compares_counts(conversions, found):
        return True
    if not found.reading and len(conversions) == 1:
        (one,) = conversions
        if one.way == Way.COUNTS and one.number is None:
            counted = all(base in COUNTED for base, _ in one.dimension.exponents)
            return counted and are_whole(found.statement)
        if is_per_time(one):
            return agree_without_times(found.statement) or times_are_evident(found.statement)
        if one.way == Way.PER and dict(one.dimension.exponents).keys() != {"information"}:
            return prices_agree_as_written(found.statement)
        one_counted = not counted_dimensions().isdisjoint((one.dimension, one.dimension**-1))
        return one.way in (Way.LEFT_OUT, Way.STANDS) and one_counted
    value = any(isinstance(side, NameNode) for side in sides) and SideKind.FIGURE in found.kinds
    usual = _USUAL.issuperset((one.dimension, one.way) for one in conversions)
    return (value and usual) or all(one.way == Way.LOGARITHM for one in conversions)


def _compares_counts(conversions: Collection[PutBack], found: Interpretation) -> bool:
    """Whether numbers of two things, each a name, are compared: max_tokens >= max_requests."""
    counts = all(
        one.way == Way.LEFT_OUT and all(base in COUNTED for base, _ in one.dimension.exponents)
        for one in conversions
    )
    named = all(isinstance(side, NameNode) for side in found.statement.sides)
    return counts and named and {*found.statement.signs}.isdisjoint("=≈")


def _of_one_figure(conversions: Collection[PutBack]) -> Dimension | None:
    """The unit that one figure has instead of several conversions left out; None for others."""
    lacking = [one.dimension for one in conversions if one.way == Way.LEFT_OUT]
    return prod(lacking, start=PURE) if len(lacking) == len(conversions) > 1 else None


def _of_figure(whole: Dimension) -> str:
    """The condition that a figure is in a unit; one counted per GPU is no unit with GPUs in it."""
    each = whole / _GPU
    if dict(whole.exponents).get("device") != 1 or not each:
        return f"a bare figure is in {whole}"
    return f"a bare figure is in {each} and {PutBack(_GPU, None, Way.LEFT_OUT)}"


def _lacks_tokens(conversions: Collection[PutBack], found: Interpretation, names: Names) -> bool:
    """Whether a conversion is that of one token, beside a name that may count tokens."""
    return any(one.dimension == _ONE_TOKEN for one in conversions) and any(
        var.unit.dimension in (_TOKEN, _TOKEN / _SEQUENCE)
        for choice in choices_of(found.statement, names).values()
        for var, _ in choice.readings
    )


def conditional_elsewhere(found: Interpretation, names: Names) -> Finding | None:
    """The finding for an equation that balances with a conversion left out by habit in another
    reading: with a number of GPUs, figures of all GPUs as those of one; lengths in tokens, which
    were read per sequence or as numbers. None for any other.
    """
    choices = choices_of(found.statement, names)
    for reading in islice(readings(choices), MOST_TOGETHER):
        changed = [word for word, var in reading.items() if var != found.reading[word]]
        if changed and all(_may_be(reading[word], word, choices, found) for word in changed):
            other = interpret(found.passage, found.statement, reading)
            finding = None if other.balances else conditional(other, names, None, None)
            if finding is not None:
                return finding
    return None


def _may_be(
    var: Var, word: str, choices: Mapping[str, NameMeanings], found: Interpretation
) -> bool:
    """Whether a name may be read as a variable instead of the one that was found."""
    if choices[word].scoped:
        return _GPU in [other.unit.dimension for other in found.reading.values()]
    was = found.reading[word].unit.dimension
    return var.unit.dimension == _TOKEN and was in (PURE, _TOKEN / _SEQUENCE)


def finding_if(
    found: Interpretation,
    names: Names,
    outcome: Outcome,
    position: int | None,
    condition: str,
    mend: str,
    match: Match | None,
    *,
    left_out: bool = False,
) -> Finding:
    """The finding for an equation that balances under a condition, with its mend; a note beside a
    guess of a letter that no relation confirms, unless a factor is `left_out` altogether.
    """
    known = f" {match}" if match and match.relation else ""
    guess = guess_words(found, names)
    if guess and outcome == Outcome.HABIT and not (known or left_out):
        outcome = Outcome.USUAL_HABIT
    brief = f"{guess and f'if {guess}: '}consistent if {condition}."
    return placed(
        found.passage,
        outcome,
        f"{excerpt(found.text, position, found.statement.begin)}\n"
        f"{brief[0].upper()}{brief[1:]}{known}{reading_words(found, names)}",
        position,
        sides=found.sides,
        bindings=meanings(found, names),
        mend=f"{mend[0].upper()}{mend[1:]}.",
        brief=f"{brief}{known}",
        kinship=match,
    )


def _without_unit(found: Interpretation) -> tuple[str, Dimension] | None:
    """The bare figure whose missing unit is all that keeps the sides from agreeing, and that unit;
    None if there is none. A bare 1 is a pure number, and so is what stands beside metres.
    """
    kinds = found.kinds
    bare = [k for k, kind in enumerate(kinds) if kind == SideKind.BARE]
    if SideKind.FIGURE in kinds or not bare or len(bare) == len(kinds):
        return None
    try:
        dimensions = {
            dimension_of(side) for k, side in enumerate(found.sides) if k not in bare and side != 0
        }
    except Mismatch:
        return None
    if len(dimensions) != 1 or dimensions == {PURE} or "∝" in found.statement.signs:
        return None
    side = found.statement.sides[bare[-1]]
    figure = format_number(float(side.value)) if isinstance(side, NumberNode) else "the figure"
    unit = dimensions.pop()
    physical = any(name in PHYSICAL for name, _ in unit.exponents)
    value = any(isinstance(other, NameNode) for other in found.statement.sides)
    return None if (figure == "1" and not value) or physical else (figure, unit)
