"""Sides of an equation that hold figures and units but no names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derive.checking.spelling.latex_commands import SPELT
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import NAME
from derive.units.lexer import Token
from derive.units.text import MULTIPLIERS


def multipliers_in(pieces: list[Token]) -> frozenset[int]:
    """Positions of K, M, B and T glued to figures on a side of figures alone, where they can only
    be multipliers.

    `100B / 200K` is such a side; a lone `671B` is not, as it can be 671 times B.
    """
    found: set[int] = set()
    for begin, end in _sides(pieces):
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
            piece for k, piece in enumerate(side) if k not in letters and piece.kind != "number"
        ]
        if len(letters) > 1 and all(
            piece.kind == "symbol" and piece.text not in "+-" for piece in others
        ):
            found.update(side[k].position for k in letters)
    return frozenset(found)


def in_plain_units(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with FLOPs after a figure as the unit FLOP, on sides without names: `6.3e24
    FLOPs`, `989e12 FLOPs/s`.
    """
    made = list(pieces)
    for begin, end in _sides(pieces):
        words = [k for k in range(begin, end) if pieces[k].kind == "word"]
        units = [
            k
            for k in words
            if pieces[k].text in ("FLOPs", "FLOPS") and k > begin and pieces[k - 1].kind == "number"
        ]
        if (
            units
            and all(k in units or names.unit(pieces[k].text) for k in words)
            and not any(piece.kind in (NAME, SPELT) for piece in pieces[begin:end])
        ):
            for k in units:
                made[k] = replace(pieces[k], text="FLOP")
    return made


def _sides(pieces: list[Token]) -> Iterator[tuple[int, int]]:
    """Begin and end of each side between the signs of relation."""
    begin = 0
    for end, piece in enumerate(pieces):
        if piece.kind == "end" or (
            piece.kind == "symbol" and piece.text and piece.text in "=≈≥≤<>~∝"
        ):
            yield begin, end
            begin = end + 1
