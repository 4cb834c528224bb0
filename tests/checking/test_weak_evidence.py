"""What documents at first sight were accused of by little evidence; each with a twin that is
wrong by its author's own words.
"""

import pytest

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from tests.checking.judged_text import findings, is_accused, levels

_SAID = "Here $b$ is the batch size, $v$ the speed [token/s] and $t$ the time [s]. "
_COUNTS = "With the room $r$ [byte], the size $z$ [byte/token] and the window $w$ [token]: "


@pytest.mark.parametrize(
    ("text", "spoilt"),
    [
        ("`decode_time = n_bytes / bandwidth`", "`decode_ms = 3 kB`"),
        ("`compression ratio = bytes / tokens`", "`compression_bytes = 3 tokens`"),
        (f"{_SAID}$v = b/t$", f"{_SAID}$v = b t$"),
        (f"{_COUNTS}$r = 3 z w$", f"{_COUNTS}$r = 3 z$"),
    ],
)
def test_names_and_counts_accuse_by_stated_units_alone(text: str, spoilt: str) -> None:
    """What is read by the name alone, or counted in words, is a warning at most."""
    assert "error" not in levels(text)
    assert is_accused(spoilt, unlike=text)


@pytest.mark.parametrize(
    ("text", "spoilt"),
    [
        ("(32K/8)² = 4K² = 16M operations", "(32 s/8)² = 4 s² = 18 s²"),
        ("So 17,821 tokens/s × 13.0 GF = 231.6 TF", "So 17,821 tokens/s × 13.0 GB = 231.6 TB"),
        ("12 x 8 x 4.8 GT/s = 460.8 GB/s", "12 x 8 x 4.8 GB/s = 470.8 GB/s"),
        (
            r"$4A \approx 15.25\,\mathrm{GiB}$",
            r"$4 \times 3\,\mathrm{ms} \approx 15.25\,\mathrm{GiB}$",
        ),
        ("With the room $r$ [GB]: $r = 3A$", "With a current $I$ [A]: $I = 3\\,\\mathrm{V}$"),
    ],
)
def test_a_letter_is_no_unit_of_physics_without_physics(text: str, spoilt: str) -> None:
    assert "error" not in levels(text)
    assert is_accused(spoilt, unlike=text)


@pytest.mark.parametrize(
    ("text", "spoilt"),
    [
        ("Projections: `57,982,058,496` = **19.88%**", "Projections: `96/512` = **19.88%**"),
        ("It saved **1.5 hours = 6 GPU-hours** here", "It saved 1.5 hours / 2 = 6 hours here"),
        ("It holds ~6GB = ~$0.60/month", "It holds 5 GB / 1 = 500 MB"),
        ("`batch_size=32 = ~630 steps ≈ 30 seconds`", "`630 steps ≈ 30 steps × 4 = 120 steps`"),
        ("So 312 TFLOPs / (2 TB/s) = 156 FLOPs/byte", "So 312 TFLOPs / 2 = 146 TFLOPs"),
        ("**3 months = 2-4**", "**4 - 2 = 3 months**"),
    ],
)
def test_figures_side_by_side_compute_nothing(text: str, spoilt: str) -> None:
    """A share, a price of something, a setting, a range."""
    assert "error" not in levels(text)
    assert is_accused(spoilt, unlike=text)


@pytest.mark.parametrize(
    ("text", "spoilt"),
    [
        ("`2*403_700 = 807_400 params * 18 bytes = 14_533_200 bytes`",
         "`2*403_700 = 807_400 params * 18 bytes = 15_533_200 bytes`"),
        ("`~93 × 249 × 768 × 4 = 69M FLOPs`", "`~93 × 249 × 768 × 24 = 828M FLOPs`"),
        ("Time ≈ `3.14e23 / (256 × 5.2e18)` ≈ **236 days**",
         "Time ≈ `3.14e23 / (256 × 5.2e18)` ≈ **346 hours**"),
        ("- all: `2*403_700` = 807_400 params * 18 bytes = 14_533_200 bytes (15MB)",
         "- all: `2*403_700` = 807_400 params * 18 bytes = 16_533_200 bytes (16MB)"),
        ("`2*403_700 = 807_400 params * 18 = 14_533_200`",
         "`2*403_700 = 817_400 params`"),
        ("`70 * 10^9 * 2 = 140 * 10^9 bytes = 140,000,000,000 / (1024^3) = ~130.39 GB`",
         "`70 * 10^9 * 2 = 140 * 10^9 bytes = 140,000,000,000 / (1024^3) = ~150.39 GB`"),
        (r"$\text{Cost} = 2.788\text{M hours} \times \$2 = \$5.58\text{M}$",
         r"$\text{Cost} = 2.788\text{M hours} \times \$2 = \$6.58\text{M}$"),
        ("(100K × 1K × $0.00015) + (100K × 200 × $0.0000006) ≈ $15",
         "(100K × 1K × $0.00015) + (100K × 200 × $0.0000006) ≈ $25"),
        ("```\nAll = 32 × 80 = 2,560 KB ≈ 2.5 MB/token\n```",
         "```\nAll = 32 × 80 = 2,660 KB ≈ 2.6 MB\n```"),
        ("We get 2 × 40963 / (3 × 4096) × 2 = 2 × 40963 / 3 / 4096 / 2 ≈ 3.33 FLOP/Byte",
         "We get 2 × 40963 / (3 × 4096) × 2 = 2 × 40963 / 3 / 4096 / 3 ≈ 3.33 FLOP/Byte"),
    ],
)  # fmt: skip
def test_figures_are_read_as_their_author_goes_on_with_them(text: str, spoilt: str) -> None:
    """A running calculation, a price of an hour or of a thousand, a unit left to the reader."""
    assert "error" not in levels(text)
    assert is_accused(spoilt, unlike=text)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("`130 / 2.5 = 52x` here", "`130 / 2.5 = 62x` here"),
        ("Two cards: 2x24GB = 48GB", "Two cards: 2x24GB = 58GB"),
        ("2.788M × $2 = $5.576 million USD", "2.788M × $2 = $6.576 million USD"),
        ("The batch $B$ is 3.\n\n```\n10.8B FLOPs / 4.0B bytes = 2.7 FLOPs/byte\n```",
         "The batch $B$ is 3.\n\n```\n10.8B FLOPs / 4.0B bytes = 3.7 FLOPs/byte\n```"),
        ("`⌊1073741824 / 393216⌋ = 2730` blocks", "`⌊1073741824 / 393216⌋ = 2830` blocks"),
        ("`⌈13/8⌉ − ⌈12/8⌉ = 2 − 2 = 0` blocks", "`⌈17/8⌉ − ⌈12/8⌉ = 3 − 2 = 0` blocks"),
        ("`4 s / 2 = 2 s`, `x != 3`", "`x != 3`, `4 s / 2 = 3 s`"),
    ],
)  # fmt: skip
def test_figures_as_documents_write_them_are_read(right: str, spoilt: str) -> None:
    """Factors, crosses, dollars twice, billions of operations, brackets that round."""
    assert not {"error", "warning"} & {*levels(right)}
    assert "consistent" in [str(found.verdict) for found in findings(right)]
    assert is_accused(spoilt)


@pytest.mark.parametrize(
    "text",
    [
        "`log(ghost_bytes) = beta_0 + beta_1*reclaim_latency_ms`",
        r"With the entropy $h$ [bit]: $2^{-h} \le 3$",
        "`FirstTokenTime != 0`",
    ],
)
def test_logarithms_and_entropies_accuse_nobody(text: str) -> None:
    assert "error" not in levels(text)


def test_figures_of_typst_may_be_grouped() -> None:
    def verdicts_of(text: str) -> list[str]:
        return [str(found.verdict) for found in check_document(document_of(text, "a.typ"))]

    text = '$ w = 1,635,537,600 times 4 = 6,542,150,400 "bytes" approx {}"GB" $'
    assert "inconsistent" not in verdicts_of(text.format("6.54"))
    assert verdicts_of(text.format("28.54")) == ["inconsistent"]


@pytest.mark.parametrize(
    ("text", "spoilt"),
    [
        ("Where $b$ is the batch size:\n\n$y = 3 b$\n\n$w = 4 y$ and $w = 3$ GB",
         "With the room $w$ [GB] and the time $y$ [ms]: $w = 4 y$"),
        ("`17,547,264 * 128 * 1024 / 1024^3 = 2,300,034,940,928 / 1024^3`",
         "`17,547,264 * 128 * 1024 = 2,310,034,940,928`"),
    ],
)  # fmt: skip
def test_units_of_other_equations_and_the_fifth_digit_accuse_nobody(text: str, spoilt: str) -> None:
    assert "error" not in levels(text)
    assert levels(spoilt)[-1] == "error"


def test_the_reason_of_a_warning_is_told() -> None:
    (found,) = findings("`comms_time = memory_bandwidth / weights_gb`")
    told = "A warning only: comms_time and memory_bandwidth are known by name alone."
    assert told in found.message


@pytest.mark.parametrize(
    "text",
    [
        "The image is at $d_i = 18.3 \\text{ cm}$. The distance is $d'_o = 20.0 - d_i$.",
    ],
)
def test_bare_figures_beside_a_symbol_with_a_unit_by_its_value_are_a_note(text: str) -> None:
    """They are in the unit of that value, centimetres."""
    assert levels(text)[-1] == "note"
    assert levels("Here $d$ is a length in m.\n\n$$v = 20.0 - d$$")[-1] != "none"


@pytest.mark.parametrize(
    "text",
    ["R = 10 kΩ ± 5 %", r"\(R = 33000 \, \si{\ohm} \pm 5 \, \si{\percent}\)"],
)
def test_a_tolerance_in_per_cent_is_one_of_what_stands_before_it(text: str) -> None:
    assert set(levels(text)) == {"none"}
    assert set(levels("$x = 5 \\text{ m} \\pm 3 \\text{ s}$")) == {"warning"}


def test_names_of_several_units_may_all_be_zero() -> None:
    """As in a limit, where each is zero in its own unit."""
    said = "Here $k$ is the spring constant [N/m] and $c$ the damping [kg/s]. "
    limit = f"{said}For a free mass $k = c = 0$."
    assert "error" not in levels(limit)
    assert is_accused(f"{said}For a free mass $k = c$.", unlike=limit)


def test_a_name_of_what_comes_daily_may_be_a_rate() -> None:
    daily = "`Storage_GB = Daily_Volume_GB * Kept_Days`"
    assert "error" not in levels(daily)
    assert is_accused("`Storage_GB = Total_Volume_GB * Kept_Days`", unlike=daily)
