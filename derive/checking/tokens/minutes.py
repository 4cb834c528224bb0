"""Minutes written as an m beside hours, days or seconds: 2h 32m, 20 days × 24h × 60m, 21m 36s."""

from __future__ import annotations

from itertools import pairwise

from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import is_physical
from derive.units.lexer import Token
from derive.units.registry import resolve
from derive.units.text import parse_unit

_MINUTE, METRE = "min", "m"
_TIME = parse_unit("s").dimension
_HOUR = 3_600.0


def with_minutes(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with each m right behind a figure as minutes, where another figure is in hours or
    days, or a figure in seconds follows, and neither another unit of physics nor a time below a bar
    stands beside it.
    """
    if names.is_defined(METRE):
        return pieces
    words = [
        after
        for before, after in pairwise(pieces)
        if before.kind == "number" and after.kind == "word"
    ]
    lengths = any(word.text != METRE and is_physical(word.text) for word in words)
    rates = any(one.text in ("/", "per") and _seconds(two) for one, two in pairwise(pieces))
    long = any(_seconds(word) >= _HOUR for word in words)
    texts = [piece.text for piece in pieces]
    seconds = any(one == METRE and two == "s" for one, two in zip(texts, texts[2:], strict=False))
    if lengths or rates or not (long or seconds):
        return pieces
    minutes = {word.position for word in words if word.text == METRE and word.glued}
    return [p._replace(text=_MINUTE) if p.position in minutes else p for p in pieces]


def _seconds(word: Token) -> float:
    """The length of a unit of time up to a day; 0 for any other word."""
    unit = resolve(word.text) if word.kind == "word" else None
    return unit.factor if unit is not None and unit.dimension == _TIME else 0.0
