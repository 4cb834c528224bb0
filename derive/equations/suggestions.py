"""What would mend an equation whose dimensions do not agree: conversions only, at most three, no
guess beyond.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import sympy

from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.expression import replace
from derive.equations.plain import plain
from derive.equations.var import Var
from derive.errors import DimensionError
from derive.units.dimension import PURE, Dimension

MOST_FACTORS = 3
MOST_ROUNDS = 3
Factors = tuple[tuple[Var, int], ...]

# What is stored, done and paid must not come in with one factor and go out with another: such a
# mend is a guess.
_SUBSTANCES = ("information", "computation", "currency")


@dataclass(frozen=True, slots=True)
class Mend:
    """What `term` is short of, and what would supply it: a bare figure read as a variable, then
    conversions; None if nothing fits.
    """

    term: Any
    short: Dimension
    figure: tuple[str, Var, int] | None = None
    factors: Factors | None = None
    spares: Sequence[Var] = ()

    @property
    def mended(self) -> Any:
        """The term with the missing factors; only its dimension is meant."""
        powers = (*(self.factors or ()), *((self.figure[1:],) if self.figure else ()))
        return sympy.Mul(self.term, *(var**sign for var, sign in powers), evaluate=False)

    @property
    def cost(self) -> int:
        """Sort key: mends that only multiply before those that divide, these before none."""
        return 2 if self.factors is None else int(any(sign < 0 for _, sign in self.factors))

    @property
    def action(self) -> str:
        """The sentence that says what to do, or that nothing fits."""
        if self.short == PURE:
            return (
                "Sums, products, powers, max, min, abs, ceiling, floor, log, exp and case"
                " distinctions are what has a rule."
            )
        if self.factors is None:
            return (
                f"It is short of {self.short}; no product of up to {MOST_FACTORS} conversions has"
                " that dimension."
            )
        if self.figure:
            number, var, _ = self.figure
            more = f", then {_factors_text(self.factors, self.spares)}" if self.factors else ""
            return f"Mend: read the bare {number} as {var.name} [{var.unit.dimension}]{more}."
        return f"It is short of {self.short}. Mend: {_factors_text(self.factors, self.spares)}."


@dataclass(frozen=True, slots=True)
class _Fault:
    """The side or term at fault, what it has, what it should have, and the mend."""

    words: str
    found: Dimension
    expected: str
    mend: Mend
    why: str = ""


def dimension_error(
    where: str, left: Any, right: Any, vocabulary: Iterable[Var], also: Sequence[Var] = ()
) -> DimensionError | None:
    """None if both sides agree; else the error naming the term, both dimensions and the mend.

    `also` are variables of the author's own that may mend the equation beside the vocabulary's
    conversions.
    """
    known = list(vocabulary)
    fault = _fault(left, right, known, also)
    if fault is None:
        return None
    told = [(fault.mend.action, fault.mend), *_afterwards(left, right, fault.mend, known, also)]
    mends = [mend for _, mend in told if mend.short and mend.factors is not None]
    words = " ".join(sentence for sentence, _ in told)
    by_figure = any(mend.figure for mend in mends)
    return DimensionError(
        where,
        fault.words,
        str(fault.found),
        fault.expected,
        words,
        fault.why,
        mendable=bool(mends),
        by_figure=by_figure,
    )


def _fault(left: Any, right: Any, known: Sequence[Var], also: Sequence[Var]) -> _Fault | None:
    taken = left.free_symbols | right.free_symbols
    try:
        expected, found = dimension_of(left), dimension_of(right)
    except Mismatch as mismatch:
        return _unlike_terms(left, right, mismatch, known, also)
    if expected == found or 0 in (left, right):
        return None
    mend = mend_of(right, found, expected, known, taken, also)
    if mend.figure is None:
        other = mend_of(left, expected, found, known, taken, also)
        if other.figure is not None:
            return _Fault(
                f"left side: {plain(left)}",
                expected,
                f"{found}  (right side: {plain(right)})",
                other,
            )
    return _Fault(
        f"right side: {plain(right)}", found, f"{expected}  (left side: {plain(left)})", mend
    )


def _unlike_terms(
    left: Any, right: Any, mismatch: Mismatch, known: Sequence[Var], also: Sequence[Var]
) -> _Fault:
    """The fault for unlike terms; of the two, the one is named whose mend settles the equation,
    else the one that a multiplication mends.
    """
    sides = [(mismatch.term, mismatch.found, mismatch.expected)]
    if mismatch.other is not None:
        sides.append((mismatch.other, mismatch.expected, mismatch.found))
    taken = left.free_symbols | right.free_symbols
    faults = [
        _Fault(
            plain(term),
            found,
            str(expected),
            mend_of(term, found, expected, known, taken, also),
            mismatch.why,
        )
        for term, found, expected in sides
    ]
    return min(
        faults, key=lambda fault: (not _settles(fault.mend, left, right, known), fault.mend.cost)
    )


def _settles(mend: Mend, left: Any, right: Any, known: Sequence[Var]) -> bool:
    """Whether nothing else is wrong with the equation, once the term has the dimension it is said
    to be short of.
    """
    stands = next((var for var in known if var.unit.dimension == mend.short), None)
    wanted = (
        mend.mended if mend.factors is not None else None if stands is None else mend.term * stands
    )
    if wanted is None:
        return False
    try:
        return bool(
            dimension_of(replace(left, {mend.term: wanted}))
            == dimension_of(replace(right, {mend.term: wanted}))
        )
    except Mismatch:
        return False


def _afterwards(
    left: Any, right: Any, mend: Mend, known: Sequence[Var], also: Sequence[Var]
) -> list[tuple[str, Mend]]:
    """What is still wrong once the first mend is made, each as a sentence and its mend: an equation
    may lack a factor in a term and another on a side.
    """
    told = []
    for _ in range(MOST_ROUNDS - 1):
        if (
            mend.factors is None
            or sum(
                node == mend.term
                for side in (left, right)
                for node in sympy.preorder_traversal(side)
            )
            != 1
        ):
            break
        left, right = (replace(side, {mend.term: mend.mended}) for side in (left, right))
        fault = _fault(left, right, known, also)
        if fault is None:
            break
        mend = fault.mend
        side = next(
            (side for side in ("right side", "left side") if fault.words.startswith(f"{side}: ")),
            "",
        )
        subject = f"the {side}" if side else fault.words
        told.append(
            (
                (
                    f"Then {subject} has {fault.found}, not {fault.expected.partition('  (')[0]}."
                    f" {mend.action}"
                ),
                mend,
            )
        )
    return told


def mend_of(
    term: Any,
    found: Dimension,
    expected: Dimension,
    vocabulary: Sequence[Var],
    taken: Iterable[Any],
    also: Sequence[Var] = (),
) -> Mend:
    """The mend of `term`: the reading of a bare figure that needs the fewest conversions, else
    conversions alone.
    """
    used = set(taken)
    spares = [
        *also,
        *(var for var in vocabulary if var.conversion and var not in used and var not in also),
    ]
    short = expected / found
    read: list[Mend] = []
    for number, var, sign in _figures(term, vocabulary, used):
        others = [spare for spare in spares if spare != var]
        factors = mending_factors(short / var.unit.dimension**sign, others)
        if factors is not None:
            read.append(Mend(term, short, (number, var, sign), factors, others))
    if read:
        return min(read, key=lambda mend: len(mend.factors or ()))
    return Mend(term, short, None, mending_factors(short, spares) or None, spares)


def mending_factors(missing: Dimension, conversions: Sequence[Var]) -> Factors | None:
    """The fewest conversions, each to the power 1 or -1, whose product has the dimension `missing`;
    None if none.
    """
    return _mending_factors(missing, tuple(conversions))


@lru_cache(maxsize=4096)
def _mending_factors(missing: Dimension, conversions: tuple[Var, ...]) -> Factors | None:
    if missing == PURE:
        return ()
    for size in range(1, MOST_FACTORS + 1):
        for chosen in combinations(conversions, size):
            for signs in product((1, -1), repeat=size):
                total = PURE
                for var, sign in zip(chosen, signs, strict=True):
                    total *= var.unit.dimension**sign
                if total == missing and _plausible(chosen, signs):
                    return tuple(zip(chosen, signs, strict=True))
    return None


def _plausible(chosen: Sequence[Var], signs: Sequence[int]) -> bool:
    """Whether conversions may mend together: nothing stored, done or paid comes in with one and
    goes out with another.

    Neither do two of one unit, and a bare count per something (vectors per token) goes alone or
    with bytes: only what is stored consists of vectors.
    """
    dimensions = [dict(var.unit.dimension.exponents) for var in chosen]
    if len({var.unit.dimension for var in chosen}) < len(chosen):
        return False
    if (
        len(chosen) > 1
        and any(powers and max(powers.values()) < 0 for powers in dimensions)
        and not any("information" in powers for powers in dimensions)
    ):
        return False
    for substance in _SUBSTANCES:
        moved = [
            powers.get(substance, 0) * sign for powers, sign in zip(dimensions, signs, strict=True)
        ]
        if min(moved) < 0 < max(moved):
            return False
    return True


def _figures(term: Any, vocabulary: Sequence[Var], taken: set[Any]) -> list[tuple[str, Var, int]]:
    """Bare numbers that multiply or divide the term and by which a variable is commonly known (300,
    6), with 1 or -1.
    """
    coefficients = _coefficients(term)
    return [
        (f"{var.figure:g}", var, sign)
        for var in vocabulary
        if var.figure is not None and var not in taken
        for number, sign in coefficients
        if abs(number / var.figure - 1) < 1e-12
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


def _factors_text(factors: Factors, spares: Sequence[Var]) -> str:
    words = []
    for verb, wanted in (("multiply", 1), ("divide", -1)):
        named = [_named(var, factors, spares) for var, sign in factors if sign == wanted]
        if named:
            words.append(f"{verb} by {' and '.join(named)}")
    return ", ".join(words)


def _named(var: Var, factors: Factors, spares: Sequence[Var]) -> str:
    """A factor with its unit; others of the same unit are named too, since the dimension cannot
    tell them apart.
    """
    chosen = {other for other, _ in factors}
    alike = [
        spare.name
        for spare in spares
        if spare.unit.dimension == var.unit.dimension and spare not in chosen
    ]
    return f"{' or '.join([var.name, *alike])} [{var.unit.dimension}]"
