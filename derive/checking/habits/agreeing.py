"""Agreement of two sides with the fewest conversions that they may leave unsaid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from math import prod
from typing import Any, NamedTuple

import sympy

from derive.checking.grammar.expression import is_unit
from derive.checking.habits.habit import counted_dimensions
from derive.checking.habits.possible_dimensions import (
    ANY,
    Options,
    factors,
    is_measured,
    options,
)
from derive.checking.habits.put_back import (
    OPEN,
    PutBack,
    Used,
    Way,
    are_few,
    cheapest,
    cost,
    plausible,
)
from derive.checking.tokens.measures import PHYSICAL
from derive.equations.dimensions import Mismatch
from derive.equations.expression import variables_of
from derive.units.dimension import PURE, Dimension
from derive.units.text import parse_unit

_GPU, _BIT = parse_unit("GPU").dimension, parse_unit("bit").dimension
_TIME = parse_unit("s").dimension
# 2 operations per parameter and token over 2 bytes per parameter: the two cancel.
_CANCELLED = parse_unit("FLOP/(byte*token)").dimension
_PER_PASS = parse_unit("token/sequence").dimension  # 1 of decoding
DEGREES = frozenset(_GPU**power for power in (1, 2, 3, 4))  # of parallelism, multiplied
_TOKEN = parse_unit("token").dimension
# Times and rates that one pass, which makes one token, has as well without it.
_TIMED = {_TIME: (_TIME * _TOKEN, _TIME / _TOKEN), _TIME**-1: (_TOKEN / _TIME,)}
_CURRENCY = "currency"


def put_back(pairs: Iterable[tuple[Any, Any]]) -> tuple[PutBack, ...] | None:
    """The conversions with which every pair of sides agrees, as few as may be unsaid; None if there
    are none.

    A bare number that counts things takes their unit too: dp * pp * tp = 24 are GPUs.
    """
    used = Used()
    for left, right in pairs:
        try:
            found = _agreeing(left, right)
        except Mismatch:
            return None
        if found is None:
            return None
        used |= found
    return tuple(sorted(used, key=str)) if used and are_few(used) else None


def _agreeing(left: Any, right: Any) -> Used | None:
    """The fewest conversions with which two sides agree. Raises Mismatch where there are none."""
    here, there = options(left), options(right)
    sides = _side_of(left), _side_of(right)
    ways = _ways(tuple(here.items()), tuple(there.items()), *sides)
    divided = [*_divided(here, there, right), *_divided(there, here, left)]
    if not ways and not divided:
        return None
    physical = _is_physical(left, right)
    numbers = [number for side in (left, right) for number in _bare_numbers(side)]
    fitting = (
        way
        for way in chain(ways, divided)
        if plausible(way, numbers) and not (physical and OPEN in way)
    )
    return cheapest(fitting) if divided else next(fitting, None)


class _Side(NamedTuple):
    """The traits of a side beyond its options: whether it is figures with units, the units of what
    it pays for, and whether a logarithm is in it.
    """

    measured: bool
    paid_for: frozenset[Dimension]
    logged: bool


def _side_of(side: Any) -> _Side:
    measured = is_measured(side)
    paid_for = _paid_for(side) if measured else frozenset[Dimension]()
    return _Side(measured, paid_for, side.has(sympy.log))


_Items = tuple[tuple[Dimension, Used], ...]


@lru_cache(maxsize=128)
def _ways(left: _Items, right: _Items, of_left: _Side, of_right: _Side) -> tuple[Used, ...]:
    """The ways in which sides with these options agree, whatever their numbers, the cheapest
    first.
    """
    here, there = dict(left), dict(right)
    ways = [here[one] | there[one] for one in here if one in there]
    ways += [used | here[ANY] for used in there.values() if ANY in here]
    ways += [used | there[ANY] for used in here.values() if ANY in there]
    for one, other, side, opposite in (
        (here, there, of_left, of_right),
        (there, here, of_right, of_left),
    ):
        ways += [*_counted(one, other), *_cancelled(one, other), *_of_one_token(one, other)]
        ways += [*_per(one, other, side, opposite), *_logged(one, other, side)]
    return tuple(sorted({way: None for way in ways if are_few(way)}, key=cost))


def _is_physical(*sides: Any) -> bool:
    """Whether a side has a dimension that the library does not use; there a unit is always said."""
    return any(
        name in PHYSICAL
        for side in sides
        for var in variables_of(side)
        for name, _ in var.unit.dimension.exponents
    )


def _counted(here: Options, there: Options) -> Iterator[Used]:
    """The ways of a pure number that counts what the other side has a unit for."""
    if PURE not in here or here[PURE]:
        return
    for dimension, used in there.items():
        unit = _GPU if dimension in DEGREES else dimension
        if unit in counted_dimensions():
            yield used | {PutBack(unit, None, Way.COUNTS)}


def _cancelled(here: Options, there: Options) -> Iterator[Used]:
    """The way of two conversions that cancel: B > C/W, with tokens, or the sequences of a decoding
    batch, and FLOP per byte.
    """
    for one, used in here.items():
        if not used and one != ANY:
            for per_pass in ((), (_PER_PASS,)):
                left_out = (_CANCELLED, *per_pass)
                if there.get(prod(left_out, start=one)) == Used():
                    yield Used(PutBack(factor, None, Way.LEFT_OUT) for factor in left_out)


def _of_one_token(here: Options, there: Options) -> Iterator[Used]:
    """The way of the one token that a pass makes, in times and rates: token/s = W/B."""
    for plain, counted in _TIMED.items():
        if here.get(plain) == Used() and any(there.get(one) == Used() for one in counted):
            yield Used({PutBack(_TOKEN, None, Way.LEFT_OUT)})


def _divided(here: Options, there: Options, opposite: Any) -> Iterator[Used]:
    """The way of a number of GPUs among degrees of parallelism: dp = 512/(pp * tp)."""
    if here.get(PURE) == there.get(_GPU**-1) == Used() and opposite.free_symbols:
        for number, power in factors(opposite):
            if number.is_Integer and number > 1 and power == 1:
                yield Used({PutBack(_GPU, float(number), Way.COUNTS)})


def _logged(here: Options, there: Options, side: _Side) -> Iterator[Used]:
    """The ways of a logarithm that counts bits: C = B log(1 + S/N) in bit/s."""
    if side.logged:
        for one, used in here.items():
            if ANY not in (one, _BIT) and one * _BIT in there:
                yield used | there[one * _BIT] | {PutBack(_BIT, None, Way.LOGARITHM)}


def _per(here: Options, there: Options, side: _Side, opposite: _Side) -> Iterator[Used]:
    """The ways of a figure whose unit lacks what it counts per, or what is paid for."""
    if not side.measured:
        return
    compared, lacking = opposite.measured, counted_dimensions() | side.paid_for
    for one, used in here.items():
        if not one or one == ANY:
            continue
        # An amount of money may be compared with one per time: $184 × 365 = $67,160/year.
        units = lacking | {_TIME} if _is_money(one) else lacking
        lacks = {one / missing: missing for missing in units}
        uncounted = _without_counts(one)
        for other, more in there.items():
            if not other or other == ANY:
                continue
            if compared and _without_counts(other) == uncounted:
                missing = one / other
                if missing and missing.exponents[0][1] > 0:
                    yield used | more | {PutBack(missing, None, Way.LEFT_OUT)}
            elif other in lacks:
                yield used | more | {PutBack(lacks[other], None, Way.PER)}


def _is_money(one: Dimension) -> bool:
    """Whether a dimension is that of an amount of money."""
    return [name for name, _ in one.exponents] == [_CURRENCY]


@lru_cache(maxsize=4096)
def _without_counts(dimension: Dimension) -> Dimension:
    """A dimension without things counted: of two that share it, one over the other is of these
    alone, such as parameters per GPU.
    """
    return Dimension({name: p for name, p in dimension.exponents if name not in _counts()})


@lru_cache(maxsize=1)
def _counts() -> frozenset[str]:
    """The base dimensions of what is counted."""
    return frozenset(name for unit in counted_dimensions() for name, _ in unit.exponents)


def _paid_for(side: Any) -> frozenset[Dimension]:
    """The units of the factors beside an amount of money: 300 hours × $2 is a price per hour."""
    found = [part.unit.dimension for part, power in factors(side) if is_unit(part) and power == 1]
    money = {unit for unit in found if [name for name, _ in unit.exponents] == [_CURRENCY]}
    others = [unit for unit in found if unit not in money]
    return frozenset({*others, prod(others, start=PURE)} if money else ())


def _bare_numbers(expression: Any) -> Iterator[float]:
    """The numbers among the factors of all terms; none of a term with a unit word."""
    if isinstance(expression, (sympy.Add, sympy.Max, sympy.Min)):
        for term in expression.args:
            yield from _bare_numbers(term)
        return
    found = [factor for factor, _ in factors(expression)]
    if any(is_unit(factor) for factor in found):
        return
    for factor in found:
        if factor.is_number and factor.is_real and factor != 0:
            yield float(factor)
        elif isinstance(factor, (sympy.Add, sympy.Max, sympy.Min)):
            yield from _bare_numbers(factor)
