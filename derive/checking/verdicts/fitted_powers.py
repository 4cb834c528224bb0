"""Finding for a fitted power law, whose coefficient holds the unit: N = G C^a, G a pure number."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import sympy

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.matching.match import Match
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.names import Names
from derive.checking.verdicts.conditional import finding_if
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Outcome
from derive.display import enumeration
from derive.equations.dimensions import Mismatch, dimension_of
from derive.units.dimension import Dimension


def fitted_powers(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation that balances if pure numbers of the author's, before quantities
    raised to a letter, have a unit; None for any other.
    """
    plain = {
        var: word
        for word, var in found.reading.items()
        if canonical(word) in names.own and not var.unit.dimension
    }
    sides = found.sides if plain else ()
    try:
        held = {var for side in sides for part in _fitted(side, plain) for var in part}
        for left, right in found.pairs if held else ():
            _agreed([_dimension(left, plain), _dimension(right, plain)], left)
    except Mismatch:
        return None
    if not held:
        return None
    words = sorted(plain[var] for var in held)
    condition = f"{enumeration(words)} {'have' if len(words) > 1 else 'has'} the unit left over"
    mend = "bind the coefficient to a unit, or to nothing"
    return finding_if(found, names, Outcome.HABIT, position, condition, mend, match)


def _fitted(expression: Any, plain: Container[Any]) -> list[list[Any]]:
    """The coefficients of each product of pure numbers and a quantity raised to a letter. Raises
    Mismatch for a sum raised that does not balance.
    """
    products = [part for part in sympy.preorder_traversal(expression) if part.is_Mul]
    return [coefficients for part in products if (coefficients := _coefficients(part, plain))]


def _coefficients(product: Any, plain: Container[Any]) -> list[Any]:
    """The pure numbers that are factors of a product with a quantity raised to a letter."""
    powers = [part for part in product.args if part.is_Pow]
    raised = [part for part in powers if not part.exp.is_number and dimension_of(part.base)]
    bases = [part.base if part.is_Pow and part.exp.is_number else part for part in product.args]
    return [base for base in bases if raised and base.is_Symbol and base in plain]


def _dimension(expression: Any, plain: Container[Any]) -> Dimension | None:
    """The dimension of an expression; None where a coefficient may have any unit. Raises Mismatch
    where its terms disagree.
    """
    if isinstance(expression, (sympy.Add, sympy.Max, sympy.Min)):
        return _agreed([_dimension(term, plain) for term in expression.args], expression)
    if expression.is_Mul and _coefficients(expression, plain):
        return None
    return dimension_of(expression)


def _agreed(dimensions: list[Dimension | None], term: Any) -> Dimension | None:
    """The dimension of those that are known. Raises Mismatch for several."""
    known = [dimension for dimension in dimensions if dimension is not None]
    for other in known[1:]:
        if other != known[0]:
            raise Mismatch(term, other, known[0], "the terms differ")
    return known[0] if known else None
