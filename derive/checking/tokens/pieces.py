"""Tokens of an equation with words read as names, functions and units."""

from __future__ import annotations

from itertools import takewhile

from derive.checking.spelling.canonical import canonical
from derive.checking.spelling.latex_commands import FUNCTION, FUNCTIONS_OF_BRACKETS, SPELT
from derive.checking.symbols.names import Names
from derive.checking.tokens.derivative import gradient
from derive.checking.tokens.differentials import change_of, differential, slope_at
from derive.checking.tokens.measures import NAME, UNIT, hyphenated, measured_end
from derive.checking.tokens.quantities import in_brackets, with_device_hours
from derive.checking.tokens.reading_options import AS_USUAL, ReadingOptions
from derive.checking.tokens.units_and_sizes import with_units_and_sizes
from derive.checking.tokens.word_split import cut, joined
from derive.units.lexer import CURRENCY_SIGNS, Token
from derive.units.registry import surely_unit

_NAMED = (
    "max min sqrt log ln log2 log10 exp abs floor ceil sin cos tan asin acos atan acot sinh cosh"
    " tanh cot sec csc coth sech csch asinh acosh atanh acoth erf erfc"
)
_FUNCTIONS = {name: name for name in _NAMED.split()} | {
    "ceiling": "ceil", "arcsin": "asin", "arccos": "acos", "arctan": "atan",
    "lg": "log", "log_2": "log2", "log_10": "log10", "log_e": "ln",
    "arcsinh": "asinh", "arccosh": "acosh",
    "arctanh": "atanh", "arsinh": "asinh", "arcosh": "acosh", "artanh": "atanh",
}  # fmt: skip
_OF_TERMS = {**FUNCTIONS_OF_BRACKETS, **dict.fromkeys(("sum", "avg", "average", "mean"), "mean")}
_WITHOUT_BRACKET = {
    "sin", "cos", "tan", "log", "ln", "log10", "log2", "lg", "exp", "sinh", "cosh", "tanh",
    "arcsin", "arccos", "arctan",
}  # fmt: skip
_D = ("d", "∂")
_UNITS_AS_NAMES = {"byte", "bytes", "flop", "flops", "token", "tokens"}
_ALONE = frozenset("()[]{}+-*/^=≈<>≤≥,")  # signs that nothing but themselves is read from
_SIGNS_OF_RELATION = ("=", "≈", "<", ">", "≤", "≥", ",")
# The tokens made, the unknown names among them, and the index of the next token.
_Made = tuple[list[Token], list[Token], int]


def named(
    text: str,
    pieces: list[Token],
    names: Names,
    *,
    latex: bool = False,
    ways: ReadingOptions = AS_USUAL,
) -> tuple[list[Token], list[Token]]:
    """The tokens with every word as a name, function or unit, and the unknown names among them.

    The `ways` decide on a word after a number that is both a unit and a name of the author's, and
    on dU where d is a name. Raises TextError for an ambiguous word.
    """
    found: list[Token] = []
    unknown: list[Token] = []
    indices = {
        index
        for piece in pieces
        if piece.kind == FUNCTION and piece.text.startswith(("sum ", "prod "))
        for index in piece.text.split()[1:]
    }
    pieces, multipliers = with_units_and_sizes(pieces, names, ways, latex=latex)
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        if piece.kind == "symbol" and piece.text in _ALONE:
            found.append(piece)
            index += 1
            continue
        end = index
        if piece.kind == "number" or piece.text in CURRENCY_SIGNS:
            end = measured_end(text, pieces, index, names, multipliers, bool(ways.unit), latex)
        if end > index + 1:
            found += in_brackets(hyphenated(with_device_hours(pieces[index:end])))
        elif (
            found
            and piece.kind in ("word", SPELT)
            and _is_unit_behind(found, pieces[index : index + 2], names)
        ):
            found.append(piece._replace(kind=UNIT))
            end = index + 1
        else:
            made, strange, end = _symbol_at(text, pieces, index, names, indices, ways) or _word_at(
                text, pieces, index, names, latex
            )
            found += made
            unknown += strange
        index = end
    return found, unknown


def _is_unit_behind(before: list[Token], pieces: list[Token], names: Names) -> bool:
    """Whether a word is the unit behind a product of names, or a fraction with some, at the end of
    its side: 4 x GB. Bytes and FLOPs may be names.
    """
    word, after = pieces[0], pieces[-1]
    if len(word.text) < 2:
        return False
    if not (after.kind == "end" or after.text in _SIGNS_OF_RELATION):
        return False
    closed = before[-1].text == ")" or [piece.text for piece in before[-2:-1]] == ["^"]
    return (
        (before[-1].kind == NAME or (closed and _has_names(before)))
        and word.text.lower() not in _UNITS_AS_NAMES
        and surely_unit(word.text)
        and not names.taken(word.text)
    )


def _has_names(pieces: list[Token]) -> bool:
    """Whether there is a name in the last side of several."""
    side = takewhile(lambda piece: piece.text not in _SIGNS_OF_RELATION, reversed(pieces))
    return any(piece.kind == NAME for piece in side)


def _symbol_at(
    text: str,
    pieces: list[Token],
    index: int,
    names: Names,
    indices: set[str],
    ways: ReadingOptions,
) -> _Made | None:
    """The tokens read from anything but a plain word: changes, derivatives, symbols with scripts,
    signs, numbers; None for a word.
    """
    token = pieces[index]
    if (
        token.kind in (SPELT, "word")
        and token.text[0] == "Δ"
        and not names.meaning(token.text)
        and names.find(token.text[1:])
    ):
        return change_of(token), [], index + 1
    if token.text[:1] in _D and (slope := slope_at(pieces, index, names)):
        made, length = slope
        return made, [], index + length
    told = token.kind == "word" or token.text == "∂"
    if told and (small := differential(token, names, ways)):
        return small, [], index + 1
    if token.text == "∇":
        return gradient(text, token.position, names), [], index + 1
    if names.own and (joined := _bound_together(pieces, index, names)):
        return [Token(NAME, joined, token.position, token.glued)], [], index + 2
    if token.kind == SPELT and not (token.text == "e" and pieces[index + 1].text == "^"):
        known = _spelt(token, names, indices)
        return [known], [] if names.meaning(known.text) else [known], index + 1
    return None if token.kind in ("word", SPELT) else ([token], [], index + 1)


def _word_at(text: str, pieces: list[Token], index: int, names: Names, latex: bool) -> _Made:
    """A word as a function, as a name together with the words after it, or cut into names."""
    token, following = pieces[index], pieces[index + 1]
    if token.text == "e" and following.text == "^" and not _is_own_power(pieces, index + 1, names):
        return [Token(FUNCTION, "exp", token.position, token.glued)], [], index + 2
    if token.text.lower() in _FUNCTIONS and (
        following.text == "(" or _applied(token.text, following, names)
    ):
        function = _FUNCTIONS[token.text.lower()]
        return [Token(FUNCTION, function, token.position, token.glued)], [], index + 1
    applied = _OF_TERMS.get(token.text.lower()) if following.text == "(" else None
    if applied and following.glued and names.find(token.text) is None:
        return [Token(FUNCTION, applied, token.position, token.glued)], [], index + 1
    if token.text == "Σ" and following.kind == "word" and names.find("Σ") is None:
        return [], [], index + 1  # a sum has the unit of what is summed
    length = joined(pieces, index, names)
    if length > 1:
        link = "/" if following.text == "/" else "_"
        whole = link.join(
            piece.text for piece in pieces[index : index + length] if piece.kind == "word"
        )
        return [Token(NAME, whole, token.position, token.glued)], [], index + length
    parts = cut(text, token, names, latex)
    if not parts:
        return [Token(NAME, token.text, token.position, token.glued)], [token], index + 1
    unknown = [part for part in parts if part.kind == NAME and names.meaning(part.text) is None]
    return parts, unknown, index + 1


def _spelt(token: Token, names: Names, indices: set[str]) -> Token:
    """A symbol with its scripts; one that carries the index of a sum is the summand."""
    base, _, script = token.text.rpartition("_")
    bare = base and script in indices and not names.meaning(token.text) and names.meaning(base)
    return Token(NAME, base if bare else token.text, token.position, token.glued)


def _bound_together(pieces: list[Token], begin: int, names: Names) -> str:
    """Two adjacent symbols that the author has bound as one name, as pK_a; else ""."""
    first, second = pieces[begin], pieces[begin + 1 if begin + 1 < len(pieces) else -1]
    if second.kind not in ("word", SPELT) or first.kind not in ("word", SPELT):
        return ""
    if all(canonical(piece.text) in names.own for piece in (first, second)):
        return ""
    both = first.text + second.text
    return both if canonical(both) in names.own else ""


def _is_own_power(pieces: list[Token], caret: int, names: Names) -> bool:
    """Whether a raised e is the author's own name, raised to a bare number."""
    texts = [piece.text for piece in pieces[caret + 1 : caret + 4]]
    number = any(text.isdigit() for text in texts[: 1 + (texts[:1] in (["("], ["-"]))])
    return (names.is_defined("e") and number) or (
        names.find("e") is not None and "e" not in names.own
    )


def _applied(word: str, following: Token, names: Names) -> bool:
    """Whether a word is a function of the next token without a bracket, as in ln 2 and sin x."""
    operand = following.kind in ("word", "number", SPELT, FUNCTION) or following.text == "^"
    return word in _WITHOUT_BRACKET and operand and names.find(word) is None
