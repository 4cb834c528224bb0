"""What spans parts of a formula: fractions, roots, functions, braces, brackets of any size, rows
and cases.
"""

from __future__ import annotations

import re

from derive.checking.latex.symbols import Symbols
from derive.checking.spelling import latex_commands as known
from derive.checking.spelling.latex_commands import BREAK, FUNCTION, GAP
from derive.checking.spelling.latex_tokens import LatexToken
from derive.checking.tokens.derivative import bracketed, called, derivative
from derive.errors import TextError, shorten
from derive.units.lexer import Token

RELATIONS = {"=", "≤", "≥", "≈", "<", ">", "∝"}


class Structures(Symbols):
    """Turns what is set in two dimensions into pieces with brackets."""

    def fraction(self, out: list[Token], atom: LatexToken) -> None:
        """One thing over another, or a derivative."""
        above, below = self.argument(atom), self.argument(atom)
        slope = derivative(above, below, self.names)
        if slope:
            above, below = slope
            out.append(Token(FUNCTION, "slope", atom.position, False))
        line = Token("symbol", "/", atom.position, True)
        out.extend(
            bracketed(
                [*bracketed(above, atom.position), line, *bracketed(below, atom.position)],
                atom.position,
            )
        )
        self.powers(out)

    def slope(self, out: list[Token], atom: LatexToken) -> None:
        """`\\dv{f}{x}`, `\\dv[2]{f}{x}` and `\\dv{x}`: a derivative."""
        order: list[Token] = []
        if self.peek().text == "[":
            self.next()
            order = self.sequence(frozenset("]"))
            self.next()
        above: list[Token] = [Token("number", "1", atom.position, False)]
        below = self.argument(atom)
        if self.peek().text == "{":
            above, below = below, self.argument(atom)
        if order:
            below = [
                *bracketed(below, atom.position),
                Token("symbol", "^", atom.position, True),
                *bracketed(order, atom.position),
            ]
        line = Token("symbol", "/", atom.position, True)
        out.extend(
            called(
                "slope",
                [*bracketed(above, atom.position), line, *bracketed(below, atom.position)],
                atom.position,
            )
        )
        self.powers(out)

    def root(self, out: list[Token], atom: LatexToken) -> None:
        """A square root, or one of the degree in brackets."""
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
            one = [
                Token("number", "1", atom.position, False),
                Token("symbol", "/", atom.position, False),
                *bracketed(degree, atom.position),
            ]
            out.extend(
                [*inner, Token("symbol", "^", atom.position, True), *bracketed(one, atom.position)]
            )
        self.powers(out)

    def function(self, out: list[Token], atom: LatexToken, name: str) -> None:
        """A function's name with the scripts that stand at it: the base of a logarithm, the range
        of a sum.
        """
        out.append(Token(FUNCTION, name, atom.position, False))
        while self.peek().text in ("_", "^"):
            sign = self.next()
            if sign.text == "^" and name in known.RAISED:
                out.append(Token("symbol", "^", sign.position, True))
                out.extend(bracketed(self.argument(sign), sign.position))
                continue
            if sign.text == "^" and name not in known.OVER_RANGE:
                raise self.error(
                    sign, f"a power between {name} and what it is of", "Write it after the bracket."
                )
            if name in ("max", "min"):
                raise self.error(sign, f"{name} over a range is not read here", "Name it.")
            spelt = self.script()
            if (
                name in ("sum", "prod")
                and sign.text == "_"
                and atom.text[1:] not in known.INTEGRALS
            ):
                letters = re.split(r"[=,<≤≠∈]", spelt.partition("=")[0])
                out[-1] = Token(
                    FUNCTION,
                    " ".join([name, *(letter for letter in letters if letter)]),
                    atom.position,
                    False,
                )

    def braced(self, out: list[Token], atom: LatexToken, side: str) -> None:
        """What a brace spans; a label that starts with a sign is a statement about it, any other a
        remark.
        """
        inner = self.argument(atom)
        if self.peek().text == side:
            self.next()
            label = self.label(atom)
            if label and label[0].text in RELATIONS:
                self.claims.append([*inner, *label])
        out.extend(bracketed(inner, atom.position))
        self.powers(out)

    def label(self, atom: LatexToken) -> list[Token]:
        """What a brace is labelled with; nothing where that is no maths."""
        begin, claims, depth = self.index, len(self.claims), self.depth
        try:
            return self.argument(atom)
        except TextError:
            self.index, self.depth = begin, depth
            del self.claims[claims:]
            self.raw(atom) if all(
                piece.kind != "command" or piece.text[1:] in known.SPACES
                for piece in self.atoms[begin:]
            ) else self.skip(atom)
            return []

    def left(self, out: list[Token], atom: LatexToken) -> None:
        """`\\left … \\right`: brackets, a rounding, a size, or nothing where one of the two is a
        dot.
        """
        self.deeper(atom)
        opening = self.next().text.removeprefix("\\")
        inner = self.sequence(frozenset(("\\right",)))
        if self.next().text != "\\right":
            raise self.error(atom, "\\left has no \\right", "Add \\right).")
        closing = self.next().text.removeprefix("\\")
        self.depth -= 1
        if "." in (opening, closing):
            out.extend(inner)
            return self.evaluated("|" if closing in ("|", "rvert", "vert") else closing)
        kind = "abs" if opening == closing == "|" else known.OPENING.get(opening, "")
        if not kind or (kind != "abs" and known.CLOSING.get(closing) != kind):
            raise self.error(
                atom, f"“{shorten(opening)} … {shorten(closing)}” is no pair of brackets"
            )
        if kind in ("ceil", "floor", "abs", "mean"):
            self.check_average(kind, inner, atom)
            out.append(Token(FUNCTION, kind, atom.position, False))
        first, *rest = bracketed(inner, atom.position)
        out.extend([Token("symbol", "(", first.position, True), *rest])
        self.evaluated(closing)
        return self.powers(out)

    def delimiter(self, out: list[Token], atom: LatexToken) -> None:
        """`\\lceil`, `\\lfloor` and `\\lvert` without \\left."""
        kind = known.OPENING.get(atom.text[1:])
        if kind is None:
            raise self.error(atom, f"{atom.text} closes what was not opened")
        self.deeper(atom)
        close = f"\\r{atom.text[2:]}" if atom.text[1] == "l" else atom.text
        mean = kind == "mean" and self.peek().text != "|"
        inner = self.sequence(frozenset((close, "|")) if mean else frozenset((close,)))
        if mean and self.peek().text == "|":
            self.check_average(kind, [], atom)
        if self.next().text != close:
            raise self.error(atom, f"{atom.text} is not closed", f"Add {close}.")
        self.depth -= 1
        self.check_average(kind, inner, atom)
        out.extend(called(kind, inner, atom.position))
        self.powers(out)

    def check_average(self, kind: str, inner: list[Token], atom: LatexToken) -> None:
        """Raise TextError for a bra and a ket, of which the dimension of a product is not that of
        the letters.
        """
        if kind == "mean" and (not inner or any(piece.text in ("abs", ",") for piece in inner)):
            raise self.error(
                atom, "a bra and a ket are not read here", "Write the mean as ⟨A⟩, or name it."
            )

    def bars(self, out: list[Token], atom: LatexToken) -> None:
        """`|x|` and `\\|x\\|`: a size; what closes it stands at the same depth."""
        self.deeper(atom)
        inner = self.sequence(frozenset((atom.text, "}", "\\right", "\\end", "&", "row")))
        depth = sum(
            (piece.kind == "symbol") * ((piece.text in "([{") - (piece.text in ")]}"))
            for piece in inner
        )
        if self.next().text != atom.text or depth or not inner:
            raise self.error(
                atom,
                f"“{atom.text}” opens a size that is not closed",
                "Write \\left| … \\right|, or name what is conditional.",
            )
        self.depth -= 1
        out.extend(called("abs", inner, atom.position))
        self.evaluated("")
        self.powers(out)

    def environment(self, out: list[Token], atom: LatexToken) -> None:
        """Rows or cases between \\begin and \\end."""
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

    def head(self, name: str, atom: LatexToken) -> None:
        """Step over the options and columns that an environment begins with."""
        if self.peek().text == "[":
            while self.next().text not in ("]", ""):
                pass
        if name in ("alignedat", "alignat", "array") and self.peek().text == "{":
            self.raw(atom)

    def cases(self, out: list[Token], atom: LatexToken) -> None:
        """The values of a case distinction; the conditions are statements of their own where they
        are maths.
        """
        values: list[list[Token]] = []
        stops = frozenset(("\\end", "&", "row"))
        while self.peek().text != "\\end":
            if self.peek().kind == "end":
                raise self.error(atom, "the cases are not closed", "Add \\end{cases}.")
            value = [
                piece
                for piece in self.sequence(stops)
                if piece.kind not in (BREAK, GAP) and piece.text != ","
            ]
            if value:
                values.append(value)
            if self.peek().text == "&":
                self.next()
                condition = [
                    piece for piece in self.sequence(stops) if piece.kind not in (BREAK, GAP)
                ]
                if any(piece.text in RELATIONS for piece in condition):
                    self.claims.append([piece for piece in condition if piece.text != ","])
            if self.peek().kind == "row":
                self.next()
        if not values:
            raise self.error(atom, "there is no case in it")
        inner = [
            piece
            for value in values
            for piece in (
                *bracketed(value, value[0].position),
                Token("symbol", ",", value[0].position, False),
            )
        ][:-1]
        out.append(Token(FUNCTION, "cases", atom.position, False))
        out.extend(bracketed(inner, atom.position))
