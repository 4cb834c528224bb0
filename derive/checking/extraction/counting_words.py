"""Words of a sentence that say what a figure counts: 5 nodes × 8 GPUs per node."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from derive.checking.extraction.sentence_pieces import ENDS, SIZES, SentencePiece
from derive.units.registry import resolve, surely_unit

NOUN = "noun"
_NUMBERED = re.compile(r"[^\W\d]\d{0,2}")
ARTICLES = ("a", "an")  # of $20 a day
PERIODS = ("second", "minute", "hour", "day", "night", "week", "month", "quarter", "year")
_WORD = re.compile(r"[a-z]{3,}")
_MOST_WORDS = _LONGEST_LABEL = 3
ACRONYM = re.compile(r"[A-Z]{2,5}")
_LABEL = re.compile(
    rf"of|[a-z]{{3,}}(?:-[a-z]+)*|(?:FP|BF|INT|fp|bf|int)\d{{1,2}}(?:_\w+)?|{ACRONYM.pattern}"
)
_COMPUTING = {
    "times", "over", "plus", "minus", "divided", "versus", "squared", "cubed", "per", "more",
    "less", "fewer", "than", "of", "the", "each", "every", "hundred", "dozen", *SIZES,
}  # fmt: skip
_OF_A_FIGURE = ("bytes", "bits", "params", "parameters", "tokens")  # what it counts
_JOINS = ("+", "&")  # the words of a label
_COUNTED = ("number", "unit", NOUN)


def without_labels(pieces: Sequence[SentencePiece]) -> list[SentencePiece]:
    """The pieces without the brackets between a figure and what it is computed with that only say
    what it is: 530 MB/s × 2 (replicas) = 1.06 GB/s.
    """
    made: list[SentencePiece] = []
    index = 0
    while index < len(pieces):
        end = _end_of_label(pieces, index) if made and pieces[index].text == "(" else 0
        if not end:
            made.append(pieces[index])
        index = end or index + 1
    return made


def _end_of_label(pieces: Sequence[SentencePiece], begin: int) -> int:
    """The index after a label in brackets; 0 where there is none."""
    before = pieces[begin - 1]
    if before.kind not in ("number", "unit") or before.end == pieces[begin].begin:
        return 0
    following = pieces[begin + 1 : begin + _LONGEST_LABEL + 2]
    inside = next((k for k, piece in enumerate(following) if piece.text == ")"), 0)
    end = begin + inside + 2
    if not inside or end >= len(pieces) or pieces[end].kind not in ("sign", "operator"):
        return 0
    worked = any(piece.kind == "operator" for piece in pieces[:begin])  # else 3 GB (FP16) = 4 GB
    if not worked and pieces[end].kind == "sign":
        return 0
    return end if labels_a_figure([piece.text for piece in following[:inside]]) else 0


def labels_a_figure(words: Sequence[str]) -> bool:
    """Whether words in brackets say what a figure before them is: cache factor, FP16, PUE, K+V."""
    if [*words] in (["K", "+", "V"], ["K", "and", "V"], ["K", "&", "V"]):
        return True
    last = len(words) - 1
    named = [word for k, word in enumerate(words) if word not in _JOINS or k in (0, last)]
    return all(
        _LABEL.fullmatch(word) and (resolve(word) is None or word in _OF_A_FIGURE) for word in named
    )


def with_nouns(pieces: Sequence[SentencePiece]) -> list[SentencePiece]:
    """The pieces with words between a figure and a sign, or below the line, as nouns or units."""
    made: list[SentencePiece] = []
    while len(made) < len(pieces):
        begin = len(made)
        counts = begin and (made[-1].kind in _COUNTED or made[-1].text == "/")
        following = pieces[begin : begin + _MOST_WORDS + 2] if counts else ()
        kinds = _kinds_at(made, following)
        made += [replace(piece, kind=kind) for piece, kind in zip(following, kinds, strict=False)]
        if not kinds:
            made.append(pieces[begin])
    return made


def _kinds_at(before: Sequence[SentencePiece], pieces: Sequence[SentencePiece]) -> list[str]:
    """The kinds of the words of what is counted that begin here; none for any other piece."""
    if not pieces:
        return []
    texts = [piece.text for piece in pieces]
    if not before or before[-1].end == pieces[0].begin:
        below = len(before) > 1 and before[-1].text == "/" and before[-2].kind in _COUNTED
        rated = below and before[-2].kind == NOUN and surely_unit(texts[0])  # 500 requests/s
        return ["unit"] if rated else [NOUN] * (below and _is_a_noun(pieces[0]))
    if before[-1].kind not in _COUNTED:
        return []
    if before[-1].kind == "number" and texts[0] in SIZES:  # 500 million chunks
        nouns = _kinds_at([*before, replace(pieces[0], kind="unit")], pieces[1:])
        return ["unit", *nouns] if nouns[:1] == [NOUN] else []
    if texts[0] == "per":
        unit = len(pieces) > 2 and _goes_on(pieces[2]) and surely_unit(texts[1])
        named = len(pieces) > 1 and _is_a_noun(pieces[1]) and resolve(texts[1]) is None
        return ["operator", "unit"] if unit else [NOUN, NOUN] if named else []
    words = next((k for k, piece in enumerate(pieces) if not _is_a_noun(piece)), len(pieces))
    return [NOUN] * words if words < len(pieces) and _goes_on(pieces[words]) else []


def _goes_on(piece: SentencePiece) -> bool:
    return piece.kind in ("sign", "operator") or piece.text == "per"


def _is_a_noun(piece: SentencePiece) -> bool:
    word = piece.kind == "word" and _WORD.fullmatch(piece.text) is not None
    return word and piece.text not in ENDS and piece.text not in _COMPUTING


def end_of_nouns(pieces: Sequence[SentencePiece], first: int, last: int) -> int:
    """The index after a computation that ends at `last`, with the word behind it that qualifies its
    result where words count its figures: = 24 TB usable. A result has one noun.
    """
    computed = pieces[first:last]
    signs = [index for index, piece in enumerate(computed) if piece.kind == "sign"]
    nouns = [index for index, piece in enumerate(computed) if piece.kind == NOUN]
    named = not nouns or nouns[-1] > signs[-1]
    return last + (not named and last < len(pieces) and _is_a_noun(pieces[last]))


def side_by_side(before: SentencePiece, piece: SentencePiece) -> bool:
    """Whether two pieces are a product: a number or a bracket and its unit, a number and a symbol,
    or two symbols of one letter, perhaps with a number: G m1 m2.
    """
    if before.kind == "number":
        return piece.kind in ("unit", "symbol", NOUN)
    if piece.kind == NOUN:
        return before.kind in ("unit", NOUN)
    if before.kind == "unit" and piece.kind == "unit":
        return before.text in SIZES
    if piece.kind == "unit":
        return before.text == ")"
    return (
        piece.kind == "symbol"
        and before.kind == "symbol"
        and all(_NUMBERED.fullmatch(each.text.partition("_")[0]) for each in (before, piece))
    )
