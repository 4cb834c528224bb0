"""Numbers as people write them: commas that part thousands, and commas that cannot."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.errors import TextError
from derive.units.text import parse_quantity
from derive.units.written_number import comma_fault_at, comma_readings, half_place

steady = settings(derandomize=True, deadline=None, max_examples=300)


@steady
@given(st.integers(1000, 10**15))
@pytest.mark.slow
def test_commas_between_groups_of_three_part_thousands(number: int) -> None:
    """1,667 is the number that it is without its comma."""
    assert parse_quantity(f"{number:,} token").value == number


@steady
@given(st.from_regex(r"(0|[1-9]\d{0,4}),\d{1,5}", fullmatch=True))
@pytest.mark.slow
def test_any_other_comma_is_refused_with_both_readings(number: str) -> None:
    """What is not refused has its digits in groups of three, and no zero before the first comma."""
    decimal, grouped = comma_readings(number)
    whole, _, group = number.partition(",")
    if len(group) == 3 and len(whole) < 4 and whole != "0":
        assert parse_quantity(f"{number} GB").number == float(grouped)
        return
    with pytest.raises(TextError) as caught:
        parse_quantity(f"{number} GB")
    assert f"can be read as {decimal} or as {grouped}" in caught.value.problem
    assert caught.value.fix == f"Write {decimal} GB or {grouped} GB."


@pytest.mark.parametrize("fix", ["0.500 GB", "500 GB", "1667.5 GB"])
def test_a_fix_can_be_read(fix: str) -> None:
    """What a message proposes is accepted."""
    assert parse_quantity(fix).unit is not None


def test_the_fault_of_a_comma_is_that_of_the_number_around_it() -> None:
    text = "from 1,234 to 5,678 ms"
    assert "“1,234”" in (comma_fault_at(text, text.index(",")) or ("",))[0]
    assert "“5,678”" in (comma_fault_at(text, text.rindex(",")) or ("",))[0]
    assert comma_fault_at(text, 0) is None and comma_fault_at("1,234,567 ms", 1) is None


def test_a_text_without_digits_is_rounded_by_nothing() -> None:
    """Nor is zero, of which no share can be taken."""
    assert half_place("") == half_place("0.00") == 0.0 and half_place("0.5") == 0.1
