"""Values that follow from many points at once are those that follow from each."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from derive import Eq, Max, Min, Relation, System, Var
from derive.analysis.uncertainty.following import Following
from derive.results.known import Known, Origin
from derive.solving.answer import answer_at

a, b, c, z = (Var(name) for name in ("a_once", "b_once", "c_once", "z_once"))
SIZES = st.one_of(
    st.floats(0.01, 100), st.integers(1, 40).map(float), st.sampled_from([1e-12, 1e12])
)
POINTS = st.lists(st.tuples(SIZES, SIZES), min_size=1, max_size=40)


def known(var: Var, value: float) -> Known:
    return Known(var, value, Origin.GIVEN)


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize(
    "formula",
    [
        a * b / c,
        a + Min(a, b) / c,
        (a - b) * c,
        sympy.sqrt(a - b),
        Max(a / b, c),
        sympy.floor(a / b) ** 2 * a / c,
        sympy.Piecewise((2 * a, a < b), (3 * a + 5 * c, True)),
    ],
)
@settings(max_examples=20)
@given(points=POINTS)
def test_arrays_tell_what_follows_from_each_point(
    formula: sympy.Expr, back: bool, points: list[tuple[float, float]]
) -> None:
    system = System([Relation("way", Eq(z, formula))])
    stated = {var: known(var, x) for var, x in ((a, 6.0), (b, 5.0), (c, 7.0))}
    answer = answer_at(system, z, stated)
    moved = {a: 6.0, b: 5.0}
    if back:
        moved = {z: answer.number or 0.0, b: 5.0}
        stated = {b: stated[b], c: stated[c], z: known(z, moved[z])}
        answer = answer_at(system, a, stated)
    way = Following.of(system, stated, answer, moved, a if back else z)
    assert way is not None
    nearby = 1.01 * moved[z if back else a], 4.9
    told = way.at_once([*points, nearby])
    assert way.implicit or nearby in told
    for point, value in told.items():
        assert value == pytest.approx(way(*point), rel=1e-12, nan_ok=True)
