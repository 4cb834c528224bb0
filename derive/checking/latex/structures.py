"""Fractions, roots, functions and braces of a formula."""

from __future__ import annotations

import re

from derive.checking.latex.cursor import Cursor
from derive.checking.latex.groups import opens_bracket, read_argument, read_option
from derive.checking.latex.powers import read_powers
from derive.checking.latex.scripts import read_script
from derive.checking.spelling import latex_commands as known
from derive.checking.spelling.latex_commands import FUNCTION
from derive.checking.spelling.latex_tokens import LatexToken
from derive.checking.tokens.brackets import bracketed, called, power, quotient
from derive.checking.tokens.derivative import derivative
from derive.errors import TextError
from derive.units.lexer import Token

RELATIONS = {"=", "≤", "≥", "≈", "<", ">", "∝"}


def read_fraction(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """A fraction, or a derivative."""
    above, below = read_argument(cursor, atom), read_argument(cursor, atom)
    slope = derivative(above, below, cursor.names)
    if slope:
        above, below = slope
        out.append(Token(FUNCTION, "slope", atom.position, False))
    out.extend(bracketed(quotient(above, below, atom.position), atom.position))
    read_powers(cursor, out)


def read_slope(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """`\\dv{f}{x}`, `\\dv[2]{f}{x}` and `\\dv{x}`: a derivative."""
    order = read_option(cursor)
    above: list[Token] = [Token("number", "1", atom.position, False)]
    below = read_argument(cursor, atom)
    if cursor.peek().text == "{":
        above, below = below, read_argument(cursor, atom)
    if order:
        below = [*bracketed(below, atom.position), *power(order, atom.position)]
    out.extend(called("slope", quotient(above, below, atom.position), atom.position))
    read_powers(cursor, out)


def read_root(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """A square root, or one of the degree in brackets."""
    degree = read_option(cursor)
    inner = bracketed(read_argument(cursor, atom), atom.position)
    if not degree:
        out.append(Token(FUNCTION, "sqrt", atom.position, False))
        out.extend(inner)
    else:
        one = [Token("number", "1", atom.position, False)]
        out.extend([*inner, *power(quotient(one, degree, atom.position), atom.position)])
    read_powers(cursor, out)


def read_function(cursor: Cursor, out: list[Token], atom: LatexToken, name: str) -> None:
    """A function's name with its scripts: the base of a logarithm, the range of a sum."""
    out.append(Token(FUNCTION, name, atom.position, False))
    while cursor.peek().text in ("_", "^", "\\limits", "\\nolimits"):
        sign = cursor.next()
        if sign.kind == "command":
            continue
        if sign.text == "^" and name in known.RAISED:
            out.extend(power(read_argument(cursor, sign), sign.position))
            continue
        if sign.text == "^" and name not in known.OVER_RANGE:
            raise cursor.error(
                sign, f"a power between {name} and what it is of", "Write it after the bracket."
            )
        if name in ("max", "min"):
            cursor.skip(sign)
            if not opens_bracket(cursor):  # the greatest of what follows
                out[-1] = Token(FUNCTION, "lim", atom.position, False)
            continue
        spelt = read_script(cursor)
        if name in ("sum", "prod") and sign.text == "_" and atom.text[1:] not in known.INTEGRALS:
            indices = filter(None, re.split(r"[=,<≤≠∈]", spelt.partition("=")[0]))
            out[-1] = Token(FUNCTION, " ".join([name, *indices]), atom.position, False)
        if name == "log" and sign.text == "_":
            out[-1] = Token(FUNCTION, known.OF_A_BASE.get(spelt, name), atom.position, False)


def runs_over_range(cursor: Cursor) -> bool:
    """Whether the next subscript holds a range: `_{l=i}`."""
    texts = [atom.text for atom in cursor.atoms[cursor.index : cursor.index + 6]]
    group = texts[: texts.index("}")] if "}" in texts else []
    return group[:2] == ["_", "{"] and ("=" in group or "\\in" in group)


def read_braced(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """The part that a brace spans; a label that starts with a sign of relation is a statement
    about it, any other a remark.
    """
    inner = read_argument(cursor, atom)
    if cursor.peek().text == known.BRACES[atom.text[1:]]:
        cursor.next()
        label = read_label(cursor, atom)
        if label and label[0].text in RELATIONS:
            cursor.claims.append([*inner, *label])
    out.extend(bracketed(inner, atom.position))
    read_powers(cursor, out)


def read_label(cursor: Cursor, atom: LatexToken) -> list[Token]:
    """The label of a brace; empty if it is not maths."""
    begin, claims, depth = cursor.index, len(cursor.claims), cursor.depth
    try:
        return read_argument(cursor, atom)
    except TextError:
        cursor.index, cursor.depth = begin, depth
        del cursor.claims[claims:]
        cursor.raw(atom) if all(
            piece.kind != "command" or piece.text[1:] in known.SPACES
            for piece in cursor.atoms[begin:]
        ) else cursor.skip(atom)
        return []
