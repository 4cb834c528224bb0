"""Figures with rates of nothing named, numbers of seconds and days, and times that cancel."""

import pytest

from tests.checking.judged_text import findings, is_accused, levels

ACCUSED = {"warning", "error"}


def told(text: str) -> str:
    """The message on the only equation of a text."""
    (found,) = findings(text)
    return found.brief


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("1M/sec × 500 bytes = 0.5 GB/sec", "1M/sec × 500 bytes = 5 GB/sec"),
        ("20M/month × 500 bytes = 10GB/month", "20M/month × 500 bytes = 100GB/month"),
        ("20M/month × 500B = 10GB/month", "20M/month × 500B = 100GB/month"),
        ("2M/day × 3 KB = 6 GB/day", "2M/day × 3 KB = 60 GB/day"),
        ("100K/s × 2 KB = 200 MB/s", "100K/s × 2 KB = 20 MB/s"),
        ("1M/sec × 500B × 86400 = 43TB/day", "1M/sec × 500B × 86400 = 4.3TB/day"),
        ("10 messages/s × 500B = 5KB/s", "10 messages/s × 500B = 50KB/s"),
        ("75M events / 86400 = 870/s", "75M events / 86400 = 8700/s"),
        ("10M/day ÷ 100K = 100 QPS", "10M/day ÷ 100K = 300 QPS"),
        ("2M/day × 365 days × 2 KB = 1.46 TB", "2M/day × 365 days × 2 KB = 15 TB"),
    ],
)
def test_a_count_per_time_is_a_rate(right: str, spoilt: str) -> None:
    assert levels(right) and not ACCUSED & {*levels(right)}
    assert is_accused(spoilt)


def test_a_letter_below_the_line_of_a_formula_is_no_second() -> None:
    assert levels("H(s) = 10/s") == ["none"]
    assert findings("H(s) = 10/s")[0].verdict == "not judged"


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ("2 kW × 24 h × $0.10/kWh = $48/day", "4.8 USD"),
        ("1M × (500×0.15 + 200×0.6)/1M = $195K/day", "195 USD/day"),
        ("$0.242/hr × 8760 = $2,300/year", "2,120 USD/year"),
        ("100K × 40 min × 96 kbps = 58 TB/day", "2.88 TB"),
        ("8.5 GB / 86400 = 100 MB/s", "0.09838 MB/s"),
        ("2B × 200KB / 86400 = 46 Gbps", "37.04 Gbps"),
        ("(500K × 5KB + 2M × 3KB) / 86400 = 100 MB/s", "0.09838 MB/s"),
        ("250 PB / 86,400 = 2.9 GB/s", "2,894 GB/s"),
        ("5,000/day × 30 × $0.38/1000 = $570", "57 USD"),
        ("15GB/day × 1825 = 37TB", "27.38 TB"),
        ("50K × 3K × $5/1M avg = $750/day = $32,500/month", "22,830 USD/month"),
    ],
)
def test_wrong_figures_are_told_as_they_are(spoilt: str, said: str) -> None:
    assert is_accused(spoilt)
    assert f"the figures come to {said}, not" in told(spoilt)


@pytest.mark.parametrize(
    "right",
    [
        "2 kW × 24 h × $0.10/kWh = $4.80/day",
        "1M × (500×0.15 + 200×0.6)/1M = $195/day",
        "$0.242/hr × 8760 = $2,120/year",
        "100K × 40 min × 96 kbps = 2.88 TB/day",
        "5,000/day × 30 × $0.38/1000 = $57",
        "15GB/day × 1825 = 27TB",
        "50K × 3K × $5/1M avg = $750/day = $22,500/month",
    ],
)
def test_right_figures_of_times_are_notes(right: str) -> None:
    assert levels(right) == ["note"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("70% = 700M/day = 8,102/sec", "70% = 700M/day = 8,902/sec"),
        ("5,000/s × 2 KB = 10 MB/s = $800/month", "5,000/s × 2 KB = 100 MB/s = $800/month"),
    ],
)
def test_a_share_before_a_chain_and_a_price_behind_it_are_no_sides(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert is_accused(spoilt)


@pytest.mark.parametrize(
    "blanks", ["{}K = 4", "a {}where = 3", "| x |{}K = $n < 2000", "3 ×{}4 = 12"]
)
def test_a_run_of_blanks_is_read_in_linear_time(blanks: str) -> None:
    """Where it took time by their square, it would take minutes."""
    findings(blanks.format(" " * 400_000))


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("- block: 8 KB × 1024 = 8,192 bytes", "- block: 8 KB × 1024 = 9,192 bytes"),
        ("- blocks: 3 MB × 1000 × 5 = 15,000 KB", "- blocks: 3 MB × 1000 × 5 = 16,000 KB"),
        ("- left: 14.5 - 0.4 = 14.1 hours per month", "- left: 14.5 - 0.4 = 15.1 hours per month"),
        ("- size: 2^20 = 1,048,576 bytes per MiB", "- size: 2^20 = 1,048,676 bytes per MiB"),
        ("- 20 × 60 = 1,200 h/day", "- 20 h/min = 20 × 60 = 1,200 h/day"),
    ],
)
def test_a_number_that_only_converts_and_a_ratio_that_is_left_out_are_notes(
    right: str, spoilt: str
) -> None:
    assert levels(right) == ["note"]
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("- 20 days × 24h × 60m = 28,800 minutes", "- 20 days × 24h × 60m = 38,800 minutes"),
        ("- 9,132 s = 2h 32m", "- 9,132 s = 2h 52m"),
        ("- 1,296 s = 21m 36s", "- 1,296 s = 21m 56s"),
        ("- 5,025 s = 1 hour 23 minutes", "- 5,025 s = 1 hour 33 minutes"),
    ],
)
def test_an_m_beside_hours_is_minutes_and_rounds_a_time(right: str, spoilt: str) -> None:
    assert not ACCUSED & {*levels(right)}
    assert is_accused(spoilt, unlike=right)


def test_an_m_over_hours_is_a_length() -> None:
    assert levels("- 120m / 2h = 60m/h") == ["none"]
