"""State of parsing one statement, and nodes within the caps on length, depth and size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from derive.checking.grammar.tree import CallNode, Node, NumberNode, PowerNode, ProductNode, SumNode
from derive.checking.symbols.names import Names
from derive.checking.tokens.measures import NAME
from derive.checking.tokens.reading_options import Ambiguity, ReadingOptions
from derive.errors import TextError
from derive.units.lexer import MAX_DEPTH, MAX_EXPONENT, MAX_TERMS, Token
from derive.units.written_number import LEAST, comma_fault_at, plain_digits

SUM, PRODUCT, SIGNED, RANGES, POWER, FACTORIAL = 10, 20, 25, 27, 30, 35  # binding strengths
CLOSING = {"(": ")", "[": "]", "{": "}"}
RELATION_SIGNS = {
    "=": "=", ":=": "=", "==": "=", "≈": "≈", "~": "≈", "≥": "≥", ">=": "≥", "≤": "≤", "<=": "≤",
    ">": ">", "<": "<", "∝": "∝",
}  # fmt: skip
HOLE = "?"
_LONGEST_EXPONENT, _LEAST = 5, Fraction(LEAST)


@dataclass(slots=True)
class Parsed:
    """A node with the depth of its tree."""

    node: Node
    depth: int = 1


@dataclass(frozen=True, slots=True)
class OperandRules:
    """The readers of an expression and of an operand."""

    expression: Callable[[Terms, int], Parsed]
    operand: Callable[[Terms], Parsed]


class Terms:
    """The tokens of one statement, the next of them, and the ambiguities met so far."""

    def __init__(
        self,
        text: str,
        pieces: list[Token],
        names: Names,
        ways: ReadingOptions,
        rules: OperandRules,
        *,
        latex: bool = False,
    ) -> None:
        self.text, self.pieces, self.names = text, pieces, names
        self.ways, self.latex, self.rules = ways, latex, rules
        self.index = self.open_brackets = 0
        self.above = -1  # index at which juxtaposed factors after “/” are above the bar
        self.spots: list[tuple[int, str]] = []
        self.forks: list[Ambiguity] = []

    @cached_property
    def as_words(self) -> list[Token]:
        """The tokens with names as plain words again."""
        return [
            piece._replace(kind="word") if piece.kind == NAME else piece for piece in self.pieces
        ]

    def expression(self, binding: int) -> Parsed:
        """An operand and all operators after it that bind more tightly than `binding`."""
        return self.rules.expression(self, binding)

    def operand(self) -> Parsed:
        """A number, a name, a call, a bracket, or any of these with signs before it."""
        return self.rules.operand(self)

    def peek(self, ahead: int = 0) -> Token:
        """The token `ahead` of the next one; the last one beyond the end."""
        place = self.index + ahead
        if 0 <= place < len(self.pieces):
            return self.pieces[place]
        return self.pieces[-1 if place > 0 else 0]

    def next(self) -> Token:
        """Step over the next token, and return it."""
        place = self.index
        self.index = place + 1
        return self.pieces[place] if place < len(self.pieces) else self.pieces[-1]

    def next_is(self, *texts: str) -> bool:
        """Whether the next token is one of these signs."""
        token = self.peek()
        return token.kind == "symbol" and token.text in texts

    def error(self, token: Token, problem: str, fix: str = "") -> TextError:
        """The error at a token."""
        return TextError(self.text, token.position, problem, fix)

    def enter(self, opening: Token) -> None:
        """Enter a bracket. Raises TextError beyond the cap on depth."""
        self.open_brackets += 1
        if self.open_brackets > MAX_DEPTH:
            raise self.error(opening, f"more than {MAX_DEPTH} brackets deep", "Name a part of it.")

    def close(self, opening: Token) -> None:
        """Step over the closing bracket. Raises TextError if it is missing."""
        closing = CLOSING[opening.text]
        if self.peek().text != closing:
            self.check_comma(self.peek())
            raise self.error(
                opening, f"the bracket “{opening.text}” is not closed", f"Add “{closing}”."
            )
        self.next()
        self.open_brackets -= 1

    def check_comma(self, token: Token) -> None:
        """Raise TextError for a comma within a number, which parts no thousands: 0,5."""
        if token.text == "," and (found := comma_fault_at(self.text, token.position)):
            problem, fix = found
            raise self.error(token, problem, fix)

    def sum(self, left: Parsed, right: Parsed, sign: int) -> Parsed:
        """The sum with one more term."""
        terms = left.node.terms if isinstance(left.node, SumNode) else ((1, left.node),)
        self.count(terms)
        return self.grown(SumNode((*terms, (sign, right.node)), left.node.position), left, right)

    def product(self, left: Parsed, right: Parsed, sign: int) -> Parsed:
        """The product with one more factor."""
        factors = left.node.factors if isinstance(left.node, ProductNode) else ((1, left.node),)
        self.count(factors)
        return self.grown(
            ProductNode((*factors, (sign, right.node)), left.node.position), left, right
        )

    def count(self, parts: tuple[tuple[int, Node], ...]) -> None:
        """Raise TextError at the cap on terms."""
        if len(parts) >= MAX_TERMS:
            raise self.error(self.peek(), f"more than {MAX_TERMS:,} terms", "Name a part of it.")

    def raised(self, base: Parsed, exponent: Parsed, sign: Token) -> Parsed:
        """A power. Raises TextError for a power of a power and for an exponent beyond the cap."""
        if self.next_is("^"):
            raise self.error(self.peek(), "a power of a power", "Use brackets.")
        node = exponent.node
        if isinstance(node, NumberNode) and (
            abs(node.value) > MAX_EXPONENT or node.value.denominator > MAX_EXPONENT
        ):
            raise self.error(sign, f"an exponent is at most {MAX_EXPONENT:,}")
        return self.grown(PowerNode(base.node, node, base.node.position), base, exponent)

    def grown(self, node: Node, *parts: Parsed) -> Parsed:
        """The node over its parts; a longer chain is not deeper. Raises TextError beyond the cap on
        depth.
        """
        chained = (
            isinstance(node, (SumNode, ProductNode))
            and len(parts) == 2
            and type(parts[0].node) is type(node)
        )
        depth = (
            max(parts[0].depth, parts[1].depth + 1)
            if chained
            else 1 + max([part.depth for part in parts], default=0)
        )
        if depth > MAX_DEPTH:
            raise TextError(
                self.text,
                node.position,
                f"more than {MAX_DEPTH} operations deep",
                "Name a part of it.",
            )
        return Parsed(node, depth)

    def call_node(self, function: str, position: int, *arguments: Parsed) -> Parsed:
        """A function of its arguments. Raises TextError beyond the cap on depth."""
        nodes = tuple(argument.node for argument in arguments)
        return self.grown(CallNode(function, nodes, position), *arguments)

    def ambiguous(
        self, field: str, choices: tuple[int, ...], token: Token, words: str, either: bool = False
    ) -> None:
        """Note an ambiguity at a token."""
        self.forks.append(Ambiguity(field, choices, token.position, words, either))

    def value(self, token: Token) -> Fraction:
        """The literal as an exact fraction. Raises TextError beyond the printable range."""
        value = _literal(token.text)
        if isinstance(value, str):
            raise self.error(token, value)
        return value


@lru_cache(maxsize=4096)
def _literal(text: str) -> Fraction | str:
    """The exact value of a literal, or why it has none here."""
    mantissa, _, exponent = plain_digits(text).lower().partition("e")
    power = int(exponent or 0) if len(exponent) <= _LONGEST_EXPONENT else MAX_EXPONENT + 1
    if abs(power) > MAX_EXPONENT:
        return "the number is too large or too small"
    whole, _, part = mantissa.partition(".")
    digits, power = int(f"0{whole}{part}"), power - len(part)
    value = Fraction(digits * 10**power) if power >= 0 else Fraction(digits, 10**-power)
    return "the number is too small" if power < 0 < digits and value < _LEAST else value
