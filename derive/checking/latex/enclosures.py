"""Enclosures of a formula: brackets of any size, absolute values."""

from __future__ import annotations

from derive.checking.latex.cursor import Cursor
from derive.checking.latex.powers import read_powers, skip_place
from derive.checking.spelling import latex_commands as known
from derive.checking.spelling.latex_commands import FUNCTION
from derive.checking.spelling.latex_tokens import LatexToken
from derive.checking.tokens.brackets import bracketed, called, nesting
from derive.errors import shorten
from derive.units.lexer import Token


def read_left(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    r"""`\left … \right`: brackets, a rounding, an absolute value, or nothing if one of them is
    a dot.
    """
    cursor.deeper(atom)
    opening = cursor.next().text.removeprefix("\\")
    inner = cursor.sequence(frozenset(("\\right",)))
    if cursor.next().text != "\\right":
        raise cursor.error(atom, "\\left has no \\right", "Add \\right).")
    closing = cursor.next().text.removeprefix("\\")
    cursor.depth -= 1
    if "." in (opening, closing):
        out.extend(inner)
        return skip_place(cursor, "|" if closing in ("|", "rvert", "vert") else closing)
    kind = "abs" if opening == closing == "|" else known.OPENING.get(opening, "")
    if not kind or (kind != "abs" and known.CLOSING.get(closing) != kind):
        raise cursor.error(
            atom, f"“{shorten(opening)} … {shorten(closing)}” is not a pair of brackets"
        )
    if kind in ("ceil", "floor", "abs", "mean"):
        check_average(cursor, kind, inner, atom)
        out.append(Token(FUNCTION, kind, atom.position, False))
    first, *rest = bracketed(inner, atom.position)
    commutator = opening == "[" and any(piece.text == "," for piece in inner)
    if commutator and not (out and out[-1].kind == FUNCTION):
        rest[-1] = rest[-1]._replace(text="]")
        first = first._replace(text="[")
    out.extend([first._replace(glued=True), *rest])
    skip_place(cursor, closing)
    return read_powers(cursor, out)


def read_delimiter(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """`\\lceil`, `\\lfloor` and `\\lvert` without \\left."""
    kind = known.OPENING.get(atom.text[1:])
    if kind is None:
        raise cursor.error(atom, f"{atom.text} closes what was not opened")
    cursor.deeper(atom)
    close = f"\\r{atom.text[2:]}" if atom.text[1] == "l" else atom.text
    mean = kind == "mean" and cursor.peek().text != "|"
    inner = cursor.sequence(frozenset((close, "|")) if mean else frozenset((close,)))
    if mean and cursor.peek().text == "|":
        check_average(cursor, kind, [], atom)
    if cursor.next().text != close:
        raise cursor.error(atom, f"{atom.text} is not closed", f"Add {close}.")
    cursor.depth -= 1
    check_average(cursor, kind, inner, atom)
    out.extend(called(kind, inner, atom.position))
    read_powers(cursor, out)


def check_average(cursor: Cursor, kind: str, inner: list[Token], atom: LatexToken) -> None:
    """Raise TextError for a bra and a ket: the dimension of their product is not that of the
    letters.
    """
    if kind == "mean" and (not inner or any(piece.text in ("abs", ",") for piece in inner)):
        raise cursor.error(
            atom, "a bra and a ket are not read here", "Write the mean as ⟨A⟩, or name it."
        )


def read_bars(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    r"""`|x|` and `\|x\|`: an absolute value, closed at the same depth."""
    cursor.deeper(atom)
    inner = cursor.sequence(frozenset((atom.text, "}", "\\right", "\\end", "&", "row")))
    depth = sum(map(nesting, inner))
    if cursor.next().text != atom.text or depth or not inner:
        raise cursor.error(
            atom,
            f"“{atom.text}” opens a size that is not closed",
            "Write \\left| … \\right|, or name what is conditional.",
        )
    cursor.depth -= 1
    out.extend(called("abs", inner, atom.position))
    skip_place(cursor, "")
    read_powers(cursor, out)
