"""Finding for an equation that adds powers of what is counted, N d + N^2 of N tokens, so that these
are counted without a unit.
"""

from __future__ import annotations

from typing import Any

import sympy

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.habits.agreeing import put_back
from derive.checking.matching.match import Match
from derive.checking.symbols.counted import without_count
from derive.checking.symbols.names import Names
from derive.checking.verdicts.conditional import finding_if
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Outcome
from derive.display import enumeration
from derive.equations.dimensions import Mismatch, dimension_of

_COUNTED = ("token", "sequence")


def squared_counts(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation that adds a power of tokens or sequences to another and balances,
    perhaps with a conversion left out by habit, once these are pure numbers; None for any other.
    """
    if not any(map(_adds_a_square, found.sides)):
        return None
    plain = {word: without_count(var, frozenset(_COUNTED)) for word, var in found.reading.items()}
    other = interpret(found.passage, found.statement, plain)
    conversions = () if other.balances else put_back(other.pairs)
    if conversions is None:
        return None
    words = [word for word, var in found.reading.items() if plain[word] != var]
    are = "are" if len(words) > 1 else "is"
    said = [f"{enumeration(words)} {are} counted without a unit", *map(str, conversions)]
    mend = "check with --count token,sequence"
    return finding_if(found, names, Outcome.HABIT, position, enumeration(said), mend, match)


def _adds_a_square(side: Any) -> bool:
    """Whether a side adds terms of which one alone has a power of what is counted."""
    try:
        dimensions = [dimension_of(term) for term in sympy.Add.make_args(side)]
    except Mismatch:
        return False
    powers = [
        {name: abs(power) for name, power in each.exponents if name in _COUNTED}
        for each in dimensions
    ]
    squared = any(
        abs(float(power)) > 1
        for each in dimensions
        for name, power in each.exponents
        if name in _COUNTED
    )
    return squared and any(each != powers[0] for each in powers)
