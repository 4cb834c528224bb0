"""Sides of an equation that hold figures and units but no names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from derive.checking.spelling.latex_commands import SPELT
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import NAME, SPELT_AS_KB, UNIT
from derive.units.lexer import Token
from derive.units.multipliers import MULTIPLIERS, is_counted_word
from derive.units.registry import resolve, surely_unit
from derive.units.text import parse_unit

FLOPS = ("FLOPs", "FLOPS")
_FLOPS = re.compile("[kKMGTPEZ]FLOPS")
_PER_SECOND = (["/", "s"], ["/", "sec"], ["/", "second"])
MICRO = ("μ", "µ")
_TIME, _BYTE = parse_unit("s").dimension, parse_unit("byte").dimension
_SIZES = (*MULTIPLIERS, SPELT_AS_KB)
_BYTES_OF_A_NUMBER = ("1", "2", "4", "8")


def in_plain_units(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with FLOPs after a figure as the unit FLOP, on sides without names: `6.3e24
    FLOPs`, `989e12 FLOPs/s`.
    """
    if not any(piece.text in FLOPS for piece in pieces):
        return pieces
    made = list(pieces)
    for begin, end in sides_of(pieces):
        words = [k for k in range(begin, end) if pieces[k].kind == "word"]
        units = [
            k
            for k in words
            if pieces[k].text in FLOPS and k > begin and pieces[k - 1].kind == "number"
        ]
        if (
            units
            and all(k in units or names.unit(pieces[k].text) for k in words)
            and not any(piece.kind in (NAME, SPELT) for piece in pieces[begin:end])
        ):
            for k in units:
                made[k] = pieces[k]._replace(text="FLOP")
    return made


def ways_of_flops(pieces: list[Token], names: Names) -> list[list[Token]]:
    """The tokens with TFLOPS behind figures as a rate; then with all of them as numbers of
    operations, and with the first alone. None but the tokens themselves without such a word.
    """
    places = [
        k
        for k, piece in enumerate(pieces)
        if k and pieces[k - 1].kind == "number" and piece.kind in ("word", SPELT)
        if _FLOPS.fullmatch(piece.text) and not names.taken(piece.text)
        if [after.text for after in pieces[k + 1 : k + 3]] not in _PER_SECOND
    ]
    if not places:
        return [pieces]
    ways: list[list[int]] = [[], places, *([places[:1]] if len(places) > 1 else [])]
    return [_with_flops(pieces, places, counts) for counts in ways]


def _with_flops(pieces: list[Token], places: list[int], counts: list[int]) -> list[Token]:
    """The tokens with TFLOPS at places as TFLOP, where it counts, or TFLOP/s."""
    made: list[Token] = []
    for k, piece in enumerate(pieces):
        if k not in places:
            made.append(piece)
            continue
        made.append(Token(UNIT, piece.text.removesuffix("S"), piece.position, piece.glued))
        if k not in counts:
            made.append(Token("symbol", "/", piece.position, True))
            made.append(Token(UNIT, "s", piece.position, True))
    return made


def with_micro(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with μ before a unit, behind a number, as its prefix: `12\\mu s`; unless μ is the
    author's.
    """
    written = any(piece.text in MICRO for piece in pieces)
    if not written or any(names.is_defined(sign) for sign in MICRO):
        return pieces
    made: list[Token] = []
    for piece in pieces:
        unit = piece.kind in ("word", SPELT) and resolve(f"µ{piece.text}") is not None
        if unit and len(made) > 1 and made[-1].text in MICRO and made[-2].kind == "number":
            made[-1] = Token(UNIT, f"µ{piece.text}", made[-1].position, made[-1].glued)
        else:
            made.append(piece)
    return made


def with_raised_figures(pieces: list[Token]) -> list[Token]:
    """The tokens with a unit behind a power of figures as a factor: the GB of / 1024^3 GB."""
    made: list[Token] = []
    for k, piece in enumerate(pieces):
        behind = k > 2 and piece.kind == "word" and len(piece.text) > 1
        if (
            behind
            and [pieces[k - 3].kind, pieces[k - 2].text, pieces[k - 1].kind]
            == ["number", "^", "number"]
            and surely_unit(piece.text)
        ):
            made.append(Token("symbol", "*", piece.position, False))
            made.append(Token("number", "1", piece.position, False))
        made.append(piece)
    return made


def with_bytes(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with the B of a number's size as bytes, behind a figure in K, M or B, and, unless
    B is the author's, of any size behind a blank, where another side is in bytes: 86.6M * 4B =
    346 MB.
    """
    sides = [pieces[begin:end] for begin, end in sides_of(pieces)]
    if not any(map(_in_bytes, sides)):
        return pieces
    sizes = {
        word.position
        for side in sides
        if not _in_bytes(side)
        for times, figure, word in zip(side, side[1:], side[2:], strict=False)
        if word.text == "B" and figure.kind == "number" and times.text in "*×·"
        if (not word.glued and "B" not in names.own)
        or (figure.text in _BYTES_OF_A_NUMBER and _has_a_multiplier(side, times.position))
    }
    return [
        piece._replace(kind=UNIT, text="byte") if piece.position in sizes else piece
        for piece in pieces
    ]


def _has_a_multiplier(side: list[Token], end: int) -> bool:
    """Whether a K, M, B or T stands before a position."""
    return any(piece.text in MULTIPLIERS and piece.position < end for piece in side)


def _with_sizes_in_bytes(pieces: list[Token]) -> list[Token]:
    """The tokens with the B behind a figure as bytes in sides without another unit, but a first one
    of several letters, which counts what has so many: 5B × 48B, 10M × (50B + 1KB).
    """
    made = list(pieces)
    for begin, end in sides_of(pieces):
        words = [k for k in range(begin, end) if pieces[k].kind == "word"]
        if all(_in_bytes([pieces[k]]) or pieces[k].text in _SIZES for k in words):
            for k in words[len(words) > 1 :]:
                if pieces[k].text == "B":
                    made[k] = pieces[k]._replace(kind=UNIT, text="byte")
    return made


def ways_of_bytes(pieces: list[Token]) -> Iterator[list[Token]]:
    """The tokens with the B of sizes in bytes as such; then with one B behind a figure, the last
    first, before the first of several sides that is in bytes: 200B × 100M = 20 GB.
    """
    in_bytes = _with_sizes_in_bytes(pieces)
    if in_bytes != pieces:
        yield in_bytes
    sides = [*sides_of(pieces)]
    before = [*takewhile(lambda side: not _in_bytes(pieces[slice(*side)]), sides)]
    places = [k for begin, end in before for k in range(begin + 1, end)]
    if len(before) == len(sides):
        if not any(piece.text == SPELT_AS_KB for piece in pieces[slice(*sides[-1])]):
            return
        places = [k for begin, end in sides[:-1] for k in range(begin + 1, end)]
    for k in reversed(places):
        figure, piece, after = pieces[k - 1 : k + 2]
        if piece.text == "B" and figure.kind == "number" and not is_counted_word(after.text):
            way = [*pieces[:k], piece._replace(kind=UNIT, text="byte"), *pieces[k + 1 :]]
            if way != in_bytes:
                yield way


def _in_bytes(side: list[Token]) -> bool:
    """Whether a side has a unit of bytes with a prefix: MB, GiB."""
    units = (resolve(piece.text) for piece in side if piece.kind == "word" and len(piece.text) > 1)
    return any(unit is not None and unit.dimension == _BYTE for unit in units)


def with_durations(pieces: list[Token]) -> list[Token]:
    """The tokens with times in several units, the greatest first, as sums: 4 hours 45 minutes."""
    figures = [k for k in range(2, len(pieces) - 1) if pieces[k].kind == "number"]
    ends = {k for k in figures if _goes_on(*pieces[k - 2 : k + 2])}
    if not ends:
        return pieces
    made: list[Token] = []
    opened = False
    for k, piece in enumerate(pieces):
        goes_on = k in ends
        if goes_on:
            if not opened:
                made[-2:-2] = [Token("symbol", "(", pieces[k - 2].position, False)]
            made.append(Token("symbol", "+", piece.position, False))
            opened = True
        elif opened and piece.kind != "word":
            made.append(Token("symbol", ")", piece.position, False))
            opened = False
        made.append(piece)
    return made


def _goes_on(figure: Token, word: Token, other: Token, behind: Token) -> bool:
    """Whether a figure in a unit of time is followed by one in a smaller unit."""
    if not figure.kind == other.kind == "number" or not word.kind == behind.kind == "word":
        return False
    first, second = resolve(word.text), resolve(behind.text)
    return (
        first is not None
        and second is not None
        and first.dimension == second.dimension == _TIME
        and second.factor < first.factor
    )


def sides_of(pieces: list[Token]) -> Iterator[tuple[int, int]]:
    """Begin and end of each side between the signs of relation."""
    begin = 0
    for end, piece in enumerate(pieces):
        if piece.kind == "end" or (
            piece.kind == "symbol" and piece.text and piece.text in "=≈≥≤<>~∝"
        ):
            yield begin, end
            begin = end + 1
