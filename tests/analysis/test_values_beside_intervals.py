"""Values at some points of interval givens alone: none is lost, whatever the others have."""

from __future__ import annotations

import pytest
from sympy import sqrt

import derive
from derive.equations import Eq, Max, Relation, Var
from derive.results.answer import Answer
from derive.system import System

v0, v1, v2, v3, v4, v5 = (Var(f"v{number}") for number in range(6))


def holds(answer: Answer, value: float) -> bool:
    """Whether an answer has a value, or leaves it open within its bounds."""
    spans = [(s.low, s.high) for s in (*answer.intervals, *answer.between)]
    points = [(one.value * (1 - 1e-6), one.value * (1 + 1e-6)) for one in answer.values]
    return any(low <= value <= high for low, high in (*spans, *points))


@pytest.mark.parametrize(("target", "value"), [(v2, 0.13), (v4, 50.9901951359278)])
def test_a_branch_that_the_middles_do_not_have_is_not_lost(target: Var, value: float) -> None:
    """At v0 = 10, v1 = 26 and v3 = 260.13 v4 is the larger; at the middles it cannot be."""
    system = System([
        Relation("sum", Eq(v3, v0 * v1 + v2)),
        Relation("root", Eq(v4, v0 * sqrt(v1))),
        Relation("larger", Eq(v5, Max(v2, v4))),
    ])  # fmt: skip
    given = {v5: "50.9901951359278", v3: "208.104 to 286.143", v0: "9 to 11"}
    assert holds(system.solve(target, given), value)


@pytest.mark.parametrize("beside", [False, True])
def test_values_at_the_end_of_an_interval_alone_are_not_lost(beside: bool) -> None:
    """Where v4 is v3, v1 may be anything below it, and v0 8 as well as 29.9; a relation beside them
    changes nothing.
    """
    more = [Relation("share", Eq(v5, v3 / (v1 + v3)))] if beside else []
    system = System([
        Relation("sum", Eq(v2, v0 * (v1 + 1) / v1)),
        Relation("larger", Eq(v3, Max(v0, v2))),
        Relation("largest", Eq(v4, Max(v1, v3))),
        *more,
    ])  # fmt: skip
    given = {v2: "30.8571428571429", v4: "30.8571428571429 to 33.9428571428572"}
    answer = system.solve(v0, given)
    assert holds(answer, 8.0) and holds(answer, 29.9)


def test_bounds_hold_where_the_last_digits_of_the_givens_decide() -> None:
    """At the end of what is left of mfu computing sets the step, whatever reading takes."""
    given = {
        "crossover_context": "1006778.34535 token/sequence", "gpus": "72 GPU",
        "kv_bytes_per_token": "1600 byte/token", "peak_flops": "3.12e+14 FLOP/s/GPU",
        "batch_size": "500 sequence", "step_time": "0.00392850783476 s", "mfu": "0.4 to 0.96",
        "total_params": "70600000000 param", "mbu": "0.0649190065536",
        "context_length": "32768 token/sequence", "compute_efficiency": "0.8",
    }  # fmt: skip
    answer = derive.solve("bandwidth_efficiency", given)
    assert holds(answer, 0.0649190065536) and holds(answer, 0.85)
