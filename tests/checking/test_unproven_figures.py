"""Figures that differ are an error only where nothing may be left to the reader."""

from __future__ import annotations

import pytest

from tests.checking.judged_text import findings, levels


@pytest.mark.parametrize(
    "wrong",
    [
        "70×10^9 params × 2 bytes/param = 14 GB", "22 * 2 * 4 * 128 * 64 = 1,409,024",
        "- store: 1600PB * 3 = 5200PB", "18.4M + 37.7M = 55.7M", "`10M * 40 KB = 400 TB`",
        "ceil(10/3) × 90s = 270s", "The fee: 5760 h × 2.5 USD/h = 16400 USD",
        r"$$C = \frac{32 \times 12 \times 32 \times 12288 \times 2}{4} \approx 24 \text{ GB}$$",
        "9×1 + 4×3 + 2×9 + 1×27 = 48",
        "670 kJ / 2 kW = 335 s ≈ 56 min", "20 TB / 200 MB/s = 100,000 s ≈ 2.8 h",
        "- 2 × 63 × 5 µs = 6.3 ms", "- It costs 4 × $10/month = $580/year",
        "200 MB/s × 86,400 = 29.6 TB/day",
    ],
)  # fmt: skip
def test_a_computation_that_does_not_give_its_result_is_an_error(wrong: str) -> None:
    assert levels(wrong) == ["error"]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("5,000 / 4,000 = 1.0", "the figures may stand side by side, with nothing computed"),
        ("5 ^ 3 = 6", "the figures may stand side by side, with nothing computed"),
        ("`-296 = 2 x 148`", "no single result"),
        ("15% = 10% + 4% = 24 + 12 = 36", "no single result"),
        ("`-20 × 8 bytes = 1.6 GB`", "a sign before a figure"),
        ("~70 GB × 3 = 3700 GB", "a sign before a figure"),
        ("`7 × 5 = 30` (capped at the limit)", "a bracket behind"),
        ("1024 × 1024 × 3 (2 bytes per parameter) = 2 MB", "a bracket beside"),
        ("2 × 99.9 = 99.99 %", "a share"),
        ("3 / (20 × 30) = 0.5", "a share"),
        ("0.1 + 0.2 - 0.3 = 5.55e-17", "zero"),
        ("32 × 20ms = 20ms", "the result is one of the figures"),
        ("6.5 + (0.25 × 50) × 1,200 = 21.7 GB", "the terms of a sum"),
        ("10M × 512 × 3 = 61 GB", "the size of an element"),
        ("250 MB/s × 86,400 × 365 = 7.3 PB/year", "months"),
        ("4 × 3 × 8 hours = 2 months", "months"),
        ("200 MB/s × 86,400 = 18.6 TB/day", "a time"),
        ("4 × $8/hr = $32/hr = $23,940/month", "months"),
        ("2 GB × 3 = 5 s", "a figure may stand for something"),
    ],
)
def test_what_may_be_left_to_the_reader_is_a_warning(wrong: str, reason: str) -> None:
    (found,) = findings(wrong)
    assert (found.verdict, found.level) == ("inconsistent", "warning")
    assert f"A warning only: {reason}" in found.brief


@pytest.mark.parametrize(
    ("said", "level"),
    [
        ("where $V$ [GB] is the volume and $t$ [s] the time", "error"),
        ("where $V$ is in GB and $t$ in s", "error"),
        ("where $V$ is the size of the file and $t$ the time", "none"),
        ("where $V$ is the size of the file [GB] and $t$ is the time", "warning"),
    ],
)
def test_dimensions_that_differ_are_an_error_where_units_are_written(said: str, level: str) -> None:
    assert levels(f"The rate is $w$ [GB/s]. Then $t = V w$ {said}.") == [level]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        (
            r"$F = \frac{6664 + 1617}{0.3} = \frac{8281}{0.3} \approx 2.76 \times 10^4 \text{ N}$",
            "note",
        ),
        (
            r"$F = \frac{6664 + 1617}{0.3} = \frac{8281}{0.3} \approx 1.38 \times 10^4 \text{ N}$",
            "error",
        ),
        ("8 GB × 3 = 48 GB", "warning"),
    ],
)
def test_no_words_double_a_force(text: str, level: str) -> None:
    assert levels(text) == [level]


def test_a_gibibyte_said_as_one_gigabyte_may_leave_the_size_of_an_element_out() -> None:
    (found,) = findings(r"The box holds $512^3 \approx 1$ GB of memory.")
    assert str(found.level) == "warning" and "size of an element" in found.brief
