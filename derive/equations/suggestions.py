"""Suggested fixes for a term of the wrong dimension."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy

from derive.equations.conversions import (
    MOST_FACTORS,
    Conversions,
    Factors,
    factors_text,
    mending_factors,
)
from derive.equations.crossing import crossings
from derive.equations.var import Var
from derive.equations.vocabulary import Vocabulary
from derive.units.dimension import PURE, Dimension

_SUBJECT = {"information", "computation", "currency", "parameter", "token", "sequence", "device"}
NO_MEND = "; no product of up to {most} conversions has that dimension."


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A fix for `term`, which lacks the dimension `missing`, by the conversions that are `known`:
    `figure` is a bare number to read as a variable, `factors` the conversions to apply, None if
    none fit.
    """

    term: Any
    missing: Dimension
    known: Conversions
    figure: tuple[str, Var, int] | None = None
    factors: Factors | None = None
    most: int = MOST_FACTORS
    whole: str = ""

    @property
    def mended(self) -> Any:
        """The term with the missing factors; only its dimension is meant."""
        powers = (*(self.factors or ()), *((self.figure[1:],) if self.figure else ()))
        return sympy.Mul(self.term, *(var**sign for var, sign in powers), evaluate=False)

    @property
    def cost(self) -> int:
        """Sort key: fixes that only multiply before those that divide, these before none."""
        return 2 if self.factors is None else int(any(sign < 0 for _, sign in self.factors))

    @property
    def action(self) -> str:
        """The fix as a sentence."""
        if self.missing == PURE:
            return (
                "Sums, products, powers, max, min, abs, ceiling, floor, log, exp and case"
                " distinctions are what has a rule."
            )
        if self.whole:
            return f"Mend: write the bare {self.whole} in {self.missing}."
        if self.factors is None:
            ways = crossings(self.term, self.missing, self.known)
            if crossing := "; or ".join(way.text(self.term, self.known) for way in ways):
                return f"It is short of {self.missing}. Mend: {crossing}."
            return f"It is short of {self.missing}{NO_MEND.format(most=self.most)}"
        words = factors_text(self.factors, self.known.variables)
        if self.figure:
            number, var, _ = self.figure
            more = f", then {words}" if self.factors else ""
            return f"Mend: read the bare {number} as {var.name} [{var.unit.dimension}]{more}."
        return f"It is short of {self.missing}. Mend: {words}."


@dataclass(frozen=True, slots=True, eq=False)
class Mends:
    """The variables of vocabularies that may mend an equation: conversions, those known by their
    figure, and the first of each dimension.
    """

    factors: Mapping[Any, int]  # with their place
    figures: tuple[tuple[float, Var], ...]
    of_dimension: Mapping[Dimension, Var]

    def conversions(self, also: tuple[Var, ...], used: Collection[Any]) -> Conversions:
        """Variables of the author's own and the conversions, those `used` aside."""
        return _conversions(self, also, frozenset(var for var in used if var in self.factors))


def mends_of(vocabularies: Sequence[Vocabulary]) -> Mends:
    """The variables of the vocabularies that may mend an equation."""
    return _mends(tuple(vocabularies), sum(map(len, vocabularies)))


@lru_cache(maxsize=64)
def _mends(vocabularies: tuple[Vocabulary, ...], _count: int) -> Mends:
    """The same, anew for a vocabulary that has more variables than before."""
    every = [var for vocabulary in vocabularies for var in vocabulary]
    first = {var.unit.dimension: var for var in reversed(every)}
    factors = {var: place for place, var in enumerate(every) if var.conversion}
    figures = tuple((var.figure, var) for var in every if var.figure is not None)
    return Mends(factors, figures, first)


@lru_cache(maxsize=1024)
def _conversions(mends: Mends, also: tuple[Var, ...], used: frozenset[Any]) -> Conversions:
    every = (var for var in mends.factors if var not in used and var not in also)
    return Conversions.of((*also, *every))


def suggestion(
    term: Any,
    found: Dimension,
    expected: Dimension,
    mends: Mends,
    used: Collection[Any],
    also: tuple[Var, ...] = (),
    most: int = MOST_FACTORS,
) -> Suggestion:
    """The fix of `term` by `most` factors: the reading of a bare number that needs the fewest
    conversions, else conversions alone. With fewer than the usual factors a bare number that no
    variable is known by may have the whole unit that is missing.
    """
    missing = expected / found
    readings: list[Suggestion] = []
    for number, var, sign in _figures(term, mends.figures, used):
        beside_it = tuple(own for own in also if own != var)
        others = mends.conversions(beside_it, {*used, var})
        beside = most - (most < MOST_FACTORS)  # the number is a factor too
        factors = mending_factors(missing / var.unit.dimension**sign, others, beside)
        if factors is not None:
            figure = (number, var, sign)
            readings.append(Suggestion(term, missing, others, figure, factors, most))
    if readings:
        return min(readings, key=lambda reading: len(reading.factors or ()))
    conversions = mends.conversions(also, used)
    factors = mending_factors(missing, conversions, most) or None
    numbers = [f"{number:g}" for number, sign in _coefficients(term) if sign > 0 and number != 1]
    whole = numbers[0] if most < MOST_FACTORS and len(numbers) == 1 and _is_counted(missing) else ""
    return Suggestion(term, missing, conversions, None, factors, most, whole)


def _is_counted(missing: Dimension) -> bool:
    """Whether a missing unit is of things counted, stored or computed alone."""
    return all(name in _SUBJECT for name, _ in missing.exponents)


def _figures(
    term: Any, known: Iterable[tuple[float, Var]], used: Collection[Any]
) -> list[tuple[str, Var, int]]:
    """Numbers that multiply or divide the term and are the known figure of a variable (300, 6),
    each with its variable and 1 or -1.
    """
    coefficients = _coefficients(term)
    return [
        (f"{figure:g}", var, sign)
        for figure, var in known
        for number, sign in coefficients
        if abs(number / figure - 1) < 1e-12 and var not in used
    ]


def _coefficients(term: Any) -> list[tuple[float, int]]:
    """The literal numbers among the factors of a term, with 1 above and -1 below the fraction
    bar.
    """
    if term.is_Mul:
        return [pair for factor in term.args for pair in _coefficients(factor)]
    if term.is_Pow and term.exp == -1:
        return [(number, -sign) for number, sign in _coefficients(term.base)]
    if term.is_Rational and 1 in (abs(term.p), term.q):
        return [(abs(float(term.p)), 1)] if term.q == 1 else [(float(term.q), -1)]
    return [(abs(float(term)), 1)] if term.is_Float else []
