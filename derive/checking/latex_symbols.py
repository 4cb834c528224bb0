"""Symbols of a formula: runs of letters, subscripts, marks and accents as one name."""

from __future__ import annotations

from derive.checking import latex_words as known
from derive.checking.derivative import bracketed
from derive.checking.latex_atoms import Atom
from derive.checking.latex_walk import Walk
from derive.checking.latex_words import FUNCTION, SPELT
from derive.checking.spelling import GREEK
from derive.units.lexer import Token


class Symbols(Walk):
    """Reads a symbol with its scripts as the name it is."""

    def letters(self, out: list[Token], atom: Atom) -> None:
        """A run of letters: several symbols, or one name; scripts belong to the last unless the whole is known with them."""
        word, following = atom.text, self.peek().text
        if self.differentials and (before := self.before_differential(word, following)) is not None:
            self.differentials -= 1
            self.word(out, before, atom)
            word = word[len(before) + 1 :]
            if not word:
                return
            atom = Atom("letters", word, atom.position + len(before) + 1)
        if word[-1] == "e" and following == "^" and "e" not in self.names.own:
            self.word(out, word[:-1], atom)
            self.next()
            out.append(Token(FUNCTION, "exp", atom.position, False))
            out.extend(bracketed(self.argument(atom), atom.position))
        elif following in ("_", "'"):
            begin = self.index
            scripts = self.scripts()
            if len(word) > 1 and self.names.find(word + scripts) is None:
                self.word(out, word[:-1], atom)
                self.index = begin
                self.symbol(out, word[-1], Atom("letters", word[-1], atom.position + len(word) - 1))
                return
            out.append(Token(SPELT, word + scripts, atom.position, False))
            self.powers(out)
        else:
            self.word(out, word, atom)
            self.powers(out)

    def before_differential(self, word: str, following: str) -> str | None:
        """What stands before the d of an integral in a run of letters; None if no d stands there."""
        if word[-1] == "d" and following[:1] == "\\":
            return word[:-1]
        return word[:-2] if len(word) > 1 and word[-2] == "d" else None

    def word(self, out: list[Token], word: str, atom: Atom) -> None:
        """Letters that are names side by side, if there are any."""
        if word:
            out.append(Token("word", word, atom.position, False))

    def symbol(self, out: list[Token], base: str, atom: Atom) -> None:
        """One symbol with its scripts as a name, then its power."""
        out.append(Token(SPELT, base + self.scripts(), atom.position, False))
        self.powers(out)

    def scripts(self) -> str:
        """Subscripts, primes and superscripts that are marks and no powers, as they stand in a name."""
        spelt = ""
        while True:
            atom = self.peek()
            if atom.text == "'":
                self.next()
                spelt += "′"
            elif atom.text == "_":
                self.next()
                spelt += "_" + self.script()
            elif atom.text == "^" and self.marks_name():
                self.next()
                spelt += "^" + self.script()
            else:
                return spelt

    def marks_name(self) -> bool:
        """Whether the superscript that comes is a mark (a star, a prime, words) and no power."""
        begin = self.index
        self.next()
        atom = self.next()
        if atom.text == "{":
            atom = self.next()
        self.index = begin
        return atom.text in ("*", "\\star", "\\ast", "\\prime", "\\dagger") or (atom.kind == "command" and atom.text[1:] in known.TEXTS)

    def script(self) -> str:
        """The next atom or group as text within a name."""
        atom = self.next()
        if atom.kind in ("letters", "number"):
            if self.atoms[self.index - 2].text in "_^" and len(atom.text) > 1:  # without braces a script is one character
                self.atoms[self.index - 1] = Atom(atom.kind, atom.text[1:], atom.position + 1)
                self.index -= 1
                return atom.text[0]
            return atom.text
        if atom.text == "{":
            spelt = ""
            self.deeper(atom)
            while self.peek().text != "}":
                if self.peek().kind == "end":
                    raise self.error(atom, "the group “{” is not closed", "Add “}”.")
                spelt += self.script()
            self.depth -= 1
            self.next()
            return spelt
        if atom.kind == "command":
            name = atom.text[1:]
            if name in known.TEXTS or name in known.FONTS:
                return "_".join(self.raw(atom).split())
            if name in known.SPACES:
                return ""
            return GREEK.get(name, {"times": "×", "ast": "*", "star": "*", "prime": "′", "_": "_"}.get(name, name))
        if atom.kind in ("other", "row"):
            return atom.text
        raise self.error(atom, "a script was expected")

    def marked(self, out: list[Token], atom: Atom, name: str) -> None:
        """A letter in another font or with an accent: another name, but for the author's own letters set as vectors."""
        letter = self.script()
        mark = known.ACCENTS.get(name) or known.FONTS[name]
        same = mark in ("bold", "vec") and letter in self.names.own
        self.symbol(out, letter if same else f"{letter}_{mark}", atom)

    def greek(self, out: list[Token], atom: Atom, letter: str) -> None:
        """A Greek letter as a symbol; a Delta joins the symbol it stands before."""
        following = self.peek()
        if letter == "Δ" and following.kind == "letters":
            self.next()
            self.symbol(out, "Δ" + following.text[0], atom)
            self.word(out, following.text[1:], following)
        else:
            self.symbol(out, letter, atom)
