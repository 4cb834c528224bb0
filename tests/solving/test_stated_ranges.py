"""Stated ranges and distributions beside the range of their variable."""

from __future__ import annotations

import math
from statistics import NormalDist

import pytest

from derive.equations import Var, Vocabulary
from derive.errors import GivenError
from derive.results.known import Known
from derive.results.uncertain import Uncertain
from derive.solving.givens import read_givens
from derive.solving.uncertain_text import MOST_OUTSIDE, share_outside
from derive.units.display import format_number

part = Var("part", within="[0, 1]")
less = Var("less", within="[0, 1)")
above = Var("above", within="(0, 1]")
real = Var("real", within="(-oo, oo)")
Z90 = NormalDist().inv_cdf(0.95)


def given(var: Var, text: str) -> Known:
    return read_givens({var: text}, Vocabulary.of([var], "the test"), True)[0][var]


def read(var: Var, text: str) -> Uncertain:
    found = given(var, text).uncertain
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("var", "text"),
    [
        (part, "0 to 1"), (part, "uniform 0 to 1"), (part, "0.5 +- 0.1"),
        (part, "lognormal 0.1 to 0.2"), (less, "0 to 0.5"), (above, "0.5 to 1"),
        (real, "-5 to -3"), (real, "-1 +- 20"),
        (real, "uniform -1 to 1"), (real, "lognormal 1 to 3"),
    ],
)  # fmt: skip
def test_a_range_reaches_as_far_as_its_variable(var: Var, text: str) -> None:
    assert share_outside(var, read(var, text)) <= MOST_OUTSIDE


@pytest.mark.parametrize(
    ("var", "text", "end", "where"),
    [
        (part, "0.2 to 1.2", "1.2", "(from 0 to 1)"),
        (part, "-0.1 to 1.2", "-0.1", "(from 0 to 1)"),
        (part, "uniform 0.5 to 1.1", "1.1", "(from 0 to 1)"), (less, "0.5 to 1", "1", ""),
        (above, "0 to 1", "0", ""), (real, "lognormal -2 to 3", "-2", "of a lognormal (above 0)"),
        (real, "lognormal 0 to 3", "0", "of a lognormal (above 0)"),
        (part, "lognormal 0 to 0.5", "0", "of a lognormal (above 0)"),
    ],
)  # fmt: skip
def test_the_first_end_beyond_the_range_is_named(var: Var, text: str, end: str, where: str) -> None:
    with pytest.raises(GivenError) as caught:
        read(var, text)
    assert f"“{text}”: {end} lies outside its range {where}" in caught.value.problem


@pytest.mark.parametrize(
    ("var", "text", "middle", "deviation", "other"),
    [
        (part, "0.9 +- 0.1", 0.9, 0.1, "lognormal LOW to HIGH"),
        (part, "0.1 +- 0.1", 0.1, 0.1, "lognormal LOW to HIGH"),
        (part, "normal 0.2 to 0.8", 0.5, 0.3 / Z90, "lognormal LOW to HIGH"),
        (above, "0.5 +- 0.5", 0.5, 0.5, "lognormal LOW to HIGH"),
    ],
)
def test_the_share_of_a_normal_beyond_the_range_is_told(
    var: Var, text: str, middle: float, deviation: float, other: str
) -> None:
    """On both sides together."""
    normal = NormalDist(middle, deviation)
    share = normal.cdf(0.0) + 1.0 - normal.cdf(1.0)
    with pytest.raises(GivenError) as caught:
        read(var, text)
    told = f"{format_number(100 * share, 2)} % of “{text}” lies outside its range"
    assert told in caught.value.problem and other in caught.value.fix


def test_the_share_of_a_lognormal_beyond_the_range_is_told() -> None:
    low, high = math.log(0.5), math.log(0.9)
    normal = NormalDist((low + high) / 2, (high - low) / (2 * Z90))
    with pytest.raises(GivenError) as caught:
        read(part, "lognormal 0.5 to 0.9")
    assert f"{format_number(100 * (1 - normal.cdf(0.0)), 2)} % of" in caught.value.problem
    assert "uniform LOW to HIGH" in caught.value.fix


@pytest.mark.parametrize(
    ("var", "text", "near"),
    [(less, "1", "0.99"), (Var("minus", "%", within="[0, 1)"), "1", "0.99")],
)
def test_an_end_that_is_not_reached_is_told_with_a_value_near_it(
    var: Var, text: str, near: str
) -> None:
    with pytest.raises(GivenError) as caught:
        given(var, text)
    assert f"It comes near 1 and is never 1: write for example {near}." in str(caught.value)


@pytest.mark.parametrize(("var", "text"), [(less, "0.999"), (above, "1"), (part, "1")])
def test_a_value_up_to_the_end_is_read(var: Var, text: str) -> None:
    assert given(var, text).value == float(text)


@pytest.mark.parametrize(("var", "text"), [(less, "1.5"), (part, "2"), (less, "-1")])
def test_a_value_far_beyond_is_told_an_example(var: Var, text: str) -> None:
    with pytest.raises(GivenError) as caught:
        given(var, text)
    assert "It comes near" not in str(caught.value) and "Write for example" in str(caught.value)
