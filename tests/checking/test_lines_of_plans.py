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
    ],
)
def test_a_bare_rate_exchanges_currencies(right: str, spoilt: str) -> None:
    """A factor of two decimals may be a tax as well, and the rate left out: no error."""
    assert levels(right) == ["none"]
    assert levels(spoilt) == ["warning"]


def test_a_result_restated_in_another_currency_is_judged_in_the_first() -> None:
    assert levels("8 × $2.50 = $20 = €18.50") == ["none"]
    assert levels("8 × $2.50 = $25 = €23") == ["error"]


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


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("The rest took 3,000 / 24 = 125 h.", "The rest took 3,000 / 24 = 152 h."),
        ("A million cost $1,818 / 1,296 = $1.40.", "A million cost $1,818 / 1,296 = $2.40."),
        ("Each of them sees 32,768 / 256 = 128 tokens.",
         "Each of them sees 32,768 / 256 = 182 tokens."),
        ("The tree has 5^3 = 125 leaves.", "The tree has 5^3 = 152 leaves."),
        ("The margin is ($4.20 - $3.00) / $4.20 = 28.6%.",
         "The margin is ($4.20 - $3.00) / $4.20 = 38.6%."),
        ("It accepts at a rate of 3.2 / 5 = 64%.", "It accepts at a rate of 3.2 / 5 = 46%."),
        ("MLA stores 576 × 2 bytes = 1,152 bytes instead.",
         "MLA stores 576 × 2 bytes = 1,512 bytes instead."),
    ],
)  # fmt: skip
def test_a_ratio_written_out_is_computed(right: str, spoilt: str) -> None:
    assert levels(right) in (["none"], ["note"])
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize("text", ["3/10 = 5 points", "5^3 = 6", "1.5 / 1.2 = 25%", "1/2 = 60%"])
def test_scores_changes_and_exclusive_ors_are_no_errors(text: str) -> None:
    assert "error" not in levels(text)


@pytest.mark.parametrize(
    ("sentence", "right", "wrong"),
    [
        ("Goodput is 100% - 13.7% = {}.", "86.3%", "68.3%"),
        ("A plan at $20 leaves $20 - 300 × $0.04 = {}.", "$8", "$18"),
        ("It has 15e12 / 4e6 = {} steps.", "3.75M", "3.57M"),
        ("Of 120 requests per minute, 150 / 60 = {} requests/s arrive.", "2.5", "5.2"),
        ("A 1 Gbit/s line carries 1e9 / 8 = {} bytes/s.", "125e6", "152e6"),
        ("It removes 30%, leaving 0.7 × 250e9 = {} tokens.", "175e9", "157e9"),
        ("The hours rose, by 1.5 / 1.2 - 1 = {}.", "25%", "35%"),
    ],
)
def test_figures_behind_the_words_of_a_sentence_are_found(
    sentence: str, right: str, wrong: str
) -> None:
    assert levels(sentence.replace("{}", right)) in (["none"], ["note"])
    assert [found.verdict for found in findings(sentence.replace("{}", wrong))] == ["inconsistent"]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("Payback: $300,000 / $12,500 = 24 months", "note"),
        ("The budget buys $10,000 / $3.50 = 2,857 GPU-hours.", "note"),
        ("The budget buys $10,000 / $3.50 = 2,587 GPU-hours.", "warning"),
        ("The queue grows by 120/s - 100/s = 20/s.", "none"),
        ("The queue grows by 120/s - 100/s = 30/s.", "error"),
    ],
)
def test_money_buys_time_and_rates_are_subtracted(text: str, level: str) -> None:
    assert levels(text) == [level]


@pytest.mark.parametrize(
    "text",
    [
        "Then 15% = 10% + 5% = 24 + 12 = 36.",
        "So 15% is 10% + 5% = 24 + 12 = 36. Same answer.",
        "10% of 240 = 24, 5% of 240 = 12, so 15% = 24 + 12 = 36.",
    ],
)
def test_an_amount_may_stand_for_its_share(text: str) -> None:
    assert {*levels(text)} == {"none"}


@pytest.mark.parametrize(
    "text",
    [
        "We have 8 + 8 +\n8 + 4 = 28 in all.",
        "We hold 2 × 5 ×\n3 × 4 = 120 of it.",
        "We hold 2 times\n3 × 4 = 24 of it.",
        "That takes 5% of\n3 × 400 = 60 of it.",
    ],
)
def test_a_computation_that_begins_on_the_line_above_is_not_judged_in_part(text: str) -> None:
    assert {*levels(text)} <= {"none"}
