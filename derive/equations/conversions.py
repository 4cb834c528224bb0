"""Conversions: products of conversion factors that have a wanted dimension."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from derive.equations.var import Var
from derive.units.dimension import PURE, Dimension

MOST_FACTORS = 3
Factors = tuple[tuple[Var, int], ...]

# What is stored, computed and paid must not come in with one factor and go out with another: such a
# product would be a guess.
_SUBSTANCES = ("information", "computation", "currency")


@dataclass(frozen=True, slots=True, eq=False)
class Conversions:
    """Conversions that may be combined, in order; `singles` has each and its inverse by dimension,
    as place and sign.
    """

    variables: tuple[Var, ...]
    singles: Mapping[Dimension, tuple[tuple[int, int], ...]]

    @classmethod
    def of(cls, variables: Iterable[Var]) -> Conversions:
        """The conversions by their dimension and by its inverse."""
        every = tuple(variables)
        found: dict[Dimension, tuple[tuple[int, int], ...]] = {}
        for place, var in enumerate(every):
            for sign in (1, -1):
                dimension = var.unit.dimension**sign
                found[dimension] = (*found.get(dimension, ()), (place, sign))
        return cls(every, found)


@lru_cache(maxsize=4096)
def mending_factors(
    missing: Dimension, conversions: Conversions, most: int = MOST_FACTORS
) -> Factors | None:
    """The fewest conversions, each to the power 1 or -1, whose product has the dimension `missing`;
    None if no product of up to `most` has.
    """
    if missing == PURE:
        return ()
    reachable = {name for dimension in conversions.singles for name, _ in dimension.exponents}
    if not reachable.issuperset(name for name, _ in missing.exponents):
        return None
    for size in range(1, most + 1):
        for first in combinations(range(len(conversions.variables)), size - 1):
            for chosen, signs in _completed(missing, conversions, first):
                if _plausible(chosen, signs):
                    return tuple(zip(chosen, signs, strict=True))
    return None


def _completed(
    missing: Dimension, conversions: Conversions, first: tuple[int, ...]
) -> list[tuple[tuple[Var, ...], tuple[int, ...]]]:
    """The products of these conversions and one behind them that have the dimension, in order of
    place, then sign.
    """
    found, variables = [], conversions.variables
    for order, signs in enumerate(product((1, -1), repeat=len(first))):
        rest = missing
        for place, sign in zip(first, signs, strict=True):
            rest *= variables[place].unit.dimension ** -sign
        found += [
            (place, order, -sign, (*signs, sign))
            for place, sign in conversions.singles.get(rest, ())
            if not first or place > first[-1]
        ]
    return [
        ((*(variables[each] for each in first), variables[place]), signs)
        for place, _, _, signs in sorted(found)
    ]


def _plausible(chosen: Sequence[Var], signs: Sequence[int]) -> bool:
    """Whether conversions may stand together: no substance comes in with one and goes out with
    another, and no two have the same unit.

    A bare count per something (vectors per token) stands alone or with bytes: only what is stored
    consists of vectors.
    """
    dimensions = [dict(var.unit.dimension.exponents) for var in chosen]
    if len({var.unit.dimension for var in chosen}) < len(chosen):
        return False
    count = any(powers and max(powers.values()) < 0 for powers in dimensions)
    if len(chosen) > 1 and count and not any("information" in powers for powers in dimensions):
        return False
    for substance in _SUBSTANCES:
        flows = [
            powers.get(substance, 0) * sign for powers, sign in zip(dimensions, signs, strict=True)
        ]
        if min(flows) < 0 < max(flows):
            return False
    return True


def factors_text(factors: Factors, alternatives: Sequence[Var]) -> str:
    """The factors in words: "multiply by batch_size [sequence], divide by gpus [GPU]"."""
    words = []
    for verb, wanted in (("multiply", 1), ("divide", -1)):
        named = [_named(var, factors, alternatives) for var, sign in factors if sign == wanted]
        if named:
            words.append(f"{verb} by {' and '.join(named)}")
    return ", ".join(words)


def _named(var: Var, factors: Factors, alternatives: Sequence[Var]) -> str:
    """A factor with its unit, and the alternatives of the same unit, which the dimension cannot
    distinguish.
    """
    chosen = {other for other, _ in factors}
    alike = [
        other.name
        for other in alternatives
        if other.unit.dimension == var.unit.dimension and other not in chosen
    ]
    return f"{' or '.join([var.name, *alike])} [{var.unit.dimension}]"
