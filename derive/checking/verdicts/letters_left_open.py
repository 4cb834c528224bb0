"""Names whose reading accuses an equation and may be another: guesses of which another balances,
and times in exponents, which mathematics writes as pure numbers, e^{-2t}.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy

from derive.checking.disambiguation.interpretation import Interpretation, other_readings
from derive.checking.symbols.names import Names
from derive.checking.verdicts.means_otherwise import is_described
from derive.checking.verdicts.messages import guess_words
from derive.equations.dimensions import Mismatch, dimension_of
from derive.units.dimension import PURE

_OF_NUMBERS = (sympy.exp, sympy.sin, sympy.cos, sympy.tan, sympy.sinh, sympy.cosh, sympy.tanh)


def guesses_that_may_differ(found: Interpretation, names: Names) -> list[str]:
    """The guessed names of an equation that balances with other guesses for them; none where it
    does not, or only with another reading of a name of the author's.
    """
    other = next(other_readings(found, names), None) if guess_words(found, names) else None
    if other is None:
        return []
    changed = [word for word, var in other.reading.items() if var != found.reading[word]]
    return changed if all(_is_guess(word, found, names) for word in changed) else []


def times_of_exponents(found: Interpretation, names: Names) -> list[str]:
    """The name, guessed or described without a unit, that is all that keeps a sum, an exponent or
    an angle from being a pure number, and stands in one with a bare number; none for any other.
    """
    try:
        for side in found.sides:
            dimension_of(side)
    except Mismatch as mismatch:
        terms = (mismatch.term, *([] if mismatch.other is None else [mismatch.other]))
        symbols: set[Any] = next((term.free_symbols for term in terms if term.free_symbols), set())
        if PURE not in (mismatch.found, mismatch.expected) or len(symbols) != 1:
            return []
        bare = {arg for side in found.sides for arg in _letters_in_exponents(side)}
        return [
            word
            for word, var in found.reading.items()
            if {var} == symbols <= bare
            if _is_guess(word, found, names) or is_described(names.evidence_of(word, str(var.name)))
        ]
    return []


def _is_guess(word: str, found: Interpretation, names: Names) -> bool:
    return bool(names.evidence_of(word, str(found.reading[word].name)).is_guess)


def _letters_in_exponents(side: Any) -> Iterator[Any]:
    """The symbols that are alone with numbers in an exponent of a number or an angle."""
    for node in sympy.preorder_traversal(side):
        raised = isinstance(node, sympy.Pow) and node.base.is_number
        if raised or isinstance(node, _OF_NUMBERS):
            symbols = node.args[-1].free_symbols
            yield from symbols if len(symbols) == 1 else ()
