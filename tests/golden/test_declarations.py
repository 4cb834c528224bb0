"""Equations and variables, with all that is made of them or said against them, as kept in
`declarations.txt`.

`DERIVE_REGENERATE=1 pytest tests/golden` writes the file anew; the difference says what
has changed.
"""

from __future__ import annotations

import random
from pathlib import Path

import sympy

from tests.golden.declarations import COUNT, equation, expressions, lines, told, vocabulary
from tests.golden.kept import compared
from tests.golden.scaling import scaled

STEPS = (sympy.ceiling, sympy.floor, sympy.Piecewise)


def test_declarations_are_as_kept() -> None:
    compared(Path(__file__).with_name("declarations.txt"), list(lines()))


def test_dimensions_agree_where_both_sides_grow_alike() -> None:
    """An equation is refused just where other sizes of the base units would break it; where both
    sides have no steps, which hide that.
    """
    pool, source, agreed = expressions(vocabulary()), random.Random(5), 0
    for k in range(COUNT):
        left, right = source.choice(pool), source.choice(pool)
        if left.has(*STEPS) or right.has(*STEPS):
            continue
        accepted = not told(lambda k=k, sides=(left, right): equation(k, *sides)).startswith("Dim")
        assert accepted == scaled(left, right), (left, right)
        agreed += accepted
    assert agreed > 40
