"""Values of functions of figures: roots, extremes, powers of e, logarithms of a base, angles."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from derive.checking.grammar.tree import CallNode, NumberNode, nodes
from derive.program.tolerances import NOISE
from derive.units.dimension import PURE, Dimension

Valued = tuple[float, Dimension]
_MOST_FACTORIAL = 170  # beyond it there is no float


def _factorial(value: float) -> float:
    """The factorial of a whole number. Raises ValueError for any other."""
    if not (value.is_integer() and 0 <= value <= _MOST_FACTORIAL):
        raise ValueError("a factorial is of a whole number up to 170")
    return float(math.factorial(int(value)))


_OF_NUMBERS: dict[str, Callable[[float], float]] = {
    "ceil": math.ceil, "floor": math.floor, "exp": math.exp, "ln": math.log, "log2": math.log2,
    "log10": math.log10, "sinh": math.sinh, "cosh": math.cosh, "tanh": math.tanh,
    "factorial": _factorial,
}  # fmt: skip
_OF_ANGLES = {"sin": math.sin, "cos": math.cos, "tan": math.tan}
_EXTREMES = {"max": max, "min": min}
_ANGLES = (math.radians(1), math.pi)


def value_of_call(call: CallNode, arguments: Sequence[Valued]) -> Valued:
    """The value and dimension of a function of values. Raises ValueError where it has none: a
    logarithm of a base that is not written, the sine of an angle without its unit.
    """
    name = call.function
    values, dimensions = zip(*arguments, strict=True) if arguments else ((), ())
    if name in _EXTREMES and len(set(dimensions)) == 1:
        return _EXTREMES[name](values), dimensions[0]
    if len(values) == 1 and name == "sqrt":
        return math.sqrt(values[0]), dimensions[0] ** Fraction(1, 2)
    if len(values) == 1 and name == "abs":
        return abs(values[0]), dimensions[0]
    if name == "binom" and len(values) == 2 and not any(dimensions):
        return _combinations(*values), PURE
    function = _OF_NUMBERS.get(name) or (_OF_ANGLES.get(name) if _has_an_angle(call) else None)
    if function is None or len(values) != 1 or dimensions[0]:
        raise ValueError(f"{name} has no value")
    value = float(function(values[0]))
    noise = name in _OF_ANGLES and abs(value) <= NOISE * max(1.0, abs(values[0]))
    return 0.0 if noise else value, PURE


def _combinations(many: float, few: float) -> float:
    """The number of ways to choose a few of many. Raises ValueError unless both are whole."""
    if not (many.is_integer() and few.is_integer() and 0 <= few <= many <= _MOST_FACTORIAL):
        raise ValueError("a binomial coefficient is of whole numbers")
    return float(math.comb(int(many), int(few)))


def change_of_call(call: CallNode, argument: Valued, by: float) -> float:
    """The change of a function of one value where that moves by so much to either side."""
    value, dimension = argument
    try:
        low, high = (value_of_call(call, [(x, dimension)])[0] for x in (value - by, value + by))
    except (ArithmeticError, ValueError):
        return 0.0
    return abs(high - low) / 2


def _has_an_angle(call: CallNode) -> bool:
    """Whether what a function is of has degrees, or pi."""
    numbers = (float(part.value) for part in nodes(call) if isinstance(part, NumberNode))
    return any(math.isclose(x, unit) for x in numbers for unit in _ANGLES)
