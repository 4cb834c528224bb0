"""Quantities and files of units that are refused, with the mend; and what is read just so."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derive.errors import DataError, TextError, shorten
from derive.units import registry
from derive.units.text import difference, is_unit, parse_quantity, parse_unit
from derive.units.written_number import comma_fault, comma_readings


@pytest.mark.parametrize(
    ("text", "factors"),
    [
        ("GB", {"gigabyte": 1}),
        ("s^2*m^3", {"second": 2, "meter": 3}),
        ("FLOP*s^3/token^2", {"FLOP": 1, "second": 3, "token": -2}),
        ("m^2/m^3", {"meter": -1}),
        ("m^2/m^2", {}),
        ("m/(s^2/kg^3)^2", {"meter": 1, "second": -4, "kilogram": 6}),
        ("sqrt(m^3)", {"meter": Fraction(3, 2)}),
    ],
)
def test_the_factors_of_a_unit_have_the_powers_of_the_text(text: str, factors: dict) -> None:
    """By pint's names; those that cancel are gone."""
    assert dict(parse_unit(text).factors) == factors
    made = parse_unit(text).quantity(1).to_base_units()
    assert made.magnitude == pytest.approx(parse_unit(text).factor)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0,500 GB", "“0,500” can be read as 0.500 or as 500 Write 0.500 GB or 500 GB."),
        ("$1,5/hour", "“1,5” can be read as 1.5 or as 15 Write $1.5/hour or $15/hour."),
        ("1.667,5 s", "“1.667,5” can be read as 1667.5 or as 1.6675 Write 1667.5 s or 1.6675 s."),
        ("1,23,4 s", "“1,23,4” can be read as 123.4 or as 1234 Write 123.4 s or 1234 s."),
        ("1e400 s", "the number is too large "),
        ("1e-400 s", "the number is too small "),
        ("1e300 PB", "the quantity is too large "),
        ("1e-305 ns", "the quantity is too small "),
        ("-300 degC", "it is below absolute zero Write a higher temperature."),
        ("$5 USD", "the currency is said twice Write $5/Mtoken or 5 USD/Mtoken."),
        ("5M Mtoken", "“5M Mtoken” multiplies twice, by M and by mega Write 5 Mtoken, or 5e6 Mtoken"
         " if both are meant."),
        ("5Ki Mtoken", "“5Ki Mtoken” multiplies twice, by Ki and by mega Write 5 Mtoken."),
        ("5B GB", "“5B” can be read as 5 billion of something counted (write 5B param or 5B token)"
         " or as 5 byte (write 5 byte) "),
        ("5M", "“5M” can be read as 5 million of something counted (write 5M param or 5M token) "),
        ("5 s x", "there is no unit “x” One of your own is added before it is used, by"
         " derive.add_units or --units."),
        ("5 % s", "“s” does not belong to the unit A unit looks like TB/s/GPU or"
         " FLOP/(param*token)."),
        ("5 s^s", "an exponent of a unit is a number up to 1,000, such as 2, 0.5 or (-1/2) "),
        ("5 s^(1/0)", "an exponent of a unit is a number up to 1,000, such as 2, 0.5 or (-1/2) "),
        ("5 s^(1/2", "a bracket is not closed Add “)”."),
        ("5 (s", "a bracket is not closed Add “)”."),
        ("5 s^2^2", "a power of a power Use brackets."),
        ("5 m/", "a unit was expected, not the end of the text A unit looks like TB/s/GPU or"
         " FLOP/(param*token)."),
        ("5 Pm^99", "the unit is beyond all bounds Use smaller powers."),
        ("5 " + "(" * 121, "more than 120 brackets deep Use fewer."),
        ("5 G", "“G” is not a unit here It is a prefix without a unit; write for example GB, Mtoken"
         " or PFLOP."),
    ],
)  # fmt: skip
def test_a_refused_quantity_names_the_problem_and_the_mend(text: str, said: str) -> None:
    with pytest.raises(TextError) as caught:
        parse_quantity(text)
    assert f"{caught.value.problem} {caught.value.fix}" == said


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("+3 s", 3.0), ("-3 s", -3.0), ("$5B", 5e9), ("$5k", 5e3), ("0 PB", 0.0), ("0.0e-9 s", 0.0),
        ("1,667 s", 1667.0), ("12,345,678.5 s", 12345678.5), ("2Mi tokens", 2.0**21),
        ("1Gi param", 2.0**30), ("3T token", 3e12), ("40 %", 0.4),
        ("2.3e-308", 2.3e-308),
        ("4 GPU-hour", 14400.0), ("2 m°C", None),
    ],
)  # fmt: skip
def test_signs_multipliers_and_groups_of_digits_are_read(text: str, value: float | None) -> None:
    if value is None:
        with pytest.raises(TextError):
            parse_quantity(text)
        return
    assert parse_quantity(text).value == value


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("2 degC", "2 delta_degC"), ("2 °C", "2 delta_degC"), ("2 °F", "2 delta_degF"),
        ("2 K", "2 K"), ("2 blubb", "2 blubb"),
    ],
)  # fmt: skip
def test_a_difference_of_temperatures_is_written_so(text: str, changed: str) -> None:
    """Any other text stays."""
    assert difference(text) == changed
    assert is_unit(text[2:]) is (text == "2 K")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("furlong 201", "“furlong 201” defines no unit: there is no = in it"),
        ("a b = 2 * meter", "“a b = 2 * meter” defines no unit: “a b” is not a name"),
        ("x = 0 * meter", "“x = 0 * meter” defines no unit: its size is nothing, or beyond"
         " all bounds"),
        ("x = 1e-300 * meter", "“x = 1e-300 * meter” defines no unit: its size is nothing, or"
         " beyond all bounds"),
        ("x = 1e300 * meter", "“x = 1e300 * meter” defines no unit: its size is nothing, or beyond"
         " all bounds"),
        ("x = 2 * meter = degC", "“x = 2 * meter = degC” defines no unit: “degC” is a temperature"
         " scale already; name it otherwise"),
        ("x = kelvin; offset: 3", "“x = kelvin; offset: 3” defines no unit: a file of one's own"
         " adds units, not scales with a zero of their own"),
        ("big- = 7", "“big- = 7” defines no unit: a file of one's own adds units, not prefixes"),
        ("giga- = 7", "“giga- = 7” defines no unit: the prefix “giga-” is there already; a file of"
         " one's own adds units, not prefixes"),
        ("x = 1,5 * meter", "“x = 1,5 * meter” defines no unit: cannot read “1,5 * meter” at"
         " character 2: “1,5” can be read as 1.5 or as 15. Write 1.5 or 15"),
        ("x = 2 + meter", "“x = 2 + meter” defines no unit: “+” does not belong to a product of"
         " units"),
        ("x = * meter", "“x = * meter” defines no unit: “*” is not a unit"),
        ("x = blubb", "“x = blubb” defines no unit: there is no unit 'blubb'"),
        ("x = meter ** 61", "“x = meter ** 61” defines no unit: a power is a whole number up"
         " to 60"),
        ("x = meter ** m", "“x = meter ** m” defines no unit: a power is a whole number up to 60"),
        ("meter = 2 * second", "“meter = 2 * second” would change “meter”, which is 1 m in derive"),
    ],
)  # fmt: skip
def test_a_line_that_defines_no_unit_says_why(line: str, problem: str) -> None:
    """And nothing of the text is added."""
    with pytest.raises(DataError) as caught:
        registry.add_units(f"zqfine = 2 * meter\n{line}\n")
    assert (caught.value.key, caught.value.problem) == ("line 2", problem)
    assert registry.resolve("zqfine") is None


@pytest.mark.parametrize(
    ("line", "unit", "size"),
    [
        ("zqa = 3 meter = zqb", "zqb", 3.0),
        ("zqa = 3 * meter ** 2 / second", "zqa", 3.0),
        ("zqa = 3 meter ** 60", "zqa", 3.0),
        ("zqa = 8 / 2 / 2 * meter  # a remark", "zqa", 2.0),
        ("zqa = 1_000 meter = _ = zqb", "zqb", 1000.0),
        ("zqa = 3 meter", "kzqas", 3000.0),
    ],
)
def test_a_line_of_units_is_a_product_with_other_names(line: str, unit: str, size: float) -> None:
    """Powers, quotients from left to right; prefixes and a plural go with it."""
    registry.add_units(line + "\n")
    found = registry.resolve(unit)
    assert found is not None and found.factor == size


def test_no_unit_is_read_where_an_s_may_be_the_second() -> None:
    """kWs and mAs are products to people; watts and joules are plurals."""
    assert registry.resolve("kWs") is registry.resolve("mAs") is None
    assert registry.resolve("watts").name == "watt"
    assert registry.resolve("kilojoules").factor == 1000.0
    assert registry.similar_units("kWs") == ("kW",)


@pytest.mark.parametrize(
    ("word", "alike"),
    [
        ("gb", ("Gb", "GB")),
        ("MTOKEN", ("Mtoken",)),
        ("tflop", ("TFLOP",)),
        ("Seconds", ("second",)),
    ],
)
def test_units_that_differ_in_capitals_alone_are_offered(word: str, alike: tuple[str, ...]) -> None:
    """Each unit once."""
    assert set(registry.spelled_like(word)) == set(alike)


@pytest.mark.parametrize(
    ("text", "power"),
    [
        ("s^0.0001", "refused"), ("s^0.00", None), ("s^0.01", Fraction(1, 100)),
        ("s^0.3333", Fraction(1, 3)),
        ("s^.5", Fraction(1, 2)), ("s^0.5000", Fraction(1, 2)), ("s^0.50000", "refused"),
        ("s^1000", 1000), ("s^1000.1", "refused"), ("s^999.99", Fraction(99999, 100)),
        ("s^(1000/3)", Fraction(1000, 3)), ("s^(1/1001)", "refused"), ("s^(2/4)", Fraction(1, 2)),
        ("s^(-3/2)", Fraction(-3, 2)), ("s^-2", -2), ("s^(4/2)", 2), ("s^1/2", "refused"),
        ("s^1.2.3", "refused"), ("s^1e3", "refused"), ("s^1,000", "refused"), ("s⁰⁰⁰⁹", 9),
        ("s⁰⁰⁰⁰⁹", "refused"),
    ],
)  # fmt: skip
def test_an_exponent_is_a_short_number_or_a_fraction_in_brackets(text: str, power: object) -> None:
    """Six characters at most, a denominator up to a hundred, up to a thousand in size; what is
    nearer to nothing than to that is refused.
    """
    if power == "refused":
        with pytest.raises(TextError):
            parse_unit(text)
        return
    assert dict(parse_unit(text).dimension.exponents).get("time") == power


def test_long_numbers_are_shortened_in_what_is_said_of_them() -> None:
    """To 40 characters and a count of them all."""
    written = "1" * 30 + "," + "2" * 30
    shown = [shorten(text, 40) for text in (written, *comma_readings(written))]
    problem, fix = comma_fault(written)
    assert problem == f"“{shown[0]}” can be read as {shown[1]} or as {shown[2]}"
    assert fix == f"Write {shown[1]} or {shown[2]}."
