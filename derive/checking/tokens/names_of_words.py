"""Unknown names of several words, and names with a symbol or a unit in brackets."""

from __future__ import annotations

from derive.checking.spelling.latex_commands import SPELT
from derive.checking.symbols.names import Names
from derive.checking.tokens.plain_figures import sides_of
from derive.checking.tokens.wording import SHORTEST, is_told, is_word
from derive.units.lexer import Token
from derive.units.registry import surely_unit

_MOST_WORDS = 5


def names_of_words(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens with a side of several words, one of them unknown, as one name, and so with a term
    of it whose words have capitals: `Total operations = 250`, `VRAM = Model Weights + KV Cache`.
    """
    made: list[Token] = []
    last = 0
    for begin, end in sides_of(pieces):
        made += pieces[last:begin]
        side = pieces[begin:end]
        if all(map(is_word, side)):
            made += [_one_name(side)] if _is_a_name(side, names) else side
        else:
            made += _with_terms(side, names)
        last = end
    return [*made, *pieces[last:]]


def _is_a_name(words: list[Token], names: Names) -> bool:
    """Whether words side by side are one name, one of them unknown."""
    told = 1 < len(words) <= _MOST_WORDS and any(is_told(piece, names) for piece in words)
    return told and not any(_is_own(piece, names) for piece in words)


def _one_name(words: list[Token]) -> Token:
    return words[0]._replace(kind=SPELT, text="_".join(piece.text for piece in words))


def _with_terms(side: list[Token], names: Names) -> list[Token]:
    """The tokens of a side with each run of words with capitals between its signs as one name."""
    made: list[Token] = []
    index = 0
    while index < len(side):
        end = index
        while end < len(side) and is_word(side[end]):
            end += 1
        words = side[index:end]
        apart = (not made or made[-1].kind == "symbol") and (
            end == len(side) or side[end].kind == "symbol"
        )
        titled = len(words) > 1 and all(piece.text[0].isupper() for piece in words)
        if titled and apart and _is_a_name(words, names):
            made.append(_one_name(words))
        else:
            made += words
        made += side[end : end + 1]
        index = end + 1
    return made


def names_with_symbols(pieces: list[Token]) -> list[Token]:
    """The tokens of a name with its symbol or its unit in brackets, alone on a side, as the name:
    `context_length (L) = 1024`, `Weights (GB) = ...`.
    """
    made: list[Token] = []
    last = 0
    for begin, end in sides_of(pieces):
        side = pieces[begin:end]
        cut = 1 if _has_symbol(side) else _words_with_unit(side)
        made += pieces[last : begin + cut if cut else end]
        last = end
    return [*made, *pieces[last:]]


def _words_with_unit(side: list[Token]) -> int:
    """The number of the words with which a side begins where the rest of it is a unit in brackets
    behind a blank; 0 for any other.
    """
    if len(side) < 4 or (side[-3].text, side[-1].text) != ("(", ")") or side[-3].glued:
        return 0
    words = side[:-3]
    told = all(piece.kind == SPELT or is_word(piece) for piece in words)
    told = told and any(len(piece.text) >= SHORTEST for piece in words)
    return len(words) if told and surely_unit(side[-2].text) else 0


def _has_symbol(side: list[Token]) -> bool:
    """Whether a side is a name of several letters and one letter in brackets after a blank."""
    if [piece.text for piece in side[1::2]] != ["(", ")"] or len(side) != 4:
        return False
    name, opening, symbol, _ = side
    long = name.kind == symbol.kind == "word" and len(name.text) >= SHORTEST
    return long and len(symbol.text) == 1 and not opening.glued


def _is_own(piece: Token, names: Names) -> bool:
    return piece.text in names.own or len(piece.text) == 1
