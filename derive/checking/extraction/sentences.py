"""Equations within a sentence, without maths marks: only those with certain ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from derive.checking.extraction.counting_words import (
    NOUN,
    end_of_nouns,
    side_by_side,
    with_nouns,
    without_labels,
)
from derive.checking.extraction.figure_ends import (
    ends_a_range,
    is_a_change,
    is_of_figures,
    is_of_multiples,
    leading_words,
    opens,
    stop_of,
)
from derive.checking.extraction.sentence_pieces import (
    ENDS,
    STOPS,
    SentencePiece,
    pieces_of,
)
from derive.checking.extraction.shares import with_shares
from derive.units.registry import resolve

_BINDS = {
    "per", "times", "over", "by", "plus", "minus", "divided", "x", "vs", "versus", "squared",
    "cubed",
}  # fmt: skip
_WITHIN_A_SIDE = {"number", "unit", "symbol", "operator", "bracket", "function", "power", NOUN}
_MINUS = re.compile(r"(?<![^\s(=≈])(?<!\d )–(?=[$€£]?\d)")  # a dash before figures: –$10 + $10 = $0
_EDGES = "│┃║"  # of a box drawn around lines
_LONGEST, _LONGEST_BRACKET = 20_000, 20  # characters, pieces
_MOST_SIDES = _MOST_BRACKETS = 12


def equations_within(
    line: str, following: str = "", *, figures: bool = False
) -> Iterator[tuple[int, int]]:
    """Begin and end of the equations within a line of prose; `following` is the next line. With
    `figures` only computations without names are found.

    >>> line = "so t_mem = N_total / mem_bw, which grows"
    >>> [line[begin:end] for begin, end in equations_within(line)]
    ['t_mem = N_total / mem_bw']
    """
    if len(line) > _LONGEST or not re.search(r"[=≈≥≤∝]", line):
        return
    pieces = with_nouns(without_labels(with_shares(pieces_of(_MINUS.sub("−", line)))))
    position = 0
    for index, piece in enumerate(pieces):
        if piece.kind != "sign" or index < position:
            continue
        first = _left(pieces, index, position)
        last = _right(pieces, first, index + 1, following) if first is not None else None
        if first is None or last is None:
            continue
        position = last
        counted = any(
            piece.kind == NOUN or (piece.kind, piece.text) == ("operator", "per")
            for piece in pieces[first:last]
        )
        if (figures or counted) and not is_of_figures(pieces[first:last]):
            continue
        if _says_something(pieces[first:last]):
            yield pieces[first].begin, pieces[end_of_nouns(pieces, first, last) - 1].end


def _left(pieces: Sequence[SentencePiece], sign: int, least: int) -> int | None:
    """Index of the first piece of the side before a sign; None if it is not certain."""
    first = sign
    while first > least and pieces[first - 1].kind in _WITHIN_A_SIDE:
        first -= 1
    dash = first < sign and _is_a_dash(pieces, first)
    if dash and first > 1 and pieces[first - 2].kind == "sign":
        return None  # = phi - 3 = -1.382
    first += dash
    most = min(sign, first + _MOST_BRACKETS)
    while first < most and pieces[first].text == "(" and _side(pieces, first, sign) != sign:
        first += 1
    first += leading_words(pieces[first:sign])
    if first == sign or _side(pieces, first, sign) != sign:
        return None
    before = pieces[first - 1] if first > least else None
    if before is not None and ends_a_range(pieces, first):
        return None
    called = before is not None and before.end == pieces[first].begin  # 2 * fib(51) - 1
    certain = (
        before is None
        or dash
        or before.text in ",;:.(!?—–|"
        or (_is_a_word_apart(pieces, first - 1) and not called)
        or is_a_change(pieces[:first])
    )
    if is_of_figures(pieces[first:sign]):
        certain = opens(pieces, first, sign, usual=certain)
    return first if certain else None


def _is_a_word_apart(pieces: Sequence[SentencePiece], index: int) -> bool:
    """Whether a word joins no figures: none of a sum, 50K requests + normal 33K = 83K."""
    word, before = pieces[index], pieces[index - 1] if index else None
    joined = before is not None and before.kind == "operator" and before.text in "+×*"
    return word.kind == "word" and word.text.lower() not in _BINDS and not joined


def _is_a_dash(pieces: Sequence[SentencePiece], index: int) -> bool:
    """Whether a sign before figures is the mark of an item, or a dash between a word and them."""
    sign, after = pieces[index : index + 2]
    if not index or pieces[index - 1].text in _EDGES:
        return sign.text in "*+" or (sign.text == "-" and sign.end < after.begin)
    before = pieces[index - 1]
    apart = before.end < sign.begin and sign.end < after.begin
    return sign.text == "-" and before.kind == "word" and apart


def _right(pieces: Sequence[SentencePiece], first: int, begin: int, following: str) -> int | None:
    """Index after the last side behind a sign, of an equation from `first`; None if it is not
    certain.
    """
    last = _side(pieces, begin, len(pieces))
    sides = 1
    while last is not None and last < len(pieces) and pieces[last].kind == "sign":
        sides += 1
        last = _side(pieces, last + 1, len(pieces)) if sides < _MOST_SIDES else None
    if last is None:
        return None
    if is_of_figures(pieces[first:last]) and (stop := stop_of(pieces, last, following)):
        return stop
    if last == len(pieces):
        return last if re.match(r"\s*(?:$|[a-z]{2,}[ ,.])", following) else None
    after = pieces[last]
    glued = last + 1 < len(pieces) and pieces[last + 1].begin == after.end and after.text in ".:"
    ends = (
        (after.text in STOPS and not glued)
        or (after.kind == "word" and after.text in ENDS and not _is_to_a_number(pieces[last:]))
        or (after.text == "(" and after.begin > pieces[last - 1].end)
    )
    return last if ends else None


def _is_to_a_number(pieces: Sequence[SentencePiece]) -> bool:
    """Whether a range goes on here: 16 to 20."""
    return (
        [piece.text for piece in pieces[:1]] == ["to"]
        and pieces[1:2] != []
        and (pieces[1].kind == "number")
    )


def _side(pieces: Sequence[SentencePiece], begin: int, end: int) -> int | None:
    """Index after the longest expression that begins here; None if there is none or it breaks
    off.
    """
    depth, wanted, index, before = 0, True, begin, None
    while index < end:
        piece = pieces[index]
        if wanted:
            below = before is not None and before.text in ("/", "per")
            if piece.kind in ("number", "symbol") or (piece.kind in ("unit", NOUN) and below):
                wanted = False
            elif piece.text == "(":
                depth += 1
            elif not (
                piece.kind == "function"
                or (piece.text in "-−" and (before is None or before.text == "("))
            ):
                return None
        elif piece.kind == "operator" and not is_of_multiples(pieces, index):
            wanted = True
        elif piece.text == ")" and depth:
            depth -= 1
        elif piece.text == "," and depth:
            wanted = True
        elif before is not None and (
            side_by_side(before, piece)
            or (piece.kind == "power" and before.text == ")" and before.end == piece.begin)
        ):
            pass
        elif (
            piece.text == "("
            and before is not None
            and before.end == piece.begin
            and (before.kind == "number" or before.text == ")")
        ) or (before is not None and _is_a_factor(pieces, index)):
            depth, wanted = depth + 1, True
        else:
            break
        before, index = piece, index + 1
    return None if wanted or depth or index == begin else index


def _is_a_factor(pieces: Sequence[SentencePiece], begin: int) -> bool:
    """Whether a bracket that opens here, behind a symbol or its power and a blank, computes with
    symbols: p (V + W), and not a remark: p (V).
    """
    before = pieces[begin - 1]
    named = before.kind == "symbol" or before.text == ")" or pieces[begin - 2].text == "^"
    if pieces[begin].text != "(" or before.end == pieces[begin].begin or not named:
        return False
    for end in range(begin + 1, min(begin + _LONGEST_BRACKET, len(pieces))):
        inside = pieces[begin + 1 : end]
        if pieces[end].text == ")":
            symbols = sum(piece.kind == "symbol" for piece in inside)
            operators = sum(piece.kind == "operator" for piece in inside)
            return symbols > 1 or (symbols == 1 and operators > 0)
        if pieces[end].kind not in ("number", "symbol", "operator"):
            return False
    return False


def _says_something(pieces: Sequence[SentencePiece]) -> bool:
    """Whether an equation is more than a setting such as “T = 8”, “TP=8 + PP=4” or “α =
    0.7-0.9”.
    """
    trios = list(zip(pieces, pieces[1:], pieces[2:], strict=False))
    tight = any(b.kind == "sign" and a.end == b.begin and b.end == c.begin for a, b, c in trios)
    loose = any(b.kind == "operator" and a.end < b.begin and b.end < c.begin for a, b, c in trios)
    worked = any(
        b.kind == "operator"
        and not (b.text in "-–" and a.kind == c.kind == "number" and a.end == b.begin)
        for a, b, c in trios
    )
    measures = [
        resolve(b.text)
        for a, b in pairwise(pieces)
        if a.kind == "number" and b.kind == "unit" and b.text not in tuple("KMBT")
    ]
    alike = len(measures) > 1 and len({unit and unit.dimension for unit in measures}) == 1
    beside = any(a.kind in ("symbol", "number") and b.kind == "symbol" for a, b in pairwise(pieces))
    called = any(piece.kind == "function" for piece in pieces)
    return not (tight and loose) and (
        worked
        or called
        or alike
        or ((measures or beside) and any(piece.kind == "symbol" for piece in pieces))
    )
