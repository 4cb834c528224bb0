"""Sums whose middle is left to dots: `a + … + z`, `50 + 51 + … + 149`."""

from __future__ import annotations

from itertools import pairwise, takewhile

from derive.checking.spelling.latex_commands import DOTS, SPELT
from derive.units.lexer import Token
from derive.units.registry import surely_unit

_SIGNS = ("+", "-", "±", "∓")
_ENDS = (")", "]", "}", ",", "=", "≈", "≤", "≥", "<", ">", "∝")
_RELATED = ("=", "≈", "≤", "≥", "<", ">", "∝")
_MOST_DIGITS = 12


def shortened(pieces: list[Token]) -> list[Token]:
    """Sums without their dots: `a + … + z` is a + z, and `a + …` is a."""
    made: list[Token] = []
    index = 0
    while index < len(pieces):
        token = pieces[index]
        before, after = made[-1].text if made else "", pieces[min(index + 1, len(pieces) - 1)]
        if token.text == DOTS and before == after.text == "+" and (whole := _series(pieces, index)):
            terms, total = whole
            made[2 - 2 * terms :] = [made[2 - 2 * terms]._replace(text=total)]
            index += 2
        elif token.text == DOTS and before in _SIGNS and _is_of_figures(pieces, index):
            made.append(token)  # which nobody can continue
        elif token.text == DOTS and before in _SIGNS and after.text in _SIGNS:
            made[-1] = after
            index += 1
        elif token.text == DOTS and before in _SIGNS and _ends(after):
            made.pop()
        else:
            made.append(token)
        index += 1
    return made


def _is_of_figures(pieces: list[Token], dots: int) -> bool:
    """Whether a sum continued by dots, up to a last figure or without end, is one of figures: its
    terms nearby are bare ones, or a side of figures stands beside it; a side of a relation begins
    behind its sign.
    """
    if _stands_beside_figures(pieces, dots):
        return True
    goes_on = pieces[dots + 1].text in _SIGNS
    raised = dots > 1 and pieces[dots - 2].text == ")"  # 0.9^(2) +
    before = pieces[max(dots - (6 if raised else 4), 0) : dots]
    side = takewhile(lambda piece: piece.text not in _RELATED, reversed(before))
    near = [*side, *pieces[dots + 1 : dots + 3 if goes_on else 0]]
    plain = (*_SIGNS, *("^", "(", ")") * raised)
    figures = all(piece.kind == "number" or piece.text in plain for piece in near)
    return figures and len(near) > 2 and (goes_on or _ends(pieces[dots + 1]))


def _stands_beside_figures(pieces: list[Token], dots: int) -> bool:
    """Whether the side with the dots and a neighbour of it are of figures alone."""
    signs = [k for k, piece in enumerate(pieces) if piece.text in _RELATED or piece.kind == "end"]
    begins = [0, *(sign + 1 for sign in signs)]
    sides = [pieces[begin:end] for begin, end in zip(begins, signs, strict=False)]
    place = sum(sign < dots for sign in signs)
    beside = [sides[k] for k in (place - 1, place + 1) if 0 <= k < len(sides)]
    figures = (side for side in beside if any(piece.kind == "number" for piece in side))
    whole = place < len(sides) and all(map(_is_in_figures, sides[place]))
    return whole and any(all(map(_is_in_figures, side)) for side in figures)


def _is_in_figures(piece: Token) -> bool:
    """Whether a token is part of figures, perhaps with units."""
    word = piece.kind in ("word", SPELT) and surely_unit(piece.text)
    return word or piece.kind not in ("word", SPELT)


def _series(pieces: list[Token], dots: int) -> tuple[int, str] | None:
    """The number of figures before the dots of an arithmetic series, `50 + 51 + … + 149`, and the
    sum of those behind the first; None for any other.
    """
    begin = dots
    while begin > 1 and pieces[begin - 1].text == "+" and _whole(pieces[begin - 2]) is not None:
        begin -= 2
    first = [_whole(piece) for piece in pieces[begin:dots:2]]
    last, after = _whole(pieces[dots + 2]), pieces[min(dots + 3, len(pieces) - 1)]
    alone = begin == 0 or pieces[begin - 1].text in ("(", *_RELATED)
    if len(first) < 2 or last is None or not alone or not (_ends(after) or after.kind == "word"):
        return None
    known = [value for value in first if value is not None]
    step = known[1] - known[0]
    even = all(after - before == step for before, after in pairwise(known))
    if not even or step == 0 or (last - known[0]) % step or (last - known[-1]) * step <= 0:
        return None
    total = (known[0] + last) * ((last - known[0]) // step + 1) // 2
    return len(known), str(total - known[0])


def _whole(piece: Token) -> int | None:
    """The value of a whole number; None for any other token."""
    digits = piece.text.replace(",", "").replace("_", "")
    small = piece.kind == "number" and digits.isdigit() and len(digits) <= _MOST_DIGITS
    return int(digits) if small else None


def _ends(token: Token) -> bool:
    return token.kind == "end" or token.text in _ENDS
