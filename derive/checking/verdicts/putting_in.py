"""Sentences that do no more than put their values into a formula: with values, the rate is B/t."""

from __future__ import annotations

import re
from collections.abc import Sequence

_OPENING = re.compile(
    r"(?:(?:with|for|at|given|let|using|assuming|taking|suppose|since)\b[^,]*)?", re.IGNORECASE
)
_LEADING = re.compile(
    r"(?:(?:\S{1,12}(?:\s\S{1,12})?)?,)?"  # a unit or a noun behind the last value
    r"|.*(?:\b(?:is|are|equals?|gives?|yields?|giving|so|thus|hence|then|takes?|needs?"
    r"|we (?:have|get|obtain|find)|(?:comes?|amounts?) to)|→|⇒),?",
    re.DOTALL,
)
# Words by which a sentence may go on to something else: another case, a measurement.
_ELSEWHERE = re.compile(
    r"[\d()\[\];:=]|\b(?:on|in|as|during|while|whereas|although|but|not|before|after|first|second"
    r"|next|last|new|old|other|later|now|larger?|smaller?|big|bigger|faster|slower|both|all|two"
    r"|three|four|eight|ten|measured|observed|actual|actually|real|together|up|raised|becomes"
    r"|starting|initial|initially|compared|vectors?|pair|reported|reali[sz]ed|aggregate|combined"
    r"|overall|average|whole)\b"
)
# Words behind a formula that may say what else it is of.
_ASIDE = re.compile(r"[^.,;]*\b(?:on|for|in|at|with|after|when|across|over|from|by|to|using)\b")


def puts_in(sentence: str, values: Sequence[tuple[int, int]], after: str) -> bool:
    """Whether a sentence puts the values at its places into the formula before what comes `after`
    it, and no word tells that the formula may be of something else.
    """
    ends = [0, *(end for _, end in values)]
    begins = [*(begin for begin, _ in values), len(sentence)]
    words = [sentence[end:begin].strip(" \n$~\\") for end, begin in zip(ends, begins, strict=True)]
    if any(map(_ELSEWHERE.search, words)) or _ASIDE.match(after):
        return False
    return bool(_OPENING.fullmatch(words[0]) and _LEADING.fullmatch(words[-1]))
