"""Text beside a passage on its line, as far as an error depends on it."""

from __future__ import annotations

import re
from typing import NamedTuple

from derive.checking.extraction.figure_units import stated_behind
from derive.checking.extraction.passage import Passage
from derive.checking.verdicts.unit_behind import size_behind

_SCALES = (
    r"million|billion|trillion|quadrillion|quintillion|thousand|hundred|dozen|lakh|crore|percent|[kKMBT%]\b"
    r"|[万亿千百兆億萬억만조천]"
)
_GOES_ON = re.compile(rf"[`$*_\s)]{{0,4}}(?:{_SCALES}|[+−*/×·÷^=≈]\s*\d|[-–]\d)")
# A label, Storage for images = or E[tokens] =, which says nothing of a unit or a share.
_LABEL = re.compile(
    r"[\s>*#`_-]*(?![^=]*\b(?:in|per|percent|each)\b)[A-Za-z][A-Za-z _/-]*(?:\[[A-Za-z _]+\]\s*)?="
    r"\s*[`$*_]{0,3}\s*"
)
# A name, or one with what it is of, in a list of them: CE = 0.1, FL($x=2$) = $…$.
_CALL = re.compile(r"(?:^|[,;:]\s)\s*[A-Z][A-Za-z]{0,11}(?:\([^()\n]{1,20}\))?\s*=\s*[`$*_]{0,3}$")
_CONTINUES = re.compile(r"(?:[\d)]\s*[+×·*/÷^−]|[=≈])\s*[`$*_]{0,3}\s*$")
_DASHED = re.compile(r"(?P<label>\b[A-Z]\w*\s+\d{1,2}|[\d)%])\s*–\s*$")  # $90 – (…) = $40
_SIZED = re.compile(r"[`$*_\s)]{1,4}(?:[A-Za-z]{2,12}[- ])?units?\b")
_OPENING = re.compile(r"([^\W\d_]{2,})\s+$")
_OPENERS = {
    "have", "has", "is", "are", "so", "thus", "hence", "that", "means", "then", "gives", "get",
    "gets", "need", "needs", "takes", "hold", "holds", "use", "uses", "and", "or", "where", "with",
    "since", "because",
}  # fmt: skip


class Beside(NamedTuple):
    """The role of the text beside a passage: the passage `goes_on` there, as in
    `$2^{32} = 43$ hundred million`; the unit of a side may stand there (`measured`), as in
    `$m t = m$ units`; other words than those that open a sentence have `led` to it; a `unit` or a
    `size` is right behind it.
    """

    goes_on: bool
    measured: bool
    led: bool
    unit: str
    size: str


def beside(passage: Passage) -> Beside:
    """The role of the text beside a passage on its line, as far as errors depend on it."""
    word, dash = _OPENING.search(passage.before), _DASHED.search(passage.before)
    subtracted = dash is not None and len(dash["label"]) == 1
    labelled = _LABEL.fullmatch(passage.before) or _CALL.search(passage.before)
    continues = _CONTINUES.search(passage.before) and not labelled
    return Beside(
        bool(_GOES_ON.match(passage.after) or continues) or subtracted,
        _SIZED.match(passage.after) is not None,
        word is not None and word[1].lower() not in _OPENERS,
        stated_behind(passage),
        size_behind(passage),
    )
