"""Arithmetic that is not that of decimal numbers, and computations that are not written in full:
remainders, binary numbers, moduli, ideals, dots, unknown functions, counts cut off.
"""

import pytest

from tests.checking.judged_text import findings, is_accused, levels

ACCUSED = {"warning", "error"}


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("2 ÷ 62 = 0 remainder 2   2 → '2'", "2 ÷ 62 = 0 remainder 5   2 → '2'"),
        ("17 / 5 = 3 r 2", "17 / 5 = 6"),
        ("1000+1000=0000 with carry out 1", "1000+1000=0001 with carry out 1"),
        ("In binary, 1011 + 0101 = 10000", "In binary, 1011 + 0101 = 10010"),
        ("0111 + 0001 = 1000", "0111 + 0001 = 1100"),
        ("1000 + 1000 = 2000", "1000 + 1000 = 2100"),
        ("5! = 120", "5! = 60"),
        (r"$\binom{52}{5} = 2{,}598{,}960$", r"$\binom{52}{5} = 1{,}000$"),
    ],
)
def test_remainders_binary_numbers_and_counts_of_choices_are_right_in_their_arithmetic(
    right: str, spoilt: str
) -> None:
    assert levels(right) and not ACCUSED & {*levels(right)}
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (r"In $\mathbb{Z}/8$ we have $2 \cdot 4 = 0$.", r"In short we have $2 \cdot 4 = 0$."),
        (r"In $\mathbb{Z}/8$ we have $2 \cdot 4 = 0$.", r"In $\mathbb{Z}/8$: $2 \cdot 4 = 1$."),
        (
            "We work modulo 7,\nwhere $3 \\cdot 5 = 1$.",
            "We work modulo 7,\nwhere $3 \\cdot 5 = 2$.",
        ),
        (r"We work mod $p$, and $3 \cdot 5 = 2$.", r"The model has $3 \cdot 5 = 2$."),
        (r"$(2\cdot3\cdot5) = (60)$", r"$2\cdot3\cdot5 = 60$"),
        (r"$\sqrt{(12)} = (6)$", r"$\sqrt{(12)} = 6.4$"),
        (r"$\left(\frac{2}{5}\right) = -1$", r"$\frac{2}{5} = -1$"),
    ],
)
def test_residues_ideals_and_symbols_are_no_decimal_numbers(right: str, spoilt: str) -> None:
    assert levels(right) and not ACCUSED & {*levels(right)}
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("H_1000 = 1 + 1/2 + ... + 1/1000 = 7.4855", "H = 1 + 1/2 + 1/1000 = 7.4855"),
        (r"$1 + \frac12 + \dots + \frac1{1000} = 7.4855$", r"$1 + \frac12 = 7.4855$"),
        ("$2,940 + ... = $3,570", "$2,940 + $30 = $3,570"),
        ("total = 2 GB + 3 GB + ... + 9 GB = 44 GB", "total = 2 GB + 3 GB + 9 GB = 44 GB"),
        ("50 + 51 + ... + 149 = 9950", "50 + 51 + ... + 149 = 8960"),
    ],
)
def test_dots_in_a_sum_stand_for_what_is_not_written(right: str, spoilt: str) -> None:
    assert levels(right) and not ACCUSED & {*levels(right)}
    assert is_accused(spoilt)


def test_what_stands_behind_an_unknown_function_is_no_computation() -> None:
    assert not findings("We know that `2 * fib(51) - 1` = 40,730,022,147 calls are made.")
    assert is_accused("We know that `2 * (51) - 1` = 40,730,022,147 calls are made.")


@pytest.mark.parametrize(
    ("doubted", "spoilt"),
    [
        ("recall@5 = 3 relevant in top 50 / 5 × 2 = 0.60", "The top is 50 / 5 × 2 = 18"),
        ("For 32 tokens × 48 layers ≈ 44,500 kernel launches", "For 32 × 48 ≈ 4,500 launches"),
        ("32 tokens × 48 = 1,900 kernel launches", "For 32 tokens × 48 layers = 1,900 tokens"),
        ("ratio = 6.7 GB / 3.1 MB = 2,194x", "ratio = 6.7 GB / 3.1 MB = 2,394x"),
    ],
)
def test_a_count_of_something_else_or_cut_off_is_no_error(doubted: str, spoilt: str) -> None:
    assert "error" not in levels(doubted)
    assert "error" in levels(spoilt)


@pytest.mark.parametrize("unit", ["bits", "bits per parameter", "bits/param"])
def test_a_figure_below_the_line_counts_what_its_result_is_per(unit: str) -> None:
    assert levels(f"0.5 MB x 8 / 1.2M = 3.3 {unit}") == ["note"]
    assert levels(f"0.5 MB x 8 / 1.2M = 3.9 {unit}") == ["error"]


def test_a_result_in_a_unit_of_several_operations_is_shown_in_it() -> None:
    """A MAC is two FLOP: 1,600 of them at 250 MHz were told as 400e9 TMACs/s."""
    (finding,) = findings("Peak = 800 x 2 x 250 MHz = 0.60 TMACs/s")
    assert finding.brief == "the figures come to 0.4 TMACs/s, not 0.6 TMACs/s"
