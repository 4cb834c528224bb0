"""Measured quantities: numbers with the units after them."""

from __future__ import annotations

from math import log10

from derive.checking.symbols.names import Names
from derive.checking.tokens.ranges import RANGE
from derive.errors import TextError
from derive.units.lexer import CURRENCY_SIGNS, Token
from derive.units.multipliers import COUNTED, MULTIPLIERS, check_multiplier
from derive.units.registry import may_be_letters, resolve
from derive.units.superscripts import SUPERSCRIPTS

NAME, UNIT = "name", "unit"
BELOW = ("/", "per")  # what stands before a unit below the bar
# Dimensions that the library does not use.
PHYSICAL = {"length", "mass", "current", "temperature", "substance", "luminosity"}
SPELT_AS_KB = "KB"
BYTES_AND_COUNTED = frozenset(("information", *COUNTED))  # bases
_RAISED = 3  # pieces of N ^ 2


def measured_end(
    text: str,
    pieces: list[Token],
    begin: int,
    names: Names,
    multipliers: frozenset[int],
    units: bool = False,
    latex: bool = False,
) -> int:
    """Index after the number with a unit that begins here (288 GB, 1T params, $2/hour, 40 %);
    `begin` if there is none.

    With `units` a word that is also a name is read as a unit; so it is where another word of the
    unit can only be a unit.
    """
    dollars = int(pieces[begin].text in CURRENCY_SIGNS)
    if pieces[begin + dollars].kind != "number" or (begin and pieces[begin - 1].text == "^"):
        return begin
    after = begin + dollars + 1
    if pieces[after].text == RANGE and pieces[after + 1].kind == "number":
        after += 2
    letter = pieces[after]
    if letter.position in multipliers and not is_counted(pieces[after + 1], names):
        return after + 1
    if letter.kind == "word" and letter.glued and letter.text in MULTIPLIERS:
        if dollars:  # of money it is always a multiplier
            return max(after + 1, _unit_end(pieces, after + 1, names, begun=True))
        if is_counted(pieces[after + 1], names):
            check_multiplier(text, pieces[after - 1].text, letter, pieces[after + 1].text)
            return _unit_end(pieces, after + 1, names)
        if letter.text in names.own:  # 2B is twice the author's B, or two billion
            return after + 1 if units else begin
        if names.taken(letter.text) or resolve(letter.text) is not None:
            raise _ambiguous_multiplier(text, pieces[after - 1].text, letter)
        return after + 1
    beside = letter.kind == "word" and (letter.glued or latex)
    if beside and not units and _is_of_letters(letter.text, names):
        return begin
    end = _unit_end(pieces, after, names, begun=bool(dollars))
    widest = _before_factors(pieces, after, unit_run(pieces, after), names)
    if widest > end and (units or _only_a_unit(pieces[after:widest], names)):
        return widest
    return end if end > after or dollars else begin


def _before_factors(pieces: list[Token], begin: int, end: int, names: Names) -> int:
    """Index after a unit without a name of the author's that a cross between blanks parts from it:
    the m of 9.81 m/s^2 * m.
    """
    for index in range(begin + 1, end - 1):
        cross, word = pieces[index], pieces[index + 1]
        apart = cross.text == "*" and not cross.glued and not word.glued
        if apart and word.kind == "word" and _is_own(word.text.rstrip(SUPERSCRIPTS), names):
            return index
    return end


def _ambiguous_multiplier(text: str, digits: str, letter: Token) -> TextError:
    product = f"{digits} * {letter.text}"
    number = f"{digits}e{round(log10(MULTIPLIERS[letter.text]))}"
    problem = f"“{digits}{letter.text}” can be a number or {digits} times {letter.text}"
    return TextError(
        text, letter.position, problem, f"Write {product}, or {number} for the number."
    )


def _only_a_unit(pieces: list[Token], names: Names) -> bool:
    """Whether names of the author's can only be units, as another word beside them is not a name:
    9.81 m/s^2, whatever m is. Before bytes and things counted they are names: 10 N bytes.
    """
    if _is_before_a_count(pieces, names):
        return False
    if any(piece.text in names.written.plurals for piece in pieces):
        return False
    words = [piece.text.rstrip(SUPERSCRIPTS) for piece in pieces if piece.kind == "word"]
    return not all(names.taken(word) or _is_own(word, names) for word in words) and all(
        _is_own(word, names) or not names.taken(word) for word in words
    )


def _is_before_a_count(pieces: list[Token], names: Names) -> bool:
    """Whether a name of the author's, perhaps raised, stands right before bytes or what is
    counted.
    """
    *_, before, last = ["", "", *(piece.text.rstrip(SUPERSCRIPTS) for piece in pieces)]
    if before.isdigit() and len(pieces) > _RAISED and pieces[-3].text == "^":
        before = pieces[-4].text
    unit = resolve(last)
    bases = {base for base, _ in unit.dimension.exponents} if unit is not None else set()
    return bool(bases & BYTES_AND_COUNTED) and _is_own(before, names)


def unit_run(pieces: list[Token], begin: int) -> int:
    """Index after the product of unit words that begins here, names included."""
    return _unit_end(pieces, begin, None)


def is_counted(token: Token, names: Names) -> bool:
    """Whether a token is the unit of something counted, and no name."""
    if token.kind != "word" or names.unit(token.text) is None:
        return False
    atom = resolve(token.text)
    return atom is not None and any(name in COUNTED for name, _ in atom.dimension.exponents)


def _unit_end(
    pieces: list[Token],
    begin: int,
    names: Names | None,
    begun: bool = False,
    bracketed: bool = False,
) -> int:
    """Index after the unit that begins here, or continues if it has `begun`; `begin` if there is
    none.

    A word that is also a name is not a unit. Brackets of units may be one level deep.
    """
    if pieces[begin].kind == "symbol" and pieces[begin].text == "%":
        return begin + 1
    end = index = begin
    while True:
        joined = (begun or index > begin) and (
            (pieces[index].kind == "symbol" and pieces[index].text in "*/")
            or pieces[index].text == "per"
            or _is_hyphen(pieces, index)
        )
        after = _factor_end(pieces, index + joined, names, bracketed)
        if after == index + joined:
            return end
        end = index = after


def _factor_end(pieces: list[Token], begin: int, names: Names | None, bracketed: bool) -> int:
    """Index after one unit word with its power, or after a bracket of units."""
    token = pieces[begin]
    after = pieces[min(begin + 1, len(pieces) - 1)]
    if token.text == "b" and (after.kind in ("word", UNIT) or after.text == "^"):
        return begin  # nobody squares a bit, or multiplies it by another unit
    if token.kind == "symbol" and token.text == "(" and not bracketed:
        inner = _unit_end(pieces, begin + 1, names, bracketed=True)
        if inner == begin + 1 or pieces[inner].text != ")":
            return begin
        end = inner + 1
    elif token.kind == UNIT or (
        token.kind == "word" and _is_unit(token.text.rstrip(SUPERSCRIPTS), names)
    ):
        end = begin + 1
    else:
        return begin
    if pieces[end].text == "^" and pieces[end].kind == "symbol":
        bracket = pieces[end + 1].text == "("
        number = end + 1 + bracket
        number += pieces[number].text == "-"
        if pieces[number].kind == "number" and (not bracket or pieces[number + 1].text == ")"):
            end = number + 1 + bracket
    return end


def _is_unit(word: str, names: Names | None) -> bool:
    if word == SPELT_AS_KB or names is None:
        return word == SPELT_AS_KB or resolve(word) is not None
    if _is_own(word, names):
        return False
    return names.unit(word) is not None or (used(word, names) and is_physical(word))


def _is_own(word: str, names: Names) -> bool:
    """Whether a word is a name of the author's own, or several side by side: 2nL with n and L, but
    not kg with k and g.
    """
    return word in names.own or (may_be_letters(word) and len(names.own_split(word)) > 1)


def _is_of_letters(word: str, names: Names) -> bool:
    """Whether a word glued to a number is a product of the author's letters rather than a unit of
    length, mass or current: the G and m of 2Gm, the k and T of 3kT.
    """
    unit = resolve(word)
    bases = {name for name, _ in unit.dimension.exponents} if unit is not None else set()
    return not PHYSICAL.isdisjoint(bases) and len(names.own_split(word)) > 1


def used(word: str, names: Names) -> bool:
    """Whether a word names a unit in dimensions of the author's own names: K is kelvin where there
    is a temperature.
    """
    unit = resolve(word)
    return unit is not None and all(name in names.own.bases for name, _ in unit.dimension.exponents)


def hyphenated(pieces: list[Token]) -> list[Token]:
    """The tokens with units joined by a hyphen as their product: GPU-hours, FLOP/GPU-hour."""
    made: list[Token] = []
    for index, piece in enumerate(pieces):
        if _is_hyphen(pieces, index):
            made[-1:] = [
                Token("symbol", "(", made[-1].position, made[-1].glued),
                made[-1],
                Token("symbol", "*", piece.position, True),
            ]
        else:
            made.append(piece)
            if _is_hyphen(pieces, index - 1):
                made.append(Token("symbol", ")", piece.position, True))
    return made


def _is_hyphen(pieces: list[Token], index: int) -> bool:
    """Whether a sign joins two units to a product, the first of several letters."""
    if not 0 < index < len(pieces) - 1 or pieces[index].text != "-":
        return False
    before, after = pieces[index - 1], pieces[index + 1]
    return (
        pieces[index].glued
        and after.glued
        and len(before.text) > 1
        and all(each.kind in ("word", UNIT) and resolve(each.text) for each in (before, after))
    )


def is_physical(word: str) -> bool:
    """Whether a unit word has a dimension that the library does not use."""
    unit = resolve(word)
    return unit is not None and any(name in PHYSICAL for name, _ in unit.dimension.exponents)
