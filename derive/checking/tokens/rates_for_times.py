"""Amounts of computation as a rate kept up for a time: petaflop/s-days, PFLOP-days, PF-days."""

from __future__ import annotations

from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import UNIT
from derive.units.dimension import Dimension
from derive.units.lexer import Token
from derive.units.registry import resolve

TIMES = frozenset(("day", "days", "hour", "hours", "year", "years"))
_OPERATIONS = Dimension({"computation": 1})
_SHORT = ("GF", "TF", "PF", "EF")


def with_rates_for_times(pieces: list[Token], _: Names) -> list[Token]:
    """The tokens with the hyphen between operations, perhaps per second, and a time as a product of
    a rate and the time.
    """
    made: list[Token] = []
    for before, piece, after in zip([None, *pieces], pieces, [*pieces[1:], None], strict=False):
        joins = piece.text == "-" and after is not None and after.text in TIMES and after.glued
        if not (before is not None and joins and piece.glued):
            made.append(piece)
        elif before.text == "s" and [each.text for each in made[-2:-1]] == ["/"]:
            made.append(piece._replace(text="*"))
        elif _counts_operations(before):
            made[-1] = before._replace(kind=UNIT, text=_in_full(before.text))
            second = Token(UNIT, "s", piece.position, True)
            made += [piece._replace(text="/"), second, piece._replace(text="*")]
        else:
            made.append(piece)
    return made


def _in_full(word: str) -> str:
    return f"{word}LOP" if word in _SHORT else word


def _counts_operations(token: Token) -> bool:
    """Whether a word is a unit of operations: PFLOP, petaflops, PF."""
    unit = resolve(_in_full(token.text)) if token.kind in ("word", UNIT) else None
    return unit is not None and unit.dimension == _OPERATIONS
