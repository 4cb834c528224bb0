"""Formulas that go on behind the marks at their end: `$4 \\times 80$ GB $= 640$ GB`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from derive.checking.extraction.figure_units import unit_behind
from derive.checking.extraction.math_spans import MathSpan

_SIGN = r"(?:[=≈]|\\(?:approx(?:eq)?|simeq|equiv)(?![A-Za-z]))"
_GOES_ON = re.compile(rf"\s*(?:&\s*)?(?:{_SIGN}|[+×/÷]|\\(?:times|div)(?![A-Za-z]))\s*\S")
_RELATION = rf"(?:{_SIGN}|[≥≤<>]|\\(?:leq?|geq?|leqslant|geqslant|lt|gt)(?![A-Za-z]))"
_BEGINS = re.compile(rf"\s*(?:&\s*)?{_RELATION}")
_ENDS = re.compile(rf"{_RELATION}\s*$")
_STATES = re.compile(_RELATION)
# A figure behind a formula, with which its last side may end, and a sign between two formulas.
FIGURES = re.compile(
    r"(?:[\d\s.,+*/×·^{}()-]|\\(?:times|cdot|[dt]?frac|left|right|,|;))*\d\}*[KMBT]?\s*"
)
_SIGN_BETWEEN = re.compile(r"\s*[=≈]\s*")
_PLAIN_FIGURE = re.compile(r"\s*[=≈]\s?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.]\w)")
_MARK = re.compile(r"\s*(?:\$|\\\()")
_MARKS = ("$", "\\(", "$$")
_END = re.compile(r"[ \t]*(?:[.,;:)]*\s|[.,;:)]*\Z)")
_OPERATES = re.compile(r"\s?[-+*/×·−÷^(]")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_LONGEST, _WINDOW = 2_000, 80


def continued(text: str, spans: Iterable[MathSpan]) -> Iterator[MathSpan]:
    """The spans of maths, of which one that begins with a sign behind another and its unit is part
    of that, as are plain figures behind a sign; `$` stands around what is between.
    """
    last: MathSpan | None = None
    for span in spans:
        if last is not None and _joins(text, last, span):
            last = replace(last, end=span.end, closed=span.closed)
            continue
        if last is not None:
            yield _with_figures(text, last, span.opened)
        last = span
    if last is not None:
        yield _with_figures(text, last, len(text))


def last_side(formula: str) -> str:
    """The side behind the last sign of a formula, without the mark of maths before it."""
    side = re.split(r"=|\\approx|\\sim|≈", formula)[-1]
    mark = _MARK.match(side)
    return side[mark.end() :] if mark else side


def _joins(text: str, span: MathSpan, other: MathSpan) -> bool:
    """Whether a span of maths is the rest of one before it."""
    marks = {text[each.opened : each.begin] for each in (span, other)}
    if other.end - span.begin > _LONGEST or span.is_inline != other.is_inline:
        return False
    if not marks.issubset(_MARKS):
        return False
    if not span.is_inline:
        return _is_next_display(text, span, other)
    rest = _behind_unit(text, span, other.opened)
    if rest is None or _PARAGRAPH.search(text, span.closed, other.opened):
        return False
    formula, more = text[span.begin : span.end], text[other.begin : other.end]
    if not text[rest : other.opened].strip():
        return _GOES_ON.match(more) is not None
    plain = FIGURES.fullmatch(formula) is not None and FIGURES.fullmatch(more) is not None
    sign = _SIGN_BETWEEN.fullmatch(text, rest, other.opened)
    return sign is not None and not plain and _BEGINS.match(more) is None


def _is_next_display(text: str, span: MathSpan, other: MathSpan) -> bool:
    """Whether a display ends with a sign, and the next one begins with it or has none."""
    ends = _ENDS.search(text[span.begin : span.end]) is not None
    if not ends or text[span.closed : other.opened].strip():
        return False
    begins = _BEGINS.match(text, other.begin, other.end) is not None
    return begins or _STATES.search(text, other.begin, other.end) is None


def _behind_unit(text: str, span: MathSpan, end: int) -> int | None:
    """The end of the unit behind a formula that ends in a figure, or of the blanks before a sign;
    None where neither is there.
    """
    if not FIGURES.fullmatch(last_side(text[span.begin : span.end])):
        return None
    rest = text[span.closed : end].lstrip(" \t\n~")
    begin = end - len(rest)
    if not rest or rest[0] in "=≈":
        return begin
    unit = unit_behind(text[:end], span.closed)
    return begin + len(unit) if unit and rest.startswith(unit) else None


def _with_figures(text: str, span: MathSpan, end: int) -> MathSpan:
    """A span with the plain figure behind a sign: `$2 x$ = 4.8 GB`, with a unit or at the end of a
    clause.
    """
    formula = text[span.begin : span.end]
    if not span.is_inline or FIGURES.fullmatch(formula):
        return span
    rest = _behind_unit(text, span, min(span.closed + _WINDOW, end))
    match = _PLAIN_FIGURE.match(text, rest, end) if rest is not None else None
    if match is None or _OPERATES.match(text, match.end()):
        return span
    if not unit_behind(text, match.end()) and not _END.match(text, match.end()):
        return span
    return replace(span, end=match.end(), closed=match.end())
