"""Brackets beside figures that differ, whose words may say how a result comes about."""

from __future__ import annotations

import re

from derive.checking.extraction.passage import Passage
from derive.checking.figures.worked_number import figure_of
from derive.checking.grammar.tree import StatementNode

# Words in brackets that are neither a figure computed with, / (16.7 ms), nor its name, 1.3 (PUE).
BRACKET = re.compile(
    r"[(（](?!(?<=\d\s.)[A-Z]{2,5}[)）])(?!(?:(?<=[/*×·].)|(?<=[/*×·]\s.))[\d.,]+\s?[\w/]+[)）])"
    r"[^()（）*×/·+]*(?<![\\A-Za-z])[^\W\d_]{2,}[^()（）*×/·+]*[)）]"
)
_BEHIND = re.compile(r"[\s*_`$]*[(（][^()（）\d]*[^\W\d_]{2,}[^()（）]*[)）]?")
# What says how a result comes about, and is no mere remark on it: (rounded), (with a margin).
_CHANGES = re.compile(
    r"[\d=≈~%]"
    r"|\b(?:with|plus|minus|less|after|before|by|per|each|every|from|for|of|in|on|to|at|as|if|when"
    r"|and|or|not|no|all|both|only|over|under|due|than|via|total|sum|avg|mean|net|gross|raw|max|min"
    r"|cap|half|twice|double|peak|worst|best)\b"
    r"|\b(?:times|incl|excl|eas|simpl|round|approx|about|rough|estimat|assum|actual|measur|effectiv"
    r"|realistic|usab|practic|theor|capped|limit|overhead|buffer|headroom|margin|safe|padd|align"
    r"|replic|redundan|compress|dedup|shar|split|spare|grow|scal|factor|without|average|stored"
    r"|index|copies|fit|bidirect|binary|constant)",
    re.IGNORECASE,
)
_MOST_WORDS = 4


def says_more_behind(passage: Passage, statement: StatementNode) -> bool:
    """Whether a bracket behind figures may say how they come about: not one with a few words that
    only remark on two sides of one unit, 20M + 30M = 51M (mostly attention).
    """
    behind = _BEHIND.match(passage.after)
    if behind is None:
        return False
    figures = [figure_of(side) for side in statement.sides[-2:]]
    units = {figure.dimension for figure in figures if figure is not None}
    remarks = behind[0].endswith((")", "）")) and len(behind[0].split()) <= _MOST_WORDS
    remarks = remarks and not _CHANGES.search(behind[0]) and not statement.aside
    return not (remarks and len(units) == 1 and None not in figures)
