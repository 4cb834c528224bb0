"""Multipliers: K, M, B and T glued to figures, as powers of ten."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from math import log10

from derive.checking.spelling.latex_commands import SPELT
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import UNIT, is_counted, used
from derive.checking.tokens.plain_figures import FLOPS, MICRO, sides_of
from derive.units.lexer import CURRENCY_SIGNS, Token
from derive.units.multipliers import COUNTED, MULTIPLIERS, is_counted_word
from derive.units.registry import resolve

_BEHIND_FIGURES = frozenset((*MULTIPLIERS, *MICRO, *FLOPS))
_IN_FULL = ("FLOP", "FLOPs", "flops", "byte", "bytes", "Bytes")
_PER = ("per", "/")
_ENDS = ("=", "≈", "*", "×", "·", "+", "-", ")")  # behind a factor
_BEHIND_A_PRICE = 3
_CROSSES = "*×·"
_SIZES = {"thousand": "e3", "million": "e6", "billion": "e9", "trillion": "e12"}
_SIZES |= {"K": "e3", "k": "e3", "M": "e6"}
_TELLING = _BEHIND_FIGURES.union(("per", *_SIZES))


def has_sizes(pieces: list[Token]) -> bool:
    """Whether a token may be a size, a multiplier, a prefix or FLOPs: behind a figure, “per” or
    “/”.
    """
    return any(
        piece.text == "per"
        or before.text == "/"
        or (piece.text in _BEHIND_FIGURES and before.kind == "number")
        for before, piece in pairwise(pieces)
        if piece.text in _TELLING
    )


def multipliers_in(pieces: list[Token]) -> frozenset[int]:
    """Positions of K, M, B and T glued to figures on a side of figures alone, where they can only
    be multipliers.

    `100B / 200K` is such a side; a lone `671B` is not, as it can be 671 times B.
    """
    found: set[int] = set()
    for begin, end in sides_of(pieces) if has_multipliers(pieces) else ():
        side = pieces[begin:end]
        letters = [
            k
            for k in range(1, len(side))
            if side[k].kind == "word"
            and side[k].glued
            and side[k].text in MULTIPLIERS
            and side[k - 1].kind == "number"
        ]
        others = [
            piece
            for k, piece in enumerate(side)
            if k not in letters
            and piece.kind != "number"
            and not (k - 1 in letters and is_counted_word(piece.text))
        ]
        if len(letters) > 1 and all(
            piece.kind == "symbol" and piece.text not in "+-" for piece in others
        ):
            found.update(side[k].position for k in letters)
    return frozenset(found)


def has_multipliers(pieces: list[Token]) -> bool:
    """Whether a token is K, M, B or T."""
    return not MULTIPLIERS.keys().isdisjoint([piece.text for piece in pieces])


def with_sizes(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with sizes of what is counted as figures: `per million tokens`, `per 1M tokens`
    and `/M tokens` are / 1e6 tokens, and the M of `2 M tokens`, unless it is a name, is glued to
    its figure; `11B FLOPs` are 11e9.
    """
    made = _below_sizes(list(_of_the_field(pieces, names)), names)
    pieces = list(made)
    for index in range(1, len(pieces) - 2):
        piece, after = pieces[index], pieces[index + 1]
        if (
            piece.text in MULTIPLIERS
            and pieces[index - 1].kind == "number"
            and not names.is_defined(piece.text)
            and is_counted(after, names)
        ):
            made[index] = piece._replace(glued=True)
    return made


def _below_sizes(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with what stands behind “per” or “/” before something counted, a size or a figure
    with one, as one figure.
    """
    made: list[Token] = []
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        size, length = _size_at(pieces, index + 1, names) if piece.text in _PER else ("", 0)
        made.append(piece._replace(kind="symbol", text="/") if length else piece)
        if length:
            made.append(pieces[index + 1]._replace(kind="number", text=size))
        index += 1 + length
    return made


def _size_at(pieces: list[Token], index: int, names: Names) -> tuple[str, int]:
    """The figure of a size of what is counted behind it, and the number of its tokens; "" and 0
    for none: `million`, `M`, `1M`, `1,000` before tokens.
    """
    texts = [piece.text for piece in pieces[index : index + 2]]
    figure = pieces[index].kind == "number"
    word = texts[-1] if figure else texts[0]
    sized = word in _SIZES and not names.is_defined(word)
    length = figure + sized
    if not length or index + length >= len(pieces):
        return "", 0
    if not figure and index > _BEHIND_A_PRICE and _is_of_a_price(pieces, index):
        return f"1{_SIZES[word]}", length
    if not is_counted(pieces[index + length], names):
        return "", 0
    digits = texts[0] if figure else "1"
    return (f"{digits}{_SIZES[word]}" if sized else digits), length


def _is_of_a_price(pieces: list[Token], index: int) -> bool:
    """Whether a size, behind which a factor ends, is what a price is for: 202K × $3/M."""
    times, price, number = pieces[index - 4], pieces[index - 3], pieces[index - 2]
    after = pieces[index + 1]
    paid = times.text in _CROSSES and price.text in CURRENCY_SIGNS and number.kind == "number"
    return paid and (after.kind == "end" or after.text in _ENDS)


def _of_the_field(pieces: list[Token], names: Names) -> Iterator[Token]:
    """The tokens with letters that multiply operations or bytes in full within their figures."""
    for index, piece in enumerate(pieces):
        letter = pieces[min(index + 1, len(pieces) - 1)]
        unit = pieces[min(index + 2, len(pieces) - 1)]
        if _multiplies(piece, letter, unit, names):
            exponent = round(log10(MULTIPLIERS[letter.text]))
            yield piece._replace(text=f"{piece.text}e{exponent}")
        elif not (index and _multiplies(pieces[index - 1], piece, letter, names)):
            yield piece


def _multiplies(figure: Token, letter: Token, unit: Token, names: Names) -> bool:
    return (
        figure.kind == "number"
        and "e" not in figure.text.lower()
        and letter.kind == "word"
        and letter.glued
        and letter.text in MULTIPLIERS
        and unit.text in _IN_FULL
        and not names.is_defined(unit.text)
    )


def with_multipliers(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with K, M, B or T glued to a lone figure as a power of ten, where the other side
    is a name that counts things: G = 48K.
    """
    if not has_multipliers(pieces):
        return pieces
    made = list(pieces)
    sides = list(sides_of(pieces))
    for (begin, end), (other, last) in permutations(sides, 2):
        if (end - begin, last - other) != (2, 1):
            continue
        number, letter, name = pieces[begin], pieces[begin + 1], pieces[other].text
        if (
            number.kind == "number"
            and letter.text in MULTIPLIERS
            and _is_a_multiplier(number, letter, name, names)
            and counts_things(name, names)
        ):
            size = f"{MULTIPLIERS[letter.text]:.0e}"
            times = Token("symbol", "*", letter.position, True)
            made[begin + 1] = letter._replace(kind="number", text=size, glued=True)
            return [*made[: begin + 1], times, *made[begin + 1 :]]
    return made


def with_thousands(pieces: list[Token], names: Names, multipliers: frozenset[int]) -> list[Token]:
    """The tokens with K glued to a figure as a thousand, unless K is the author's, or something
    here has a temperature: 128K * 2.
    """
    if not any(piece.text == "K" for piece in pieces):
        return pieces
    words = [piece for piece in pieces if piece.kind in ("word", SPELT, UNIT)]
    if used("K", names) or any(piece.text != "K" and _is_hot(piece.text) for piece in words):
        return pieces
    made: list[Token] = []
    for index, piece in enumerate(pieces):
        told = piece.position in multipliers or names.taken("K")
        if piece.text == "K" and not told and _is_a_thousand(pieces, index):
            before = made[-1]
            made[-1:] = [Token("symbol", "(", before.position, before.glued), before]
            made.append(Token("symbol", "*", piece.position, True))
            made.append(Token("number", f"{MULTIPLIERS['K']:.0e}", piece.position, True))
            made.append(Token("symbol", ")", piece.position, True))
        else:
            made.append(piece)
    return made


def _is_a_thousand(pieces: list[Token], index: int) -> bool:
    """Whether a letter is glued to a figure that is no money and counts no word behind it."""
    if index == 0 or pieces[index].kind != "word" or pieces[index - 1].kind != "number":
        return False
    money = index > 1 and pieces[index - 2].text in CURRENCY_SIGNS
    before, after = pieces[index - 1], pieces[index + 1]
    glued = pieces[index].position == before.position + len(before.text)
    return glued and not money and after.kind not in ("word", SPELT, UNIT)


def _is_hot(word: str) -> bool:
    """Whether a unit has a temperature in it."""
    unit = resolve(word)
    return unit is not None and any(name == "temperature" for name, _ in unit.dimension.exponents)


def _is_a_multiplier(number: Token, letter: Token, name: str, names: Names) -> bool:
    """Whether a letter multiplies a number: next to it, or after a blank if it names nothing."""
    gap = letter.position - number.position - len(number.text)
    if letter.text in names.own:
        return gap == 0 and letter.text == name
    return gap == 0 or (gap == 1 and not names.taken(letter.text))


def counts_things(name: str, names: Names) -> bool:
    """Whether all that a name may mean counts things."""
    choice = names.find(name)
    return choice is not None and all(
        base in COUNTED
        for pair in choice.readings
        for var in pair
        for base, _ in var.unit.dimension.exponents
    )
