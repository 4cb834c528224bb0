"""Findings for figures that agree as their author goes on with them, or with units that are left to
the reader.
"""

from __future__ import annotations

import re
from dataclasses import replace

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.figures.added_shares import with_added_shares
from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.as_written import agree_as_written, without_degrees
from derive.checking.figures.bare_terms import with_sizes, with_thousands
from derive.checking.figures.clock_steps import with_clock_steps
from derive.checking.figures.counted_below import without_counted_below
from derive.checking.figures.prices import by_millions, by_thousands, paid_for_time, prices
from derive.checking.figures.running import carries_on, wrong_step
from derive.checking.figures.times_put_back import times_are_evident, times_fit
from derive.checking.figures.whole_quotients import with_whole_quotients
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import StatementNode
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import Outcome, judgement
from derive.checking.verdicts.messages import excerpt, guess_words, meanings, reading_words
from derive.checking.verdicts.remarks import worst_figures
from derive.checking.verdicts.worked_figures import worked_figures

_SIZES = {1e6: "million", 1e9: "billion", 1e12: "trillion"}
_ROUGH = re.compile(r"~\s?\d[\d.,]*\s*[A-Za-z]{0,9}\s*[×*/·]")
AS_WRITTEN = "a figure has a unit that is missing: as written, the figures agree"
_TIMED = "a time that is left out is put back: as written, the figures agree"
PER_TIME = "a figure is per unit of time"
_HARDLY_APART = (FigureAgreement.EQUAL, FigureAgreement.CUT, FigureAgreement.CONVERTED)
_GOES_ON = "a side goes on with the last result"
_OF_WHAT = "the percentage is of what stands before it"
_PER_ONE = "the result is per one of what it is divided by"
_PER_UNIT = "a time is per the longer one beside it"


def as_meant(found: Interpretation, names: Names) -> Finding | None:
    """The finding for figures that do not agree unless they are read as their author goes on with
    them; None for any other.
    """
    by_units = clock_figures(found, names) or sized_figures(found, names)
    by_units = by_units or habitual_figures(found, names)
    carried = by_units or carried_figures(found, names)
    return carried or _rough_figures(found, names) or _parted_figures(found, names)


def _parted_figures(found: Interpretation, names: Names) -> Finding | None:
    """The finding for figures that agree if their points part thousands, `2 × 262.144 = 524.288`
    of a German text; None for any other.
    """
    parted = with_thousands(found.statement)
    worst = None if parted is None else worst_figures(parted[0])
    if parted is None or worst is None or worst[1].agreement != FigureAgreement.EQUAL:
        return None
    condition = f"the point of {parted[1]} parts thousands"
    return left_to_reader(found, names, condition, "Write thousands without a point.")


def _rough_figures(found: Interpretation, names: Names) -> Finding | None:
    """The finding for figures that agree as roughly as one that is computed with, `~93 × 249 =
    23,000`; None for any other.
    """
    statement = found.statement
    if not _ROUGH.search(found.text, max(statement.begin - 2, 0)):
        return None
    signs = tuple("≈" if sign == "=" else sign for sign in statement.signs)
    worst = worst_figures(replace(statement, signs=signs))
    if worst is None or worst[1].agreement == FigureAgreement.NONE:
        return None
    return left_to_reader(found, names, "a figure with “~” is roughly meant")


def clock_figures(found: Interpretation, names: Names) -> Finding | None:
    """The finding for figures that do not agree unless a bare 24, 60 or 86,400 has its unit; None
    for any other.
    """
    by_clock = agree_as_written(_behind_names(found.statement), by_clock=True)
    return figures_as_written(found, names) if by_clock else evident_times(found, names)


def figures_as_written(found: Interpretation, names: Names) -> Finding:
    """The finding for figures that agree as they are written: a note where only evident times are
    left out, or the time of a price.
    """
    if unit := paid_for_time(found.statement):
        said = f"the price is for one of the {unit}"
        return left_to_reader(found, names, said, outcome=Outcome.USUAL_HABIT)
    return evident_times(found, names) or left_to_reader(found, names, AS_WRITTEN)


def evident_times(found: Interpretation, names: Names) -> Finding | None:
    """The finding for figures that agree but for times that are evident; None for any other."""
    if not times_are_evident(found.statement):
        return None
    return left_to_reader(found, names, _TIMED, outcome=Outcome.USUAL_HABIT)


def _behind_names(statement: StatementNode) -> StatementNode:
    """A statement without what stands before its first side of figures."""
    kinds = map(kind_of, statement.sides)
    first = next((n for n, kind in enumerate(kinds) if kind != SideKind.SYMBOLIC), 0)
    return replace(statement, sides=statement.sides[first:], signs=statement.signs[first:])


def sized_figures(found: Interpretation, names: Names) -> Finding | None:
    """The finding for figures that agree if one of them is in millions or billions, as the text
    says it elsewhere: 70 for 70 billion parameters. None for any other.
    """
    for statement, figure in with_sizes(found.statement, names.written.sizes):
        worst = worst_figures(statement)
        if worst is not None and worst[1].agreement != FigureAgreement.NONE:
            size = _SIZES[names.written.sizes[figure]]
            return left_to_reader(found, names, f"{figure} is {figure} {size}, as the text has it")
    return None


def habitual_figures(found: Interpretation, names: Names) -> Finding | None:
    """The finding for figures that agree as nearly all write them: if a percentage is a share of
    what stands before it, 16 GB + 20 % = 19.2 GB, a time is per the unit before it, 5 days × 24 h =
    120 h, figures are degrees as their result, 90 - 41 = 49°, or code divides whole numbers; None
    for any other.
    """
    statement = found.statement
    if not found.compares_figures:
        return None
    for other, condition, mend in (
        (
            with_added_shares(statement, found.text),
            _OF_WHAT,
            "Write it as a factor, as in 16 GB * 1.2.",
        ),
        (without_counted_below(statement), _PER_ONE, "Write what it counts."),
        (with_clock_steps(statement), _PER_UNIT, "Write what the time is per, as in 24 h/day."),
        (
            with_whole_quotients(statement, found.passage),
            "a quotient is without its remainder",
            "Write it as a floor.",
        ),
        (without_degrees(statement), "the bare figures are degrees", "Write the degrees of each."),
    ):
        worst = None if other == statement else worst_figures(other, converted=True)
        if worst is not None and worst[1].agreement in _HARDLY_APART:
            return left_to_reader(found, names, condition, mend, Outcome.USUAL_HABIT)
    return None


def carried_figures(found: Interpretation, names: Names) -> Finding | None:
    """The finding for figures that agree as a running calculation, or if a price is that of one
    unit beside it, or of a thousand; None for any other.
    """
    statement = found.statement
    if carries_on(statement):
        return left_to_reader(found, names, _GOES_ON, outcome=Outcome.USUAL_HABIT)
    if unit := prices(statement):
        said = f"the price is for one of the {unit} beside it"
        usual = Outcome.USUAL_HABIT if times_fit(statement) else Outcome.UNIT_TO_GUESS
        return left_to_reader(found, names, said, outcome=usual)
    if size := by_thousands(statement):
        return left_to_reader(found, names, f"the price is for {size}")
    if by_millions(statement):
        said = "the prices are per million"
        return left_to_reader(found, names, said, outcome=Outcome.USUAL_HABIT)
    return None


def wrong_in_a_step(found: Interpretation, names: Names) -> Finding | None:
    """The finding for the one step whose figures are wrong, of a running calculation; None for any
    other.
    """
    if (step := wrong_step(found.statement)) is None:
        return None
    other = interpret(found.passage, step, found.reading)
    worst = worst_figures(step) if other.balances else None
    if worst is None or worst[1].agreement not in (FigureAgreement.NONE, FigureAgreement.FAR_OFF):
        return None
    position, figures = worst
    wrong = replace(figures, agreement=FigureAgreement.NONE)
    finding = worked_figures(other, names, position, wrong, strict=False)
    return finding if figures == wrong else _doubted(finding, "“≈” may allow a quarter")


def _doubted(finding: Finding, reason: str) -> Finding:
    """The finding as a warning, with the reason that it is no error."""
    verdict, level, _ = judgement(Outcome.WEAKLY_FOUNDED)
    told = f"A warning only: {reason}."
    message = f"{finding.message.rstrip()}\n{told}"
    brief = f"{finding.brief.rstrip('.')}. {told}"
    return replace(finding, verdict=verdict, level=level, message=message, brief=brief)


def left_to_reader(
    found: Interpretation,
    names: Names,
    condition: str,
    mend: str = "Write the units of the figures.",
    outcome: Outcome = Outcome.UNIT_TO_GUESS,
) -> Finding:
    """The finding that a unit is left to the reader."""
    guess = guess_words(found, names)
    brief = f"{guess and f'if {guess}: '}consistent if {condition}."
    return placed(
        found.passage,
        outcome,
        f"{excerpt(found.text, None, found.statement.begin)}\n"
        f"{brief[0].upper()}{brief[1:]}{reading_words(found, names)}",
        None,
        sides=found.sides,
        bindings=meanings(found, names),
        mend=mend,
        brief=brief,
    )
