"""Nouns that say what figures count, as units of their own: 5 nodes × 8 GPUs per node."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from derive.display import Label
from derive.units.lexer import CURRENCY_SIGNS, Token

_ACRONYM = re.compile(r"[A-Z]{2,5}(?:[a-z]{2,10})?")  # SM, NVLink
_NOUN = re.compile(rf"[a-z]{{3,}}|{_ACRONYM.pattern}")
_PERIODS = {"cycle", "clock", "tick", "transfer"}  # of which a frequency has so many a second
_IN_FULL = {"req": "request", "query": "request", "msg": "message"}
REMARKS = {
    "each", "apiece", "total", "in total", "altogether", "overall", "gross", "net", "stored",
    "required", "needed", "sustained", "max", "maximum", "minimum", "avg", "average", "peak", "raw",
    "text", "outbound", "inbound", "transfer", "egress", "ingress", "ingest", "compressed",
    "uncompressed", "bandwidth", "throughput", "storage", "instead", "again", "today",
}  # fmt: skip
# What stands for a number, or for a time, that the figure before it may leave to the reader.
_GROUPS = {
    "dozen", "pair", "couple", "score", "gross", "hundred", "thousand", "million", "billion",
    "percent", "point", "time", "fold", "weekend", "fortnight", "quarter", "decade", "century",
    "season", "shift", "half", "third", "cent",
}  # fmt: skip
_WITHIN = ("%", "^", *CURRENCY_SIGNS)  # a figure


_ASKED = "request"  # of QPS; a request is any of these
_EVENTS = {"operation", "write", "read", "event", "message"}


class Pairing(Label):
    """Comparison of the nouns of the sides of an equation: they are the same in all of them; the
    sides before the result have further ones, or none at all; they are different; or some may stand
    for a number.
    """

    SAME = "same"
    FURTHER = "further"
    OF_RESULT = "of the result alone"
    DIFFERENT = "different"
    OTHER = "other"


class CountingNoun(NamedTuple):
    """Words behind a figure, in a side by its number, above or below the line of its fraction."""

    words: str
    side: int
    below: bool


def acronym_of(words: Sequence[Token], over: bool) -> str:
    """The acronym that words behind a figure are, in the plural or below the line: the SMs of
    132 SMs, the SM of 1024 FLOP/SM or 4 cores per SM; empty for other words.
    """
    below = over or (len(words) > 1 and words[0].text == "per")
    if len(words) != 1 + (below and not over):
        return ""
    word = words[-1].text
    acronym = word if below else word.removesuffix("s")
    told = (below or acronym != word) and _ACRONYM.fullmatch(acronym)
    return word if told else ""


def is_below(before: Sequence[Token], words: Sequence[Token]) -> bool:
    """Whether words behind the tokens of a side divide it: 4 KB per node, 640 KiB / 4 KiB pages."""
    over = before[-1].text == "/"
    per = over or words[0].text == "per"
    return per != _is_a_divisor(before[:-1] if over else before)


def _is_a_divisor(before: Sequence[Token]) -> bool:
    """Whether the last figure of a side divides what stands before it."""
    figure = False
    for piece in reversed(before):
        if piece.kind == "symbol" and piece.text not in _WITHIN and (figure or piece.text != "/"):
            return figure and piece.text == "/"
        figure = piece.kind == "number" or piece.text in CURRENCY_SIGNS
    return False


def rate(before: Sequence[Token], sign: Token) -> list[Token]:
    """The tokens that stand before the unit of a rate of what is counted: / 1 of 2 images/s."""
    divides = "*" if _is_a_divisor(before) else "/"
    return [sign._replace(kind="symbol", text=divides), sign._replace(kind="number", text="1")]


def pairing(nouns: Iterable[CountingNoun], periodic: Sequence[bool]) -> Pairing:
    """The comparison of the nouns of the sides: some are `periodic`, with a frequency, which counts
    cycles.
    """
    counted: list[Counter[str]] = [Counter() for _ in periodic]
    for words, side, below in nouns:
        if words.lower() in REMARKS:
            continue
        *before, noun = map(_singular, words.split())
        if not _NOUN.fullmatch(noun) or not _GROUPS.isdisjoint((*before, noun)):
            return Pairing.OTHER
        if not (periodic[side] and noun in _PERIODS):
            counted[side][noun] += -1 if below else 1
    if any(_ASKED in each for each in counted):
        counted = [_as_requests(each) for each in counted]
    left = [{noun: power for noun, power in each.items() if power} for each in counted]
    if all(each == left[0] for each in left):
        return Pairing.SAME
    *computed, result = left
    if not any(computed):
        return Pairing.OF_RESULT
    further = all(_has_further(each, result) for each in computed)
    return Pairing.FURTHER if further else Pairing.DIFFERENT


def _as_requests(counted: Counter[str]) -> Counter[str]:
    """The nouns with each kind of event that is asked for as a request."""
    asked: Counter[str] = Counter()
    for noun, power in counted.items():
        asked[_ASKED if noun in _EVENTS else noun] += power
    return asked


def _has_further(computed: Mapping[str, int], result: Mapping[str, int]) -> bool:
    """Whether a side has the nouns of the result, but for what this is per, and perhaps others
    above the line, once or twice: 128 MB files × 1000 files.
    """
    powers = [(computed.get(noun, 0), result.get(noun, 0)) for noun in {*computed, *result}]
    return all(own in (end, end + 1) or own > end >= 0 for own, end in powers)


def _singular(noun: str) -> str:
    """The noun of one thing, in full."""
    return _IN_FULL.get(one := _without_plural(noun), one)


def _without_plural(noun: str) -> str:
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    sibilant = noun.endswith(("ches", "shes", "xes", "sses"))
    return noun[:-2] if sibilant else noun.removesuffix("s") if not noun.endswith("ss") else noun
