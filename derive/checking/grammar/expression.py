"""Expressions of a tree: sympy expressions over variables, exactly as written."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy

from derive.checking.grammar.rounded_counts import is_a_count
from derive.checking.grammar.tree import (
    CallNode,
    NameNode,
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    RangeNode,
    SumNode,
    UnitNode,
)
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.expression import Max, Min
from derive.equations.var import Var
from derive.errors import TextError
from derive.units.lexer import MAX_DIGITS, MAX_EXPONENT

_MOST_BITS = MAX_DIGITS * 10 // 3
_ONE = {
    **dict.fromkeys(("log", "ln", "log2", "log10"), sympy.log), "ceil": sympy.ceiling,
    **dict.fromkeys(("exp", "erf", "erfc"), sympy.exp), "floor": sympy.floor, "abs": sympy.Abs,
    "sin": sympy.sin, "cos": sympy.cos, "tan": sympy.tan, "cot": sympy.cot, "sec": sympy.sec,
    "csc": sympy.csc, "coth": sympy.coth, "asin": sympy.asin, "acos": sympy.acos,
    "atan": sympy.atan, "sinh": sympy.sinh, "cosh": sympy.cosh, "tanh": sympy.tanh,
    "sech": sympy.sech, "csch": sympy.csch, "acot": sympy.acot, "asinh": sympy.asinh,
    "acosh": sympy.acosh, "atanh": sympy.atanh, "acoth": sympy.acoth, "factorial": sympy.factorial,
}  # fmt: skip
_ONCE, _UNIT = Fraction(1), "a unit"
RANGE_NAME = "from_"
_OF_THEIR_DIMENSION = {"sum", "slope", "change", "differential", "mean", "either", "lim"}
_DIMENSION_ONLY = {"direction", "prod", "erf", "erfc", "binom", "of", "cases"}
Value = Any  # a Fraction while it is a number, else a sympy expression


class Builder:
    """Builder of the expressions of one text under one reading of its names; `placed` are its parts
    with their positions.

    Nothing is cancelled or collected, so that every term is checked; literal numbers are computed
    exactly. `dimensions_only` is set where a sum over an index, a derivative or the like keeps only
    its dimension.
    """

    def __init__(self, text: str, reading: Mapping[str, Var]) -> None:
        self.text, self.reading = text, reading
        self.placed: list[tuple[Any, int]] = []
        self.dimensions_only = False

    def expression(self, node: Node) -> Any:
        """The expression of a node. Raises TextError for a division by zero or a long number."""
        return self._kept(self._value(node), node)

    def _kept(self, value: Value, node: Node) -> Any:
        exact = type(value) is Fraction
        made = sympy.Rational(value.numerator, value.denominator) if exact else value
        self.placed.append((made, node.position))
        return made

    def _value(self, node: Node) -> Value:
        if isinstance(node, NameNode):
            return self.reading[node.word]
        if isinstance(node, NumberNode):
            return self._bounded(node.value, node)
        if isinstance(node, ProductNode):
            return self._product(node)
        match node:
            case UnitNode(word):
                return unit_symbol(word)
            case RangeNode():
                return self._range(node)
            case SumNode(terms):
                return self._sum(node, [(sign, self._value(term), term) for sign, term in terms])
            case PowerNode(base, exponent):
                return self._power(node, self._value(base), self._value(exponent))
            case CallNode():
                return self._call(node)

    def _bounded(self, value: Fraction, node: Node) -> Fraction:
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > _MOST_BITS:
            raise self._too_long(node)
        return value

    def _too_long(self, node: Node) -> TextError:
        problem = f"a number of more than {MAX_DIGITS} digits"
        return TextError(self.text, node.position, problem, "Write it as 1.5e30.")

    def _sum(self, node: Node, terms: list[tuple[int, Value, Node]]) -> Value:
        if all(isinstance(value, Fraction) for _, value, _ in terms):
            total = Fraction(0)
            for sign, value, _ in terms:
                total = self._bounded(total + sign * value, node)
            return total
        made = [
            self._kept(value if sign > 0 else _negative(value), term) for sign, value, term in terms
        ]
        return sympy.Add._from_args(made, True)

    def _product(self, node: ProductNode) -> Value:
        """Literal numbers gathered in front, then the factors in order, brackets opened."""
        number, factors = _ONCE, []
        waiting = list(reversed(node.factors))
        while waiting:
            sign, factor = waiting.pop()
            if isinstance(factor, CallNode) and is_dots(factor):
                return self._of_many(node)
            if isinstance(factor, ProductNode):
                waiting.extend((sign * inner, part) for inner, part in reversed(factor.factors))
                continue
            value = self._value(factor)
            if type(value) is Fraction:
                value = value if sign > 0 else self._inverse(value, factor)
                number = value if number is _ONCE else self._bounded(number * value, node)
            else:
                factors.append(self._kept(value if sign > 0 else _inverted(value), factor))
        if not factors:
            return number
        if number is not _ONCE and number != 1:
            factors.insert(0, sympy.Rational(number.numerator, number.denominator))
        return sympy.Mul._from_args(factors, True)

    def _of_many(self, node: ProductNode) -> Value:
        """A product with dots, of an unknown number of factors: each must be a pure number."""
        self.dimensions_only = True
        factors = [self.expression(factor) for _, factor in node.factors if not is_dots(factor)]
        pure = [self._pure(factor, node) for factor in factors]
        return sympy.Mul(*pure, evaluate=False) if pure else Fraction(1)

    def _pure(self, value: Any, node: Node) -> Any:
        try:
            if dimension_of(value):
                problem = "the unit of a product of so many factors with units is unknown"
                raise TextError(self.text, node.position, problem, "Write it out, or name it.")
        except Mismatch:  # found when the expression is judged
            pass
        return value

    def _inverse(self, value: Fraction, node: Node) -> Fraction:
        if value == 0:
            raise TextError(self.text, node.position, "a division by zero")
        return 1 / value

    def _power(self, node: PowerNode, base: Value, exponent: Value) -> Value:
        if isinstance(exponent, Fraction):
            if abs(exponent) > MAX_EXPONENT or exponent.denominator > MAX_EXPONENT:
                problem = f"an exponent is at most {MAX_EXPONENT:,}"
                raise TextError(self.text, node.exponent.position, problem)
            if isinstance(base, Fraction) and exponent.denominator == 1:
                return self._whole_power(node, base, int(exponent))
        return sympy.Pow(
            self._kept(base, node.base), self._kept(exponent, node.exponent), evaluate=False
        )

    def _whole_power(self, node: PowerNode, base: Fraction, exponent: int) -> Fraction:
        if exponent < 0:
            base, exponent = self._inverse(base, node.base), -exponent
        bits = max(base.numerator.bit_length(), base.denominator.bit_length()) - 1
        if bits * exponent > _MOST_BITS:
            if 1 < 2 * abs(base) < 2:
                return Fraction(float(base) ** exponent)  # 0.999^1000
            raise self._too_long(node)
        return self._bounded(base**exponent, node)

    def _range(self, node: RangeNode) -> Value:
        """A value between two numbers; only its dimension is known."""
        ends = [self._value(end) for end in (node.low, node.high)]
        if not all(isinstance(end, Fraction) for end in ends):
            raise TextError(self.text, node.position, "a range runs from one number to another")
        words = "_".join(
            f"{float(end):.12g}".replace(".", "_").replace("+", "").replace("-", "_")
            for end in ends
        )
        return Var(f"{RANGE_NAME}{words}", "1", "a range")

    def _call(self, node: CallNode) -> Value:
        several = node.function == "cases" and len(node.arguments) > 1
        shown = [part for part in node.arguments if not (several and is_dots(part))]
        arguments = [self.expression(argument) for argument in shown]
        whole = node.function in ("ceil", "floor") and is_a_count(arguments[0])
        self.dimensions_only |= whole or node.function in _OF_THEIR_DIMENSION | _DIMENSION_ONLY
        match node.function:
            case "prod":
                return self._pure(arguments[0], node)
            case "binom":
                factorials = (sympy.factorial(argument, evaluate=False) for argument in arguments)
                return sympy.Mul(*factorials, evaluate=False)
            case "of":  # to the power 0, so that the dimensions inside the argument are checked
                others = (sympy.Pow(argument, 0, evaluate=False) for argument in arguments[1:])
                return sympy.Mul(arguments[0], *others, evaluate=False)
            case "direction":
                return sympy.Pow(arguments[0], 0, evaluate=False)
            case "dots":
                problem = "“…” stands for something that is not written"
                raise TextError(self.text, node.position, problem, "Write it out.")
            case "matrix" | "row":
                raise TextError(self.text, node.position, "a matrix is not read here")
            case "cases":
                cases = ((value, case(k)) for k, value in enumerate(arguments))
                return sympy.Piecewise(*cases, evaluate=False)
            case "max" | "min" as extreme:
                return (Max if extreme == "max" else Min)(*arguments)
            case "sqrt":
                return sympy.Pow(arguments[0], sympy.Rational(1, 2), evaluate=False)
            case name if whole or name in _OF_THEIR_DIMENSION:
                return arguments[0]
            case name:
                return _ONE[name](arguments[0], evaluate=False)


def is_dots(node: Node) -> bool:
    """Whether a node stands for what is not written."""
    return isinstance(node, CallNode) and node.function == "dots"


@lru_cache(maxsize=1024)
def unit_symbol(word: str) -> Var:
    """A unit word as a factor of its dimension."""
    return Var(word, word, _UNIT)


def is_unit(factor: Any) -> bool:
    """Whether a factor is a unit word."""
    return isinstance(factor, Var) and factor.meaning == _UNIT


@lru_cache(maxsize=64)
def case(number: int) -> Var:
    """The condition of one of several cases."""
    return Var(f"case_{number}", "1", "a case")


def _negative(value: Value) -> Value:
    return -value if type(value) is Fraction else sympy.Mul(-1, value, evaluate=False)


def _inverted(value: Any) -> Any:
    if value.is_Pow and value.exp.is_Rational:
        return sympy.Pow(value.base, -value.exp, evaluate=False)
    return sympy.Pow(value, -1, evaluate=False)
