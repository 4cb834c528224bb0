"""Reading an equation: a Pratt parser over the project's lexer; it executes nothing and guesses nothing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from derive.checking.latex import latex_pieces
from derive.checking.latex_words import FUNCTION
from derive.checking.measures import NAME, UNIT
from derive.checking.names import PI, Names
from derive.checking.normal import RANGE, normalised
from derive.checking.parts import parts
from derive.checking.pieces import named, unknown_names
from derive.checking.spelling import canonical
from derive.checking.tree import Call, Measure, Name, Node, Number, Power, Product, Range, Statement, Sum
from derive.errors import TextError, shorten
from derive.units.lexer import MAX_DEPTH, MAX_EXPONENT, MAX_TERMS, Token, tokens
from derive.units.text import MULTIPLIERS

SIGNS = {"=": "=", ":=": "=", "==": "=", "≈": "≈", "~": "≈", "≥": "≥", ">=": "≥", "≤": "≤", "<=": "≤", ">": ">", "<": "<", "∝": "∝"}
HOLE = "?"
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_SUM, _PRODUCT, _SIGNED, _RANGE, _POWER = 10, 20, 25, 27, 30
_BINDING = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, RANGE: _RANGE, "^": _POWER}
_SEVERAL_ARGUMENTS = ("max", "min", "cases")


def parse(text: str, names: Names) -> Statement:
    """The tree of `text`, e.g. "t_c = 2 B N / FLOPs". Raises TextError with the position of what cannot be read, also of an unknown name."""
    statement = statements(text, names)[0]
    if statement.unknown:
        raise unknown_names(text, list(statement.unknown), names)
    return statement


def statements(text: str, names: Names, *, latex: bool = False, macros: Mapping[str, str] | None = None) -> list[Statement]:
    """All that one text states. Raises TextError with the position of the first thing that cannot be read."""
    found = stated(text, names, latex=latex, macros=macros)
    for statement in found:
        if isinstance(statement, TextError):
            raise statement
    return [statement for statement in found if isinstance(statement, Statement)]


def stated(text: str, names: Names, *, latex: bool = False, macros: Mapping[str, str] | None = None) -> list[Statement | TextError]:
    """All that one text states: the two sides of an arrow and the rows of a display are statements of their own.

    Names that nobody knows stay in the trees; a statement that cannot be read is the error that says why. Raises
    TextError where that keeps all of the text from being read.
    """
    end = Token("end", "", len(text), False)
    if latex:
        pieces, claims = latex_pieces(text, names, macros)
    else:
        pieces, claims = tokens(text)[:-1], []
    found: list[Statement | TextError] = []
    for piece_list in (*parts(text, pieces, tuple(SIGNS)), *claims):
        unknown: list[Token] = []
        try:
            worded, unknown = named(text, normalised([*piece_list, end]), names, latex=latex)
            found.append(_Parser(text, worded, names).statement(tuple(unknown)))
        except TextError as error:  # where there is a word that nobody knows, that is the likelier reason
            found.append(unknown_names(text, unknown, names) if unknown else error)
    return found


@dataclass(slots=True)
class _Grown:
    """A node under construction, with how deep its tree is."""

    node: Node
    depth: int = 1


class _Parser:
    """Walks the pieces of one text."""

    def __init__(self, text: str, pieces: list[Token], names: Names) -> None:
        self.text, self.pieces, self.names = text, pieces, names
        self.index = self.open_brackets = 0
        self.spots: list[tuple[int, str]] = []

    def peek(self, ahead: int = 0) -> Token:
        return self.pieces[max(0, min(self.index + ahead, len(self.pieces) - 1))]

    def next(self) -> Token:
        token = self.peek()
        self.index += 1
        return token

    def error(self, token: Token, problem: str, fix: str = "") -> TextError:
        return TextError(self.text, token.position, problem, fix)

    def statement(self, unknown: tuple[Token, ...] = ()) -> Statement:
        """Sides and the signs between them, to the end."""
        begin = self.peek().position
        sides, signs = [self.expression(0).node], []
        while self.peek().kind == "symbol" and self.peek().text in SIGNS:
            signs.append(SIGNS[self.next().text])
            sides.append(self.expression(0).node)
        token = self.peek()
        if token.kind != "end":
            if token.text in _CLOSING.values():
                raise self.error(token, f"“{token.text}” closes a bracket that was not opened")
            raise self.error(token, f"“{shorten(token.text, 20)}” has no place in an equation")
        return Statement(tuple(sides), tuple(signs), unknown, tuple(self.spots), begin)

    def expression(self, binding: int) -> _Grown:
        """An operand and everything after it that binds more tightly than `binding`."""
        left = self.operand()
        divided = False
        while True:
            token = self.peek()
            implied = self.starts_operand(token)
            power = _PRODUCT if implied else _BINDING.get(token.text, 0) if token.kind == "symbol" else 0
            if power <= binding:
                return left
            if implied:
                self.check_juxtaposition(token, divided)
                left = self.product(left, self.expression(power), 1)
                continue
            self.next()
            if token.text == "^":
                left = self.power(left, token)
            elif token.text == RANGE:
                right = self.expression(power)
                left = self.grown(Range(left.node, right.node, left.node.position), left, right)
            elif power == _SUM:
                left = self.sum(left, self.expression(power), -1 if token.text == "-" else 1)
            else:
                divided = token.text == "/"
                left = self.product(left, self.expression(power), -1 if divided else 1)

    def starts_operand(self, token: Token) -> bool:
        return token.kind in (NAME, UNIT, FUNCTION, "number") or (token.kind == "symbol" and (token.text in _CLOSING or token.text == HOLE))

    def check_juxtaposition(self, token: Token, divided: bool) -> None:
        """Things side by side are a product, except where that can be read in two ways."""
        before = self.peek(-1)
        if divided:
            raise self.error(token, "what stands side by side after “/” can be read as above or below the bar", "Write a/(b*c) or (a/b)*c.")
        if token.kind == "number":
            raise self.error(token, f"the number {shorten(token.text, 20)} follows an operand without a sign", "Write * or ^ between them.")
        if token.text in MULTIPLIERS and self.is_a_lone_figure(before, token) and token.text not in self.names.own:
            figure = f"{before.text}e{round(math.log10(MULTIPLIERS[token.text]))}"
            self.spots.append((token.position, f"“{before.text} {token.text}” can be {figure} or {before.text} times {token.text}"))
        called = token.text == "(" and token.glued and before.kind == NAME and self.peek(1).kind == NAME and self.peek(2).text == ")"
        if called:
            both = f"{before.text}({self.peek(1).text})"
            fix = f"Write {before.text} alone, or {before.text} * {self.peek(1).text} for the product."
            raise self.error(token, f"“{both}” can be read as a function or as a product", fix)

    def is_a_lone_figure(self, number: Token, letter: Token) -> bool:
        """Whether a number and a letter are all that stands between two signs, as in “≈ 2 T”."""
        ends = (self.peek(-2) if self.index > 1 else None, self.peek(1))
        lone = all(end is None or end.kind == "end" or end.text in SIGNS or end.text == RANGE for end in ends)
        return number.kind == "number" and letter.kind == NAME and lone

    def operand(self) -> _Grown:
        """A number, a name, a call, something in brackets, or any of these with signs before it."""
        token = self.next()
        negative = False
        first = token
        while token.kind == "symbol" and token.text in "+-":
            negative ^= token.text == "-"
            token = self.next()
        if token is not first:
            self.index -= 1
            inner = self.expression(_SIGNED)
            return self.grown(Sum(((-1, inner.node),), first.position), inner) if negative else inner
        if token.kind == "number":
            return _Grown(Number(self.value(token), token.position, self.half_digit(token)))
        if token.kind == NAME and canonical(token.text) == PI and PI not in self.names.own:
            return _Grown(Number(Fraction(math.pi), token.position))
        if token.kind == NAME or (token.kind == "symbol" and token.text == HOLE):
            return _Grown(Name(token.text, token.position))
        if token.kind == UNIT:
            return _Grown(Measure(token.text, token.position))
        if token.kind == FUNCTION:
            return self.call(token)
        if token.kind == "symbol" and token.text in _CLOSING:
            return self.bracketed(token)
        what = f"“{shorten(token.text, 20)}”" if token.text else "the end of the text"
        raise self.error(token, f"a name, a number or a bracket was expected, not {what}")

    def bracketed(self, opening: Token) -> _Grown:
        self.enter(opening)
        inner = self.expression(0)
        self.close(opening)
        return inner

    def enter(self, opening: Token) -> None:
        self.open_brackets += 1
        if self.open_brackets > MAX_DEPTH:
            raise self.error(opening, f"more than {MAX_DEPTH} brackets deep", "Name a part of it.")

    def close(self, opening: Token) -> None:
        closing = _CLOSING[opening.text]
        if self.peek().text != closing:
            raise self.error(opening, f"the bracket “{opening.text}” is not closed", f"Add “{closing}”.")
        self.next()
        self.open_brackets -= 1

    def call(self, function: Token) -> _Grown:
        name, _, _ = function.text.partition(" ")
        opening = self.peek()
        if name == "sum" or opening.kind != "symbol" or opening.text not in _CLOSING:
            self.enter(function)
            made = self.of_one(function, name)
            self.open_brackets -= 1
            return made
        self.next()
        self.enter(opening)
        arguments = [self.argument()]
        while self.peek().text == ",":
            self.next()
            arguments.append(self.argument())
        self.close(opening)
        if name not in _SEVERAL_ARGUMENTS and len(arguments) > 1:
            raise self.error(function, f"{name} takes one argument, not {len(arguments)}")
        if len(arguments) > MAX_TERMS:
            raise self.error(function, f"more than {MAX_TERMS:,} arguments", "Name a part of it.")
        return self.grown(Call(name, tuple(a.node for a in arguments), function.position), *arguments)

    def of_one(self, function: Token, name: str) -> _Grown:
        """A function of what stands next without a bracket: log N, sin x, √2; of a product it is not clear how far it goes but for sums."""
        if name == "sum":
            inner = self.expression(_SUM)
            return self.grown(Call(name, (inner.node,), function.position), inner)
        if function.text in _SEVERAL_ARGUMENTS:
            raise self.error(self.peek(), f"{function.text} wants its arguments in brackets", f"Write {function.text}(a, b).")
        inner = self.expression(_SIGNED)
        if self.starts_operand(self.peek()) or (self.peek().kind == "symbol" and self.peek().text in "*/"):
            raise self.error(self.peek(), f"it is not clear what {function.text} is of", "Use brackets.")
        return self.grown(Call(function.text, (inner.node,), function.position), inner)

    def argument(self) -> _Grown:
        begin = self.index
        made = self.expression(0)
        for token in self.pieces[begin : self.index]:
            if token.kind == "number" and "," in token.text:
                problem = f"“{shorten(token.text, 20)}” can be one number or several arguments"
                raise self.error(token, problem, "Write 1000 for a thousand, or a space after a comma.")
        return made

    def sum(self, left: _Grown, right: _Grown, sign: int) -> _Grown:
        terms = left.node.terms if isinstance(left.node, Sum) else ((1, left.node),)
        self.count(terms)
        return self.grown(Sum((*terms, (sign, right.node)), left.node.position), left, right)

    def product(self, left: _Grown, right: _Grown, sign: int) -> _Grown:
        factors = left.node.factors if isinstance(left.node, Product) else ((1, left.node),)
        self.count(factors)
        return self.grown(Product((*factors, (sign, right.node)), left.node.position), left, right)

    def count(self, parts: tuple[tuple[int, Node], ...]) -> None:
        if len(parts) >= MAX_TERMS:
            raise self.error(self.peek(), f"more than {MAX_TERMS:,} terms", "Name a part of it.")

    def power(self, base: _Grown, sign: Token) -> _Grown:
        exponent = self.expression(_POWER)
        if self.peek().kind == "symbol" and self.peek().text == "^":
            raise self.error(self.peek(), "a power of a power", "Use brackets.")
        node = exponent.node
        if isinstance(node, Number) and (abs(node.value) > MAX_EXPONENT or node.value.denominator > MAX_EXPONENT):
            raise self.error(sign, f"an exponent is at most {MAX_EXPONENT:,}")
        return self.grown(Power(base.node, node, base.node.position), base, exponent)

    def grown(self, node: Node, *parts: _Grown) -> _Grown:
        """`node` over its parts; a chain that only gets longer does not get deeper."""
        chained = isinstance(node, (Sum, Product)) and len(parts) == 2 and type(parts[0].node) is type(node)
        depth = max(parts[0].depth, parts[1].depth + 1) if chained else 1 + max(part.depth for part in parts)
        if depth > MAX_DEPTH:
            raise TextError(self.text, node.position, f"more than {MAX_DEPTH} operations deep", "Name a part of it.")
        return _Grown(node, depth)

    def value(self, token: Token) -> Fraction:
        """The literal as an exact fraction, within the size that can be printed."""
        mantissa, _, exponent = token.text.replace(",", "").replace("_", "").lower().partition("e")
        if len(exponent) > 5 or abs(int(exponent or 0)) > MAX_EXPONENT:
            raise self.error(token, "the number is too large or too small")
        return Fraction(mantissa if not mantissa.startswith(".") else f"0{mantissa}") * Fraction(10) ** int(exponent or 0)

    def half_digit(self, token: Token) -> Fraction:
        """Half a unit of the last digit written."""
        mantissa, _, exponent = token.text.replace(",", "").replace("_", "").lower().partition("e")
        places = len(mantissa.partition(".")[2])
        return Fraction(1, 2) * Fraction(10) ** (int(exponent or 0) - places)
