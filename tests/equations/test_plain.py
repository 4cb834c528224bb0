"""Expressions as one line of text: the order of their parts, signs, fractions and brackets."""

from __future__ import annotations

import math

import pytest
import sympy

from derive.equations import Eq, Max, Min, OpaqueFunction, Vocabulary
from derive.equations.constraint import AtLeast, AtMost
from derive.equations.layout import layout
from derive.equations.notation import children, rank, variables
from derive.equations.plain import plain

v = Vocabulary("a test")
a, b, c = (v(name) for name in "abc")
share = OpaqueFunction("share", "1", "1", "a share")
half, third = sympy.Rational(1, 2), sympy.Rational(1, 3)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (c * b * a, "a*b*c"), (3 * a, "3*a"), (a / 3, "a/3"), (2 * a / 3, "2*a/3"),
        (sympy.Mul(2, 1 / a, evaluate=False), "2/a"), (1 / a, "1/a"), (1 / (a * b), "1/(a*b)"),
        (-a, "-a"), (-2 * a / 3, "-2*a/3"), (sympy.Float(0.25) * a, "0.25*a"),
        (sympy.Float(1) * a, "a"), (sympy.Float(-1) * a / b, "-a/b"),
        (sympy.Float(-0.25) * a, "-0.25*a"), (sympy.sqrt(2) * a, "a*sqrt(2)"),
        (a + b, "a + b"), (b + a, "a + b"), (a - b, "a - b"), (b - a, "b - a"),
        (-a - b, "-a - b"), (a - 1, "a - 1"), (1 - a, "1 - a"), (1 + a, "1 + a"),
        (a - 2 * b, "a - 2*b"), (a * (b + c), "a*(b + c)"), ((a + b) / (b + c), "(a + b)/(b + c)"),
        (a / (b / c + 1), "a/(1 + b/c)"), (a**2, "a^2"), (a**-2, "1/a^2"), (a**b, "a^b"),
        (a**-b, "1/a^b"), (sympy.sqrt(a), "sqrt(a)"), (1 / sympy.sqrt(a), "1/sqrt(a)"),
        (a**third, "a^(1/3)"), ((a + b) ** 2, "(a + b)^2"), (a ** (b + 1), "a^(1 + b)"),
        (a**b / c, "a^b/c"), (sympy.pi * a, "pi*a"), (sympy.E * a, "e*a"), (half, "1/2"),
        (-half, "-1/2"), (sympy.Integer(-3), "-3"), (sympy.Float(2.5), "2.5"),
        (Max(b, a), "max(a, b)"), (Min(b, 1, a), "min(1, a, b)"), (sympy.Abs(a - b), "abs(a - b)"),
        (sympy.log(a), "log(a)"), (sympy.exp(a), "exp(a)"), (sympy.ceiling(a / b), "ceil(a/b)"),
        (sympy.floor(a), "floor(a)"), (sympy.sin(a), "sin(a)"), (share(a + b), "share(a + b)"),
        (sympy.Piecewise((a, b > c), (c, b < 1), (0, True)), "a if b > c; c if b < 1; 0 otherwise"),
        (Eq(a, b + c), "a = b + c"), (AtMost(a, b), "a ≤ b"), (AtLeast(a, b), "a ≥ b"),
    ],
    ids=str,
)  # fmt: skip
def test_an_expression_is_one_line_in_nomenclature_order(expression: object, text: str) -> None:
    """Numbers first, then variables as they are declared, then sums, in brackets where need be."""
    assert plain(expression) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1000000, "1e6"), (100000, "100000"), (460000000000000, "4.6e14"), (1234000000, "1.234e9"),
        (1234500000, "1234500000"), (12345, "12345"),
    ],
)  # fmt: skip
def test_a_large_round_number_is_a_power_of_ten(number: int, text: str) -> None:
    """From six zeros on."""
    assert plain(sympy.Integer(number) * a) == f"{text}*a"


@pytest.mark.parametrize("power", [1, 2, 3, 5, -1, -2, -5])
def test_a_figure_that_is_a_power_of_pi_is_written_as_such(power: int) -> None:
    """Documents compute with π to as many digits as a float has; a figure near to one stays."""
    figure = sympy.Rational(math.pi) ** power
    assert plain(3 * figure / 2 * a) == plain(3 * sympy.pi**power / 2 * a)
    assert "pi" not in plain(figure * (1 + sympy.Rational(1, 10**9)) * a)


def test_parts_and_variables_are_in_reading_order() -> None:
    """Top to bottom, left to right, each variable once; conditions are parts, too."""
    tree = layout(Eq(c, sympy.Piecewise((Max(a, c) / b, a > 1), (share(b) ** 2, True))))
    assert variables(tree) == [c, a, b]
    assert len(children(children(tree)[1])) == 3
    assert children(layout(a)) == children(layout(sympy.Integer(3))) == ()


def test_numbers_come_before_variables_and_these_before_sums_and_calls() -> None:
    """A product or fraction is as early as its first variable."""
    parts = [sympy.Integer(2), a, b**2, b / c, c, a + c, sympy.log(b)]
    ranks = [rank(layout(part)) for part in parts]
    assert ranks == sorted(ranks)
