"""LaTeX formulas as tokens: fractions in brackets, a symbol with its scripts as one name."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from derive.checking.latex.commands import COMMANDS
from derive.checking.latex.cursor import Cursor, Rules
from derive.checking.latex.enclosures import read_bars
from derive.checking.latex.groups import read_argument
from derive.checking.latex.lookahead import lone_symbol_end, pairs_vectors
from derive.checking.latex.marks import read_nabla
from derive.checking.latex.powers import (
    add_sign,
    degree_sign,
    read_powers,
    read_superscripts,
    skip_place,
)
from derive.checking.latex.rearranged import rearranged
from derive.checking.latex.structures import RELATIONS
from derive.checking.latex.symbols import read_letters, read_partial, read_symbol
from derive.checking.latex.words_between import with_words_between
from derive.checking.spelling import latex_commands as known
from derive.checking.spelling.latex_commands import BREAK, DOTS, GAP, REFUSED
from derive.checking.spelling.latex_tokens import LatexToken, atoms
from derive.checking.spelling.typst_tokens import typst_atoms
from derive.checking.symbols.names import Names
from derive.checking.tokens.brackets import bracket_end, bracketed, nesting
from derive.errors import TextError, shorten
from derive.units.lexer import Token
from derive.units.superscripts import SIGNED_SUPERSCRIPTS

_SIGN_CHARACTERS = {sign: sign for sign in "()[]+-*/=<>,?~≤≥≈∝–±∓!"} | {
    "×": "*", "·": "*", "⋅": "*", "∙": "*", "÷": "/", "−": "-",
}  # fmt: skip
_ALL: frozenset[str] = frozenset()
_ROWS = frozenset(("\\end",))
_GOES_ON = {*RELATIONS, "+", "-", "*", "/"}


@dataclass(frozen=True, slots=True)
class Pieces:
    r"""The tokens of a formula; `claims` are the statements in its brace labels
    (`\underbrace{R/W}_{\approx 300}`).

    A token of the kind "refused" replaces an unreadable statement; `refused` holds the reasons by
    position.
    """

    pieces: list[Token]
    claims: list[list[Token]] = field(default_factory=list)
    refused: Mapping[int, TextError] = field(default_factory=dict)


def latex_pieces(
    text: str, names: Names, macros: Mapping[str, str] | None = None, *, typst: bool = False
) -> Pieces:
    """The tokens of a formula of LaTeX, or of typst. Raises TextError if no part of it can be
    read.
    """
    cut = typst_atoms(text) if typst else atoms(text, macros)
    cursor = Cursor(text, rearranged(with_words_between(cut)), names, Rules(_sequence, _one))
    return Pieces(_sequence(cursor, _ALL), cursor.claims, cursor.refused)


def _sequence(cursor: Cursor, stops: frozenset[str]) -> list[Token]:
    """The tokens up to one of the `stops`, which stays; of several rows only an unreadable
    statement is lost.
    """
    out: list[Token] = []
    begin, depth, claims = 0, cursor.depth, len(cursor.claims)
    while True:
        atom = cursor.peek()
        if atom.kind == "end" or atom.text in stops or (atom.kind == "row" and "row" in stops):
            return out
        try:
            _item(cursor, out)
        except TextError as error:
            if stops not in (_ALL, _ROWS) or not cursor.past_statement(stops):
                raise
            cursor.depth = depth
            del out[begin:], cursor.claims[claims:]
            cursor.refused[error.position] = error
            out.append(Token(REFUSED, "", error.position, False))
        if out and out[-1].kind in (BREAK, GAP):
            begin, claims = len(out), len(cursor.claims)


def _item(cursor: Cursor, out: list[Token]) -> None:
    """One token with its scripts."""
    atom = cursor.next()
    if atom.kind == "number" and cursor.peek().text == "_":
        read_symbol(cursor, out, atom.text, atom)
    elif atom.kind == "number":
        out.append(Token("number", atom.text, atom.position, False))
        degree_sign(cursor, out)
        read_powers(cursor, out)
    elif atom.kind == "letters":
        read_letters(cursor, out, atom)
    elif atom.kind == "command":
        _command(cursor, out, atom)
    elif atom.kind == "row":
        _row(cursor, out, atom)
    else:
        _character(cursor, out, atom)


def _one(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """A command or a single character."""
    read = _command if atom.kind == "command" else _character
    read(cursor, out, atom)


def _row(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """The end of a row: the next row is a statement of its own unless a sign continues this
    one.
    """
    while cursor.peek().text == "&" or (
        cursor.peek().kind == "command" and cursor.peek().text[1:] in known.SPACES
    ):
        cursor.next()
    sign = cursor.peek().text
    if cursor.peek().kind == "command":
        sign = known.SIGNS.get(sign[1:], "")
    ended = not out or out[-1].kind != "symbol" or out[-1].text not in _GOES_ON
    if ended and sign not in _GOES_ON:
        out.append(Token(BREAK, "\\\\", atom.position, False))


def _character(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    char = atom.text
    if char == "{":
        _group(cursor, out, atom)
    elif char in SIGNED_SUPERSCRIPTS:
        read_superscripts(cursor, out, atom)
    elif char == "," and pairs_vectors(cursor.atoms, cursor.index - 1):
        out.append(Token("symbol", "*", atom.position, False))
    elif char in "<>" and cursor.atoms[cursor.index].text == "=":
        cursor.next()
        add_sign(cursor, out, atom, {"<": "≤", ">": "≥"}[char])
    elif char in _SIGN_CHARACTERS:
        add_sign(cursor, out, atom, _SIGN_CHARACTERS[char])
    elif char == "&" or (char == ":" and cursor.peek().text == "="):
        pass
    elif char in ".;:" or char in "→⇒":
        out.append(Token(BREAK, char, atom.position, False))
    elif char == "|":
        read_bars(cursor, out, atom)
    elif char == "…":
        out.append(Token("symbol", DOTS, atom.position, False))
    elif char in "∇∂":
        read_nabla(cursor, out, atom) if char == "∇" else read_partial(cursor, out, atom)
    elif char.isalpha():
        read_symbol(cursor, out, char, atom)
    elif len(char) == 1 and unicodedata.category(char) == "No":
        out.append(Token("word", char, atom.position, False))
    else:
        raise _misplaced(cursor, atom)


def _misplaced(cursor: Cursor, atom: LatexToken) -> TextError:
    """The error at a character that nothing is read from."""
    if atom.text == "}":
        return cursor.error(atom, "“}” closes a group that was not opened")
    nothing = "has nothing before it" if atom.text in "_^'" else "is not read here"
    return cursor.error(atom, f"“{shorten(atom.text)}” {nothing}")


def _group(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """A group: a lone symbol before its script, one bracket, or what belongs together."""
    if end := lone_symbol_end(cursor.atoms, cursor.index):
        for place in (cursor.index - 1, end):  # no piece is lost, so that it may be read anew
            cursor.atoms[place] = LatexToken("space", " ", cursor.atoms[place].position)
        return _item(cursor, out)
    cursor.index -= 1
    inner = read_argument(cursor, atom)
    if "".join(piece.text for piece in inner) in ("-", "--"):
        inner = [Token("symbol", "–", atom.position, True)]
    if inner and nesting(inner[0]) > 0 and bracket_end(inner, 0) == len(inner):
        out.extend([inner[0]._replace(glued=True), *inner[1:]])
        skip_place(cursor, ")")
    else:
        out.extend(inner if len(inner) == 1 else bracketed(inner, atom.position))
    return read_powers(cursor, out)


def _command(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    handler = COMMANDS.get(atom.text[1:])
    if handler is None:
        raise cursor.error(atom, f"“{shorten(atom.text, 30)}” is not read here")
    handler(cursor, out, atom)
