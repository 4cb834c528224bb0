"""The words of an equation as known names, functions and units: what the parser walks."""

from __future__ import annotations

from derive.checking.spelling.canonical import SUPERSCRIPT_DIGITS, SUPERSCRIPTS, canonical
from derive.checking.spelling.latex_commands import FUNCTION, SPELT
from derive.checking.symbols.names import Names
from derive.checking.tokens.derivative import bracketed, called, derivative, gradient
from derive.checking.tokens.measures import (
    NAME,
    held_together,
    in_plain_units,
    measured_end,
    multipliers_in,
    raised,
)
from derive.checking.tokens.reading_options import AS_USUAL, WIDE, Ambiguity, ReadingOptions
from derive.errors import TextError
from derive.units.lexer import Token
from derive.units.registry import resolve

_NAMED = (
    "max min sqrt log exp abs floor ceil sin cos tan asin acos atan sinh cosh tanh cot sec csc coth"
)
_FUNCTIONS = {name: name for name in _NAMED.split()} | {
    "ln": "log",
    "ceiling": "ceil",
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "log10": "log",
    "log2": "log",
    "lg": "log",
}
_WITHOUT_BRACKET = {
    "sin",
    "cos",
    "tan",
    "log",
    "ln",
    "log10",
    "log2",
    "lg",
    "exp",
    "sinh",
    "cosh",
    "tanh",
    "arcsin",
    "arccos",
    "arctan",
}
_D = ("d", "∂")
_MOST_WORDS = 4
_MOST_LETTERS = 3  # of a word that the author's letters make rather than the library's name
_MOST_LETTERS_RUN = 4  # so many small letters in plain text are rather a word


def named(
    text: str,
    pieces: list[Token],
    names: Names,
    *,
    latex: bool = False,
    ways: ReadingOptions = AS_USUAL,
) -> tuple[list[Token], list[Token]]:
    """The pieces with every word turned into names, functions and units, and those of its words
    that nobody knows.

    After a number a word that is a unit and a name of the author's own too is a name, and dU a
    product where d is one; or in the other of the `ways` a unit, and a small change. Raises
    TextError for a word that can be read in two ways.
    """
    found: list[Token] = []
    unknown: list[Token] = []
    indices = {
        index
        for piece in pieces
        if piece.kind == FUNCTION and piece.text.startswith(("sum ", "prod "))
        for index in piece.text.split()[1:]
    }
    multipliers = multipliers_in(pieces)
    pieces = in_plain_units(pieces, names)
    index = 0
    while index < len(pieces):
        end = measured_end(text, pieces, index, names, multipliers, bool(ways.unit))
        if end > index + 1:
            found += held_together(pieces[index:end])
        else:
            made, strange, end = _symbol_at(text, pieces, index, names, indices, ways) or _word_at(
                text, pieces, index, names, latex
            )
            found += made
            unknown += strange
        index = end
    return found, unknown


_Made = tuple[
    list[Token], list[Token], int
]  # the pieces made, those of them that nobody knows, and where the next begins


def _symbol_at(
    text: str,
    pieces: list[Token],
    index: int,
    names: Names,
    indices: set[str],
    ways: ReadingOptions,
) -> _Made | None:
    """What stands at a place and is no plain word: changes, derivatives, symbols with scripts,
    signs and numbers; None for a word.
    """
    token = pieces[index]
    if (
        token.kind in (SPELT, "word")
        and token.text[0] == "Δ"
        and not names.meaning(token.text)
        and names.find(token.text[1:])
    ):
        return _change_of(token), [], index + 1
    if token.text[:1] in _D and (slope := _slope(pieces, index, names)):
        made, length = slope
        return made, [], index + length
    if differential := _differential(token, names, ways):
        return differential, [], index + 1
    if token.text == "∇":
        return gradient(text, token.position, names), [], index + 1
    if names.own and (joined := _bound_together(pieces, index, names)):
        return [Token(NAME, joined, token.position, token.glued)], [], index + 2
    if token.kind == SPELT:
        known = _spelt(token, names, indices)
        return [known], [] if names.meaning(known.text) else [known], index + 1
    return None if token.kind == "word" else ([token], [], index + 1)


def _word_at(text: str, pieces: list[Token], index: int, names: Names, latex: bool) -> _Made:
    """A word as a function, as a name with the words after it, or cut into names."""
    token, following = pieces[index], pieces[index + 1]
    if token.text == "e" and following.text == "^" and not _is_own_power(pieces, index + 1, names):
        return [Token(FUNCTION, "exp", token.position, token.glued)], [], index + 2
    if token.text.lower() in _FUNCTIONS and (
        following.text == "(" or _applied(token.text, following, names)
    ):
        return (
            [Token(FUNCTION, _FUNCTIONS[token.text.lower()], token.position, token.glued)],
            [],
            index + 1,
        )
    length = _joined(pieces, index, names)
    if length > 1:
        link = "/" if following.text == "/" else "_"
        whole = link.join(
            piece.text for piece in pieces[index : index + length] if piece.kind == "word"
        )
        return [Token(NAME, whole, token.position, token.glued)], [], index + length
    cut = _cut(text, token, names, latex)
    if not cut:
        return [Token(NAME, token.text, token.position, token.glued)], [token], index + 1
    return (
        cut,
        [part for part in cut if part.kind == NAME and names.meaning(part.text) is None],
        index + 1,
    )


def _spelt(token: Token, names: Names, indices: set[str]) -> Token:
    """A symbol with its scripts; one that carries the index of a sum is the thing that is
    summed.
    """
    base, _, script = token.text.rpartition("_")
    bare = base and script in indices and not names.meaning(token.text) and names.meaning(base)
    return Token(NAME, base if bare else token.text, token.position, token.glued)


def _change_of(token: Token) -> list[Token]:
    """Δv: a change of v, of its dimension."""
    return _of_one("change", Token(NAME, token.text[1:], token.position + 1, True), token)


def _of_one(function: str, name: Token, at: Token) -> list[Token]:
    place = at.position
    return [
        Token(FUNCTION, function, place, at.glued),
        Token("symbol", "(", place, True),
        name,
        Token("symbol", ")", place, True),
    ]


def small_changes(pieces: list[Token], names: Names) -> list[Ambiguity]:
    """Where dU stands and d is a name of the author's own."""
    found = (
        piece
        for piece in pieces
        if "d" in names.own and len(_differential(piece, names, ReadingOptions(small=WIDE))) > 1
    )
    return [
        Ambiguity(
            "small",
            (WIDE,),
            piece.position,
            f"“{piece.text}” can be your d times {piece.text[1:]} or a small change of it",
        )
        for piece in found
    ]


def _differential(token: Token, names: Names, ways: ReadingOptions) -> list[Token]:
    """dU, ∂U and δQ that stand in no fraction: a small change of what follows."""
    if token.text == "∂" and names.find("∂") is None:
        return [Token(FUNCTION, "differential", token.position, token.glued)]
    if (
        token.kind != "word"
        or token.text[0] != "d"
        or ("d" in names.own and not ways.small)
        or names.find(token.text) is not None
    ):
        return []
    name = Token(NAME, token.text[1:], token.position + 1, True)
    return (
        [Token(FUNCTION, "differential", token.position, token.glued), name]
        if canonical(name.text) in names.own
        else []
    )


def _bound_together(pieces: list[Token], begin: int, names: Names) -> str:
    """Two symbols side by side that the author has bound as one, as pK_a."""
    first, second = pieces[begin], pieces[min(begin + 1, len(pieces) - 1)]
    known = all(canonical(piece.text) in names.own for piece in (first, second))
    if first.kind not in ("word", SPELT) or second.kind not in ("word", SPELT) or known:
        return ""
    both = first.text + second.text
    return both if canonical(both) in names.own else ""


def _is_own_power(pieces: list[Token], caret: int, names: Names) -> bool:
    """Whether an e that is raised is the author's own: only where he has one, and to a bare
    number.
    """
    texts = [piece.text for piece in pieces[caret + 1 : caret + 4]]
    number = any(text.isdigit() for text in texts[: 1 + (texts[:1] in (["("], ["-"]))])
    return ("e" in names.own and number) or (names.find("e") is not None and "e" not in names.own)


def _applied(word: str, following: Token, names: Names) -> bool:
    """Whether a word is a function of what stands next without a bracket, as in ln 2 and sin x."""
    operand = following.kind in ("word", "number", SPELT, FUNCTION) or following.text == "^"
    return word in _WITHOUT_BRACKET and operand and names.find(word) is None


def _slope(pieces: list[Token], begin: int, names: Names) -> tuple[list[Token], int] | None:
    """dp/dt and d^2x/dt^2 in plain text as a derivative, and how many pieces it takes, where p and
    t are known and dp and dt are not.
    """
    line = next((k for k in range(begin, min(begin + 6, len(pieces))) if pieces[k].text == "/"), 0)
    end = min(line + 2 + (pieces[min(line + 1, len(pieces) - 1)].text == "∂"), len(pieces) - 1)
    end += 2 * (pieces[end].text == "^" and pieces[min(end + 1, len(pieces) - 1)].kind == "number")
    above, below = _spelt_out(pieces[begin:line]), _spelt_out(pieces[line + 1 : end])
    plain = all(
        piece.kind in ("word", SPELT, "number") or piece.text in "^∂"
        for piece in pieces[begin:line]
    )
    if not line or not above or not below or above[0].text[0] not in _D or not plain:
        return None
    both = [piece for piece in (above[0], below[0]) if piece.kind == "word" and piece.text != "d"]
    if any(piece.text in names.own or names.find(piece.text[1:]) is None for piece in both):
        return None
    slope = derivative(above, below, names)
    if slope is None:
        return None
    place = pieces[begin].position
    inner = [
        *bracketed([_as_name(piece) for piece in slope[0]], place),
        pieces[line],
        *bracketed([_as_name(piece) for piece in slope[1]], place),
    ]
    return called("slope", inner, place), end - begin


def _spelt_out(pieces: list[Token]) -> list[Token]:
    """Pieces of plain text as those of LaTeX: a power in brackets, ∂ as a letter."""
    made: list[Token] = []
    for index, piece in enumerate(pieces):
        raised = piece.kind == "number" and index and pieces[index - 1].text == "^"
        letter = Token(SPELT, "∂", piece.position, piece.glued) if piece.text == "∂" else piece
        word = piece.text.rstrip(SUPERSCRIPTS)
        if piece.kind == "word" and word and word != piece.text:
            power = Token(
                "number",
                piece.text[len(word) :].translate(SUPERSCRIPT_DIGITS),
                piece.position,
                True,
            )
            made += [
                Token("word", word, piece.position, piece.glued),
                Token("symbol", "^", piece.position, True),
                *bracketed([power], piece.position),
            ]
        else:
            made.extend(bracketed([piece], piece.position) if raised else [letter])
    return made


def _as_name(piece: Token) -> Token:
    return (
        Token(NAME, piece.text, piece.position, piece.glued)
        if piece.kind in ("word", SPELT)
        else piece
    )


def _joined(pieces: list[Token], begin: int, names: Names) -> int:
    """How many pieces from `begin` on make one known name together, as in “Mem BW” and
    “bytes/token”; 0 if none do.
    """
    if (
        pieces[begin + 1].text == "/"
        and pieces[begin + 2].kind == "word"
        and names.find(f"{pieces[begin].text}/{pieces[begin + 2].text}")
    ):
        return 3
    run = 0
    while (
        run < _MOST_WORDS
        and pieces[begin + run].kind == "word"
        and not (run and pieces[begin].text in names.own)
    ):
        run += 1
    words = [piece.text for piece in pieces[begin : begin + run]]
    return next(
        (
            length
            for length in range(run, 1, -1)
            if max(map(len, words[:length])) > 1 and names.find("_".join(words[:length]))
        ),
        0,
    )


def _cut(text: str, token: Token, names: Names, latex: bool) -> list[Token]:
    """One word as names: whole, or run together; superscript digits at its end are its power. Empty
    if unknown.
    """
    word = token.text.rstrip(SUPERSCRIPTS)
    parts = _names_in(text, token, word, names, latex) if word else []
    return [] if parts is None else raised(token, parts)


def _names_in(text: str, token: Token, word: str, names: Names, latex: bool) -> list[Token] | None:
    ours = len(word) > _MOST_LETTERS and names.find(word) is not None
    greek = not latex and canonical(word) != word  # theta in plain text is θ
    own = () if ours or greek or word in names.own else names.own_split(word)
    if len(own) >= _MOST_LETTERS_RUN and not latex and word.islower():
        raise TextError(
            text,
            token.position,
            f"“{word}” can be a name or {'*'.join(own)}",
            "Write the signs, or bind the name.",
        )
    if not own and (
        names.find(word) is not None
        or ((latex or resolve(word) is None) and names.symbol_only(word))
    ):
        return [Token(NAME, word, token.position, token.glued)]
    if not own and (len(word) < 2 or resolve(word) is not None):
        return None
    ways = (
        [own]
        if own
        else names.split(word) or ([names.letters(word)] if latex and names.letters(word) else [])
    )
    if len(ways) > 1:
        both = " or ".join("*".join(way) for way in ways)
        raise TextError(text, token.position, f"“{word}” can be read as {both}", "Write the signs.")
    if not ways:
        return None
    position, found = token.position, []
    for part in ways[0]:
        found.append(Token(NAME, part, position, token.glued or position > token.position))
        position += len(part)
    return found
