"""Fractions of bare figures with a unit behind them: 1/8 GB/s, (1/2) kg, 3 / (4 × 5) s."""

from __future__ import annotations

from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import unit_run
from derive.checking.tokens.units_of_brackets import begin_of_figures, ways_of_brackets
from derive.units.lexer import Token

_PARTS = 3  # of a fraction without brackets around it


def ways_of_fractions(pieces: list[Token], names: Names) -> list[list[Token]]:
    """The tokens as they stand, where a unit belongs to the figure before it: 1000/50 tokens/s;
    then, if there is such a fraction, with its unit behind its upper figure: 1/8 GB/s. Each with
    units behind brackets of figures.
    """
    ways = _ways_of_figures(pieces, names)
    return [each for way in ways for each in ways_of_brackets(way, names)]


def _ways_of_figures(pieces: list[Token], names: Names) -> list[list[Token]]:
    """The tokens with the unit of a fraction of two figures behind its lower or upper one."""
    kinds = list(map(_kind, pieces)) if "/" in [piece.text for piece in pieces] else []
    if not any(kinds[k : k + 2] == ["/", "number"] for k in range(len(kinds) - 1)):
        return [pieces]
    plain = _moved(pieces, names, ("(", "number", "/", "number", ")"))
    moved = _moved(_moved(plain, names, ("number", "/", "number")), names, (")", "/", "number"))
    return [plain] if moved == plain else [plain, moved]


def _moved(pieces: list[Token], names: Names, shape: tuple[str, ...]) -> list[Token]:
    """The tokens with the unit behind every fraction of this shape behind its upper figure."""
    made: list[Token] = []
    kinds = tuple(map(_kind, pieces))
    index = 0
    while index < len(pieces):
        after = index + len(shape)
        begins = kinds[index:after] == shape and kinds[max(index - 1, 0)] not in ("/", "^")
        begins = begins and (shape[0] != ")" or begin_of_figures(pieces, index) is not None)
        end = _unit_end(pieces, after, names) if begins else after
        if end == after:
            made.append(pieces[index])
            index += 1
            continue
        within = pieces[index:after] if len(shape) == _PARTS else pieces[index + 1 : after - 1]
        above, bar, below = within
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
