"""Words, numbers and signs of a sentence that may hold an equation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from derive.checking.extraction.chip_names import CHIP, is_chip
from derive.units.multipliers import COUNT_WORDS, MULTIPLIERS, is_counted_word
from derive.units.registry import may_be_letters, resolve, surely_unit
from derive.units.text import parse_unit

ENDS = {
    "is", "are", "was", "were", "which", "where", "and", "or", "so", "with", "for", "in", "as",
    "at", "to", "on", "when", "if", "then", "that", "but", "because", "while", "since", "gives",
    "means", "holds", "from", "whereas", "we", "this", "it", "hence", "thus", "assuming", "will",
    "would", "should", "can", "after", "before", "under", "not", "has", "must", "here", "using",
    "given", "only",
}  # fmt: skip
STOPS = ",.;:!?)|—–"
_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<sign>:=|==|<=|>=|~=|[=≈≥≤∝])|(?P<operator>\*\*|[-+*/×·⋅÷−^])|(?P<bracket>[()])"
    r"|(?P<power>[²³])|(?P<number>\d{1,3} [1-9]/[1-9]\d?(?![\d./])"  # 2 1/2
    r"|~?[$€£]?\d+(?:,\d+)*(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.]\d))"
    r"|(?P<word>[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[^\W\d]\w*(?:[-'’][^\W\d]\w*)*)|(?P<other>.)",
    re.DOTALL,
)
_SIZE_WORDS = frozenset((*COUNT_WORDS.values(), "quadrillion", "quintillion", "sextillion"))
SIZES = {*MULTIPLIERS, *_SIZE_WORDS}
_FUNCTIONS = {"max", "min", "sqrt", "log", "log2", "log10", "ln", "exp", "ceil", "floor"}
_LOOSE = re.compile(r"(?:[^\W\d_]{1,2}\d{1,2}|[^\W\d_]+_\w+|\w+_[^\W_]\w*)$")
_ARTICLES = {"a", "A", "I", "i"}
_NAME = re.compile(r"[^\W\d]{2,}_\w{2,}")
_WORD = re.compile(r"[a-z]{3,}")
_DEVICE = "(?:GPU|chip|node|device|accelerator)s?"
_DEVICE_HOURS = re.compile(rf"\b((?:{CHIP}-)?{_DEVICE}|{CHIP})[ *·⋅-]((?:hour|hr|day|h)s?)\b")
_NAMED_DEVICE = re.compile(rf"\b({CHIP}) (?={_DEVICE}[ *·⋅-](?:h|day))")
_PER = re.compile(r"/[A-Za-z]")  # behind the 1 of 59.9 1/s
_POWERS = "²³"
_FOR_A_TIME = re.compile(r"-(?:hour|day|year)s?$")
_LONGEST_BRACKET = 20  # pieces
_SHORTEST = 3  # letters of a unit that is no word: GB
_LETTERS = ("V", "A", "W", "J")
_ELECTRIC = {parse_unit(letter).dimension for letter in _LETTERS}
_GLUED = ("K", "M", "B", "T", "KB")  # to a figure
_LEADS = ENDS | {"then", "so", "thus", "hence", "therefore"}


@dataclass(frozen=True, slots=True)
class SentencePiece:
    """A word, number or sign with its kind and its place in the line."""

    kind: str
    text: str
    begin: int
    end: int


def pieces_of(line: str) -> list[SentencePiece]:
    """The words, numbers and signs of a line; a unit after a number is a piece of its own kind."""
    found: list[SentencePiece] = []
    line = _DEVICE_HOURS.sub(r"\1-\2", _NAMED_DEVICE.sub(r"\1-", line))  # as long as it is written
    for match in _TOKEN.finditer(line):
        kind, text = str(match.lastgroup), match.group()
        if kind == "space":
            continue
        if kind == "word":
            before, after = found[-1] if found else None, line[match.end() : match.end() + 1]
            kind = _kind(text, before, match.start(), after)
            rest = line[match.end() : match.end() + 20]
            if _is_below(found, text, match.start()) or _counts_in_millions(found, text, rest):
                kind = "unit"
            elif before is not None and before.text == ")":
                measured = _measures_a_bracket(found, text, line[match.end() :])
                kind = "unit" if measured else kind
            if (text == "x" and _is_a_cross(found, rest)) or (
                text == "per" and _divides(found, rest)
            ):
                kind = "operator"
        elif text == "1" and found and found[-1].kind == "number":
            kind = "unit" if _PER.match(line, match.end()) else kind
        found.append(SentencePiece(kind, text, *match.span()))
    return _with_names(_with_letters(found))


def _with_letters(pieces: list[SentencePiece]) -> list[SentencePiece]:
    """The pieces with V, A, W and J behind figures as units, in a line whose figures have two of
    them, or kilowatts, and which has no other symbol: 150 kW / 400 V = 375 A.
    """
    behind = [
        k
        for k, (before, piece) in enumerate(pairwise(pieces), 1)
        if piece.text in _LETTERS and before.kind == "number"
    ]
    if not behind:
        return pieces
    symbols = {k for k, piece in enumerate(pieces) if piece.kind == "symbol"}
    symbols -= {k for k in symbols if _is_in_brackets(pieces, k)}  # 1.3 (PUE)
    told = {pieces[k].text for k in behind}
    others = (resolve(piece.text) for piece in pieces if piece.kind == "unit")
    told |= {str(unit.dimension) for unit in others if unit and unit.dimension in _ELECTRIC}
    if not symbols.issubset(behind) or len(told) < 2:
        return pieces
    return [replace(p, kind="unit") if k in behind else p for k, p in enumerate(pieces)]


def _is_in_brackets(pieces: Sequence[SentencePiece], index: int) -> bool:
    """Whether a symbol of several letters stands by itself in brackets behind a number."""
    around = [piece.text for piece in pieces[index - 1 : index + 2 : 2]]
    long = len(pieces[index].text) > 1
    return long and index > 1 and around == ["(", ")"] and pieces[index - 2].kind == "number"


def _is_a_cross(found: Sequence[SentencePiece], rest: str) -> bool:
    """Whether an x stands between figures: 7B x 2 bytes, 3 x 24 h."""
    figure = found and found[-1].kind in ("number", "unit")
    return bool(figure) and re.match(r"\s+[$~]?\d", rest) is not None


def _divides(found: Sequence[SentencePiece], rest: str) -> bool:
    """Whether “per” stands between a price and the hours of GPUs that it is for."""
    price = found and found[-1].kind == "number" and found[-1].text.startswith("$")
    return bool(price) and _DEVICE_HOURS.match(rest.lstrip()) is not None


def _is_below(found: Sequence[SentencePiece], word: str, begin: int) -> bool:
    """Whether a word is the s of 3.35 TB/s or the s-days of petaflop/s-days, written in one with
    the unit above it.
    """
    if len(found) < 2 or (found[-1].text, found[-2].kind) != ("/", "unit"):
        return False
    glued = found[-2].end == found[-1].begin and found[-1].end == begin
    return glued and _is_a_unit(_FOR_A_TIME.sub("", word))


def _measures_a_bracket(found: Sequence[SentencePiece], word: str, rest: str) -> bool:
    """Whether a word behind a bracket in which figures are computed is their unit: surely, or since
    it stands behind a figure of the rest, too. (2 × 70) GB, 100 / (4 × 5) s = 5 s.
    """
    depth, computes = 0, False
    for piece in reversed(found[-_LONGEST_BRACKET:]):
        depth += (piece.text == ")") - (piece.text == "(")
        if not depth:
            break
        computes |= piece.kind == "operator"
        if piece.kind not in ("number", "operator", "bracket"):
            return False
    if depth or not computes:
        return False
    if len(word) > 1 and _is_a_unit(word):
        return True
    return resolve(word) is not None and re.search(rf"\d\s?{re.escape(word)}\b", rest) is not None


def _is_a_unit(word: str) -> bool:
    """Whether a word is surely a unit, or one with a power: cm³."""
    base = word.rstrip(_POWERS)
    return surely_unit(word) if base == word else resolve(base) is not None


def _counts_in_millions(found: Sequence[SentencePiece], word: str, rest: str) -> bool:
    """Whether a word is the T of “15 T tokens” or the million of “15 million GPU hours” or of “15
    million possible orders”, or what is counted behind it or in “15T tokens”.
    """
    before = found[-1] if found else None
    if before is not None and before.kind == "number" and word in SIZES:
        following = re.match(r"\s([A-Za-z]+)", rest)
        if following is None:
            return False
        noun = following[1]
        described = word in _SIZE_WORDS and noun.islower() and noun not in _LEADS
        return is_counted_word(noun) or (described and resolve(noun) is None)
    if len(found) < 2 or found[-2].kind != "number" or found[-1].text not in SIZES:
        return False
    counted = is_counted_word(word) or (len(word) > _SHORTEST and resolve(word) is not None)
    return counted or _DEVICE_HOURS.fullmatch(word) is not None


def _kind(word: str, before: SentencePiece | None, begin: int, after: str) -> str:
    """The kind of a word: a unit after a number, a symbol, a function, or a word of the
    sentence.
    """
    if before is not None and "-" in word and _DEVICE_HOURS.fullmatch(word):
        return "unit" if before.kind == "number" or before.text in ("/", "per") else "word"
    if before is not None and before.kind == "number":
        if before.end == begin:
            return "unit" if word in _GLUED or surely_unit(word) else "other"
        letter = len(word) == 1 and (word.isupper() or may_be_letters(word))
        known = resolve(word.rstrip(_POWERS)) is not None  # cm³
        if (known and not letter) or word == "KB" or is_chip(word):
            return "unit"
    divides = before is not None and before.kind == "operator" and before.text == "/"
    if divides and len(word) > 1 and _is_a_unit(word):
        return "unit"
    if word in _FUNCTIONS and after == "(":
        return "function"
    if len(word) == 1:
        return "word" if word in _ARTICLES else "symbol"
    if "-" in word or "'" in word or "’" in word:
        return "word"
    digits = any(c.isdigit() for c in word)
    capitals = not word.islower() and not word.istitle()
    if _LOOSE.match(word) or (capitals and not digits and len(word) <= 12):
        return "symbol"
    return "other" if digits else "word"


def _with_names(pieces: list[SentencePiece]) -> list[SentencePiece]:
    """The pieces with single words beside a sign as symbols, in a line that spells a name out with
    underscores: throughput = batch_size / step_time.
    """
    if not any(piece.kind == "symbol" and _NAME.fullmatch(piece.text) for piece in pieces):
        return pieces
    return [
        replace(piece, kind="symbol") if _is_a_name(pieces, k) else piece
        for k, piece in enumerate(pieces)
    ]


def _is_a_name(pieces: Sequence[SentencePiece], index: int) -> bool:
    """Whether a word has a sign on one side and no other word of a phrase on the other."""
    piece = pieces[index]
    if piece.kind != "word" or not _WORD.fullmatch(piece.text) or piece.text in _LEADS:
        return False
    before = pieces[index - 1] if index else None
    after = pieces[index + 1] if index + 1 < len(pieces) else None
    opens = before is None or before.text in ",;:(" or before.text.lower() in _LEADS
    closes = after is None or after.text in STOPS or after.text in ENDS
    led = before is not None and before.kind in ("operator", "sign")
    followed = after is not None and after.kind in ("operator", "sign")
    return (led or opens) and (followed or closes) and (led or followed)
