"""Whether dimensions agree, by evaluation: base units of other sizes change both sides alike."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from derive.equations import Var
from derive.equations.lowering import compile_expression
from tests.golden.declarations import point, vocabulary


def scaled(left: Any, right: Any) -> bool:
    """Whether both sides grow alike, and each as one, when the base units change in size: the
    dimensions agree.
    """
    variables = sorted(left.free_symbols | right.free_symbols, key=str)
    slots = {v: i for i, v in enumerate(variables)}
    base = [point(variables)[v] * 1.3 for v in variables]
    ratios = []
    for size in (1.0, 1.1, 1.7):
        units = [
            math.prod(
                (size + 0.2 * k * (size > 1)) ** float(p)
                for k, (_, p) in enumerate(sorted(scales(v)))
            )
            for v in variables
        ]
        values = [x * u for x, u in zip(base, units, strict=True)]
        sides = [compile_expression(side, slots)(values) for side in (left, right)]
        ratios.append(sides[0] / sides[1])
    return all(math.isclose(ratio, ratios[0], rel_tol=1e-9) for ratio in ratios)


def scales(var: Var) -> list[tuple[str, Any]]:
    """The powers of all base units in a variable's unit."""
    powers = dict(var.unit.dimension.exponents)
    return [(name, powers.get(name, 0)) for name in bases()]


@cache
def bases() -> tuple[str, ...]:
    """The base units of the vocabulary."""
    return tuple(sorted({name for v in vocabulary() for name, _ in v.unit.dimension.exponents}))
