"""Lines of plans and posts as their authors write them: each is sound, and its twin is wrong."""

import pytest

from tests.checking.judged_text import findings, is_accused, levels


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("2 1/2 h = 150 min", "2 1/2 h = 160 min"),
        ("It takes 2 1/2 h × 8 GPUs = 20 GPU-hours.", "It takes 2 1/2 h × 8 GPUs = 30 GPU-hours."),
        ("That is 1 1/2 × 80 GB = 120 GB.", "That is 1 1/2 × 80 GB = 160 GB."),
        ("1 1/3 × 90 s = 120 s", "1 1/3 × 90 s = 140 s"),
        ("We pay 90% of $3.00 = $2.70.", "We pay 90% of $3.00 = $2.40."),
        ("We use 15% of 2,048 = 307 tokens.", "We use 15% of 2,048 = 370 tokens."),
        ("Prefill takes 1/3 of 90 s = 30 s.", "Prefill takes 1/3 of 90 s = 40 s."),
        ("That is 312/19.5 = 16 times as fast.", "That is 312/19.5 = 18 times as fast."),
        ("So 312/19.5 = 16 times.", "So 312/19.5 = 18 times."),
        ("It needs log2(1024) = 10 rounds.", "It needs log2(1024) = 12 rounds."),
        ("log2(1024) = 10 rounds", "log2(1024) = 12 rounds"),
        ("Weights need (2 × 70) GB = 140 GB", "Weights need (2 × 70) GB = 150 GB"),
        (r"$3\ \text{1/s} \times 10\,\text{s} = 30$", r"$3\ \text{1/s} \times 10\,\text{s} = 40$"),
        (
            "That is 3.14e23 / 8.64e19 = 3,634 petaflop/s-days.",
            "That is 3.14e23 / 8.64e19 = 3,364 petaflop/s-days.",
        ),
        ("3.14e23 FLOP / 8.64e19 = 3,634 PFLOP-days", "3.14e23 FLOP / 8.64e19 = 3,364 PFLOP-days"),
    ],
)
def test_figures_are_read_as_they_are_spoken(right: str, spoilt: str) -> None:
    assert levels(right) in (["none"], ["note"])
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("€2.10 × 1.08 = $2.27", "€2.10 × 1.08 = $2.72"),
        ("£1.60 × 1.27 = $2.03", "£1.60 × 1.27 = $2.53"),
        ("$2.27 / 1.08 = €2.10", "$2.27 / 1.08 = €2.45"),
        ("So €2.10/h × 1.08 = $2.27/h.", "So €2.10/h × 1.08 = $2.72/h."),
        ("100 GPU-hours × €2.10/GPU-hour × 1.08 = $226.80", "100 × €2.10 × 1.08 = $262.80"),
        ("8 × $2.50 = $20 = €18.50", "8 × $2.50 = $25 = €23"),
    ],
)  # fmt: skip
def test_a_bare_rate_exchanges_currencies(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert levels(spoilt) == ["error"]


def test_a_price_is_not_exchanged_at_a_number_of_things() -> None:
    """3 × €2 is €6, and its dollars are at a rate that stands nowhere."""
    assert levels("3 × €2 = $6.50") == ["warning"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("1 km = 1,000 m", "1 km = 100 m"),
        ("Since 1 GB = 1,000 MB, it fits.", "Since 1 GB = 100 MB, it fits."),
        ("1 Gbps = 125 MB/s", "1 Gbps = 12.5 MB/s"),
        ("50 ms = 0.05 s", "50 ms = 0.5 s"),
        ("1 kWh = 3,600 kJ", "1 kWh = 360 kJ"),
    ],
)
def test_a_unit_wrong_by_a_power_of_ten_is_an_error(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert levels(spoilt) == ["error"]


@pytest.mark.parametrize("text", ["1 GB = 1,024 MB", "1 TB = 931 GB", "400 Gb/s = 40 GB/s"])
def test_figures_side_by_side_that_a_convention_explains_are_no_errors(text: str) -> None:
    assert [str(found.level) for found in findings(text)] != ["error"]
