"""Random own systems with a known solution: products, sums, extrema, roundings, case distinctions,
absolute values, several roots, zeros and signs.
"""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import sympy

from derive.equations import Eq, Max, Min, Relation, Var
from derive.system import System
from tests.oracle.problem import Problem
from tests.oracle.spans import lies_within
from tests.oracle.trees import Unknown, sides, tree_of

EXPONENTS = (1, 1, 1, -1, 2, sympy.Rational(1, 2))
RANGES = ("(0, oo)", "(0, oo)", "(0, oo)", "(0, oo)", "[0, oo)", "(-oo, oo)", "(0, 1]", "[1, oo)")
Operands = Sequence[Any]
Shape = Callable[[random.Random, Operands], Any]


def power(source: random.Random, var: Any) -> Any:
    """A power of a variable that its range allows."""
    low, _, open_low, _ = var.bounds
    allowed = [
        e for e in EXPONENTS if (low >= 0 or e in (1, 2)) and (e != -1 or open_low or low > 0)
    ]
    return var ** source.choice(allowed)


def terms(source: random.Random, operands: Operands) -> list[Any]:
    return [power(source, v) for v in operands]


def product(source: random.Random, operands: Operands) -> Any:
    return sympy.Mul(*terms(source, operands))


def total(source: random.Random, operands: Operands) -> Any:
    return sympy.Add(*terms(source, operands))


def difference(source: random.Random, operands: Operands) -> Any:
    first, *rest = terms(source, operands)
    return first - sympy.Add(*rest)


def _arguments(source: random.Random, operands: Operands) -> list[Any]:
    """At least two different terms, one of them perhaps a number."""
    found = terms(source, operands)
    if len(found) == 1 or source.random() < 0.25:
        found.append(sympy.Integer(source.choice((1, 2))))
    distinct = list(dict.fromkeys(found))
    return distinct if len(distinct) > 1 else [*distinct, 2 * distinct[0]]


def largest(source: random.Random, operands: Operands) -> Any:
    return Max(*_arguments(source, operands))


def smallest(source: random.Random, operands: Operands) -> Any:
    return Min(*_arguments(source, operands))


def rounded(source: random.Random, operands: Operands) -> Any:
    return source.choice((sympy.ceiling, sympy.floor))(3 * product(source, operands))


def cases(source: random.Random, operands: Operands) -> Any:
    first, second = source.choice(operands), source.choice(operands)
    at = second if second != first else sympy.Integer(1)
    below, above = (source.choice((product, total))(source, operands) for _ in range(2))
    condition = sympy.Le(first, at, evaluate=False)
    return sympy.Piecewise((below, condition), (above + 1, True), evaluate=False)


def size(source: random.Random, operands: Operands) -> Any:
    return sympy.Abs(difference(source, [*operands, *operands[:1]][:2]) - 1)


def several(source: random.Random, operands: Operands) -> Any:
    """An expression that takes most values more than once."""
    x, *rest = operands
    other = rest[0] if rest else sympy.Integer(3)
    return source.choice((x * (other + 1 - x), x**2 - other * x, x + other / (x + 1) ** 2 * 9))


SHAPES: dict[str, Shape] = {
    "product": product, "sum": total, "difference": difference, "max": largest, "min": smallest,
    "rounding": rounded, "cases": cases, "abs": size, "several": several,
}  # fmt: skip


class OwnWorld:
    """A few variables and relations between them, with values that satisfy all; some are given."""

    def __init__(self, seed: int, kinds: Sequence[str] = tuple(SHAPES), most: int = 9) -> None:
        self.source = source = random.Random(seed)
        self.values: dict[Any, float] = {}
        self.relations: list[Relation] = []
        for k in range(source.randint(2, most)):
            self._variable(f"x{k}", source.choice(RANGES) if len(kinds) > 4 else RANGES[0])
        for k in range(source.randint(2, most + 3)):
            self._relation(k, source.choice(kinds))
        self.system = System(self.relations, variables=list(self.values))
        self.problem = Problem(self.relations)
        asked = [v for v in self.values if v in self.problem.of] or list(self.values)
        self.target = source.choice(asked)
        share = source.choice((0.35, 0.6, 0.8))
        self.given = {
            v: x
            for v, x in self.values.items()
            if v != self.target and source.random() < (0.9 if v.name[0] == "c" else share)
        }

    def _variable(self, name: str, within: str, value: float | None = None) -> Any:
        source = self.source
        var = Var(name, within=within)
        low, high, open_low, _ = var.bounds
        if value is None:
            value = round(math.exp(source.uniform(-2, 2)), 3)
            if low < 0 and source.random() < 0.5:
                value = -value
            if not open_low and low == 0 and source.random() < 0.3:
                value = 0.0
            value = min(value, 0.875) if high == 1 else max(value, low)
        self.values[var] = value
        return var

    def _relation(self, k: int, kind: str) -> None:
        """One more relation: it defines a variable, or has a constant that makes it hold."""
        source = self.source
        known = list(self.values)
        operands = source.sample(known, min(len(known), source.randint(1, 3)))
        right = SHAPES[kind](source, operands)
        at = self._at(right)
        if at is None or abs(at) > 1e6 or not right.free_symbols or 0 < abs(at) < 1e-4:
            return
        left = source.choice(known)
        if source.random() < 0.5 or abs(at) < 1e-3 or self.values[left] == 0.0:
            fits = [r for r in dict.fromkeys(RANGES) if lies_within(Var("y", within=r), at)]
            fits = [r for r in fits if at > 0 or r != "(0, oo)"]
            sides = (self._variable(f"y{k}", source.choice(fits[:3]), at), right)
        else:
            signed = at < 0 or self.values[left] < 0
            constant = self._variable(f"c{k}", "(-oo, oo)" if signed else "(0, oo)", 1.0)
            first = source.random() < 0.5
            self.values[constant] = at / self.values[left] if first else self.values[left] / at
            sides = (left * constant, right) if first else (left, constant * right)
        equation = Eq(*(reversed(sides) if source.random() < 0.3 else sides))
        self.relations.append(Relation(f"r{k}", equation))

    def _at(self, expression: Any) -> float | None:
        """The value of an expression by the oracle's own evaluation; None where it has none, or
        lies on the edge of a rounding or case.
        """
        tree = tree_of("", sympy.Eq(sympy.Symbol("_"), expression, evaluate=False))
        found = []
        for nudge in (1.0, 1 + 1e-7, 1 - 1e-7):
            point = {v: x * nudge for v, x in self.values.items()}
            try:
                found.append(sides(tree, {**point, sympy.Symbol("_"): 0.0})[1])
            except Unknown:
                return None
        near = all(abs(x - found[0]) <= 1e-4 * max(1.0, abs(found[0])) for x in found)
        return found[0] if near else None

    def restated(self, relations: Sequence[Relation], values: dict[Any, float]) -> OwnWorld:
        """The world with other relations, for the snippet."""
        made = copy.copy(self)
        made.relations, made.values = list(relations), values
        return made

    def snippet(self, target: Any, texts: dict[str, str]) -> str:
        """A question to this system as Python that runs by itself."""
        related = {v for r in self.relations for v in r.variables}
        named = {v for v in self.values if v.name in texts}
        names = sorted(related | {target} | named, key=str)
        lines = ["import sympy", "from derive import Eq, Max, Min, Relation, System, Var"]
        lines += [f"{v} = Var({v.name!r}, within={str(v.within)!r})" for v in names]
        lines += ["relations = ["]
        for r in self.relations:
            left, right = python_text(r.left), python_text(r.right)
            lines.append(f"    Relation({r.name!r}, Eq({left}, {right})),")
        lines += [
            "]",
            f"system = System(relations, variables=[{', '.join(map(str, names))}])",
            f"print(system.solve({target}, {texts!r}))",
        ]
        return "\n".join(lines)


def python_text(expression: Any) -> str:
    """An expression as Python, extrema unevaluated, fractions exact."""
    text = sympy.sstr(expression, sympy_integers=True)
    for name in ("Piecewise", "Abs", "ceiling", "floor", "sqrt", "S("):
        text = text.replace(name, f"sympy.{name}")
    return text


__all__ = ["SHAPES", "OwnWorld"]
