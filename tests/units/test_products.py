"""Products and quotients of quantities as text."""

from __future__ import annotations

import pytest

from derive.errors import TextError
from derive.units.conversion import converted
from derive.units.products import parse_product
from derive.units.text import parse_quantity


@pytest.mark.parametrize(
    ("text", "unit", "number"),
    [
        ("2 TB / (10 Gbit/s)", "minute", 1600 / 60),
        ("100 Gbit/s * 80 ms", "GB", 1.0),
        ("64 * 1.743 USD/hour × 3 year", "USD", 64 * 1.743 * 3 * 8766),
        ("300e3 USD / (8 GPU * 4 year)", "USD/hour/GPU", 300e3 / 8 / 4 / 8766),
        ("50 kWh/(700 W)", "hour", 50 / 0.7),
        ("10 kW / 2", "W", 5000.0),
        ("6 GB * 2 / 3", "GB", 4.0),
        ("40 % * 5 GB", "GB", 2.0),
        ("1 / (40 %)", "1", 2.5),
        ("-3 * 2 GB", "GB", -6.0),
        ("3.35 TB/s/GPU", "GB/s/GPU", 3350.0),
        ("2**30 byte * 2", "GB", 2.0**31 / 1e9),
    ],
)
def test_quantities_are_multiplied_and_divided(text: str, unit: str, number: float) -> None:
    """Factors from left to right, brackets first."""
    assert converted(text, unit)[1] == pytest.approx(number, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2 TB / 10 Gbit/s", r"the unit may divide or not\. Write / \(10 Gbit/s\)"),
        ("1/3 GB", r"Write / \(3 GB\)"),
        ("5 / 0", "divided by zero"),
        ("2 * (3 GB", "a quantity starts with a number"),
        ("2 GB * x", "there is no unit “x”"),
        ("2 GB + 3 GB", "cannot read"),
    ],
)
def test_what_may_be_read_in_two_ways_is_refused(text: str, told: str) -> None:
    """A third of a gigabyte, or one over three gigabytes; sums are not computed."""
    with pytest.raises(TextError, match=told):
        converted(text, "GB")


def test_the_tolerance_of_a_product_is_that_of_its_factors_together() -> None:
    product, *factors = parse_product("3.0 * 80 ms"), parse_quantity("3.0"), parse_quantity("80 ms")
    assert product.digits == pytest.approx(sum(factor.digits for factor in factors))
    assert all(0 < factor.digits < 0.1 for factor in factors)
