"""Descriptions behind results, prices of thousands and millions, figures that stand side by side,
items of a list in a block, and rounding before powers of 1024.
"""

import pytest

from tests.checking.judged_text import findings, is_accused, levels

ACCUSED = {"warning", "error"}


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (
            "7,000 writes/sec × 300 bytes = 2.1 MB/sec text",
            "7,000 writes/sec × 300 bytes = 4.2 MB/sec text",
        ),
        ("500K QPS × 50 KB = 25 GB/s outbound", "500K QPS × 50 KB = 50 GB/s outbound"),
        ("200M answers × 3 KB avg = 600 GB", "200M answers × 3 KB avg = 6000 GB"),
        ("8M users × 5KB = 40 GB (peak)", "8M users × 5KB = 400 GB (peak)"),
        (
            "500,000 series × 4KB = 2GB just for head block",
            "500,000 series × 4KB = 20GB just for head block",
        ),
        ("202K × $3/M = $0.606", "202K × $3/M = $6.06"),
        ("93B × $0.40/million = $37,200", "93B × $0.40/million = $57,200"),
        ("25M × 128 Kbps = 3.2 Tbps", "25M × 128 Kbps = 32 Tbps"),
        ("300 files × 2 KB = 600KB", "300 files × 2 KB = 6000KB"),
    ],
)
def test_what_describes_a_result_does_not_keep_it_from_being_judged(
    right: str, spoilt: str
) -> None:
    assert levels(right) == ["none"]
    assert is_accused(spoilt)


@pytest.mark.parametrize(
    ("beside", "spoilt"),
    [
        ("Each user: 10 requests/day = 1B requests/day", "Each: 10 × 2 MB/day = 1 TB/day"),
        ("At 768 tokens per request = 415,000 requests/day", "At 768 MB × 2 = 415,000 MB"),
        ("Metadata: ~20 bytes/vector = 200 MB", "Metadata: 20 bytes × 1M = 200 MB"),
        ("├── Agent: ~15K input, ~5K output × 8 calls = $0.80", "5K × $2 = $0.80"),
    ],
)
def test_figures_beside_each_other_are_no_computation(beside: str, spoilt: str) -> None:
    assert not ACCUSED & {*levels(beside)}
    assert is_accused(spoilt)


def test_a_price_may_be_of_a_unit_with_another_prefix() -> None:
    (found,) = findings("35TB × $0.10 = $3,500/month")
    assert "the price is for one of the GB beside it" in found.brief
    assert is_accused("35TB × $0.10 = $4,500/month")
    assert is_accused("13 EB × $0.023/GB = $300K/month")


def test_items_of_a_list_in_a_block_are_not_joined() -> None:
    text = "```\n  - A: 20M × 200B = {} GB\n  - B: 5M × 200B = {} GB\n```"
    assert levels(text.format(4, 1)) == ["none", "none"]
    assert levels(text.format(40, 10)) == ["error", "error"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("10M keys × 256 bytes = 2.5 GB", "if 2.5 GB is cut"),
        ("~5 MB/s ≈ 500 GB/day", "allows a quarter"),
        ("10M keys × 256 bytes = 2.44 GB", "powers of 1024"),
    ],
)
def test_rounding_goes_before_powers_of_1024(text: str, said: str) -> None:
    (found,) = findings(text)
    assert said in found.brief
    assert is_accused("10M keys × 256 bytes = 3.1 GB")


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (
            "10B comments × 40 bytes (parent pointers + materialized path) = 400 GB",
            "10B comments × 40 bytes (parent pointers + materialized path) = 4 TB",
        ),
        (
            "1M QPS × 2 KB ≈ 2 GB/s\n\n| Peak QPS (event) | Avg QPS × 5–10 |",
            "1M QPS × 2 KB ≈ 5 GB/s\n\n| Peak QPS (event) | Avg QPS × 5–10 |",
        ),
        (
            "Let $b$ be the number of bytes in the KV cache per token, $\\beta$ the bandwidth in "
            "bytes/s, and $\\rho$ the rate in tokens/s. It holds when $\\beta > b\\,\\rho$.",
            "Let $b$ be the number of bytes in the KV cache, $\\beta$ the bandwidth in "
            "bytes/s, and $\\rho$ the rate in tokens/s. It holds when $\\beta > b\\,\\rho$.",
        ),
    ],
)
def test_brackets_and_what_a_number_is_per_are_read(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert is_accused(spoilt)


@pytest.mark.parametrize(
    ("silent", "spoilt"),
    [
        ("It would be only 16 x\n255 / 65,536 = 6.2%.", "It would be\n255 / 65,536 = 6.2%."),
        ("It has a bandwidth of 3300 Hz\n- 300 Hz = 3000 Hz.", "It has:\n- 300 Hz = 3000 Hz."),
        ("Validity bitmap: 101 = 0x05", "Validity: 101 = 10 × 5"),
        ("DP=16 × TP=8 × PP=8 = 1024 GPUs", "16 × 8 × 7 GPUs = 1024 GPUs"),
        ("GPU: ~$3–4/hour × 24 = ~$96/day", "GPU: $4/hour × 24 = $960/day"),
        ("50K requests + normal 33K/sec = 83K/sec.", "Then 50K/sec + 33K/sec = 93K/sec."),
        ("$27M / 500M users = $0.054/user ≈ 5 cents per user", "$27M / 500M = $0.54"),
    ],
)
def test_what_is_cut_off_or_no_arithmetic_is_not_accused(silent: str, spoilt: str) -> None:
    assert not ACCUSED & {*levels(silent)}
    assert is_accused(spoilt)


def test_a_running_calculation_is_judged_by_its_sides() -> None:
    text = "5 devices × 10 reads/sec × 1M users = 50M broadcasts/sec × 40B = {} GB/s"
    (found,) = findings(text.format(2))
    assert "a side goes on with the last result" in found.brief
    (found,) = findings(text.format(3))
    assert "the figures come to 2 GB/s, not 3 GB/s" in found.brief


def test_a_figure_is_shown_without_two_powers_of_ten() -> None:
    (found,) = findings("230M × 500K = 115 quadrillion ops/sec")
    assert "115e12 ops/sec, not 115,000e12 ops/sec" in found.brief
    (found,) = findings("80M × $0.0075 = $600")
    assert "the price is for a thousand" in found.brief


@pytest.mark.parametrize(
    ("silent", "spoilt"),
    [
        ("A CMS with width=10,000 × depth=7 × 4 bytes = 280KB per snapshot.", "7 × 4 KB = 280KB"),
        ("Even with 10 shards, each handling 8K/sec = 80K/sec in all", "8K/sec × 10 = 90K/sec"),
        ("║  - 171K × 15KB = 2.57GB baseline  ║", "║  - 171K × 15KB = 25.7GB baseline  ║"),
        (
            "20 × $0.192 × 720 hrs/month = $2,765/month",
            "20 × $0.192 × 720 hrs/month = $3,765/month",
        ),
    ],
)
def test_ends_of_what_stands_before_are_no_side(silent: str, spoilt: str) -> None:
    assert not ACCUSED & {*levels(silent)}
    assert is_accused(spoilt)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("- 3% more load = 0.04 × 1.03 = 0.0412", "- 3% more load = 0.04 × 1.03 = 0.0512"),
        ("- spare = 6k RPS ≈ 12%", "- spare = 6k RPS × 2 = 13k RPS"),
    ],
)
def test_a_share_of_what_stands_beside_it_is_no_side(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("- $24,000 / $8 = 3,000M tokens/month", "- $24,000 / $8 = 4,000M tokens/month"),
        (
            "- $24,000 / $8 = 3,000M tokens/month = 100M tokens/day",
            "- $24,000 / $8 = 3,000M tokens/month = 300M tokens/day",
        ),
    ],
)
def test_what_is_bought_at_a_price_per_million_is_a_note(right: str, spoilt: str) -> None:
    assert levels(right) == ["note"]
    assert is_accused(spoilt, unlike=right)
