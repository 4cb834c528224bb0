"""Contradictions on a grid: a sweep says so wherever `solve` does, and only there."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

import derive
from derive.analysis.sweep.axes import Axis, read_axis
from derive.analysis.sweep.chunks import chunked
from derive.analysis.sweep.sweep import swept
from derive.library import library_system
from derive.results.known import Known, Origin
from derive.results.sweep import STATUSES
from derive.solving.amounts import EXACT_INPUT, read_amount
from derive.solving.answer import answer_at
from tests.sampling import sampled

CALM = sampled(4, suppress_health_check=[HealthCheck.too_slow])
a, b, c = (derive.Var(name, "s") for name in "abc")
share = derive.Var("share", within="[0, 1]")
BESIDE = derive.System(
    [
        derive.Relation("sum", derive.Eq(c, a + b), "The whole is the sum of its parts."),
        derive.Relation("share_of", derive.Eq(share, a / b), "A share."),
    ]
)


def statuses(found: Any) -> list[str]:
    return [str(STATUSES[k]) for k in np.ravel(found.status)]


def test_a_range_beside_the_way_to_the_target_is_kept() -> None:
    """The sum does not ask for the share, which no value above one has."""
    found = BESIDE.sweep(c, {b: "2 s"}, {a: ["3", "1", "2", "4 s"]})
    assert statuses(found) == ["contradiction", "solved", "solved", "contradiction"]
    assert np.isnan(found.c.values[[0, 3]]).all() and found.c.values[1:3].tolist() == [3.0, 4.0]
    assert set(found.cause.attrs["flag_texts"].split("\n")) == {
        "",
        "is contradicted: a, b disagree",
    }


def test_points_without_room_for_an_ideal_value_are_answered_as_by_solve() -> None:
    """At a room of less than one the work is no ideal: what it is, the room alone does not tell."""
    total, size, room, least = (derive.Var(name) for name in ("total", "size", "room", "least"))
    work, read = (
        derive.Var(name, within="(0, 1]", default="1", ideal=True) for name in ("work", "read")
    )
    system = derive.System(
        [
            derive.Relation("ratio", derive.Eq(total, size * work / read)),
            derive.Relation("capped", derive.Eq(room, derive.Max(work, least))),
        ]
    )
    found = system.sweep(total, {size: 3}, {room: [0.5, 2, 3, 0.7]})
    assert statuses(found) == ["underdetermined", "solved", "solved", "underdetermined"]
    assert np.isnan(found.total.values[[0, 3]]).all()
    assert found.total.values[1:3].tolist() == [3.0, 3.0]


def test_a_border_between_two_axes_is_found_point_by_point() -> None:
    """On a grid whose corners alone would not tell it."""
    side = np.linspace(1.0, 10.0, 13)
    found = BESIDE.sweep(c, {}, {a: (side, "s"), b: (side[::-1], "s")})
    expected = np.where(side[:, None] <= side[::-1][None], 0, STATUSES.index("contradiction"))
    assert (found.status.values == expected).all()


def test_values_on_an_axis_have_the_digits_they_are_written_with() -> None:
    """1/3 is 0.33 to two digits: it was contradicted on an axis, and solved as a given."""
    found = BESIDE.sweep(c, {a: "1.000 s", b: "3.000 s"}, {share: ["0.33", "0.333", "0.34"]})
    assert statuses(found) == ["solved", "solved", "contradiction"]
    parts = chunked(BESIDE, (c,), *written_axis()).chunk(0)
    assert [STATUSES[k] for k in parts.columns[0].status] == statuses(found)


def written_axis() -> tuple[dict[derive.Var, Known], list[Axis]]:
    """The same question as values and axes."""
    known = {v: read_amount(v, text) for v, text in ((a, "1.000 s"), (b, "3.000 s"))}
    return known, [read_axis(share, ["0.33", "0.333", "0.34"])]


def test_a_value_that_the_digits_of_other_givens_refute_is_not_told() -> None:
    """A square and 2 are not 1.9 in all, but the digits of -10 and -0.19 leave 2.04 for them."""
    side, slope, part, echo = (derive.Var(n, within="(-oo, oo)") for n in ("x", "m", "p", "e"))
    least = derive.Var("least")
    system = derive.System(
        [
            derive.Relation("loaded", derive.Eq(side**2 + least, slope * part), "A load."),
            derive.Relation("at_least", derive.Eq(least, derive.Max(2, side)), "A limit."),
            derive.Relation("echoed", derive.Eq(echo, slope), "An echo."),
        ]
    )
    over = {slope: ["-20", "-10"], part: ["-0.19", "-0.40"]}
    found = system.sweep(echo, {}, over, frame="numpy")
    told = [STATUSES[code] for code in np.ravel(found["status"])]
    answers = [
        system.solve(echo, {slope: text, part: other})
        for text in over[slope]
        for other in over[part]
    ]
    assert told == [answer.status for answer in answers]
    assert told == ["solved", "solved", "underdetermined", "solved"]


def test_a_box_of_values_below_zero_reaches_from_end_to_end() -> None:
    """Its ends were moved inwards by the digits, and -3 was contradicted with -2.5."""
    u, v, w = (derive.Var(name, within="(-oo, oo)") for name in "uvw")
    same = derive.Relation("same", derive.Eq(u, v))
    sides = derive.System([same, derive.Relation("next", derive.Eq(w, u + 1))])
    found = sides.sweep(w, {v: "-3"}, {u: ["-3", "-2.5"]})
    assert statuses(found) == ["solved", "contradiction"]


def test_a_zero_that_factors_refute_is_contradicted() -> None:
    """The plan with zeros put in knew of one way to the target alone."""
    u, v, w, x = (derive.Var(name, within="(-oo, oo)") for name in "uvwx")
    product = derive.Relation("product", derive.Eq(u * v, w**2 - x * w))
    root = derive.Relation("root", derive.Eq(w, derive.Max(x, 0)))
    asked = {u: "-17", v: "0.19"}
    found = derive.System([product, root]).sweep(x, asked, {w: ["0", "2"]})
    assert statuses(found) == [
        str(derive.System([product, root]).solve(x, {**asked, w: at}).status) for at in ("0", "2")
    ]
    assert statuses(found)[0] == "contradiction"


def test_chunks_and_dask_arrays_tell_them_too() -> None:
    """The boxes are those of the whole grid, whatever part is answered."""
    da = pytest.importorskip("dask.array")
    side = np.linspace(1.0, 10.0, 7)
    whole = BESIDE.sweep(c, {}, {a: (side, "s"), b: (side, "s")})
    axes = [Axis(a, side), Axis(b, side)]
    parts = chunked(BESIDE, (c,), {}, axes, 10)
    for number in range(parts.count):
        (column,) = parts.chunk(number).columns
        assert (column.status == whole.status.values[parts.places(number)]).all()
    lazy = BESIDE.sweep(c, {}, {a: (da.from_array(side, chunks=3), "s"), b: (side, "s")})
    assert (lazy.status.compute().values == whole.status.values).all()


def drawn(source: random.Random, var: Any) -> float:
    low, high, _, _ = var.bounds
    free = max(low, 0.0) + 10.0 ** source.uniform(-1, 3)
    return (
        source.uniform(low, high) if np.isfinite(high) else free * (not var.whole) or free // 1 + 1
    )


@pytest.mark.slow
@CALM
@given(seed=st.integers(0, 10**6))
def test_no_point_of_a_random_question_is_solved_that_solve_contradicts(seed: int) -> None:
    """A relation of the library with more givens than it needs, over two of them."""
    source, system = random.Random(seed), library_system()
    relation = source.choice([r for r in system.relations if len(r.variables) > 2])
    near = [relation, *(r for r in system.relations if r.subject in relation.variables)][:3]
    variables = list(dict.fromkeys(v for r in near for v in r.variables))
    target = source.choice(relation.variables)
    stated = {
        v: Known(v, drawn(source, v), Origin.GIVEN, EXACT_INPUT)
        for v in variables
        if v != target and source.random() < 0.8
    }
    if len(stated) < 2:
        return
    names = source.sample(list(stated), 2)
    axes = [Axis(v, np.sort([drawn(source, v) for _ in range(2)])) for v in names]
    (column,) = swept(system, [target], stated, axes).columns
    for place in np.ndindex(column.status.shape):
        here = {
            axis.var: Known(axis.var, float(axis.values[k]), Origin.GIVEN, EXACT_INPUT)
            for axis, k in zip(axes, place, strict=True)
        }
        answer = answer_at(system, target, {**stated, **here})
        if STATUSES[column.status[place]] == "solved":
            assert answer.status not in ("contradiction", "underdetermined"), (place, names)


def test_the_digits_on_an_axis_are_part_of_a_digest() -> None:
    """A run is not gone on with where they are others."""
    known, axes = written_axis()
    same = chunked(BESIDE, (c,), *written_axis()).digest
    exact = [Axis(axis.var, axis.values) for axis in axes]
    assert chunked(BESIDE, (c,), known, axes).digest == same
    assert chunked(BESIDE, (c,), known, exact).digest != same
