"""Possible dimensions of an expression: with the conversions that may be left unsaid in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import sympy

from derive.checking.grammar.expression import is_unit
from derive.checking.habits.habit import counted_dimensions, customary
from derive.checking.habits.put_back import OPEN, PutBack, Used, Way, cost
from derive.equations.dimensions import Mismatch, dimension_of
from derive.units.dimension import PURE, Dimension, Exponent

MOST = 2
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
        return _alike([term for term in expression.args if term != 0])
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
    found = expression.free_symbols
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


def _alike(terms: list[Any]) -> Options:
    """The dimensions that all terms may have; a number takes the unit of what is counted, or of the
    figures, beside it.
    """
    named = [(term, options(term)) for term in terms if not term.is_number]
    numbers = [term for term in terms if term.is_number]
    every = [may_be for _, may_be in named]
    if numbers:
        measured = any(is_measured(term) for term, _ in named)
        beside = {dimension for _, may_be in named for dimension in may_be} & counted_dimensions()
        every += [_beside(number, measured, beside) for number in numbers]
    found = every[0]
    for other in every[1:]:
        if other == found:
            continue
        found = _best(
            (two if one == ANY else one, used | more)
            for (one, used), (two, more) in product(found.items(), other.items())
            if one == two or ANY in (one, two)
        )
    if not found:
        raise Mismatch(terms[0], PURE, PURE, "no conversion makes the terms agree")
    return found


def _beside(number: Any, measured: bool, beside: Collection[Dimension]) -> Options:
    """The dimensions that a number may have beside `measured` terms or those that count things."""
    found = options(number)
    if not number.is_real or not (measured or beside):
        return found
    if measured:
        return found | {ANY: frozenset({OPEN})}
    size = abs(float(number))
    return found | {
        dimension: frozenset({PutBack(dimension, size, Way.COUNTS)})
        for dimension in sorted(beside, key=str)
    }


def _of_product(expression: Any) -> Options:
    """The dimensions of a product, conversions put back for its bare numbers included."""
    parts = list(factors(expression))
    bare = [part for part in parts if part[0].is_number and part[0].is_real]
    numbers = [(float(number) ** (1 if power > 0 else -1), abs(power)) for number, power in bare]
    found: Options = {PURE: frozenset()}
    for factor, power in parts:
        if not factor.is_number:
            found = _best(
                (_times(one, two, power), used | more)
                for (one, used), (two, more) in product(found.items(), _inner(factor).items())
            )
    made = _best(
        (_times(one, other), used | more)
        for (one, used), (other, more) in product(found.items(), _pairs(tuple(numbers)))
    )
    if any(is_figure(number) for number, _ in bare) and not any(is_unit(part) for part, _ in parts):
        made.setdefault(ANY, frozenset({OPEN}))
    return made


def _times(one: Dimension, other: Dimension, power: Exponent = 1) -> Dimension:
    return ANY if ANY in (one, other) else one * other**power


def _inner(factor: Any) -> Options:
    """The options of a factor that is no product itself."""
    if factor.is_Symbol:
        return {dimension_of(factor): frozenset()}
    return options(factor)


@lru_cache(maxsize=1024)
def _pairs(numbers: tuple[tuple[float, Exponent], ...]) -> tuple[tuple[Dimension, Used], ...]:
    """The conversions that bare numbers may stand for, none, one or two at a time."""
    conversions = [(PURE, Used()), *_conversions(numbers)]
    values = [number for number, _ in numbers]
    return tuple(
        (one * other, used | more)
        for (one, used), (other, more) in product(conversions, conversions)
        if _stand_for_each(values, (*used, *more))
    )


def _stand_for_each(numbers: list[float], conversions: tuple[PutBack, ...]) -> bool:
    """Whether there is a number for each conversion; none is put back twice."""
    said = [one.number for one in conversions if one.number is not None]
    return len(set(conversions)) == len(conversions) and all(
        sum(number in (one, 1 / one) for number in numbers) >= said.count(one) for one in said
    )


def _conversions(
    numbers: tuple[tuple[float, Exponent], ...],
) -> Iterator[tuple[Dimension, Used]]:
    """The conversions that the bare numbers of a product, or nothing, may stand for, above and
    below the fraction bar; those below a root with its power.
    """
    total = 1.0
    for number, power in numbers:
        total *= number ** float(power)
    said = {*numbers, (total, 1)}
    for habit in customary():
        for number, power in sorted(pair for pair in said if pair[0] not in (0.0, 1.0)):
            if habit.has(number):
                yield habit.dimension**power, frozenset({PutBack(habit.dimension, number)})
            elif habit.has(1 / number):
                yield habit.dimension**-power, frozenset({PutBack(habit.dimension, 1 / number)})
        if habit.unsaid:
            for sign in (1, -1):
                left_out = PutBack(habit.dimension, None, Way.LEFT_OUT)
                yield habit.dimension**sign, frozenset({left_out})


def _best(ways: Iterable[tuple[Dimension, Used]]) -> Options:
    """For each dimension the cheapest way to it."""
    found: Options = {}
    for dimension, used in ways:
        if len(used) > MOST or (dimension in found and cost(found[dimension]) <= cost(used)):
            continue
        if len(found) < _MOST_OPTIONS or dimension in found:
            found[dimension] = used
    return found
