"""Candidates: relations and theorems written out for comparison with an equation."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import sympy

from derive.checking.matching.indexed import (
    MOST_DROPPED,
    IndexedRelation,
    bits_of,
    candidates,
    definitions,
    powers_with,
)
from derive.checking.matching.powers import spread_name
from derive.equations.expression import replace
from derive.equations.relation import Relation
from derive.equations.var import Var, ordered
from derive.library.content import vocabulary, wording
from derive.packs.in_use import per_packs
from derive.structure.derivatives import row, value_and_gradient

SEEDS = (0.3, 1.1, 2.3)  # of pseudo-random points
_NEAR = 1e-8  # of exponents


@dataclass(frozen=True)
class MatchCandidate:
    """A relation prepared for comparison: its sides, its rows, the variables it has too many and
    too few.

    It `is_a_product` of powers, or `is_a_surface` on which the side that is one variable follows
    from the other, dropped factors being one.
    """

    stated: Relation
    sides: tuple[Any, Any]
    variables: frozenset[Any]
    rows: tuple[Mapping[Any, float], ...]
    dropped: tuple[Var, ...]
    extra: tuple[Var, ...]
    is_a_product: bool
    is_a_surface: bool

    @cached_property
    def ratio(self) -> float:
        """The logarithm of left over right at the first point."""
        return log_ratio(self.sides, point(self.variables, SEEDS[0]))

    @cached_property
    def surface(self) -> tuple[float, ...]:
        """The value of the side that is one variable at each point, dropped factors being one."""
        ones = dict.fromkeys(self.dropped, 1.0)
        at = ({**point(self.variables, seed), **ones} for seed in SEEDS)
        return tuple(value_at(self.sides[1], each) for each in at)


@dataclass(frozen=True, slots=True)
class _Written:
    """The sides of a relation with definitions inserted, its variables and its rows; `sums` are the
    variables of each term of a sum on the right of a relation for one variable, None otherwise.
    """

    sides: tuple[Any, Any]
    variables: frozenset[Any]
    rows: tuple[Mapping[Any, float], ...]
    is_a_product: bool
    sums: tuple[frozenset[Any], ...] | None

    def is_a_surface(self, dropped: Collection[Var]) -> bool:
        """Whether one side follows from the other, no term being of dropped variables alone."""
        return self.sums is not None and all(term.difference(dropped) for term in self.sums)


@dataclass(frozen=True, slots=True)
class PossibleMatch:
    """A relation with definitions inserted that equations in these variables may match, by what the
    index tells: its exponents, None if it is no product, and whether it lacks variables of theirs.
    """

    indexed: IndexedRelation
    inserted: tuple[Var, ...]
    by_them: frozenset[Var]
    powers: Mapping[Any, float] | None
    lacks: bool

    def admits(self, theirs: Mapping[Any, float] | None) -> bool:
        """Whether an equation with these exponents, None if it is no product, may match it."""
        if not self.indexed.told:
            return True
        if self.powers is None or theirs is None:
            return not self.lacks
        if any(self._turned(theirs, sign, 1) for sign in (1.0, -1.0)):
            return True
        pivot = self.powers.get(self.indexed.subject, 0.0)
        return not self.lacks and bool(
            pivot and self._turned(theirs, pivot / theirs.get(self.indexed.subject, math.inf), 0)
        )

    def _turned(self, theirs: Mapping[Any, float], scale: float, most: int) -> bool:
        """Whether at most so many of their exponents, scaled, differ."""
        ours, count = self.powers or {}, 0
        for var in self.by_them:
            if abs(scale * theirs.get(var, 0.0) - ours.get(var, 0.0)) > _NEAR:
                count += 1
                if count > most:
                    return False
        return True

    @property
    def candidate(self) -> MatchCandidate | None:
        """The relation prepared for comparison; None if it differs by too many variables."""
        return _candidate(self.indexed, self.inserted, self.by_them)


@per_packs
def comparable(by_them: frozenset[Var]) -> tuple[PossibleMatch, ...]:
    """The relations and theorems that equations in these variables may match."""
    theirs, strange = bits_of(by_them)
    found = []
    for indexed in candidates(frozenset(spread_name(str(var.name))[-1] for var in by_them)):
        inserted = indexed.inserted(theirs)
        lacking = indexed.lacking(theirs, inserted)
        if lacking is not None and lacking + strange <= MOST_DROPPED:
            powers = powers_with(indexed, inserted)
            found.append(PossibleMatch(indexed, inserted, by_them, powers, lacking + strange > 0))
    return tuple(found)


@lru_cache(maxsize=4096)
def _candidate(
    indexed: IndexedRelation, inserted: tuple[Var, ...], by_them: frozenset[Var]
) -> MatchCandidate | None:
    written = _written(indexed, inserted)
    if written is None or len(written.variables & by_them) < min(2, len(written.variables)):
        return None
    dropped, extra = ordered(written.variables - by_them), ordered(by_them - written.variables)
    if len(dropped) > MOST_DROPPED + sum(var.ideal for var in dropped):
        return None
    return MatchCandidate(
        indexed.stated,
        written.sides,
        written.variables,
        written.rows,
        dropped,
        extra,
        written.is_a_product,
        written.is_a_surface(dropped),
    )


@lru_cache(maxsize=4096)
def _written(indexed: IndexedRelation, inserted: tuple[Var, ...]) -> _Written | None:
    """A relation with definitions inserted; None where it has no value."""
    stated = indexed.stated
    pivot, value = spread(stated.left), spread(stated.right)
    for var in inserted:
        definition = {var: spread(definitions()[var.name].right)}
        pivot, value = replace(pivot, definition), replace(value, definition)
    variables = frozenset(pivot.free_symbols | value.free_symbols)
    try:
        rows = tuple(row(pivot, value, point(variables, seed)) for seed in SEEDS[:2])
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return None
    return _Written((pivot, value), variables, rows, agree(*rows), _sums(pivot, value))


def _sums(pivot: Any, value: Any) -> tuple[frozenset[Any], ...] | None:
    """The variables of each term of a sum in the value of one variable; None for no such value."""
    if not isinstance(pivot, Var) or pivot in value.free_symbols:
        return None
    terms = (term for sum in value.atoms(sympy.Add) for term in sum.args)
    return tuple({frozenset(term.free_symbols): None for term in terms})


def spread(expression: Any) -> Any:
    """The expression with figures of a whole as the count times the figure of one."""
    wholes = {var: parts_of(var) for var in expression.free_symbols}
    return replace(
        expression, {var: sympy.prod(parts) for var, parts in wholes.items() if parts != (var,)}
    )


@per_packs
def parts_of(what: Any) -> tuple[Any, ...]:
    """The variables whose product a variable, or the number 1, is: of a figure of a whole, the
    count and the figure of one.
    """
    if not what.is_Symbol:
        return ()
    parts = wording().wholes.get(what.name)
    return tuple(map(vocabulary().find, parts)) if parts else (what,)


def point(variables: Iterable[Any], seed: float) -> dict[Any, float]:
    """A pseudo-random point, with the same value for a variable everywhere."""
    return {var: 1.5 + seed + math.sin(7.0 * var.rank + seed * len(var.name)) for var in variables}


def value_at(expression: Any, at: Mapping[Any, float]) -> float:
    """The value of an expression at a point."""
    return value_and_gradient(expression, at, {})[0]


def log_ratio(pair: tuple[Any, Any], at: Mapping[Any, float]) -> float:
    """The logarithm of left over right at a point."""
    left, right = (value_at(side, at) for side in pair)
    return math.log(left / right)


def agree(here: Mapping[Any, float], there: Mapping[Any, float]) -> bool:
    """Whether the exponents at two points are equal, as those of a product of powers are."""
    return here.keys() == there.keys() and all(
        math.isclose(here[v], there[v], rel_tol=1e-7, abs_tol=1e-9) for v in here
    )
