"""Rates of figures that say not of what: 10K QPS, 11,574/sec, 1M/day × 500 bytes."""

from __future__ import annotations

from itertools import pairwise

from derive.checking.spelling.latex_commands import SPELT
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import SPELT_AS_KB
from derive.checking.tokens.wording import is_of_size, is_sign, is_told
from derive.units.lexer import CURRENCY_SIGNS, Token
from derive.units.registry import resolve

_SHORTEST_PERIOD = 3  # letters: sec, min, day
_RATES = {"qps": "requests", "rps": "requests", "iops": "operations", "fps": "frames"}
_OPERATIONS = ("op", "ops")
_KILOBITS = "Kbps"  # beside these, which say that they are bits:
_RATES_OF_BITS = ("Mbps", "Gbps", "Tbps")
_GOES_ON = "*×·/+"  # behind a rate


def with_rates(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with QPS, IOPS or FPS behind a figure as requests, operations or frames per
    second, ops beside them in full, and with what is per unit of time, and says not of what, as so
    many.
    """
    made: list[Token] = []
    asked = any(piece.text.lower() in _RATES for piece in pieces)
    bits = any(piece.text in _RATES_OF_BITS for piece in pieces)
    for piece in pieces:
        if piece.text == _KILOBITS and bits and piece.text not in names.own:
            piece = piece._replace(text="kbps")
        if asked and piece.text in _OPERATIONS and piece.text not in names.own:
            piece = piece._replace(kind="word", text="operations")
        behind = bool(made) and (made[-1].kind == "number" or is_of_size(made[-1]))
        counted = _RATES.get(piece.text.lower()) if behind and piece.text not in names.own else None
        if counted is not None:
            parts = (("word", counted), ("symbol", "/"), ("word", "s"))
            made += [piece._replace(kind=kind, text=text) for kind, text in parts]
        else:
            made.append(piece)
    return _with_bare_rates(made, names)


def _with_bare_rates(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with a figure that is per unit of time, and says not of what, as so many in one of
    it: 11,574/sec, 1M/day × 500 bytes, 11,574 per second.
    """
    made: list[Token] = []
    pieces = _without_ones(pieces)
    for index, piece in enumerate(pieces):
        made.append(piece)
        if index and _is_bare_rate(pieces, index, names):
            made[-1] = piece._replace(kind="symbol", text="/")
            made.append(piece._replace(kind="number", text="1"))
    return made


def _without_ones(pieces: list[Token]) -> list[Token]:
    """The tokens without the 1 of what is per unit of time: 59.9 1/s."""
    ones = {
        k + 1
        for k, (number, one, stroke) in enumerate(zip(pieces, pieces[1:], pieces[2:], strict=False))
        if one.text == "1" and stroke.text == "/" and stroke.glued
        if number.kind == one.kind == "number" and pieces[k + 3].kind in ("word", SPELT)
    }
    return [piece for k, piece in enumerate(pieces) if k not in ones] if ones else pieces


def _is_bare_rate(pieces: list[Token], index: int, names: Names) -> bool:
    """Whether a stroke or “per” stands here between a number, perhaps in K or M, that is no price,
    and a unit of time, behind which a factor or a side ends.
    """
    if pieces[index].text not in ("/", "per") or index + 2 >= len(pieces):
        return False
    first = index - 1 - (index > 1 and is_of_size(pieces[index - 1]))
    paid = first > 0 and pieces[first - 1].text in CURRENCY_SIGNS
    if paid or pieces[first].kind != "number" or _divides_a_figure(pieces, first):
        return False
    word, after = pieces[index + 1 : index + 3]
    less = after.text in "-−" and not after.glued
    closed = is_sign(after) or after.kind == "end" or after.text in _GOES_ON or less
    if word.kind not in ("word", SPELT) or word.text in names.own or not closed:
        return False
    if len(word.text) < _SHORTEST_PERIOD and not _is_of_seconds(pieces, index, names):
        return False
    unit = resolve(word.text)
    return unit is not None and dict(unit.dimension.exponents) == {"time": 1}


def _divides_a_figure(pieces: list[Token], index: int) -> bool:
    return index > 1 and pieces[index - 1].text == "/"


def _is_of_seconds(pieces: list[Token], stroke: int, names: Names) -> bool:
    """Whether /s stands behind a figure among figures, 8,700/s, or a result: = 8,700 /s."""
    glued = pieces[stroke].glued or is_sign(pieces[max(stroke - 2, 0)])
    if not glued or not pieces[stroke + 1].glued or pieces[stroke + 1].text != "s":
        return False
    return all(
        _is_beside_figures(before, piece, names)
        for before, piece in pairwise((pieces[-1], *pieces))
        if piece.kind in ("word", SPELT)
    )


def _is_beside_figures(before: Token, word: Token, names: Names) -> bool:
    """Whether a word is a size, a unit or one that says what is counted, no letter of a formula."""
    if word.text in names.own or (len(word.text) == 1 and not _has_a_unit(before)):
        return False
    unit = word.text == SPELT_AS_KB or resolve(word.text) is not None
    return unit or is_of_size(word) or is_told(word, names)


def _has_a_unit(before: Token) -> bool:
    """Whether a unit may stand behind a token: behind a figure, a stroke or another word."""
    return before.kind in ("number", "word") or before.text in ("/", "per")
