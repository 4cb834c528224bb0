"""Equations between variables with units, drawn from a few pools, each with what is made of it: the
relation as text and TeX, its program, or the fault of its dimensions with the suggested fix.
"""

from __future__ import annotations

import math
import pickle
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import sympy

from derive.equations import (
    AtMost,
    Constraint,
    Eq,
    Max,
    Min,
    Neglected,
    Relation,
    Theorem,
    Var,
    Vocabulary,
)
from derive.equations.expression import replace
from derive.equations.lowering import compile_expression, lowered_equation
from derive.equations.plain import plain
from derive.equations.range import Range
from derive.errors import DeriveError
from derive.rendering.expressions.latex import latex

COUNT = 420
half = sympy.Rational(1, 2)


def vocabulary() -> Vocabulary:
    """Variables of several dimensions, some of them conversions or customary figures."""
    v = Vocabulary("the test")
    v("way", "km", "distance", aliases=("length", "far away"))
    v("time", "s", "duration", tex="t")
    v("speed", "km/h", "distance a time")
    v("n_tokens", "token", "tokens", within="[0, oo)")
    v("rate", "token/s", "tokens a second", tex=r"\dot{n}")
    v("size", "GB", "bytes held", tex=r"V_{\max}")
    v("width", "byte/token", "bytes of a token")
    v("band", "GB/s", "bandwidth")
    v("ratio", "1", "pure", within="(-oo, oo)")
    v("share", "1", "a part", within="(0, 1]")
    v("bill", "USD", "money")
    v("price", "USD/Mtoken", "money for tokens")
    v("wage", "USD/h", "money for time")
    v("seconds_per_hour", "s/h", "conversion", conversion=True, convention="3600 s/h")
    v("tokens_per_sequence", "token/sequence", "conversion", conversion=True)
    v("batch", "sequence", "sequences", whole=True, within="[1, oo)")
    v("work", "FLOP", "operations")
    v("six", "FLOP/token", "operations a token", figure=6)
    v("power", "kW", "drawn")
    v("exponent", "1", "of a power law", within="[0, 1)")
    return v


def cases(first: Any, condition: Any, second: Any) -> Any:
    return sympy.Piecewise((first, condition), (second, True), evaluate=False)


def expressions(v: Vocabulary) -> list[Any]:
    """Expressions over them, in many dimensions; some are no sums of one dimension."""
    x = {var.name: var for var in v}
    way, time, speed, n, rate = (x[k] for k in ("way", "time", "speed", "n_tokens", "rate"))
    size, width, band, ratio = (x[k] for k in ("size", "width", "band", "ratio"))
    share, bill, price, wage = (x[k] for k in ("share", "bill", "price", "wage"))
    batch, work, six, power, e = (x[k] for k in ("batch", "work", "six", "power", "exponent"))
    several = x["tokens_per_sequence"]
    return [
        way, speed * time, way / time, way / speed, 2 * way, way**2, sympy.sqrt(way**2), 300 * time,
        n, rate * time, n / rate, 6 * n, six * n, work, work / n, batch * several, batch, n * width,
        size, size / width, width * n + size, size - width * n, band * time, size / band, band,
        Max(size / band, time), Min(n, batch * several), Max(time, 1), Min(share, 1), ratio,
        ratio + 1, 1 - share, ratio * share, ratio**2, ratio**share, n**share, n**e, share**ratio,
        2**ratio, sympy.exp(-ratio), sympy.exp(-time), sympy.log(ratio**2 + 1), sympy.log(n),
        sympy.ceiling(n / 8), sympy.ceiling(size / band), sympy.floor(ratio * 3),
        sympy.Abs(ratio - 1), sympy.Abs(way - speed * time), bill, n * price, wage * time,
        bill / time, bill + n, price * rate, price * n / bill, (way + speed * time) / 2,
        (way + time) / speed, way * time / way, n**2 / n, (n / (batch * several)) ** 2,
        (n / batch) ** half, sympy.sqrt(way * speed * time), power * time, power,
        cases(size, sympy.Le(n, batch * several, evaluate=False), size / 2),
        cases(size, sympy.Lt(n, time, evaluate=False), band),
        cases(ratio, sympy.Gt(ratio, 1, evaluate=False), 1 / ratio),
        sympy.Float(0.25) * time, sympy.pi * way, -ratio, -2 * ratio, ratio / 3, ratio / -3,
        1 / (ratio * share), 1 / ratio**2, sympy.Integer(3), sympy.Rational(2, 7),
        ratio * (share - 1), 2 * (ratio - share) ** 2 / 3, ratio ** sympy.Rational(-2, 3),
        n ** (1 - e) * n**e, n ** (2 * e) / n**e, (time / time) ** ratio, time**ratio,
        ratio - share - 1, share * n + (1 - share) * n,
    ]  # fmt: skip


def lines() -> Iterator[str]:
    """The kept lines."""
    v = vocabulary()
    pool, source = expressions(v), random.Random(5)
    for k, expression in enumerate(pool):
        yield f"expression {k} | {told(lambda e=expression: shown(e))}"
    for k in range(COUNT):
        left, right = source.choice(pool), source.choice(pool)
        yield f"equation {k} | {told(partial(equation, k, left, right))}"
    for k, make in enumerate(DECLARED):
        yield f"declared {k} | {told(lambda m=make: declared(m()))}"
    for k, make in enumerate(MADE):
        yield f"made {k} | {told(lambda m=make: str(m(v)))}"
    for name in NAMES:
        yield f"found {name!r} | {told(lambda n=name: repr(v.find(n).name))}"
    for within in Range:
        var = Var("x", "ms", within=str(within))
        ends = (-1.0, -1e-300, -0.0, 0.0, 1e-300, 5e-4, *near(1e-3), 1e-2, math.inf)
        admitted = "".join(str(int(var.admits(x))) for x in ends)
        words = f"{within.words!r} {within.example!r}"
        yield f"range {within} | {admitted} {var.takes_zero} {var.bounds} {words}"


def near(value: float) -> list[float]:
    """A value and those beside it: by an ulp, within and beyond what rounding may do."""
    beside = [math.nextafter(value, end) for end in (0.0, math.inf)]
    return [value, *beside, *(value * (1 + part) for part in (-2e-12, -5e-13, 5e-13, 9e-13, 2e-12))]


def told(make: Callable[[], str]) -> str:
    """What is made, or how it is refused."""
    try:
        return make()
    except DeriveError as error:
        return f"{type(error).__name__}: {' '.join(str(error).split())}"


def shown(expression: Any) -> str:
    return f"{plain(expression)} | {latex(expression)}"


def point(variables: Any) -> dict[Any, float]:
    """A value for each variable, by its name."""
    return {v: 0.3 + random.Random(v.name).random() / 2 for v in variables}


def equation(k: int, left: Any, right: Any) -> str:
    """A relation, with its values at a point."""
    relation = Relation(f"r{k}", Eq(left, right), why="Why.")
    order = list(relation.variables)
    values = [point(order)[v] for v in order]
    slots = {v: i for i, v in enumerate(order)}
    at = [compile_expression(side, slots)(values) for side in (relation.left, relation.right)]
    data = lowered_equation(relation.equation, order)
    kinds = " ".join(str(node[0] if isinstance(node, tuple) else node) for node in data.nodes)
    renamed = replace(relation.equation, {order[0]: Var("other", order[0].unit.text)})
    return (
        f"{relation!r} | {latex(relation.equation)} | {relation.subject} | {at[0]:.10g}"
        f" {at[1]:.10g} | {kinds[:300]} | {plain(renamed)}"
    )


def declared(var: Var) -> str:
    """All of a variable, also after pickling."""
    again = pickle.loads(pickle.dumps(var))
    return (
        f"{var.name} {var.unit} {var.tex} {var.bounds} {var.default_kind} {var.holds}"
        f" {var.whole} {var.figure} {var.aliases} {again == var} {again.tex == var.tex}"
    )


NAMES = (
    "way", "WAY", "Way", " way ", "far-away", "far away", "length", "lenght", "speeed", "n tokens",
    "N-Tokens", "tokens", "way=3", "", "x" * 100, "rat", "prize", "n_token", "seconds per hour",
)  # fmt: skip
DECLARED: tuple[Callable[[], Var], ...] = (
    lambda: Var("a"), lambda: Var("hold_time_max", "s"), lambda: Var("B__"), lambda: Var("_"),
    lambda: Var("2a"), lambda: Var("a b"), lambda: Var("a", 3), lambda: Var("a", "foo"),
    lambda: Var("a", within="(0, 2)"), lambda: Var("a", "s", default="1"),
    lambda: Var("a", "s", default="1 s"), lambda: Var("a", default="5 %", ideal=True),
    lambda: Var("a", convention="3"), lambda: Var("a", "s", convention="3 m"),
    lambda: Var("a", without=("b",)), lambda: Var("a", default="1", ideal=True, without=("b",)),
    lambda: Var("a", default="0", without=("b",), within="[0, 1]"),
    lambda: Var("a", "GB", within="[1, oo)", whole=True, figure=3),
    lambda: Var("a", aliases=("b", "c d")), lambda: Var("a", "GB").called({"a": "p.a"}),
    lambda: Var("a", tex="x"), lambda: Var("a", tex=r"\alpha"),
    lambda: Var("a", tex=r"\mathrm{a}_{\max}"), lambda: Var("a", tex=r"a_b_c"),
    lambda: Var("a", tex=r"a^b_c"), lambda: Var("a", tex=r"a^b^c"), lambda: Var("a", tex=r"a_{b"),
    lambda: Var("a", tex=r"a_b}"), lambda: Var("a", tex=r"\foo"),
    lambda: Var("a", tex=r"\input{x}"), lambda: Var("a", tex="a$b"), lambda: Var("a", tex="a#b"),
    lambda: Var("a", tex="a%b"), lambda: Var("a", tex="a&b"), lambda: Var("a", tex="a\nb"),
    lambda: Var("a", tex=r"\hat{x}'"), lambda: Var("a", tex="x''"), lambda: Var("a", tex=r"\bar"),
    lambda: Var("a", tex=r"\bar{x}_{\mathrm{a b}}^{*}"), lambda: Var("a", tex=r"x^{\prime}"),
    lambda: Var("a", tex=r"\mathrm{a,b}"), lambda: Var("a", tex=r"\mathrm{}"),
    lambda: Var("a", tex="_a"), lambda: Var("a", tex="{}"), lambda: Var("a", tex=r"\\"),
    lambda: Var("a", tex="é"), lambda: Var("a", tex="α"), lambda: Var("a", tex="x" * 300),
    lambda: Var("a", tex="{" * 40 + "x" + "}" * 40), lambda: Var("a", tex=r"\mathbf{W}_{Q}"),
    lambda: Var("a", tex=r"N_{\text{a}}"), lambda: Var("a", tex=r"x_{1,2}"),
    lambda: Var("a", tex=r"x_{1/2}"), lambda: Var("a", tex=r"x_1 y"), lambda: Var("a", tex=r"\max"),
    lambda: Var("a", tex=r"L_\infty"), lambda: Var("a", tex=r"\left(x"),
    lambda: Var("a", tex="x+y"), lambda: Var("a", tex=r"\Delta t"),
)  # fmt: skip
_t, _s, _d = Var("t", "s"), Var("s", "s"), Var("d", "m")
_same = Relation("same", Eq(_t, _s))
MADE: tuple[Callable[[Vocabulary], Any], ...] = (
    lambda v: v.add(Var("way")), lambda v: v.add(Var("new", aliases=("length",))),
    lambda v: v.add(Var("length")), lambda v: len(v),
    lambda v: ("way" in v, "length" in v, v.find("way") in v, Var("way") in v, 3 in v),
    lambda v: Vocabulary.of([Var("a", "s"), Var("a", "m")], "x"),
    lambda v: Vocabulary.of([], "x").find("a"),
    lambda v: Vocabulary.of([Var(f"v{k}") for k in range(21)], "x").find("a"),
    lambda v: Vocabulary.of([Var(f"v{k}") for k in range(20)], "x").find("a"),
    lambda v: Relation("r", 3), lambda v: Relation("", Eq(_t, _s)),
    lambda v: Relation("r", Eq(_t, _t)), lambda v: Relation("r", Eq(_t, sympy.Symbol("x"))),
    lambda v: Relation("r", sympy.Le(_t, _s)), lambda v: Relation("r", Eq(_t, _s), why=3),
    lambda v: Relation("r", Eq(_t, _s), source="a: line 3; b").citations,
    lambda v: Relation("r", Eq(_t, _s), source=": x"), lambda v: Constraint("c", Eq(_t, _s)),
    lambda v: Constraint("c", AtMost(_t, _d)), lambda v: Constraint("c", AtMost(_t, 2 * _s)),
    lambda v: Constraint("c", AtMost(_t, _s)).limit, lambda v: Neglected("x", _t / _s, "up"),
    lambda v: Neglected("x", _t / _s, "raises"),
    lambda v: Relation("r", Eq(_t, 2 * _s), neglects=(Neglected("x", _t, "raises"),)),
    lambda v: Relation("r", Eq(2 * _t, 3 * _s), neglects=(Neglected("x", _t / _s, "raises"),)),
    lambda v: Relation("r", Eq(_t, 2 * _s), neglects=(Neglected("x", _t / _s, "raises"),)).neglects,
    lambda v: Theorem("th", Eq(_t, _s), "why", (_same,)),
    lambda v: Theorem("th", Eq(_t, _d), "why", (_same,)),
)  # fmt: skip
