"""Topics of sections and paragraphs that make their computations others: binary numbers, errors to
be found, and the answers of a quiz.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from derive.checking.extraction.passage import Passage

BINARY, ERRORS = "binary", "errors"
_FAULTS = r"\s+(?:the|an?|all|each|his|her|their)\s+(?:\w+\s+)?(?:errors?|mistakes?)\b"
_WITH_FAULTS = r"contains?\s+(?:an?|one)\s+(?:\w+\s+)?(?:error|mistake)\b"
_WAYS = (
    r"binary\b", r"base[- ](?:2|two)\b", f"find{_FAULTS}", f"spot{_FAULTS}", f"identify{_FAULTS}",
    f"locate{_FAULTS}", _WITH_FAULTS, r"error[- ][Hh]unt\b", r"mistake[- ][Hh]unt\b",
    r"true\s+or\s+[Ff]alse\b",
    r"original\s+[Tt]ext\b",
    r"what(?:['’]s|\s+is)\s+wrong\s+(?:here|with\s+(?:this|these|the\s+following))\b",
    r"why\s+(?:(?:[Ii]t|[Tt]h[ia][st]|I|[Ww]e|[Yy]ou)\s+(?:[Ww]as|[Ww]ere|[Ii]s|[Aa]re)"
    r"|(?:is|was)\s+(?:it|this|that))\s+(?:[Ww]rong|[Ff]alse|[Ii]ncorrect)\b",
    r"which\s+(?:of|one|line|step|statement|answer|option|equation|result)\b[^.!?\n]{0,80}"
    r"\b(?:wrong|false|incorrect|correct|true)\b[^.!?\n]{0,40}\?",
)  # fmt: skip
# A pattern all of whose ways begin with a letter is tried only where that stands.
_TOPIC = re.compile("|".join(f"{way}|{way[0].upper()}{way[1:]}" for way in _WAYS))
_HEADING = re.compile(r"\s{0,3}#{1,6}\s|\\(?:sub)*section\b|={2,6}\s")
_OPTION = re.compile(r"[\s>]*(?:[-*+]\s+)?[*_]{0,2}(?:\(?[A-Ea-e][.):]|\[[ xX]\])[*_]{0,2}\s*[$`]*")
_NUMBERED = re.compile(r"[\s>]*\(?\d{1,2}[.):]\s*[*_]{0,2}[$`\\(]*")
_MOST_APART, _FEWEST = 2, 3  # lines between two answers of a quiz; answers
_OF_A_QUIZ = "an answer to choose from"


def with_topics(passages: Sequence[Passage], text: str) -> Sequence[Passage]:
    """The passages of a text with the topics of their lines."""
    said = {
        text.count("\n", 0, found.start()) + 1: BINARY if found[0][0] in "bB" else ERRORS
        for found in _TOPIC.finditer(text)
    }
    topics = dict(_topics(text.split("\n"), said)) if said else {}
    topics |= dict.fromkeys(_answers(passages), ERRORS)
    formulas = {*_choices(passages)}
    if not (topics or formulas):
        return passages
    passages = [
        replace(each, topic=topics[each.line]) if each.line in topics and not each.skipped else each
        for each in passages
    ]
    return [
        replace(each, skipped=_OF_A_QUIZ) if each.line in formulas and not each.skipped else each
        for each in passages
    ]


def _choices(passages: Sequence[Passage]) -> Iterator[int]:
    """The lines of three formulas or more to choose from, marked by letters or numbers in a row,
    for one name: 1. E = m v, 2. E = m v^2, 3. E = m^2 v.
    """
    told = (each for each in passages if each.latex and each.before and not each.skipped)
    row: list[Passage] = []
    sides: list[str] = []
    for each in told:
        marked = _NUMBERED.fullmatch(each.before) or _OPTION.fullmatch(each.before)
        left, sign, right = "".join(each.text.split()).partition("=")
        near = bool(row) and 0 < each.line - row[-1].line <= _MOST_APART
        if not (marked and near and left == sides[0] and right not in sides[1:]):
            row, sides = [], [left]
        if marked and sign and "=" not in right and re.search(r"[A-Za-z]", right):
            row, sides = [*row, each], [*sides, right]
        if len(row) >= _FEWEST:
            yield from (one.line for one in row)


def _answers(passages: Sequence[Passage]) -> Iterator[int]:
    """The lines of answers to choose from: marked computations of one thing with several results,
    (a) 6 × 7 = 43, (b) 6 × 7 = 42.
    """
    told = (each for each in passages if each.before and not each.skipped)
    marked = [each for each in told if _OPTION.fullmatch(each.before)]
    for one, other in pairwise(marked):
        first, second = (re.split("[=≈]", each.text, maxsplit=1) for each in (one, other))
        near = 0 < other.line - one.line <= _MOST_APART
        if near and first[0].split() == second[0].split() and first != second:
            yield from (one.line, other.line)


def _topics(lines: Sequence[str], said: Mapping[int, str]) -> Iterator[tuple[int, str]]:
    """Lines, counted from 1, with their topic: what is `said` in their heading, or in their
    paragraph and the one before.
    """
    heading = paragraph = before = ""
    inside = False
    for number, line in enumerate(lines, 1):
        topic = said.get(number, "")
        if _HEADING.match(line):
            heading, paragraph, before, inside = topic, "", "", False
            continue
        if not line.strip():
            if inside:
                before, paragraph, inside = paragraph, "", False
            continue
        inside, paragraph = True, topic or paragraph
        if topic := paragraph or before or heading:
            yield number, topic
