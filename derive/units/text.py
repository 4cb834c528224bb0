"""The parser of quantities; it executes none of the text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from derive.errors import TextError, shorten
from derive.units.dimension import CURRENCIES, PURE
from derive.units.lexer import CURRENCY_SIGNS, Token
from derive.units.multipliers import multiplied, powered
from derive.units.reader import LOOKS_LIKE, OWN_UNIT, Reader, word_unit
from derive.units.registry import ambiguity, resolve, until_units_change, zero_of
from derive.units.unit import PURE_NUMBER, Unit
from derive.units.written_number import (
    LEAST,
    MOST,
    comma_fault,
    digits_tolerance,
    plain_digits,
)

LIKE_THIS = "Write for example 3.35 TB/s/GPU."
# Hints independent of the variable, replaced by better ones where it is known.
GENERAL = (LIKE_THIS, LOOKS_LIKE, OWN_UNIT)
_CURRENCIES = [[name] for name in CURRENCIES]
_SIZES, _MOST_BITS = ("byte", "byte/param"), 257
_PERCENT = Unit("%", 0.01, PURE, (("percent", 1),))


@dataclass(frozen=True, slots=True)
class QuantityText:
    """A number with its unit, as written; `digits` is how far its digits are good, relative. A
    temperature on a scale with a zero of its own is in kelvin; `scale` is that scale as written.
    """

    number: float
    unit: Unit | None
    digits: float
    text: str
    scale: str = ""

    @property
    def value(self) -> float:
        """The number in base units."""
        return self.number * (self.unit.factor if self.unit else 1.0)

    @property
    def is_format(self) -> bool:
        """Whether it is the size of a number format, exact as a rule: so many bits of an element or
        a parameter, its copies in training included.
        """
        bits, unit = 8.0 * self.value, self.unit
        return unit is not None and str(unit.dimension) in _SIZES and bits in range(1, _MOST_BITS)

    @property
    def unit_text(self) -> str:
        """The unit as written."""
        return self.scale or (self.unit.text if self.unit else "")


@until_units_change
@lru_cache(maxsize=1024)
def parse_quantity(text: str) -> QuantityText:
    """Read "3.35 TB/s/GPU", "100B param", "3×10^8 byte", "$5/Mtoken", "40 %" or a bare number
    (unit None).

    "20 degC" or "20 °C" is a temperature, 293.15 K; within a unit (J/(kg·degC)) and as delta_degC
    it is a difference. Raises TextError with the position and a fix.

    >>> parse_quantity("200k token/sequence").value
    200000.0
    """
    reader = Reader(text)
    sign = next((sign for mark, sign in (("-", -1.0), ("+", 1.0)) if reader.take(mark)), 1.0)
    money = next((mark for mark in CURRENCY_SIGNS if reader.take(mark)), "")
    token = reader.next()
    if token.kind != "number":
        raise reader.error(token, "a quantity starts with a number", LIKE_THIS)
    _check_comma(reader, token)
    token = powered(reader, token)
    number = sign * _number(reader, token)
    number = multiplied(reader, number, token, bool(money))
    unit = _quantity_unit(reader, money)
    if unit is not None and number:
        _check_size(reader, token, number * unit.factor, "quantity")
    digits = digits_tolerance(token.text)
    zero = None if unit is None else zero_of(scale_word(unit.text))
    if unit is None or zero is None:
        return QuantityText(number, unit, digits, text)
    return _on_scale(reader, QuantityText(number, unit, digits, text, unit.text), zero[1])


def difference(text: str) -> str:
    """A quantity as text, of a temperature scale as a difference: 1 degC as 1 delta_degC."""
    try:
        scale = parse_quantity(text).scale
    except TextError:
        return text
    return f"{text[: text.rindex(scale)]}delta_{_SIGNS.get(scale, scale)}" if scale else text


_SIGNS = {"°C": "degC", "°F": "degF"}


def scale_word(text: str) -> str:
    """The word of the temperature scale that a unit as text may name: °C is degC."""
    return _SIGNS.get(text.strip(), text.strip())


def _on_scale(reader: Reader, read: QuantityText, zero: float) -> QuantityText:
    """A temperature in kelvin. Raises TextError below absolute zero."""
    value = read.value + zero
    if value < 0:
        raise TextError(reader.text, 0, "it is below absolute zero", "Write a higher temperature.")
    reach = read.digits * abs(read.value)
    return replace(read, number=value, unit=parse_unit("K"), digits=reach / value if value else 0.0)


def number_beside(text: str, unit: str) -> float | None:
    """The number that a text is beside this unit, None if that does not read: of 8k beside token.

    >>> number_beside("8k", "token"), number_beside("8k", "byte")
    (8000.0, None)
    """
    try:
        read = parse_quantity(f"{text} {unit}")
    except TextError:
        return None
    return read.number if read.unit is not None and read.unit.text == unit else None


def is_unit(text: str) -> bool:
    """Whether a text reads as a unit.

    >>> is_unit("GB/s"), is_unit("GB per")
    (True, False)
    """
    try:
        parse_unit(text)
    except TextError:
        return False
    return True


@lru_cache(maxsize=1024)
def parse_unit(text: str) -> Unit:
    """Read a unit such as "FLOP/(param·token)"; "" and "1" are the pure number, "%" a hundredth,
    also "%/year". Raises TextError.

    >>> str(parse_unit("byte/token").dimension)
    'byte/token'
    """
    if not text.strip():
        return PURE_NUMBER
    reader = Reader(text)
    unit = _percent(reader) if reader.take("%") else reader.unit(1)
    if reader.peek().kind != "end":
        raise reader.error(
            reader.peek(), f"“{shorten(reader.peek().text)}” does not belong to a unit", LOOKS_LIKE
        )
    if zero_of(scale_word(unit.text)):
        hint = str(ambiguity(scale_word(unit.text)))
        raise TextError(
            text, 0, f"“{unit.text}” is not a unit here", f"{hint[0].upper()}{hint[1:]}."
        )
    return unit


def _check_comma(reader: Reader, token: Token) -> None:
    """Raise TextError for a number that goes on after a comma which parts no thousands: 0,5."""
    ahead, end = 0, token
    while reader.peek(ahead).text == "," and reader.peek(ahead).glued:
        if not (reader.peek(ahead + 1).glued and reader.peek(ahead + 1).kind == "number"):
            break
        end, ahead = reader.peek(ahead + 1), ahead + 2
    if not ahead:
        return
    text, begin, stop = reader.text, token.position, end.position + len(end.text)
    raise reader.error(
        token, *comma_fault(text[begin:stop], text[:begin].strip(), text[stop:].rstrip())
    )


def _number(reader: Reader, token: Token) -> float:
    digits = plain_digits(token.text)
    value = float(digits)
    if value or digits.lower().partition("e")[0].strip("0."):
        _check_size(reader, token, value, "number")
    return value


def _check_size(reader: Reader, token: Token, value: float, what: str) -> None:
    """Raise TextError for a value beyond the floats that keep all their digits."""
    if not LEAST <= abs(value) <= MOST:
        raise reader.error(token, f"the {what} is too {'large' if abs(value) > 1 else 'small'}")


def _percent(reader: Reader) -> Unit:
    """The unit after a percent sign: a hundredth, alone or per something (%/year, % per year)."""
    following = reader.peek()
    if following.text not in ("/", "per"):
        return _PERCENT
    rest = reader.unit(1, start=_PERCENT)
    gap = "" if following.text == "/" else " "
    return Unit(f"%{gap}{rest.text}", rest.factor, rest.dimension, rest.factors)


def _check_second_number(reader: Reader) -> None:
    """Raise TextError for a 1 behind the number that is neither the unit of a pure number nor part
    of one as in 3 1/s: an error in brackets, or a group of digits.
    """
    inner = int(reader.peek().text == "(")
    token, after = reader.peek(inner), reader.peek(inner + 1)
    if token.text == "1" and (after.text == ")" or (after.kind == "word" and after.text != "per")):
        raise reader.error(token, "a unit was expected, not “1”", LOOKS_LIKE)


def _quantity_unit(reader: Reader, money: str) -> Unit | None:
    """The unit after the number: none, %, a unit, or the rest of a price ("/Mtoken" after "$5")."""
    following = reader.peek()
    if money:
        currency = CURRENCY_SIGNS[money]
        again = resolve(following.text)
        if again and [name for name, _ in again.dimension.exponents] in _CURRENCIES:
            fix = f"Write {money}5/Mtoken or 5 {currency}/Mtoken."
            raise reader.error(following, "the currency is said twice", fix)
        rest = reader.unit(1, start=word_unit(reader, currency))
        unit = (
            rest
            if following.kind == "end"
            else replace(rest, text=f"{currency}{'' if following.text == '/' else ' '}{rest.text}")
        )
    elif following.kind == "end":
        return None
    elif reader.take("%"):
        unit = _percent(reader)
    else:
        _check_second_number(reader)
        over = following.text in ("/", "per")
        unit = reader.unit(1, start=PURE_NUMBER) if over else reader.unit(1)
        unit = replace(unit, text=f"1/{unit.text[len(following.text) :].strip()}") if over else unit
    token = reader.peek()
    if token.kind != "end":
        raise reader.error(
            token, f"“{shorten(token.text)}” does not belong to the unit", LOOKS_LIKE
        )
    return unit
