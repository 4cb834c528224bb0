"""Numbers are shown with four digits and the prefix that reads best."""

import math

import pytest

from derive.units.display import format_number, format_value, readable_unit
from derive.units.text import parse_quantity, parse_unit


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (-0.0, "0"),
        (1, "1"),
        (-1, "-1"),
        (10, "10"),
        (100, "100"),
        (1000, "1,000"),
        (1666.666, "1,667"),
        (12346.4, "12,350"),
        (99994.4, "99,990"),
        (99996.4, "100,000"),
        (999949.4, "999,900"),
        (999950.4, "1e6"),
        (1e6, "1e6"),
        (1.5e7, "15e6"),
        (123.46e6, "123.5e6"),
        (999.96e6, "1e9"),
        (1e9, "1e9"),
        (-671e9, "-671e9"),
        (3.2857e24, "3.286e24"),
        (0.5, "0.5"),
        (128256, "128,256"),
        (-999999, "-999,999"),
        (14.4, "14.4"),
        (14.456, "14.46"),
        (0.014456, "0.01446"),
        (0.001, "0.001"),
        (0.00099996, "0.001"),
        (0.00099994, "9.999e-4"),
        (1e-5, "1e-5"),
        (-1.5e-12, "-1.5e-12"),
        (math.nan, "undefined"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
    ],
)
def test_a_number_has_four_significant_digits(value: float, shown: str) -> None:
    """Commas up to a million, whole ones in full; from there exponents in threes; below a
    thousandth any exponent; what is no number in words.
    """
    assert format_number(value) == shown


@pytest.mark.parametrize(
    ("digits", "shown"), [(1, "1e6"), (2, "1.2e6"), (3, "1.23e6"), (4, "1.235e6"), (6, "1.23457e6")]
)
def test_more_or_fewer_digits_are_shown_on_demand(digits: int, shown: str) -> None:
    """As many as are asked for."""
    assert format_number(1234567, digits) == shown
    assert (
        format_value(1.234567e6, parse_unit("FLOP/s"), digits)
        == f"{shown.removesuffix('e6')} MFLOP/s"
    )


def test_digits_beyond_those_of_a_decimal_are_not_shown() -> None:
    """The float next to 0.1 is 0.1000000000000000055."""
    assert format_number(0.1, 15) == "0.1" and format_number(1 / 3, 15) == "0.333333333333333"


BYTES = ["byte", "kB", "MB", "GB", "TB", "PB", "EB"]
FLOPS = ["FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP"]
STEPS = [
    (names, 1000.0**rank, name)
    for names in (BYTES, FLOPS, ["W", "kW", "MW"])
    for rank, name in enumerate(names)
]
TIMES = [(["s"], 1000.0**-rank, name) for rank, name in enumerate(["s", "ms", "µs", "ns"])]


@pytest.mark.parametrize(
    ("names", "size", "name"),
    [*STEPS, *TIMES],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_every_prefix_is_taken_from_its_size_on(names: list[str], size: float, name: str) -> None:
    """At one of it, and up to just below the next, which is 999.9 of it."""
    unit = parse_unit(names[0])
    assert format_value(size, unit) == f"1 {name}"
    assert format_value(-size, unit) == f"-1 {name}"
    assert format_value(999.9 * size, unit) == (f"999.9 {name}" if name != "s" else "999.9 s")
    assert format_value(size, parse_unit(f"{names[0]}/token")) == f"1 {name}/token"


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (0.25, "byte", "0.25 byte"),
        (1e-12, "s", "0.001 ns"),
        (3599, "s", "3,599 s"),
        (5400, "s", "1.5 hour"),
        (86400, "s", "1 day"),
        (1e9, "s", "31.69 year"),
        (1e12, "s", "1e12 s"),
        (1e20, "byte", "100 EB"),
        (999e18, "byte", "999 EB"),
        (1e21, "byte", "1e21 byte"),
        (999e6, "W", "999 MW"),
        (1e9, "W", "1e9 W"),
        (2.5e-5, "s/token", "25 µs/token"),
        (1e-3, "USD/token", "0.001 USD/token"),
        (9.99e-4, "USD/token", "999 USD/Mtoken"),
        (-5e-6, "USD/token", "-5 USD/Mtoken"),
        (0, "USD/token", "0 USD/token"),
        (5e-6, "USD/token/s", "5 USD/Mtoken/s"),
        (5e-6, "USD", "5e-6 USD"),
        (5e-6, "USD/sequence", "5e-6 USD/sequence"),
        (5e-6, "token", "5e-6 token"),
        (0, "byte", "0 byte"),
        (0, "s", "0 s"),
        (123_456e3, "byte", "123.5 MB"),
        (2e9 / 3600, "FLOP/hour", "2 GFLOP/hour"),
        (2e21 / 3600, "byte/hour", "2e21 byte/hour"),
        (2 / 3600, "USD/token/hour", "2 USD/token/hour"),
        (5e-6 / 3600, "USD/token/hour", "5 USD/Mtoken/hour"),
        (math.nan, "byte", "undefined byte"),
        (math.nan, "s", "undefined s"),
        (-math.inf, "byte/s", "−∞ byte/s"),
        (1.5e9, "GB", "1.5 GB"),
    ],
)
def test_what_has_no_better_prefix_keeps_its_unit(value: float, unit: str, shown: str) -> None:
    """Beyond the largest prefix, at nothing and at infinity, and where the unit has no prefixes; a
    small price goes by the million tokens.
    """
    assert format_value(value, parse_unit(unit)) == shown


@pytest.mark.parametrize(("value", "digits"), [(3, 4), (0.5, 2)])
def test_a_pure_number_is_shown_without_a_unit(value: float, digits: int) -> None:
    """There is no “3 1”."""
    assert format_value(value, parse_unit("1"), digits) == f"{value:g}"


def test_the_readable_unit_has_the_same_dimension() -> None:
    """Only the prefix is another."""
    assert readable_unit(2e9, parse_unit("byte/token")) == parse_unit("GB/token")
    assert readable_unit(5e-6, parse_unit("USD/token")) == parse_unit("USD/Mtoken")


@pytest.mark.parametrize(
    ("unit", "shown"), [("1/token", "2/token"), ("1/(token·GPU)", "2/(token·GPU)"), ("1", "2")]
)
def test_a_unit_without_a_numerator_stands_at_its_number(unit: str, shown: str) -> None:
    """And both ways of writing it are read back."""
    assert format_value(2 * parse_unit(unit).factor, parse_unit(unit)) == shown
    assert parse_quantity(shown).unit in (None, parse_unit(unit))
    assert parse_quantity("2 per token per GPU").unit == parse_unit("1/token per GPU")
