"""Stated values: one or uncertain, read with unit and range, and refused with what to write."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from derive.equations import Var, Vocabulary
from derive.errors import GivenError
from derive.program.tolerances import EXACT_INPUT
from derive.results.known import Known, Origin
from derive.solving.amounts import example
from derive.solving.givens import provenance, read_givens, read_value, same_value
from derive.solving.uncertain_givens import interval, lognormal, normal, uniform
from derive.units.text import parse_unit

Z95 = 1.6448536269514722


def thing(unit: str, **options: Any) -> Var:
    return Var("thing", unit, **options)


@pytest.mark.parametrize(
    ("unit", "value", "said"),
    [
        ("s", True, "“True” is not a quantity. Write it as text, for example 20 ms."),
        ("s", None, "“None” is not a quantity. Write it as text, for example 20 ms."),
        ("s", "abc", "cannot read “abc” at character 1: a quantity starts with a number."
         " Write for example 20 ms."),
        ("s", "5 tokem", "cannot read “5 tokem” at character 3: there is no unit “tokem”."
         " Did you mean token or tok or tonne?"),
        ("s", 3, "3 has no unit, and it is measured in s. Write 3 s."),
        ("s", " 1e-5 ", "1e-5 has no unit, and it is measured in s. Write 1e-5 s."),
        ("s", "1" * 39, f"{'1' * 39} has no unit, and it is measured in s. Write {'1' * 39} s."),
        ("s", "1" * 40, f"{'1' * 40} has no unit, and it is measured in s."
         " Write for example 20 ms."),
        ("token/s", " 8k", "8k has no unit, and it is measured in token/s. Write 8k token/s."),
        ("token", "8Ki", "8Ki has no unit, and it is measured in token. Write 8Ki token."),
        ("byte", 5, "5 has no unit, and it is measured in byte. Write for example 100 GB."),
        ("FLOP/s", 5, "5 has no unit, and it is measured in FLOP/s. Write for example 8 PFLOP/s."),
        ("1", math.inf, "inf is not a number. Write for example 8."),
        ("1", math.nan, "nan is not a number. Write for example 8."),
        ("1", 1e300, "1e+300 is too large to compute with. Write for example 8."),
        ("1", "-2e-290", "-2e-290 is too small to compute with. Write for example 8."),
        ("1", 10**400, f"1{'0' * 59}… (401 characters) is not a number. Write for example 8."),
        ("byte/s", "3 MB/S", "“3 MB/S” has the dimension byte·kg·m²/(A²·s³), and thing is measured"
         " in byte/s; S is siemens. Write 3 MB/s."),
        ("token", "200 token/sequence", "“200 token/sequence” has the dimension token/sequence, and"
         " thing is measured in token. Write 200 token."),
        ("byte/s", "5 GB", "“5 GB” has the dimension byte, and thing is measured in byte/s."
         " If it is per s, write 5 GB/s."),
        ("byte/s/GPU", "5 GB", "“5 GB” has the dimension byte, and thing is measured in byte/s/GPU."
         " If it is per s and GPU, write 5 GB/s/GPU."),
        ("USD/Mtoken", "$5", "“$5” has the dimension USD, and thing is measured in USD/Mtoken."
         " If it is per Mtoken, write 5 USD/Mtoken."),
        ("USD/(hour*GPU)", "5 USD", "“5 USD” has the dimension USD, and thing is measured in"
         " USD/(hour*GPU). If it is per s and GPU, write 5 USD/s/GPU."),
        ("m/s^2", "3 m", "“3 m” has the dimension m, and thing is measured in m/s^2."
         " If it is per s^2, write 3 m/s^2."),
        ("1", "16 GPU", "“16 GPU” has the dimension GPU, where a pure number is due: thing."
         " Write 16 without a unit."),
        ("s", "3 m", "“3 m” has the dimension m, and thing is measured in s."
         " Write for example 20 ms."),
        ("USD/hour/GPU", "2 EUR/hour/GPU", "“2 EUR/hour/GPU” has the dimension EUR/(GPU·s), and"
         " thing is measured in USD/hour/GPU; no rate from EUR to USD is stated. State it as a"
         ' unit: --units "EUR = RATE USD", in Python derive.add_units("EUR = RATE USD").'),
        ("rad/s", "3 Hz", "Hz and rad/s are not told apart by their dimension, but one counts turns"
         " and the other angles, and a turn is 2*pi rad. Write 18.85 rad/s."),
        ("s", parse_unit("m").quantity(2), "“2 meter” has the dimension m, and thing is measured in"
         " s. Write for example 20 ms."),
        ("s", "0 s", "0 s lies outside its range (above 0). Write for example 20 ms."),
        ("s", "5 - 6 s", "“5 - 6 s” has a dash. For a range write 5 to 6 s."),
        ("s", "uniform .5..6 s", "“uniform .5..6 s” has dots. For a range write uniform .5 to"
         " 6 s."),
        ("s", "5…6 s", "“5…6 s” has dots. For a range write 5 to 6 s."),
        ("s", "at most 30 ms", "“at most 30 ms” is a limit, and a given is a value or a range with"
         " two ends. Write for example 16 to 24 ms. What is best within a limit: derive optimise"
         ' --subject-to "thing <= 30 ms".'),
        ("s", "≥ 30 ms", "“≥ 30 ms” is a limit, and a given is a value or a range with two ends."
         " Write for example 16 to 24 ms. What is best within a limit: derive optimise"
         ' --subject-to "thing >= 30 ms".'),
        ("s", "30 ms or less", "“30 ms or less” is a limit, and a given is a value or a range with"
         " two ends. Write for example 16 to 24 ms. What is best within a limit: derive optimise"
         ' --subject-to "thing <= 30 ms".'),
        ("s", "5 or more s", "“5 or more s” is a limit, and a given is a value or a range with two"
         " ends. Write for example 16 to 24 ms. What is best within a limit: derive optimise"
         ' --subject-to "thing >= 5 s".'),
        ("s", "between 5 and 6 s", "“between 5 and 6 s” is a range in words. For a range write"
         " 5 to 6 s."),
        ("s", "uniform [5,6] s", "“uniform [5,6] s” is a range in brackets. For a range write"
         " uniform 5 to 6 s."),
        ("s", "(1,000 s; 5,000 s]", "“(1,000 s; 5,000 s]” is a range in brackets. For a range write"
         " 1,000 s to 5,000 s."),
        ("s", "~ 5 s", "“~ 5 s” does not say how far off it may be. Write 5 s, or a range, for"
         " example 16 to 24 ms."),
        ("s", "1 s to", "“1 s to” lacks its upper end. Write for example 16 to 24 ms."),
        ("s", "to 5 s", "“to 5 s” lacks its lower end. Write for example 16 to 24 ms."),
        ("s", "5 s ±", "“5 s ±” lacks its width. Write for example 20 ms ± 10 %."),
        ("s", "+-5 s", "“+-5 s” lacks its value. Write for example 20 ms +- 10 %."),
        ("s", "5 ± s", "cannot read “s”: a quantity starts with a number. Write for"
         " example 20 ms."),
        ("s", "normal 5 s", "“normal 5 s” is not a range of two values. Write for example normal"
         " 16 to 24 ms."),
        ("s", "1 to 2 to 3 s", "“1 to 2 to 3 s” is not a range of two values. Write for example"
         " 16 to 24 ms."),
        ("s", "lognormal 5 ± 1 s", "“lognormal 5 ± 1 s”: a lognormal is stated by its 90 % range."
         " Write for example lognormal 16 to 24 ms."),
        ("1", "20 % +- 5 %", "“20 % +- 5 %” can be read as 5 percentage points or as 5 % of 20 %."
         " Write 0.2 +- 0.05 or 0.2 +- 5 %."),
        ("s", "1 to 2", "1 to 2 has no unit, and it is measured in s. Write for example"
         " 16 to 24 ms."),
        ("s", "1 ± 2", "1 +- 2 has no unit, and it is measured in s. Write for example"
         " 16 to 24 ms."),
        ("s", "1 s to 2", "“1 s to 2”: 2 has no unit. Write 1 to 2 s."),
        ("param", "1 to 2B param", "“1 to 2B param” can be read as from 1 or from 1B param. Write"
         " 1B to 2B param, or 1 param to 2B param."),
        ("s", "2 to 1 s", "“2 to 1 s” runs backwards. Write 1 to 2 s."),
        ("s", "2 to 2 s", "“2 to 2 s” is a range without width. Write the one value."),
        ("s", "2 ± 0 s", "“2 ± 0 s” is a range without width. Write the one value."),
        ("s", "2 ± -1 s", "“2 ± -1 s” has a negative width. Write for example 20 ms +- 10 %."),
        ("s", "-1 to 2 s", "“-1 to 2 s”: -1 s lies outside its range (above 0). Write for example"
         " 16 to 24 ms."),
        ("s", "uniform 0 s to 1 s", "“uniform 0 s to 1 s”: 0 s lies outside its range (above 0)."
         " Write for example 16 to 24 ms."),
        ("s", "normal 0 to 2 s", "5 % of “normal 0 to 2 s” lies outside its range (above 0). Write"
         " lognormal LOW to HIGH, 90 % between them, or a narrower one."),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_what_to_write(
    unit: str, value: Any, said: str
) -> None:
    """In full, since people act on these words."""
    with pytest.raises(GivenError) as caught:
        read_value(thing(unit), value)
    assert str(caught.value) == f"thing: {said}"


@pytest.mark.parametrize(
    ("within", "text", "said"),
    [
        ("(0, 1]", "lognormal 0.5 to 2", "50 % of “lognormal 0.5 to 2” lies outside its range"
         " (above 0, at most 1). Write uniform LOW to HIGH or a narrower one."),
        ("[0, oo)", "lognormal 0 to 2", "“lognormal 0 to 2”: 0 lies outside its range of a"
         " lognormal (above 0). Write for example lognormal 6.4 to 9.6."),
        ("[0, 1]", "0.5 to 1.5", "“0.5 to 1.5”: 1.5 lies outside its range (from 0 to 1). Write for"
         " example 0.4 to 0.6."),
    ],
)  # fmt: skip
def test_the_range_of_a_variable_holds_uncertain_values_too(
    within: str, text: str, said: str
) -> None:
    """Ends of intervals, and the share of a distribution beyond."""
    with pytest.raises(GivenError) as caught:
        read_value(thing("1", within=within), text)
    assert str(caught.value) == f"thing: {said}"


@pytest.mark.parametrize(
    ("unit", "value", "low", "high", "middle"),
    [
        ("s", "1 to 4 s", 1, 4, 2.5),
        ("s", "1 s to 4 s", 1, 4, 2.5),
        ("s", "uniform 1 to 4 s", 1, 4, 2.5),
        ("s", "lognormal 1 to 4 s", 1, 4, 2),
        ("s", "normal 3 to 4 s", 3, 4, 3.5),
        ("s", "uniform 3 ± 1 s", 2, 4, 3),
        ("s", "10 ± 1 s", 10 - Z95, 10 + Z95, 10),
        ("s", "10 s +- 10 %", 10 - Z95, 10 + Z95, 10),
        ("1", "0.2 +/- 5 %", 0.2 - 0.01 * Z95, 0.2 + 0.01 * Z95, 0.2),
        ("1", "20 % +- 0.02", 0.2 - 0.02 * Z95, 0.2 + 0.02 * Z95, 0.2),
        ("param", "1B to 2B param", 1e9, 2e9, 1.5e9),
        ("param", "1e9 to 2B param", 1e9, 2e9, 1.5e9),
        ("USD/hour", "$1 to $2 /hour", 1 / 3600, 2 / 3600, 1.5 / 3600),
        ("K", "20 to 25 degC", 293.15, 298.15, 295.65),
        ("K", "20 ± 1 degC", 293.15 - Z95, 293.15 + Z95, 293.15),
        ("s", interval("1 s", "4 s"), 1, 4, 2.5),
        ("s", lognormal("1 s", "4 s"), 1, 4, 2),
        ("s", normal("10 s", "1 s"), 10 - Z95, 10 + Z95, 10),
        ("1", uniform(1, 4), 1, 4, 2.5),
    ],
)
def test_an_uncertain_value_has_its_ends(
    unit: str, value: Any, low: float, high: float, middle: float
) -> None:
    """An interval and a uniform distribution by their ends, others by their 5 % and 95 % points."""
    known = read_value(thing(unit), value)
    assert known.uncertain is not None
    assert (known.uncertain.low, known.uncertain.high) == pytest.approx((low, high))
    assert known.value == pytest.approx(middle)
    assert known.tolerance == pytest.approx(max(high - middle, middle - low) / middle)
    assert known.written == (value.strip() if isinstance(value, str) else str(value))


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (interval("1 s", "4 s"), "1 s to 4 s"),
        (lognormal("1 s", "4 s"), "lognormal 1 s to 4 s"),
        (normal("10 s", "1 s"), "10 s ± 1 s"),
        (uniform(1, 4), "uniform 1 to 4"),
    ],
)
def test_an_uncertain_value_prints_as_it_is_written_in_text(made: Any, text: str) -> None:
    """And is read so again."""
    assert str(made) == text
    assert read_value(thing("1" if made.first == 1 else "s"), text).uncertain is not None


@pytest.mark.parametrize(
    ("value", "tolerance"),
    [("20 ms", 0.05), ("20. ms", 0.025), ("20.0 ms", 0.0025), ("18 ms", 0.5 / 18)],
)
def test_a_value_is_as_good_as_its_digits(value: str, tolerance: float) -> None:
    """Half a unit of the last; numbers of things and of Python are exact."""
    known = read_value(thing("s"), value)
    assert known.value == pytest.approx(float(value.split()[0]) * 1e-3)
    assert known.tolerance == pytest.approx(tolerance)
    counted = thing("1", whole=True)
    exact = (thing("GPU", whole=True), "20 GPU"), (counted, "20"), (counted, 20), (counted, 20.0)
    assert all(read_value(var, stated).tolerance == 0.0 for var, stated in exact)
    for var, number in ((thing("1"), 20), (counted, 20.5)):
        assert read_value(var, number).tolerance == EXACT_INPUT
    assert read_value(thing("GPU", whole=True), "2.5 GPU").tolerance == pytest.approx(0.02)
    assert read_value(thing("GPU"), "20 GPU").tolerance == 0.05


def test_a_temperature_tells_that_it_is_one() -> None:
    """And what its difference is; a quantity of pint is read on its scale, too."""
    known = read_value(thing("K"), " 20 degC ")
    assert (known.value, known.note) == (
        293.15,
        "a temperature; the difference is 20 delta_degC",
    )
    assert read_value(thing("K"), "20 K").note == ""
    quantity = parse_unit("K").quantity(293.15).to("degC")
    assert read_value(thing("K"), quantity).value == pytest.approx(293.15)


@pytest.mark.parametrize(
    ("name", "unit", "text"),
    [
        ("weights", "byte", "100 GB"),
        ("message_size", "byte", "1 MB"),
        ("training_time", "s", "30 day"),
        ("hold_time", "s", "10 min"),
        ("chunk", "token", "512 token"),
        ("load", "1", "8"),
        ("tilt", "kg*m", "1 kg*m"),
    ],
)
def test_an_example_is_of_the_size_of_such_things(name: str, unit: str, text: str) -> None:
    """By unit and part of the name; it can be written."""
    assert example(Var(name, unit)) == text
    assert read_value(Var(name, unit), text).value > 0


def known(value: float, origin: Origin = Origin.GIVEN, **more: Any) -> Known:
    return Known(PRICE, value, origin, 0.0, **more)


WORDS = Vocabulary("a test")
PRICE = WORDS("price", "USD")


@pytest.mark.parametrize(
    ("first", "second", "value", "notes"),
    [
        (known(2.0), known(2.0), 2.0, ()),
        (known(2.0, Origin.LOOKED_UP, entry="chip a"), known(3.0), 3.0,
         ("price: given as 3 USD; chip a has 2 USD",)),
        (known(3.0), known(2.0, Origin.LOOKED_UP, entry="chip a"), 3.0,
         ("price: given as 3 USD; chip a has 2 USD",)),
        (known(3.0), known(3.0, Origin.LOOKED_UP, entry="chip a"), 3.0, ()),
        (known(2.0, Origin.LOOKED_UP, entry="chip a"), known(3.0, Origin.LOOKED_UP, entry="node b"),
         2.0, ("price: chip a says 2 USD, node b says 3 USD; the first is used",)),
        (known(2.0, Origin.LOOKED_UP, entry="chip a"), known(2.0, Origin.LOOKED_UP, entry="node b"),
         2.0, ()),
    ],
)  # fmt: skip
def test_of_two_values_the_given_one_holds_and_the_other_is_told(
    first: Known, second: Known, value: float, notes: tuple[str, ...]
) -> None:
    """Of two looked-up ones the first; equal ones need no word."""
    found, told = read_givens({"price": first, PRICE: second}, WORDS)
    assert (found[PRICE].value, told) == (value, notes)


def test_two_given_values_must_agree() -> None:
    """The message says where each comes from."""
    with pytest.raises(GivenError) as caught:
        read_givens({"price": "2 USD", PRICE: known(3.0, source="a.toml")}, WORDS)
    assert str(caught.value) == (
        "price: it is given twice, as 2 USD and as 3 USD (a.toml). Keep one of them."
    )
    assert provenance(known(3.0, written="$3", source="b")) == "$3 (b)"
    assert same_value(known(3.0), known(3.0 + 1e-12))
    assert not same_value(known(3.0), read_value(PRICE, "2 to 4 USD"))


def test_one_value_is_needed_where_no_range_is_read() -> None:
    """And a key that is neither a name nor a variable is refused."""
    with pytest.raises(GivenError, match="“2 to 3 USD” is a range, and one value is needed here"):
        read_givens({"price": "2 to 3 USD"}, WORDS)
    assert read_givens({"price": "2 to 3 USD"}, WORDS, uncertain=True)[0][PRICE].value == 2.5
    with pytest.raises(GivenError, match="a given is named by a variable or its name"):
        read_givens({3: "2 USD"}, WORDS)
    other = Known(Var("other"), 1.0, Origin.LOOKED_UP)
    assert read_givens({"other": other, Var("price", "USD"): "2 USD"}, WORDS)[0].keys() == {PRICE}


@pytest.mark.parametrize("written", ["-3", -3, 0])
def test_a_bare_number_out_of_range_is_told_the_range(written: object) -> None:
    """It is not told to write what would be refused next."""
    count = Var("count", "sequence", within="(0, oo)")
    with pytest.raises(GivenError, match=r"measured in sequence \(above 0\)\. Write for example"):
        read_value(count, written)


def test_zero_needs_no_unit() -> None:
    """Nothing is the same in every unit, but for temperatures and where it is out of range."""
    none = Var("thing", "token/sequence", within="[0, oo)")
    for stated in (0, "0", "0.0"):
        read = read_value(none, stated)
        assert (read.value, read.text) == (0.0, "0 token/sequence")
    for var in (Var("thing", "s"), Var("thing", "K", within="[0, oo)")):
        with pytest.raises(GivenError, match="0 has no unit"):
            read_value(var, "0")


@pytest.mark.parametrize(
    "number", [8, 8.0, Decimal(8), Fraction(8), np.int64(8), np.uint8(8), np.float32(8)]
)
def test_a_pure_number_is_a_number_of_any_kind(number: Any) -> None:
    """Those of numpy come from arrays and tables."""
    assert read_value(thing("1"), number).value == 8.0


@pytest.mark.parametrize("text", ["5{}x", "between 1{}x", "[1{}x"])
def test_long_blanks_in_a_given_are_gone_through_once(text: str) -> None:
    """A hundred thousand took minutes."""
    with pytest.raises(GivenError):
        read_value(thing("s"), text.format(" " * 100_000))


@pytest.mark.parametrize("known", [{"magnitude": 3.0}, {"units": "s"}], ids=str)
def test_an_object_with_half_of_a_quantity_is_none(known: dict[str, Any]) -> None:
    """A number and a unit make one; neither does alone."""
    with pytest.raises(GivenError, match="is not a quantity"):
        read_value(thing("s"), SimpleNamespace(**known))
