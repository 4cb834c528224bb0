"""Figures that brackets say more of, values put into formulas, sizes in powers of 1024, and what is
cut.
"""

import pytest

from tests.checking.judged_text import findings, is_accused, levels

_HEAT = "Let $T_f$ [K], $m$ [kg], $c$ [J/(kg K)], $L$ [J/kg] and $Q$ [J] be given.\n\n"
_HELD = "it holds with the units of the values put in, which are left out."
_KELVINS = "Let $T_K$ [K] and $T_C$ [K] be temperatures and $d$ [m] a length.\n\n"


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (
            "1M popular prefixes × 1 KB (10 suggestions) = 1 GB",
            "1M popular prefixes × 1 KB (10 suggestions) = 2 GB",
        ),
        ("2^56 = 72,057,594,037,927,936 (7.2e16)", "2^56 = 82,057,594,037,927,936 (8.2e16)"),
        ("2^56 = 72,057,594,037,927,936 (7.2e16)", "2^56 = 72,057,594,037,927,936 (7.5e16)"),
        ("1 - e^(-0.000694) = 0.00069 (0.07%)", "1 - e^(-0.000694) = 0.00079 (0.08%)"),
        ("1,126,400 / 750 = ~1,500 tokens (-46%)", "1,126,400 / 750 = ~2,500 tokens (-46%)"),
        ("1 month = ~2.5 million seconds (30 × 86,400)", "1 month = ~5.5 million seconds (30 × 2)"),
        (
            "1.2M emails/day * 720 tokens (600 input + 120 output) = 864M tokens/day",
            "1.2M emails/day * 720 tokens (600 input + 120 output) = 964M tokens/day",
        ),
        ("5 (3 + 2) = 25", "5 (3 + 2) = 35"),
    ],
)
def test_a_bracket_behind_a_figure_may_say_more_of_it(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert is_accused(spoilt)


def test_a_bracket_with_names_is_a_factor() -> None:
    text = "Let $t$ [s], $V$ [B], $w$ [B/s] and $g$ [GPU] be given.\n\n`t = 2 (g - 1) t + V / w`"
    assert levels(text) == ["note"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("$4177.2 - 20.9 T_f = 2508 (T_f + 15.0)$", "$Q - 20.9 = m c T_f^2$"),
        ("$67500 - 450 T_f = 4979 + 1046.5 T_f$", "$67500 - Q = m c + 4979$"),
        ("$m c T_f - 19835 = m L$", "$m c T_f - 19835 = m^2 L$"),
        (
            "$Q - 19835 = m c T_f - 19835 = 837.2 + 3340 = 4177.2$",
            "$Q - 19835 = m c T_f - 19835 = 837.2 + 3340 = 5177.2$",
        ),
        ("$Q = m c T_f + 19835$", r"$Q = m c T_f + 19835\text{ K}$"),
        ("$Q = m c T_f + 19835$", "$Q = m c T_f + 2$"),
    ],
)
def test_measured_figures_added_to_names_leave_their_unit_out(right: str, spoilt: str) -> None:
    (found,) = findings(_HEAT + right)
    assert (found.level, found.brief) == ("note", _HELD)
    assert is_accused(_HEAT + spoilt)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [("$T_K = T_C + 273.15$", "$T_K = d + 273.15$"), ("$T_C = T_K - 273$", "$d = T_K - 273$")],
)
def test_a_zero_of_celsius_in_a_sum_is_in_kelvin(right: str, spoilt: str) -> None:
    assert levels(_KELVINS + right) == ["none"]
    assert is_accused(_KELVINS + spoilt)


def test_an_upright_celsius_is_no_letter_of_the_author() -> None:
    text = "Let $C$ [F] be the capacitance.\n\n$T = 18.0°\\text{C} + 273.15 = 291.15\\text{ K}$"
    (found,) = findings(text)
    assert (found.verdict, found.level) == ("not judged", "none")


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("1 KB = 1,024 bytes", "1 KB = 1,034 bytes"),
        ("10 GB = 10,240 MB", "10 GB = 10,420 MB"),
        ("1 KB = 1,024 bytes ≈ 10^3 bytes", "1 KB = 1,048 bytes ≈ 10^3 bytes"),
    ],
)
def test_a_size_put_into_a_smaller_unit_by_1024_is_a_note(right: str, spoilt: str) -> None:
    assert levels(right) == ["note"]
    assert is_accused(spoilt)


@pytest.mark.parametrize(
    "text", ["8192 × 4096 × 2 = 64 MB", "496000000 bytes = 473 MB", "33750 GB = 33 TB"]
)
def test_a_size_in_unsaid_powers_of_1024_is_a_warning(text: str) -> None:
    assert levels(text) == ["warning"]


@pytest.mark.parametrize(
    ("right", "level", "spoilt"),
    [
        ("128 * 128 * 4 = 65KB", "note", "128 * 128 * 4 = 63KB"),
        ("62^6 = 56 billion", "note", "62^6 = 54 billion"),
        ("10 / 1.5 = 6 sessions", "note", "10 / 1.5 = 16 sessions"),
        ("38.7 ms / 3 = 12 ms", "warning", "38.7 ms / 3 = 11 ms"),
    ],
)
def test_a_figure_cut_by_a_twentieth_or_to_a_whole_thing_is_a_note(
    right: str, level: str, spoilt: str
) -> None:
    assert levels(right) == [level]
    assert is_accused(spoilt)


def test_a_number_of_things_is_rounded_up_by_less_than_one() -> None:
    assert levels("10M homes = 1B devices") == ["none"]
    assert levels("10,000 * 10 / 3,000 tokens = 34 tokens") != ["none"]


def test_figures_whose_units_cancel_are_told_in_their_units() -> None:
    (found,) = findings("500K × 10 min/day = 5M minutes/day = 3,472 hours/day")
    assert found.brief.startswith("the figures come to 83,330 hours/day, not 3,472 hours/day")
