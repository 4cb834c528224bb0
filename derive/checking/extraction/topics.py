"""Topics of sections and paragraphs that make their computations others: binary numbers, errors to
be found, and the answers of a quiz.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from derive.checking.extraction.passage import Passage

BINARY, ERRORS = "binary", "errors"
_TOPIC = re.compile(
    r"(?P<binary>\bbinary\b|\bbase[- ](?:2|two)\b)"
    r"|\b(?:(?:find|spot|identify|locate)\s+(?:the|an?|all|each|his|her|their)\s+(?:\w+\s+)?"
    r"(?:errors?|mistakes?)\b|(?:error|mistake)[- ]hunt\b|true\s+or\s+false\b|original\s+text\b"
    r"|what(?:['’]s|\s+is)\s+wrong\s+(?:here|with\s+(?:this|these|the\s+following))\b"
    r"|which\s+(?:of|one|line|step|statement|answer|option|equation|result)\b[^.!?\n]{0,80}"
    r"\b(?:wrong|false|incorrect|correct|true)\b[^.!?\n]{0,40}\?)",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\s{0,3}#{1,6}\s|\\(?:sub)*section\b|={2,6}\s")
_OPTION = re.compile(r"[\s>]*(?:[-*+]\s+)?[*_]{0,2}(?:\(?[A-Ea-e][.):]|\[[ xX]\])[*_]{0,2}\s*[$`]*")
_MOST_APART = 2  # lines between two answers of a quiz


def with_topics(passages: Sequence[Passage], text: str) -> Sequence[Passage]:
    """The passages of a text with the topics of their lines."""
    topics = dict(_topics(text.split("\n"))) if _TOPIC.search(text) else {}
    topics |= dict.fromkeys(_answers(passages), ERRORS)
    if not topics:
        return passages
    return [replace(each, topic=topics.get(each.line, "")) for each in passages]


def _answers(passages: Sequence[Passage]) -> Iterator[int]:
    """The lines of answers to choose from: marked computations of one thing with several results,
    (a) 6 × 7 = 43, (b) 6 × 7 = 42.
    """
    marked = [each for each in passages if _OPTION.fullmatch(each.before)]
    for one, other in pairwise(marked):
        first, second = (re.split("[=≈]", each.text, maxsplit=1) for each in (one, other))
        near = 0 < other.line - one.line <= _MOST_APART
        if near and first[0].split() == second[0].split() and first != second:
            yield from (one.line, other.line)


def _topics(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Lines, counted from 1, with their topic: that of their heading, or of their paragraph and of
    the one before.
    """
    heading = paragraph = before = ""
    inside = False
    for number, line in enumerate(lines, 1):
        found = _TOPIC.search(line)
        said = "" if found is None else BINARY if found["binary"] else ERRORS
        if _HEADING.match(line):
            heading, paragraph, before, inside = said, "", "", False
            continue
        if not line.strip():
            if inside:
                before, paragraph, inside = paragraph, "", False
            continue
        inside, paragraph = True, said or paragraph
        if topic := paragraph or before or heading:
            yield number, topic
