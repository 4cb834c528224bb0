"""Dimensions form a group under multiplication, with rational powers, and print as people write
units.
"""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.units.dimension import BASE_UNITS, CURRENCIES, PURE, Dimension, format_powers
from derive.units.text import parse_unit

powers = st.one_of(st.integers(-6, 6), st.fractions(-3, 3, max_denominator=6))
dimensions = st.dictionaries(
    st.sampled_from([*sorted(BASE_UNITS), "page", "image"]), powers, max_size=4
).map(Dimension)
whole = st.dictionaries(st.sampled_from(sorted(BASE_UNITS)), st.integers(-6, 6), max_size=4).map(
    Dimension
)
steady = settings(derandomize=True, deadline=None, max_examples=200)


@steady
@given(dimensions, dimensions, dimensions)
@pytest.mark.slow
def test_multiplication_is_associative_and_commutative(
    a: Dimension, b: Dimension, c: Dimension
) -> None:
    """The order of factors never matters."""
    assert (a * b) * c == a * (b * c)
    assert a * b == b * a
    assert hash(a * b) == hash(b * a)


@steady
@given(dimensions, dimensions)
@pytest.mark.slow
def test_division_undoes_multiplication(a: Dimension, b: Dimension) -> None:
    """a·b/b is a, and a/a is a pure number."""
    assert a * b / b == a
    assert a / a == PURE == a**0


@steady
@given(dimensions, dimensions, powers, powers)
@pytest.mark.slow
def test_powers_distribute(a: Dimension, b: Dimension, p: Fraction, q: Fraction) -> None:
    """(a·b)^p = a^p·b^p and a^p·a^q = a^(p+q)."""
    assert (a * b) ** p == a**p * b**p
    assert a**p * a**q == a ** (p + q)


@steady
@given(whole)
@pytest.mark.slow
def test_what_a_dimension_prints_reads_back_as_itself(a: Dimension) -> None:
    """The printed form is a unit of that dimension and of size one."""
    unit = parse_unit(str(a))
    assert (unit.dimension, unit.factor) == (a, 1.0)


@steady
@given(dimensions)
@pytest.mark.slow
def test_only_a_pure_number_is_falsy(a: Dimension) -> None:
    """`if dimension` asks whether there is any."""
    assert bool(a) == (a != PURE) == (a.size > 0)


@pytest.mark.parametrize(
    ("exponents", "text"),
    [
        ({}, "1"),
        ({"information": 1, "token": -1}, "byte/token"),
        ({"computation": 1, "parameter": -1, "token": -2}, "FLOP/(param·token²)"),
        ({"time": -1}, "1/s"),
        ({"time": Fraction(1, 2)}, "s^(1/2)"),
        ({"time": 1, "device": 1}, "GPU·s"),
    ],
)
def test_it_prints_as_people_write_units(exponents: dict[str, Fraction], text: str) -> None:
    """Numerator over denominator, superscripts for whole powers, 1 for a pure number."""
    assert str(Dimension(exponents)) == text


def test_every_base_dimension_prints_its_unit_in_one_order() -> None:
    """Money, work and data come before what they are per, the SI bases after it, time last;
    dimensions of one's own go by name.
    """
    every = Dimension(dict.fromkeys(["page", "image", *sorted(BASE_UNITS)], 1))
    rest = "FLOP·byte·param·token·sequence·GPU·kg·m·A·K·mol·cd·kgCO2e·s·image·page"
    assert str(every) == "·".join([*CURRENCIES.values(), rest])


def test_a_dimension_is_equal_to_no_other_thing() -> None:
    """A pure number is not the number one, and asking does not fail."""
    assert PURE != 1
    assert Dimension({"time": 1}) != "s"


def test_what_has_no_power_is_not_printed() -> None:
    """A factor to the power zero stands neither above nor below the bar."""
    assert format_powers([("s", 0), ("GPU", -1)]) == "1/GPU"


@given(
    st.dictionaries(st.sampled_from(["time", "length", "token", "own"]), st.integers(-2, 2)),
    st.dictionaries(st.sampled_from(["time", "mass", "token", "else"]), st.integers(-2, 2)),
    st.sampled_from([0, 1, -1, 3, Fraction(1, 2), Fraction(-3, 2)]),
)
def test_products_and_powers_are_those_of_their_exponents(
    one: dict[str, int], other: dict[str, int], power: int | Fraction
) -> None:
    left, right = Dimension(one), Dimension(other)
    total = {name: one.get(name, 0) + other.get(name, 0) for name in {**one, **other}}
    assert left * right is Dimension(total)
    assert left**power is Dimension({name: each * power for name, each in one.items()})
    assert left / right * right is left


@pytest.mark.parametrize(
    ("power", "kept"), [(17.0, "17"), (8.5, "Fraction(17, 2)"), (Fraction(38, 2), "19")]
)
def test_a_power_is_kept_as_a_whole_number_or_a_fraction(power: float, kept: str) -> None:
    assert repr(Dimension({"time": power}).exponents) == f"(('time', {kept}),)"
