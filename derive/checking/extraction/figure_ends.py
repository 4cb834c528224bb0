"""Ends of a computation with figures alone, which stand for certain whatever words are beside it:
“each holds 96 GB / 8 = 12 GB of weights”, “= 640 generated tokens”, “= 48 tokens per second”.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from derive.checking.extraction.counting_words import ARTICLES, NOUN, PERIODS
from derive.checking.extraction.sentence_pieces import ENDS, SIZES, STOPS, SentencePiece
from derive.units.lexer import CURRENCY_SIGNS
from derive.units.multipliers import is_counted_word
from derive.units.registry import resolve, surely_unit

_FEWEST = 3  # pieces of “× depth=”
_FIGURES = {"number", "unit", "operator", "bracket", "function", "power", "sign", NOUN}
_SHARES = {"%", "percent", "half", "third", "quarter", "tenth", "fraction", "share", "most"}
_OPERATES = {"divided", "divide", "multiplied", "multiply", "dividing", "multiplying"}
_SETTING = {"in", "at", "after", "for", "within", "with", "over", "every", "each", "during", "from"}
_OPENING = "，。；：（、│┃║→⇒"
_CLOSING = "，。；：）、│┃║→⇒✓✔✅❌✗✘←"
# Words that multiply the figure before them, or are a unit spelt out that is not known as one.
_SIZES = re.compile(
    r"hundreds?|thousands?|dozens?|scores?|lakhs?|crores?|times|fold|orders?|percent|points?|[a-z]+illions?|squared"
    r"|cubed|plus|minus|per|by|to|or|x|[mbtrk]il[a-z]*|mio|mrd|mille|tausend|millones|mil|миллион\w*"
    r"|(?:kilo|mega|giga|tera|peta|exa|zetta|yotta|milli|micro|nano|kibi|mebi|gibi|tebi)\w*"
)
_NOUN = re.compile(r"[a-z]{3,}(?:-[a-z]+)*")
_LATIN = re.compile(r"[A-Za-z]")
_GOES_ON = re.compile(r"\s*(?:[-−–+*/×·÷^=≈%.x\d(]|per\b)")
_OPEN = re.compile(r"[=≈]\s*[~$]?\d[\d.,]*$")  # at the end of a line
_WRAPPED = re.compile(r"\n[ \t]*(?P<word>[A-Za-zµ]{2,})\b(?![-_(])(?: (?P<noun>[a-z]{3,})\b)?")
_A_NUMBER = re.compile(r"\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+")
_NEXT_WORD = re.compile(r"\s*([^\W\d]+)")


def wrapped_end(text: str, begin: int, end: int) -> int:
    """The end of a line, with the size and what it counts, or the unit, of its last figure that
    begins the next one: `≈ 52.6` before `minutes in all`.
    """
    last = text.rfind("=", begin, end), text.rfind("≈", begin, end)
    word = _WRAPPED.match(text, end) if _OPEN.match(text, max(*last, begin), end) else None
    if word is None or word["word"] in ENDS:
        return end
    if word["word"] in SIZES and word["noun"] and word["noun"] not in ENDS:
        return word.end()
    return word.end("word") if word["word"] in SIZES or surely_unit(word["word"]) else end


def ends_a_range(pieces: Sequence[SentencePiece], index: int) -> bool:
    """Whether a figure here ends a range: the 4 of $3–4/hour."""
    if index < 2:
        return False
    number, dash, figure = pieces[index - 2 : index + 1]
    if dash.text == "." and dash.end == figure.begin:
        return True  # for z=0..14
    glued = number.end == dash.begin and dash.end == figure.begin
    return dash.text in "–—" and number.kind == figure.kind == "number" and glued


def is_of_figures(pieces: Sequence[SentencePiece]) -> bool:
    """Whether a stretch of a sentence has no names in it, but for what it is per at its end."""
    rated = [piece.text for piece in pieces[-2:-1]] == ["per"]
    return all(piece.kind in _FIGURES for piece in (pieces[:-2] if rated else pieces))


def leading_words(pieces: Sequence[SentencePiece]) -> int:
    """The number of words of a script without capitals before the figures of a side: 延迟 90 GB."""
    texts = [piece.text for piece in pieces]
    numbers = [piece.kind == "number" for piece in pieces]
    first = numbers.index(True) if True in numbers else 0
    return first if all(_is_foreign(text) for text in texts[:first]) else 0


def _is_foreign(text: str) -> bool:
    return text[0].isalpha() and not text[0].isupper() and not text[0].islower()


def opens(pieces: Sequence[SentencePiece], first: int, sign: int, *, usual: bool) -> bool:
    """Whether a computation may begin at a piece: behind a sign, or where any equation may, unless
    a share of it is meant, as in 10 % of 80 GB, a range, as in 3-4 × 8 GB, or the case of which
    the words before it speak, as in “tokens in 5 min = 300 × 40”.
    """
    before = pieces[first - 1] if first else None
    if _is_a_range(pieces[first : first + 3]) or _is_set_within(pieces[:first]):
        return False
    if before is not None and before.text.lower() in _SETTING and _is_a_figure(pieces[first:sign]):
        return False
    if before is None:
        return usual
    if before.kind == "word" and _is_a_figure_in_brackets(pieces[first:sign]):
        return False  # Per server (10 Gbps) = 10 × 1000 / 8
    if before.text in ("%", "mod"):  # hash mod 2^22 == 0
        return False
    if before.text == "of" and first > 1:
        return usual and pieces[first - 2].text.lower() not in _SHARES
    return usual or before.kind == "sign" or before.text in _OPENING or _is_foreign(before.text)


def is_a_change(pieces: Sequence[SentencePiece]) -> bool:
    """Whether a word other than that of a division goes before, or a comma: falls by, grows by."""
    if len(pieces) < 2 or pieces[-1].text != "by":
        return False
    before = pieces[-2]
    return before.text == "," or (before.kind == "word" and before.text.lower() not in _OPERATES)


def _is_set_within(before: Sequence[SentencePiece]) -> bool:
    """Whether a sign sets the value of a name among factors: width=10,000 × depth=7."""
    if len(before) < _FEWEST or before[-1].kind != "sign":
        return False
    operator, name, sign = before[-3:]
    return operator.kind == "operator" and name.end == sign.begin


def _is_a_figure_in_brackets(pieces: Sequence[SentencePiece]) -> bool:
    """Whether a side is nothing but a figure in brackets: (10 Gbps), (30 days)."""
    kinds = [piece.kind for piece in pieces[1:-1]]
    bracketed = (pieces[0].text, pieces[-1].text) == ("(", ")")
    return bracketed and kinds[:1] == ["number"] and {*kinds[1:]} <= {"unit", NOUN}


def _is_a_figure(pieces: Sequence[SentencePiece]) -> bool:
    """Whether nothing is computed in a side: 3.35 TB, $2/h."""
    return all(
        piece.kind in ("number", "unit") or (piece.text == "/" and after.kind == "unit")
        for piece, after in zip(pieces, [*pieces[1:], pieces[-1]], strict=True)
    )


def _is_a_range(pieces: Sequence[SentencePiece]) -> bool:
    """Whether a computation begins with a number less a larger one: 3-4, Lecture 3 - 12."""
    if [piece.kind for piece in pieces] != ["number", "operator", "number"]:
        return False
    paid = pieces[0].text[0] in CURRENCY_SIGNS and pieces[0].end < pieces[1].begin
    if paid and pieces[1].end < pieces[2].begin:
        return False  # $20 - 300 × $0.04
    less, sign, more = (piece.text.strip("~$€£").replace(",", "") for piece in pieces)
    if not (_A_NUMBER.fullmatch(less) and _A_NUMBER.fullmatch(more)):
        return False  # 3 1/2
    return sign in "-−" and float(less) < float(more)


def stop_of(pieces: Sequence[SentencePiece], last: int, following: str) -> int | None:
    """The index after a computation whose sides end at `last`, with the share or the rate that
    belongs to it; None where it may go on.
    """
    result = pieces[last - 1]
    if last < len(pieces) and pieces[last].text == "%" and result.kind == "number":
        last, result = last + 1, pieces[last]
        if last < len(pieces) and pieces[last].text in STOPS:
            return last
    if last == len(pieces):
        return None if _goes_on(result, following) else last
    after = pieces[last]
    beyond = pieces[last + 1] if last + 1 < len(pieces) else None
    if after.text == "per" or (after.text in ARTICLES and beyond and beyond.text in PERIODS):
        return _behind_per(pieces, last, beyond)
    if after.text == "of" or after.text in _CLOSING or _is_a_multiple(result, after, beyond):
        return last
    if after.kind not in ("word", "symbol") or resolve(after.text) is not None:
        return None
    if _NOUN.fullmatch(after.text):
        again = result.kind == "number" and _is_restated(pieces[:last])
        return None if again or _SIZES.fullmatch(after.text) else last
    return last if _is_foreign(after.text) and result.kind == "unit" else None


def _is_restated(pieces: Sequence[SentencePiece]) -> bool:
    """Whether the last two sides are a figure each, perhaps of two things: 6 × 256 = 1536 = 48
    warps.
    """
    signs = [index for index, piece in enumerate(pieces) if piece.kind == "sign"]
    before = [piece.kind for piece in pieces[: signs[-1]]]
    start = signs[-2] + 1 if len(signs) > 1 and signs[-2] + 2 >= signs[-1] - 1 else None
    return start is not None and "operator" not in before[start:]


def _behind_per(
    pieces: Sequence[SentencePiece], last: int, beyond: SentencePiece | None
) -> int | None:
    """The index after a result that is “per” something: with it for a time, or what is counted in
    the computation too, perhaps in millions, else without it.
    """
    end = last + 1 + _sizes_below(pieces[last + 1 : last + 4])
    if beyond is None or not _LATIN.match(pieces[end].text):
        return None
    unit = resolve(pieces[end].text)
    if unit is None:
        return last
    counted = {base for base, _ in unit.dimension.exponents}
    words = (resolve(piece.text) for piece in pieces[:last] if piece.kind == "unit")
    used = {base for word in words if word is not None for base, _ in word.dimension.exponents}
    return end + 1 if "time" in counted or counted & used else last


def _sizes_below(pieces: Sequence[SentencePiece]) -> int:
    """The number of pieces of a size before what is counted in it: million tokens, 1M tokens."""
    counted = next((k for k, piece in enumerate(pieces) if is_counted_word(piece.text)), 0)
    sized = all(piece.kind == "number" or piece.text in SIZES for piece in pieces[:counted])
    return counted if sized else 0


def is_of_multiples(pieces: Sequence[SentencePiece], index: int) -> bool:
    """Whether a cross right behind a number ends a result: 41.8 ms / 12.5 ms = 3.34×, so many times
    as fast.
    """
    cross, before = pieces[index], pieces[index - 1] if index else None
    beyond = pieces[index + 1] if index + 1 < len(pieces) else None
    if cross.text != "×" or before is None or not _is_a_multiple(before, cross, beyond):
        return False
    return beyond is None or beyond.kind == "word" or beyond.text in STOPS


def _is_a_multiple(
    result: SentencePiece, after: SentencePiece, beyond: SentencePiece | None
) -> bool:
    """Whether a result is so many times something: 8.3x batch size, 16 times as fast."""
    if after.text == "times":
        return beyond is not None and (beyond.kind == "word" or beyond.text in STOPS)
    glued = after.text in "x×" and result.kind == "number" and after.begin == result.end
    return glued and (beyond is None or (beyond.kind != "number" and beyond.text != "("))


def _goes_on(result: SentencePiece, following: str) -> bool:
    """Whether a result at the end of a line may go on in the next one."""
    if _GOES_ON.match(following):
        return True
    word = _NEXT_WORD.match(following)
    if word is None or result.kind != "number":
        return False
    named = word[1]
    sized = _SIZES.fullmatch(named.lower()) is not None
    return sized or resolve(named) is not None or _LATIN.match(named) is None
