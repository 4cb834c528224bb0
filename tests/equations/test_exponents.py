"""Powers of units whose exponents hold variables."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.equations import Var
from derive.equations.exponents import raised_to
from derive.units.dimension import Dimension

n, m = Var("n"), Var("m")
LENGTH = Dimension({"length": 1})
steady = settings(derandomize=True, deadline=None, max_examples=60)
exponents = st.recursive(
    st.sampled_from([n, m, n / 2, n - 1]) | st.integers(-3, 3).map(lambda k: k + 0 * n),
    lambda inner: (
        st.tuples(inner, inner).map(lambda two: two[0] + two[1])
        | st.tuples(inner, inner).map(lambda two: two[0] * two[1])
    ),
    max_leaves=5,
)


@steady
@given(exponents, exponents)
def test_exponents_add_where_powers_multiply(first: object, second: object) -> None:
    """And a power of a power has their product; a difference undoes a sum."""
    one, other = raised_to(LENGTH, first), raised_to(LENGTH, second)
    assert one is not None and other is not None
    assert raised_to(LENGTH, first + second) == one * other
    assert raised_to(LENGTH, first - second) == one / other
    assert raised_to(LENGTH, first * second) == raised_to(LENGTH, (first * second).expand())


@pytest.mark.parametrize(
    ("exponent", "text"),
    [
        (n, "m^n"), (2 * n, "m^(2*n)"), (n - 1, "m^n/m"), (n * m, "m^(m*n)"),
        (n**2, "m^(n^2)"), ((n + 1) ** 2, "m·m^(2*n)·m^(n^2)"), (n / m, "m^(m^-1*n)"),
        (1 / (n + 1), "m^((n + 1)^-1)"), ((n - n + 2), "m²"),
        (m * 2**n, "m^((2**n)*m)"), (sympy.Pow(n + 1, 0, evaluate=False), "m"),
    ],
    ids=str,
)  # fmt: skip
def test_a_variable_power_prints_its_exponent(exponent: object, text: str) -> None:
    """A sum of exponents as a product of powers."""
    assert str(raised_to(LENGTH, exponent)) == text


@pytest.mark.parametrize("power", [n, 2 * n, n * m, n / m, 1 / n], ids=str)
def test_a_power_is_undone_by_the_root_of_it(power: object) -> None:
    """(m^(1/n))^n is m, and of a product each factor has its own power."""
    mass = Dimension({"mass": 2})
    raised = raised_to(LENGTH * mass, power)
    assert raised is not None and raised != LENGTH * mass
    assert raised_to(raised, 1 / power) == LENGTH * mass
    again = raised_to(raised, power)
    assert again == raised_to(LENGTH * mass, power**2)


def test_a_sum_of_which_one_product_is_left_is_raised_as_that_product() -> None:
    """n (m + 1) - n is n m: its reciprocal, too, is that of n m, and zero times n has none."""
    product = n * (m + 1) - n
    assert raised_to(LENGTH, product**-1) == raised_to(LENGTH, 1 / (n * m))
    assert raised_to(LENGTH, product**-2) == raised_to(LENGTH, 1 / (n * m) ** 2)


def test_an_exponent_of_too_many_terms_is_none() -> None:
    """Thirty-two terms are compared, thirty-three are not, in sums, products and powers."""
    names = [Var(f"x{k}") for k in range(33)]
    assert raised_to(LENGTH, sum(names[:32])) is not None
    assert raised_to(LENGTH, sum(names)) is None
    assert raised_to(LENGTH, 2 + n * sum(names)) is None
    assert raised_to(LENGTH, (n + m) ** 31) is not None
    assert raised_to(LENGTH, (n + m) ** 32) is None
    assert raised_to(LENGTH, n**33) is None
