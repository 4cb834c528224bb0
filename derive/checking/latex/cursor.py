"""Cursor over the tokens of one formula, with the rules by which they are read."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from derive.checking.spelling import latex_commands as known
from derive.checking.spelling.latex_tokens import LatexToken, split
from derive.checking.symbols.names import Names
from derive.errors import TextError, shorten
from derive.units.lexer import Token

_DEEPEST = 50
_MICRO = "μ"
_WITHIN_TEXT = {
    "\\ ": " ", "\\,": " ", "\\_": "_", "\\%": "%", "\\$": "$", "\\&": "&", "\\cdot": "·",
    "\\times": "×", "\\mu": _MICRO, "\\textmu": _MICRO, "\\ensuremath": "",
    "\\;": " ", "\\:": " ", "\\quad": " ", "\\qquad": " ",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rules:
    """The readers of a formula: `sequence` up to one of some stops, `one` token that has just been
    stepped over.
    """

    sequence: Callable[[Cursor, frozenset[str]], list[Token]]
    one: Callable[[Cursor, list[Token], LatexToken], None]


@dataclass(slots=True)
class Cursor:
    """Place among the tokens of one formula, and what has been found beside its statements.

    `differentials` are the d's of integrals still to come; `refused` holds the errors of unreadable
    statements by position.
    """

    text: str
    atoms: list[LatexToken]
    names: Names
    rules: Rules
    index: int = 0
    depth: int = 0
    differentials: int = 0
    claims: list[list[Token]] = field(default_factory=list)
    refused: dict[int, TextError] = field(default_factory=dict)

    def sequence(self, stops: frozenset[str]) -> list[Token]:
        """The tokens up to one of the `stops`, which stays."""
        return self.rules.sequence(self, stops)

    def one(self, out: list[Token], atom: LatexToken) -> None:
        """Read a command or a single character."""
        self.rules.one(self, out, atom)

    def peek(self) -> LatexToken:
        """The next token after spaces."""
        atom = self.atoms[self.index]
        while atom.kind == "space":
            self.index += 1
            atom = self.atoms[self.index]
        return atom

    def next(self) -> LatexToken:
        """Step over the next token after spaces, and return it."""
        atom = self.atoms[self.index]
        while atom.kind == "space":
            self.index += 1
            atom = self.atoms[self.index]
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

    def first_of(self, atom: LatexToken) -> LatexToken:
        """The first character of the word or number just read; the rest is read next."""
        first, rest = split(atom)
        if rest:  # both stay, so that a part may be read anew
            self.atoms[self.index - 1 : self.index] = [first, *rest]
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
            if piece.kind == "space":
                parts += [] if parts and parts[-1] == _MICRO else [" "]  # which ends \mu: µs
            elif piece.kind != "command":
                parts.append(piece.text.strip("{}"))
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

    def source(self, owner: LatexToken) -> tuple[int, str]:
        """The next group as text, and its position."""
        begin = self.peek()
        if begin.text != "{":
            raise self.error(owner, f"{owner.text} lacks what it is of")
        self.next()
        return begin.position + 1, "".join(piece.text for piece in self.group(owner))

    def past_statement(self, stops: frozenset[str]) -> bool:
        """Step to the end of an unreadable statement: a row, gap or arrow; False if its own group
        or environment does not end.
        """
        level = 0
        while True:
            atom = self.atoms[self.index]
            name = atom.text[1:] if atom.kind == "command" else ""
            if atom.kind == "end":
                return not level and not stops
            breaks = name in known.ARROWS or name in ("quad", "qquad")
            if not level and (breaks or atom.kind == "row" or atom.text in stops):
                return True
            level += atom.text in ("{", "\\begin", "\\left")
            level -= atom.text in ("}", "\\end", "\\right")
            level = max(level, 0) if not stops else level
            if level < 0:
                return False
            self.index += 1
