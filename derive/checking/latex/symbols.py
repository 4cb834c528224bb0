"""Symbols of a formula: runs of letters, subscripts, marks and accents as one name."""

from __future__ import annotations

from derive.checking.latex.text_mode import text_mode
from derive.checking.latex.walk import Walk
from derive.checking.spelling import latex_commands as known
from derive.checking.spelling.canonical import GREEK, canonical
from derive.checking.spelling.latex_commands import FUNCTION, SPELT
from derive.checking.spelling.latex_tokens import LatexToken
from derive.checking.tokens.derivative import bracketed, called, gradient
from derive.checking.tokens.measures import UNIT
from derive.units.lexer import Token


class Symbols(Walk):
    """Reads a symbol with its scripts as the name it is."""

    def letters(self, out: list[Token], atom: LatexToken) -> None:
        """A run of letters: several symbols, or one name; scripts belong to the last unless the
        whole is known with them.
        """
        word, following = atom.text, self.peek().text
        if following == "\\_":
            return self.underscored(out, atom)
        if self.differentials and (before := self.before_differential(word, following)) is not None:
            self.differentials -= 1
            self.word(out, before, atom)
            word = word[len(before) + 1 :]
            if not word:
                return None
            atom = LatexToken("letters", word, atom.position + len(before) + 1)
        if (
            word in ("d", "δ")
            and not self.known(word)
            and following[:1] == "\\"
            and self.begins_symbol(following)
        ):
            self.differential(out, atom)
        elif (
            word[-1] == "e"
            and following == "^"
            and ("e" not in self.names.own or not self.plain_power())
        ):
            self.word(out, word[:-1], atom)
            self.next()
            out.append(Token(FUNCTION, "exp", atom.position, False))
            out.extend(bracketed(self.argument(atom), atom.position))
        elif following in ("_", "'") or (following == "^" and self.marks_name()):
            begin = self.index
            scripts = self.scripts()
            if len(word) > 1 and self.names.find(word + scripts) is None:
                if word[:-1] == "d" and not self.known("d"):
                    self.differential(out, atom)
                else:
                    self.word(out, word[:-1], atom)
                self.index = begin
                return self.symbol(
                    out, word[-1], LatexToken("letters", word[-1], atom.position + len(word) - 1)
                )
            out.append(Token(SPELT, word + scripts, atom.position, False))
            self.powers(out)
        else:
            self.word(out, word, atom)
            self.powers(out)
        return None

    def underscored(self, out: list[Token], atom: LatexToken) -> None:
        """A name of several words that underscores hold together: batch\\_size."""
        words = [atom.text]
        while self.peek().text == "\\_":
            self.next()
            words.append(self.next().text if self.peek().kind in ("letters", "number") else "")
        out.append(Token(SPELT, "_".join(words) + self.scripts(), atom.position, False))
        self.powers(out)

    def before_differential(self, word: str, following: str) -> str | None:
        """What stands before the d of an integral in a run of letters; None if no d stands
        there.
        """
        if word[-1] == "d" and following[:1] == "\\" and self.begins_symbol(following):
            return word[:-1]
        return word[:-2] if len(word) > 1 and word[-2] == "d" else None

    def word(self, out: list[Token], word: str, atom: LatexToken) -> None:
        """Letters that are names side by side, if there are any."""
        if word:
            out.append(Token("word", word, atom.position, False))

    def symbol(self, out: list[Token], base: str, atom: LatexToken) -> None:
        """One symbol with its scripts as a name, then its power."""
        out.append(Token(SPELT, base + self.scripts(), atom.position, False))
        self.powers(out)

    def scripts(self) -> str:
        """Subscripts, primes and superscripts that are marks and no powers, as they stand in a
        name.
        """
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
        return atom.text == "*" or (
            atom.kind == "command"
            and (atom.text[1:] in known.TEXTS or atom.text[1:] in known.MARKS)
        )

    def script(self) -> str:
        """The next atom or group as text within a name."""
        atom = self.next()
        if atom.kind in ("letters", "number"):
            return (
                self.first_of(atom).text if self.atoms[self.index - 2].text in "_^" else atom.text
            )  # without braces a script is one character
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
            if name in known.TEXTS:
                return "_".join(self.raw(atom).split())
            if name in known.FONTS or name in known.ACCENTS:
                self.deeper(atom)
                inner = self.script()
                self.depth -= 1
                mark = known.ACCENTS.get(name) or known.FONTS[name]
                return inner if mark in known.VECTORS else f"{inner}_{mark}"
            if name in known.SPACES or name in known.SWITCHES:
                return ""
            return GREEK.get(name, known.SAID.get(name, name))
        if atom.kind in ("other", "row"):
            return atom.text
        raise self.error(atom, "a script was expected")

    def marked(self, out: list[Token], atom: LatexToken, name: str) -> None:
        """A letter in another font or with an accent: another name, but for the author's own
        letters set as vectors, and their rates.
        """
        mark = known.ACCENTS.get(name) or known.FONTS[name]
        if mark == "bar" and self.spans_power():
            out.extend(called("mean", self.argument(atom), atom.position))
            return self.powers(out)
        letter = self.script()
        if letter == "nabla":
            return self.nabla(out, atom)
        scripts = self.scripts()
        full, bare = f"{letter}_{mark}{scripts}", f"{letter}{scripts}"
        if mark in known.VECTORS and letter.endswith(known.ACCENTED):
            full = bare
        if (
            not self.owned(full)
            and mark in known.VECTORS
            and (self.owned(bare) or self.owned(letter))
        ):
            full = bare
        if name in known.RATES and not self.known(full) and self.owned(bare):
            self.rate(out, bare, atom, known.RATES[name])
        else:
            out.append(Token(SPELT, full, atom.position, False))
        return self.powers(out)

    def owned(self, name: str) -> bool:
        """Whether the author has bound a name."""
        return canonical(name) in self.names.own

    def known(self, name: str) -> bool:
        """Whether anybody knows a name."""
        return self.names.find(name) is not None

    def spans_power(self) -> bool:
        """Whether the group that comes holds a power of a symbol, so that a bar over it is a
        mean.
        """
        atom = self.peek()
        texts = [piece.text for piece in self.atoms[self.index : self.index + 20]]
        return atom.text == "{" and "^" in texts[: texts.index("}") if "}" in texts else 0]

    def plain_power(self) -> bool:
        """Whether the power that comes is a bare whole number."""
        texts = [piece.text for piece in self.atoms[self.index + 1 : self.index + 4]]
        return bool(texts) and (
            texts[0].isdigit() or (texts[0] == "{" and texts[1].isdigit() and texts[2] == "}")
        )

    def begins_symbol(self, command: str) -> bool:
        """Whether a command sets a symbol."""
        name = command[1:]
        return name in GREEK or name in known.FONTS or name in known.ACCENTS

    def rate(self, out: list[Token], name: str, atom: LatexToken, order: int) -> None:
        """Newton's dots: a derivative by time."""
        place = atom.position
        time = [
            Token(UNIT, "s", place, False),
            Token("symbol", "^", place, True),
            Token("number", str(order), place, True),
        ]
        out.extend(
            called(
                "slope",
                [Token(SPELT, name, place, False), Token("symbol", "/", place, True), *time],
                place,
            )
        )

    def differential(self, out: list[Token], atom: LatexToken) -> None:
        """The d before what is differentiated, to its power."""
        out.append(Token(SPELT, "∂", atom.position, False))
        self.powers(out)

    def nabla(self, out: list[Token], atom: LatexToken) -> None:
        """A gradient by place has the unit 1/m. Raises TextError where it may be one by something
        else.
        """
        if self.peek().text == "_" and not self.owned("∇"):
            raise self.error(
                atom,
                "“∇” with a subscript is a gradient by something of its own",
                "Name it, or bind \\nabla to the unit it has, as in 1/m.",
            )
        out.extend(gradient(self.text, atom.position, self.names))
        return self.powers(out)

    def greek(self, out: list[Token], atom: LatexToken, letter: str) -> None:
        """A Greek letter as a symbol; a Delta joins the symbol it stands before, a mu between a
        number and a unit that unit.
        """
        following = self.peek()
        if letter == "μ" and out and out[-1].kind == "number" and following.text[1:] in known.TEXTS:
            self.next()
            return out.extend(
                text_mode(self.text, f"μ{self.raw(following)}", atom.position, self, out)
            )
        if letter == "Δ" and not self.owned("Δ"):
            return self.delta(out, atom)
        if (
            letter == "δ"
            and not self.known("δ")
            and (following.kind == "letters" or self.begins_symbol(following.text))
        ):
            return self.differential(out, atom)
        return self.symbol(out, letter, atom)

    def delta(self, out: list[Token], atom: LatexToken) -> None:
        """A change of what stands next, one name with it where that is a letter."""
        begin = self.index
        scripts = self.scripts() if self.peek().text == "_" else ""
        following = self.peek()
        command = following.text[1:] if following.kind == "command" else ""
        if following.kind == "letters":
            self.next()
            after = self.peek().text
            whole = f"Δ{scripts}{following.text}"
            if len(following.text) > 1 and after != "_" and self.known(whole):
                self.symbol(out, whole, atom)
                return
            if (
                len(following.text) > 1
            ):  # what stands after the first letter is read anew, with its scripts
                self.index -= 1
                self.atoms[self.index] = LatexToken(
                    "letters", following.text[1:], following.position + 1
                )
            out.append(
                Token(
                    SPELT,
                    f"Δ{scripts}{following.text[0]}"
                    + (self.scripts() if len(following.text) == 1 else ""),
                    atom.position,
                    False,
                )
            )
            self.powers(out) if len(following.text) == 1 else None
        elif command in GREEK:
            self.next()
            self.symbol(out, f"Δ{scripts}{GREEK[command]}", atom)
        elif command in known.FONTS or command in known.ACCENTS:
            out.extend(called("change", self.single(atom), atom.position))
            self.powers(out)
        elif following.text in ("(", "[", "\\left") and not scripts:
            out.append(Token(FUNCTION, "change", atom.position, False))
        else:
            self.index = begin
            self.symbol(out, "Δ", atom)
