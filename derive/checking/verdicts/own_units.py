"""Finding for an equation in units of the author's own: T = 2 m, “in units of $t_F$”."""

from __future__ import annotations

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.matching.match import Match
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.counted import without_count
from derive.checking.symbols.names import Names
from derive.checking.verdicts.conditional import finding_if
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Outcome
from derive.display import enumeration

_TIMES = "tTτ"


def in_own_units(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation that balances if all is in units of what the text makes one; None
    for any other.
    """
    units = sorted(names.written.own_units)
    bases = frozenset(base for word in units for base in _bases(word, names))
    if not bases:
        return None
    reading = {word: without_count(var, bases) for word, var in found.reading.items()}
    if reading == found.reading or not interpret(found.passage, found.statement, reading).balances:
        return None
    condition = f"it is in units of {enumeration(units)}, as the text has it"
    mend = "say so beside the equation"
    return finding_if(found, names, Outcome.USUAL_HABIT, position, condition, mend, match)


def _bases(word: str, names: Names) -> list[str]:
    """The base dimensions of a symbol; that of a time for a letter like t that nothing defines."""
    choice = names.find(canonical(word))
    if choice is None:
        return ["time"] if word[0] in _TIMES else []
    exponents = choice.readings[0][0].unit.dimension.exponents
    return [name for name, power in exponents if power == 1]
