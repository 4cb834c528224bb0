"""Maps: functions of which nothing is known but what they take and what they give."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy

from derive.equations.tex_symbol import check_tex
from derive.equations.var import check_name, tex_of
from derive.program.arithmetic import stand_in
from derive.units.text import parse_unit
from derive.units.unit import Unit


class OpaqueFunction(sympy.Atom):  # type: ignore[misc]
    """An opaque function with units, such as one layer of a network: it can be applied, moved
    about, and never undone.

    `takes` and `gives` are units. Equations with it are solved and proved as symbols; no number is
    ever made up for it. Raises DeclarationError for a name that cannot be, TextError for a unit
    that cannot be read.

    >>> from derive import OpaqueFunction, Var
    >>> f = OpaqueFunction("f", "byte", "token")
    >>> f(Var("x", "byte"))
    f(x)
    """

    __slots__ = ("gives", "meaning", "name", "takes", "tex")

    is_commutative = True
    name: str
    takes: Unit
    gives: Unit

    def __new__(
        cls, name: str, takes: str = "1", gives: str = "1", meaning: str = "", *, tex: str = ""
    ) -> OpaqueFunction:
        """Declare it; see the class for the arguments."""
        self: OpaqueFunction = super().__new__(cls)
        self.name, self.meaning = check_name(name.rstrip("'")) + "'" * name.count("'"), meaning
        self.tex = check_tex(self.name, tex or tex_of(name))
        self.takes, self.gives = parse_unit(takes), parse_unit(gives)
        return self

    def _hashable_content(self) -> tuple[Any, ...]:
        return (self.name, self.takes.text, self.gives.text, self.meaning, self.tex)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.name, self.takes.text, self.gives.text, self.meaning, self.tex)

    def __call__(self, argument: Any) -> Applied:
        """The map at an argument."""
        return Applied(self, argument)

    @property
    def slope(self) -> OpaqueFunction:
        """Its derivative: as opaque as itself, and what it gives is per what it takes."""
        unit = "1" if self.gives == self.takes else f"({self.gives.text})/({self.takes.text})"
        return OpaqueFunction(
            self.name + "'",
            self.takes.text,
            unit,
            f"slope of {self.meaning or self.name}",
            tex=self.tex + r"^\prime",
        )

    def stand_in(self, argument: Any) -> Fraction:
        """A number in its place, the same for the same argument: lines that hold for it at random
        points hold for any function.
        """
        return stand_in((self.name, self.takes.text, self.gives.text), argument)

    def _sympystr(self, printer: Any) -> str:
        return self.name


class Applied(sympy.Expr):  # type: ignore[misc]
    """A map at an argument: `args` are the map and the argument."""

    def __new__(cls, map: OpaqueFunction, argument: Any) -> Applied:
        """Made by calling a map."""
        self: Applied = super().__new__(cls, map, sympy.sympify(argument, strict=True))
        return self

    @property
    def map(self) -> OpaqueFunction:
        """Which map."""
        made: OpaqueFunction = self.args[0]
        return made

    @property
    def argument(self) -> Any:
        """At what."""
        return self.args[1]

    @property
    def free_symbols(self) -> set[Any]:
        """The variables of the argument."""
        found: set[Any] = self.argument.free_symbols
        return found

    def _eval_derivative(self, symbol: Any) -> Any:
        return self.map.slope(self.argument) * self.argument.diff(symbol)

    def _sympystr(self, printer: Any) -> str:
        return f"{self.map.name}({printer.doprint(self.argument)})"


def maps_of(expression: Any) -> tuple[OpaqueFunction, ...]:
    """The maps that stand in an expression, by name."""
    return tuple(sorted({node.map for node in expression.atoms(Applied)}, key=lambda map: map.name))


def _restore(name: str, takes: str, gives: str, meaning: str, tex: str) -> OpaqueFunction:
    return OpaqueFunction(name, takes, gives, meaning, tex=tex)
