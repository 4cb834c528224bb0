"""Letters with marks: fonts, accents, Newton's dots, ∇ and Δ."""

from __future__ import annotations

from derive.checking.latex.cursor import Cursor
from derive.checking.latex.groups import (
    opens_bracket,
    read_argument,
    read_single,
    spans_power,
    spans_product,
    spans_terms,
)
from derive.checking.latex.powers import read_powers
from derive.checking.latex.scripts import (
    begins_symbol,
    is_known,
    is_owned,
    read_script,
    read_scripts,
)
from derive.checking.latex.structures import read_function, runs_over_range
from derive.checking.latex.symbols import add_differential, joined_by, read_partial, read_symbol
from derive.checking.latex.text_mode import text_mode
from derive.checking.spelling import latex_commands as known
from derive.checking.spelling.canonical import GREEK
from derive.checking.spelling.latex_commands import FUNCTION, SPELT
from derive.checking.spelling.latex_tokens import LatexToken
from derive.checking.tokens.brackets import bracketed, called
from derive.checking.tokens.derivative import gradient
from derive.checking.tokens.measures import UNIT
from derive.units.lexer import Token


def read_marked(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """A letter in another font or with an accent: another name, except for the author's own
    letters set as vectors, and their rates.
    """
    name = atom.text[1:]
    mark = known.ACCENTS.get(name) or known.FONTS[name]
    mean = mark == "bar" and (spans_power(cursor) or spans_product(cursor))
    if mean or spans_terms(cursor):
        inner = read_argument(cursor, atom)
        bar = mark == "bar"
        out.extend(called("mean", inner, atom.position) if bar else bracketed(inner, atom.position))
        return read_powers(cursor, out)
    letter = read_script(cursor)
    if letter == "nabla":
        return read_nabla(cursor, out, atom)
    if mark == "bold" and letter.isdigit() and not _is_applied(cursor):
        out.append(Token("number", letter, atom.position, False))
        return None
    scripts = read_scripts(cursor, f"{letter}_{mark}")
    full, bare = f"{letter}_{mark}{scripts}", f"{letter}{scripts}"
    own = not is_owned(cursor, full) and (is_owned(cursor, bare) or is_owned(cursor, letter))
    own = own or "_" in letter  # a name of several words is stressed
    if mark in known.VECTORS and (own or letter.endswith(known.ACCENTED)):
        full = bare
    if name in known.RATES and not is_known(cursor, full) and is_owned(cursor, bare):
        add_rate(cursor, out, bare, atom, known.RATES[name])
    elif mark in ("bar", "hat") and not is_known(cursor, full) and is_owned(cursor, bare):
        function = "mean" if mark == "bar" else "hat"
        token = Token(SPELT, bare, atom.position, False)
        applied = opens_bracket(cursor)
        out.extend([token] if applied else called(function, [token], atom.position))
    else:
        out.append(Token(SPELT, full, atom.position, False))
    return read_powers(cursor, out)


def _is_applied(cursor: Cursor) -> bool:
    """Whether a bracket or script follows, as behind an indicator or a vector of ones."""
    return opens_bracket(cursor) or cursor.peek().text in ("_", "^", "'")


def add_rate(cursor: Cursor, out: list[Token], name: str, atom: LatexToken, order: int) -> None:
    """Newton's dots: a derivative by time."""
    place = atom.position
    parts = (SPELT, name), ("symbol", "/"), (UNIT, "s"), ("symbol", "^"), ("number", str(order))
    tokens = [Token(kind, text, place, kind in ("symbol", "number")) for kind, text in parts]
    out.extend(called("slope", tokens, place))


def read_nabla(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """A spatial derivative, of unit 1/m; with a subscript the derivative by it. Raises TextError
    where it may be a derivative by something else.
    """
    if cursor.peek().text == "_" and not is_owned(cursor, "∇"):
        return read_partial(cursor, out, atom)
    out.extend(gradient(cursor.text, atom.position, cursor.names))
    return read_powers(cursor, out)


_SHARED = 4  # pieces of `_i x_`, behind which the index stands again


def _runs_over_index(cursor: Cursor, letter: str) -> bool:
    """Whether a big letter has an index that the symbol behind it has too, `\\Sigma_i x_i`, and is
    no symbol of the author's.
    """
    texts = [atom.text for atom in cursor.atoms[cursor.index : cursor.index + 12]]
    texts = [text for text in texts if text not in ("{", "}") and text.strip(" ")]
    index = texts[1] if texts[:1] == ["_"] and len(texts) > _SHARED else ""
    shared = texts[3:5] == ["_", index] and index in ("i", "j", "k", "l", "n")
    return shared and not cursor.names.is_defined(f"{letter}_{index}")


def read_greek(cursor: Cursor, out: list[Token], atom: LatexToken, letter: str) -> None:
    """A Greek letter as a symbol; a Delta joins the symbol after it, a mu between number and
    unit belongs to the unit.
    """
    following = cursor.peek()
    if letter in known.BIG and (runs_over_range(cursor) or _runs_over_index(cursor, letter)):
        return read_function(cursor, out, atom, known.BIG[letter])
    if letter == "μ" and out and out[-1].kind == "number" and following.text[1:] in known.TEXTS:
        cursor.next()
        unit = f"μ{cursor.raw(following)}"
        return out.extend(text_mode(cursor.text, unit, atom.position, cursor, out))
    if letter == "Δ" and not is_owned(cursor, "Δ"):
        return read_delta(cursor, out, atom)
    before_symbol = following.kind == "letters" or begins_symbol(cursor, following.text)
    if letter == "δ" and before_symbol and not is_known(cursor, "δ"):
        return None if joined_by(cursor, out, letter, atom) else add_differential(cursor, out, atom)
    return read_symbol(cursor, out, letter, atom)


def read_delta(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """A change of the next operand; one name with it if that is a letter."""
    begin = cursor.index
    scripts = read_scripts(cursor) if cursor.peek().text == "_" else ""
    following = cursor.peek()
    command = following.text[1:] if following.kind == "command" else ""
    if following.kind == "letters":
        cursor.next()
        first, rest = following.text[0], following.text[1:]
        whole = f"Δ{scripts}{following.text}"
        if not rest or (cursor.peek().text != "_" and is_known(cursor, whole)):
            return read_symbol(cursor, out, whole, atom)
        cursor.index -= 1  # the other letters are read anew, with their scripts
        cursor.atoms[cursor.index] = LatexToken("letters", rest, following.position + 1)
        out.append(Token(SPELT, f"Δ{scripts}{first}", atom.position, False))
    elif command in GREEK:
        cursor.next()
        return read_symbol(cursor, out, f"Δ{scripts}{GREEK[command]}", atom)
    elif command in known.FONTS or command in known.ACCENTS or command in known.TEXTS:
        operand = read_single(cursor, atom)
        whole = f"Δ{scripts}{operand[0].text}"
        if len(operand) == 1 and is_owned(cursor, whole):
            return read_symbol(cursor, out, whole, atom)
        out.extend(called("change", operand, atom.position))
        read_powers(cursor, out)
    elif following.text in ("(", "[", "\\left") and not scripts:
        out.append(Token(FUNCTION, "change", atom.position, False))
    else:
        cursor.index = begin
        return read_symbol(cursor, out, "Δ", atom)
    return None
