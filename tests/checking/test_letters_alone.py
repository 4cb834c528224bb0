"""Equations of letters alone, which may be about anything, and sums of an author's own units."""

from __future__ import annotations

import pytest

from tests.checking.judged_text import findings


@pytest.mark.parametrize(
    "text",
    [
        r"$$\omega=\sqrt{\frac{1}{LC}}\,(30.22)$$",
        "$T_K=T_C+273.15$",
        r"The temperature in kelvin is $T_K=T_C+273.15\,(17.1)$.",
    ],
)
def test_letters_that_hold_with_any_unit_of_a_figure_are_not_judged(text: str) -> None:
    """As they are the library's by a guess alone."""
    (found,) = findings(text)
    assert (found.verdict, found.level) == ("not judged", "none")
    assert not any("^(" in unit for unit in found.forced.values())


def test_letters_that_the_text_defines_are_judged() -> None:
    text = "$$w = \\sqrt{{{}}}$$\n\nHere $L$ is in henry, $C$ in farad and $w$ in 1/s."
    assert findings(text.format("1/(L C)"))[0].verdict == "consistent"
    assert findings(text.format("L/C"))[0].verdict == "inconsistent"


_LINK = (
    "The latency $a$ is in seconds, the bandwidth $b$ in bytes per second, $S$ the size in bytes,"
    " $n$ the number of parameters and $k$ is in tokens.\n\n"
)


@pytest.mark.parametrize(
    ("equation", "verdict", "said"),
    [
        ("X_s = S + k", "inconsistent", "whatever the unit of X_s, S has byte and k has token"),
        ("T_a = 2 a + 2/b", "conditional", "if 2 is byte"),
        ("X_r = S + 2 n", "conditional", "2 is byte/param"),
    ],
)
def test_a_sum_of_an_authors_own_units_is_judged_whatever_it_is_equal_to(
    equation: str, verdict: str, said: str
) -> None:
    found = findings(f"{_LINK}$${equation}$$")[-1]
    assert (found.verdict, found.level) == (verdict, "warning")
    assert said in found.brief


@pytest.mark.parametrize("equation", ["X_s = S + q", "X_n = n + k", "X_q = a + S/b"])
def test_a_sum_with_another_name_or_of_counts_accuses_nobody(equation: str) -> None:
    assert findings(f"{_LINK}$${equation}$$")[-1].level in ("none", "note")
