"""Numbers whose point may be meant to part thousands, and counts that are not whole."""

from __future__ import annotations

import pytest

import derive
from derive.errors import GivenError, UnknownName

STEP = {"compute_time": "2 ms", "memory_time": "3 ms"}


@pytest.mark.parametrize(
    ("name", "text", "meant"),
    [
        ("context_length", "8.192 token/sequence", "8,192"),
        ("context_length", "200.000 tokens/sequence", "200,000"),
        ("batch_size", "1.024 sequence", "1,024"),
        ("kv_bytes_per_token", "70.272 byte/token", "70,272"),
    ],
)
def test_a_point_that_may_part_thousands_is_told(name: str, text: str, meant: str) -> None:
    warnings = derive.solve("step_time", {**STEP, name: text}).warnings
    assert any(line.endswith(f"for thousands write {meant}") for line in warnings)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("context_length", "8192.5 token/sequence"),
        ("context_length", "8.192 ktoken/sequence"),
        ("training_tokens", "1.500T token"),
        ("training_tokens", "1.500e12 token"),
        ("emitted_tokens_per_pass", "2.773 token/sequence"),
        ("throughput", "93.812 token/s"),
        ("memory_time", "3.000 ms"),
    ],
)
def test_decimals_that_nobody_writes_for_thousands_are_not(name: str, text: str) -> None:
    assert not derive.solve("step_time", {**STEP, name: text}).warnings


def test_a_zero_that_the_answer_rests_on_is_not_said_to_be_needless() -> None:
    """A margin of zero makes the price the cost; without it the price is open."""
    cost = {"cost_per_token": "0.5 USD/Mtoken"}
    sold = derive.solve("output_price", {**cost, "output_margin": "0"})
    assert (sold.value.to("USD/Mtoken").magnitude, sold.unused) == (pytest.approx(0.5), ())
    idle = derive.solve("output_price", {**cost, "output_margin": "0", "layer_overhead": "0 s"})
    assert idle.unused == ("layer_overhead",)


@pytest.mark.parametrize(
    ("name", "text", "letter", "mended"),
    [
        ("hbm_bandwidth", "400 MB/S/GPU", "S is siemens", "400 MB/s/GPU"),
        ("gpu_price", "2 USD/H/GPU", "H is henry", "2 USD/h/GPU"),
    ],
)
def test_a_letter_of_the_other_case_is_named(
    name: str, text: str, letter: str, mended: str
) -> None:
    with pytest.raises(GivenError) as caught:
        derive.solve("step_time", {name: text})
    assert letter in str(caught.value) and str(caught.value).endswith(f"Write {mended}.")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("model_size", ("active_params",)),
        ("model-size", ("active_params",)),
        ("busy", ("busy_share", "busbw")),
    ],
)
def test_a_name_of_prose_or_its_beginning_is_understood(name: str, meant: tuple[str, ...]) -> None:
    with pytest.raises(UnknownName) as caught:
        derive.solve("step_time", {name: "1"})
    assert caught.value.candidates == meant


def test_a_precision_with_a_hyphen_is_understood() -> None:
    with pytest.raises(UnknownName) as caught:
        derive.accelerator("h100_sxm", precision="FP-8")
    assert caught.value.candidates == ("fp8",)
