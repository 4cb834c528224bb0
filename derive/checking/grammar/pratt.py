"""Grammar of an equation: a Pratt parser over the tokens of one statement."""

from __future__ import annotations

import math
from fractions import Fraction

from derive.checking.grammar.functions import read_call
from derive.checking.grammar.juxtaposition import check_juxtaposition, starts_operand
from derive.checking.grammar.terms import (
    CLOSING,
    FACTORIAL,
    HOLE,
    POWER,
    PRODUCT,
    RANGES,
    SIGNED,
    SUM,
    OperandRules,
    Parsed,
    Terms,
)
from derive.checking.grammar.tree import (
    CallNode,
    NameNode,
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    RangeNode,
    SumNode,
    UnitNode,
)
from derive.checking.spelling.canonical import canonical
from derive.checking.spelling.latex_commands import DOTS, FUNCTION
from derive.checking.symbols.library_names import PI
from derive.checking.symbols.names import Names
from derive.checking.tokens.calls import arguments, is_applied, is_lone
from derive.checking.tokens.measures import NAME, UNIT
from derive.checking.tokens.ranges import RANGE
from derive.checking.tokens.reading_options import NARROW, USUAL, WIDE, ReadingOptions
from derive.errors import shorten
from derive.units.lexer import Token

_EITHER = ("±", "∓")
_BINDING = {
    "+": SUM, "-": SUM, "±": SUM, "∓": SUM, "*": PRODUCT, "/": PRODUCT, RANGE: RANGES, "^": POWER,
    "!": FACTORIAL,
}  # fmt: skip


def expression(terms: Terms, binding: int) -> Parsed:
    """An operand and all operators after it that bind more tightly than `binding`."""
    left = operand(terms)
    divided = False
    while True:
        token = terms.peek()
        power = _BINDING.get(token.text, 0) if token.kind == "symbol" else 0
        implied = not power and starts_operand(token)
        power = PRODUCT if implied else power
        if power <= binding:
            return left
        if implied:
            check_juxtaposition(terms, token, divided)
            left, divided = terms.product(left, expression(terms, power), 1), False
            continue
        terms.next()
        if token.text == "^":
            left = terms.raised(left, expression(terms, POWER), token)
            skip_argument(terms, left)
        elif token.text == "!":
            left = terms.call_node("factorial", left.node.position, left)
        elif token.text == RANGE:
            right = expression(terms, power)
            left = terms.grown(RangeNode(left.node, right.node, left.node.position), left, right)
        elif token.text in _EITHER:
            left = _either(terms, left, expression(terms, power))
        elif power == SUM:
            left = terms.sum(left, expression(terms, power), -1 if token.text == "-" else 1)
        elif token.text == "/":
            left, divided = read_quotient(terms, left), terms.ways.slash == USUAL
        else:
            divided = False
            left = terms.product(left, expression(terms, power), 1)


def _either(terms: Terms, left: Parsed, right: Parsed) -> Parsed:
    """A term more or less by so much, or by so many per cent of itself: 10 kΩ ± 5 %."""
    spread = terms.call_node("either", right.node.position, right)
    factors = right.node.factors if isinstance(right.node, ProductNode) else ()
    if not any(map(_is_percent, factors)):
        return terms.sum(left, spread, 1)
    one = Parsed(NumberNode(Fraction(1), right.node.position))
    return terms.product(left, terms.sum(one, spread, 1), 1)


def _is_percent(factor: tuple[int, Node]) -> bool:
    """Whether a factor of a product is a % or the percent of siunitx."""
    sign, part = factor
    if isinstance(part, UnitNode):
        return sign > 0 and part.word == "percent"
    return sign < 0 and isinstance(part, NumberNode) and part.value == 100


def read_quotient(terms: Terms, left: Parsed) -> Parsed:
    """A division; juxtaposed factors after the bar are below it, as in E/kT, except after a
    fraction of numbers, as in 1/2 m v².
    """
    numbers = isinstance(left.node, NumberNode)
    right = expression(terms, PRODUCT)
    first = terms.peek()
    fraction = numbers and (
        isinstance(right.node, NumberNode) or (terms.peek(-1).text == ")" and not first.glued)
    )
    if (
        not starts_operand(first)
        or not (fraction or terms.latex or first.glued)
        or (first.kind != NAME and not fraction)
    ):
        return terms.product(left, right, -1)
    words = "what stands side by side after “/” can be read as above or below the bar"
    terms.ambiguous("slash", (WIDE,), first, words)
    below = fraction == (terms.ways.slash == WIDE)
    if not below:
        terms.above = terms.index
        return terms.product(left, right, -1)
    while starts_operand(terms.peek()) and (terms.peek().kind == NAME or fraction):
        check_juxtaposition(terms, terms.peek(), False)
        right = terms.product(right, expression(terms, PRODUCT), 1)
    return terms.product(left, right, -1)


def operand(terms: Terms) -> Parsed:
    """A number, a name, a call, a bracket, or any of these with signs before it."""
    token = terms.next()
    if token.kind == "symbol" and token.text in ("+", "-", *_EITHER):
        return read_signed(terms, token)
    if token.kind == "number":
        return Parsed(NumberNode(terms.value(token), token.position, token.text))
    if token.kind == NAME and canonical(token.text) == PI and not terms.names.is_defined(PI):
        return Parsed(NumberNode(Fraction(math.pi), token.position))
    if token.kind == NAME or (token.kind == "symbol" and token.text == HOLE):
        return read_applied(terms, token)
    if token.kind == UNIT:
        return Parsed(UnitNode(token.text, token.position))
    if token.kind == FUNCTION:
        return read_call(terms, token)
    if token.kind == "symbol" and token.text == DOTS:
        return Parsed(CallNode("dots", (), token.position))
    if token.kind == "symbol" and token.text in CLOSING:
        return read_bracket(terms, token)
    found = f"“{shorten(token.text, 20)}”" if token.text else "the end of the text"
    raise terms.error(token, f"a name, a number or a bracket was expected, not {found}")


def read_signed(terms: Terms, first: Token) -> Parsed:
    """An operand with signs before it, the first of which has been read."""
    negative = either = False
    token = first
    while token.kind == "symbol" and token.text in ("+", "-", *_EITHER):
        negative ^= token.text == "-"
        either |= token.text in _EITHER
        token = terms.next()
    terms.index -= 1
    terms.enter(first)
    inner = expression(terms, SIGNED)
    terms.open_brackets -= 1
    if either:
        return terms.call_node("either", first.position, inner)
    negated = SumNode(((-1, inner.node),), first.position)
    return terms.grown(negated, inner) if negative else inner


def read_applied(terms: Terms, name: Token) -> Parsed:
    """A name, with its argument where it is a function: x(t), y(x, t), v(0), H(jω); a(b + c) is a
    product.
    """
    made = Parsed(NameNode(name.text, name.position))
    inside = is_applied(terms.pieces, terms.index) if name.kind == NAME else 0
    if not inside:
        return made
    bracket = terms.pieces[terms.index : terms.index + inside]
    lone, several = is_lone(bracket[1:-1]), len(arguments(bracket[1:-1])) > 1
    if not lone and any(piece.kind == NAME and piece.text == name.text for piece in bracket):
        return made  # λ/(μ(μ - λ)): no function of itself
    shown = f"{name.text}{''.join(piece.text for piece in bracket[:8])}"
    if not several:
        words = f"“{shorten(shown, 40)}” can be read as a function or as a product"
        terms.ambiguous("call", (WIDE,) if lone else (NARROW,), terms.peek(), words)
    if (lone and terms.ways.call != WIDE) or several:
        terms.index += inside
        return made
    if lone or terms.ways.call != NARROW:
        return made
    opening = terms.next()
    terms.enter(opening)
    argument = expression(terms, 0)
    terms.close(opening)
    return terms.call_node("of", name.position, made, argument)


def skip_argument(terms: Terms, power: Parsed) -> None:
    """Step over the lone argument behind the power of a function: n^2(x)."""
    inside = is_applied(terms.pieces, terms.index)
    node = power.node
    if (
        not inside
        or not isinstance(node, PowerNode)
        or not isinstance(node.base, NameNode)
        or not isinstance(node.exponent, NumberNode)
        or not is_lone(terms.pieces[terms.index + 1 : terms.index + inside - 1])
    ):
        return
    words = f"“{shorten(node.base.word, 20)}” can be a function of the bracket, or a factor"
    terms.ambiguous("call", (WIDE,), terms.peek(), words)
    if terms.ways.call != WIDE:
        terms.index += inside


def read_bracket(terms: Terms, opening: Token) -> Parsed:
    """The content of a bracket; two parts in square brackets are a commutator, of the dimension
    of their product.
    """
    terms.enter(opening)
    inner = expression(terms, 0)
    if opening.text == "[" and terms.next_is(","):
        terms.next()
        inner = terms.product(inner, expression(terms, 0), 1)
    terms.close(opening)
    return inner


_RULES = OperandRules(expression, operand)


def terms_of(
    text: str, pieces: list[Token], names: Names, ways: ReadingOptions, latex: bool
) -> Terms:
    """The terms of one statement, to be read by this grammar."""
    return Terms(text, pieces, names, ways, _RULES, latex=latex)
