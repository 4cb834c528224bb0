"""Notes on capacity, as their authors write amounts per day, bits and shares; each with a twin that
is wrong.
"""

import pytest

from tests.checking.judged_text import findings, is_accused, levels


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("140 GB * 8 / 5e9 = 224 seconds", "140 GB * 8 / 5e9 = 225 bytes"),
    ],
)
def test_a_number_of_hours_or_days_without_its_unit_is_a_warning_where_the_figures_agree(
    right: str, spoilt: str
) -> None:
    assert levels(right) == ["warning"]
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("187.5 GB × 365 = 68.4 TB/year", "187.5 GB × 365 = 98.4 TB/year"),
        ("3 TB × 60 × 24 = 4.3 PB/day", "3 TB × 60 × 24 = 5.3 PB/day"),
        ("2 GB/day × 30 days = 60 GB/month", "2 GB/day × 30 days = 600 GB/month"),
        ("250M × 750 bytes = 187.5 GB/day", "250M × 750 bytes = 287.5 GB/day"),
        ("250M × 750 bytes = 187.5 GB/day", "250M × 750 bytes = 187.5 W/day"),
        ("1M × 20 KB = 20 GB/s = 160 Gbps", "1M × 20 KB = 20 GB/s = 120 Gbps"),
        ("50,000 ops × 1 KB = 50 MB/s", "50,000 ops × 1 KB = 60 MB/s"),
        ("1.5 GB × 8 = 12 GB/s", "1.5 GB × 8 = 1.2 GB/s"),
    ],
)
def test_an_amount_that_is_per_day_by_its_result_alone_is_a_note(right: str, spoilt: str) -> None:
    (found,) = findings(right)
    assert (found.level, found.brief) == ("note", "consistent if a figure is per unit of time.")
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("300B/2K/2K = 71525", "300B/2K/2K = 71925"),
        ("T = 2.19e6 / (3600 * 24) = 25.3 days", "T = 2.19e6 / (3600 * 24) = 27.3 days"),
    ],
)
def test_a_number_that_only_converts_is_a_note(right: str, spoilt: str) -> None:
    assert levels(right) == ["note"]
    assert is_accused(spoilt, unlike=right)


def test_a_percentage_in_brackets_says_the_share_before_it_again() -> None:
    assert levels("0.01 × 0.5 = 0.005 (0.5%)") == ["none"]
    assert is_accused("0.01 × 0.5 = 0.006 (0.6%)")
    assert is_accused("0.01 × 0.5 = 0.005 (0.6%)")


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("4 GB/sec × 8 = 32 Gbps", "4 GB/sec × 8 = 42 Gbps"),
        ("4e9 bits ÷ 8 = 500 MB", "4e9 bits ÷ 8 = 400 MB"),
        ("4 GB/sec × 8 = 32 Gbps", "4 GB/s = 4 Gbps"),
        ("10 Gbps × 3600 / 8 = 4.5 TB/hour", "10 Gbps × 3600 × 8 = 4.5 TB/hour"),
        ("100 MB / (100 Mbps / 8) = 8 s", "100 MB / (100 Mbps / 8) = 80 s"),
        ("20 m/s × 3.6 = 72 km/h", "20 m/s × 3.6 = 7.2 km/h"),
        ("5 kWh × 3.6 = 18 MJ", "5 kWh × 3.6 = 1.8 MJ"),
        ("700 W × 24 = 16.8 kWh/day", "700 W × 24 = 18.6 kWh/day"),
        ("$2.50/hour × 730 = $1,825/month", "$2.50/hour × 730 = $18,250/month"),
        ("80 Gbps × 3600 × 24 × 30 / 8 = ~25 PB/month", "80 Gbps × 3600 × 24 = 25 PB/month"),
    ],
)
def test_numbers_that_convert_the_units_are_a_note(right: str, spoilt: str) -> None:
    """The units of both sides say the same conversion."""
    assert levels(right) == ["note"]
    assert is_accused(spoilt, unlike=right)


def test_wrong_figures_are_told_with_the_conversion_that_a_number_makes() -> None:
    """Not as if 3.6 stood beside the conversion of the units."""
    (finding,) = findings("20 m/s × 3.6 = 7.2 km/h")
    assert "the figures come to 72 km/h, not 7.2 km/h" in finding.message


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("5 years = 50 GB × 365 × 5 = 91 TB", "5 years = 50 GB × 365 × 5 = 81 TB"),
        ("5 years = 50 GB × 365 × 5 = 91 TB", "5 years = 1825 days = 4 weeks"),
        ("50 MB × 5 minutes = 250 MB", "50 MB × 5 minutes = 350 MB"),
        ("15 PB × 5 years = 75 PB", "15 PB × 5 s = 75 PB"),
        (
            "500 hours × 60 min × 50 MB × 2 = 3 TB/minute",
            "500 hours × 60 min × 50 MB = 3 TB/minute",
        ),
        (
            "5B × 50 MB = 250 PB/day = 250 PB / 86,400 = 2.9 TB/s",
            "5B × 50 MB = 250 PB/day = 3.9 TB/s",
        ),
    ],
)
def test_times_left_to_the_words_are_a_warning_where_the_figures_agree(
    right: str, spoilt: str
) -> None:
    assert levels(right) == ["warning"]
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("330 - 45 = 285 minutes = 4 hours 45 minutes", "285 minutes = 4 hours 35 minutes"),
        ("90 s × 2 = 3 min 0 s", "90 s × 2 = 3 min 5 s"),
        ("a repeat: C=32b", "a repeat: 8 GB = 32 GB"),
        ("OFF: N=1=27.95, N=4=14.32, N=8=8.95 tok/s total", "OFF: 3 × 2 tok/s = 8.95 tok/s"),
        ("Weights: 86.6M * 4B = ~346MB", "Weights: 86.6M * 4B = ~900MB"),
        ("Weights: 7B * 2B = 14 GB", "Weights: 7B * 2B = 24 GB"),
        ("Each step: 500K tokens/month = $12/month", "500K tokens × 3 = 1.2M tokens"),
        ("- context_length (L) = 1,024", "- context_length (L) = 3 GB × 2 = 7 GB"),
        ("FPR = 0.01 + 0.005 + ... = 0.02", "FPR = 0.01 + 0.005 = 0.03"),
        ("$v = x_1 + 0.5[-1, 1] = [0, 1]$", "$v = 0.5 (4 + 1) = 4$"),
        ("- Storage: 10x = $990K/month", "- Storage: 10 × 99 = $890"),
        ("Reload complete: +1 -0 ~1 =2", "Reload: 3 - 1 = 4"),
        ("[0]       [0+10]     = [10]     = [20]", "Rank: 10 + 10 = 30"),
    ],
)
def test_what_computes_nothing_is_no_error(right: str, spoilt: str) -> None:
    assert "error" not in levels(right) and "warning" not in levels(right)
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (
            "500M users × 10 photos/day = 5B photos/day",
            "500M users × 10 photos/day = 6B photos/day",
        ),
        ("100 req/s × 60 s = 6000 requests", "100 req/s × 60 s = 600 requests"),
        ("100,000 RPS * 4KB = 400MB/s", "100,000 RPS * 4KB = 400GB/s"),
        ("10,000 QPS x 500 B = 5 MB/s", "10,000 QPS x 500 B = 50 MB/s"),
        ("100M queries/day / 86,400 s/day = 1157 qps", "9M queries/day / 86,400 s/day = 1157 qps"),
        ("128MB files × 1000 files = 128 GB", "128MB files × 1000 files = 128 TB"),
        ("3907*256 - 1000003 = 189 threads", "3907*256 - 1000003 = 253 threads"),
        ("P = 0.99³ = 0.970299 (97.03%)", "P = 0.99³ = 0.870299 (87.03%)"),
        ("0.70 x $7.50 + 0.30 x ~$0.00 = $5.25", "0.70 x $7.50 + 0.30 x ~$0.00 = $6.25"),
        ("0.1 x 1.1 x $3.00 = $0.33/1M", "0.1 x 1.1 x $3.00 = $0.43/1M"),
        ("10,000 IOPS × 3 = 30,000 IOPS", "10,000 IOPS × 3 = 3,000 IOPS"),
        ("10,000 IOPS × 4 KB = 40 MB/s", "10,000 IOPS × 4 KB = 80 MB/s"),
        ("30 fps × 2 MB = 60 MB/s", "30 fps × 2 MB = 6 MB/s"),
        ("1e9 / 86,400 = 11,574/sec", "1e9 / 86,400 = 1,157/sec"),
        ("1e9 / 86,400 s = 11,574 per second", "1e9 / 86,400 s = 1,157 per second"),
    ],
)
def test_things_counted_and_rates_of_requests_are_read(right: str, spoilt: str) -> None:
    assert levels(right) in (["none"], ["note"])
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("v = 0.9*1 + 1 = 1.9      update = 0.1 * 1.9  = 0.19", ["none", "none"]),
        ("8K           320KB x 8 = 2.56 MB", ["none"]),
        ("1,500 x $7.80 = $11,700     $28,700      API", ["none"]),
        ("3,500          ceil(70000/3500)=20", ["none"]),
        ("3,500          ceil(70000/3500)=21", ["warning"]),
    ],
)
def test_columns_of_a_line_are_equations_of_their_own(line: str, told: list[str]) -> None:
    assert levels(f"```\n{line}\n```") == told


def test_a_word_behind_figures_takes_no_unit_that_would_make_them_agree() -> None:
    """3 × 900 PB a day are 250 Tbps."""
    (finding,) = findings("900 PB/day / 86,400 seconds × 3 = ~31 Tbps peak")
    assert finding.verdict == "not judged"


@pytest.mark.parametrize(
    "line", ["It serves 20 × 15 = 300, or 0.3 thousand", "- 5 TB at $2 = 3 million"]
)
def test_a_size_at_the_end_of_a_line_is_read(line: str) -> None:
    assert "error" not in levels(line)


def test_a_unit_of_a_part_of_a_formula_is_not_that_of_what_it_defines() -> None:
    """Bits over bits per second are a time."""
    defined = "d = Packet Size (bits) / Link Bandwidth (bits/sec)"
    assert "error" not in levels(f"{defined}\n\nd = (1500 * 8) / (100 * 10^6) = 0.12 ms")
    assert levels("λ = arrival rate (requests/sec)\n\nλ = 3 requests/s × 2 = 6 requests/s") != []


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("threshold = 800ms", "none"),
        ("saving = $4,200 - $2,100", "none"),
        ("tier_threshold = 800ms", "error"),
        ("EP_SIZE = TP_SIZE x DP_SIZE", "none"),
        ("1,000 kW × 8,760 h × $0.08/kWh = $7,008,000", "error"),
        ("1,000 kW × 8,760 h × $0.08/kWh = $700,800", "none"),
    ],
)
def test_a_common_word_is_what_its_author_sets_it_to(line: str, level: str) -> None:
    """The whole name of the library's is not; and units throughout leave nothing to the reader."""
    assert levels(line) == [level]


def test_a_price_of_one_of_the_gigabytes_beside_it_is_not_per_byte() -> None:
    (finding,) = findings("100 viewers × 1 GB × $0.085 = $8.50")
    assert "the price is for one of the GB beside it" in finding.brief
    (paid,) = findings("100 TB × $23/TB = $2,300/month")
    assert paid.level == "note"


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("16 GB + 20% = 19.2 GB", "16 GB + 20% = 21 GB"),
        ("16 GB + 20% = 19.2 GB", "16 GB + 20% = 19.2 W"),
        ("1.6 TB (+ 30 % overhead) = 2.08 TB", "1.6 TB (+ 30 % overhead) = 3.08 TB"),
        ("10 GB + 4 GB + 50% = 21 GB", "10 GB + 4 GB + 50% = 17 GB"),
        ("$100 - 20% = $80", "$100 - 20% = $120"),
    ],
)
def test_a_percentage_behind_an_amount_is_a_share_of_it(right: str, spoilt: str) -> None:
    (found,) = findings(right)
    assert (found.level, found.verdict) == ("note", "conditional")
    assert found.brief.startswith("consistent if the percentage is of what stands before it.")
    assert is_accused(spoilt, unlike=right)


def test_a_percentage_behind_a_share_is_added_to_it() -> None:
    assert levels("0.5 + 20% = 0.7") == levels("50% + 20% = 70%") == ["none"]
    assert is_accused("0.5 + 20% = 0.6")


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("5 days × 24 h = 120 h", "5 days × 24 h = 130 h"),
        ("4–5 days × 24 hours = 96–120 hours", "4–5 days × 24 hours = 96–130 hours"),
        ("30 days × 24 h × 60 min = 43,200 min", "30 days × 24 h × 60 min = 53,200 min"),
        ("2 h × 60 min × 100 MB/min = 12 GB", "2 h × 60 min × 100 MB/min = 12 TB"),
    ],
)
def test_a_time_as_long_as_the_unit_before_it_is_per_that_unit(right: str, spoilt: str) -> None:
    (found,) = findings(right)
    assert (found.level, found.brief) == (
        "note", "consistent if a time is per the longer one beside it.",
    )  # fmt: skip
    assert is_accused(spoilt, unlike=right)
