"""The parser of units: products, quotients, powers and brackets over the registry's words."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from derive.errors import TextError, did_you_mean, shorten
from derive.units.definitions import ResolvedUnit
from derive.units.dimension import Exponent
from derive.units.lexer import CURRENCY_SIGNS, MAX_DEPTH, MAX_EXPONENT, Token, tokens, with_power
from derive.units.registry import ambiguity, resolve, similar_units, zero_of
from derive.units.unit import PURE_NUMBER, Unit

LOOKS_LIKE = "A unit looks like TB/s/GPU or FLOP/(param*token)."
OWN_UNIT = "One of your own is added before it is used, by derive.add_units or --units."
_EXPONENT = f"an exponent of a unit is a number up to {MAX_EXPONENT:,}, such as 2, 0.5 or (-1/2)"
_LARGEST_DENOMINATOR = 100
_NO_UNITS = {
    **dict.fromkeys("MGPE", "it is a prefix without a unit; write for example GB, Mtoken or PFLOP"),
    **dict.fromkeys(("Ki", "Mi", "Gi"), "it is a prefix without a unit; write for example KiB"),
    "k": "it is a prefix without a unit; write for example kB or ktoken, and K for kelvin",
    "t": "write tonne for 1,000 kg",
}
# Sizes of what is counted, in words of their own: $3/1M tokens, 0.4 USD per million tokens.
_SIZES = {
    "k": "k", "thousand": "k", "1e3": "k", "1000": "k",
    "M": "M", "million": "M", "1e6": "M", "1000000": "M",
    "billion": "G", "1e9": "G", "trillion": "T", "1e12": "T",
}  # fmt: skip
_AFTER_ONE = _SIZES | {"K": "k", "B": "G"}
_COUNTED = (["parameter"], ["token"], ["sequence"])


class Reader:
    """A recursive-descent parser over the tokens of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens(text)
        self.index = 0

    def peek(self, ahead: int = 0) -> Token:
        """The token that is `ahead` places beyond the next one; the end token beyond the end."""
        return self.tokens[min(self.index + ahead, len(self.tokens) - 1)]

    def next(self) -> Token:
        """Consume and return the next token."""
        token = self.peek()
        self.index += 1
        return token

    def take(self, symbol: str) -> bool:
        """Consume the next token if it is this symbol; whether it is."""
        return self._take("symbol", symbol)

    def _take(self, kind: str, text: str) -> bool:
        found = self.peek().kind == kind and self.peek().text == text
        self.index += found
        return found

    def error(self, token: Token, problem: str, fix: str = "") -> TextError:
        """The error at a token of the text."""
        return TextError(self.text, token.position, problem, fix)

    def unit(self, depth: int, start: Unit | None = None) -> Unit:
        """A product of units from left to right; `/` binds the one factor after it, “per” those
        side by side (USD per GPU hour), hyphens join a factor (`$/GPU-hour`).
        """
        if depth > MAX_DEPTH + 1:  # the first is outside of all brackets
            raise self.error(self.peek(), f"more than {MAX_DEPTH} brackets deep", "Use fewer.")
        begin = self.peek().position
        unit = start if start is not None else self.hyphened(depth)
        while True:
            token = self.peek()
            if self.take("/"):
                unit = self._sized(token, _combined, unit, self.hyphened(depth), -1)
            elif self._take("word", "per"):
                unit = self._sized(token, _combined, unit, self._side_by_side(depth), -1)
            elif self.take("*") or self._starts_factor():
                unit = self._sized(token, _combined, unit, self.hyphened(depth), 1)
            else:
                break
        text = self.text[begin : self.peek().position].strip() if depth == 1 else ""
        return Unit(text or unit.text, unit.factor, unit.dimension, unit.factors)

    def _side_by_side(self, depth: int) -> Unit:
        """Factors behind “per”, as in USD per GPU hour."""
        unit = self.hyphened(depth)
        while self._starts_factor() and self.peek().text != "per":
            token = self.peek()
            unit = self._sized(token, _combined, unit, self.hyphened(depth), 1)
        return unit

    def hyphened(self, depth: int) -> Unit:
        """Factors joined by hyphens, as in GPU-hour."""
        unit = self.factor(depth)
        token = self.peek()
        while self.take("-"):
            unit = self._sized(token, _combined, unit, self.factor(depth), 1)
        return unit

    def _starts_factor(self) -> bool:
        token = self.peek()
        return token.kind == "word" or (token.kind == "symbol" and token.text == "(")

    def factor(self, depth: int) -> Unit:
        """One unit word or bracket, with its power."""
        token = self.next()
        if sized := self._counted(token):
            inner = sized
        elif token.kind == "symbol" and token.text == "(":
            inner = self.unit(depth + 1)
            if not self.take(")"):
                raise self.error(self.peek(), "a bracket is not closed", "Add “)”.")
        elif token.kind == "word" and token.text == "sqrt" and self.peek().text == "(":
            inner = self._sized(token, _powered, self.factor(depth), Fraction(1, 2))
        elif token.kind == "word":
            inner = self._one(token)
        elif token.text == "°" and self.peek().glued and self.peek().text in ("C", "F"):
            inner = word_unit(self, f"deg{self.next().text}")
        elif token.kind == "number" and token.text == "1":
            if self.peek().kind == "word" and self.peek().text != "per":  # $3/1 token
                return self.factor(depth)
            inner = PURE_NUMBER
        elif token.text in CURRENCY_SIGNS:
            inner = word_unit(self, CURRENCY_SIGNS[token.text])
        else:
            written = "**" if self.text.startswith("**", token.position) else token.text
            found = f"“{shorten(written)}”" if written else "the end of the text"
            raise self.error(token, f"a unit was expected, not {found}", LOOKS_LIKE)
        return self._raised(inner)

    def _counted(self, token: Token) -> Unit | None:
        """A unit of what is counted behind a size of its own, such as 1M tokens; else None."""
        one = token.kind == "number" and token.text == "1"
        size = (_AFTER_ONE if one else _SIZES).get(self.peek().text if one else token.text)
        noun = self.peek(int(one))
        atom = resolve(noun.text) if size and noun.kind == "word" else None
        if atom is None or [name for name, _ in atom.dimension.exponents] not in _COUNTED:
            return None
        self.index += 1 + one
        return word_unit(self, f"{size}{noun.text}", noun)

    def _one(self, token: Token) -> Unit:
        """A unit word, with superscript digits at its end as its power (`s²`)."""
        word, power = with_power(token.text)
        if not word:
            raise self.error(token, f"there is no unit before “{shorten(token.text)}”", LOOKS_LIKE)
        unit = word_unit(self, word, token)
        if not power:
            return unit
        if int(power[:4]) > MAX_EXPONENT or len(power) > 4:
            raise self.error(token, _EXPONENT)
        return self._sized(token, _powered, unit, int(power))

    def _raised(self, unit: Unit) -> Unit:
        if not self.take("^"):
            return unit
        bracket = self.take("(")
        token = self.peek()
        power = self._exponent(bracket)
        if bracket and not self.take(")"):
            raise self.error(self.peek(), "a bracket is not closed", "Add “)”.")
        if self.peek().text == "^":
            raise self.error(self.peek(), "a power of a power", "Use brackets.")
        return self._sized(token, _powered, unit, power)

    def _exponent(self, bracket: bool) -> Exponent:
        """A number with its sign; a fraction in a bracket: 2, -1, 0.5, -3/2."""
        sign = -1 if self.take("-") else 1
        above = self._exact()
        if bracket and self.take("/"):
            token, below = self.peek(), self._exact()
            if not below:
                raise self.error(token, _EXPONENT)
            above /= below
        power = sign * above
        return int(power) if power.denominator == 1 else power

    def _exact(self) -> Fraction:
        """The next number as an exact exponent, or part of one."""
        token = self.next()
        digits = token.text if token.kind == "number" else ""
        if not digits.replace(".", "", 1).isdigit() or len(digits) > 6:
            raise self.error(token, _EXPONENT)
        exact = Fraction(f"0{digits}" if digits.startswith(".") else digits)
        power = exact.limit_denominator(_LARGEST_DENOMINATOR)
        if exact > MAX_EXPONENT or (exact and not power):
            raise self.error(token, _EXPONENT)
        return power

    def _sized(self, token: Token, make: Callable[..., Unit], *arguments: object) -> Unit:
        try:
            return make(*arguments)
        except OverflowError:
            fix = "Use smaller powers."
            raise self.error(token, "the unit is beyond all bounds", fix) from None


def word_unit(reader: Reader, word: str, token: Token | None = None) -> Unit:
    """The unit of a word; of a temperature scale that of its differences. Raises TextError with
    similar words.
    """
    scale = zero_of(word)
    atom = resolve(scale[0] if scale else word)
    if atom is None:
        token = token or reader.peek()
        hint = ambiguity(word) or _NO_UNITS.get(word)
        if hint:
            raise reader.error(
                token, f"“{word}” is not a unit here", f"{hint[0].upper()}{hint[1:]}."
            )
        raise reader.error(
            token,
            f"there is no unit “{shorten(word)}”",
            did_you_mean(similar_units(word)).strip() or OWN_UNIT,
        )
    return _unit_of(word, atom)


@lru_cache(maxsize=1024)
def _unit_of(word: str, atom: ResolvedUnit) -> Unit:
    return Unit(word, atom.factor, atom.dimension, ((atom.name, 1),))


def _combined(left: Unit, right: Unit, sign: int) -> Unit:
    powers: dict[str, Exponent] = dict(left.factors)
    for name, power in right.factors:
        powers[name] = powers.get(name, 0) + sign * power
    factors = tuple((name, power) for name, power in powers.items() if power)
    dimension = left.dimension * right.dimension if sign > 0 else left.dimension / right.dimension
    factor = left.factor * right.factor if sign > 0 else left.factor / right.factor
    return Unit("", _sized(factor), dimension, factors)


def _powered(unit: Unit, power: Exponent) -> Unit:
    factors = tuple((name, old * power) for name, old in unit.factors)
    size = unit.factor ** (power if isinstance(power, int) else float(power))
    return Unit("", _sized(size), unit.dimension**power, factors)


def _sized(factor: float) -> float:
    """The size of a unit. Raises OverflowError beyond the range of floats."""
    if not 1e-300 < factor < 1e300:
        raise OverflowError
    return factor
