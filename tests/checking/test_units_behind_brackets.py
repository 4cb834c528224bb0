"""Units behind brackets of figures, behind “1/” and “/”, and acronyms in brackets that say what a
figure is: each right, and with a figure spoilt.
"""

import pytest

from tests.checking.judged_text import levels


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("3.15e23 / (1024 × 140e12) s = 2.197e6 s", "3.15e23 / (1024 × 140e12) s = 2.197e7 s"),
        ("100 / (4 × 5) s = 5 s", "100 / (4 × 5) s = 50 s"),
        (r"$100 / (4 \times 5)\,\text{s} = 5\,\text{s}$", r"$100 / (4 \times 5)\,\text{s} = 50$ s"),
        ("It takes 100 / (4 × 5) s = 5 s in total.", "It takes 100 / (4 × 5) s = 50 s in total."),
        ("It takes (100/20) s = 5 s.", "It takes (100/20) s = 50 s."),
        ("(2 × 70) GB = 140 GB", "(2 × 70) GB = 150 GB"),
        ("We need (2 × 70) GB = 140 GB of it.", "We need (2 × 70) GB = 150 GB of it."),
        ("(2 × 70) GB × 8 = 1120 GB", "(2 × 70) GB × 8 = 1220 GB"),
        ("(8 × 3.35) TB/s = 26.8 TB/s", "(8 × 3.35) TB/s = 28.8 TB/s"),
        ("6000 tokens / (4 × 50) s = 30 tokens/s", "6000 tokens / (4 × 50) s = 300 tokens/s"),
        ("1000 GB / (4 × 50) GB/s = 5 s", "1000 GB / (4 × 50) GB/s = 7 s"),
        ("100 / (4 × 5) s = 5 /s", "100 / (4 × 5) s = 50 /s"),
        ("(80 - 16) GB / 320 KB = 200,000", "(80 - 16) GB / 320 KB = 300,000"),
        ("(16 - 4)/2 ms = 6 ms", "(16 - 4)/2 ms = 7 ms"),
        ("(0.9 × 24) h = 21.6 h", "(0.9 × 24) h = 26.1 h"),
        ("1 / 16.7 ms = 59.9 /s", "1 / 16.7 ms = 5.99 /s"),
        ("1 / (16.7 ms) = 59.9 1/s", "1 / (16.7 ms) = 5.99 1/s"),
        ("It is 1 / (16.7 ms) = 59.9 1/s here.", "It is 1 / (16.7 ms) = 5.99 1/s here."),
        ("989 TFLOPS × 0.4 (MFU) = 396 TFLOPS", "989 TFLOPS × 0.4 (MFU) = 496 TFLOPS"),
        ("All draw 256 × 700 W × 1.3 (PUE) = 233 kW", "All draw 256 × 700 W × 1.3 (PUE) = 2.33 kW"),
        ("Use 8 (TP) × 4 (PP) × 2 (DP) = 64 GPUs.", "Use 8 (TP) × 4 (PP) × 2 (DP) = 94 GPUs."),
    ],
)  # fmt: skip
def test_units_belong_to_what_stands_before_them(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert levels(spoilt) == ["error"]


def test_one_device_may_be_left_out_beside_an_acronym() -> None:
    assert levels("Power: 256 GPUs × 700 W × 1.3 (PUE) = 233 kW.") == ["note"]
    assert levels("Power: 256 GPUs × 700 W × 1.3 (PUE) = 2.33 kW.") == ["error"]


@pytest.mark.parametrize(
    "text",
    [
        "(3 + 4) N = 28",
        "(2) s = 4 s",
        "Let $s = 4$. Then 20 / s = 5 and 8 /s = 2.",
        "The latency (see (1) and (2)) ms = 3 ms.",
        "Let $B$ be the batch size and $L$ the layers. y = 2 (BL) / 3",
        "Let $h$ be the hidden size. (2 × 4) h = 32768",
        "(1 - 0.2) × 100 / (2 × 5) GPUs = 8 GPUs",
        "sqrt(16 + 9) s = 5 s",
    ],
)
def test_letters_and_labels_are_no_units(text: str) -> None:
    """A letter is a unit only where a figure has one like it."""
    assert not {"warning", "error"} & {*levels(text)}
