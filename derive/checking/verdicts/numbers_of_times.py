"""Finding for an equation with a bare number of months, hours or seconds: saved = (a - b) × 12, of
a and b in USD/month.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.grammar.tree import (
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    UnitNode,
    rebuilt,
)
from derive.checking.matching.match import Match
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.names import Names
from derive.checking.verdicts.conditional import finding_if
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Outcome

_TIMES = {
    7.0: "day", 12.0: "month", 24.0: "hour", 30.0: "day", 52.0: "week", 365.0: "day", 720.0: "hour",
    730.0: "hour", 3600.0: "s", 8760.0: "hour", 86400.0: "s",
}  # fmt: skip


def numbers_of_times(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation that balances if a bare factor counts the months, hours or
    seconds that are so many in a longer time, as it hardly fails to below a name that ends in their
    unit, age_hours / 24; None for any other.
    """
    statement = found.statement
    for sign, number in _numbers(statement):
        unit = _TIMES[float(number.value)]
        measured = partial(_in_unit, number, unit)
        sides = tuple(rebuilt(side, measured) for side in statement.sides)
        other = interpret(found.passage, replace(statement, sides=sides), found.reading)
        if other.balances:
            named = sign < 0 and any(_ends_in(word, unit) for word in found.reading)
            outcome = Outcome.USUAL_HABIT if named else Outcome.HABIT
            said, mend = f"{number.text} is in {unit}", f"write {number.text} {unit}"
            return finding_if(found, names, outcome, position, said, mend, match)
    return None


def _numbers(statement: StatementNode) -> Iterator[tuple[int, NumberNode]]:
    """Each such factor of a product, with 1 above and -1 below the line."""
    for product in (node for node in statement.nodes if isinstance(node, ProductNode)):
        for sign, part in product.factors:
            if isinstance(part, NumberNode) and float(part.value) in _TIMES:
                yield sign, part


def _in_unit(number: NumberNode, unit: str, node: Node) -> Node | None:
    """The number with a unit, where it stands; None for any other node."""
    if node is not number:
        return None
    return ProductNode(((1, number), (1, UnitNode(unit, number.position))), number.position)


def _ends_in(word: str, unit: str) -> bool:
    """Whether the last part of a name is a unit: age_hours."""
    return canonical(word).rpartition("_")[2].removesuffix("s") == unit
