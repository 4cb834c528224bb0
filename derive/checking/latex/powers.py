"""Powers, signs with what stands behind them, and degrees."""

from __future__ import annotations

from derive.checking.latex.cursor import Cursor
from derive.checking.latex.groups import read_argument
from derive.checking.latex.scripts import read_script
from derive.checking.spelling import latex_commands as known
from derive.checking.spelling.latex_commands import SPELT
from derive.checking.spelling.latex_tokens import LatexToken
from derive.checking.tokens.brackets import in_radians, nesting, power
from derive.errors import shorten
from derive.units.lexer import Token
from derive.units.superscripts import SIGNED_SUPERSCRIPTS

_TRANSPOSES = (
    ("T",), ("\\top",), ("\\intercal",), ("{", "\\top", "}"), ("{", "\\intercal", "}"),
    ("{", "T", "}"),
    *(("{", font, "T", "}") for font in known.UPRIGHT), *((font, "T") for font in known.UPRIGHT),
    *(("{", font, "{", "T", "}", "}") for font in known.UPRIGHT),
    *((font, "{", "T", "}") for font in known.UPRIGHT),
)  # fmt: skip


def add_sign(cursor: Cursor, out: list[Token], atom: LatexToken, sign: str) -> None:
    """A sign or bracket; a power may follow a closing bracket."""
    out.append(Token("symbol", sign, atom.position, bool(out)))
    if sign in ")]}":
        skip_place(cursor, sign)
        read_powers(cursor, out)


def skip_place(cursor: Cursor, closing: str) -> None:
    """Step over the place of evaluation of a bracket or bar: its subscript, and a superscript
    between two bounds.
    """
    if cursor.peek().text == "_":
        cursor.next()
        read_script(cursor)
        if closing in ("]", "|") and cursor.peek().text == "^":
            cursor.next()
            read_script(cursor)


def read_powers(cursor: Cursor, out: list[Token]) -> None:
    """The powers that follow, if any."""
    while cursor.peek().text == "^":
        sign = cursor.next()
        if read_degrees(cursor, out, sign):
            continue
        raised = cursor.peek()
        if raised.kind == "number" and raised.text[1:].strip("."):
            problem = f"of “{shorten(raised.text, 20)}” LaTeX raises only “{raised.text[0]}”"
            raise cursor.error(raised, problem, "Write the whole power in braces.")
        if end := _transpose_end(cursor, out):
            cursor.index = end
            continue
        out.extend(power(read_argument(cursor, sign), sign.position))


def _transpose_end(cursor: Cursor, out: list[Token]) -> int:
    """The index after a raised T or ⊤ on what has a letter in it; 0 for any other power, and for a
    T of the author's on anything but a matrix. What has a unit is transposed, and a pure number is
    one to any power.
    """
    first = cursor.peek()
    if first.kind == "letters" and first.text[0] == "T":
        cursor.first_of(cursor.next())
        cursor.index -= 1
    near = [
        (place, atom.text)
        for place, atom in enumerate(cursor.atoms[cursor.index : cursor.index + 9], cursor.index)
        if atom.kind != "space"
    ]
    texts = tuple(text for _, text in near)
    length = next((len(way) for way in _TRANSPOSES if texts[: len(way)] == way), 0)
    if not length or not _has_letters(out):
        return 0
    owned = "T" in texts[:length] and "T" in cursor.names.own
    return 0 if owned and not _is_a_matrix(out[-1]) else near[length - 1][0] + 1


def _is_a_matrix(token: Token) -> bool:
    """Whether a token is a capital, perhaps with a script: no number to the power of T."""
    return token.kind in ("word", SPELT) and "A" <= token.text[0] <= "Z" and token.text[1:2] in "_"


def _has_letters(out: list[Token]) -> bool:
    """Whether the last operand is a letter, or a bracket with one in it."""
    if not out or out[-1].kind in ("word", SPELT):
        return bool(out)
    depth = 0
    for piece in reversed(out):
        depth -= nesting(piece)
        if piece.kind in ("word", SPELT):
            return True
        if depth <= 0:
            return False
    return False


def read_degrees(cursor: Cursor, out: list[Token], sign: LatexToken) -> bool:
    """Step over a degree sign set as a power of a number; whether there was one. Raises
    TextError for °C.
    """
    begin = cursor.index
    braced = cursor.next().text == "{" if cursor.peek().text == "{" else False
    if cursor.next().text not in known.DEGREES or not out or out[-1].kind != "number":
        cursor.index = begin
        return False
    if braced:
        cursor.next()
    in_degrees(cursor, out, sign)
    return True


def in_degrees(cursor: Cursor, out: list[Token], sign: LatexToken) -> None:
    """Convert the last number from degrees. Raises TextError for °C, which a letter of the author's
    is only in italics.
    """
    following = cursor.peek()
    upright = following.text.startswith("\\")
    inner = (
        cursor.atoms[min(cursor.index + 2, len(cursor.atoms) - 1)].text
        if upright
        else following.text
    )
    if inner[:1] in ("C", "F") and (upright or inner not in cursor.names.own):
        raise cursor.error(
            sign, f"“°{inner[:1]}” counts from a zero of its own", "Write the temperature in K."
        )
    out.extend(in_radians(out.pop(), sign.position))


def degree_sign(cursor: Cursor, out: list[Token]) -> None:
    """`90°` and `90\\degree`, also apart from the number: `20\\,^\\circ`."""
    ahead = cursor.index
    while cursor.atoms[ahead].kind == "command" and cursor.atoms[ahead].text[1:] in known.SPACES:
        ahead += 1
    if cursor.atoms[ahead].text == "^":
        raised = {atom.text for atom in cursor.atoms[ahead + 1 : ahead + 3]}
        cursor.index = cursor.index if raised.isdisjoint(known.DEGREES) else ahead
    atom = cursor.peek()
    if atom.text in ("°", "\\degree"):
        cursor.next()
        in_degrees(cursor, out, atom)


def read_superscripts(cursor: Cursor, out: list[Token], atom: LatexToken) -> None:
    """A power in superscript characters: y²."""
    digits = atom.text
    while (
        cursor.atoms[cursor.index].text in SIGNED_SUPERSCRIPTS and cursor.atoms[cursor.index].text
    ):
        digits += cursor.atoms[cursor.index].text
        cursor.index += 1
    if not out or not digits.strip("⁺⁻"):
        raise cursor.error(atom, f"“{shorten(digits)}” has nothing before it")
    out.append(Token("power", digits, atom.position, True))
