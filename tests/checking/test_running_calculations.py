"""Running calculations: sides that go on with the last result."""

import pytest

from tests.checking.judged_text import findings, is_accused, levels


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (
            "500M × 0.5 = 250M/day ÷ 100K = 2.5K write QPS",
            "500M × 0.5 = 250M/day ÷ 100K = 3.5K write QPS",
        ),
        (
            "10K rides × 2 ETAs each = 20K QPS / 5K per instance = 4 instances",
            "10K rides × 2 ETAs each = 20K QPS / 5K per instance = 5 instances",
        ),
        (
            "100M products × 200B = 20 GB + 10M reservations × 200B = 2 GB = 22 GB",
            "100M products × 200B = 30 GB + 10M reservations × 200B = 2 GB = 32 GB",
        ),
        (
            "8,483 x 2 = $16,966 + 3 x 5,000 = $15,000 = $31,966",
            "8,483 x 2 = $16,966 + 3 x 5,000 = $15,000 = $32,966",
        ),
        (
            "50TB/day = 50,000 GB × $0.10 = $5,000/day = $150K/month",
            "50TB/day = 50,000 GB × $0.10 = $6,000/day = $180K/month",
        ),
        ("5 × 4 = 20 + 3 = 23", "5 × 4 = 20 + 3 = 24"),
        ("2 × 403 = 806 × 18 = 14,508", "2 × 403 = 806 × 18 = 15,508"),
        ("100M × 1KB = 100 GB + 20 GB = 120 GB", "100M × 1KB = 100 GB + 20 GB = 130 GB"),
        ("8 x 2 = 16 + 1", "8 x 2 = 18 + 1"),
        ("0.9 x 0.4 = 0.36 + 0.5 x 2.0 = 1.0", "0.9 x 0.4 = 0.36 + 0.5 x 2.0 = 1.8"),
        (
            "250 x 2 = $500 + 60 x 5,000 = $300,000 = $300,500",
            "250 x 2 = $500 + 60 x 5,000 = $310,000 = $310,500",
        ),
    ],
)
def test_a_calculation_that_goes_on_with_its_results_is_a_note(right: str, spoilt: str) -> None:
    assert levels(right) == ["note"]
    assert is_accused(spoilt)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2 × 403 = 806 × 18 = 15,508", "the figures come to 14,508, not 15,508"),
        ("100M × 1KB = 100 GB × 3 = 400 GB", "the figures come to 300 GB, not 400 GB"),
        (
            "100M × 200 bytes = 30 GB + 10M × 200 bytes = 2 GB = 32 GB",
            "the figures come to 20 GB, not 30 GB",
        ),
    ],
)
def test_the_step_that_is_wrong_is_told(text: str, told: str) -> None:
    (found,) = findings(text)
    assert (found.level, found.brief) == ("error", told)


def test_a_step_that_is_hardly_about_right_is_a_warning() -> None:
    (found,) = findings("100M × 200 bytes = 20 GB + 10M × 200 bytes = 2 GB = ~25 GB")
    assert found.level == "warning"
    assert found.brief.startswith("the figures come to 22 GB, not 25 GB")


@pytest.mark.parametrize(
    "text",
    ["40KB × 4,000 = 40MB", "400K ÷ 100 × 10KB = ~40KB × 4,000 = 40MB", "90 s × 2 = 200 s + 1"],
)
def test_what_does_not_go_on_is_accused(text: str) -> None:
    assert is_accused(text)


def test_amounts_of_money_behind_counts_are_of_what_the_words_say() -> None:
    assert not is_accused("8M requests + 2M answers = $80 + $60")
