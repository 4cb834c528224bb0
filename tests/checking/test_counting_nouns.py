"""Nouns behind figures that say what they count, and definitions that are none."""

from __future__ import annotations

import pytest

from derive.checking.extraction.sentences import equations_within
from tests.checking.judged_text import findings, levels


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("5 nodes × 8 GPUs per node = 40 GPUs", "5 nodes × 8 GPUs per node = 80 GPUs"),
        ("3 epochs × 2 hours per epoch = 6 hours", "3 epochs × 2 hours per epoch = 60 hours"),
        ("16 pages × 4 KiB/page = 64 KiB", "16 pages × 4 KiB/page = 640 KiB"),
        (
            "2 images per second × 60 s = 120 images",
            "2 images per second × 60 s = 1200 images",
        ),
        (
            "10000 requests / 20 requests/s = 500 s",
            "10000 requests / 20 requests/s = 50 s",
        ),
        (
            "The pool needs 12 drives × 4 TB per drive = 48 TB of space.",
            "The pool needs 12 drives × 4 TB per drive = 480 TB of space.",
        ),
        (
            "Each user holds 2 MB per request × 100 requests = 200 MB of cache.",
            "Each user holds 2 MB per request × 100 requests = 20 MB of cache.",
        ),
    ],
)
def test_figures_whose_nouns_go_together_are_compared(right: str, wrong: str) -> None:
    """The same nouns are left on each side."""
    assert levels(right) == ["none"] and levels(wrong) == ["error"]
    assert "read as what the figures count" in findings(wrong)[-1].message


@pytest.mark.parametrize(
    "line",
    [
        "200 servers × 2 GB = 4 GB",
        "100 users × 2 requests/s = 500 requests/s",
        "So 12 drives × 4 TB = 24 TB.",
        "$96 - $70.20 = $35.80 per run",
        "$300,000 / (4 years × 8,760 h/year) = $85.6/h per node",
    ],
)
def test_a_noun_that_one_side_alone_counts_makes_it_a_warning(line: str) -> None:
    """Each of them may be meant; that half of them are is not said."""
    assert levels(line) == ["warning"]


@pytest.mark.parametrize(
    "line",
    [
        "2 sockets × 64 cores = 256 threads",
        "12 drives × 4 TB = 24 TB usable",
        "3 dozen eggs × 2 = 72 eggs",
    ],
)
def test_other_nouns_leave_figures_unjudged(line: str) -> None:
    """They may say why the figures differ."""
    assert set(levels(line)) <= {"none"}


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("500k drivers × 2 updates/min = 16.7k QPS", "500k drivers × 2 updates/min = 10k QPS"),
        (
            "50,000 connections × 10 KB per socket = 500 MB of TCP buffers",
            "50,000 connections × 10 KB per socket = 500 GB of TCP buffers",
        ),
        ("→ Volume: 200M users × 200 bytes = 40GB", "→ Volume: 200M users × 200 bytes = 400GB"),
        ("10 tenants × ~5 GB = ~50 GB", "10 tenants × ~5 GB = ~1 TB"),
        ("10M spans/sec × 1KB = ~10 GB/s gross", "10M spans/sec × 1KB = ~30 GB/s gross"),
        (
            "1MB pages × 10,000 req/sec = 10GB/sec required",
            "1MB pages × 10 req/sec = 10GB/sec needed",
        ),
    ],
)
def test_a_product_of_other_nouns_is_told_where_no_small_factor_explains_it(
    right: str, wrong: str
) -> None:
    """Two threads of a core, or copies of a drive, may be meant; a sixth more, or a thousand times
    is not.
    """
    assert set(levels(right)) <= {"none", "note"}
    assert not {"warning", "error"}.isdisjoint(levels(wrong))


@pytest.mark.parametrize(
    "line", ["80 layers × 3 foos = 240 foos", "2 GB/layers × 3 foos = 6 GB", "/ page × 3 = 4 pages"]
)
def test_units_of_one_beside_nouns_are_read(line: str) -> None:
    """A noun that is also a unit, and a sign with nothing before it."""
    assert set(levels(line)) <= {"none"}


def test_words_that_count_are_within_a_computation() -> None:
    for line, found in (
        ("It needs 64 attention heads × 128 = 8192 dimensions.", "64 attention heads × 128 = 8192"),
        ("a read at $15,000/month = $30,000/month", None),
    ):
        ends = [line[begin:end] for begin, end in equations_within(line)]
        assert [text.removesuffix(" dimensions") for text in ends] == ([found] if found else [])


@pytest.mark.parametrize(
    "text",
    [
        "If a time interval, $\\Delta t$, is measured in frame, $S$, so $\\Delta t = 2.2$ s.",
        "Since $a_x$ is the same at all times, it is. Then $a_x = 10$ m/s$^2$.",
        "The constant, $C$, is required in order to fit. Here $C = 3$ m.",
        "The frequency of the voltage ($f$) is fixed. So $f = 60$ Hz.",
    ],
)
def test_words_that_define_nothing_accuse_nobody(text: str) -> None:
    assert set(levels(text)) == {"none"}


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("500 million chunks × 96 bytes/chunk = 48 GB of RAM.",
         "500 million chunks × 96 bytes/chunk = 48 MB of RAM."),
        ("That is 4.32 million requests/day × 300 tokens/request = 1.3 billion tokens/day.",
         "That is 4.32 million requests/day × 300 tokens/request = 1.3 million tokens/day."),
        ("- Traffic: 300 users × 2 MB per user per day = 600 MB per day",
         "- Traffic: 300 users × 2 MB per user per day = 6 GB per day"),
    ],
)  # fmt: skip
def test_millions_of_what_is_counted_and_days_are_read(right: str, spoilt: str) -> None:
    assert [one.level for one in findings(right)] == ["none"]
    assert [one.level for one in findings(spoilt)] == ["error"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("We save as 150 kW / 400 V = 375 A.", "We save as 150 kW / 400 V = 475 A."),
        ("It takes 5 A × 2 V = 10 W at most.", "It takes 5 A × 2 V = 100 W at most."),
        ("It weighs 5 cm³ × 11.3 g/cm³ = 56.5 g.", "It weighs 5 cm³ × 11.3 g/cm³ = 56.5 kg."),
        ("- NYC–London: 5,570 km / (200,000 km/s) ≈ 27.9 ms.",
         "- NYC–London: 5,570 km / (200,000 km/s) ≈ 2.8 ms."),
    ],
)  # fmt: skip
def test_single_letters_and_powers_are_units_within_a_sentence(right: str, spoilt: str) -> None:
    assert [one.level for one in findings(right)] == ["none"]
    assert [one.level for one in findings(spoilt)] == ["error"]


@pytest.mark.parametrize("text", ["with 3 W = 5 V × 2 layers.", "We take 6 N D = 6 A B here."])
def test_letters_of_formulas_stay_letters(text: str) -> None:
    assert all(one.level == "none" for one in findings(text))


@pytest.mark.parametrize(
    ("text", "verdict", "level"),
    [
        ("* Caching saves 0.6 × $0.006 × 50,000 × 30 = $5,400 per month", "conditional", "note"),
        ("* Caching saves 0.6 × $0.006 × 50,000 × 30 = $54,000 per month", "inconsistent",
         "warning"),
        ("* Caching 60% of it saves 0.6 × $0.006 × 50,000 × 30 = $54,000 per month",
         "inconsistent", "warning"),
        ("- 2 × $2.50/hour × 730 hours = $3,650 per month", "conditional", "note"),
        ("- 2 × $2.50/hour × 730 hours = $36,500 per month", "inconsistent", "warning"),
        ("- Eight at a price: 8 × $2 = $384 per day", "conditional", "warning"),
    ],
)  # fmt: skip
def test_a_time_that_is_left_out_excuses_no_other_figure(
    text: str, verdict: str, level: str
) -> None:
    """Unless it is as far off as two units of time: the price was for the hour. Where the figures
    agree without it, there is hardly anything to say.
    """
    assert [(one.verdict, one.level) for one in findings(text)] == [(verdict, level)]


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("A 5 cm³ block weighs 5 cm³ × 11.3 g/cm³ = 56.5 g.", ["none"]),
        ("A 5 cm³ block weighs 5 cm³ × 11.3 g/cm³ = 56.5 kg.", ["error"]),
        ("At 8 V: 16 W / 8 V = 2 A, heat falls by (4/2)² = 4.", ["none", "none"]),
        ("At 8 V: 16 W / 8 V = 2 A, heat falls by (4/2)² = 2.", ["none", "warning"]),
        ("What is left is divided by (4/2)² = 2.", []),
    ],
)
def test_computations_behind_figures_and_by_so_much(text: str, levels: list[str]) -> None:
    assert [one.level for one in findings(text)] == levels


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("- Water: 1.8 L/kWh × 100 kWh = 180 L", "none"),
        ("- Salt: 2 mol/L × 500 mL = 1 mol", "none"),
        ("- Salt: 2 mol/L × 500 mL = 10 mol", "error"),
        ("- Pump: 5 L/min × 60 min = 300 L", "none"),
    ],
)
def test_litres_beside_another_unit_are_litres(text: str, level: str) -> None:
    assert [one.level for one in findings(text)] == [level]


@pytest.mark.parametrize("text", ["With $L$ layers, 3 L/min = 6 N", "8 L × 2 bytes = 16 L bytes"])
def test_a_letter_that_may_be_a_name_stays_one(text: str) -> None:
    assert not any(one.level == "error" for one in findings(text))


@pytest.mark.parametrize(
    ("right", "wrong", "level"),
    [
        (
            "- 132 SMs × 4096 FLOP/cycle × 1.83 GHz = 989 TFLOP/s",
            "- 132 SMs × 4096 FLOP/cycle × 1.83 GHz = 98.9 TFLOP/s",
            "warning",
        ),
        (
            "- 32 FLOPs/cycle/core × 64 cores × 2 GHz = 4.1 TFLOP/s",
            "- 32 FLOPs per cycle per core × 64 cores × 2 GHz = 41 TFLOP/s",
            "error",
        ),
        ("- 1e9 cycles / 2 GHz = 0.5 s", "- 1e9 cycles / 2 GHz = 5 s", "error"),
        (
            "- 132 SMs × 2048 threads/SM = 270,336 threads",
            "- 132 SMs × 2048 threads/SM = 27,033 threads",
            "error",
        ),
        ("- 24 CPUs × 16 GB per CPU = 384 GB", "- 24 CPUs × 16 GB per CPU = 38 GB", "error"),
        (
            "- 108 SMs × 64 FP32 cores × 2 FLOP/cycle × 1.41 GHz = 19.5 TFLOP/s",
            "- 108 SMs × 64 FP32 cores × 2 FLOP/cycle × 1.41 GHz = 195 TFLOP/s",
            "warning",
        ),
    ],
)
def test_acronyms_formats_and_cycles_are_read(right: str, wrong: str, level: str) -> None:
    """A frequency counts cycles."""
    assert [one.verdict for one in findings(right)] == ["consistent"] and levels(wrong) == [level]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("- 8 × 3200 MT/s × 8 B = 204.8 GB/s", "- 8 × 3200 MT/s × 8 B = 20.48 GB/s"),
        ("- 2 × 4800 MT/s × 64 bit = 76.8 GB/s", "- 2 × 4800 MT/s × 64 bit = 768 GB/s"),
        ("- 16 × 32 GT/s = 512 Gb/s", "- 16 × 32 GT/s = 5120 Gb/s"),
        ("- 16 × 32 GT/s / 8 bit/byte = 64 GB/s", "- 16 × 32 GT/s / 8 bit/byte = 640 GB/s"),
    ],
)
def test_transfers_a_second_are_no_teslas(right: str, wrong: str) -> None:
    """Each moves the bytes that the side says, else a bit."""
    assert [one.verdict for one in findings(right)] == ["consistent"]
    assert levels(wrong) == ["error"]


def test_bits_are_among_the_units_that_a_figure_may_have() -> None:
    (found,) = findings("- 16 × 32 GHz = 512 Gbit/s")
    assert found.level == "warning" and "Consistent if 16 is in bit" in found.message


def test_the_unit_of_a_quantity_set_with_siunitx_is_no_symbol() -> None:
    """Beside a bound m the N of a newton was one."""
    text = (
        "The mass is $m = \\SI{0.5}{kg}$. The momentum is"
        " $p = (\\SI{0.5}{kg})(\\SI{20}{m/s}) = \\SI{10}{N}$."
    )
    assert levels(text)[-1] == "warning"


@pytest.mark.parametrize(
    ("right", "wrong", "level"),
    [
        ("- 5 × 1024 bits × 3.2 Gbps = 2.05 TB/s", "- 5 × 1024 bits × 3.2 Gbps = 2 GB/s", "error"),
        ("- 1024 bit × 3.2 Gbit/s = 410 GB/s", "- 1024 bit × 3.2 Gbit/s = 41 GB/s", "error"),
        ("- 192 KB/SM × 108 SMs = 20.7 MB", "- 192 KB/SM × 108 SMs = 207 MB", "error"),
        ("- 18 NVLinks × 50 GB/s = 900 GB/s", "- 18 NVLinks × 50 GB/s = 90 GB/s", "warning"),
    ],
)  # fmt: skip
def test_the_bits_of_a_bus_are_its_pins(right: str, wrong: str, level: str) -> None:
    """Each of them has the rate beside; what a figure per SM or a link has is read, too."""
    assert [one.verdict for one in findings(right)] == ["consistent"] and levels(wrong) == [level]


def test_bits_that_are_divided_by_a_rate_are_bits() -> None:
    assert [one.verdict for one in findings("- 1500 bits / 10 Gbps = 150 ns")] == ["consistent"]
