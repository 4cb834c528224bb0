"""Small systems of two to four relations drawn from a seed, with values that hold in them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import sympy
from sympy import Expr

from derive.equations import Eq, Max, Min, Relation, Var
from derive.system import System

MOVES: Final = (1.7, 0.6, 1.2)  # what a value is multiplied by where it is to contradict others
COEFFICIENTS: Final = (1, 1, 2, 3, sympy.Rational(1, 2))

# A third variable from three earlier ones, of which two may be the same.
SHAPES: Final[tuple[Callable[[Expr, Expr, Expr], Expr], ...]] = (
    lambda u, m, w: u * m + w,
    lambda u, m, w: u * m / (u + w),
    lambda u, m, w: Max(u * m, w),
    lambda u, m, w: Min(u * m, w),
    lambda u, m, w: sympy.ceiling(u * m / w) * w,
    lambda u, m, w: sympy.Piecewise((u * m, u <= w), (w * m, True)),
    lambda u, m, w: u * m - u * m * sympy.exp(-w / u),
    lambda u, m, w: sympy.sqrt(u * w) * m,
    lambda u, m, w: u**2 * m / w,
    lambda u, m, w: sympy.log(1 + u / w) * m,
    lambda u, m, w: u * w / (m + u),
)


class SmallSystem:
    """A system of one kind: of sums, of products and the larger of two, or of any shape."""

    def __init__(self, kind: str, seed: int) -> None:
        self._source = random.Random(f"{kind}{seed}")
        source = self._source
        inputs = [Var(f"a{k}") for k in range(source.randint(2, 4))]
        exact: dict[Var, Expr] = {
            v: sympy.Rational(f"{source.uniform(1.5, 9.5):.6f}") for v in inputs
        }
        known, relations = list(inputs), list[Relation]()
        for k in range(source.randint(2, 4)):
            right = getattr(self, f"_{kind}")(known)
            var = Var(f"x{k}")
            value = right.subs(exact)  # a fraction as such: no rounding makes a ceiling one more
            exact[var] = value if value.is_Rational else value.evalf(30)
            relations.append(Relation(f"of {var.name}", Eq(var, right)))
            known.append(var)
        self.system = System(relations)
        self.values = {v.name: float(exact[v]) for v in self.system.variables}

    def _sum(self, known: list[Var]) -> Expr:
        those = self._source.sample(known, min(len(known), self._source.randint(2, 3)))
        return sympy.Add(*(self._source.choice(COEFFICIENTS) * v for v in those))

    def _mix(self, known: list[Var]) -> Expr:
        those = self._source.sample(known, min(len(known), self._source.randint(2, 3)))
        first, second, last = those[0], those[1], those[-1]
        shapes = first + second, first * second * last, Max(first * second, last), first * last / 2
        return self._source.choice(shapes)

    def _wild(self, known: list[Var]) -> Expr:
        first, second = self._source.sample(known, 2)
        third = self._source.choice(known)
        order = self._source.sample([first, second, third], 3)
        return self._source.choice(SHAPES)(*order)

    def some(self) -> dict[str, float]:
        """Some values of twelve digits, of which one is mostly moved."""
        names = sorted(self.values)
        many = self._source.randint(2, min(5, len(names)))
        some = {v: float(f"{self.values[v]:.12g}") for v in self._source.sample(names, many)}
        if self._source.random() < 0.75:
            moved = self._source.choice(sorted(some))
            some[moved] = float(f"{some[moved] * self._source.choice(MOVES):.12g}")
        return some
