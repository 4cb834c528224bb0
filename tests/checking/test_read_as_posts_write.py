"""Figures as posts and notes write them: prices per million, sizes behind formulas, sentences side
by side, parts that are counted; each with a twin that is wrong.
"""

from __future__ import annotations

import pytest

from tests.checking.judged_text import is_accused, levels


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (
            "It costs $2.50 / 3.6M tokens = $0.69 per million tokens.",
            "It costs $2.50 / 3.6M tokens = $0.89 per million tokens.",
        ),
        (
            "That is $12 / 40M tokens = $0.30 per 1M tokens of output.",
            "That is $12 / 40M tokens = $0.50 per 1M tokens of output.",
        ),
        ("2000 tokens × $3/M tokens = $0.006", "2000 tokens × $3/M tokens = $0.06"),
        ("A pass takes 3.2 TB / 8 = 400 GB per million tokens.", "It takes 3.2 TB / 8 = 40 GB."),
        ("80 layers × 0.85 GB = 68 GB", "80 layers × 0.85 GB = 6.8 GB"),
        ("8 experts × 2 GB = 16 GB", "8 experts × 2 GB = 160 GB"),
        (
            "2 × 80 layers × 8 heads × 128 × 2 bytes = 328 kB per token",
            "2 × 80 layers × 8 heads × 128 × 2 bytes = 3.28 MB per token",
        ),
        (
            "There is no gain - 296 = 2 x 148 fills it exactly.",
            "There is no gain - 196 = 2 x 148 fills it exactly.",
        ),
        ("The MBU is 700 GB/s / 2 TB/s = 35%.", "The MBU is 700 GB/s / 2 TB/s = 3.5%."),
        ("5.6 kW × 24 h = 134.4 kWh", "5.6 kW × 24 h = 134.4 kW"),
        ("80 GB / 2 MB = 40,000 tokens", "80 GB / 2 MB = 400 tokens"),
        ("20 × 7B = 140B tokens", "20 × 7B = 14B tokens"),
        (
            r"The embedding has $50257 \times 12288 = 617.6$M parameters.",
            r"The embedding has $50257 \times 12288 = 617.6$ parameters.",
        ),
        (
            r"It takes $2.2\times 10^6$ s = 25.4 days. It takes 140 GB / 3.35 TB/s = 42 ms.",
            r"It takes $2.2\times 10^6$ s = 25.4 days. It takes 140 GB / 3.35 TB/s = 418 s.",
        ),
        (
            "The momentum $p$ in kg m/s is $p = m v$ where the mass $m$ is in kg and the velocity"
            " $v$ is in m/s.",
            "The momentum $p$ in kg m/s is $p = m v^2$ where the mass $m$ is in kg and the"
            " velocity $v$ is in m/s.",
        ),
        (
            "Let $R$ be the request rate in req/s and $L_o$ the output length in tokens. The load"
            " is $Q = R L_o$ in tokens/s.",
            "Let $R$ be the request rate in req/s and $L_o$ the output length in tokens. The load"
            " is $Q = L_o / R$ in tokens/s.",
        ),
    ],
)
def test_figures_of_posts_are_compared(right: str, wrong: str) -> None:
    """The second differs from the first in one figure or power, and is accused."""
    assert not is_accused(right) and is_accused(wrong)


def test_each_of_several_sentences_is_judged() -> None:
    """A line of three computations is three equations, whatever label is before them."""
    line = "8 × 24 GB = 192 GB. 4 × 24 GB = 69 GB. 2 × 24 GB = 84 GB."
    for text in (line, f"weights: {line}"):
        assert levels(text) == ["none", "error", "error"]
    assert levels("671B total, 37B active: 671 / 37 = 18.1") == ["none"]


def test_a_point_may_part_thousands() -> None:
    """524.288 of a German text is no error where its digits are those of the product."""
    assert levels("Das sind 2 · 32 · 32 · 128 · 2 Byte = 524.288 Byte.") == ["warning"]
    assert levels("Das sind 2 · 32 · 32 · 128 · 2 Byte = 524.289 Byte.") == ["error"]


@pytest.mark.parametrize("joined", [r"\max\left({},{}\right)", "{} + {}"])
def test_each_two_of_a_roofline_stands_for_its_own_unit(joined: str) -> None:
    """Bytes of a parameter in the one time, operations in the other, of a batch of sequences."""
    said = (
        "$B$ is the batch size, $N$ the number of parameters, $F$ the peak FLOP/s and $W$ the"
        " memory bandwidth in bytes/s.\n\n$$t = {}$$"
    )
    right = joined.format(r"\frac{2N}{W}", r"\frac{2BN}{F}")
    assert not is_accused(said.format(right))
    wrong = joined.format(r"\frac{2N}{W}", r"\frac{2BN^2}{F}")
    assert not any(level == "none" for level in levels(said.format(wrong)))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (
            "Here $P = m v^2$ with mass $m$, $v$ the velocity in m/s and $P$ the energy in J.",
            "Here $P = m v$ with mass $m$, $v$ the velocity in m/s and $P$ the energy in J.",
        ),
        (
            "With head dimension $d$, $b$ the bytes per element and $M$ the size in bytes:"
            " $M = d b$.",
            "With head dimension $d$, $b$ the bytes per element and $M$ the size in bytes:"
            " $M = d b^2$.",
        ),
    ],
)
def test_a_symbol_with_its_noun_before_it_takes_none_behind_the_next(
    right: str, wrong: str
) -> None:
    """The unit or the phrase behind the second symbol is of that one alone."""
    assert not is_accused(right) and is_accused(wrong)


def test_concentrations_of_a_rate_law_are_no_units() -> None:
    """The m and k of k [A]^m [B]^n are not in ampere and byte, so that nothing is said of m/V."""
    text = (
        r"The density is $\rho = m/V$. The rate is $r = k [A]^m [B]^n$. Let $\rho$ be the density"
    )
    assert levels(f"{text} in kg/m³, $V$ the volume in m³.") == ["none", "none"]
