"""Maths of typst as the tokens of LaTeX that mean the same, each at its place in the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from derive.checking.spelling import typst_commands as known
from derive.checking.spelling.latex_tokens import MOST_ATOMS, LatexToken
from derive.checking.spelling.typst_parts import (
    Atoms,
    bare,
    command,
    environment,
    group,
    named,
    operand_before,
    other,
    quoted,
    quotient,
)
from derive.errors import TextError
from derive.units.lexer import MAX_CHARACTERS
from derive.units.written_number import GROUPED

_PIECE = re.compile(
    rf"""(?P<space>\s+)
      | (?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<string>"(?:[^"\\\n]|\\.)*")
      | (?P<number>(?:{GROUPED}|\d+)(?:\.\d+)?)
      | (?P<word>[^\W\d_](?:[^\W_])*(?:\.[A-Za-z]+)*)
      | (?P<row>\\(?=\s|$))
      | (?P<escaped>\\.)
      | (?P<sign>->|=>|<=|>=|!=|:=|\.\.\.|<<|>>|~)
      | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_DEEPEST = 50
_CLOSED_BY = {"(": ")", "[": "]"}


def typst_atoms(text: str) -> list[LatexToken]:
    """The tokens of a formula of typst, an `end` token last. Raises TextError for what is too long,
    too deep, or code.
    """
    if len(text) > MAX_CHARACTERS:
        problem = f"it is longer than {MAX_CHARACTERS:,} characters"
        raise TextError(text, 0, problem, "Check it in parts.")
    made = _TypstReader(text).all()
    return [*made, LatexToken("end", "", len(text))]


def as_latex(text: str) -> str:
    """A formula of typst in LaTeX; as it is if it cannot be read.

    >>> as_latex('t_"mem" = N/(B w)').replace(" ", "")
    't_{\\\\text{mem}}=\\\\frac{N}{Bw}'
    """
    try:
        return " ".join(atom.text for atom in typst_atoms(text)[:-1])
    except TextError:
        return text


class _TypstReader:
    """Reader of the pieces of one formula, from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces = [
            LatexToken(str(match.lastgroup), match.group(), match.start())
            for match in _PIECE.finditer(text)
            if match.lastgroup != "comment"
        ]
        self.pieces.append(LatexToken("end", "", len(text)))
        self.index = self.depth = self.made = 0

    def peek(self) -> LatexToken:
        return self.pieces[self.index]

    def next(self) -> LatexToken:
        piece = self.pieces[self.index]
        self.index += piece.kind != "end"
        return piece

    def error(self, piece: LatexToken, problem: str, fix: str = "") -> TextError:
        return TextError(self.text, piece.position, problem, fix)

    def all(self) -> Atoms:
        """The tokens up to the end."""
        made = self.run(())
        while self.peek().kind != "end":  # a bracket closes that was not opened
            made += [other(self.next()), *self.run(())]
        return made

    def run(self, stops: Sequence[str]) -> Atoms:
        """Operands side by side up to one of the `stops`; a slash makes a fraction of the two
        beside it.
        """
        items: list[Atoms] = []
        while self.peek().kind != "end" and self.peek().text not in (*stops, ")", "]"):
            piece = self.peek()
            if piece.text == "/" and piece.kind == "other" and operand_before(items):
                self.next()
                self.spaces()
                items += quotient(items, self.operand(), piece)
            else:
                items.append(self.operand())
        return [atom for item in items for atom in item]

    def spaces(self) -> None:
        while self.peek().kind == "space":
            self.next()

    def operand(self) -> Atoms:
        """One symbol, number, call or bracket with its scripts."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error(self.peek(), f"more than {_DEEPEST} groups deep", "Name a part of it.")
        made = self.primary()
        while self.peek().text in ("_", "^", "'") and made and made[-1].kind != "space":
            sign = self.next()
            made.append(other(sign))
            if sign.text != "'":
                self.spaces()
                made += group(bare(self.script()))
        self.depth -= 1
        self.made += len(made)
        if self.made > MOST_ATOMS * _DEEPEST:
            raise self.error(self.peek(), "more pieces than can be read", "Check it in parts.")
        return made

    def script(self) -> Atoms:
        """The operand of a superscript or subscript: one primary, perhaps with a sign before it."""
        sign = [other(self.next())] if self.peek().text == "-" else []
        return [*sign, *self.primary()]

    def primary(self) -> Atoms:
        piece = self.next()
        match piece.kind:
            case "space" | "number":
                return [piece]
            case "string":
                return [command("\\text", piece.position), *group(quoted(piece))]
            case "word":
                return self.word(piece)
            case "row":
                return [LatexToken("row", "\\\\", piece.position)]
            case "sign":
                return [named(known.SIGNS[piece.text], piece.position)]
            case "escaped":
                return [command(piece.text, piece.position)]
            case "end":
                raise self.error(piece, "something is missing at the end")
        if piece.text in _CLOSED_BY:
            return self.bracket(piece)
        if piece.text == "#":
            raise self.error(piece, "code of typst is not read here", "Write the formula out.")
        if piece.text in "{}":
            return [command(f"\\{piece.text}", piece.position)]
        return [other(piece)]

    def bracket(self, opening: LatexToken) -> Atoms:
        """A bracket with what is in it; left open if it is not closed."""
        inner = self.run(())
        closing = self.peek()
        if closing.text not in (")", "]"):
            return [other(opening), *inner]
        self.next()
        return [other(opening), *inner, other(closing)]

    def word(self, piece: LatexToken) -> Atoms:
        """A letter, a symbol by its name, or a call."""
        name, place = piece.text, piece.position
        called = self.peek().text == "(" and self.peek().kind == "other"
        if len(name) > 1 and called and (made := self.call(name, place)) is not None:
            return made
        if name in known.SYMBOLS:
            return [named(known.SYMBOLS[name], place)]
        if name == "dif":
            return [command("\\mathrm", place), *group([LatexToken("letters", "d", place)])]
        if len(name) == 1:
            kind = "letters" if name.isascii() else "other"
            return [LatexToken(kind, name, place)]
        return [command("\\text", place), *group([LatexToken("letters", name, place)])]

    def call(self, name: str, place: int) -> Atoms | None:
        """A call of a function that sets its arguments; None for any other name."""
        if name in known.MARKS:
            return self.marked(name, place)
        if name in known.BRACKETS:
            opening, closing = known.BRACKETS[name]
            inner = self.flat(self.arguments())
            return [command(opening, place), *inner, command(closing, place)]
        if name in ("frac", "binom", "root"):
            return self.pair(name, place)
        if name in ("vec", "mat", "cases"):
            rows = self.arguments()
            if name != "mat":
                rows = [[part] for row in rows for part in row]
            return environment("cases" if name == "cases" else "pmatrix", rows, place)
        return None

    def marked(self, name: str, place: int) -> Atoms:
        """A mark or font, or nothing but what is in the bracket."""
        inner, mark = self.flat(self.arguments()), known.MARKS[name]
        if not mark:
            return inner
        if name in ("op", "text", "upright") and inner[:1] and inner[0].text == "\\text":
            inner = inner[2:-1]
        return [command(mark, place), *group(inner)]

    def pair(self, name: str, place: int) -> Atoms:
        """A fraction, binomial or root of a degree. Raises TextError unless it has two parts."""
        parts = [part for row in self.arguments() for part in row]
        if len(parts) != 2:
            raise TextError(self.text, place, f"{name} has two arguments")
        first, second = parts
        if name != "root":
            return [command(f"\\{name}", place), *group(first), *group(second)]
        opening, closing = (LatexToken("other", sign, place) for sign in "[]")
        return [command("\\sqrt", place), opening, *first, closing, *group(second)]

    def flat(self, rows: list[list[Atoms]]) -> Atoms:
        """Arguments with the commas between them again."""
        made: Atoms = []
        for part in (part for row in rows for part in row):
            made += [LatexToken("other", ",", part[0].position), *part] if made and part else part
        return made

    def arguments(self) -> list[list[Atoms]]:
        """The arguments of a call in rows, as a semicolon parts them; options by name are left
        out.
        """
        opening = self.next()
        rows: list[list[Atoms]] = [[]]
        while True:
            begin = self.index
            part = self.run((",", ";"))
            words = [p.text for p in self.pieces[begin : self.index] if p.kind != "space"]
            if not (len(words) > 1 and words[0].isalpha() and words[1] == ":"):
                rows[-1].append(part)
            sign = self.next()
            if sign.text in (")", "]"):
                return [row for row in rows if row]
            if sign.kind == "end":
                raise self.error(opening, "the bracket is not closed", "Add “)”.")
            if sign.text == ";":
                rows.append([])
