"""The grammar of an equation: a Pratt parser over the project's lexer; it executes nothing and
guesses nothing.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property

from derive.checking.grammar.functions import Functions
from derive.checking.grammar.terms import (
    CLOSING,
    FACTORIAL,
    POWER,
    PRODUCT,
    RANGES,
    SIGNED,
    SUM,
    Parsed,
)
from derive.checking.grammar.tree import (
    CallNode,
    NameNode,
    Node,
    NumberNode,
    RangeNode,
    StatementNode,
    SumNode,
    UnitNode,
)
from derive.checking.spelling.canonical import canonical
from derive.checking.spelling.latex_commands import DOTS, FUNCTION
from derive.checking.symbols.names import PI
from derive.checking.tokens.calls import is_applied, is_lone, places
from derive.checking.tokens.measures import NAME, UNIT, unit_run
from derive.checking.tokens.normal import RANGE
from derive.checking.tokens.reading_options import NARROW, USUAL, WIDE, Ambiguity
from derive.errors import shorten
from derive.units.lexer import Token
from derive.units.text import MULTIPLIERS

SIGNS = {
    "=": "=",
    ":=": "=",
    "==": "=",
    "≈": "≈",
    "~": "≈",
    "≥": "≥",
    ">=": "≥",
    "≤": "≤",
    "<=": "≤",
    ">": ">",
    "<": "<",
    "∝": "∝",
}
HOLE = "?"
_EITHER = ("±", "∓")
_BINDING = {
    "+": SUM,
    "-": SUM,
    "±": SUM,
    "∓": SUM,
    "*": PRODUCT,
    "/": PRODUCT,
    RANGE: RANGES,
    "^": POWER,
    "!": FACTORIAL,
}
_CONSTANT = ("const", "constant", "const.")


class Grammar(Functions):
    """Reads the pieces of one statement into its tree."""

    def statement(self, unknown: tuple[Token, ...] = ()) -> StatementNode:
        """Sides and the signs between them, to the end."""
        begin = self.peek().position
        self.defines()
        sides, signs = [self.expression(0).node], []
        while self.peek().kind == "symbol" and self.peek().text in SIGNS:
            signs.append(SIGNS[self.next().text])
            sides.append(self.expression(0).node)
        self.listed(sides[-1])
        token = self.peek()
        if token.kind != "end":
            if token.text in CLOSING.values():
                raise self.error(token, f"“{token.text}” closes a bracket that was not opened")
            raise self.error(token, f"“{shorten(token.text, 20)}” has no place in an equation")
        return StatementNode(self.constants(sides), tuple(signs), unknown, tuple(self.spots), begin)

    def defines(self) -> None:
        """A first side that is all x(t) says what x is at t, and is no product."""
        inside = is_applied(self.pieces, 1) if self.peek().kind == NAME else 0
        if (
            inside
            and is_lone(self.pieces[2:inside])
            and self.peek(1 + inside).text in SIGNS
            and self.ways.call == USUAL
        ):
            del self.pieces[1 : 1 + inside]

    def listed(self, side: Node) -> None:
        """Step over further numbers that a side may be, as in n = 1, 2, 3, …"""
        rest = self.pieces[self.index : -1]
        if (
            isinstance(side, NumberNode)
            and rest
            and rest[0].text == ","
            and all(piece.kind == "number" or piece.text in (",", DOTS) for piece in rest)
        ):
            self.index = len(self.pieces) - 1

    def constants(self, sides: list[Node]) -> tuple[Node, ...]:
        """The sides, a constant without a name of its own being whatever another side is."""
        open_ones = [
            isinstance(side, NameNode)
            and side.word in _CONSTANT
            and self.names.find(side.word) is None
            for side in sides
        ]
        if all(open_ones) or not any(open_ones):
            return tuple(sides)
        shown = next(side for side, is_open in zip(sides, open_ones, strict=True) if not is_open)
        return tuple(
            shown if is_open else side for side, is_open in zip(sides, open_ones, strict=True)
        )

    def expression(self, binding: int) -> Parsed:
        """An operand and everything after it that binds more tightly than `binding`."""
        left = self.operand()
        divided = False
        while True:
            token = self.peek()
            implied = self.starts_operand(token)
            power = (
                PRODUCT if implied else _BINDING.get(token.text, 0) if token.kind == "symbol" else 0
            )
            if power <= binding:
                return left
            if implied:
                self.check_juxtaposition(token, divided)
                left, divided = self.product(left, self.expression(power), 1), False
                continue
            self.next()
            if token.text == "^":
                left = self.raised(left, self.expression(POWER), token)
            elif token.text == "!":
                left = self.grown(CallNode("factorial", (left.node,), left.node.position), left)
            elif token.text == RANGE:
                right = self.expression(power)
                left = self.grown(RangeNode(left.node, right.node, left.node.position), left, right)
            elif token.text in _EITHER:
                right = self.expression(power)
                left = self.sum(
                    left,
                    self.grown(CallNode("either", (right.node,), right.node.position), right),
                    1,
                )
            elif power == SUM:
                left = self.sum(left, self.expression(power), -1 if token.text == "-" else 1)
            elif token.text == "/":
                left, divided = self.quotient(left), self.ways.slash == USUAL
            else:
                divided = False
                left = self.product(left, self.expression(power), 1)

    def quotient(self, left: Parsed) -> Parsed:
        """A division; what stands side by side after the bar is below it, as in E/kT, but after a
        fraction of numbers, as in 1/2 m v².
        """
        numbers = isinstance(left.node, NumberNode)
        right = self.expression(PRODUCT)
        first = self.peek()
        fraction = numbers and (
            isinstance(right.node, NumberNode) or (self.peek(-1).text == ")" and not first.glued)
        )
        if (
            not self.starts_operand(first)
            or not (fraction or self.latex or first.glued)
            or (first.kind != NAME and not fraction)
        ):
            return self.product(left, right, -1)
        self.forks.append(
            Ambiguity(
                "slash",
                (WIDE,),
                first.position,
                "what stands side by side after “/” can be read as above or below the bar",
            )
        )
        below = fraction == (self.ways.slash == WIDE)
        if not below:
            self.above = self.index
            return self.product(left, right, -1)
        while self.starts_operand(self.peek()) and (self.peek().kind == NAME or fraction):
            self.check_juxtaposition(self.peek(), False)
            right = self.product(right, self.expression(PRODUCT), 1)
        return self.product(left, right, -1)

    above = -1  # where what stands side by side after “/” is known to stand above the bar

    def starts_operand(self, token: Token) -> bool:
        """Whether an operand begins here."""
        return token.kind in (NAME, UNIT, FUNCTION, "number") or (
            token.kind == "symbol" and (token.text in CLOSING or token.text in (HOLE, DOTS))
        )

    def check_juxtaposition(self, token: Token, divided: bool) -> None:
        """Things side by side are a product, except where that can be read in two ways."""
        before = self.peek(-1)
        if divided and self.above != self.index:
            raise self.error(
                token,
                "what stands side by side after “/” can be read as above or below the bar",
                "Write a/(b*c) or (a/b)*c.",
            )
        if token.kind == "number" and not (self.latex and before.text == ")"):
            raise self.error(
                token,
                f"the number {shorten(token.text, 20)} follows an operand without a sign",
                "Write * or ^ between them.",
            )
        if (
            token.text in MULTIPLIERS
            and self.is_a_lone_figure(before, token)
            and token.text not in self.names.own
        ):
            figure = f"{before.text}e{round(math.log10(MULTIPLIERS[token.text]))}"
            self.spots.append(
                (
                    token.position,
                    (
                        f"“{before.text} {token.text}” can be {figure} or {before.text} times"
                        f" {token.text}"
                    ),
                )
            )
        if before.kind == "number" and token.kind == NAME and token.text in self.names.own:
            self.check_unit(token)

    def check_unit(self, token: Token) -> None:
        """A name of the author's own after a number that is a word of a unit too."""
        end = unit_run(self.as_words, self.index)
        if end > self.index or (token.glued and token.text in MULTIPLIERS):
            all_of_it = (self.index < 2 or self.peek(-2).text in SIGNS) and (
                self.pieces[end].kind == "end" or self.pieces[end].text in SIGNS
            )
            words = f"“{token.text}” after a number can be your {token.text} or a unit"
            self.forks.append(
                Ambiguity("unit", (WIDE,), token.position, words, all_of_it and end > self.index)
            )

    @cached_property
    def as_words(self) -> list[Token]:
        """The pieces as they were before names were known in them."""
        return [
            Token("word", piece.text, piece.position, piece.glued) if piece.kind == NAME else piece
            for piece in self.pieces
        ]

    def is_a_lone_figure(self, number: Token, letter: Token) -> bool:
        """Whether a number and a letter are all that stands between two signs, as in “≈ 2 T”."""
        ends = (self.peek(-2) if self.index > 1 else None, self.peek(1))
        lone = all(
            end is None or end.kind == "end" or end.text in SIGNS or end.text == RANGE
            for end in ends
        )
        return number.kind == "number" and letter.kind == NAME and lone

    def operand(self) -> Parsed:
        """A number, a name, a call, something in brackets, or any of these with signs before it."""
        token = self.next()
        negative = either = False
        first = token
        while token.kind == "symbol" and token.text in ("+", "-", *_EITHER):
            negative ^= token.text == "-"
            either |= token.text in _EITHER
            token = self.next()
        if token is not first:
            self.index -= 1
            self.enter(first)
            inner = self.expression(SIGNED)
            self.open_brackets -= 1
            if either:
                return self.grown(CallNode("either", (inner.node,), first.position), inner)
            return (
                self.grown(SumNode(((-1, inner.node),), first.position), inner)
                if negative
                else inner
            )
        if token.kind == "number":
            return Parsed(NumberNode(self.value(token), token.position, self.half_digit(token)))
        if token.kind == NAME and canonical(token.text) == PI and PI not in self.names.own:
            return Parsed(NumberNode(Fraction(math.pi), token.position))
        if token.kind == NAME or (token.kind == "symbol" and token.text == HOLE):
            return self.applied(token)
        if token.kind == UNIT:
            return Parsed(UnitNode(token.text, token.position))
        if token.kind == FUNCTION:
            return self.call(token)
        if token.kind == "symbol" and token.text == DOTS:
            return Parsed(CallNode("dots", (), token.position))
        if token.kind == "symbol" and token.text in CLOSING:
            return self.bracketed(token)
        what = f"“{shorten(token.text, 20)}”" if token.text else "the end of the text"
        raise self.error(token, f"a name, a number or a bracket was expected, not {what}")

    def applied(self, name: Token) -> Parsed:
        """A name, at what stands in the bracket after it where it is a function: x(t), y(x, t),
        v(0); a(b + c) is a product.
        """
        made = Parsed(NameNode(name.text, name.position))
        inside = is_applied(self.pieces, self.index) if name.kind == NAME else 0
        if not inside:
            return made
        lone = is_lone(self.pieces[self.index + 1 : self.index + inside - 1])
        several = len(places(self.pieces[self.index + 1 : self.index + inside - 1])) > 1
        bracket = self.pieces[self.index : self.index + inside]
        shown = f"{name.text}{''.join(piece.text for piece in bracket[:8])}"
        if not several:
            words = f"“{shorten(shown, 40)}” can be read as a function or as a product"
            self.forks.append(
                Ambiguity("call", (WIDE,) if lone else (NARROW,), self.peek().position, words)
            )
        if (lone and self.ways.call != WIDE) or several:
            self.index += inside
            return made
        if lone or self.ways.call != NARROW:
            return made
        opening = self.next()
        self.enter(opening)
        argument = self.expression(0)
        self.close(opening)
        return self.grown(CallNode("of", (made.node, argument.node), name.position), made, argument)

    def bracketed(self, opening: Token) -> Parsed:
        """What stands in brackets; two things in square ones are a commutator, which has the
        dimension of their product.
        """
        self.enter(opening)
        inner = self.expression(0)
        if opening.text == "[" and self.stands(","):
            self.next()
            inner = self.product(inner, self.expression(0), 1)
        self.close(opening)
        return inner
