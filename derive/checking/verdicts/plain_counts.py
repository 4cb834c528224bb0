"""Finding for an equation that balances once what the author's pure numbers count has a unit: the
B, D and F of T = 2 B D F/R count operations.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from math import prod
from typing import Any, NamedTuple

import sympy

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.habits.possible_dimensions import is_figure
from derive.checking.matching.match import Match
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import PHYSICAL
from derive.checking.verdicts.conditional import finding_if
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Outcome
from derive.display import enumeration
from derive.equations.dimensions import Mismatch, dimension_of
from derive.units.dimension import PURE, Dimension

_COUNTS = {"parameter", "token", "sequence", "device", "computation", "information"}
_MOST_COUNTS = 3
_FRACTION = re.compile(
    r"\b(?:efficienc|fraction|ratio|utili[sz]ation|factor|probabilit|share|percent|rate\b|%)",
    re.IGNORECASE,
)


class _Part(NamedTuple):
    """The dimension of an expression, whether it holds a plain count, whose unit may lack, and
    whether it holds a bare figure, which may have any.
    """

    dimension: Dimension
    counts: bool
    figure: bool = False


def plain_counts(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation that balances if terms with pure numbers of the author's in them
    have the unit of what these count; None for any other.
    """
    plain = {word: var for word, var in found.reading.items() if _is_plain_count(word, var, names)}
    physical = any(
        name in PHYSICAL
        for var in found.reading.values()
        for name, _ in var.unit.dimension.exponents
    )
    if physical or names.counted or not plain:
        return None
    try:
        for left, right in found.pairs:
            _together([_part(side, plain.values()) for side in (left, right) if side != 0])
    except Mismatch:
        return None
    several = len(plain) > 1
    count = "count" if several else "counts"
    condition = f"the unit of what {enumeration([*plain])} {count} is left out"
    mend = f"write that unit, or bind {'them' if several else 'it'} to it"
    return finding_if(found, names, Outcome.HABIT, position, condition, mend, match)


def _is_plain_count(word: str, var: Any, names: Names) -> bool:
    """Whether the author gives a name as a pure number that may count something; a variable of the
    library's does if it is a whole number.
    """
    own = canonical(word) in names.own and not var.unit.dimension
    if not own or (var.vocabulary is not None and not var.whole):
        return False
    seen = names.evidence_of(word, str(var.name))
    return not seen.is_guess and not _FRACTION.search(seen.words)


def _part(expression: Any, plain: Collection[Any]) -> _Part:
    """The dimension of an expression. Raises Mismatch where no unit of a count makes its terms
    agree.
    """
    if expression.is_Symbol:
        return _Part(dimension_of(expression), expression in plain)
    if isinstance(expression, (sympy.Add, sympy.Max, sympy.Min)):
        numbers = [_Part(PURE, True) for term in expression.args if term.is_number]
        named = [_part(term, plain) for term in expression.args if not term.is_number]
        return _together([*numbers, *named], expression)
    if expression.is_Mul:
        parts = [_part(factor, plain) for factor in expression.args]
        dimension = prod((part.dimension for part in parts), start=PURE)
        figure = any(part.figure for part in parts)
        return _Part(dimension, any(part.counts for part in parts), figure)
    if expression.is_Pow and expression.exp.is_Rational:
        part = _part(expression.base, plain)
        return _Part(part.dimension**expression.exp, part.counts, part.figure)
    figure = expression.is_number and expression.is_real and is_figure(expression)
    return _Part(dimension_of(expression), False, figure)


def _together(parts: Sequence[_Part], term: Any = None) -> _Part:
    """The dimension of parts that must agree; those that hold a count may lack its unit. Raises
    Mismatch where they do not agree.
    """
    fixed = [part for part in parts if not part.figure]
    if not fixed:
        return parts[0]
    certain = [part for part in fixed if not part.counts]
    for first in certain[:1] or fixed:
        if all(_fits(part, first.dimension) for part in fixed):
            return first._replace(counts=not certain)
    raise Mismatch(term, fixed[-1].dimension, fixed[0].dimension, "no count has that unit")


def _fits(part: _Part, dimension: Dimension) -> bool:
    """Whether a part has a dimension, or lacks the unit of what is counted in it."""
    gap = dimension / part.dimension
    return not gap or (part.counts and _is_counted(gap))


def _is_counted(gap: Dimension) -> bool:
    """Whether a missing dimension is that of things counted, or of one per another; per byte are
    operations alone.
    """
    powers = dict(gap.exponents)
    known = all(name in _COUNTS and abs(power) == 1 for name, power in powers.items())
    per_byte = powers.get("information", 0) < 0 and powers.get("computation", 0) <= 0
    return known and not per_byte and len(powers) <= _MOST_COUNTS
