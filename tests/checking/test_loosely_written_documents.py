"""What READMEs and course notes write loosely and rightly is a note, or nothing; each with a twin
that is wrong.
"""

from __future__ import annotations

import pytest

from tests.checking.judged_text import findings, is_accused, levels

_LENGTHS = "Let `n` [byte] be the length, `a` [byte] the start and `b` [byte] the end. "
_GPUS = "Let `h` [GPU] be the heads, `g` [GPU] all GPUs and `s` [s] the time. "


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("There are `32 KB / 64 bytes = 512 lines` in it.", "`32 KB / 64 bytes = 552 lines`"),
        ("It costs $3.07 * 4 GPUs * 29hr = $356.12 then", "It costs $3.07 * 4 GPUs * 29hr = 356 s"),
        ("`32 GPU-hours × $3 = $96`", "`32 GPU-hours × $3 = 96 s`"),
        ("New price: `15 * (64/136 + 1) + 13 = 28` gas", "`15 * (64/136 + 1) + 13 = 29` gas"),
        ("New price: `15 * (64/136 + 1) + 13 = 28` gas", "So 15 * (64/136 + 1) + 13 = 28 gas"),
        (f"{_LENGTHS}`b = a + n - 1`", f"{_LENGTHS}`b = a + n - 1 s`"),
        ("Keys of `L` bytes: `8*L - 1 <= 65535`", "Keys of `L` bytes: `L - 1 s <= 65535`"),
        (f"{_LENGTHS}`b = a + n - 1`", "Let `a` [byte] and `b` [GB] be given. `a = b - 1`"),
        (f"{_LENGTHS}`b = a + n - 1`", "Let `a` and `b` be given, [byte/s]. `a = b - 1 s`"),
        (f"{_LENGTHS}`b = a + n - 1`", "A mass $m$ [kg]: $3 m - 1 = 65$"),
        (f"{_GPUS}`h = g - 1`", f"{_GPUS}`h = s - 1`"),
        ("`(3e11)*(8*13e9)/(256*45e12*60*60*24) = ~31 days`", "`3e11/(256*45e12*60) = ~31 days`"),
    ],
)
def test_a_right_calculation_is_a_note_at_most(right: str, spoilt: str) -> None:
    assert levels(right) == ["note"]
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("encode time = 8582 ms / 1430 ms per layer", "encode time = 8582 ms / 1430 ms"),
        ("if `vtx_freq!=0` then `vtx_freq` (in MHz) is", "`vtx_freq! = 0` of `vtx_freq` (in MHz)"),
        ("so 80/10 = 8 stages per gpu = 44GB for them", "so 80/10 = 9 stages per gpu for them"),
        ("so 80/10 = 8 stages per gpu = 44GB for them", "so 8 GB = 32 GB for them"),
        ("All ISAs support 64 x 64 = 128 bit multiplication", "So 64 x 64 = 129 bit"),
        ("The time $t$. $y(t) = (1-t) e^{-t} + \\sin(3t)$", "The time $t$ [s]: $3 e^{-2t} = 5$"),
    ],
)
def test_what_is_no_calculation_is_not_judged(right: str, spoilt: str) -> None:
    assert {*levels(right)} <= {"none"}
    assert is_accused(spoilt)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("* Peak QPS = 5*QPS = 215000", "* Peak QPS = 5 QPS = 215000"),
        ("* Peak QPS = 5 × QPS = 215000", "* Peak QPS = 5 × 1 QPS = 215000 QPS"),
    ],
)
def test_a_word_behind_the_sign_of_a_product_is_a_quantity(right: str, spoilt: str) -> None:
    assert levels(right) == ["note"]
    assert is_accused(spoilt)


def test_numbers_of_things_are_factors_and_are_compared() -> None:
    assert levels("`model_parallel_size * parameters = total_parameters`") == ["note"]
    given = "Let `max_tokens` [token] and `max_requests` [sequence] be given. "
    assert levels(f"{given}`max_tokens >= max_requests`") == ["note"]
    assert levels(f"{given}`max_tokens = max_requests`") == ["warning"]
    assert is_accused("`model_parallel_size * parameters = total_bytes_mb`")
    assert levels("- Sequence length ≥ 8K tokens") == ["note"]


def test_a_guess_that_may_be_another_accuses_nothing() -> None:
    sides = r"\text{Arithmetic Intensity} = \frac{\text{FLOPs}}{\text{Bytes}}"
    text = rf"${sides} = \frac{{2 V d N}}{{2 V d}} = N$"
    assert not {*levels(text)} & {"warning", "error"}
    assert is_accused(r"The time $t$ [s], the volume $V$ [GB]: $\frac{t}{V} = t$")


def test_a_price_per_device_and_time_says_both() -> None:
    (found,) = findings("It costs $3.07 * 4 GPUs * 29hr = $356.12 then")
    assert found.brief == "consistent if the figure is per GPU and unit of time."


def test_a_plural_in_brackets_is_no_second() -> None:
    table = "| `CHAIN_ID` | Chain(s) |\n|---|---|\n| `1` | mainnet |\n\n"
    assert levels(f"{table}`v = CHAIN_ID * 2 + 35`") == ["none"]
    assert is_accused("`w_t` is the latency(s). $w_t = 3 m$")
    assert is_accused("`w_t` is the chain (s). $w_t = 3 m$")
