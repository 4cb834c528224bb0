"""Finding for an equation that balances once a rate that its name alone states is per GPU: cost per
token = price of a GPU / throughput.
"""

from __future__ import annotations

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.matching.match import Match
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.names import Names
from derive.checking.verdicts.conditional import finding_if
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Outcome
from derive.equations.var import Var
from derive.units.dimension import Dimension

_RATES = tuple(Dimension({what: 1, "time": -1}) for what in ("token", "sequence"))


def rates_of_one_gpu(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation of a document that balances if a throughput that the author does
    not define is per GPU; None for any other.
    """
    if not found.passage.file:
        return None
    for word, var in found.reading.items():
        if var.unit.dimension not in _RATES or canonical(word) in names.own:
            continue
        of_one = Var(str(var.name), f"{var.unit}/GPU", var.meaning)
        if interpret(found.passage, found.statement, {**found.reading, word: of_one}).balances:
            condition, mend = f"{word} is per GPU", f"say that {word} is per GPU"
            return finding_if(found, names, Outcome.USUAL_HABIT, position, condition, mend, match)
    return None
