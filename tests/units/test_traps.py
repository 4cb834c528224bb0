"""The traps of units: each gave a wrong number, or a wrong silence, in tools people use."""

import pint
import pytest

from derive.errors import TextError
from derive.units.dimension import PURE
from derive.units.registry import registry
from derive.units.text import parse_quantity, parse_unit


def refused(text: str) -> str:
    with pytest.raises(TextError) as caught:
        parse_quantity(text)
    return str(caught.value)


@pytest.mark.parametrize(
    "name", ["byte", "bit", "FLOP", "param", "token", "sequence", "GPU", "USD"]
)
def test_what_is_counted_does_not_add_to_a_pure_number(name: str) -> None:
    """1 byte + 1 is an error, not 9; so it is for every unit of the subject."""
    with pytest.raises(pint.DimensionalityError):
        registry().Quantity(1, name) + 1


def test_bytes_per_second_are_no_frequency() -> None:
    """byte/s does not convert to 1/s."""
    with pytest.raises(pint.DimensionalityError):
        parse_quantity("3 byte/s").unit.quantity(3).to("1/s")


def test_a_bit_is_an_eighth_of_a_byte() -> None:
    """Terabits and terabytes per second differ by eight, and Gb is a gigabit, not a gilbert."""
    assert parse_quantity("8 Tb/s").value == parse_quantity("1 TB/s").value == 1e12
    assert parse_quantity("8 Gb").unit.dimension == parse_unit("byte").dimension


def test_gigabytes_are_not_gibibytes() -> None:
    """GB counts in thousands, GiB in 1,024s."""
    assert parse_quantity("80 GB").value == 80e9
    assert parse_quantity("80 GiB").value == 80 * 2**30


def test_a_multiply_add_is_two_flop() -> None:
    """MAC = 2 FLOP, with and without a prefix."""
    assert parse_quantity("1 MAC").value == 2
    assert parse_quantity("1 TMAC/s").value == parse_quantity("2 TFLOP/s").value


def test_a_price_per_megatoken_keeps_its_dollars() -> None:
    """$5/Mtoken is 5e-6 USD/token, not 5 per megatoken."""
    price = parse_quantity("$5/Mtoken")
    assert price.value == pytest.approx(5e-6)
    assert str(price.unit.dimension) == "USD/token"


def test_a_price_per_millitoken_is_refused() -> None:
    """Milli is for seconds, watts and dollars: $5/mtoken would be 5,000 USD/token."""
    assert "Mtoken" in refused("$5/mtoken")


@pytest.mark.parametrize("word", ["mtoken", "mparam", "mB", "mFLOP", "uGPU", "nbyte", "msequence"])
def test_nothing_counted_comes_in_thousandths(word: str) -> None:
    """No small prefix goes before what is counted."""
    assert "there is no unit" in refused(f"1 {word}")


@pytest.mark.parametrize(
    "text",
    [
        "9**9**9**9",
        "1e9 byte**9**9**9",
        "10**10**8 byte",
        "3 byte^(9^9^9)",
        "5 " + "(" * 5000,
        "1" * 20_001,
        "5 " + "s*" * 9000,
        "9" * 5000,
    ],
)
def test_what_makes_other_parsers_hang_is_refused(text: str) -> None:
    """It takes milliseconds here; elsewhere it would not end."""
    refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "s.__class__",
        "lambda: 0",
        "1; import os",
        "5 s; s",
        "eval(1)",
    ],
)
def test_code_is_refused(text: str) -> None:
    """No text is executed."""
    refused(text)


def test_100B_alone_is_refused_with_both_readings() -> None:
    """100B can be a hundred billion or a hundred bytes: both are offered, neither is taken."""
    message = refused("100B")
    assert "100 billion" in message and "100B param" in message and "100 byte" in message


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        ("100B param", 100e9, "param"),
        ("200k token", 200e3, "token"),
        ("200K token/sequence", 200e3, "token/sequence"),
        ("15T tokens", 15e12, "token"),
        ("3M sequences", 3e6, "sequence"),
        ("128k GPU", 128e3, "GPU"),
        ("$3B", 3e9, "USD"),
        ("3B USD", 3e9, "USD"),
        ("$3k/hour", 3e3 / 3600, "USD/s"),
        ("100 B", 100, "byte"),
        ("100 byte", 100, "byte"),
    ],
)
def test_a_multiplier_stands_glued_to_its_digits_before_what_is_counted(
    text: str, value: float, dimension: str
) -> None:
    """K, M, B and T multiply only there; apart from the digits, B is a byte."""
    quantity = parse_quantity(text)
    assert quantity.value == value
    assert str(quantity.unit.dimension) == dimension


@pytest.mark.parametrize(
    "text", ["200k", "5 k", "2T", "3k byte", "5B FLOP", "7M s", "3k layers", "$3k hour"]
)
def test_a_multiplier_elsewhere_is_refused(text: str) -> None:
    """k is neither Boltzmann's constant nor a unit, T is no tesla; before bytes and seconds there
    are prefixes.
    """
    refused(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2K", "2 thousand"),
        ("2k", "2 thousand"),
        ("3M", "3 million"),
        ("4B", "4 billion"),
        ("5T", "5 trillion"),
    ],
)
def test_a_multiplier_of_nothing_is_spelt_out(text: str, words: str) -> None:
    """Each letter is told in words, with the two ways to write it."""
    assert (
        f"can be read as {words} of something counted (write {text} param or {text} token)"
        in refused(text)
    )


@pytest.mark.parametrize(
    ("text", "write"),
    [
        ("3 TFLOPS", "TFLOP/s"),
        ("5 KB", "KiB"),
        ("400 Kbps", "kbit/s"),
        ("900 KBps", "KiB/s"),
        ("100 GbE", "100 Gbit/s"),
        ("80 G", "a prefix without a unit"),
        ("50 tps", "token/s"),
    ],
)
def test_a_spelling_of_two_meanings_is_answered(text: str, write: str) -> None:
    """What is read in two ways gets an answer that says what to write."""
    assert write in refused(text)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("989 TFLOPs", "989 TFLOP"),
        ("3 tokens", "3 token"),
        ("3 toks/sec", "3 token/s"),
        ("8 GPUs", "8 GPU"),
        ("2 GPU-hours", "2 GPU*hour"),
        ("$2/GPU-hour", "$2/GPU/hour"),
        ("5 tokens per second", "5 token/s"),
        ("400 Gbps", "50 GB/s"),
        ("400 Gbit/s", "50 GB/s"),
        ("900 GBps", "900 GB/s"),
        ("3.35 TBps/GPU", "3.35 TB/s/GPU"),
        ("2 kbps", "250 byte/s"),
        ("80 GByte", "80 GB"),
        ("400 GBit/s", "50 GB/s"),
        ("7 params", "7 parameter"),
        ("3.35 TB/s/GPU", "3.35 TB/(s*GPU)"),
        ("3.35 TB/s/GPU", "3.35 TB s^-1 GPU^-1"),
        ("9 m/s²", "9 m/s^2"),
        ("5 µs", "5 us"),
        ("1_000 token", "1,000 token"),
        ("1__000_ token", "1,000 token"),
        ("+5 s", "5 s"),
        ("- 5 s", "-5 s"),
        ("40 %", "0.4 1"),
        ("1 PFLOP/s", "1000 TFLOP/s"),
    ],
)
def test_plurals_and_common_spellings_mean_the_same(text: str, same: str) -> None:
    """People write one unit in several ways."""
    left, right = parse_quantity(text), parse_quantity(same)
    assert left.value == pytest.approx(right.value, rel=1e-15)
    assert left.unit.dimension == right.unit.dimension


@pytest.mark.parametrize("text", ["3 mss", "3 kWs", "3 mAs"])
def test_an_s_behind_a_symbol_that_may_be_the_second_is_no_plural(text: str) -> None:
    """kWs is a kilowatt second to an engineer, never several kilowatts."""
    with pytest.raises(
        TextError, match=f"there is no unit “{text[2:]}”. Did you mean {text[2:-1]}"
    ):
        parse_quantity(text)


def test_fifty_percent_is_a_half() -> None:
    """A percentage is a pure number of the size it says."""
    quantity = parse_quantity("50 %")
    assert (quantity.value, quantity.unit.dimension) == (0.5, PURE)
    assert quantity.unit.quantity(50).to("1").magnitude == 0.5


def test_per_gpu_and_total_are_different_dimensions() -> None:
    """TB/s/GPU is not TB/s: one GPU against a rack is a dimension error, not a surprise."""
    assert parse_unit("TB/s/GPU").dimension != parse_unit("TB/s").dimension
    assert (
        parse_unit("TB/s/GPU").dimension * parse_unit("GPU").dimension
        == parse_unit("TB/s").dimension
    )


def test_layers_heads_and_experts_are_pure_counts() -> None:
    """Words that only help the reader change nothing."""
    assert parse_quantity("61 layers").value == 61
    assert parse_unit("head*expert*stage*step").dimension == PURE


def test_a_bare_number_has_no_unit() -> None:
    """2400 is not yet a quantity: whoever reads it must say of what."""
    assert parse_quantity("2400").unit is None


@pytest.mark.parametrize(
    ("text", "half"),
    [
        ("2,400 sequence", 0.5 / 24),
        ("2_400_ sequence", 0.5 / 24),
        ("32768 token", 0.5 / 32768),
        ("20 ms", 0.05),
        ("20.0 ms", 0.5 / 200),
        ("18.1", 0.05 / 18.1),
        ("3.35 TB/s", 0.005 / 3.35),
        ("40E3 s", 0.05),
        ("1670e3 s", 0.5 / 167),
        ("1.0e3 s", 0.05),
        ("2 s", 0.05),
        ("0 s", 0.0),
        ("1e-12 s", 0.05),
    ],
)
def test_a_number_is_as_good_as_its_last_digit(text: str, half: float) -> None:
    """The tolerance is half a unit of the last digit written, relative, at most 5 %; zeros that end
    a whole number are no digits.
    """
    assert parse_quantity(text).digits == pytest.approx(half)


@pytest.mark.parametrize(
    "text", ["1e400 s", "1e300 EB", "3 GB^25*GB^30", "1 TB⁹⁹", "3 ns^500", "1 1/ns^1000"]
)
def test_no_quantity_is_infinite_or_vanishes(text: str) -> None:
    """What a float cannot hold is refused, not rounded to infinity or nothing."""
    refused(text)
