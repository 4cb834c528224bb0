"""LaTeX maths as the pieces the parser walks: fractions and roots become brackets, a symbol with its scripts becomes one name.

Nothing is executed and nothing is guessed: a command that is not known here is refused with its position.
"""

from __future__ import annotations

from collections.abc import Mapping

from derive.checking import latex_words as known
from derive.checking.derivative import bracketed
from derive.checking.latex_atoms import Atom, atoms
from derive.checking.latex_structures import RELATIONS, Structures
from derive.checking.latex_words import BREAK, GAP, SPELT
from derive.checking.names import Names
from derive.checking.spelling import GREEK
from derive.checking.upright import upright
from derive.errors import shorten
from derive.units.lexer import Token

_SIGN_CHARACTERS = {"×": "*", "·": "*", "⋅": "*", "∙": "*", "÷": "/", "−": "-", "≤": "≤", "≥": "≥", "≈": "≈", "∝": "∝", "–": "–"}
_GOES_ON = {*RELATIONS, "+", "-", "*", "/"}


def latex_pieces(text: str, names: Names, macros: Mapping[str, str] | None = None) -> tuple[list[Token], list[list[Token]]]:
    """The pieces of a formula, and those of what its braces say of a part (`\\underbrace{R/W}_{\\approx 300}`).

    Raises TextError with the position of what cannot be read.
    """
    reader = _Reader(text, atoms(text, macros), names)
    found = reader.sequence(frozenset())
    return found, reader.claims


class _Reader(Structures):
    """Reads a formula from left to right."""

    def sequence(self, stops: frozenset[str]) -> list[Token]:
        """Everything up to one of the `stops`, which is left standing."""
        out: list[Token] = []
        while True:
            atom = self.peek()
            if atom.kind == "end" or atom.text in stops or (atom.kind == "row" and "row" in stops):
                return out
            self.item(out)

    def item(self, out: list[Token]) -> None:
        """One thing and its scripts."""
        atom = self.next()
        if atom.kind == "number":
            out.append(Token("number", atom.text, atom.position, False))
            self.powers(out)
        elif atom.kind == "letters":
            self.letters(out, atom)
        elif atom.kind == "command":
            self.command(out, atom)
        elif atom.kind == "row":
            self.row(out, atom)
        else:
            self.character(out, atom)

    def row(self, out: list[Token], atom: Atom) -> None:
        """The end of a row: the next one is a statement of its own unless it goes on with a sign."""
        while self.peek().text == "&" or (self.peek().kind == "command" and self.peek().text[1:] in known.SPACES):
            self.next()
        following = self.peek()
        sign = known.SIGNS.get(following.text[1:], "") if following.kind == "command" else following.text
        goes_on = sign in _GOES_ON or (bool(out) and out[-1].kind == "symbol" and out[-1].text in _GOES_ON)
        if not goes_on:
            out.append(Token(BREAK, "\\\\", atom.position, False))

    def character(self, out: list[Token], atom: Atom) -> None:
        char = atom.text
        if char == "{":
            self.index -= 1
            inner = self.argument(atom)
            if "".join(piece.text for piece in inner) in ("-", "--"):
                inner = [Token("symbol", "–", atom.position, True)]
            out.extend(inner if len(inner) == 1 else bracketed(inner, atom.position))
            self.powers(out)
        elif char in "()[]+-*/=<>,?~":
            self.sign(out, atom, "=" if char == "=" else char)
        elif char in _SIGN_CHARACTERS:
            self.sign(out, atom, _SIGN_CHARACTERS[char])
        elif char == ":" and self.peek().text == "=":
            pass
        elif char in ".;:" or char in "→⇒":
            out.append(Token(BREAK, char, atom.position, False))
        elif char == "&":
            pass
        elif char.isalpha():
            self.symbol(out, char, atom)
        elif char == "}":
            raise self.error(atom, "“}” closes a group that was not opened")
        elif char in "_^'":
            raise self.error(atom, f"“{char}” has nothing before it")
        else:
            raise self.error(atom, f"“{shorten(char)}” is not read here")

    def command(self, out: list[Token], atom: Atom) -> None:
        name = atom.text[1:]
        if name in known.SPACES:
            if name in ("quad", "qquad"):
                out.append(Token(GAP, "", atom.position, False))
        elif name in known.SIZES:
            pass
        elif name in known.SIGNS:
            self.sign(out, atom, known.SIGNS[name])
        elif name in known.ARROWS:
            out.append(Token(BREAK, "⇒", atom.position, False))
        elif name in GREEK:
            self.greek(out, atom, GREEK[name])
        elif name in known.FRACTIONS:
            self.fraction(out, atom)
        elif name in known.TEXTS:
            begin = self.atoms[min(self.index + (self.peek().text == "{"), len(self.atoms) - 1)].position
            out.extend(upright(self.text, self.raw(atom), begin, self, out))
            self.powers(out)
        elif name in known.FONTS or name in known.ACCENTS:
            self.marked(out, atom, name)
        elif name in known.FUNCTIONS:
            self.function(out, atom, known.FUNCTIONS[name])
        elif name in known.INTEGRALS:
            self.function(out, atom, "sum")
            self.differentials += known.INTEGRALS[name]
        elif name == "partial":
            out.append(Token(SPELT, "∂", atom.position, False))
            self.powers(out)
        elif name == "sqrt":
            self.root(out, atom)
        elif name in known.BRACES:
            self.braced(out, atom, known.BRACES[name])
        elif name in known.LIFTED:
            self.argument(atom)
            out.extend(self.argument(atom))
        elif name in known.WRAPPERS:
            out.extend(bracketed(self.argument(atom), atom.position))
            self.powers(out)
        elif name == "textcolor":
            self.raw(atom)
            out.extend(self.argument(atom))
        elif name in known.SKIPPED_WITH_ARGUMENT:
            self.raw(atom)
        elif name == "left":
            self.left(out, atom)
        elif name == "begin":
            self.environment(out, atom)
        elif len(name) > 1 and (name in known.OPENING or name in known.CLOSING):
            self.delimiter(out, atom)
        elif name in known.UNREAD:
            raise self.error(atom, f"{known.UNREAD[name] or shorten(atom.text)} is not read here", "Write it out, or name it.")
        else:
            raise self.error(atom, f"“{shorten(atom.text, 30)}” is not read here")
