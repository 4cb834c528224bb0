"""An answer: one value or none, as pint or as text, and its derivation made when asked for."""

from __future__ import annotations

import math
from typing import Any

import pint
import pytest

from derive.equations import Eq, Var
from derive.library import solve
from derive.results.answer import Solved, Underdetermined
from derive.results.derivation import Derivation, LineVerdict, Step, StepRule
from derive.results.known import Known, Origin
from derive.results.solution import AnswerValue, Solution, ValueInterval
from derive.results.status import Status

DRAIN = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
length = Var("length", "km")
x = Var("x")


def solved(*values: AnswerValue, **parts: Any) -> Solved:
    return Solved(target=x, solution=Solution(values, **parts))


def test_a_value_is_a_pint_quantity_in_the_declared_unit() -> None:
    """14.4 ms, convertible, and readable as text."""
    answer = solve("drain_time", DRAIN)
    assert isinstance(answer.value, pint.Quantity)
    assert answer.value.to("ms").magnitude == pytest.approx(14.4)
    assert answer.text == "14.4 ms"
    assert answer.number == pytest.approx(14.4e-3)


def test_numbers_are_in_base_units_and_values_in_declared_ones() -> None:
    """Two thousand metres are two kilometres."""
    answer = Solved(target=length, solution=Solution((AnswerValue(2000.0),)))
    assert answer.number == 2000.0
    assert answer.value.magnitude == pytest.approx(2.0)
    assert Known(length, 2000.0, Origin.GIVEN).number == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("outcomes", "number"),
    [
        ((), None),
        ((AnswerValue(1.0),), 1.0),
        ((AnswerValue(1.0), AnswerValue(2.0)), None),
        ((AnswerValue(1.0), AnswerValue(2.0, satisfied=False)), 1.0),
        ((AnswerValue(1.0, condition="if"), AnswerValue(2.0)), 2.0),
        ((AnswerValue(1.0, satisfied=False),), 1.0),
    ],
)
def test_there_is_a_number_only_when_there_is_one(
    outcomes: tuple[AnswerValue, ...], number: float | None
) -> None:
    """Two roots are no number; one that a constraint or a condition leaves is."""
    assert solved(*outcomes).number == number


def test_several_values_and_intervals_are_told_as_such() -> None:
    """`1 or 2`, `1 to ∞`, `no value`."""
    assert solved(AnswerValue(1.0), AnswerValue(2.0)).text == "1 or 2"
    assert solved(intervals=(ValueInterval(1.0, math.inf),)).text == "1 to ∞"
    assert (
        solved(AnswerValue(0.5), intervals=(ValueInterval(1.0, math.inf),)).text == "1 to ∞ or 0.5"
    )
    assert Underdetermined(target=x).text == "no value"


def test_each_status_has_its_exit_code() -> None:
    """0 solved, 1 infeasible, unreachable or unbounded, 3 underdetermined, 4 contradiction."""
    assert {status.value: status.exit_code for status in Status} == {
        "solved": 0,
        "infeasible": 1,
        "unreachable": 1,
        "unbounded": 1,
        "underdetermined": 3,
        "contradiction": 4,
    }


def test_the_derivation_is_made_when_first_asked_for_and_kept() -> None:
    """Not while solving, and not twice."""
    made = []

    class Path:
        def derivation(self) -> Derivation:
            made.append(1)
            return Derivation(x)

    answer = solved(path=Path())
    assert made == []
    assert answer.derivation is answer.derivation
    assert made == [1]


def test_an_answer_without_steps_has_an_empty_derivation() -> None:
    """Nothing to verify is verified."""
    derivation = Underdetermined(target=x).derivation
    assert len(derivation) == 0
    assert derivation.verified


def test_a_derivation_is_verified_only_if_every_line_is() -> None:
    """One line without a verdict is enough."""
    line = Step(StepRule.DIVIDE, Eq(x, 2), "")
    assert not Derivation(x, (line,)).verified
    assert Derivation(x, (Step(StepRule.DIVIDE, Eq(x, 2), "", verdict=LineVerdict.EXACT),)).verified


def test_an_answer_lists_what_it_rests_on_by_origin() -> None:
    """Given, convention and default apart, in nomenclature order; nothing that it does not use."""
    used = {
        "active_params": "1e9 param",
        "batch_size": "10 sequence",
        "gpus": "8 GPU",
        "peak_flops": "1 PFLOP/s/GPU",
    }
    answer = solve("compute_time", {**used, "gpu_price": "2 USD/hour/GPU"})
    assert {k.var.name for k in answer.of_origin("given")} == {
        "active_params",
        "batch_size",
        "gpus",
        "peak_flops",
    }
    assert {k.var.name for k in answer.of_origin("convention")} == {"flops_per_param"}
    assert {k.var.name for k in answer.of_origin("default")} == {
        "tokens_per_pass",
        "compute_efficiency",
    }
    assert answer.of_origin(Origin.COMPUTED) == ()
    assert list(answer.known) == sorted(answer.known, key=lambda k: k.var.rank)


def test_the_evaluation_reads_symbolic_with_numbers_result() -> None:
    """The last line carries its equation, the values put in, and what comes out."""
    line = solve("drain_time", DRAIN).derivation.steps[-1]
    assert line.rule == "evaluate"
    assert line.result.text == "14.4 ms"
    assert {known.text for known in line.values} == {"288 GB/GPU", "20 TB/s/GPU"}
