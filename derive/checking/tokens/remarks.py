"""Remarks in brackets in plain text: `2 (2 bytes per parameter)`, `memory (forward pass only)`,
`$32/h ($768/day)`.
"""

from __future__ import annotations

import math
from itertools import pairwise

from derive.checking.extraction.counting_words import ACRONYM, labels_a_figure
from derive.checking.spelling.latex_commands import SPELT
from derive.checking.symbols.names import Names
from derive.checking.tokens.brackets import bracket_end
from derive.checking.tokens.measures import BELOW
from derive.checking.tokens.ranges import value_of
from derive.units.dimension import PURE, Dimension
from derive.units.lexer import CURRENCY_SIGNS, Token
from derive.units.multipliers import MULTIPLIERS
from derive.units.registry import resolve, surely_unit

_CROSSES = ("*", "×", "·")
_SIGNS = ("=", "≈", "+", "-", "−", "*", "×", "·", "/", "≤", "≥", "<", ">")
_EQUAL = ("=", "≈", "≡", ":=")
_UNMEASURED = ("~", "≈", *CURRENCY_SIGNS, *MULTIPLIERS)  # of a figure, beside its unit
_NEARLY = 0.005
_WITHIN = (",", "-", ";")
_THINGS = ("parameters", "params", "weights", "gradients", "activations", "tokens")
_LONG = 4


def without_remarks(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens without brackets that say again what the figure before them is of, or that figure
    in another unit or as it is worked out, or that hold words of a sentence behind a name.
    """
    pieces = _without_things(pieces)
    if not any(piece.text == "(" and not piece.glued for piece in pieces):
        return pieces
    made: list[Token] = []
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        end = bracket_end(pieces, index) if piece.text == "(" and not piece.glued and made else 0
        inside = pieces[index + 1 : end - 1]
        if (
            end
            and _ends(pieces[end:])
            and (
                _is_a_remark(made[-1], inside, names)
                or _says_again(made, inside)
                or _is_a_label(made[-1], inside, names)
                or _is_a_gloss(made, inside, names)
            )
        ):
            index = end
        else:
            made.append(piece)
            index += 1
    return made


def _without_things(pieces: list[Token]) -> list[Token]:
    """The tokens without the nouns that say what bytes are of: 44 GB parameters."""
    if not any(piece.text in _THINGS for piece in pieces[2:]):
        return pieces
    behind = [False, False, *(_is_size(*two) for two in pairwise(pieces[:-1]))]
    return [
        piece
        for piece, sized in zip(pieces, behind, strict=True)
        if not (sized and piece.text in _THINGS)
    ]


def _is_size(figure: Token, word: Token) -> bool:
    """Whether two tokens are a number of bytes, written with a prefix: 70 B are billions."""
    sized = figure.kind == "number" and word.kind == "word" and len(word.text) > 1
    unit = resolve(word.text) if sized else None
    return unit is not None and dict(unit.dimension.exponents) == {"information": 1}


def _ends(rest: list[Token]) -> bool:
    """Whether a term ends here."""
    return not rest or rest[0].kind == "end" or rest[0].text in _SIGNS


def _is_a_remark(before: Token, inside: list[Token], names: Names) -> bool:
    if before.kind != "number" and not _is_a_word(before):
        return False
    if len(inside) > 1 and inside[0].kind == "number" and inside[0].text == before.text:
        return all(_is_a_word(piece) or piece.text == "/" for piece in inside[1:])
    worded = all(_is_a_word(piece) or piece.text in _WITHIN for piece in inside)
    told = [_is_told(piece, names) for piece in inside]
    return worded and any(one and two for one, two in pairwise(told))


def _is_a_label(before: Token, inside: list[Token], names: Names) -> bool:
    """Whether words in brackets behind a figure say what it is: 2 (replicas), 2 bytes (FP16), 1.3
    (PUE).
    """
    measured = before.kind == "number" or surely_unit(before.text)
    words = [piece.text for piece in inside if piece.text.isalpha()]
    if len(words) == 1 and before.kind == "number" and ACRONYM.fullmatch(words[0]):
        unknown = words[0] not in names.own and not names.own_split(words[0])
    else:
        unknown = all(names.find(word) is None for word in words)
    return measured and unknown and labels_a_figure([piece.text for piece in inside])


def _is_a_gloss(before: list[Token], inside: list[Token], names: Names) -> bool:
    """Whether one word in brackets behind a known name that is a side by itself says what that is:
    L = n_layers (depth).
    """
    *rest, name = before
    alone = len(rest) > 1 and rest[-1].text in _EQUAL and _is_a_word(name) and "_" in name.text
    told = len(inside) == 1 and _is_told(inside[0], names)
    return told and alone and names.find(name.text) is not None


def _says_again(before: list[Token], inside: list[Token]) -> bool:
    """Whether figures behind a measured one are of its dimension, a product that is its number,
    3,600 seconds (60 × 60), or it in percent, 0.97 (97 %).
    """
    signs = [k for k, piece in enumerate(before) if piece.text in _SIGNS and piece.text != "/"]
    figure = before[signs[-1] + 1 if signs else 0 :]
    if len(inside) == 2 and inside[0].kind == "number" and inside[1].text == "%":
        alone = len(figure) == 1 and figure[0].kind == "number"
        return alone and math.isclose(value_of(inside) / 100, value_of(figure), rel_tol=_NEARLY)
    dimension = None if before[-1].text in BELOW else _dimension(figure)
    if not dimension:
        return False
    factors = [piece for piece in inside if piece.text not in _CROSSES]
    if len(inside) > len(factors) and all(piece.kind == "number" for piece in factors):
        return math.isclose(value_of(factors), value_of(figure), rel_tol=_NEARLY)
    return _dimension(inside) == dimension


def _dimension(pieces: list[Token]) -> Dimension | None:
    """The dimension of one figure with its unit; None for anything else."""
    found, power, figures = PURE, 1, 0
    for piece in pieces:
        unit = resolve(CURRENCY_SIGNS.get(piece.text, piece.text))
        if piece.kind == "number":
            figures += 1
        elif piece.text in BELOW:
            power = -1
        elif unit is not None and not (piece.text in MULTIPLIERS and piece.glued):
            found *= unit.dimension**power
        elif piece.text not in _UNMEASURED:
            return None
    return found if figures == 1 else None


def _is_a_word(piece: Token) -> bool:
    return piece.kind in ("word", SPELT)


def _is_told(piece: Token, names: Names) -> bool:
    """Whether a long word is neither a name nor a unit."""
    told = piece.kind == "word" and len(piece.text) >= _LONG and piece.text.isalpha()
    return told and names.find(piece.text) is None and resolve(piece.text) is None
