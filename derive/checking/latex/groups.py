"""Groups and arguments of a formula."""

from __future__ import annotations

from derive.checking.latex.cursor import Cursor
from derive.checking.spelling.latex_commands import BREAK, FRACTIONS, GAP, SIZES
from derive.checking.spelling.latex_tokens import LatexToken
from derive.units.lexer import Token

_TERMS = {"(", "[", "+", "-", "=", "\\left", "\\cdot", "\\times"}
_BRACKETS = {"(", "[", "{", "\\{", "\\left", *(f"\\{size}" for size in SIZES)}


def read_argument(cursor: Cursor, owner: LatexToken) -> list[Token]:
    """The tokens of the next group, or of the next single token."""
    atom = cursor.peek()
    cursor.deeper(atom)
    if atom.text == "{":
        cursor.next()
        inner = cursor.sequence(frozenset("}"))
        if cursor.next().text != "}":
            raise cursor.error(atom, "the group “{” is not closed", "Add “}”.")
    else:
        inner = read_single(cursor, owner)
    cursor.depth -= 1
    return [piece for piece in inner if piece.kind not in (BREAK, GAP)]


def read_single(cursor: Cursor, owner: LatexToken) -> list[Token]:
    """One token as an argument: of a number or word without braces only the first character."""
    atom = cursor.next()
    if atom.kind == "end" or atom.text in ("}", "&"):
        raise cursor.error(owner, f"{owner.text} lacks what it is of")
    if atom.kind in ("number", "letters"):
        kind = "number" if atom.kind == "number" else "word"
        return [Token(kind, cursor.first_of(atom).text, atom.position, False)]
    out: list[Token] = []
    cursor.one(out, atom)
    return out


def read_option(cursor: Cursor) -> list[Token]:
    """The optional argument in square brackets; empty if there is none."""
    if cursor.peek().text != "[":
        return []
    cursor.next()
    inner = cursor.sequence(frozenset("]"))
    cursor.next()
    return inner


def opens_bracket(cursor: Cursor) -> bool:
    """Whether a bracket opens next, of whatever size."""
    return cursor.peek().text in _BRACKETS


def spans_power(cursor: Cursor) -> bool:
    """Whether the next group holds a power of a symbol, so that a bar over it is a mean."""
    atom = cursor.peek()
    texts = [piece.text for piece in cursor.atoms[cursor.index : cursor.index + 20]]
    return atom.text == "{" and "^" in texts[: texts.index("}") if "}" in texts else 0]


def spans_product(cursor: Cursor) -> bool:
    """Whether the next group holds several symbols side by side, so that a bar over it is the mean
    of their product: the author's uv, or u_i' u_j'.
    """
    following = cursor.atoms[cursor.index : cursor.index + 40]
    depth, symbols, before = 0, 0, ""
    for atom in following:
        depth += (atom.text == "{") - (atom.text == "}")
        if not depth:
            break
        if atom.kind == "letters" and depth == 1 and before not in ("_", "^"):
            symbols += max(1, len(cursor.names.own_split(atom.text)))
        before = atom.text
    return symbols > 1


def spans_terms(cursor: Cursor) -> bool:
    """Whether the next group holds a fraction, bracket, sign or multiple rather than a symbol."""
    if cursor.peek().text != "{":
        return False
    following = cursor.atoms[cursor.index + 1 : cursor.index + 5]
    end = cursor.atoms[-1]
    first, second = [*(atom for atom in following if atom.kind != "space"), end, end][:2]
    if first.kind == "number" and second.kind in ("letters", "command"):
        return True  # \mathbf{6 T D^2}
    if first.kind == "number" and len(first.text) > 1 and second.text == "}":
        return True  # \mathbf{7.92}, while \mathbf{1} may be a vector
    for atom in cursor.atoms[cursor.index : cursor.index + 40]:
        if atom.text == "}":
            return False
        if atom.text in _TERMS or (atom.kind == "command" and atom.text[1:] in FRACTIONS):
            return True
    return False


def plain_power(cursor: Cursor) -> bool:
    """Whether the next power is a bare whole number."""
    texts = [piece.text for piece in cursor.atoms[cursor.index + 1 : cursor.index + 4]]
    return bool(texts) and (
        texts[0].isdigit() or (texts[0] == "{" and texts[1].isdigit() and texts[2] == "}")
    )
