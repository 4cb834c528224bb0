"""Random sets of values beside two intervals, held against the values on a fine grid."""

from __future__ import annotations

import math
import random
from functools import reduce
from typing import Any

import numpy as np
import pytest
import sympy
from sympy.printing.numpy import NumPyPrinter

from derive import Eq, Max, Min, Relation, System, Var
from derive.program.tolerances import CLOSE
from tests.sampling import TIMES, samples

x, z = Var("x_grid"), Var("z_grid")
y = Var("y_grid", within="(-oo, oo)")
COUNT = samples(24)
FINE = 4001  # values of z
CLEAR = 1e-3  # relative: values nearer to an end of a set than this are not asked about


class Numpy(NumPyPrinter):
    """Extrema of numbers and arrays, which sympy 1.13 puts into one array that numpy refuses."""

    def _print_Max(self, node: Any) -> str:
        return f"reduce(maximum, ({', '.join(map(self._print, node.args))},))"

    def _print_Min(self, node: Any) -> str:
        return f"reduce(minimum, ({', '.join(map(self._print, node.args))},))"


PRINTER = Numpy({"fully_qualified_modules": False, "inline": True})


def way(source: random.Random) -> Any:
    """A random formula in both variables, continuous in the second."""
    a, b, c = (sympy.Integer(source.randint(1, 9)) for _ in range(3))
    inner = source.choice(
        [x, Max(x, a), Min(x, b), abs(x - a) + 1, x + a / x, sympy.ceiling(x), sympy.sqrt(x),
         sympy.Piecewise((a * x, x < b), (c * x + 1, True)), x**2 / (x + a)]
    )  # fmt: skip
    return source.choice(
        [inner * z, inner + c * z, inner / z, Max(inner, c * z), Min(inner * z, b + z), inner - z]
    )


def jumping(source: random.Random) -> Any:
    """A random formula in both variables, which jumps in the second."""
    a, b, c = (sympy.Integer(source.randint(1, 9)) for _ in range(3))
    jump = source.choice(
        [sympy.ceiling(z), sympy.floor(z) + 1, sympy.ceiling(z / a) * b, sympy.ceiling(2 * z) / 2,
         sympy.Piecewise((a * z, z < b), (c * z + 1, True)), Max(sympy.ceiling(z), b)]
    )  # fmt: skip
    return source.choice(
        [x * jump, x + c * jump, x / jump, Max(x, c * jump), Min(x * jump, b + z), jump / x + x,
         sympy.sqrt(x) * jump, jump - x, x * jump + z]
    )  # fmt: skip


def interval(source: random.Random, middle: float) -> tuple[float, float]:
    low, high = (middle * (1 - source.uniform(0.02, 0.5)), middle * (1 + source.uniform(0.02, 0.5)))
    return float(f"{min(low, high):.4g}"), float(f"{max(low, high):.4g}")


def met(found: Any, low: float, high: float, jumps: bool) -> bool:
    """Whether one of some values lies in an interval or, if they do not jump, between two."""
    if jumps:
        return bool(((found >= low) & (found <= high)).any())
    return bool((found >= low).any() and (found <= high).any())


@pytest.mark.parametrize("jumps", [False, True])
@pytest.mark.parametrize("number", range(COUNT))
def test_a_value_is_in_the_set_if_it_leads_into_the_interval(number: int, jumps: bool) -> None:
    seed = random.SystemRandom().randrange(10**9) if TIMES > 1 else number
    print(f"seed {seed}")
    source = random.Random(seed)
    chosen = jumping(source) if jumps else way(source)
    formula = sympy.lambdify((x, z), chosen, [{"reduce": reduce}, "numpy"], PRINTER)
    true = math.exp(source.uniform(-1, 3)), math.exp(source.uniform(-1, 2))
    beside, given = (interval(source, one) for one in (true[1], float(formula(*true))))
    answer = System([Relation("way", Eq(y, chosen))]).solve(
        x, {y: f"{given[0]} to {given[1]}", z: f"{beside[0]} to {beside[1]}"}
    )
    if answer.status != "solved":
        assert answer.status in ("underdetermined", "unreachable", "infeasible")
        spans = [(i.low, i.high) for i in getattr(answer, "between", ())]
        assert not spans or any(low <= true[0] <= high for low, high in spans)
        return
    spans = [(i.low, i.high) for i in answer.intervals] + [(v.value,) * 2 for v in answer.values]
    points = np.exp(np.linspace(-12, 12, 600))
    grid = np.linspace(*beside, FINE)
    for point in map(float, points):
        if any(math.isclose(point, end, rel_tol=CLEAR) for span in spans for end in span):
            continue
        inside = any(low * (1 - CLOSE) <= point <= high * (1 + CLOSE) for low, high in spans)
        found = np.asarray(formula(point, grid), dtype=float) + 0.0 * grid
        assert inside == met(found, *given, jumps), (seed, chosen, given, beside, point)
