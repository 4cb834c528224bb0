"""Derivatives: fractions of two d's. Only their dimension is read."""

from __future__ import annotations

from derive.checking.spelling.latex_commands import FUNCTION, SPELT
from derive.checking.symbols.names import Names
from derive.checking.tokens.brackets import bracket_end, called
from derive.checking.tokens.measures import NAME, PHYSICAL, UNIT
from derive.errors import TextError
from derive.units.lexer import Token

_D = ("d", "∂")


def derivative(
    above: list[Token], below: list[Token], names: Names
) -> tuple[list[Token], list[Token]] | None:
    """The numerator (1 for a bare d) and the denominator of a derivative, without the d's; None for
    any other fraction.
    """
    letters = (above[0].text[:1], below[0].text[:1]) if above and below else ("", "")
    material = letters == ("D", "D") and "D" not in names.own and below[0].text == "Dt"
    if not (material or (letters[0] in _D and letters[1] in _D)):
        return None
    marks = ("D",) if material else _D
    over, order = _without_d(above, marks)
    alone = over == [] and not names.is_defined("d")
    under, orders = _all_without_d(below, marks, None if alone else names)
    if over is None or not under or orders != order:
        return None
    return over or [Token("number", "1", above[0].position, False)], under


def _without_d(pieces: list[Token], marks: tuple[str, ...]) -> tuple[list[Token] | None, int]:
    r"""The tokens after the d of `dE`, `d^2x` or `\partial t^2`, and the order of the d; None
    without a d.
    """
    if not pieces or pieces[0].kind not in ("word", SPELT) or pieces[0].text[0] not in marks:
        return None, 0
    first, rest = pieces[0], pieces[1:]
    if len(first.text) > 1:
        return [Token(first.kind, first.text[1:], first.position + 1, False), *rest], 1
    order, length = _power(rest)
    return rest[length:], order


def _all_without_d(
    pieces: list[Token], marks: tuple[str, ...], names: Names | None
) -> tuple[list[Token], int]:
    """The variables of a denominator as a product, and the sum of their orders; empty if it holds
    anything but d's of symbols, which are known unless a d stands alone above them.
    """
    found: list[Token] = []
    orders = 0
    rest = pieces
    while rest:
        without, times = _without_d(rest, marks)
        if not without or times != 1 or without[0].kind not in ("word", SPELT, FUNCTION):
            return [], 0
        if (
            without[0].kind != FUNCTION
            and names is not None
            and names.find(without[0].text) is None
            and names.symbol_only(without[0].text) is None
        ):
            return [], 0
        length = _operand(without)
        order, more = _power(without[length:])
        found.extend(without[: length + more])
        orders += order
        rest = without[length + more :]
    return found, orders


def _operand(pieces: list[Token]) -> int:
    """Number of tokens of the first operand: a symbol, or a function with its bracket."""
    if pieces[0].kind != FUNCTION:
        return 1
    return bracket_end(pieces, 1) or len(pieces)


def _power(pieces: list[Token]) -> tuple[int, int]:
    """The whole power at the front and its number of tokens; 1 and 0 if there is none."""
    texts = [piece.text for piece in pieces[:4]]
    if len(texts) == 4 and texts[:2] == ["^", "("] and texts[3] == ")":
        return (int(texts[2]), 4) if texts[2].isdigit() and len(texts[2]) < 3 else (0, 4)
    return 1, 0


def gradient(text: str, position: int, names: Names) -> list[Token]:
    """The tokens of ∇: the author's own name, else a spatial derivative, 1/m. Raises TextError
    where it may be another derivative.
    """
    if "∇" in names.own:
        return [Token(NAME, "∇", position, False)]
    if PHYSICAL.isdisjoint(names.own.bases):
        problem = "“∇” can be a gradient by place or by something else"
        raise TextError(text, position, problem, "Bind \\nabla to 1/m for the first.")
    one, bar = Token("number", "1", position, False), Token("symbol", "/", position, True)
    return called("slope", [one, bar, Token(UNIT, "m", position, False)], position)
