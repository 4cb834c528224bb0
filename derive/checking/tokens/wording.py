"""Words of a sentence beside figures."""

from __future__ import annotations

import re

from derive.checking.spelling.latex_commands import FUNCTIONS_IN_WORDS, SPELT
from derive.checking.symbols.names import Names
from derive.checking.tokens.counting_nouns import CountingNoun, acronym_of, is_below, rate
from derive.checking.tokens.measures import SPELT_AS_KB, UNIT
from derive.units.lexer import CURRENCY_SIGNS, Token
from derive.units.multipliers import MULTIPLIERS
from derive.units.registry import resolve, surely_unit

SHORTEST = 4
_SHORT_WORDS = {
    "run", "row", "job", "avg", "raw", "req", "msg", "par", "per", "of", "the", "une", "des", "all",
}  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_LINKS = {"per", "par", "of", "the", "de", "for"}
_FORMAT = re.compile(r"(?:FP|INT|BF|TF)\d{1,2}", re.IGNORECASE)  # of 64 FP32 cores


def without_counts(pieces: list[Token], names: Names) -> list[Token]:
    """The tokens without the library's names of pure numbers behind a figure that counts them:
    `80 layers × 0.85 GB`.
    """
    return [
        piece
        for before, piece in zip([pieces[-1], *pieces], pieces, strict=False)
        if before.kind != "number" or piece.glued or not _is_a_count(piece, names)
    ]


def is_of_size(piece: Token) -> bool:
    """Whether a token is the K, M or B of a number's size."""
    return piece.text in MULTIPLIERS and piece.glued


def _is_a_count(piece: Token, names: Names) -> bool:
    """Whether a word is a plural that the library reads as a pure number, and no author's."""
    if not (piece.kind == "word" and piece.text.islower() and piece.text.endswith("s")):
        return False
    choice = None if piece.text in names.own else names.find(piece.text)
    return choice is not None and not any(
        var.unit.dimension for pair in choice.readings for var in pair
    )


def _is_a_thing(before: Token, words: list[Token], names: Names) -> bool:
    """Whether words behind a number are one common noun that the library has as a name: 1 batch."""
    word = words[0].text if len(words) == 1 and before.kind == "number" else ""
    noun = word.isalpha() and word.islower() and len(word) >= SHORTEST and word not in names.own
    return noun and resolve(word) is None and names.find(word) is not None


def words_aside(pieces: list[Token], names: Names) -> tuple[list[Token], list[CountingNoun]]:
    """The tokens without words that say what a figure counts (`51 tokens × 768 dims`, `$25 per
    run`, `4 KiB/page`) or begin the sentence (`Read 51 tokens`), and these words.
    """
    kept, said = list[Token](), list[CountingNoun]()
    if not any(map(is_word, pieces)):
        return pieces, said
    index = side = 0
    while index < len(pieces):
        side += is_sign(pieces[index])
        run = _run(pieces, index)
        if run == index:
            kept.append(pieces[index])
            index += 1
            continue
        over = len(kept) > 1 and kept[-1].text == "/"
        behind = bool(kept) and _ends_figure(kept[-2 if over else -1])
        before = _begins_figure(pieces, run) and (not kept or is_sign(kept[-1]))
        begin = index
        while behind and begin < run and _is_measure(pieces, begin, names):
            begin += 1  # 50 token steps: the unit stays
        words = pieces[begin:run]
        told = any(is_told(one, names) or _is_a_count(one, names) for one in pieces[index:run])
        told = told or (behind and _is_a_thing(kept[-1], words, names))
        if behind and (acronym := acronym_of(words, over)):
            told = told or (names.find(acronym) is None and resolve(acronym) is None)
        if told and (behind or before):
            kept += pieces[index:begin]
            unit = _unit_at_the_end(words)
            words = words[: len(words) - len(unit)]
            if words:  # layers are of the unit 1
                text = " ".join(piece.text for piece in words).replace(" - ", "-")
                said.append(CountingNoun(text, side, behind and is_below(kept, words)))
            if words and over and begin == index:
                kept.pop()
            kept += unit
            if _is_rated(pieces, run):
                kept += rate(kept, pieces[run])
                run += 1
            index = run
        else:
            kept.append(pieces[index])
            index += 1
    return kept, said


def _run(pieces: list[Token], begin: int) -> int:
    """The index after the words, joined by blanks or hyphens, that begin here."""
    end = begin
    while end < len(pieces):
        hyphen = end > begin and pieces[end].text == "-" and pieces[end].glued
        after = pieces[min(end + 1, len(pieces) - 1)]
        if hyphen and after.glued and is_word(after):
            end += 2
        elif is_word(pieces[end]) and not (end > begin and _is_rated(pieces, end)):
            end += 1
        else:
            break
    return end


def _is_rated(pieces: list[Token], index: int) -> bool:
    """Whether a unit below the line stands here: the per second of 2 images per second."""
    if index + 1 >= len(pieces) or pieces[index].text not in ("per", "/"):
        return False
    return pieces[index + 1].kind == "word" and resolve(pieces[index + 1].text) is not None


def is_word(piece: Token) -> bool:
    """Whether a token is a word of letters, or a format such as FP32."""
    if piece.kind not in ("word", SPELT) or is_of_size(piece):
        return False
    text = piece.text
    return text.isalpha() or bool(_WORD.fullmatch(text) or _FORMAT.fullmatch(text))


def is_told(piece: Token, names: Names) -> bool:
    """Whether a word is not a name, unit or function, and too long for a product of letters, or a
    plural that the text abbreviates.
    """
    text = piece.text
    if not is_word(piece) or text.lower() in FUNCTIONS_IN_WORDS:
        return False
    if text in names.written.plurals:
        return True
    sentence = text.islower() or text.istitle()
    long = len(text) >= SHORTEST or text.lower() in _SHORT_WORDS - _LINKS
    return sentence and long and names.find(text) is None and resolve(text) is None


def _unit_at_the_end(words: list[Token]) -> list[Token]:
    """The unit that words qualify: the hours of 5 sun hours; none of a rate or with a hyphen."""
    several = len(words) > 1 and words[0].text != "per" and words[-2].text != "-"
    return words[-1:] if several and surely_unit(words[-1].text) else []


def _is_measure(pieces: list[Token], index: int, names: Names) -> bool:
    """Whether a word is the unit of the figure before it, with no hyphen behind it."""
    after = pieces[index + 1] if index + 1 < len(pieces) else pieces[index]
    word = pieces[index].text
    known = resolve(word) is not None and word not in names.written.plurals
    return (known or word == SPELT_AS_KB) and after.text != "-"


def _ends_figure(piece: Token) -> bool:
    return (
        piece.kind in ("number", "power", UNIT)
        or piece.text in (")", "%", SPELT_AS_KB)
        or is_of_size(piece)
        or (piece.kind in ("word", SPELT) and resolve(piece.text) is not None)
    )


def _begins_figure(pieces: list[Token], index: int) -> bool:
    """Whether a figure stands here that is more than the number of a thing: `Read 51 tokens`, not
    `Step 3 =`.
    """
    index += pieces[index].text in CURRENCY_SIGNS
    return pieces[index].kind == "number" and not (
        is_sign(pieces[index + 1]) or pieces[index + 1].kind == "end"
    )


def is_sign(piece: Token) -> bool:
    """Whether a token is a sign of relation."""
    return piece.kind == "symbol" and piece.text in "=≈≤≥<>"
