"""LaTeX maths as the pieces the parser walks: fractions and roots become brackets, a symbol with its scripts becomes one name.

Nothing is executed and nothing is guessed: a command that is not known here is refused with its position.
"""

from __future__ import annotations

from collections.abc import Mapping

from derive.checking import latex_words as known
from derive.checking.derivative import bracketed, derivative
from derive.checking.latex_atoms import Atom, atoms
from derive.checking.latex_words import BREAK, FUNCTION, GAP, SPELT
from derive.checking.names import Names
from derive.checking.spelling import GREEK
from derive.checking.upright import upright
from derive.errors import TextError, shorten
from derive.units.lexer import Token

_DEEPEST = 50
_SIGN_CHARACTERS = {"×": "*", "·": "*", "⋅": "*", "∙": "*", "÷": "/", "−": "-", "≤": "≤", "≥": "≥", "≈": "≈", "∝": "∝", "–": "–"}
_RELATIONS = {"=", "≤", "≥", "≈", "<", ">", "∝"}
_GOES_ON = {*_RELATIONS, "+", "-", "*", "/"}


def latex_pieces(text: str, names: Names, macros: Mapping[str, str] | None = None) -> tuple[list[Token], list[list[Token]]]:
    """The pieces of a formula, and those of what its braces say of a part (`\\underbrace{R/W}_{\\approx 300}`).

    Raises TextError with the position of what cannot be read.
    """
    reader = _Reader(text, atoms(text, macros), names)
    found = reader.sequence(frozenset())
    return found, reader.claims


class _Reader:
    """Walks the atoms of one formula; every method returns or extends the pieces of what it has read."""

    def __init__(self, text: str, cut: list[Atom], names: Names) -> None:
        self.text, self.atoms, self.names = text, cut, names
        self.index = self.depth = 0
        self.claims: list[list[Token]] = []
        self.differentials = 0  # how many d of integrals are still to come

    def peek(self) -> Atom:
        """The next atom that is no space."""
        while self.atoms[self.index].kind == "space":
            self.index += 1
        return self.atoms[self.index]

    def next(self) -> Atom:
        atom = self.peek()
        self.index += atom.kind != "end"
        return atom

    def error(self, atom: Atom, problem: str, fix: str = "") -> TextError:
        return TextError(self.text, atom.position, problem, fix)

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

    def sign(self, out: list[Token], atom: Atom, sign: str) -> None:
        out.append(Token("symbol", sign, atom.position, bool(out)))
        if sign in ")]}":
            self.powers(out)

    # --- symbols ---------------------------------------------------------------------------------------------------

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

    def powers(self, out: list[Token]) -> None:
        """The power of what stands before, if one comes."""
        while self.peek().text == "^":
            sign = self.next()
            if self.peek().text in ("T", "\\top", "\\intercal") and "T" not in self.names.own:
                raise self.error(self.peek(), "“^T” can be a power or a transpose", "Bind T, or write the power as ^{(T)}.")
            out.append(Token("symbol", "^", sign.position, True))
            out.extend(bracketed(self.argument(sign), sign.position))

    # --- groups and commands -----------------------------------------------------------------------------------------

    def deeper(self, atom: Atom) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error(atom, f"more than {_DEEPEST} groups deep", "Name a part of it.")

    def argument(self, owner: Atom) -> list[Token]:
        """The next group, or the next single atom, as pieces."""
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

    def single(self, owner: Atom) -> list[Token]:
        """One atom as an argument: of a number or a word without braces only the first character."""
        atom = self.next()
        if atom.kind == "end" or atom.text in ("}", "&"):
            raise self.error(owner, f"{owner.text} lacks what it is of")
        if atom.kind in ("number", "letters") and len(atom.text) > 1:
            self.index -= 1
            self.atoms[self.index] = Atom(atom.kind, atom.text[1:], atom.position + 1)
            atom = Atom(atom.kind, atom.text[0], atom.position)
        if atom.kind in ("number", "letters"):
            return [Token("number" if atom.kind == "number" else "word", atom.text, atom.position, False)]
        out: list[Token] = []
        if atom.kind == "command":
            self.command(out, atom)
        else:
            self.character(out, atom)
        return out

    def raw(self, owner: Atom) -> str:
        """The argument of a text command as characters."""
        atom = self.next()
        if atom.text != "{":
            return atom.text[:1]
        parts: list[str] = []
        level = 1
        while True:
            piece = self.atoms[self.index]
            if piece.kind == "end":
                raise self.error(owner, f"the group of {owner.text} is not closed", "Add “}”.")
            self.index += 1
            level += (piece.text == "{") - (piece.text == "}")
            if not level:
                return "".join(parts)
            if piece.kind == "command":
                plain = {"\\ ": " ", "\\,": " ", "\\_": "_", "\\%": "%", "\\$": "$", "\\&": "&", "\\cdot": "·", "\\times": "×"}.get(piece.text)
                if plain is None:
                    raise self.error(piece, f"{shorten(piece.text)} is not read within text")
                parts.append(plain)
            else:
                parts.append(" " if piece.kind == "space" else piece.text if piece.text not in "{}" else "")

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

    def fraction(self, out: list[Token], atom: Atom) -> None:
        above, below = self.argument(atom), self.argument(atom)
        slope = derivative(above, below, self.names)
        if slope:
            above, below = slope
            out.append(Token(FUNCTION, "slope", atom.position, False))
        line = Token("symbol", "/", atom.position, True)
        out.extend(bracketed([*bracketed(above, atom.position), line, *bracketed(below, atom.position)], atom.position))
        self.powers(out)

    def root(self, out: list[Token], atom: Atom) -> None:
        degree: list[Token] = []
        if self.peek().text == "[":
            self.next()
            degree = self.sequence(frozenset("]"))
            self.next()
        inner = bracketed(self.argument(atom), atom.position)
        if not degree:
            out.append(Token(FUNCTION, "sqrt", atom.position, False))
            out.extend(inner)
        else:
            one = [Token("number", "1", atom.position, False), Token("symbol", "/", atom.position, False), *bracketed(degree, atom.position)]
            out.extend([*inner, Token("symbol", "^", atom.position, True), *bracketed(one, atom.position)])
        self.powers(out)

    def function(self, out: list[Token], atom: Atom, name: str) -> None:
        """A function's name with the scripts that stand at it: the base of a logarithm, the range of a sum."""
        out.append(Token(FUNCTION, name, atom.position, False))
        while self.peek().text in ("_", "^"):
            sign = self.next()
            if sign.text == "^" and name != "sum":
                raise self.error(sign, f"a power between {name} and what it is of", "Write it after the bracket.")
            if name in ("max", "min"):
                raise self.error(sign, f"{name} over a range is not read here", "Name it.")
            spelt = self.script()
            if name == "sum" and sign.text == "_":
                out[-1] = Token(FUNCTION, f"sum {spelt.partition('=')[0]}", atom.position, False)

    def braced(self, out: list[Token], atom: Atom, side: str) -> None:
        """What a brace spans; a label that starts with a sign is a statement about it, any other a remark."""
        inner = self.argument(atom)
        if self.peek().text == side:
            self.next()
            label = self.label(atom)
            if label and label[0].text in _RELATIONS:
                self.claims.append([*inner, *label])
        out.extend(bracketed(inner, atom.position))
        self.powers(out)

    def label(self, atom: Atom) -> list[Token]:
        begin, claims, depth = self.index, len(self.claims), self.depth
        try:
            return self.argument(atom)
        except TextError:
            self.index, self.depth = begin, depth
            del self.claims[claims:]
            self.raw(atom) if all(piece.kind != "command" or piece.text[1:] in known.SPACES for piece in self.atoms[begin:]) else self.skip(atom)
            return []

    def skip(self, owner: Atom) -> None:
        """Step over a group whatever it holds."""
        level = 0
        while True:
            piece = self.next()
            if piece.kind == "end":
                raise self.error(owner, f"the group of {owner.text} is not closed", "Add “}”.")
            level += (piece.text == "{") - (piece.text == "}")
            if level <= 0:
                return

    def left(self, out: list[Token], atom: Atom) -> None:
        """`\\left … \\right`: brackets, a rounding, a size, or nothing where one of the two is a dot."""
        self.deeper(atom)
        opening = self.next().text.removeprefix("\\")
        inner = self.sequence(frozenset(("\\right",)))
        if self.next().text != "\\right":
            raise self.error(atom, "\\left has no \\right", "Add \\right).")
        closing = self.next().text.removeprefix("\\")
        self.depth -= 1
        if "." in (opening, closing):
            out.extend(inner)
            return
        kind = "abs" if opening == closing == "|" else known.OPENING.get(opening, "")
        if not kind or (kind != "abs" and known.CLOSING.get(closing) != kind):
            raise self.error(atom, f"“{shorten(opening)} … {shorten(closing)}” is no pair of brackets")
        if kind in ("ceil", "floor", "abs"):
            out.append(Token(FUNCTION, kind, atom.position, False))
        first, *rest = bracketed(inner, atom.position)
        out.extend([Token("symbol", "(", first.position, True), *rest])
        self.powers(out)

    def delimiter(self, out: list[Token], atom: Atom) -> None:
        """`\\lceil`, `\\lfloor` and `\\lvert` without \\left."""
        kind = known.OPENING.get(atom.text[1:])
        if kind is None:
            raise self.error(atom, f"{atom.text} closes what was not opened")
        self.deeper(atom)
        close = f"\\r{atom.text[2:]}"
        inner = self.sequence(frozenset((close,)))
        if self.next().text != close:
            raise self.error(atom, f"{atom.text} is not closed", f"Add {close}.")
        self.depth -= 1
        out.append(Token(FUNCTION, kind, atom.position, False))
        out.extend(bracketed(inner, atom.position))
        self.powers(out)

    def environment(self, out: list[Token], atom: Atom) -> None:
        name = self.raw(atom)
        bare = name.removesuffix("*")
        self.deeper(atom)
        if bare in known.ROWS:
            self.head(bare, atom)
            out.extend(self.sequence(frozenset(("\\end",))))
        elif name in known.CASES:
            self.cases(out, atom)
        else:
            raise self.error(atom, f"the environment {shorten(name, 30)} is not read here")
        if self.next().text != "\\end" or self.raw(atom) != name:
            raise self.error(atom, f"\\begin{{{shorten(name, 30)}}} has no \\end of its own")
        self.depth -= 1

    def head(self, name: str, atom: Atom) -> None:
        if self.peek().text == "[":
            while self.next().text not in ("]", ""):
                pass
        if name in ("alignedat", "alignat", "array") and self.peek().text == "{":
            self.raw(atom)

    def cases(self, out: list[Token], atom: Atom) -> None:
        """The values of a case distinction; the conditions are statements of their own where they are maths."""
        values: list[list[Token]] = []
        stops = frozenset(("\\end", "&", "row"))
        while self.peek().text != "\\end":
            if self.peek().kind == "end":
                raise self.error(atom, "the cases are not closed", "Add \\end{cases}.")
            value = [piece for piece in self.sequence(stops) if piece.kind not in (BREAK, GAP) and piece.text != ","]
            if value:
                values.append(value)
            if self.peek().text == "&":
                self.next()
                condition = [piece for piece in self.sequence(stops) if piece.kind not in (BREAK, GAP)]
                if any(piece.text in _RELATIONS for piece in condition):
                    self.claims.append([piece for piece in condition if piece.text != ","])
            if self.peek().kind == "row":
                self.next()
        if not values:
            raise self.error(atom, "there is no case in it")
        inner = [piece for value in values for piece in (*bracketed(value, value[0].position), Token("symbol", ",", value[0].position, False))][:-1]
        out.append(Token(FUNCTION, "cases", atom.position, False))
        out.extend(bracketed(inner, atom.position))
