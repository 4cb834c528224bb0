"""Finding for an equation with a bare number of months, hours or seconds: saved = (a - b) × 12, of
a and b in USD/month.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.grammar.tree import Node, NumberNode, ProductNode, UnitNode
from derive.checking.matching.match import Match
from derive.checking.symbols.names import Names
from derive.checking.verdicts.conditional import finding_if
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Outcome

_TIMES = {
    12.0: "month", 24.0: "hour", 30.0: "day", 52.0: "week", 365.0: "day", 720.0: "hour",
    730.0: "hour", 3600.0: "s", 8760.0: "hour", 86400.0: "s",
}  # fmt: skip


def numbers_of_times(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation that balances if a bare factor counts the months, hours or
    seconds that are so many in a longer time; None for any other.
    """
    statement = found.statement
    for k, side in enumerate(statement.sides):
        for number, measured in _measured(side):
            sides = (*statement.sides[:k], measured, *statement.sides[k + 1 :])
            other = interpret(found.passage, replace(statement, sides=sides), found.reading)
            if other.balances:
                unit = _TIMES[float(number.value)]
                said = f"{number.text} is in {unit}"
                mend = f"write {number.text} {unit}"
                return finding_if(found, names, Outcome.HABIT, position, said, mend, match)
    return None


def _measured(side: Node) -> Iterator[tuple[NumberNode, ProductNode]]:
    """Each such factor of a product, and the product with its unit."""
    if not isinstance(side, ProductNode):
        return
    for sign, part in side.factors:
        if isinstance(part, NumberNode) and float(part.value) in _TIMES:
            unit = UnitNode(_TIMES[float(part.value)], part.position)
            yield part, ProductNode((*side.factors, (sign, unit)), side.position)
