"""Phrases around a symbol without a verb: “$L$ layers”, “batch size $B$”."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from derive.checking.symbols.definition_patterns import (
    BETWEEN,
    HAS,
    LEADING_WORDS,
    OF_A_QUANTITY,
    OF_MANY,
    OPENS,
)
from derive.checking.symbols.quantity_names import quantity_unit
from derive.checking.symbols.unit_phrases import COUNTED_UNITS, unit_named
from derive.checking.symbols.unit_spelling import PURE, unit_of
from derive.library.content import wording

_BACK = 600  # characters
_OPENING = re.compile(
    r"\b(?:let|denot\w+|where|with|write|use|call|given|suppose|here|symbols?|in\s+which"
    r"|notation|being|(?:is|are)\s+the|in\s+this\s+\w+)\b",
    re.IGNORECASE,
)
_ITEM = re.compile(r"[\s>]*(?:[-*+•]\s+|\d+[.)]\s+)?[*_]*")
_RATED = re.compile(r"(\w+)(?: of [\w -]{1,40}?)?(?: per |/)(\w+(?:-\w+)?)")


def sentence_before(prose: str, sentences: Sequence[int], begin: int) -> str:
    """The sentence up to a symbol, from the last of the places at which sentences begin."""
    if prose[max(0, begin - 1) : begin] == ".":
        return ""
    first = sentences[bisect_right(sentences, begin) - 1]
    return prose[max(first, begin - _BACK) : begin]


def is_opened(before: str) -> bool:
    """Whether a clause of definitions may begin right behind a text: behind a mark, at the begin of
    a line or item, or in a sentence with “let”, “where” and the like.
    """
    if before.rstrip()[-1:] in (";", ".", ":", ","):
        return True
    sentence = max(map(before.rfind, ".;")) + 1
    line = before[before.rfind("\n") + 1 :]
    return bool(_ITEM.fullmatch(line) or _OPENING.search(before, sentence))


def units_counted(noun: str, before: str) -> Iterator[str]:
    """The unit of the things counted by a symbol before them: “a model with $L$ layers”, “a prompt
    of $n$ tokens”.
    """
    lower = " ".join(noun.lower().split())
    if HAS.search(before) and any(
        re.match(rf"{counted}\b(?![-\s]*(?:per|of each)\b)", lower) for counted in wording().counted
    ):
        yield PURE
    elif (rated := _RATED.match(lower)) and not lower.startswith("/", rated.end()):
        unit = unit_of(f"{rated[1]}/{rated[2]}".replace("gpu", "GPU"))
        yield from [unit] if unit else []
    elif OF_MANY.search(before) and lower.split()[0] in COUNTED_UNITS:
        unit = unit_named(f"number of {lower.split()[0]}")
        yield from [unit] if unit else []


def names_led(words: str) -> Iterator[str]:
    """Names right before a symbol (“batch size $B$”): the words after the last short one; of
    counted things only “number of”.
    """
    parts = words.lower().split()
    plural = parts[-1].endswith("s") and not parts[-1].endswith("ss")
    if plural and not {"number", "#"} & set(parts):
        return
    for count in range(len(parts), 0, -1):
        before = parts[: len(parts) - count]
        if before[-1:] == ["of"] and before[-2:-1] and before[-2] in OF_A_QUANTITY:
            continue  # the center of mass $R$
        whole = before[:-1] if before[-1:] in (["the"], ["a"], ["an"], ["its"]) else before
        if whole[-1:] == ["of"] and whole[-2:-1] and quantity_unit(whole[-2], whole=True):
            continue  # the frequency of the voltage $f$
        if not before or before[-1] in LEADING_WORDS:
            yield " ".join(parts[-count:])


def is_gapped(before: str, marked: bool) -> bool:
    """Whether a symbol continues a sentence of definitions without its verb."""
    if not before.rstrip()[-1:].isalpha() and before.rstrip()[-1:] != ",":
        return False
    sentence = max(map(before.rfind, ".;:")) + 1
    return (
        BETWEEN.search(before[-12:]) is not None
        and OPENS.search(before, sentence) is not None
        and (marked or lets(before))
    )


def lets(before: str) -> bool:
    """Whether a symbol is in a sentence with “let”, “where” or “denote”."""
    return re.search(r"\b(?:[Ll]et|[Ww]here|[Dd]enote)\b[^.;]*$", before) is not None
