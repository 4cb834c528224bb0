"""Abstract printer of expressions: brackets, spacing and line breaks, one method for each shape."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from derive.equations import notation as n
from derive.equations.tex_symbol import Glyph, flat, symbol
from derive.rendering.expressions.printed_quantity import PrintedQuantity, literal, measured
from derive.results.known import Known

T = TypeVar("T")
Values = Mapping[Any, Known]

ROOM = 78

# The glue before a part of a line.
NOTHING, THIN, DOT, PLUS = "", "thin", "dot", "plus"
MINUS, NEGATIVE, COMMA, SLASH = "minus", "negative", "comma", "slash"


class Printer(ABC, Generic[T]):
    """Writes a notation tree from the pieces of a format.

    A variable in `values` prints as its number with its unit. A product, sum or list of
    arguments wider than `room` characters is broken into lines.
    """

    # The tightness of the parts of a fraction and of an exponent; formats with a drawn bar need no
    # brackets there.
    above_level, below_level, exponent_level = 0, 0, 0
    beside = 0  # characters of a beginning that stays on the line of a wide part: the page scrolls

    def __init__(self, values: Values | None = None, room: int = ROOM) -> None:
        self.values: Values = values or {}
        self.room = room

    def write(self, node: n.Node | PrintedQuantity) -> T:
        """A node, or a number with its unit, in this format."""
        match node:
            case PrintedQuantity():
                return self.measure(node)
            case n.Number(text):
                return self.measure(literal(text))
            case n.Symbol(var):
                found = value_of(node, self.values)
                return self.glyph(symbol(var)) if found is None else self.measure(found)
            case n.Product(factors):
                return self._product(factors)
            case n.Fraction(above, below):
                return self.over(
                    self.inside(above, self.above_level), self.inside(below, self.below_level)
                )
            case n.Sum(terms):
                return self._sum(terms)
            case n.Power(base, exponent):
                return self.raised(self.inside(base, 4), self._exponent(exponent))
            case n.Root(inner):
                return self.root(self.write(inner))
            case n.Call(function, arguments):
                return self.call(function, self._arguments(arguments))
            case n.Application(map, argument):
                return self.line(
                    [
                        (NOTHING, self.glyph(symbol(map))),
                        (NOTHING, self.brackets(self.write(argument))),
                    ]
                )
            case n.Cases(branches):
                return self.cases(
                    [
                        (self.write(value), None if guard is None else self.write(guard))
                        for value, guard in branches
                    ]
                )
            case n.Statement(left, sign, right):
                return self.sides(self.write(left), sign, self.write(right))

    def inside(self, node: n.Node, level: int) -> T:
        """The node, in brackets if it binds less tightly than `level`."""
        written = self.write(node)
        return self.brackets(written) if tightness(node, self.values) < level else written

    def _exponent(self, node: n.Node) -> T:
        """An exponent; a plain fraction such as 1/3 stays on one line."""
        if not (
            isinstance(node, n.Fraction)
            and isinstance(node.above, n.Number)
            and isinstance(node.below, n.Number)
        ):
            return self.inside(node, self.exponent_level)
        flat = self.line([(NOTHING, self.write(node.above)), (SLASH, self.write(node.below))])
        return self.brackets(flat) if self.exponent_level > 2 else flat

    def _product(self, factors: tuple[n.Node, ...]) -> T:
        parts: list[tuple[str, n.Node]] = []
        for index, factor in enumerate(factors):
            glue = NOTHING if index == 0 else self._between(factors[index - 1], factor)
            parts.append((glue, factor))
        return self._lines(parts)

    def _between(self, left: n.Node, right: n.Node) -> str:
        """A dot where digits or units would run together, else a thin space."""
        numeric = starts_with_digit(right, self.values) or value_of(left, self.values) is not None
        return DOT if numeric else THIN

    def _sum(self, terms: tuple[tuple[bool, n.Node], ...]) -> T:
        glue = [
            (NEGATIVE if negative else NOTHING) if index == 0 else (MINUS if negative else PLUS)
            for index, (negative, _) in enumerate(terms)
        ]
        return self._lines([(sign, term) for sign, (_, term) in zip(glue, terms, strict=True)])

    def _arguments(self, arguments: tuple[n.Node, ...]) -> T:
        return self._lines(
            [(COMMA if index else NOTHING, argument) for index, argument in enumerate(arguments)],
            level=0,
        )

    def _lines(self, parts: Sequence[tuple[str, n.Node]], level: int = 2) -> T:
        lines: list[list[tuple[str, T]]] = [[]]
        width = 0
        for glue, node in parts:
            size = breadth(node, self.values) + 3
            if lines[-1] and width + size > self.room and width > self.beside:
                lines.append([])
                width = 0
            starts_line = not lines[-1] and len(lines) > 1
            lines[-1].append(
                (DOT if starts_line and glue == THIN else glue, self.inside(node, level))
            )
            width += size
        written = [self.line(line) for line in lines]
        return written[0] if len(written) == 1 else self.stack(written)

    @abstractmethod
    def measure(self, measure: PrintedQuantity) -> T:
        """A number, with its unit if it has one."""

    @abstractmethod
    def glyph(self, glyph: Glyph) -> T:
        """A variable's symbol."""

    @abstractmethod
    def line(self, parts: Sequence[tuple[str, T]]) -> T:
        """Parts side by side, each after its sign."""

    @abstractmethod
    def stack(self, lines: Sequence[T]) -> T:
        """The lines of something too wide for one."""

    @abstractmethod
    def over(self, above: T, below: T) -> T:
        """A fraction."""

    @abstractmethod
    def raised(self, base: T, exponent: T) -> T:
        """A power."""

    @abstractmethod
    def root(self, inner: T) -> T:
        """A square root."""

    @abstractmethod
    def call(self, function: str, arguments: T) -> T:
        """A function of arguments."""

    @abstractmethod
    def cases(self, branches: Sequence[tuple[T, T | None]]) -> T:
        """Values with their guards; None is "otherwise"."""

    @abstractmethod
    def sides(self, left: T, sign: str, right: T) -> T:
        """Two sides and the sign between them."""

    @abstractmethod
    def brackets(self, inner: T) -> T:
        """Something in round brackets."""


def value_of(node: n.Node, values: Values) -> PrintedQuantity | None:
    """The number of a variable in `values`; None for other nodes."""
    known = values.get(node.var) if isinstance(node, n.Symbol) else None
    return None if known is None else measured(known.value, known.var.unit)


def tightness(node: n.Node, values: Values) -> int:
    """The precedence of a node; a number with a unit or a power of ten is a product."""
    found = literal(node.text) if isinstance(node, n.Number) else value_of(node, values)
    if found is None or not found.compound:
        return n.tightness(node)
    return 1 if found.mantissa.startswith(("-", "−")) else 2


def starts_with_digit(node: n.Node, values: Values) -> bool:
    """Whether the first character is a digit."""
    match node:
        case n.Number(_):
            return True
        case n.Symbol(_):
            return value_of(node, values) is not None
        case n.Power(base, _):
            return starts_with_digit(base, values)
        case n.Fraction(above, _):
            return starts_with_digit(above, values)
        case n.Product(factors):
            return starts_with_digit(factors[0], values)
        case _:
            return False


def breadth(node: n.Node, values: Values) -> int:
    """The approximate width of a node in characters: one rule for all formats, so that all break
    lines alike.
    """
    match node:
        case n.Number(text):
            return len(text)
        case n.Symbol(var):
            found = value_of(node, values)
            return len(flat(symbol(var))) if found is None else len(found.text)
        case n.Fraction(above, below):
            return max(breadth(above, values), breadth(below, values))
        case n.Cases(branches):
            return 12 + max(
                breadth(v, values) + (breadth(c, values) if c else 9) for v, c in branches
            )
        case n.Call(function, arguments):
            return len(function) + sum(breadth(a, values) + 2 for a in arguments)
        case n.Product(factors):
            return sum(breadth(f, values) + 1 for f in factors)
        case _:
            return sum(breadth(c, values) + 2 for c in n.children(node))
