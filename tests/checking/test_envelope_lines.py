"""Lines of estimates as engineers write them: each is sound, and its twin is wrong."""

import pytest

from tests.checking.judged_text import findings, is_accused, levels


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("log2(1024) = 10", "log2(1024) = 12"),
        ("ln(10) = 2.3", "ln(10) = 3.3"),
        ("log10(1000) = 3", "log10(1000) = 4"),
        ("exp(2) = 7.39", "exp(2) = 9.4"),
        ("√3 × 480 V × 200 A = 166 kW", "√3 × 480 V × 200 A = 288 kW"),
        ("$e^{-2} = 0.135$", "$e^{-2} = 0.351$"),
        (r"$\log_2(50000) = 15.6$ bits", r"$\log_2(50000) = 20$ bits"),
        (r"$\ln(0.05) / \ln(0.5) = 4.32$", r"$\ln(0.05) / \ln(0.5) = 3.42$"),
        (r"$\ln^2(3) = 1.207$", r"$\ln^2(3) = 2.207$"),
        ("350 s × 9.81 m/s² × ln(10) = 7.9 km/s", "350 s × 9.81 m/s² × ln(10) = 79 km/s"),
        (r"$x = 5\,\text{m} \times \sin(30^\circ) = 2.5\,\text{m}$",
         r"$x = 5\,\text{m} \times \sin(30^\circ) = 4.3\,\text{m}$"),
    ],
)  # fmt: skip
def test_functions_of_figures_are_computed(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize("text", ["log(10) = 3.3", "lg(5) = 3", r"$\log_b(5) = 3$", "sin(30) = 2"])
def test_a_function_of_unknown_base_or_angle_has_no_value(text: str) -> None:
    assert levels(text) == ["none"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("4-6 hours × $200/hour = $800-1.2K", "4-6 hours × $200/hour = $800-1.8K"),
        ("4-6 hours × $200/hour = $800-$1,200", "4-6 hours × $200/hour = $700-$1,200"),
        ("12-15 engineers × $350K/year = $4.2M-$5.25M/year",
         "12-15 engineers × $350K/year = $4.2M-$6.25M/year"),
        ("2-3 GB × 4 = 8-12 GB", "2-3 GB × 4 = 8-14 GB"),
        ("500-1,000 workers × 2 GB = 1-2 TB", "500-1,000 workers × 2 GB = 1-3 TB"),
    ],
)  # fmt: skip
def test_ranges_agree_at_both_ends(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert is_accused(spoilt, unlike=right)


def test_a_range_that_divides_is_not_compared() -> None:
    """The upper end of 12 / 2-3 is that of the lower one."""
    assert levels("12 GB / 2-3 s = 4-6 GB/s") == ["none"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("10PB/day × $0.01/GB = $100K/day = $3M/month ($36M/year)",
         "10PB/day × $0.01/GB = $200K/day ($6M/month)"),
        ("1 hour = 3,600 seconds (60 × 60)", "1 hour = 360 seconds (60 × 60)"),
        ("1 year = ~31.5 million seconds (365 × 86,400)", "1 day = 8,640 seconds (24 × 3,600)"),
        ("30M × 3 Mbps = 90 Tbps (11.25 TB/s)", "30M × 3 Mbps = 900 Tbps (112.5 TB/s)"),
        ("2 GB × (3 + 1) = 8 GB", "2 GB × (3 + 1) = 6 GB"),
        ("weights = 500 GB / (328 kB) = 1.5e6", "500 GB / (328 kB) = 2.5e6"),
    ],
)  # fmt: skip
def test_a_bracket_that_says_a_figure_again_multiplies_nothing(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("100M * 500B = 50 GB", "100M * 500B = 500 GB"),
        ("6B × 500B = 3 TB", "6B × 500B = 30 TB"),
        ("5B × 48B × 365 = 87.6 TB", "5B × 48B × 365 = 8.76 TB"),
        ("10M × (50B + 1KB) = 10.5 GB", "10M × (50B + 1KB) = 105 GB"),
        ("100M × 500 B = 50 GB", "100M × 500 B = 5 GB"),
    ],
)
def test_a_b_behind_what_is_multiplied_may_be_bytes(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("2 kg × 9.81 m/s² = 19.62 N", "2 kg × 9.81 m/s² = 196.2 N"),
        (r"$x = 5\,\mathrm{N} \times 10 = 50\,\mathrm{N}$",
         r"$x = 5\,\mathrm{N} \times 10 = 433\,\mathrm{N}$"),
    ],
)  # fmt: skip
def test_an_n_beside_masses_is_a_newton(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    "text",
    [
        "decay = 1 - age_hours / 24", "score = 1 / (1 + age_hours / 24)",
        "recency_boost = max(0, 1 - (age_days / 7))", "weight = exp(-age_days / 7)",
    ],
)  # fmt: skip
def test_a_name_that_ends_in_hours_is_a_number_of_them(text: str) -> None:
    assert levels(text) == ["note"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("100 TFLOPS × 2 = 400 TFLOPS", "the figures come to 200 TFLOP/s, not 400 TFLOP/s"),
        ("312 TFLOPS / 2.0 TB/s = 1,560 FLOPs/byte", "the figures come to 156 FLOP/byte"),
        ("312 TFLOPS / 108 SMs = 29 TFLOPS per SM", "the figures come to 2.889 TFLOP/s"),
    ],
)
def test_wrong_figures_are_told_as_such_whatever_flops_are(text: str, told: str) -> None:
    """Not as a rate beside a number of operations."""
    (finding,) = findings(text)
    assert finding.level == "error" and told in finding.message


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("It costs 245 kWh × $0.08/kWh = $19.6 a day.", "It costs 245 kWh × $0.08 = $196 a day."),
        ("We pay 8 × $2.50 = $20 an hour.", "We pay 8 × $2.50 = $200 an hour."),
    ],
)
def test_a_day_behind_an_amount_is_per_day(right: str, spoilt: str) -> None:
    assert levels(right) == ["note"]
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("text", "level", "said"),
    [
        ("1 day ≈ 100,000 seconds.", "note", "100,000 seconds is the nearest power of ten"),
        ("3 days ≈ 300,000 seconds.", "warning", "allows a quarter"),
        ("1 day = 100,000 seconds.", "warning", "not 100,000 seconds"),
        ("1300 GB / (80 GB/GPU) = 17 GPUs.", "note", "rounded up to the next whole number"),
        ("1300 GB / (80 GB/GPU) = 18 GPUs.", "error", "not 18 GPUs"),
        ("Servers = 10,000 / 300 = 34 servers.", "note", "rounded up to the next whole number"),
    ],
)
def test_a_round_figure_of_an_estimate_is_noted(text: str, level: str, said: str) -> None:
    """A power of ten near by, and whole things of which a part was needed."""
    found = findings(text)[-1]
    assert (str(found.level), said in found.brief) == (level, True), found.message
