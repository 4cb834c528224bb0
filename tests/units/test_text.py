"""Text to quantity and back, and what happens to text that is none."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.errors import DataError, DeriveError, TextError
from derive.units import registry
from derive.units.dimension import PURE, Dimension
from derive.units.display import format_number, format_value
from derive.units.lexer import MAX_DEPTH
from derive.units.text import parse_quantity, parse_unit
from derive.units.unit import Unit, base_unit, size_of

UNITS = [
    "1", "byte", "GB", "byte/token", "kB/token", "FLOP/s/GPU", "TB/s/GPU", "USD/token",
    "USD/hour/GPU", "s", "ms", "hour", "token/s", "FLOP/param/token", "sequence", "token/sequence",
    "1/token", "FLOP*sequence/token^2", "W/GPU", "param", "GPU", "byte/GPU",
]  # fmt: skip
numbers = st.floats(1e-60, 1e60).flatmap(lambda size: st.sampled_from([size, -size]))
steady = settings(derandomize=True, deadline=None, max_examples=300)
fuzz = settings(derandomize=True, deadline=2000, max_examples=1500)
PIECES = [
    "1", "3.35", "1e9", "100", "B", "k", "T", "GB", "s", "GPU", "token", "param", "$", "%", "/",
    "*", "^", "**", "(", ")", "-", "2", "²", " ", "per", "µs", "TFLOPS", ",",
]  # fmt: skip


@steady
@given(numbers, st.sampled_from(UNITS))
@pytest.mark.slow
def test_what_is_displayed_reads_back_to_four_digits(value: float, unit_text: str) -> None:
    """Display picks another prefix, never another value or dimension."""
    unit = parse_unit(unit_text)
    back = parse_quantity(format_value(value, unit))
    assert back.value == pytest.approx(value, rel=6e-4)
    assert (back.unit.dimension if back.unit else parse_unit("1").dimension) == unit.dimension


@steady
@given(st.floats(-1e300, 1e300))
def test_every_number_prints_with_four_digits(value: float) -> None:
    """No float is too large or too small to be printed, and what is printed is within half of the
    fourth digit.
    """
    shown = float(format_number(value).replace(",", ""))
    assert shown == pytest.approx(value, rel=6e-4, abs=5e-324) or abs(value) < 1e-305


@steady
@given(st.floats(1e-3, 1e12), st.sampled_from([unit for unit in UNITS if unit != "1"]))
@pytest.mark.slow
def test_a_number_with_its_unit_is_read_exactly(number: float, unit_text: str) -> None:
    """repr of a float and a unit give that float in that unit, and the same quantity in pint."""
    quantity = parse_quantity(f"{number!r} {unit_text}")
    unit = parse_unit(unit_text)
    assert quantity.number == number
    assert (quantity.unit.factor, quantity.unit.dimension) == (unit.factor, unit.dimension)
    made = quantity.unit.quantity(number)
    factor, dimension = size_of(made.units)
    assert made.magnitude * factor == pytest.approx(quantity.value)
    assert dimension == unit.dimension


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("$5", "USD"),
        ("$5/Mtoken", "USD/Mtoken"),
        ("$5 per Mtoken", "USD per Mtoken"),
        ("$5 GPU", "USD GPU"),
        ("5 /s", "1/s"),
    ],
)
def test_the_unit_of_a_quantity_is_told_as_it_is_written(text: str, unit: str) -> None:
    """A dollar sign is spelt out, and a rate without a unit above the bar has a 1 there."""
    assert parse_quantity(text).unit.text == unit


@pytest.mark.parametrize(
    ("text", "factor", "name"),
    [
        ("", 1, "1"),
        ("  ", 1, "1"),
        ("1", 1, "1"),
        (" 1 ", 1, "1"),
        ("%", 0.01, "%"),
        (" % ", 0.01, "%"),
    ],
)
def test_a_pure_number_has_a_unit_too(text: str, factor: float, name: str) -> None:
    """Nothing, 1 and %, with and without space around."""
    assert parse_unit(text) == Unit(name, factor, PURE)


@pytest.mark.parametrize(
    ("text", "piece", "position"),
    [("byte 3", "3", 5), ("s)", ")", 1), ("% s", "s", 2), ("GB = s", "=", 3)],
)
def test_a_unit_is_nothing_but_a_unit(text: str, piece: str, position: int) -> None:
    """What does not belong to it is named with its place."""
    with pytest.raises(TextError) as caught:
        parse_unit(text)
    assert caught.value.position == position and f"“{piece}”" in caught.value.problem
    assert caught.value.fix == "A unit looks like TB/s/GPU or FLOP/(param*token)."


@pytest.mark.parametrize(
    "text",
    [
        "$5",
        "$5/Mtoken",
        "$5 per Mtoken",
        "40 %",
        "5 /s",
        "$2/hour/GPU",
        "3 GB/(s GPU)",
        "7 m/s²",
        "$5 GPU",
        "5 tokens per second",
    ],
)
def test_the_unit_of_a_quantity_is_a_unit_by_itself(text: str) -> None:
    """What a quantity reports as its unit can be written again."""
    unit = parse_quantity(text).unit
    assert parse_unit(unit.text) == unit


@fuzz
@given(st.text(max_size=60))
@pytest.mark.slow
def test_any_text_is_a_quantity_or_a_refusal(text: str) -> None:
    """No text raises anything but our own error, and none is slow."""
    try:
        assert math.isfinite(parse_quantity(text).value)
    except DeriveError as error:
        assert str(error)


@fuzz
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
@pytest.mark.slow
def test_any_heap_of_units_is_a_quantity_or_a_refusal(text: str) -> None:
    """Text made of the right pieces in any order is read or refused, never worse."""
    try:
        assert math.isfinite(parse_quantity(text).value)
    except DeriveError as error:
        assert str(error)


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (1666.67, "byte/token", "1.667 kB/token"),
        (0.0144, "s", "14.4 ms"),
        (7200, "hour", "2 hour"),
        (5e-6, "USD/token", "5 USD/Mtoken"),
        (3.35e12, "byte/s/GPU", "3.35 TB/s/GPU"),
        (2 / 3600, "USD/hour/GPU", "2 USD/hour/GPU"),
        (671e9, "param", "671e9 param"),
        (2400, "sequence", "2,400 sequence"),
        (0.0333, "1", "0.0333"),
        (0, "s", "0 s"),
        (999.96, "byte", "1 kB"),
        (1.234e26, "FLOP", "123.4e24 FLOP"),
        (-0.0144, "s", "-14.4 ms"),
        (math.inf, "s", "∞ s"),
    ],
)
def test_values_are_shown_with_a_readable_prefix(value: float, unit: str, shown: str) -> None:
    """Four digits and the prefix that leaves one to three before the point."""
    assert format_value(value, parse_unit(unit)) == shown


@pytest.mark.parametrize(
    "text", ["GB/s", "FLOP/(param·token)", "token/sequence", "1/token", "kg m^2 s^-3"]
)
def test_a_base_unit_has_size_one(text: str) -> None:
    """The base unit of a dimension is one byte, second, FLOP … and pint knows it too."""
    dimension = parse_unit(text).dimension
    unit = base_unit(dimension)
    assert (unit.factor, unit.dimension) == (1.0, dimension)
    assert size_of(unit.quantity(1).units) == (1.0, dimension)


@pytest.mark.parametrize(
    "text",
    [
        "byte",
        "FLOP",
        "param",
        "token",
        "sequence",
        "GPU",
        "USD",
        "kg",
        "m",
        "A",
        "K",
        "mol",
        "cd",
        "s",
    ],
)
def test_a_base_unit_is_the_same_to_pint_however_it_was_come_by(text: str) -> None:
    """From its dimension or from its text; and it is printed as it is written."""
    unit = parse_unit(text)
    made = base_unit(unit.dimension)
    assert (made, made.factors, str(made)) == (unit, unit.factors, text)


@pytest.mark.parametrize(
    "power", [Fraction(1, 2), Fraction(1, 3), Fraction(-7, 6), 0.5, 1 / 3, 2.0]
)
def test_a_power_that_pint_holds_as_a_float_is_exact_again(power) -> None:
    """A third is a third, also as 0.3333."""
    dimension = Dimension({"information": Fraction(power).limit_denominator(10), "time": -1})
    assert size_of(
        (parse_unit("byte").quantity(1) ** power / parse_unit("s").quantity(1)).units
    ) == (1.0, dimension)


def test_units_of_ones_own_are_added_from_a_file(tmp_path) -> None:
    """A file in pint's syntax adds units; they are read like ours and add to quantities that were
    there before.
    """
    before = parse_unit("token").quantity(1)
    (tmp_path / "own.txt").write_text("# ours\npage = 3000 * token\n", encoding="utf-8")
    registry.add_units(tmp_path / "own.txt")
    pages = parse_quantity("2 pages")
    assert (pages.value, str(pages.unit.dimension)) == (6000, "token")
    assert pages.unit.quantity(2) + before == parse_unit("token").quantity(6001)


def test_units_of_ones_own_take_every_decimal_prefix_and_may_say_again_what_is_known(
    tmp_path,
) -> None:
    """As pint's do; a spelling that is another unit is refused, since it would change what is
    written elsewhere.
    """
    (tmp_path / "own.txt").write_text(
        "newton = kilogram * meter / second ** 2 = N\nsverdrup = 1e6 * meter ** 3 / second = Sd\n",
        encoding="utf-8",
    )
    registry.add_units(tmp_path / "own.txt")
    assert parse_quantity("2 mSd").value == 2000
    assert parse_quantity("3 N").value == 3
    (tmp_path / "own.txt").write_text("bel = 1 = B\n", encoding="utf-8")
    with pytest.raises(DataError, match="“B”, which is 1 byte in derive"):
        registry.add_units(tmp_path / "own.txt")
    assert str(parse_quantity("3 B").unit.dimension) == "byte"


@pytest.mark.parametrize(
    "line", ["furlong 201", "x = 9**9**9**9 * meter", "y = meter ** 99", "z = blubb * 3"]
)
def test_a_wrong_line_of_units_is_named(line: str, tmp_path) -> None:
    """The file and the line are told, and nothing hangs."""
    (tmp_path / "own.txt").write_text(f"# units\n{line}\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 2"):
        registry.add_units(tmp_path / "own.txt")


def test_a_missing_file_of_units_is_told(tmp_path) -> None:
    """No traceback for a path that is wrong."""
    with pytest.raises(DataError, match="cannot be read"):
        registry.add_units(tmp_path / "nowhere.txt")


def test_a_refusal_holds_its_facts() -> None:
    """Text, position, problem and mend are fields, for those who do not want the sentence."""
    with pytest.raises(TextError) as caught:
        parse_unit("byte/tokem")
    error = caught.value
    assert (error.text, error.position) == ("byte/tokem", 5)
    assert "tokem" in error.problem and "token" in error.fix


def test_a_power_of_a_thousand_is_read_and_one_more_is_refused() -> None:
    """Written with a sign or as superscript digits."""
    for text, power in (("layer^1000", 1000), ("layer¹⁰⁰⁰", 1000), ("layer^-1000", -1000)):
        assert parse_unit(text).factors == (("layer", power),)
    for text in ("layer^1001", "layer¹⁰⁰¹", "layer^-1001", "layer^10000000", "layer¹⁰⁰⁰⁰"):
        with pytest.raises(TextError, match="a number up to 1,000"):
            parse_unit(text)


@pytest.mark.parametrize(
    ("text", "size", "base"),
    [
        ("T", 1, "kg/(A·s²)"), ("mT", 1e-3, "kg/(A·s²)"), ("H/m", 1, "kg·m/(A²·s²)"),
        ("F", 1, "A²·s⁴/(kg·m²)"), ("pF", 1e-12, "A²·s⁴/(kg·m²)"), ("S", 1, "A²·s³/(kg·m²)"),
        ("cm", 0.01, "m"), ("cm^-2 s^-1", 1e4, "1/(m²·s)"), ("L", 1e-3, "m³"), ("mL", 1e-6, "m³"),
        ("bar", 1e5, "kg/(m·s²)"), ("mbar", 100, "kg/(m·s²)"), ("hPa", 100, "kg/(m·s²)"),
        ("atm", 101325, "kg/(m·s²)"), ("Torr", 101325 / 760, "kg/(m·s²)"), ("rpm", 1 / 60, "1/s"),
        ("deg", 0.017453292519943295, "1"), ("lb", 0.45359237, "kg"), ("ft", 0.3048, "m"),
        ("inch", 0.0254, "m"), ("kcal", 4184, "kg·m²/s²"), ("u", 1.66053906892e-27, "kg"),
        ("ly", 9460730472580800, "m"), ("MBq", 1e6, "1/s"), ("mg", 1e-6, "kg"), ("ps", 1e-12, "s"),
        ("m^(-1/2)", 1, "1/m^(1/2)"), ("m^0.5", 1, "m^(1/2)"), ("cm^(3/2)", 1e-3, "m^(3/2)"),
        ("sqrt(m)", 1, "m^(1/2)"), ("V/sqrt(Hz)", 1, "kg·m²/(A·s^(5/2))"),
        ("m^-0.5", 1, "1/m^(1/2)"),
    ],
)  # fmt: skip
def test_units_of_physics_have_their_sizes(text: str, size: float, base: str) -> None:
    """Those beside the SI too, and powers that are fractions."""
    unit = parse_unit(text)
    assert (unit.factor, str(unit.dimension)) == (pytest.approx(size, rel=1e-12), base)
    assert unit.quantity(1).to_base_units().magnitude == pytest.approx(size, rel=1e-9)


@pytest.mark.parametrize(
    ("word", "surely", "letters"),
    [
        ("GB", True, False), ("picovolt", True, False), ("T", False, True), ("mg", False, True),
        ("pV", False, True), ("blubb", False, False),
    ],
)  # fmt: skip
def test_a_unit_word_is_told_from_letters(word: str, surely: bool, letters: bool) -> None:
    """What may be letters of a formula is a unit only where more speaks for it."""
    assert (registry.surely_unit(word), registry.may_be_letters(word)) == (surely, letters)


@pytest.mark.parametrize(
    ("line", "same"), [("giga- = 1e9 = G-", True), ("giga- = 1e9 = X-", False)]
)
def test_a_file_of_units_may_only_repeat_a_prefix(line: str, same: bool, tmp_path) -> None:
    """With its own letter: another would read other units where they stand."""
    (tmp_path / "own.txt").write_text(line + "\n", encoding="utf-8")
    if same:
        registry.add_units(tmp_path / "own.txt")
    else:
        with pytest.raises(DataError, match="giga"):
            registry.add_units(tmp_path / "own.txt")


def test_a_unit_of_ones_own_is_one_of_pint_too() -> None:
    """Also where pint's registry has been made before."""
    made = registry.registry()
    registry.add_units("zqrod = 5.0292 * meter")
    assert made.Quantity(2.0, "zqrod").to("meter").magnitude == pytest.approx(10.0584)


def test_a_temperature_keeps_the_digits_of_its_scale() -> None:
    """Half a unit of the last digit is as wide in kelvin, and gone at absolute zero."""
    degrees = parse_quantity("20 °C")
    assert degrees.digits * degrees.value == pytest.approx(20 * parse_quantity("20").digits)
    assert parse_quantity("-273.15 °C").digits == 0.0


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$3/1M tokens", 3e-6),
        ("$3/M tokens", 3e-6),
        ("0.4 USD per million tokens", 4e-7),
        ("15 trillion token", 1.5e13),
        ("2 USD/1e6 tokens", 2e-6),
        ("5 $/1K tokens", 5e-3),
        ("7 USD/1B params", 7e-9),
        ("8 k tokens", 8000.0),
    ],
)
def test_a_size_of_what_is_counted_may_be_a_word_of_its_own(text: str, value: float) -> None:
    assert parse_quantity(text).value == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("text", ["3 USD/M", "3 GB/M s", "3 USD/1M bytes", "3 M"])
def test_a_size_of_anything_else_is_no_unit(text: str) -> None:
    with pytest.raises(TextError):
        parse_quantity(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$3/1 token", 3.0),
        ("3 USD/1 Mtoken", 3e-6),
        ("3 USD per 1 token", 3.0),
        ("32Ki token/sequence", 32768.0),
        ("1Mi tokens", 2.0**20),
        ("32 Ki token", 32768.0),
    ],
)
def test_one_of_a_unit_and_binary_counts_are_read(text: str, value: float) -> None:
    """$3/1 token is a price of a token, not 3 USD times a token."""
    assert parse_quantity(text).value == pytest.approx(value)
    powers = dict(parse_quantity(text).unit.dimension.exponents)  # type: ignore[union-attr]
    assert powers["token"] == (-1 if "USD" in text or "$" in text else 1)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("€0.25/GPU", 0.25, "EUR/GPU"),
        ("£3", 3.0, "GBP"),
        ("€2.5M", 2.5e6, "EUR"),
        ("5 €/Mtoken", 5e-6, "EUR/token"),
        ("-£3/1 token", -3.0, "GBP/token"),
    ],
)
def test_a_sign_of_one_currency_is_that_currency(text: str, value: float, unit: str) -> None:
    read = parse_quantity(text)
    assert read.value == pytest.approx(value)
    assert str(read.unit.dimension) == unit  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["32Ki byte", "32 Ki byte", "32 Kibyte", "32 KiB"])
def test_a_binary_prefix_may_stand_apart_from_bytes(text: str) -> None:
    assert parse_quantity(text).value == 32768.0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("¥25", "yen or yuan"),
        ("32 Ki", "write for example KiB"),
        ("32Ki kB", "prefix"),
        ("€5 EUR", "Write €5/Mtoken or 5 EUR/Mtoken"),
        ("€5 USD", "the currency is said twice"),
    ],
)
def test_what_is_wrong_with_a_currency_or_a_binary_prefix(text: str, said: str) -> None:
    with pytest.raises(TextError, match=said):
        parse_quantity(text)


@pytest.mark.parametrize("text", ["8 %/year", "8%/year", "8 % per year", "0.08 1/year"])
def test_a_share_may_be_per_something(text: str) -> None:
    """A rate of interest as people write it."""
    assert parse_quantity(text).value == pytest.approx(0.08 / (365.25 * 86_400))


def test_a_unit_with_a_percent_sign_keeps_its_text() -> None:
    """Read alone, as --unit reads it."""
    assert (parse_unit("%/year").text, parse_unit("%").text) == ("%/year", "%")
    with pytest.raises(TextError):
        parse_unit("%%")


def test_tonnes_are_written_out() -> None:
    """The letter t is a time in most equations."""
    assert parse_quantity("5 tonnes").value == parse_quantity("5e3 kg").value
    with pytest.raises(TextError, match="Write tonne for 1,000 kg"):
        parse_quantity("5 t")


@pytest.mark.parametrize("opened", ["(", "sqrt("])
def test_brackets_are_counted_alike_whatever_they_are_of(opened: str) -> None:
    """As many as the message allows are read, and one more is refused."""
    parse_unit(opened * MAX_DEPTH + "1" + ")" * MAX_DEPTH)
    with pytest.raises(TextError, match=f"more than {MAX_DEPTH} brackets deep"):
        parse_unit(opened * (MAX_DEPTH + 1) + "1" + ")" * (MAX_DEPTH + 1))


@pytest.mark.parametrize(
    "text", ["USD per GPU hour", "USD per hour GPU", "USD per GPU-hour", "USD per GPU per hour"]
)
def test_per_binds_what_stands_side_by_side(text: str) -> None:
    """A slash binds one factor alone."""
    wanted = parse_unit("USD/hour/GPU")
    assert parse_unit(text).dimension == wanted.dimension
    assert parse_unit(text).factor == pytest.approx(wanted.factor)
    assert parse_unit("USD/GPU hour").dimension != wanted.dimension


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("2 byte", True), ("2 byte/param", True), ("0.5 byte/param", True), ("4 bit", True),
        ("16 byte/param", True), ("4.25 bit", False), ("1.1 byte/param", False), ("2 GB", False),
        ("2 byte/token", False), ("2", False), ("64 byte", False), ("0 byte", False),
        ("1 bit", True), ("1 bit/param", True), ("32 byte", True), ("257 bit", False),
    ],
)  # fmt: skip
def test_the_size_of_a_number_format_is_told_from_what_is_rounded(text: str, exact: bool) -> None:
    assert parse_quantity(text).is_format is exact


def test_an_unknown_unit_behind_millions_is_the_fault() -> None:
    """Not the multiplier, which says what it multiplies."""
    with pytest.raises(TextError, match="there is no unit “GPUh”"):
        parse_quantity("2.664M GPUh")
    with pytest.raises(TextError, match="can be read as"):
        parse_quantity("2.664M W")


@pytest.mark.parametrize("text", ["3(1) TB/s", "3 1 TB/s", "3 (1) GB"])
def test_a_one_behind_the_number_is_no_factor(text: str) -> None:
    """It would be an error in brackets, or a group of digits; 3 1/s is three per second."""
    with pytest.raises(TextError, match="a unit was expected, not “1”"):
        parse_quantity(text)
    for unit in ("1/s", "(1/s)", "1 / (s*GPU)"):
        assert parse_quantity(f"3 {unit}").number == 3


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("10^9 param", 1e9), ("10⁹ param", 1e9), ("10**9 param", 1e9), ("3×10^8 byte", 3e8),
        ("1.5*10^-3 s", 1.5e-3), ("3·10⁻³ s", 3e-3), ("7 x 10^9 param", 7e9),
        ("1.5x10^3 s", 1.5e3), ("1.5x10⁻² s", 0.015),
        ("2^30 byte", 2.0**30), ("2³⁰ byte", 2.0**30), ("2^-3 s", 0.125), ("-2^3 s", -8.0),
        ("1,500×10^6 token", 1.5e9), ("0×10^5 token", 0.0), ("$3×10^6", 3e6),
    ],
)  # fmt: skip
def test_powers_of_ten_and_of_two_are_read(text: str, value: float) -> None:
    assert parse_quantity(text).value == value


@pytest.mark.parametrize("text", ["3^2 m", "10^2.5 m", "10^ m", "5 x 10 m", "2 x m", "10^1000 m"])
def test_other_powers_of_numbers_are_refused(text: str) -> None:
    with pytest.raises(TextError):
        parse_quantity(text)


@given(st.integers(1, 999), st.integers(-30, 30))
def test_a_power_of_ten_is_as_good_as_an_exponent(digits: int, power: int) -> None:
    """Its digits tell as much, too."""
    one, other = parse_quantity(f"{digits}×10^{power} m"), parse_quantity(f"{digits}e{power} m")
    assert (one.value, one.digits) == (other.value, other.digits)
    assert parse_quantity(f"2^{abs(power)} byte").digits < 1e-4 or abs(power) < 13
