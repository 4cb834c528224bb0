"""Functions and their arguments, with or without brackets, perhaps with a power between."""

from __future__ import annotations

from fractions import Fraction

from derive.checking.grammar.juxtaposition import check_juxtaposition, starts_operand
from derive.checking.grammar.terms import CLOSING, PRODUCT, SIGNED, SUM, Parsed, Terms
from derive.checking.grammar.tree import Node, NumberNode, PowerNode, ProductNode, SumNode, UnitNode
from derive.checking.spelling.latex_commands import FUNCTION
from derive.checking.tokens.measures import NAME, UNIT
from derive.checking.tokens.reading_options import NARROW, USUAL, WIDE
from derive.errors import shorten
from derive.units.lexer import MAX_TERMS, Token

_SEVERAL_ARGUMENTS = ("max", "min", "cases", "binom", "matrix", "row")
_OVER_RANGE = ("sum", "prod", "lim")
_EXACTLY_WHAT_FOLLOWS = ("sqrt", "abs", "ceil", "floor", "mean", "slope", "change")


def read_call(terms: Terms, function: Token) -> Parsed:
    """A function with its arguments, and the power between the two."""
    name, _, _ = function.text.partition(" ")
    caret = terms.peek()
    if not terms.next_is("^"):
        return read_of(terms, function, name)
    if name == "differential" and not any(
        piece.kind == FUNCTION and piece.text == "sum" for piece in terms.pieces
    ):
        raise terms.error(
            function,
            "a higher differential stands neither in a derivative nor in an integral",
            "Write \\frac{d^2 x}{dt^2}.",
        )
    terms.next()
    terms.enter(function)
    exponent = terms.operand()
    terms.open_brackets -= 1
    inverse = isinstance(exponent.node, NumberNode | SumNode) and exponent.node in (
        NumberNode(Fraction(-1), exponent.node.position),
        _minus_one(exponent.node),
    )
    if inverse and name in ("sin", "cos", "tan"):
        return read_of(terms, function, f"a{name}")
    return terms.raised(read_of(terms, function, name), exponent, caret)


def read_of(terms: Terms, function: Token, name: str) -> Parsed:
    """A function of the next operand, with or without brackets."""
    opening = terms.peek()
    if name in _OVER_RANGE or opening.kind != "symbol" or opening.text not in CLOSING:
        terms.enter(function)
        made = read_of_one(terms, function, name)
        terms.open_brackets -= 1
        return made
    terms.next()
    terms.enter(opening)
    several = name in _SEVERAL_ARGUMENTS
    arguments = [read_argument(terms, several)]
    while terms.next_is(","):
        terms.next()
        arguments.append(read_argument(terms, several))
    terms.close(opening)
    if not several and len(arguments) > 1:
        raise terms.error(function, f"{name} takes one argument, not {len(arguments)}")
    if len(arguments) > MAX_TERMS:
        raise terms.error(function, f"more than {MAX_TERMS:,} arguments", "Name a part of it.")
    if name == "hat":
        return read_hat(terms, arguments[0], function)
    if name == "change" and terms.names.find("Δ") is None:
        return read_change(terms, arguments[0], function)
    return terms.call_node(name, function.position, *arguments)


def read_hat(terms: Terms, inner: Parsed, function: Token) -> Parsed:
    """A letter with a hat: an operator with the letter's unit, or a unit vector."""
    words = "a letter with a hat can have the letter's unit or be a unit vector"
    terms.ambiguous("hat", (WIDE,), function, words, either=True)
    name = "mean" if terms.ways.hat == USUAL else "direction"
    return terms.call_node(name, function.position, inner)


def read_change(terms: Terms, inner: Parsed, function: Token) -> Parsed:
    """Δu as a change of u; it may also be the Laplacian of u."""
    words = "“Δ” can be a change or the Laplacian; write ∇^2 for the second"
    terms.ambiguous("change", (WIDE,), function, words)
    made = terms.call_node("change", function.position, inner)
    if terms.ways.change == USUAL:
        return made
    place = function.position
    area = PowerNode(UnitNode("m", place), NumberNode(Fraction(2), place), place)
    return terms.grown(ProductNode(((1, made.node), (-1, area)), place), made)


def read_of_one(terms: Terms, function: Token, name: str) -> Parsed:
    """A function of the next operand without a bracket: log N, sin ωt, √2; a sum extends to the
    next + or -.
    """
    if name in _OVER_RANGE:
        inner = terms.expression(SUM)
        return terms.call_node(name, function.position, inner)
    if name in _SEVERAL_ARGUMENTS:
        raise terms.error(
            terms.peek(),
            f"{function.text} wants its arguments in brackets",
            f"Write {function.text}(a, b).",
        )
    if name == "differential":
        inner = terms.operand()
        return terms.call_node(name, function.position, inner)
    inner = terms.expression(SIGNED)
    follows = terms.peek()
    if not starts_operand(follows) and not terms.next_is("*", "/"):
        return terms.call_node(name, function.position, inner)
    if name in _EXACTLY_WHAT_FOLLOWS:
        raise terms.error(follows, f"it is not clear what {name} is of", "Use brackets.")
    words = f"it is not clear what {name} is of; use brackets"
    terms.ambiguous("extent", (WIDE, NARROW), follows, words)
    if terms.ways.extent != NARROW:
        inner = read_run(terms, inner)
    return terms.call_node(name, function.position, inner)


def read_run(terms: Terms, inner: Parsed) -> Parsed:
    """The factors juxtaposed to the first operand of a function, or with WIDE the whole
    product.
    """
    while True:
        token = terms.peek()
        if terms.ways.extent == WIDE and terms.next_is("*", "/"):
            sign = -1 if terms.next().text == "/" else 1
            inner = terms.product(inner, terms.expression(PRODUCT), sign)
        elif token.kind in (NAME, UNIT) or (terms.ways.extent == WIDE and starts_operand(token)):
            check_juxtaposition(terms, token, False)
            inner = terms.product(inner, terms.expression(PRODUCT), 1)
        else:
            return inner


def read_argument(terms: Terms, several: bool) -> Parsed:
    """One argument. Raises TextError for a number with a comma, which may be two of `several`."""
    begin = terms.index
    made = terms.expression(0)
    for token in terms.pieces[begin : terms.index] if several else ():
        if token.kind == "number" and "," in token.text:
            problem = f"“{shorten(token.text, 20)}” can be one number or several arguments"
            raise terms.error(
                token, problem, "Write 1000 for a thousand, or a space after a comma."
            )
    return made


def _minus_one(node: Node) -> Node | None:
    """The node itself if it is −1, else None."""
    match node:
        case SumNode(((-1, NumberNode(value)),)) if value == 1:
            return node
        case _:
            return None
