"""Finding for an equation whose bare figures stand beside units: their unit is left to the
reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.as_written import agree_as_written, prices_agree_as_written
from derive.checking.figures.bare_terms import with_units, with_units_of_factors
from derive.checking.figures.clock_steps import with_clock_steps
from derive.checking.figures.comparison import FigureComparison
from derive.checking.figures.conversions import base_unit_text, dimension_of_word
from derive.checking.figures.per_time import (
    agree_but_for_times,
    apart_by_a_time,
    is_per_time_by_result,
)
from derive.checking.figures.prices import prices
from derive.checking.figures.running import carries_on
from derive.checking.figures.times_left_out import without_times
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import NameNode, UnitNode, nodes
from derive.checking.matching.match import Match
from derive.checking.symbols.names import Names
from derive.checking.verdicts.amounts_of_one import amounts_of_one
from derive.checking.verdicts.coefficients import coefficient
from derive.checking.verdicts.conditional import conditional, conditional_elsewhere
from derive.checking.verdicts.counts_as_numbers import counts_as_numbers
from derive.checking.verdicts.figures_as_meant import (
    AS_WRITTEN,
    PER_TIME,
    carried_figures,
    evident_times,
    figures_as_written,
    habitual_figures,
    left_to_reader,
    wrong_in_a_step,
)
from derive.checking.verdicts.figures_put_in import figures_put_in, values_put_in
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.fitted_powers import fitted_powers
from derive.checking.verdicts.levels import Level, Outcome, Rule
from derive.checking.verdicts.numbers_of_times import figures_in_times, numbers_of_times
from derive.checking.verdicts.ones_of_bytes import ones_of_bytes
from derive.checking.verdicts.other_meanings import other_meanings
from derive.checking.verdicts.own_units import in_own_units
from derive.checking.verdicts.plain_counts import plain_counts
from derive.checking.verdicts.rates_of_one_gpu import rates_of_one_gpu
from derive.checking.verdicts.remarks import worst_figures
from derive.checking.verdicts.sizes_of_one import sizes_of_one
from derive.checking.verdicts.squared_counts import squared_counts
from derive.checking.verdicts.unit_of_result import unit_of_result
from derive.checking.verdicts.worked_figures import worked_figures, worst_without_times
from derive.errors import TextError
from derive.units.dimension import PURE, Dimension
from derive.units.display import format_number
from derive.units.multipliers import COUNTED

_DEVICES = ("GPU", "GPUs")  # 104 h × 20,000 = 2.08M GPU-hours
_OPERATION = "computation"
_BYTE, _TIME = Dimension({"information": 1}), Dimension({"time": 1})
# How the figures agree, the place in the order, the reading, the worst pair, the figure, its unit.
_Way = tuple[int, int, Interpretation, tuple[int, FigureComparison] | None, float, str]


def left_unsaid(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation, at fault at a position and with its match in the library, that
    balances with what it leaves unsaid: a conversion dropped by habit, the unit of a bare figure,
    that a count is a pure number; that its figures are wrong where they agree in no unit;
    None for any other.
    """
    usual = habitual_figures(found, names) or figures_put_in(found, names)
    usual = usual or amounts_of_one(found, names, position, match)
    if usual is not None:
        return usual
    finding = _wrong_but_for_times(found, names) or _with_what_is_left_out(
        found, names, position, match
    )
    if finding is not None and (going_on := _going_on(finding, found, names)):
        return going_on
    doubted = finding is None or finding.level == Level.WARNING
    if doubted and not found.reading and (timed := evident_times(found, names)):
        return timed
    if finding is None or _is_wrong(finding) or _is_per_byte(finding, found):
        finding = carried_figures(found, names) or finding
    if finding is not None and (finding.level != Level.WARNING or AS_WRITTEN in finding.brief):
        return finding
    return figures_in_times(found, names) or finding or values_put_in(found, names)


def _wrong_but_for_times(found: Interpretation, names: Names) -> Finding | None:
    """The finding for figures that are wrong with each time per the longer one beside it, 30 days ×
    24 h × 60 min = 53,200 min, or with an amount per the time of the result, 3,000 × 100 bytes =
    30 KB/s, and in no other way right; None for any other.
    """
    if not found.compares_figures:
        return None
    statement = with_clock_steps(found.statement)
    if statement == found.statement and is_per_time_by_result(statement):
        statement = without_times(statement)
        if any(apart_by_a_time(*pair) for pair in pairwise(statement.sides)):
            return None
    if statement == found.statement or agree_as_written(found.statement):
        return None
    other = interpret(found.passage, statement, found.reading)
    if not other.balances:
        return None
    by_steps = with_clock_steps(found.statement) != found.statement
    worst = (
        worst_figures(statement, converted=True)
        if by_steps
        else worst_without_times(found.statement)
    )
    if worst is None or worst[1].agreement != FigureAgreement.NONE:
        return None
    return worked_figures(other, names, *worst, strict=False)


def _going_on(finding: Finding, found: Interpretation, names: Names) -> Finding | None:
    """The finding for a running calculation instead of a warning that takes one of its sides for a
    figure with a unit, also where its figures are wrong; None for any other.
    """
    doubted = finding.level == Level.WARNING and finding.rule == Rule.HIDDEN_CONVERSION
    if not doubted or found.reading:
        return None
    if carries_on(found.statement):
        return carried_figures(found, names)
    return wrong_in_a_step(found, names)


def _is_per_byte(finding: Finding, found: Interpretation) -> bool:
    """Whether a warning takes a price to be per byte that is one of the GB beside it."""
    doubted = finding.level == Level.WARNING and finding.rule == Rule.HIDDEN_CONVERSION
    unit = dimension_of_word(prices(found.statement)) if doubted else PURE
    return unit == _BYTE


def _with_what_is_left_out(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation that balances with a conversion or a unit left out."""
    finding = conditional(found, names, position, match) or _of_the_figures(found, names)
    if finding is not None and finding.rule != Rule.UNIT_MISSING:
        # Among figures alone, it is a figure's unit that is left out, not a conversion by habit.
        alone = None if _has_names(found) else bare_figures(found, names, with_units_of_factors)
        return alone or finding
    figures = bare_figures(found, names)
    if finding is None and figures is None:
        timed = agree_but_for_times(found.statement)
        if timed and is_per_time_by_result(found.statement):
            return left_to_reader(found, names, PER_TIME, outcome=Outcome.USUAL_HABIT)
        written = agree_as_written(found.statement) or prices_agree_as_written(found.statement)
        if timed or written:
            return figures_as_written(found, names)
        counted = counts_as_numbers(found, names, position, match)
        elsewhere = counted or conditional_elsewhere(found, names)
        counts = elsewhere or plain_counts(found, names, position, match)
        whole = counts or sizes_of_one(found, names, position, match)
        whole = whole or unit_of_result(found, names, position, match)
        whole = whole or other_meanings(found, names, position, match)
        whole = whole or rates_of_one_gpu(found, names, position, match)
        whole = whole or squared_counts(found, names, position, match)
        whole = whole or numbers_of_times(found, names, position, match)
        whole = whole or ones_of_bytes(found, names, position, match)
        whole = whole or in_own_units(found, names, position, match)
        return whole or fitted_powers(found, names, position, match)
    return figures if finding is None or _is_wrong(figures) else finding


def _of_the_figures(found: Interpretation, names: Names) -> Finding | None:
    """The finding on sides of figures that lack a unit among themselves, which a name that is a
    side by itself does not mend; None for others.
    """
    sides, signs = found.statement.sides, found.statement.signs
    named = [isinstance(side, NameNode) for side in sides]
    rest = tuple(side for side, is_name in zip(sides, named, strict=True) if not is_name)
    lead = named.index(False) if any(named) and rest else 0
    if not lead or len(rest) != len(sides) - lead or len(rest) < 2:
        return None
    if any(kind_of(side) == SideKind.SYMBOLIC for side in rest):
        return None
    other = replace(found.statement, sides=rest, signs=signs[lead:])
    figures = interpret(found.passage, other, found.reading)
    return None if figures.balances else left_unsaid(figures, names, None, None)


def _has_names(found: Interpretation) -> bool:
    return any(isinstance(node, NameNode) for side in found.statement.sides for node in nodes(side))


def _is_wrong(finding: Finding | None) -> bool:
    return finding is not None and finding.level == Level.ERROR


def bare_figures(
    found: Interpretation, names: Names, measured: Callable[..., Iterator[Any]] = with_units
) -> Finding | None:
    """The finding for an equation that balances if its bare figures have units; of figures that
    agree in no unit, that they do not. None for any other.
    """
    ways: list[_Way] = []
    for statement, figure, unit in measured(found.statement):
        try:
            other = interpret(found.passage, statement, found.reading)
            if other.balances:
                worst = worst_figures(statement)
                how = worst[1].agreement if worst else FigureAgreement.EQUAL
                wrong = how == FigureAgreement.NONE
                place = not _is_likely(unit, found) if wrong else len(ways)
                ways.append((how.place, place, other, worst, figure, unit))
        except TextError:
            continue
    if ways:
        _, _, other, worst, figure, unit = min(ways, key=lambda way: way[:2])
        if worst is not None and worst[1].agreement == FigureAgreement.NONE:
            plain = worst_figures(found.statement)
            if plain is not None and plain[1].agreement != FigureAgreement.NONE:
                return None
            return worked_figures(other, names, *worst, strict=False)
        counted = _is_counted(unit) if found.statement.aside else unit in _DEVICES
        outcome = Outcome.USUAL_HABIT if counted else Outcome.UNIT_TO_GUESS
        condition = f"{format_number(figure)} is in {unit}"
        return left_to_reader(found, names, condition, outcome=outcome)
    condition = coefficient(found)
    return left_to_reader(found, names, condition) if condition else None


def _is_counted(unit: str) -> bool:
    """Whether a unit counts things or operations: 10K devices × 100 writes/s = 1M writes/s."""
    bases = [base for base, _ in dimension_of_word(unit).exponents]
    return bool(bases) and all(base in COUNTED or base == _OPERATION for base in bases)


def _is_likely(unit: str, found: Interpretation) -> bool:
    """Whether a figure is likely to be in a unit of which the text says nothing: one without a
    prefix, or a time that is written.
    """
    if dimension_of_word(unit) == _TIME:
        words = (node.word for node in nodes(*found.statement.sides) if isinstance(node, UnitNode))
        return unit in words
    return base_unit_text(unit) == unit
