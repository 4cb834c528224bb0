"""Units behind brackets of figures: (2 × 70) GB, 100 / (4 × 5) s."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

from derive.checking.spelling.latex_commands import SPELT
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import BELOW, unit_run
from derive.units.lexer import Token
from derive.units.registry import resolve, surely_unit

_WORDS = ("word", SPELT)
_MOST = 20  # brackets
_COMPUTES = frozenset("+-*/^")
_WITHIN = _COMPUTES | frozenset("()[]{}")
_ENDS = frozenset(("=", "≈", "<", ">", "≤", "≥", ")", "+", "-", "*", "/", ","))


def ways_of_brackets(pieces: list[Token], names: Names) -> list[list[Token]]:
    """The tokens with a factor of 1 before the unit behind a bracket of figures, which makes it a
    unit of the side; where the bracket stands below a bar, with the unit below it as well.
    """
    ends = [k for k, (sign, word) in enumerate(pairwise(pieces)) if _is_behind(sign, word)]
    if not ends:
        return [pieces]
    found = [*islice(_brackets(pieces, ends, names), _MOST)]
    if not found:
        return [pieces]
    of_sides = below = pieces
    for begin, closing, end in reversed(found):
        of_sides = _measured(of_sides, closing)
        below = _measured(below, closing)
        if begin and pieces[begin - 1].text == "/":
            below = _enclosed(below, begin, end + 2)
    return [of_sides] if below == of_sides else [of_sides, below]


def _is_behind(sign: Token, word: Token) -> bool:
    return sign.text == ")" and word.kind in _WORDS


def _brackets(pieces: list[Token], ends: list[int], names: Names) -> Iterator[tuple[int, int, int]]:
    """The indices of brackets of figures with a unit behind them: of the first and last sign, and
    after the unit.
    """
    for closing in ends:
        begin = begin_of_figures(pieces, closing)
        end = unit_run(pieces, closing + 1)
        if begin is None or end == closing + 1 or not _closes(pieces[end]):
            continue
        words = [piece.text for piece in pieces[closing + 1 : end] if piece.kind in _WORDS]
        if _is_a_unit(words, pieces, names):
            yield begin, closing, end


def begin_of_figures(pieces: list[Token], closing: int) -> int | None:
    """The index of the sign that opens a bracket in which figures are computed, and which is no
    argument or exponent; None for any other bracket.
    """
    depth, computes = 0, False
    for index in range(closing, -1, -1):
        piece = pieces[index]
        depth += (piece.text == ")") - (piece.text == "(")
        if not depth:
            before = pieces[index - 1] if index else None
            applied = before is not None and (before.kind in _WORDS or before.text == "^")
            return None if applied or not computes else index
        if piece.kind != "number" and piece.text not in _WITHIN:
            return None
        computes |= piece.text in _COMPUTES
    return None


def _closes(piece: Token) -> bool:
    return piece.kind == "end" or piece.text in _ENDS


def _is_a_unit(words: list[str], pieces: list[Token], names: Names) -> bool:
    """Whether words are a unit rather than names: surely, or since one like it stands behind a
    figure or below a bar.
    """
    if any(word in names.own or names.taken(word) for word in words):
        return False
    if any(len(word) > 1 and surely_unit(word) for word in words):
        return True
    unit = resolve(words[0])
    pairs = pairwise(pieces)
    behind = (word.text for one, word in pairs if one.kind == "number" or one.text in BELOW)
    others = filter(None, map(resolve, behind))
    return unit is not None and any(other.dimension == unit.dimension for other in others)


def _measured(pieces: list[Token], closing: int) -> list[Token]:
    place = pieces[closing + 1].position
    one = [Token("symbol", "*", place, False), Token("number", "1", place, False)]
    return [*pieces[: closing + 1], *one, *pieces[closing + 1 :]]


def _enclosed(pieces: list[Token], begin: int, end: int) -> list[Token]:
    first, last = pieces[begin], pieces[end - 1]
    opening = Token("symbol", "(", first.position, False)
    closing = Token("symbol", ")", last.position, True)
    return [*pieces[:begin], opening, *pieces[begin:end], closing, *pieces[end:]]
