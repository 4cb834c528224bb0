"""Currencies are dimensions of their own, exchanged only at rates that the user states."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import derive
from derive.errors import DataError, GivenError
from derive.units.dimension import CURRENCIES
from derive.units.exchange import currency_pair, exchanged
from derive.units.rates import RateConflict, Rates
from derive.units.registry import definitions, resolve
from derive.units.text import parse_quantity, parse_unit

RUN = {"gpus": "8 GPU", "throughput": "1e6 token/s"}


@pytest.fixture(autouse=True)
def rates() -> Iterator[None]:
    """No rate is stated before a test or stays after it."""
    kept, definitions().rates = definitions().rates, Rates()
    yield
    definitions().rates = kept


def test_every_currency_is_a_unit_of_its_own_dimension() -> None:
    """The units of the data file are those that the code counts as currencies."""
    assert [str(parse_unit(code).dimension) for code in CURRENCIES.values()] == [
        *CURRENCIES.values()
    ]
    named = [name for name in definitions().size_of if resolve(name) is not None]
    dimensions = {part for name in named for part, _ in resolve(name).dimension.exponents}
    assert {each for each in dimensions if each.startswith("currency")} == CURRENCIES.keys()


def test_without_a_rate_the_missing_rate_is_named() -> None:
    """And the line that states it; nothing is converted in silence."""
    with pytest.raises(GivenError, match=r"no rate from EUR to USD.*--units \"EUR = RATE USD\""):
        derive.solve("cost_per_token", {**RUN, "gpu_price": "2 EUR/hour/GPU"})


def test_a_stated_rate_converts_and_is_told() -> None:
    """The value is in dollars, and its note has the rate."""
    derive.add_units("EUR = 1.08 USD")
    answer = derive.solve("cost_per_token", {**RUN, "gpu_price": "2 EUR/hour/GPU"})
    price = next(known for known in answer.known if known.var.name == "gpu_price")
    assert (price.text, price.written) == ("2.16 USD/hour/GPU", "2 EUR/hour/GPU")
    assert price.note == "at 1 EUR = 1.08 USD"
    assert answer.number == pytest.approx(8 * 2.16 / 3600 / 1e6)


def test_rates_are_followed_by_way_of_other_currencies_and_back() -> None:
    """Pounds in euros and euros in dollars give pounds in dollars; per unit they divide."""
    derive.add_units("EUR = 1.08 * USD\n1 GBP = 1.17 EUR")
    derive.add_units("EUR = 1.08 USD")  # the same again
    dollars = exchanged(parse_unit("token/GBP"), parse_unit("token/USD").dimension)
    assert dollars is not None and dollars.factor == pytest.approx(1 / (1.08 * 1.17))


def test_another_rate_is_refused_and_nothing_of_its_file_is_added() -> None:
    """All lines of a text or none."""
    with pytest.raises(DataError, match=r"states another rate than 1\.08 before"):
        derive.add_units("EUR = 1.08 USD\nEUR = 1.1 USD")
    assert definitions().rates.stated == {}


def test_what_differs_in_more_than_its_currency_is_not_exchanged() -> None:
    """A price per token is none per second."""
    pair = [parse_unit(text).dimension for text in ("EUR/token", "USD/s")]
    assert currency_pair(*pair) is None
    assert currency_pair(parse_unit("EUR/USD").dimension, parse_unit("1").dimension) is not None


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.lists(st.floats(1e-3, 1e3), min_size=3, max_size=3))
def test_a_circle_of_rates_that_closes_is_taken_and_one_that_does_not_is_refused(
    rates: list[float],
) -> None:
    """Every way between two currencies gives the same rate."""
    stated = Rates()
    first, second, third = rates
    stated.state("a", "b", first)
    stated.state("b", "c", second)
    assert math.isclose(stated.between("c", "a") or 0, 1 / (first * second))
    stated.state("a", "c", first * second)
    if not math.isclose(third, first * second, rel_tol=1e-9):
        with pytest.raises(RateConflict):
            stated.state("a", "c", third)
    assert stated.between("a", "d") is None


@pytest.mark.parametrize(
    ("text", "kelvin"),
    [
        ("20 degC", 293.15),
        ("20 °C", 293.15),
        ("-40 degF", 233.15),
        ("3 delta_degC", 3.0),
        ("9 delta_degF", 5.0),
    ],
)
def test_a_temperature_is_a_point_and_its_difference_says_so(text: str, kelvin: float) -> None:
    """As pint has it."""
    assert parse_quantity(text).value == pytest.approx(kelvin)


@pytest.mark.parametrize("unit", ["J/(kg*degC)", "W/m^2/°C", "degC/s"])
def test_within_a_unit_a_degree_is_a_difference(unit: str) -> None:
    """One degree Celsius there is one kelvin."""
    same = unit.replace("degC", "K").replace("°C", "K")
    assert parse_unit(unit).factor == parse_unit(same).factor
    assert parse_unit(unit).dimension == parse_unit(same).dimension


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("20 ± 1 degC", 291.505, 294.795), ("20 to 25 degC", 293.15, 298.15)],
)
def test_a_range_of_temperatures_has_its_ends_on_the_scale(
    text: str, low: float, high: float
) -> None:
    """The width of a centred value is a difference."""
    heat, warmth = derive.Var("heat", "K"), derive.Var("warmth", "K")
    system = derive.System([derive.Relation("same", derive.Eq(heat, 1 * warmth), "")])
    answer = system.solve(heat, {warmth: text})
    found = answer.interval or (answer.spread.low, answer.spread.high)
    assert found == pytest.approx((low, high), abs=1e-2)


def test_a_temperature_of_pint_is_read_on_its_scale() -> None:
    """And an answer in kelvin is shown in degrees by pint."""
    heat, warmth = derive.Var("heat", "K"), derive.Var("warmth", "K")
    system = derive.System([derive.Relation("same", derive.Eq(heat, 1 * warmth), "")])
    quantity = parse_unit("K").quantity(293.15).to("degC")
    answer = system.solve(heat, {warmth: quantity})
    assert answer.value.to("degC").magnitude == pytest.approx(20)


def test_units_are_read_whenever_they_are_added_before_their_use() -> None:
    """The message of an unknown one says how it is added."""
    with pytest.raises(derive.DeriveError, match=r"added before it is used, by derive\.add_units"):
        derive.Var("course", "zqfathom")
    derive.add_units("zqfathom = 1.8288 * meter")
    assert derive.Var("course", "zqfathom").unit.factor == 1.8288
    with pytest.raises(DataError, match=r"is 1\.8288 m in units\. Name it otherwise"):
        derive.add_units("zqfathom = 2 * meter")
