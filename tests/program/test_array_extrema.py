"""Extrema over arrays: the winner at each point, whatever the shapes of the arguments."""

from __future__ import annotations

import math

import numpy as np
import pytest

from derive.analysis.sweep.question import over_arrays
from derive.equations import Eq, Max, Min, Relation, Var
from derive.program.array_arithmetic import larger, smaller
from derive.system import System

A, B, C = Var("a", "s"), Var("b", "s"), Var("c", "s")
COLUMN = np.array([[1.0], [2.0], [3.0]])
ROW = np.array([[0.5, 2.0, 2.0 * (1 + 1e-10), 2.0 * (1 + 1e-6), 9.0]])


@pytest.mark.parametrize("other", [ROW, 2.0, np.float64(2.0), COLUMN * ROW, np.array(math.nan)])
@pytest.mark.parametrize("one", [COLUMN, COLUMN * ROW, -COLUMN, np.array([[1.0], [2.0], [np.inf]])])
def test_the_larger_and_the_smaller_of_two_are_those_of_numpy(one: object, other: object) -> None:
    for first, second in ((one, other), (other, one)):
        np.testing.assert_array_equal(larger(first, second), np.maximum(first, second))
        np.testing.assert_array_equal(smaller(first, second), np.minimum(first, second))


@pytest.mark.parametrize(("extremum", "first_wins"), [(Max, np.greater), (Min, np.less)])
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("close", [False, True])
def test_the_winner_is_told_at_each_point(
    extremum: type, first_wins: np.ufunc, swapped: bool, close: bool
) -> None:
    """With a pair of equal arguments in the tile, or without."""
    row = ROW if close else ROW[:, [0, 4]]
    system = System([Relation("r", Eq(C, extremum(A, B)))])
    arrays = {A: row, B: COLUMN} if swapped else {A: COLUMN, B: row}
    found = over_arrays(system, C, {}, arrays)
    a, b = np.broadcast_arrays(arrays[A], arrays[B])
    equal = np.abs(a - b) <= 1e-9 * np.maximum(a, b)
    assert equal.any() == close
    sign = "≥" if extremum is Max else "≤"
    for place in np.ndindex(found.values.shape):
        text = found.regimes[found.regime[place]]
        if equal[place]:
            assert text == "a = b"
        else:
            assert text == (f"a {sign} b" if first_wins(a[place], b[place]) else f"b {sign} a")
    best = np.maximum(a, b) if extremum is Max else np.minimum(a, b)
    np.testing.assert_array_equal(found.values, best)
