"""Times that figures leave out: a bare 365 or 86,400, an amount per the time of the result."""

import pytest

from tests.checking.judged_text import findings, is_accused, levels

_PUT_BACK = "a time that is left out is put back: as written, the figures agree"


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (
            "100M URLs/day × 365 × 5 years = 182.5 billion",
            "100M/day × 365 × 5 years = 1.825 trillion",
        ),
        ("1,000 × 300 KB × 86,400 = 25.92 TB/day", "1,000 × 300 KB × 86,400 = 35.92 TB/day"),
        ("100M / (30 days × 86,400 s) = 38.6/s", "100M / (30 days × 86,400 s) = 386/s"),
        ("$5.39 × 12 × 24 × 30 = $46,500/month", "$5.39 × 12 × 24 × 30 = $56,500/month"),
        ("120K × 500 bytes = 60 MB/s", "120K × 500 bytes = 80 MB/s"),
        ("7.2 TB/day × 365 = 2,628 TB", "7.2 TB/day × 356 = 2,563.2 GB"),
        ("1.25 PB / 86,400 = 14.467 GB/sec", "1.25 PB / 86,400 = 24.467 GB/sec"),
        ("10.2 TB × 10 years × 365 days = 37.2 PB", "10.2 TB × 10 years × 365 days = 47.2 PB"),
        ("20 GB × 365 days = 7.3 TB", "20 GB × 365 days = 8.3 TB"),
        ("50 TB/day × 30 = 1.5 PB", "50 TB/day × 30 = 15 PB"),
        ("200M ÷ 86,400 sec/day = 2,315/sec", "200M ÷ 86,400 sec/day = 3,315/sec"),
        ("900M/day ÷ 24h = 37.5M/hour", "900M/day ÷ 24h = 47.5M/hour"),
        ("30M × 300 bytes = 9 GB/year", "30M × 300 bytes = 90 GB/year"),
        ("100K × 365 days/year × 100 bytes = 3.65 GB", "100K × 365 days/year × 1 KB = 3.65 GB"),
    ],
)
def test_figures_without_an_evident_time_are_a_note(right: str, spoilt: str) -> None:
    assert levels(right) == ["note"]
    assert is_accused(spoilt)


@pytest.mark.parametrize(
    "text",
    [
        "50 TB/day × 30 = 1.5 PB/year",
        "200 TB/day × 365 = 73 PB/month",
        "40 TB × 365 = 14.6 PB/month",
        "5 MB/s × 24 = 120 MB",
        "3 KB/s × 24 = 72 KB/day",
        "10 GB/day × 3 hours = 30 GB",
        "10 GB/s × 5 hours = 50 GB",
        "5 TB/day × $0.02 = $100/month",
        "10 MB/s × 60 s = 600 MB/s",
        "5,000 × 120 reviews/hour = 600K reviews/day",
        "10M × 100 keystrokes/min = 1B keystrokes/hour",
    ],
)
def test_a_time_that_does_not_fit_is_not_put_back(text: str) -> None:
    (found,) = findings(text)
    assert found.level in ("warning", "error")
    assert _PUT_BACK not in found.brief


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("216 TB × $0.023 = $4,968/month", "216 TB × $0.023 = $49,680/month"),
        ("500 GB × $0.10 = $50/month", "500 GB × $0.10 = $60/month"),
    ],
)
def test_a_price_of_a_gigabyte_is_a_note(right: str, spoilt: str) -> None:
    assert levels(right) == ["note"]
    assert is_accused(spoilt)


def test_a_time_excuses_no_factor_of_a_thousand() -> None:
    assert levels("13 EB × $0.023/GB = $299M/month") == ["note"]
    assert levels("13 EB × $0.023/GB = $300K/month") == ["error"]


@pytest.mark.parametrize(
    ("right", "spoilt", "level"),
    [
        ("1M/day = 10 QPS", "1M/day = 100 QPS", "note"),
        ("1M/day = 11.6 QPS", "1M/day = 116 QPS", "none"),
        ("200M × 2 ops/day = 400M ops/day ≈ 5K QPS", "400M ops/day ≈ 50K QPS", "none"),
        ("100M writes/day = 1,157 QPS", "100M writes/day = 11,570 QPS", "none"),
    ],
)
def test_a_day_of_100_000_seconds_and_what_is_asked_for(
    right: str, spoilt: str, level: str
) -> None:
    assert levels(right) == [level]
    assert is_accused(spoilt)


def test_two_rates_of_other_things_are_not_compared() -> None:
    assert levels("1 processor call = 5,000 outbound requests/sec") == ["none"]
    assert not is_accused("100 users = 50 QPS")


def test_times_that_cancel_leave_a_number_of_no_other_unit() -> None:
    assert is_accused("10M/day × 50ms = ~6 GPU-hours/day")
    assert not is_accused("10M/day × 50ms = 5.8 GPU")
