"""Finding for an equation that balances once a size in bits, Q = 16, is that of one parameter."""

from __future__ import annotations

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.matching.match import Match
from derive.checking.symbols.names import Names
from derive.checking.verdicts.conditional import finding_if
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Outcome
from derive.equations.var import Var

_BIT = "bit"


def sizes_of_one(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation that balances if one name in bits is per parameter; None for any
    other.
    """
    for word, var in found.reading.items():
        if var.unit.text != _BIT:
            continue
        of_one = Var(str(var.name), f"{var.unit}/param", var.meaning, conversion=True)
        if interpret(found.passage, found.statement, {**found.reading, word: of_one}).balances:
            condition, mend = f"{word} is per parameter", "state the unit of that size"
            return finding_if(found, names, Outcome.HABIT, position, condition, mend, match)
    return None
