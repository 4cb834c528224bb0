"""Fractions of bare figures with a unit behind them: 1/8 GB/s, (1/2) kg."""

from __future__ import annotations

from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import unit_run
from derive.units.lexer import Token


def ways_of_fractions(pieces: list[Token], names: Names) -> list[list[Token]]:
    """The tokens as they stand, where a unit belongs to the figure before it: 1000/50 tokens/s;
    then, if there is such a fraction, with its unit behind its upper figure: 1/8 GB/s.
    """
    kinds = list(map(_kind, pieces)) if "/" in [piece.text for piece in pieces] else []
    if not any(kinds[k : k + 3] == ["number", "/", "number"] for k in range(len(kinds) - 2)):
        return [pieces]
    plain = _moved(pieces, names, ("(", "number", "/", "number", ")"))
    moved = _moved(plain, names, ("number", "/", "number"))
    return [plain] if moved == plain else [plain, moved]


def _moved(pieces: list[Token], names: Names, shape: tuple[str, ...]) -> list[Token]:
    """The tokens with the unit behind every fraction of this shape behind its upper figure."""
    made: list[Token] = []
    kinds = tuple(map(_kind, pieces))
    index = 0
    while index < len(pieces):
        after = index + len(shape)
        begins = kinds[index:after] == shape and kinds[max(index - 1, 0)] not in ("/", "^")
        end = _unit_end(pieces, after, names) if begins else after
        if end == after:
            made.append(pieces[index])
            index += 1
            continue
        above, bar, below = (piece for piece in pieces[index:after] if piece.text not in "()")
        made += [above, *pieces[after:end], bar, below]
        index = end
    return made


def _kind(piece: Token) -> str:
    return "number" if piece.kind == "number" else piece.text


def _unit_end(pieces: list[Token], begin: int, names: Names) -> int:
    """Index after the unit that begins here; `begin` if there is none, or a name is among it."""
    if begin >= len(pieces):
        return begin
    end = unit_run(pieces, begin)
    words = (piece.text for piece in pieces[begin:end] if piece.kind != "symbol")
    return begin if any(map(names.taken, words)) else end
