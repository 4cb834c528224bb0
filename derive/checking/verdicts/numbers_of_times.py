"""Finding for an equation with a bare number of months, hours or seconds: saved = (a - b) × 12, of
a and b in USD/month.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise, starmap

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.as_written import (
    agree_as_written,
    agree_without_units,
    are_thousands_apart,
)
from derive.checking.figures.calendar import COUNTED_TIMES
from derive.checking.figures.per_time import agree_but_for_times
from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    UnitNode,
    measured,
    rebuilt,
)
from derive.checking.matching.match import Match
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.names import Names
from derive.checking.verdicts.conditional import finding_if
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.remarks import worst_figures
from derive.checking.verdicts.worked_figures import worked_figures

_TIMES: Mapping[float, str] = {
    number: short for number, ((short, _), *others) in COUNTED_TIMES.items() if not others
}
_DAYS, _MOST_YEARS = 365.0, 20


def numbers_of_times(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation that balances if a bare factor counts the months, hours or
    seconds that are so many in a longer time, as it hardly fails to below a name that ends in their
    unit, age_hours / 24; None for any other, and for figures that do not agree so.
    """
    for sign, number, unit, other in _balanced(found):
        worst = None if found.reading else worst_figures(other.statement)
        wrong = worst is not None and worst[1].agreement == FigureAgreement.NONE
        if wrong and not agree_without_units(found.statement):
            continue
        named = sign < 0 and any(_ends_in(word, unit) for word in found.reading)
        outcome = Outcome.USUAL_HABIT if named else Outcome.HABIT
        said, mend = f"{number.text} is in {unit}", f"write {number.text} {unit}"
        return finding_if(found, names, outcome, position, said, mend, match)
    return None


def figures_in_times(found: Interpretation, names: Names) -> Finding | None:
    """The finding for figures of which a bare factor counts seconds or days, a note if they agree,
    15 GB/day × 1825 = 27 TB, and else that they are wrong, 8.5 GB / 86400 = 100 MB/s, unless they
    are right in another way; None for any other.
    """
    if found.reading:
        return None
    for _, number, unit, other in _balanced(found, bare=True):
        worst = worst_figures(other.statement)
        apart = any(starmap(are_thousands_apart, pairwise(other.statement.sides)))
        if worst is None or (agree_as_written(found.statement) and not apart):
            return None
        if worst[1].agreement == FigureAgreement.EQUAL:
            said, mend = f"{number.text} is in {unit}", f"write {number.text} {unit}"
            return finding_if(found, names, Outcome.USUAL_HABIT, None, said, mend, None)
        wrong = worst[1].agreement == FigureAgreement.NONE
        right = not wrong or agree_but_for_times(found.statement)
        return None if right else worked_figures(other, names, *worst, strict=False)
    return None


def _balanced(
    found: Interpretation, *, bare: bool = False
) -> Iterator[tuple[int, NumberNode, str, Interpretation]]:
    """Each such factor, with 1 above and -1 below the line, and its unit, with which the equation
    balances; `bare` ones without a unit behind them.
    """
    statement = found.statement
    for sign, number, unit in _numbers(statement, bare=bare):
        measured = partial(_in_unit, number, unit)
        sides = tuple(rebuilt(side, measured) for side in statement.sides)
        other = interpret(found.passage, replace(statement, sides=sides), found.reading)
        if other.balances:
            yield sign, number, unit, other


def _numbers(statement: StatementNode, *, bare: bool) -> Iterator[tuple[int, NumberNode, str]]:
    """Each such factor of a product, with 1 above and -1 below the line, and its unit."""
    for product in (node for node in statement.nodes if isinstance(node, ProductNode)):
        for (sign, part), (_, behind) in pairwise((*product.factors, (1, product))):
            unit = _unit_of(float(part.value)) if isinstance(part, NumberNode) else ""
            measured = bare and isinstance(behind, UnitNode)
            if isinstance(part, NumberNode) and unit and not measured:
                yield sign, part, unit


def _unit_of(value: float) -> str:
    """The unit that a number counts as many of as are in a longer time, or in some years; "" for
    none.
    """
    of_years = value in [years * _DAYS for years in range(2, _MOST_YEARS + 1)]
    return "day" if of_years else _TIMES.get(value, "")


def _in_unit(number: NumberNode, unit: str, node: Node) -> Node | None:
    """The number with a unit, where it stands; None for any other node."""
    return measured(number, unit) if node is number else None


def _ends_in(word: str, unit: str) -> bool:
    """Whether the last part of a name is a unit: age_hours."""
    return canonical(word).rpartition("_")[2].removesuffix("s") == unit
