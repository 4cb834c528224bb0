"""Ranges, plus-minus and distributions as people write them, and what they are told when they write
them wrongly.
"""

from __future__ import annotations

import pytest

import derive
from derive.equations import Eq, Max, Relation, Var
from derive.errors import GivenError
from derive.library.nomenclature import vocabulary
from derive.rendering.layouts.headline import headline
from derive.results.answer import Unreachable
from derive.solving.givens import read_value
from derive.system import System


def read(name, value):
    return read_value(vocabulary.find(name), value)


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("gpu_price", "2 to 3 USD/hour/GPU", "2 to 3 USD/hour/GPU"),
        ("gpu_price", "$2 to $3/hour/GPU", "2 to 3 USD/hour/GPU"),
        ("step_time", "2 ms to 3 s", "0.002 to 3 s"),
        ("step_time", "20 +- 2 ms", "20 ± 2 ms"),
        ("step_time", "20±2 ms", "20 ± 2 ms"),
        ("step_time", "20 ms +- 2000 µs", "20 ± 2 ms"),
        ("step_time", "20 ms +- 10 %", "20 ± 2 ms"),
        ("step_time", "20±10% ms", "20 ± 2 ms"),
        ("step_time", "uniform 20 +/- 2 ms", "uniform 18 to 22 ms"),
        ("active_params", "lognormal 1e11 to 3e11 param", "lognormal 100e9 to 300e9 param"),
        ("active_params", "100B to 300B param", "100e9 to 300e9 param"),
        ("active_params", "7×10^9 to 8×10^9 param", "7e9 to 8e9 param"),
        ("active_params", "10⁹ ± 10⁸ param", "1e9 ± 100e6 param"),
        ("context_length", "2^10 to 2**15 token/sequence", "1,024 to 32,768 token/sequence"),
        ("compute_efficiency", "35 to 45 %", "0.35 to 0.45"),
        ("compute_efficiency", "0.4 +- 10 %", "0.4 ± 0.04"),
        ("context_length", "0 to 1000 token/sequence", "0 to 1,000 token/sequence"),
    ],
)
def test_a_range_is_read_with_the_unit_it_shares(name, text, shown):
    assert read(name, text).text == shown


def test_a_normal_by_its_90_percent_range_is_the_normal_of_that_deviation():
    assert read(
        "step_time", "normal 18.355146 to 21.644854 ms"
    ).uncertain.deviation == pytest.approx(1e-3, rel=1e-6)


def test_what_python_states_is_what_text_states():
    assert (
        read("step_time", derive.normal("20 ms", "2 ms")).uncertain
        == read("step_time", "20 +- 2 ms").uncertain
    )
    assert (
        read("gpu_price", derive.interval("2 USD/hour/GPU", "3 USD/hour/GPU")).uncertain
        == read("gpu_price", "2 to 3 USD/hour/GPU").uncertain
    )
    price = derive.solve("gpu_price", {"gpu_price": "2 USD/hour/GPU"}).value
    assert (
        read("gpu_price", derive.lognormal(price, 2 * price)).uncertain
        == read("gpu_price", "lognormal 2 to 4 USD/hour/GPU").uncertain
    )


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("step_time", "3 to 2 ms", "step_time: “3 to 2 ms” runs backwards. Write 2 to 3 ms."),
        (
            "step_time",
            "2 to 2 ms",
            "step_time: “2 to 2 ms” is a range without width. Write the one value.",
        ),
        (
            "step_time",
            "0 to 3 ms",
            (
                "step_time: “0 to 3 ms”: 0 s lies outside its range (above 0). Write for example 16"
                " to 24 ms."
            ),
        ),
        (
            "active_params",
            "lognormal 0 to 3 param",
            (
                "active_params: “lognormal 0 to 3 param”: 0 param lies outside its range (above 0)."
                " Write for example lognormal 30e9 to 44e9 param."
            ),
        ),
        (
            "step_time",
            "2 to 3",
            (
                "step_time: 2 to 3 has no unit, and it is measured in s. Write for example 16 to"
                " 24 ms."
            ),
        ),
        ("step_time", "2 ms to 3", "step_time: “2 ms to 3”: 3 has no unit. Write 2 to 3 ms."),
        (
            "step_time",
            "2 ms to 3 GB",
            (
                "step_time: “3 GB” has the dimension byte, and time of one decode step is measured"
                " in s. Write for example 20 ms."
            ),
        ),
        ("step_time", "2-3 ms", "step_time: “2-3 ms” has a dash. For a range write 2 to 3 ms."),
        ("mfu", "0.3..0.5", "mfu: “0.3..0.5” has dots. For a range write 0.3 to 0.5."),
        (
            "step_time",
            "1 to 2 to 3 ms",
            "step_time: “1 to 2 to 3 ms” is not a range of two values. Write for example 16 to"
            " 24 ms.",
        ),
        (
            "step_time",
            "lognormal 3 ms",
            (
                "step_time: “lognormal 3 ms” is not a range of two values. Write for example"
                " lognormal 16 to 24 ms."
            ),
        ),
        (
            "step_time",
            "lognormal 3 +- 1 ms",
            (
                "step_time: “lognormal 3 +- 1 ms”: a lognormal is stated by its 90 % range. Write"
                " for example lognormal 16 to 24 ms."
            ),
        ),
        (
            "step_time",
            "20 ms +- -2 ms",
            "step_time: “20 ms +- -2 ms” has a negative width. Write for example 20 ms +- 10 %.",
        ),
        (
            "step_time",
            "20 +- 10 ms",
            (
                "step_time: 2.3 % of “20 +- 10 ms” lies outside its range (above 0). Write"
                " lognormal LOW to HIGH, 90 % between them, or a narrower one."
            ),
        ),
        (
            "compute_efficiency",
            "0.9 to 1.1",
            (
                "compute_efficiency: “0.9 to 1.1”: 1.1 lies outside its range (above 0, at most 1)."
                " Write for example 0.4 to 0.6."
            ),
        ),
        (
            "compute_efficiency",
            "40 % +- 5 %",
            (
                "compute_efficiency: “40 % +- 5 %” can be read as 5 percentage points or as 5 % of"
                " 40 %. Write 0.4 +- 0.05 or 0.4 +- 5 %."
            ),
        ),
        (
            "active_params",
            "100 to 300B param",
            (
                "active_params: “100 to 300B param” can be read as from 100 or from 100B param."
                " Write 100B to 300B param, or 100 param to 300B param."
            ),
        ),
    ],
)
def test_a_range_that_cannot_be_is_refused_in_these_words(name, text, told):
    with pytest.raises(GivenError) as caught:
        read(name, text)
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("given", "ends"),
    [("2.5 to 5", (2.5, 3.996)), ("3.9 to 4.5", (3.9, 3.996)), ("1 to 9", (1.998, 3.996))],
)
def test_an_interval_of_the_target_itself_leaves_its_part(
    given: str, ends: tuple[float, float]
) -> None:
    """The price per hour is the price of a token times 1,850 a second, 1.998 to 3.996."""
    givens = {
        "throughput_per_gpu": "1850 token/s/GPU", "cost_per_token": "0.3 to 0.6 USD/Mtoken",
        "gpu_price": f"{given} USD/hour/GPU",
    }  # fmt: skip
    answer = derive.solve("gpu_price", givens)
    (interval,) = answer.intervals
    factor = answer.target.unit.factor
    assert (interval.low / factor, interval.high / factor) == pytest.approx(ends, rel=1e-6)
    assert answer.spread is not None and answer.spread.low == interval.low
    assert "without it 1.998 USD/hour/GPU to 3.996 USD/hour/GPU follows" in answer.compared


@pytest.mark.parametrize(
    ("stated", "told"), [("19.30 ms", "at most 19.2 ms"), ("9 ms", "at least 11.52 ms")]
)
def test_a_value_beside_an_interval_is_held_against_its_ends(stated: str, told: str) -> None:
    """It was 1.34 times what the middle gives, where the ends give 1.005."""
    given = {"hbm_capacity": "288.0 GB/GPU", "hbm_bandwidth": "15.00 to 25.00 TB/s/GPU"}
    answer = derive.solve("drain_time", {**given, "drain_time": stated})
    assert answer.status == "contradiction" and told in str(answer)
    assert "hbm_bandwidth of 15.00 to 25.00 TB/s/GPU" in str(answer)


def test_a_bound_that_no_value_of_an_interval_meets_holds_at_all_of_them() -> None:
    """At the middle of a, 7, c would have to be at least 7."""
    a, b, c = map(Var, "abc")
    system = System([Relation("c", Eq(c, Max(a, b)))])
    answer = system.solve(b, {a: "6.0 to 8.0", c: "3 to 5"})
    assert isinstance(answer, Unreachable) and answer.bound is not None
    assert (answer.bound.value, answer.bound.kind) == (pytest.approx(6.0), "at least")
    assert "c is at least 6" in str(answer) and "Unreachable throughout." in str(answer)


def test_an_interval_of_the_target_is_cut_to_what_the_other_givens_leave() -> None:
    given = {"step_time": "20 to 30 ms", "compute_time": "25.0 ms"}
    answer = derive.solve("step_time", given)
    assert answer.interval == pytest.approx((0.025, 0.030))
    assert any("leave 25 to 30 ms of step_time" in text for text in answer.warnings)
    assert not any("nothing else fixes" in text for text in answer.warnings)
    assert derive.solve("step_time", {**given, "compute_time": "35.0 ms"}).status == "contradiction"


def test_an_interval_of_bounds_says_that_they_are_bounds() -> None:
    chip = derive.accelerator("h100_sxm", "fp8")
    given = {**chip, "gpus": "4 to 8 GPU", "batch_size": "1 sequence"}
    answer = derive.solve("compute_time", {**given, "active_params": "70e9 param"})
    assert answer.sense == "lower bound"
    assert headline(answer).startswith("compute_time ≥ anywhere from 8.843 µs to 17.69 µs")
