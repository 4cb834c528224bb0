"""Figures that are exact: whole numbers in full and sizes in powers of 1024, right and wrong."""

import pytest

from tests.checking.judged_text import findings, levels


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("1 TiB = 1000 GiB", "1 TiB = 1024 GiB"),
        ("1 KiB = 1000 bytes", "1 KiB = 1024 bytes"),
        ("The page size of 1 KiB = 1000 bytes", "The page size of 1 KiB = 1024 bytes"),
        ("1 GiB = 1e9 bytes", "1 GiB = 1.07e9 bytes"),
        ("64 KiB = 64,000 bytes", "64 KiB = 65,536 bytes"),
        ("1.5 GiB = 1500 MiB", "1.8 TiB = 1,843 GiB"),
        ("64,000 MiB = 64 GiB", "9,000 MiB = 9 GiB"),
        ("1 MiB/s = 1000 KiB/s", "1 MiB/s = 1024 KiB/s"),
        (r"$1\,\text{TiB} = 1000\,\text{GiB}$", r"$1\,\text{TiB} \approx 1000\,\text{GiB}$"),
        (r"$2^{32} = 4{,}294{,}967{,}295$", r"$2^{32} = 4{,}294{,}967{,}296$"),
        (r"$2^{32} = 4294967297$", r"$2^{32} \approx 4294967297$"),
        ("We need 2^32 = 4,294,967,295 ids.", "We need 2^32 - 1 = 4,294,967,295 ids."),
        ("2^64 = 18446744073709551615", "2^64 = 18,446,744,073,709,551,616"),
        ("12345679 × 81 = 999999998", "12345679 × 81 = 999999999"),
        ("1,024^3 = 1,073,741,823", "1,024^3 = 1,073,741,800"),
        ("123456789 × 987654321 = 121932631112635268", "2^53 + 1 = 9007199254740992"),
        ("2^30 × 4 bytes = 4,294,967,295 bytes", "2^30 × 4 bytes = 4,294,967,300 bytes"),
    ],
)
def test_exact_figures_agree_exactly(wrong: str, right: str) -> None:
    """A rounding is told by zeros, ≈ or a larger unit; floats have no 2^53 + 1."""
    assert levels(wrong) == ["error"]
    assert levels(right) == ["none"]


@pytest.mark.parametrize(
    "text",
    [
        "16 GiB = 17.2 GB",
        "1 TiB = 1.1 TB",
        "64 KiB = 65.5 kB",
        "10000000000 / 7 = 1428571429",
        "444,444,444,445 × 9 = 4,000,000,000,001",
        "1.23456789e10 × 2 = 24691357801",
        "0 KiB = 0 bytes",
        "2^9999 / 2^9999 = 1",
    ],
)
def test_rounded_figures_are_not_exact(text: str) -> None:
    assert set(levels(text)) <= {"none"}


def test_decimal_names_of_powers_of_1024_are_no_errors() -> None:
    """GB written for GiB is a matter of names."""
    assert levels("1 TB = 1024 GB") == ["note"]
    assert levels("70e9 × 2 bytes = 140 GiB") == ["warning"]


def test_the_message_shows_all_digits() -> None:
    (found,) = findings("2^64 = 18446744073709551615")
    assert "18,446,744,073,709,551,616, not 18,446,744,073,709,551,615" in found.brief
