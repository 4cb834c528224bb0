"""Ranges: one enum with bounds, sign, words and an example."""

from __future__ import annotations

import json
import math
import pickle

import pytest

from derive import Var
from derive.equations.range import Range
from derive.equations.var import REAL
from derive.errors import DeclarationError


@pytest.mark.parametrize("interval", Range)
def test_a_range_and_its_text_are_interchangeable(interval: Range) -> None:
    """A variable may be declared with either; both print as the text."""
    by_text, by_member = (Var("x", within=within) for within in (str(interval), interval))
    assert by_text == by_member
    assert by_text.within is interval
    assert (f"{interval}", repr(interval)) == (interval.value, repr(interval.value))
    assert json.dumps(by_text.within) == json.dumps(interval.value)
    assert pickle.loads(pickle.dumps(by_text)) == by_text


@pytest.mark.parametrize("interval", Range)
def test_the_example_of_a_range_lies_in_it(interval: Range) -> None:
    """Messages propose it as a value."""
    assert Var("x", within=interval).admits(float(interval.example))


def test_no_range_leaves_out_a_low_end_but_zero_and_infinity() -> None:
    """What looks for values at an end left out looks at high ends alone."""
    assert {interval.bounds[0] for interval in Range if interval.bounds[2]} == {0.0, -math.inf}
    assert 0.0 not in {interval.bounds[1] for interval in Range}


def test_bounds_are_those_of_the_text() -> None:
    """A bracket closes an end, a parenthesis leaves it open, oo is infinite."""
    assert Range.NOT_NEGATIVE.bounds == (0.0, math.inf, False, True)
    assert Range.FRACTION.bounds == (0.0, 1.0, True, False)
    shares = {Range.FRACTION, Range.SHARE, Range.CLOSED_SHARE}
    assert {interval for interval in Range if interval.bounded} == shares


def test_only_the_range_of_all_numbers_has_no_words() -> None:
    """Nothing need be said of it."""
    assert [interval for interval in Range if not interval.words] == [REAL]


def test_another_text_is_refused_with_all_ranges() -> None:
    """The message lists them."""
    with pytest.raises(DeclarationError) as caught:
        Var("x", within="(0, 2)")
    assert all(interval in str(caught.value) for interval in Range)
