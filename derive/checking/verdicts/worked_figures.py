"""Finding for figures that agree not at all, or only with something that the text does not say."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.comparison import FigureComparison, compared
from derive.checking.figures.per_time import apart_by_a_time
from derive.checking.figures.times_left_out import side_without_times, uncancelled, without_times
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of
from derive.checking.grammar.tree import Node, NumberNode, ProductNode, StatementNode, UnitNode
from derive.checking.habits.habit import customary
from derive.checking.habits.put_back import PutBack, Way
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import FindingVerdict, Outcome, judgement
from derive.checking.verdicts.messages import excerpt, meanings, reading_words
from derive.checking.verdicts.remarks import worst_figures
from derive.units.multipliers import COUNTED

_HARDLY, _EXACTLY = 0.05, 1e-9
_DIGITS_THAT_TELL = 3
_IN_POWERS = 6  # powers of ten from which “≈” may tell no more
OUTCOMES: Mapping[FigureAgreement, Outcome] = {
    FigureAgreement.EQUAL: Outcome.RECOMPUTED,
    FigureAgreement.UNIT_LEFT_OUT: Outcome.UNIT_LEFT_OUT,
    FigureAgreement.CONVERTED: Outcome.CONVERTED,
    FigureAgreement.CUT: Outcome.CUT,
    FigureAgreement.OTHER_PREFIX: Outcome.OTHER_PREFIX,
    FigureAgreement.OTHER_MULTIPLE: Outcome.UNIT_LEFT_TO_PREFIX,
    FigureAgreement.COARSELY_CUT: Outcome.COARSELY_CUT,
    FigureAgreement.OPERANDS_ROUNDED: Outcome.OPERANDS_ROUNDED,
    FigureAgreement.FAR_OFF: Outcome.FAR_OFF,
    FigureAgreement.NONE: Outcome.MISCOMPUTED,
}


def worked_figures(
    found: Interpretation, names: Names, position: int, figures: FigureComparison, strict: bool
) -> Finding:
    """The finding for two neighbouring sides of figures that are not simply equal."""
    outcome = _outcome(figures, found.statement)
    wrong = judgement(outcome, strict=strict).verdict == FindingVerdict.INCONSISTENT
    said = str(figures) if wrong else _condition(figures, outcome)
    opening = "The units agree, but " if wrong else ""
    sentence = f"{opening}{said}.{reading_words(found, names)}"
    return placed(
        found.passage,
        outcome,
        f"{excerpt(found.text, position)}\n{sentence[0].upper()}{sentence[1:]}",
        position,
        strict=strict,
        bindings=meanings(found, names),
        expected=figures.computed,
        found=figures.written,
        mend=_mend(figures),
        brief=said,
    )


def miscomputed(
    found: Interpretation, names: Names, conversions: Collection[PutBack]
) -> Finding | None:
    """The finding for figures that agree not at all, whatever the numbers that stand for
    conversions are in, or with one thing counted left out: 6 × 7B params × 1T tokens = 4.2e24 FLOP;
    or a time: $2/hour × 730 hours = $14,600/month. None for any other.
    """
    timed = [one for one in conversions if is_per_time(one)]
    if not all(one in timed or _keeps_the_figure(one) for one in conversions):
        return None
    statement = without_times(found.statement) if timed else found.statement
    worst = (
        worst_without_times(found.statement) if timed else worst_figures(statement, converted=True)
    )
    if worst is None or worst[1].agreement != FigureAgreement.NONE:
        return None
    if timed and any(apart_by_a_time(*pair) for pair in pairwise(statement.sides)):
        return None
    return worked_figures(found, names, *worst, strict=False)


def is_per_time(one: PutBack) -> bool:
    """Whether a figure is per unit of time, and says that nowhere."""
    return one.way == Way.PER and [base for base, _ in one.dimension.exponents] == ["time"]


def agree_without_times(statement: StatementNode) -> bool:
    """Whether figures agree once times are left out: 30 × $180 = $5,400 per month."""
    worst = worst_without_times(statement)
    return worst is not None and worst[1].agreement == FigureAgreement.EQUAL


def worst_without_times(statement: StatementNode) -> tuple[int, FigureComparison] | None:
    """The position and comparison of the two neighbouring sides of figures that agree least without
    times, or as they stand where both have one dimension: $750/day = $22,500/month.
    """
    found = [
        (pair[1].position, comparison)
        for pair, sign in zip(pairwise(statement.sides), statement.signs, strict=True)
        if SideKind.SYMBOLIC not in map(kind_of, pair)
        and (comparison := _without_times(pair, sign))
    ]
    return max(found, key=lambda pair: pair[1].agreement.place, default=None)


def _without_times(pair: tuple[Node, Node], sign: str) -> FigureComparison | None:
    """The comparison of two sides as they stand where they have one dimension; else that without
    times which agrees best.
    """
    here, there = map(figure_of, pair)
    if here is not None and there is not None and here.dimension == there.dimension:
        return compared(*pair, sign, converted=True)
    found = []
    for way in (uncancelled, side_without_times):
        left, right = map(way, pair)
        found.append(compared(left, right, sign, converted=True))
    return min(filter(None, found), key=_distance, default=None)


def _distance(found: FigureComparison) -> tuple[int, float]:
    """The distance of two figures: by how they agree, then in orders of magnitude."""
    here, there = map(abs, found.values)
    apart = abs(math.log(here / there)) if here and there else 0.0
    return found.agreement.place, apart


def _keeps_the_figure(one: PutBack) -> bool:
    """Whether a number of the equation stands for a conversion, or it is one thing counted, or what
    a side without a unit counts.
    """
    if one.way == Way.STANDS:
        return one.number is not None
    counted = all(base in COUNTED for base, _ in one.dimension.exponents)
    return one.way in (Way.LEFT_OUT, Way.COUNTS) and counted


def as_written(one: PutBack, statement: StatementNode) -> PutBack:
    """A conversion left out, by the customary bare number that stands for it beside a figure with a
    unit: the 2 of 70e9 params × 2 = 140 GB, the 20 of 70e9 params × 20 = 1.4e12 tokens.
    """
    values = list(bare_values(statement.nodes))
    for dimension in (one.dimension, one.dimension**-1):
        usual = [habit for habit in customary() if habit.dimension == dimension]
        said = [v for v in values if v not in (0, 1) and any(h.has(v) for h in usual)]
        if one.way == Way.LEFT_OUT and said:
            return PutBack(dimension, said[-1])
    return one


def bare_values(parts: Sequence[Node]) -> Iterator[float]:
    """The values of the numbers among some nodes that have no unit right behind them."""
    products = [node for node in parts if isinstance(node, ProductNode)]
    pairs = (pair for product in products for pair in pairwise(product.factors))
    measured = {id(before) for (_, before), (_, after) in pairs if isinstance(after, UnitNode)}
    numbers = (node for node in parts if isinstance(node, NumberNode))
    yield from (float(node.value) for node in numbers if id(node) not in measured)


def _outcome(figures: FigureComparison, statement: StatementNode) -> Outcome:
    """The outcome of a comparison: 34 servers for 33.3, and 100,000 s for a day, are round."""
    found = figures.agreement
    size = abs(math.log10(abs(figures.values[1]) or 1.0))
    far = found == FigureAgreement.NONE and figures.sign == "≈" and size >= _IN_POWERS
    if figures.power_of_ten and (far or found == FigureAgreement.FAR_OFF):
        return Outcome.ROUND
    if found == FigureAgreement.COARSELY_CUT and figures.next_whole and _counts(statement):
        return Outcome.NEXT_WHOLE
    if found == FigureAgreement.COARSELY_CUT and _hardly_cut(figures, statement):
        return Outcome.CUT
    if found == FigureAgreement.OTHER_PREFIX and (_tells_powers(statement) or _is_pure(statement)):
        return Outcome.BINARY_PREFIX
    return OUTCOMES[found]


def _hardly_cut(figures: FigureComparison, statement: StatementNode) -> bool:
    """Whether a figure is cut by a twentieth at most, or to the whole number of things below."""
    computed, written = figures.values
    hardly = abs(computed - written) <= _HARDLY * abs(computed)
    return hardly or (written == math.floor(computed) and _counts(statement))


def _tells_powers(statement: StatementNode) -> bool:
    """Whether a figure is put into another unit by 1024: 4 KB = 4,096 bytes, 8K = 8,192 tokens."""
    return any(
        here.plain and there.plain and here.value and _is_binary(there.value / here.value)
        for here, there in pairwise(map(figure_of, statement.sides))
        if here is not None and there is not None and (here.dimension or there.dimension)
    )


def _is_pure(statement: StatementNode) -> bool:
    """Whether the digits of a result without a unit tell powers of 1024: 32 KB / 64 bytes = 512."""
    result = figure_of(statement.sides[-1])
    if result is None or not result.plain or result.dimension or result.steps:
        return False
    return result.digits >= _DIGITS_THAT_TELL


def _is_binary(ratio: float) -> bool:
    """Whether a ratio is that of a power of 1024 to the one of 1000."""
    step = math.log(ratio, 1.024) if ratio > 0 else 0.0
    return round(step) != 0 and math.isclose(step, round(step), rel_tol=_EXACTLY)


def _counts(statement: StatementNode) -> bool:
    """Whether the last figure of a statement is a number of things: of words or of a unit."""
    result = figure_of(statement.sides[-1])
    powers = result.dimension.exponents if result is not None else ()
    things = bool(powers) and all(base in COUNTED and power > 0 for base, power in powers)
    return bool(statement.aside) or things


def _condition(figures: FigureComparison, outcome: Outcome) -> str:
    """The remark on figures that hold, or the condition under which they do."""
    rounded = "rounded up" if figures.above else "cut"
    come_to = f"the figures come to {figures.computed}"
    if outcome == Outcome.ROUND:
        near = figures.agreement == FigureAgreement.FAR_OFF
        how = "the nearest power of ten" if near else "a power of ten within a factor of ten"
        return f"{come_to}; {figures.written} is {how}"
    if outcome == Outcome.NEXT_WHOLE:
        return f"{come_to}, rounded up to the next whole number, {figures.written}"
    match figures.agreement:
        case FigureAgreement.UNIT_LEFT_OUT:
            return f"the figures agree where {figures.condition}, which is left to the reader"
        case FigureAgreement.CONVERTED:
            return f"the figures agree where {figures.condition}"
        case FigureAgreement.CUT:
            return f"{come_to}, which is {rounded} to {figures.written}, not to the nearest"
        case FigureAgreement.COARSELY_CUT:
            return f"consistent if {figures.written} is {rounded}: {come_to}"
        case FigureAgreement.OPERANDS_ROUNDED:
            return f"consistent if what it is computed with is rounded: {come_to}"
        case FigureAgreement.FAR_OFF:
            return f"consistent if “≈” allows a quarter: {come_to}, not {figures.written}"
        case _:
            return f"consistent if {figures.condition}"


def _mend(figures: FigureComparison) -> str:
    """The suggested fix."""
    if figures.agreement in (FigureAgreement.OTHER_PREFIX, FigureAgreement.OTHER_MULTIPLE):
        return f"Say that {figures.condition}."
    if figures.agreement in (FigureAgreement.UNIT_LEFT_OUT, FigureAgreement.CONVERTED):
        return f"Say that {figures.condition}."
    return f"Write {figures.computed}."
