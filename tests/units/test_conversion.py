"""Conversion of a quantity to another unit."""

from __future__ import annotations

import pytest

import derive
from derive.errors import DeriveError, GivenError


@pytest.mark.parametrize(
    ("quantity", "unit", "number"),
    [
        ("1 kWh", "eV", 3.6e6 / 1.602176634e-19),
        ("100 Gbit/s", "GB/s", 12.5),
        ("80 GiB", "GB", 80 * 1.024**3),
        ("8760 hour", "year", 8760 / 8766),
        ("20 degC", "degF", 68),
        ("68 °F", "°C", 20),
        ("0 degC", "K", 273.15),
        ("9 delta_degF", "delta_degC", 5),
        ("0.35", "%", 35),
        ("2 USD/hour/GPU", "USD/month/GPU", 2 * 730.5),
    ],
)
def test_a_quantity_is_converted(quantity: str, unit: str, number: float) -> None:
    """Temperatures count from the zero of their scale."""
    assert derive.convert(quantity, unit).magnitude == pytest.approx(number, rel=1e-12)


def test_what_is_converted_goes_on_as_a_quantity_of_pint() -> None:
    """Also a temperature, whose unit is the scale and not its difference."""
    assert derive.convert("20 degC", "degF").to("kelvin").magnitude == pytest.approx(293.15)
    assert derive.convert("1 Gbit/s", "GB/s").to("MB/s").magnitude == pytest.approx(125)


@pytest.mark.parametrize(
    ("quantity", "unit", "told"),
    [
        ("1 kWh", "GB", r"1 kWh: it has the dimension kg·m²/s², and GB has the dimension byte"),
        ("3", "eV", r"the dimension of a pure number, and eV has the dimension kg·m²/s²"),
        ("1500 rpm", "rad/s", r"a turn is 2\*pi rad\. Write 157\.1 rad/s"),
        ("1 EUR", "USD", r"no rate from EUR to USD is stated\. State it as a unit"),
    ],
)
def test_a_unit_that_does_not_measure_it_is_told(quantity: str, unit: str, told: str) -> None:
    """A rate is what the user states."""
    with pytest.raises(GivenError, match=told):
        derive.convert(quantity, unit)


@pytest.mark.parametrize("unit", ["", "eVv", "__import__('os')", "kWh; eV"])
def test_a_unit_that_cannot_be_read_is_an_error_of_derive(unit: str) -> None:
    """No text reaches pint's own parser."""
    with pytest.raises(DeriveError):
        derive.convert("1 kWh", unit)
