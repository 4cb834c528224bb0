"""Sentences, headings and labels that say what the equation right behind them is of: “The cost of a
run is $C = R T$”.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from derive.checking.symbols.evidence import Evidence, Strength
from derive.checking.symbols.mentions import equated_mentions
from derive.checking.symbols.name_nouns import loose_units_of_phrase
from derive.checking.symbols.phrase_meanings import meaning_of
from derive.checking.symbols.places import line_at, sentence_at
from derive.equations.vocabulary import Vocabulary
from derive.errors import TextError
from derive.units.dimension import Dimension
from derive.units.text import parse_unit

_NEAR = 160  # characters before an equation
_MONEY = "currency"
_SPENT = re.compile(  # what else is spent: the compute budget, the cost of communication
    r"\b(?:comput\w+|communicat\w+|memory|time|latency|energy|bandwidth|carbon)\b",
    re.IGNORECASE,
)
_WORDS = r"(?P<phrase>[A-Za-z][\w'’/ -]{2,60}?)"
_SENTENCE = re.compile(
    rf"(?:^|[.;:!?,]\s+|\n\s*\n|\n[ \t]*[-*+•]\s+|\band\s+)(?:(?:the|an?|our|its)\s+)?{_WORDS}"
    r"\s+(?:is|are|equals?|becomes)(?:\s+(?:then|thus|therefore|simply|just))?\s*:?\s*$",
    re.IGNORECASE,
)
_LEADS = re.compile(  # what such a sentence ends with
    r"(?:is|are|equals?|becomes|then|thus|therefore|simply|just)$", re.IGNORECASE
)
_LONGEST_LEAD = 9
_HEADING = re.compile(rf"(?:^|\n)[ \t]*#{{1,6}}[ \t]+{_WORDS}[ \t]*:?\s*$")
_LABEL = re.compile(
    rf"(?:^|\n)[ \t>]*(?:[-*+•][ \t]+)?(?P<bold>\*\*)?{_WORDS}(?:\*\*)?:(?:\*\*)?\s*$"
)


@dataclass(frozen=True, slots=True)
class Introduction:
    """Evidence for the name on the left of an equation that stands on these lines of a text."""

    first: int
    last: int
    evidence: Evidence


def introductions(prose: str, vocabulary: Vocabulary) -> Mapping[str, tuple[Introduction, ...]]:
    """The phrases right before equations that name their left side as an amount of money, by the
    symbol; one understood by its noun alone is a guess.

    >>> from derive.library.content import vocabulary as library
    >>> found = introductions("The cost of a run is $C = R T$.", library())
    >>> found["C"][0].evidence.words, found["C"][0].evidence.meaning.partition(" or ")[0]
    ('cost of a run', 'USD')
    """
    found: dict[str, tuple[Introduction, ...]] = {}
    for mention in equated_mentions(prose):
        before = prose[max(0, mention.begin - _NEAR) : mention.begin]
        for phrase in _phrases(before):
            named = meaning_of(phrase, vocabulary)
            meaning = named or loose_units_of_phrase(phrase)
            if meaning is None or _SPENT.search(phrase) or not _is_money(meaning, vocabulary):
                continue
            strength = Strength.DEFINITION if named else Strength.LIBRARY
            place, sentence = (
                f"line {line_at(prose, mention.begin)}",
                sentence_at(prose, mention.begin),
            )
            seen = Evidence(mention.symbol, meaning, strength, place, phrase, sentence)
            lines = line_at(prose, mention.begin), line_at(prose, mention.end)
            found[mention.symbol] = (*found.get(mention.symbol, ()), Introduction(*lines, seen))
            break
    return found


def _phrases(before: str) -> Iterator[str]:
    """The phrases that lead to what stands behind a text."""
    stem = before.rstrip().removesuffix(":").rstrip()
    tried = _LEADS.search(stem[-_LONGEST_LEAD:]), "#" in before, ":" in before
    for pattern, may_match in zip((_SENTENCE, _HEADING, _LABEL), tried, strict=True):
        if may_match and (match := pattern.search(before)):
            yield " ".join(match["phrase"].split())


def dimensions_of(meaning: str, vocabulary: Vocabulary) -> list[Dimension]:
    """The dimensions of a meaning, of each alternative. Raises TextError for no unit."""
    parts = [part.strip() for part in meaning.split(" or ")]
    named = vocabulary.named
    return [(named[p].unit if p in named else parse_unit(p)).dimension for p in parts]


def _is_money(meaning: str, vocabulary: Vocabulary) -> bool:
    try:
        first, *_ = dimensions_of(meaning, vocabulary)
    except TextError:
        return False
    return any(name == _MONEY for name, _ in first.exponents)
