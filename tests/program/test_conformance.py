"""Conformance: every reader of programs answers each point as `solve` does, whatever the plan.

A reader is a function of a system, a target, known values and arrays of values to an ArrayAnswer.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping

import numpy as np
import pytest
import sympy
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from derive.analysis.sweep.answer_buffer import regime_of
from derive.analysis.sweep.question import ArrayAnswer, over_arrays
from derive.equations import Eq, Max, Relation, Var
from derive.library import library_system
from derive.results.known import Known, Origin
from derive.results.sweep import STATUSES
from derive.solving.amounts import EXACT_INPUT
from derive.solving.answer import answer_at
from derive.solving.consistency import knowledge
from derive.solving.givens import read_givens
from derive.system import System
from tests.oracle.own_systems import OwnWorld
from tests.sampling import sampled

SEEDS = st.integers(0, 10**6)
CALM = sampled(2, suppress_health_check=[HealthCheck.too_slow])
Arrays = Mapping[Var, np.ndarray]


def one_by_one(
    system: System, target: Var, known: Mapping[Var, Known], arrays: Arrays
) -> ArrayAnswer:
    """The array reader at one point after the other, so that nothing can depend on neighbours."""
    whole = over_arrays(system, target, known, arrays)
    columns = dict(zip(arrays, np.broadcast_arrays(*arrays.values()), strict=True))
    for place in np.ndindex(whole.values.shape):
        here = {var: np.float64(column[place]) for var, column in columns.items()}
        alone = over_arrays(system, target, known, here)
        assert np.array_equal(alone.values, whole.values[place], equal_nan=True)
        assert alone.status == whole.status[place]
    return whole


READERS = {"arrays": over_arrays, "arrays, point by point": one_by_one}


def compare(system: System, target: Var, known: Mapping[Var, Known], arrays: Arrays) -> ArrayAnswer:
    """The answer of every reader, compared with the scalar one at every point; that of the last."""
    for read in READERS.values():
        found = judged(read(system, target, known, arrays), system, target, known, arrays)
    return found


def judged(
    found: ArrayAnswer, system: System, target: Var, known: Mapping[Var, Known], arrays: Arrays
) -> ArrayAnswer:
    """A reader's answer, compared with the scalar one at every point."""
    columns = dict(zip(arrays, np.broadcast_arrays(*arrays.values()), strict=True))
    for place in np.ndindex(found.values.shape):
        here = {
            var: Known(var, float(column[place]), Origin.GIVEN, EXACT_INPUT)
            for var, column in columns.items()
        }
        answer = answer_at(system, target, {**known, **here})
        value, number = found.values[place], answer.number
        if STATUSES[found.status[place]] != answer.status:
            # Sweeps do not propagate intervals: only what that alone decides may differ.
            stated = {v: k for v, k in {**known, **here}.items() if v != target}
            if answer.status == "underdetermined":  # found on the way, refuted beside it
                assert STATUSES[found.status[place]] == "solved" and answer.warnings
            else:
                assert answer.status == "contradiction"
                assert knowledge(system, stated).contradictory
            continue
        assert STATUSES[found.status[place]] == answer.status
        if answer.status == "contradiction":
            continue  # a value beside a contradiction is none to rely on
        assert math.isnan(value) if number is None else math.isclose(value, number, rel_tol=1e-9)
        assert found.regimes.get(int(found.regime[place]), "") == regime_of(answer)
    return found


def asked(target: str, given: Mapping[str, str], arrays: Mapping[str, object]) -> ArrayAnswer:
    system = library_system()
    known, _ = read_givens(given, system.vocabulary)
    variables = {system.find(name): values for name, values in arrays.items()}
    return compare(
        system,
        system.find(target),
        known,
        {var: np.asarray(values, float) * var.unit.factor for var, values in variables.items()},
    )


@pytest.mark.slow
@CALM
@given(
    seed=SEEDS,
    kinds=st.sampled_from(
        [("product",), ("product", "sum"), ("product", "max", "min"), ("difference", "sum", "max")]
    ),
)
def test_every_point_of_a_random_system_is_answered_as_solve_answers_it(
    seed: int, kinds: tuple[str, ...]
) -> None:
    """Off the values for which the system was made there are contradictions, unreachable givens,
    two values and intervals.
    """
    world = OwnWorld(seed, kinds)
    known = {v: Known(v, x, Origin.GIVEN, 1e-9) for v, x in world.given.items()}
    if not known:
        return
    first, *rest = random.Random(seed).sample(list(known), min(2, len(known)))
    arrays = {first: known[first].value * np.array([[0.3], [1.0], [2.0]])}
    arrays |= {var: known[var].value * np.array([1.0, 0.2, 5.0, 0.97]) for var in rest}
    compare(world.system, world.target, {v: k for v, k in known.items() if v not in arrays}, arrays)


@pytest.mark.slow
@CALM
@given(seed=SEEDS)
def test_every_point_of_a_random_question_of_the_library_is_answered_as_solve_answers_it(
    seed: int,
) -> None:
    """A relation and its neighbours, any of its variables asked for, the rest given at random."""
    source, system = random.Random(seed), library_system()
    relation = source.choice(system.relations)
    near = [
        relation,
        *(r for r in system.relations if r.subject in relation.variables and source.random() < 0.6),
    ]
    variables = list(dict.fromkeys(v for r in near for v in r.variables))
    target = source.choice(relation.variables)
    stated = [
        v
        for v in variables
        if v != target and source.random() < (0.9 if v in relation.variables else 0.6)
    ]
    known = {v: Known(v, drawn(source, v), Origin.GIVEN, 1e-9) for v in stated}
    names = source.sample(stated, min(2, len(stated)))
    if not names:
        return
    arrays = {
        v: (
            np.array([drawn(source, v) for _ in range(3)] + [0.0] * v.takes_zero).reshape(
                [-1] + [1] * k
            )
        )
        for k, v in enumerate(names)
    }
    compare(system, target, {v: k for v, k in known.items() if v not in arrays}, arrays)


def drawn(source: random.Random, var: Var) -> float:
    low, high, _, _ = var.bounds
    value = (
        source.uniform(low, high)
        if math.isfinite(high)
        else max(low, 0.0) + math.exp(source.uniform(-3, 8))
    )
    return float(round(value) or 1) * var.unit.factor if var.whole else value


RACK = {
    "active_params": "100e9 param",
    "total_params": "800e9 param",
    "bytes_per_param": "0.5 byte/param",
    "gpus": "72 GPU",
    "hbm_bandwidth": "8 TB/s/GPU",
    "peak_flops": "10 PFLOP/s/GPU",
    "kv_bytes_per_token": "1667 byte/token",
}


def test_a_grid_is_broadcast_and_zeros_change_the_plan_where_they_stand() -> None:
    """No context at all leaves the weights alone to be read; the rest of the grid has both."""
    found = asked(
        "step_time", RACK, {"batch_size": [[1], [512], [8192]], "context_length": [0, 4096, 200e3]}
    )
    assert found.values.shape == (3, 3)
    assert {found.regimes[k] for k in found.regime.ravel().tolist()} == {
        "memory_time ≥ compute_time", "compute_time ≥ memory_time"
    }  # fmt: skip


@pytest.mark.slow
def test_a_feature_is_withdrawn_at_the_points_that_have_it() -> None:
    """One token a pass is as without speculation; with more, how many are kept is open. No drafts
    and the other givens of the feature likewise.
    """
    step = {"batch_size": "64 sequence", "step_time": "30 ms"}
    for feature, values in {
        "tokens_per_pass": [1, 2, 4], "draft_length": [0, 1, 3], "kept_fraction": [1, 0.5, 0.8],
    }.items():  # fmt: skip
        found = asked("throughput", step, {feature: values, "batch_size": [[1.0], [64.0]]})
        for row in found.status:
            assert [STATUSES[k] for k in row] == ["solved", "underdetermined", "underdetermined"]
    times = asked("compute_time", {**RACK, "batch_size": "64 sequence"}, {"draft_length": [0, 1]})
    assert times.values[1] == pytest.approx(2 * times.values[0])


@pytest.mark.slow
def test_a_usual_value_is_replaced_at_the_points_that_differ_from_it() -> None:
    """Sixteen bytes of training state per parameter are the usual ones, of which twelve are the
    optimizer's; of any other number that is not known.
    """
    per = {"training_state_bytes_per_param": [12, 16, 18]}
    found = asked("total_params", {"training_state_per_gpu": "60 GB/GPU"}, per)
    assert found.values.tolist() == pytest.approx([5e9, 3.75e9, 60e9 / 18])
    parts = asked("optimizer_bytes_per_param", {}, per)
    assert [STATUSES[k] for k in parts.status] == ["underdetermined", "solved", "underdetermined"]


@pytest.mark.slow
def test_an_absent_feature_clashes_at_its_own_points() -> None:
    """A compute time given beside its inputs agrees at one batch alone."""
    given_ = {**RACK, "compute_time": "2 ms", "step_time": "5 ms", "compute_efficiency": "1"}
    found = asked("throughput", given_, {"batch_size": [3600, 7200, 14400]})
    assert [STATUSES[k] for k in found.status] == ["contradiction", "solved", "contradiction"]


def test_a_step_time_below_the_weight_fetch_is_unreachable_at_those_points_alone() -> None:
    """Below 0.694 ms no batch meets it; above, both regimes have their share."""
    found = asked(
        "batch_size",
        {**RACK, "context_length": "50e3 token/sequence"},
        {"step_time": [1e-4, 6e-4, 8e-4, 2e-3, 1e-2, 1.0]},
    )
    assert [STATUSES[k] for k in found.status] == ["unreachable"] * 2 + ["solved"] * 4
    assert np.isnan(found.values[:2]).all()


def test_a_batch_that_does_not_fit_is_infeasible() -> None:
    """What is stored grows with the batch past the capacity; a counted target is judged on its
    whole number.
    """
    given_ = {
        **RACK,
        "hbm_capacity": "80 GB/GPU",
        "kv_bytes_stored_per_token": "1667 byte/token",
        "context_length": "50e3 token/sequence",
    }
    assert {
        STATUSES[k] for k in asked("step_time", given_, {"batch_size": [1, 64, 1e6]}).status
    } == {"solved", "infeasible"}
    assert {
        STATUSES[k]
        for k in asked("batch_size", given_, {"step_time": np.geomspace(1e-3, 10, 9)}).status
    } == {"solved", "infeasible"}


def test_givens_that_clash_do_so_at_their_own_points() -> None:
    """The one point at which the givens agree is solved, the others are contradictions."""
    a, b, c = Var("a", "s"), Var("b", "s"), Var("c", "s")
    system = System([Relation("sum", Eq(a, b + c)), Relation("twice", Eq(c, 2 * b))])
    found = compare(
        system, c, {a: Known(a, 3.0, Origin.GIVEN, 1e-9)}, {b: np.array([0.5, 1.0, 2.0])}
    )
    assert [STATUSES[k] for k in found.status] == ["contradiction", "solved", "contradiction"]


def test_a_target_that_is_given_too_is_checked_at_every_point() -> None:
    """As a scalar or as an array."""
    a, b = Var("a", "s"), Var("b", "s")
    system = System([Relation("twice", Eq(a, 2 * b))])
    one = compare(system, a, {a: Known(a, 2.0, Origin.GIVEN, 1e-9)}, {b: np.array([1.0, 3.0])})
    many = compare(system, a, {b: Known(b, 1.0, Origin.GIVEN, 1e-9)}, {a: np.array([2.0, 3.0])})
    assert (
        one.status.tolist()
        == many.status.tolist()
        == [STATUSES.index("solved"), STATUSES.index("contradiction")]
    )


def test_two_values_and_an_interval_have_no_number_and_say_so() -> None:
    """A square gives one positive value, a hump two; at its top regime the input does not
    matter.
    """
    x, y, z = Var("x"), Var("y"), Var("z")
    hump = System([Relation("hump", Eq(y, x * sympy.exp(-x)))])
    found = compare(hump, x, {}, {y: np.array([0.1, 0.2, 0.5])})
    assert [STATUSES[k] for k in found.status] == ["solved", "solved", "contradiction"]
    assert found.regimes[found.regime[0]].startswith("2 values")
    flat = System([Relation("larger", Eq(y, Max(x, z)))])
    found = compare(flat, x, {z: Known(z, 2.0, Origin.GIVEN, 1e-9)}, {y: np.array([1.0, 2.0, 3.0])})
    assert [STATUSES[k] for k in found.status] == ["unreachable", "solved", "solved"]
    assert math.isnan(found.values[1]) and found.values[2] == 3.0


def test_rounding_is_decided_as_in_floats() -> None:
    """Whole numbers hit exactly stay whole, and none of the constants put in may shift them."""
    n, m, k = Var("n"), Var("m"), Var("k")
    system = System([Relation("rounded", Eq(n, sympy.ceiling(m / (3 * k))))])
    compare(system, n, {k: Known(k, 0.1, Origin.GIVEN, 1e-9)}, {m: 0.3 * np.arange(1, 60)})
    compare(system, n, {k: Known(k, 0.1, Origin.GIVEN, 1e-9)}, {m: 0.1 * np.arange(1, 60)})


def test_cases_are_taken_as_in_floats() -> None:
    """A tariff that steps at a threshold, at it but for rounding and on both sides."""
    x, y, edge = Var("x"), Var("y"), Var("edge")
    system = System([Relation("step", Eq(y, sympy.Piecewise((x, x <= edge), (2 * x, True))))])
    found = compare(
        system,
        y,
        {edge: Known(edge, 0.3, Origin.GIVEN, 1e-9)},
        {x: np.array([0.1, 0.3, 0.1 + 0.2, 0.5])},
    )
    assert found.values.tolist() == [0.1, 0.3, 0.1 + 0.2, 1.0]


def test_givens_beside_a_target_that_is_zero_clash_at_their_own_points() -> None:
    """The product is zero whatever its other factor is; a second given may contradict that one."""
    a, b, c, d = Var("a", within="[0, oo)"), Var("b"), Var("c"), Var("d", within="[0, oo)")
    system = System([Relation("product", Eq(d, a * b)), Relation("twice", Eq(c, 2 * b))])
    known = {a: Known(a, 0.0, Origin.GIVEN), c: Known(c, 2.0, Origin.GIVEN, 1e-9)}
    found = compare(system, d, known, {b: np.array([0.5, 1.0, 2.0])})
    assert [STATUSES[k] for k in found.status] == ["contradiction", "solved", "contradiction"]


def test_of_three_arguments_the_winner_is_named_first() -> None:
    """The others follow in the order of their names; what ties stands beside the winner."""
    x, a, b, c = (Var(name) for name in "xabc")
    system = System([Relation("largest", Eq(x, Max(a, b, c)))])
    values = {var: Known(var, size, Origin.GIVEN, 1e-9) for var, size in ((b, 2.0), (c, 3.0))}
    found = compare(system, x, values, {a: np.array([1.0, 2.0, 2.5, 3.0, 4.0])})
    assert [found.regimes[k] for k in found.regime] == [
        "c ≥ a, b",
        "c ≥ a, b",
        "c ≥ a, b",
        "a = c ≥ b",
        "a ≥ b, c",
    ]


def test_what_cannot_be_worked_out_at_some_points_does_not_spoil_the_others() -> None:
    """A root of a negative number, a pole, a difference that vanishes."""
    x, y, z = (
        Var("x", within="(-oo, oo)"),
        Var("y", within="(-oo, oo)"),
        Var("z", within="(-oo, oo)"),
    )
    values = {x: np.array([-1.0, 0.5, 1.0, 1.0 + 1e-14, 2.0, 5.0])}
    for right in (
        sympy.sqrt(x - 1),
        1 / (x - 1),
        sympy.log(x),
        (x - 1) / (x - 1) ** 2,
        sympy.exp(400 * x),
    ):
        compare(
            System([Relation("r", Eq(y, right + z))]),
            y,
            {z: Known(z, 1.0, Origin.GIVEN, 1e-9)},
            values,
        )
