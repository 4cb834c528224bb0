"""Possible dimensions of an expression: with the conversions that may be left unsaid in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

import sympy

from derive.checking.grammar.expression import is_unit
from derive.checking.habits.habit import Habit, counted_dimensions, customary, habits_of
from derive.checking.habits.put_back import OPEN, Cost, PutBack, Used, Way, are_few, cost, plausible
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.expression import variables_of
from derive.units.dimension import PURE, Dimension, Exponent

_MOST_OPTIONS = 200
_USUAL_WHOLE, _USUAL_ABOVE = 24, 12
_MOST_EXACT = 1 << 40  # above it on both sides of the fraction bar there is π among the factors
ANY = Dimension({"left to the reader": 1})
Options = dict[Dimension, Used]  # each possible dimension with what is put back for it


def options(expression: Any) -> Options:
    """The dimensions that an expression may have, each with the fewest conversions; ANY with bare
    figures whose unit may be missing. Raises Mismatch where there is none.
    """
    if isinstance(expression, (sympy.Add, sympy.Max, sympy.Min)):
        bound = not isinstance(expression, sympy.Add)
        return _alike([term for term in expression.args if term != 0], bound)
    if expression.is_number:
        figure = {ANY: frozenset({OPEN})} if expression.is_real and is_figure(expression) else {}
        return {PURE: frozenset(), **figure}
    if expression.is_Mul or expression.is_Symbol or _is_rational_power(expression):
        return _of_product(expression)
    return {dimension_of(expression): frozenset()}


def factors(expression: Any, power: Exponent = 1) -> Iterator[tuple[Any, Exponent]]:
    """The factors of nested products, quotients and roots, each with its power."""
    if expression.is_Mul:
        for factor in expression.args:
            yield from factors(factor, power)
    elif _is_rational_power(expression) and not expression.is_number:
        above, below = int(expression.exp.p), int(expression.exp.q)
        raised = power * (above if below == 1 else Fraction(above, below))
        yield from factors(expression.base, raised)
    else:
        yield expression, power


def is_measured(expression: Any) -> bool:
    """Whether an expression is figures with units."""
    found = variables_of(expression)
    return bool(found) and all(map(is_unit, found))


def _is_rational_power(expression: Any) -> bool:
    return bool(expression.is_Pow and expression.exp.is_Rational)


def is_figure(number: Any) -> bool:
    """Whether a number is measured or worked out, rather than one that formulas have."""
    if not number.is_Rational or min(abs(number.p), number.q) > _MOST_EXACT:
        return False
    above, below = abs(int(number.p)), int(number.q)
    usual = _USUAL_WHOLE if below == 1 else _USUAL_ABOVE
    return above > usual or below > _USUAL_WHOLE


def _alike(terms: list[Any], bound: bool) -> Options:
    """The dimensions that all terms may have; a number takes the unit of what is counted, or of the
    figures, beside it, and any as a `bound`: max(1, n/t).
    """
    named = [(term, options(term)) for term in terms if not term.is_number]
    numbers = [term for term in terms if term.is_number]
    every = [may_be for _, may_be in named]
    if numbers:
        measured = any(is_measured(term) for term, _ in named)
        beside = {dimension for _, may_be in named for dimension in may_be} & counted_dimensions()
        open_ones = {ANY: frozenset({OPEN})} if bound else {}
        every += [open_ones | _beside(number, measured, beside) for number in numbers]
    found = every[0]
    for other in every[1:]:
        if other == found:
            continue
        found = dict(_shared(tuple(found.items()), tuple(other.items())))
    if not found:
        raise Mismatch(terms[0], PURE, PURE, "no conversion makes the terms agree")
    return found


@lru_cache(maxsize=256)
def _shared(found: tuple[_Conversion, ...], other: tuple[_Conversion, ...]) -> Options:
    """The dimensions that two terms may both have, each with the fewest conversions."""
    theirs = dict(other)
    either = [(ANY, theirs[ANY])] if ANY in theirs else []
    return _best(
        (two if one is ANY else one, used | more)
        for one, used in found
        for two, more in (
            other if one is ANY else [(one, theirs[one]), *either] if one in theirs else either
        )
    )


def _beside(number: Any, measured: bool, beside: Collection[Dimension]) -> Options:
    """The dimensions that a number may have beside `measured` terms or those that count things."""
    found = options(number)
    if not number.is_real or not (measured or beside):
        return found
    if measured:
        return found | {ANY: frozenset({OPEN})}
    if not number.is_integer:
        return found  # 26.2 counts nothing
    size = abs(float(number))
    return found | {
        dimension: frozenset({PutBack(dimension, size, Way.COUNTS)})
        for dimension in sorted(beside, key=str)
    }


def _of_product(expression: Any) -> Options:
    """The dimensions of a product, conversions put back for its bare numbers included."""
    parts = list(factors(expression))
    bare = [part for part in parts if part[0].is_number and part[0].is_real]
    numbers = [
        (float(number), power) if power > 0 else (float(number) ** -1, -power)
        for number, power in bare
    ]
    symbols = [factor.unit.dimension**power for factor, power in parts if factor.is_Symbol]
    found: Options = {prod(symbols, start=PURE): frozenset()}
    for factor, power in parts:
        if not (factor.is_number or factor.is_Symbol):
            found = _best(
                (_times(one, two, power), used | more)
                for (one, used), (two, more) in product(found.items(), options(factor).items())
            )
    made = dict(_with_pairs(tuple(found.items()), *_conversions(tuple(numbers))))
    if any(is_figure(number) for number, _ in bare) and not any(is_unit(part) for part, _ in parts):
        made.setdefault(ANY, frozenset({OPEN}))
    return made


def _times(one: Dimension, other: Dimension, power: Exponent = 1) -> Dimension:
    if one is ANY or other is ANY:
        return ANY
    return one * other if power == 1 else one * other**power


_Conversion = tuple[Dimension, Used]


@lru_cache(maxsize=256)
def _with_pairs(
    found: tuple[_Conversion, ...],
    conversions: tuple[_Conversion, ...],
    numbers: tuple[float, ...],
) -> Mapping[Dimension, Used]:
    """The options with the conversions that these numbers may stand for, none, one or two."""
    ways = product(found, _pairs(conversions, numbers))
    return _best(
        ((_times(one, other), used | more) for (one, used), (other, more) in ways), numbers
    )


@lru_cache(maxsize=1024)
def _pairs(
    conversions: tuple[_Conversion, ...], numbers: tuple[float, ...]
) -> tuple[_Conversion, ...]:
    """No conversion, one or two, where there is a number for each that a number stands for."""
    every = ((PURE, Used()), *conversions)
    return tuple(
        (one * other, used | more)
        for (one, used), (other, more) in product(every, every)
        if _stand_for_each(numbers, (*used, *more))
    )


def _stand_for_each(numbers: tuple[float, ...], conversions: tuple[PutBack, ...]) -> bool:
    """Whether there is a number for each conversion; none is put back twice."""
    said = [one.number for one in conversions if one.number is not None]
    return len(set(conversions)) == len(conversions) and all(
        sum(number in (one, 1 / one) for number in numbers) >= said.count(one) for one in said
    )


def _conversions(
    numbers: tuple[tuple[float, Exponent], ...],
) -> tuple[tuple[_Conversion, ...], tuple[float, ...]]:
    """The conversions that the bare numbers of a product, or nothing, may stand for, above and
    below the fraction bar, those below a root with its power; and the numbers that stand for one.
    """
    total = 1.0
    for number, power in numbers:
        total *= abs(number) ** float(power) if power % 1 else number ** float(power)
    said = sorted(pair for pair in {*numbers, (total, 1)} if pair[0] not in (0.0, 1.0))
    stands = [(*pair, habits_of(pair[0]), habits_of(1 / pair[0])) for pair in said]
    stands = [each for each in stands if each[2] or each[3]]
    standing = {number for number, *_ in stands}
    return _left_unsaid(tuple(stands)), tuple(each for each, _ in numbers if each in standing)


@lru_cache(maxsize=1024)
def _left_unsaid(
    stands: tuple[tuple[float, Exponent, frozenset[Habit], frozenset[Habit]], ...],
) -> tuple[_Conversion, ...]:
    """The conversions for which numbers stand, each with its power and the habits that it is, or
    whose inverse it is; and those that may be missing altogether.
    """
    found: list[_Conversion] = []
    for habit in customary():
        unit = habit.dimension
        for number, power, whole, inverse in stands:
            if habit in whole:
                found.append((unit**power, frozenset({PutBack(unit, number)})))
            if habit in inverse:
                found.append((unit**-power, frozenset({PutBack(unit, 1 / number)})))
        if habit.unsaid:
            left_out = frozenset({PutBack(unit, None, Way.LEFT_OUT)})
            found += [(unit**sign, left_out) for sign in (1, -1)]
    return tuple(found)


def _best(ways: Iterable[tuple[Dimension, Used]], numbers: Collection[float] = ()) -> Options:
    """For each dimension the cheapest way to it, plausible beside the bare `numbers` if one is."""
    found: Options = {}
    ranks: dict[Dimension, tuple[bool, Cost]] = {}
    for dimension, used in ways:
        if not are_few(used):
            continue
        rank = bool(numbers) and not plausible(used, numbers), cost(used)
        if dimension in found and ranks[dimension] <= rank:
            continue
        if len(found) < _MOST_OPTIONS or dimension in found:
            found[dimension], ranks[dimension] = used, rank
    return found
