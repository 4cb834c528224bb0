"""What capacity notes and logs write beside their figures: units apart by thousands, bars, columns,
arrows, letters for bytes.
"""

import pytest

from tests.checking.judged_text import findings, is_accused, levels

ACCUSED = {"warning", "error"}


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("10 GB × 3 = 30 GB", "10 GB × 3 = 30 MB"),
        ("7 GB + 3 GB = 10 GB", "7 GB + 3 GB = 10 MB"),
        ("24 GB × 2 = 48 GB", "24 GB × 2 = 48 MB"),
        ("60 W × 5 = 300 W", "60 W × 5 = 300 kW"),
        ("30 layers × 20 MB = 600 MB", "30 layers × 20 MB = 600 GB"),
        ("2 GB/s × 30 s = 60 GB", "2 GB/s × 30 s = 60 MB"),
    ],
)
def test_a_number_of_the_clock_excuses_no_wrong_prefix(right: str, spoilt: str) -> None:
    assert not ACCUSED & {*levels(right)}
    assert is_accused(spoilt, unlike=right)


def test_a_bar_before_a_bracket_is_no_symbol_with_a_unit() -> None:
    assert [found.verdict for found in findings(r"Where $p \mid [s]_p = 0$.")] == ["not judged"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("base model, pre-CPT     2.8      exp(2.8) = 16.44", "2.8      exp(2.8) = 18.44"),
        ("1  1  0.60   -ln(0.60) = 0.5108", "1  1  0.60   -ln(0.60) = 0.6108"),
        ("7   sqrt(16) = 4", "7   sqrt(16) = 5"),
        ("100%  6.00B = 6,000M      $28,700 / 6,000 = $4.78", "9%  6.00B   $28,700 / 60 = $4.78"),
        (
            "avg turnaround = 35 / 3 = 11.67    avg waiting = 22 / 3 = 7.33",
            "avg turnaround = 35 / 3 = 11.67    avg waiting = 22 / 3 = 9.33",
        ),
        (
            "0.62 -> 0.6   error -0.02   output cost -0.02 × 4.0 = -0.080",
            "0.62 -> 0.6   error -0.02   output cost -0.02 × 4.0 = -0.095",
        ),
        ("kept = 9 - 2 = 7      limit line = 3.5", "kept = 9 - 2 = 6      limit = 3 + 5 = 9"),
        ("train = 900 - 200 = 700    rest = 200", "a = 9 - 2 = 7    rest = 900 - 700 = 250"),
        ("8.00B = 8,000M     $24,000 / 8,000 = $ 3.00", "8.00B    $24,000 / 8,000 = $ 4.00"),
        ("0.7 -> 1   error +0.3   owed = -0.15", "0.7 -> 1   owed = 0.3 × 2 = 0.9"),
        ("x ~ 76.5 x eps   <- sqrt(5859) = 76.5", "x ~ 76.5 x eps   <- sqrt(5859) = 86.5"),
    ],
)
def test_blanks_part_the_columns_of_a_line(right: str, spoilt: str) -> None:
    assert levels(f"```\n{right}\n```") and not ACCUSED & {*levels(f"```\n{right}\n```")}
    assert is_accused(f"```\n{spoilt}\n```", unlike=f"```\n{right}\n```")


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("total ~ 76.5 x eps <- sqrt(5859) = 76.5", "total ~ 76.5 x eps <- sqrt(5859) = 86.5"),
        (
            "500K images/day x $0.002 = $1,000/day  <- 50-90x more expensive",
            "500K images/day x $0.002 = $1,500/day  <- 50-90x more expensive",
        ),
        (
            "AI = 128 FLOP / 2 byte = 64 FLOP/byte  ← 64 < 156",
            "AI = 128 FLOP / 2 byte = 74 FLOP/byte  ← 64 < 156",
        ),
    ],
)
def test_an_arrow_to_the_left_begins_a_remark(right: str, spoilt: str) -> None:
    assert levels(right) and not ACCUSED & {*levels(right)}
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("called", "defined"),
    [
        ("V = f(A)\n\ntotal_bytes = 4 * V", "V is in A\n\ntotal_bytes = 4 * V"),
        ("T = get_tile(L)\n\nn_bytes = 3 * T * T * 4", "T is in s\n\nn_bytes = 3 * T * T * 4"),
    ],
)
def test_an_argument_of_a_function_is_no_unit(called: str, defined: str) -> None:
    assert not ACCUSED & {*levels(called)}
    assert is_accused(defined)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("200B × 100M = 20GB", "200B × 100M = 80GB"),
        ("100M × 200B = 20GB", "100M × 200B = 80GB"),
        ("1M req/s × 200B = 200 MB/s", "1M req/s × 200B = 800 MB/s"),
        ("700 × 80B × 10K ≈ 560 MB/s", "700 × 80B × 10K ≈ 870 MB/s"),
        ("70B × 2 = 140 GB", "70B × 2 = 190 GB"),
        ("2.1B × 800 B = 1.68 TB/day", "2.1B × 800 B = 2.78 TB/day"),
        ("1M rows × 200B = 200 MB", "1M rows × 200B = 600 MB"),
    ],
)
def test_a_b_behind_a_figure_is_bytes_where_the_result_is(right: str, spoilt: str) -> None:
    assert levels(right) and not ACCUSED & {*levels(right)}
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("wrong", "computed"),
    [
        ("1B × 100B ≈ 100 TB", "0.1 TB"),
        ("7M × 365 × 50B ≈ 128 TB", "0.1278 TB"),
        ("50M × 365 × 5 × 100B ≈ 90 TB", "9.125 TB"),
        ("10M × 100B = 10 GB", "1 GB"),
        ("2 × 7e9 = 14 TFLOP", "0.014 TFLOP"),
    ],
)
def test_what_figures_come_to_is_told_in_the_likeliest_reading(wrong: str, computed: str) -> None:
    """Of a B, and without a prefix that would save a bare figure."""
    assert is_accused(wrong)
    assert f"come to {computed}, not" in findings(wrong)[0].brief


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("100K × 10K × 8 = 8 Gbps", "100K × 10K × 8 = 3 Gbps"),
        ("1e9 x 0.030 = 30 Mbit", "1e9 x 0.030 = 50 Mbit"),
        ("4000×$3 + 3500×$3.75 + 800×$15 = $0.037", "4000×$3 + 3500×$3.75 + 800×$15 = $0.038"),
    ],
)
def test_bare_figures_have_the_size_that_their_result_says(right: str, spoilt: str) -> None:
    """Bits, not bytes; a price of a million."""
    assert levels(right) == ["note"]
    assert is_accused(spoilt)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("That is 3,153.6 s ≈ 52.6\nminutes in all.", "That is 3,153.6 s ≈ 82.6\nminutes in all."),
        ("We have 10 PB / 1 MB = 10\nbillion files.", "We have 10 PB / 1 MB = 30\nbillion files."),
        ("4^21 ≈ 4.4\ntrillion", "4^21 ≈ 7.4\ntrillion"),
        ("5 × 80 GB = 400\nGB in all", "5 × 80 GB = 700\nGB in all"),
        ("2^64 ≈ 18 quintillion", "2^64 ≈ 28 quintillion"),
        ("2^70 ≈ 1.18 sextillion", "2^70 ≈ 1.98 sextillion"),
        ("10^6 × 10^9 = 1 quadrillion", "10^6 × 10^9 = 7 quadrillion"),
        (r"$2^{64} \approx 18$ quintillion", r"$2^{64} \approx 28$ quintillion"),
    ],
)
def test_a_size_or_unit_in_words_belongs_to_its_figure(right: str, spoilt: str) -> None:
    """Also where it begins the next line."""
    assert levels(right) == ["none"]
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("7 characters = 62^7 = 3.5 trillion", "7 characters = 62^7 = 5.5 trillion"),
        ("f = 5 = 1 - 0.99^5 = 4.90%", "f = 5 = 1 - 0.99^5 = 7.90%"),
        ("f = 50 = 1 - 0.999^50 = 4.88%", "f = 50 = 1 - 0.999^50 = 7.88%"),
        ("RF = 3 = 1.2096 PB x 3 = 3.6288 PB", "RF = 3 = 1.2096 PB x 3 = 4.6288 PB"),
        ("5 retries = 1+2+4+8+16 = 31 s", "5 retries = 1+2+4+8+16 = 41 s"),
        ("4 hours = 2.9 GB/s x 14,400 s = 41.8 TB", "4 hours = 2.9 GB/s x 14,400 s = 61.8 TB"),
        ("1 day = 24 × 3600 s = 86,400 s", "2 day = 24 × 3600 s = 86,400 s"),
        ("4 = 2 + 2 = 4", "5 = 2 + 2 = 4"),
    ],
)
def test_the_case_of_a_chain_is_no_side_of_it(right: str, spoilt: str) -> None:
    assert levels(right) and not ACCUSED & {*levels(right)}
    assert is_accused(spoilt, unlike=right)


def test_a_time_on_the_far_left_of_a_chain_is_not_compared_with_the_rest() -> None:
    (right,) = findings("5 years = 15 × 365 × 5 = 27 TB")
    assert right.brief == "consistent if 15 is in GB"
    assert levels("30 days = 2 TB × 30 = 90 TB") == ["error"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("HBM = 96GB, BW = 4.0 TB/s", "HBM = 96 GB × 2 = 4.0 TB"),
        ("chunk size = 96 bytes", "tier_threshold = 800ms"),
        ("AI = FLOPs / Bytes ≈ 0.125 FLOP/Byte", "AI = FLOPs * Bytes ≈ 0.125 FLOP/Byte"),
    ],
)
def test_a_unit_that_is_written_beats_the_guess_for_a_name(right: str, spoilt: str) -> None:
    assert levels(right) and not ACCUSED & {*levels(right)}
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (
            "700 + 800 × (5/60) = 700 + 67 = 767 → ALLOW",
            "700 + 800 × (5/60) = 700 + 87 = 787 → ALLOW",
        ),
        ("300K read QPS × 10 KB = 3 GB/s—need a CDN", "300K read QPS × 10 KB = 9 GB/s—need a CDN"),
    ],
)
def test_steps_are_rounded_and_a_dash_behind_a_unit_ends_them(right: str, spoilt: str) -> None:
    assert levels(right) and not ACCUSED & {*levels(right)}
    assert ACCUSED & {*levels(spoilt)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("100B / 86400 = 1.1M QPS", "1.1e6 1/s is cut: the figures come to 1.157e6 1/s"),
        ("6 × 70e9 × 15e12 = 6.3e23 FLOPs", "come to 6.3e24 FLOP, not 0.63e24 FLOP"),
        ("160e6 × 2 / 3 = 106.6668e6", "come to 106.66667e6, not 106.6668e6"),
    ],
)
def test_figures_are_told_so_that_they_differ(text: str, told: str) -> None:
    """In one power of ten, with digits enough, and no power of 1024 for a rate."""
    assert told in findings(text)[0].brief


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("6ND = 6 × 70e9 × 15e12 = 6.3e24", "6ND = 6 × 70e9 × 15e12 = 6.3e23"),
        ("C = 6ND = 6 × 70e9 × 15e12 = 6.3e24", "C = 6ND = 6 × 70e9 × 15e12 = 6.3e23"),
        (
            r"$6ND = 6 \times 70\times10^9 \times 15\times10^{12} = 6.3\times10^{24}$ FLOPs",
            r"$6ND = 6 \times 70\times10^9 \times 15\times10^{12} = 6.3\times10^{23}$ FLOPs",
        ),
    ],
)
def test_figures_behind_letters_are_compared(right: str, spoilt: str) -> None:
    assert "0.63e24" not in findings(right)[0].brief
    assert is_accused(spoilt, unlike=right)
    assert "come to 6.3e24" in findings(spoilt)[0].brief


def test_three_capitals_are_no_product_of_the_letters_of_the_library() -> None:
    (found,) = findings("The pipeline has PP stages of L layers.\n\nPPL = exp(3.0) = 20.09")
    assert found.level == "none" and not found.bindings


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (r"$\sqrt{432,000} = 657$", r"$\sqrt{432,000} = 667$"),
        (r"$\log_2(65,536) = 16$", r"$\log_2(65,536) = 17$"),
        ("sqrt(432,000) = 657", "sqrt(432,000) = 667"),
    ],
)
def test_a_function_of_one_argument_is_of_one_number(right: str, spoilt: str) -> None:
    """Its comma parts thousands; that of a maximum may part two arguments."""
    assert not ACCUSED & {*levels(right)} and findings(right)[0].verdict == "consistent"
    assert ACCUSED & {*levels(spoilt)}
    assert findings("max(432,000) = 432")[0].verdict == "not judged"


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (
            r"$$F = 2 \times 8 = 16 \text{ FLOP/cycle}$$",
            r"$$2 \times 8 \text{ FLOP/cycle} = 35 \text{ FLOP/cycle}$$",
        ),
        (
            r"$$8 \text{ bytes/lane} \times 4 \text{ lanes} = 32 \text{ bytes}$$",
            r"$$8 \text{ bytes/lane} \times 4 \text{ lanes} = 37 \text{ bytes}$$",
        ),
    ],
)
def test_a_noun_below_a_unit_counts_in_formulas_as_in_sentences(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"] and findings(right)[0].verdict == "consistent"
    assert ACCUSED & {*levels(spoilt)}


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("- 90K × 2 = 180K rows = 1.5 GB", "- 90K × 2 = 190K rows = 1.5 GB"),
        ("- ceil(512/16) = 32 pages = 64 MiB", "- ceil(512/16) = 34 pages = 64 MiB"),
    ],
)
def test_what_named_things_take_is_no_result(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert ACCUSED & {*levels(spoilt)}
