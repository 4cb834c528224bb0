"""Sides that are multiples of one product of names: their figures are compared, whatever the names
mean.
"""

import pytest

from tests.checking.judged_text import findings

ACCUSED = "inconsistent", "figures"


@pytest.mark.parametrize(
    "text",
    [
        "4D² + 8D² = 24D²",
        "Let $d$ be the model width. $4d^2 + 8d^2 = 24d^2$",
        "2 × Ψ × 4 = 16Ψ bytes",
        r"$2 \times \Psi \times 4 = 16\Psi \text{ bytes}$",
        r"$$\frac{2n}{24n} = \frac{1}{6}$$",
        "11BSH + 5BSH = 22BSH",
        "$8 d_{model}^2 + 4 d_{model}^2 = 13 d_{model}^2$",
        "$4d^2 + 8d^2 = 12d^2 = 14 d^2$",
        "$M = 2N + 2N + 8N = 16N$ bytes",
        "$4d^2(1+1) = 16d^2$",
    ],
)
def test_different_multiples_of_one_product_are_wrong_figures(text: str) -> None:
    """They could agree only at zero."""
    found = findings(text)[-1]
    assert (found.verdict, found.rule) == ACCUSED


@pytest.mark.parametrize(
    "text",
    [
        "4D² + 8D² = 12D²",
        "2 × Ψ × 4 = 8Ψ bytes",
        "16Ψ = 8Ψ × bytes",
        r"$$\frac{2n}{12n} = \frac{1}{6}$$",
        "$x^2 = 2x$",
        "$A + A = A$",
        "$x = 2x - 3x$",
        "$(a+b)^2 = a^2+b^2$",
        "$f(2x) = 4f(x)$",
        "2n/24n = 1/6",
        r"$6ND \approx 5.9 ND$",
        r"$\frac{7}{3} d \approx 2.33 d$",
        r"$4x \equiv 2x$",
        r"$2n + 2n \le 5n$",
        "$x + x - 2x = 0$",
        "2 × N bytes = 2N/1e9 GB",
    ],
)
def test_equal_multiples_and_equations_in_unknowns_are_no_wrong_figures(text: str) -> None:
    """Nor are functions, what may be read in two ways, and other signs."""
    assert all((found.verdict, found.rule) != ACCUSED for found in findings(text))


def test_the_product_of_names_is_told() -> None:
    """With the figures that stand before it."""
    (found,) = findings("$4 B S H^2 + 8 B S H^2 = 13 B S H^2$")
    assert "come to 12, not 13" in found.message
    assert found.message.endswith("Both sides are multiples of B·S·H².")
