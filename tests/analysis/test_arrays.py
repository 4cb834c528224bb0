"""Arrays: the answer does not depend on how the points are cut, and faulty points are refused."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np
import pytest

from derive.analysis.sweep.question import BatchQuery, over_arrays
from derive.analysis.sweep.spec import BatchSpec
from derive.analysis.sweep.tiles import TILE, tiles
from derive.equations import Constraint, Eq, Relation, Var
from derive.errors import GivenError
from derive.library import library_system
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.sweep import STATUSES
from derive.solving.givens import read_givens
from derive.system import System

RACK = {
    "active_params": "100e9 param",
    "total_params": "800e9 param",
    "bytes_per_param": "0.5 byte/param",
    "gpus": "72 GPU",
    "hbm_bandwidth": "8 TB/s/GPU",
    "peak_flops": "10 PFLOP/s/GPU",
    "kv_bytes_per_token": "1667 byte/token",
}


def test_the_answer_does_not_depend_on_how_the_points_are_cut() -> None:
    """More points than one tile holds, in one axis and in several; a single number has no axis."""
    system = library_system()
    known, _ = read_givens(RACK, system.vocabulary)
    step, batch, context = (
        system.find(name) for name in ("step_time", "batch_size", "context_length")
    )
    b, c = np.geomspace(1, 8192, 3003), np.linspace(0, 2e5, 200)
    grid = over_arrays(system, step, known, {batch: b[:, None], context: c})
    line = over_arrays(system, step, known, {batch: np.repeat(b, 200), context: np.tile(c, 3003)})
    assert grid.values.size > 3 * TILE and (grid.values.ravel() == line.values).all()
    assert [grid.regimes[k] for k in grid.regime.ravel()] == [line.regimes[k] for k in line.regime]
    alone = over_arrays(system, step, known, {batch: np.float64(b[3]), context: np.float64(c[7])})
    assert alone.values.shape == () and alone.values == grid.values[3, 7]


def test_operations_in_place_leave_the_given_arrays_as_they_are() -> None:
    """Sums, products and quotients on either side of each other, with regimes and without, and the
    careful arithmetic after the fast one.
    """
    a, b, c, y = (Var(name, "s") for name in "abcy")
    system = System([Relation("r", Eq(y, (a * b + c * a) / (a + b) + (a + c) / (b + c) * b))])
    for last in (4.0, 1e308):
        arrays = {a: np.array([1.0, 2.0, last]), b: np.array([3.0, 5.0, 7.0]), c: np.array([2.0])}
        before = {var: array.copy() for var, array in arrays.items()}
        query = BatchQuery(system, y, {}, (a, b, c), named=last == 4.0)
        first, again = query(arrays), query(arrays)
        assert all((arrays[var] == before[var]).all() for var in arrays)
        one, two, three = (before[var][:2] for var in (a, b, c))
        wanted = (one * two + three * one) / (one + two) + (one + three) / (two + three) * two
        assert np.allclose(first.values[:2], wanted, rtol=1e-15)
        np.testing.assert_array_equal(first.values, again.values)


@pytest.mark.parametrize(
    "shape",
    [(5,), (40_000,), (3, 7), (300, 300), (20_000, 3), (3, 20_000), (4, 5, 6, 1000), (0, 4)],
)
def test_tiles_cover_every_point_once(shape: tuple[int, ...]) -> None:
    """None larger than the cache allows."""
    seen = np.zeros(shape, int)
    for tile in tiles(shape):
        seen[tile] += 1
        assert seen[tile].size <= TILE
    assert (seen == 1).all()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            -3.0,
            (
                "batch_size: -3 sequence lies outside its range (above 0). Write for example 256"
                " sequence."
            ),
        ),
        (math.nan, "batch_size: nan sequence is not a number. Write for example 256 sequence."),
    ],
)
def test_a_value_outside_the_range_is_refused(value: float, message: str) -> None:
    """The first such value is named."""
    system = library_system()
    with pytest.raises(GivenError) as error:
        over_arrays(
            system,
            system.find("step_time"),
            {},
            {system.find("batch_size"): np.array([1.0, value])},
        )
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("unit", "factors", "rounded"),
    [("s", (-1,), math.ceil), ("USD", (1,), math.floor), ("GPU/s", (1,), math.ceil)],
)
def test_a_limit_on_a_counted_target_is_held_by_its_whole_number(
    monkeypatch: pytest.MonkeyPatch, unit: str, factors: tuple[int], rounded: Callable[[float], int]
) -> None:
    """A time and a cost are upper limits, a rate a lower one; no point is answered by itself."""
    count, limit, given = (
        Var("racked", "GPU", whole=True),
        Var("sockets", "GPU"),
        Var("asked", unit),
    )
    each = Var("apiece", f"{unit}*GPU" if factors == (-1,) else f"{unit}/GPU")
    system = System(
        [Relation("r", Eq(given, each * count ** factors[0]))],
        constraints=[Constraint("room", count <= limit)],
    )
    monkeypatch.setattr(BatchSpec, "answer", lambda *_: pytest.fail("answered by itself"))
    rng = np.random.default_rng(seed := random.randrange(2**32))
    exact, room = rng.uniform(0.1, 9.0, 60), rng.integers(1, 9, 60).astype(float)
    exact[:5] = np.rint(exact[:5]) + 1.0
    query = BatchQuery(system, count, {each: Known(each, 6.0, Origin.CONVENTION)}, (given, limit))
    found = query({given: 6.0 * exact ** factors[0], limit: room})
    settled = [round(x) if math.isclose(x, round(x)) else rounded(x) for x in exact.tolist()]
    wanted = [
        "solved" if n <= most else "infeasible" for n, most in zip(settled, room, strict=True)
    ]
    assert [STATUSES[k] for k in found.status] == wanted, seed


def test_an_ideal_value_beside_the_way_yields_without_an_answer_of_each_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A measured time tells the share of the peak that is reached; one that no share explains is
    answered by itself.
    """
    share = Var("reached", "1", within="(0, 1]", default="1", ideal=True)
    work, peak, spent, cost = (
        Var(name, unit)
        for name, unit in (
            ("worked", "FLOP"),
            ("peaked", "FLOP/s"),
            ("lasted", "s"),
            ("paid", "USD"),
        )
    )
    rent = Var("hired", "USD/s")
    system = System(
        [
            Relation("time", Eq(spent, work / (peak * share))),
            Relation("cost", Eq(cost, rent * spent)),
        ]
    )
    known = {
        var: Known(var, value, Origin.GIVEN)
        for var, value in ((work, 12.0), (peak, 3.0), (rent, 2.0))
    }
    alone: list[float] = []
    answer = BatchSpec.answer

    def noted(spec: BatchSpec, values: list[float]) -> Answer:
        alone.extend(values)
        return answer(spec, values)

    monkeypatch.setattr(BatchSpec, "answer", noted)
    times = np.array([2.0, 3.0, 4.0, 4.5, 40.0])
    found = BatchQuery(system, cost, known, (spent,))({spent: times})
    one = [
        system.solve(
            cost,
            {
                "worked": "12.0 FLOP",
                "peaked": "3.0 FLOP/s",
                "hired": "2.0 USD/s",
                "lasted": f"{x} s",
            },
        ).status
        for x in times
    ]
    assert [STATUSES[k] for k in found.status] == one
    assert one == ["contradiction", "contradiction", "solved", "solved", "solved"]
    assert alone == [2.0, 3.0] and found.values[2:].tolist() == (2.0 * times[2:]).tolist()
