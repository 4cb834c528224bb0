"""The stream of a formula's tokens: the next one, groups and arguments, powers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator

from derive.checking.spelling import latex_commands as known
from derive.checking.spelling.latex_commands import BREAK, GAP
from derive.checking.spelling.latex_tokens import LatexToken, split
from derive.checking.symbols.names import Names
from derive.checking.tokens.brackets import bracketed, power
from derive.errors import TextError, shorten
from derive.units.lexer import Token

_DEEPEST = 50
_WITHIN_TEXT = {
    "\\ ": " ", "\\,": " ", "\\_": "_", "\\%": "%", "\\$": "$", "\\&": "&", "\\cdot": "·",
    "\\times": "×", "\\mu": "μ", "\\textmu": "μ", "\\ensuremath": "",
}  # fmt: skip
DEGREE = "0.017453292519943295"


class Walk(ABC):
    """Stream of the tokens of one formula; its methods return or extend the tokens read."""

    def __init__(self, text: str, cut: list[LatexToken], names: Names) -> None:
        self.text, self.atoms, self.names = text, cut, names
        self.index = self.depth = 0
        self.claims: list[list[Token]] = []
        self.differentials = 0  # the d of integrals still to come
        self.refused: dict[int, TextError] = {}  # errors of unreadable statements, by position

    @abstractmethod
    def sequence(self, stops: frozenset[str]) -> list[Token]:
        """The tokens up to one of the `stops`, which stays."""

    @abstractmethod
    def script(self) -> str:
        """The next token or group as text within a name."""

    @abstractmethod
    def command(self, out: list[Token], atom: LatexToken) -> None:
        """Read a command."""

    @abstractmethod
    def character(self, out: list[Token], atom: LatexToken) -> None:
        """Read a single character."""

    def peek(self) -> LatexToken:
        """The next token after spaces."""
        while self.atoms[self.index].kind == "space":
            self.index += 1
        return self.atoms[self.index]

    def next(self) -> LatexToken:
        """Step over the next token after spaces, and return it."""
        atom = self.peek()
        self.index += atom.kind != "end"
        return atom

    def error(self, atom: LatexToken, problem: str, fix: str = "") -> TextError:
        """The error at a token."""
        return TextError(self.text, atom.position, problem, fix)

    def deeper(self, atom: LatexToken) -> None:
        """Enter a group. Raises TextError beyond the cap on depth."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error(atom, f"more than {_DEEPEST} groups deep", "Name a part of it.")

    def argument(self, owner: LatexToken) -> list[Token]:
        """The tokens of the next group, or of the next single token."""
        atom = self.peek()
        self.deeper(atom)
        if atom.text == "{":
            self.next()
            inner = self.sequence(frozenset("}"))
            if self.next().text != "}":
                raise self.error(atom, "the group “{” is not closed", "Add “}”.")
        else:
            inner = self.single(owner)
        self.depth -= 1
        return [piece for piece in inner if piece.kind not in (BREAK, GAP)]

    def single(self, owner: LatexToken) -> list[Token]:
        """One token as an argument: of a number or word without braces only the first character."""
        atom = self.next()
        if atom.kind == "end" or atom.text in ("}", "&"):
            raise self.error(owner, f"{owner.text} lacks what it is of")
        if atom.kind in ("number", "letters"):
            kind = "number" if atom.kind == "number" else "word"
            return [Token(kind, self.first_of(atom).text, atom.position, False)]
        out: list[Token] = []
        if atom.kind == "command":
            self.command(out, atom)
        else:
            self.character(out, atom)
        return out

    def first_of(self, atom: LatexToken) -> LatexToken:
        """The first character of the word or number just read; the rest is read next."""
        first, rest = split(atom)
        self.index -= bool(rest)
        self.atoms[self.index : self.index + bool(rest)] = rest
        return first

    def group(self, owner: LatexToken) -> Iterator[LatexToken]:
        """The tokens of an opened group; ends after its closing brace."""
        level = 1
        while True:
            piece = self.atoms[self.index]
            if piece.kind == "end":
                raise self.error(owner, f"the group of {owner.text} is not closed", "Add “}”.")
            self.index += 1
            level += (piece.text == "{") - (piece.text == "}")
            if not level:
                return
            yield piece

    def raw(self, owner: LatexToken) -> str:
        """The argument of a text command as characters."""
        atom = self.next()
        if atom.text != "{":
            return self.first_of(atom).text if atom.kind in ("letters", "number") else atom.text[:1]
        parts: list[str] = []
        for piece in self.group(owner):
            if piece.kind != "command":
                parts.append(" " if piece.kind == "space" else piece.text.strip("{}"))
            elif piece.text in _WITHIN_TEXT:
                parts.append(_WITHIN_TEXT[piece.text])
            else:
                raise self.error(piece, f"{shorten(piece.text)} is not read within text")
        return "".join(parts)

    def skip(self, owner: LatexToken) -> None:
        """Step over a group."""
        first = self.next()
        if first.kind == "end":
            raise self.error(owner, f"the group of {owner.text} is not closed", "Add “}”.")
        if first.text == "{":
            deque(self.group(owner), maxlen=0)

    def sign(self, out: list[Token], atom: LatexToken, sign: str) -> None:
        """A sign or bracket; a power may follow a closing bracket."""
        out.append(Token("symbol", sign, atom.position, bool(out)))
        if sign in ")]}":
            self.evaluated(sign)
            self.powers(out)

    def evaluated(self, closing: str) -> None:
        """Step over the place of evaluation of a bracket or bar: its subscript, and a superscript
        between two bounds.
        """
        if self.peek().text == "_":
            self.next()
            self.script()
            if closing in "]|" and self.peek().text == "^":
                self.next()
                self.script()

    def powers(self, out: list[Token]) -> None:
        """The powers that follow, if any."""
        while self.peek().text == "^":
            sign = self.next()
            if self.degrees(out, sign):
                continue
            raised = self.peek()
            if raised.kind == "number" and raised.text[1:].strip("."):
                problem = f"of “{shorten(raised.text, 20)}” LaTeX raises only “{raised.text[0]}”"
                raise self.error(raised, problem, "Write the whole power in braces.")
            if raised.text in ("T", "\\top", "\\intercal") and "T" not in self.names.own:
                problem = "“^T” can be a power or a transpose"
                raise self.error(raised, problem, "Bind T, or write the power as ^{(T)}.")
            out.extend(power(self.argument(sign), sign.position))

    def degrees(self, out: list[Token], sign: LatexToken) -> bool:
        """Step over a degree sign set as a power of a number; whether there was one. Raises
        TextError for °C.
        """
        begin = self.index
        braced = self.next().text == "{" if self.peek().text == "{" else False
        if self.next().text not in known.DEGREES or not out or out[-1].kind != "number":
            self.index = begin
            return False
        if braced:
            self.next()
        self.in_degrees(out, sign)
        return True

    def in_degrees(self, out: list[Token], sign: LatexToken) -> None:
        """Convert the last number from degrees."""
        following = self.peek()
        inner = (
            self.atoms[min(self.index + 2, len(self.atoms) - 1)].text
            if following.text.startswith("\\")
            else following.text
        )
        if inner[:1] in ("C", "F") and inner not in self.names.own:
            raise self.error(
                sign, f"“°{inner[:1]}” counts from a zero of its own", "Write the temperature in K."
            )
        number = out.pop()
        degree = [
            Token("symbol", "*", sign.position, False),
            Token("number", DEGREE, sign.position, False),
        ]
        out.extend(bracketed([number, *degree], number.position))
