"""Figures that disagree as slips do are errors; bare numbers that are far apart, or of two signs,
may be another notation, and are warnings, unless a power of ten alone is wrong.
"""

import pytest

from tests.checking.judged_text import levels


@pytest.mark.parametrize(
    ("far", "near"),
    [
        (r"In that ring $3 \cdot 6 = 0$.", r"Then $3 \cdot 16 = 46$."),
        (r"In the field of three $2 + 2 = 1$.", r"Here $12 + 2 = 16$."),
        (r"As $\left(\frac{3}{7}\right) = -1$ it is none.", r"As $\frac{3}{7} \cdot 2 = 0.75$."),
        (r"Undone: $(+4)(+2)(-4)(-2) = 0$.", r"Sum: $4 + 2 + 4 + 2 = 14$."),
        (r"So $2^{64} = 18$ quintillion.", r"So $2^{64} = 18 \times 10^{17}$."),
        (r"Here $k = 12, \pi = 0.3$.", r"Here $2 \pi = 6.82$."),
        ("It is 1 + 2 + 30 × 25 = 63.", "It is 1 + 2 + 30 + 25 = 63."),
        ("A week of it = 163.4 × 7 = 1.14 TB", "A week of it = 163.4 GB × 7 = 1.14 PB"),
        ("It is 13.5/86400 = 156 x 10^3 rows a second", "It is 13.5M/86400 = 166 rows a second"),
        ("Peak = 800 x 2 x 250 MHz = 0.40 TMACs/s", "Peak = 800 x 2 x 250 MHz = 0.60 TMACs/s"),
        ("It sends the other 47/50 ≈ 3.1 MB on", "It sends the other 50/47 ≈ 3.1 MB on"),
        ("All is well (32/32 elements = 41.0)", "All is well (82/2 elements = 51 elements)"),
    ],
)
def test_bare_numbers_far_apart_are_a_warning_at_most(far: str, near: str) -> None:
    assert "error" not in levels(far)
    assert "error" in levels(near)


@pytest.mark.parametrize(
    "text",
    [
        "10M × 3 MB/s = 30 PB/s",
        "ceil(10/3) × 80 s = 240 s",
        "20M × 40 ms = 90 days",
        "25 × 700 = 175,000",
        r"$F = \frac{3.6}{1.5 \times 10^{-3}} = 240\,\text{N}$",
        "6 × 100 GB = 600 TB",
    ],
)
def test_units_and_powers_of_ten_tell_a_slip(text: str) -> None:
    assert levels(text) == ["error"]
