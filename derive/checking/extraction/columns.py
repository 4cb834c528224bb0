"""Columns of a line: computations and labels that blanks part, and the remark behind an arrow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from derive.checking.extraction.skipped import reason

PLAIN_SIGN = re.compile(r"[=≈≥≤∝]")
_COLUMN = re.compile(r"(?<=[\w)%])(?<!\s[x×]) {2,}(?=[A-Za-z_$~√\d(]|(?<= {3})[-−][\w(])(?![x×]\s)")
_NAMES = r"(?:sqrt|log\d*|ln|exp|ceil|floor|max|min|sin|cos|tan)\("
_FUNCTION = rf"{_NAMES}(?=[\s(]*[-−]?\d)"
_LABEL = r"(?:\w+(?: \w+){0,3} = |(?:[A-Za-z]{3,} ){1,3}(?=[-−$~\d]))?"
_SIGN = r"(?:[*×/+·]|-(?!>)|(?<![A-Za-z])x(?![A-Za-z]))"
_RESULT = r"\s*[=≈]\s*[-−]?[$~]? ?\d"
_COMPUTED = re.compile(
    rf"{_LABEL}[-−]?[$~]?(?:(?:√?\d|\w*\()[^=≈\n]*{_SIGN}|{_FUNCTION})[^=≈\n]*{_RESULT}"
)
_OF_FIGURES = re.compile(rf"{_LABEL}(?:[-−$~\d().,*×/+·^% ]|x(?![A-Za-z])|{_NAMES})+{_RESULT}")
# A name and what it equals, behind a whole equation: “  majority line = 1.5”.
_NAMED = re.compile(r"[A-Za-z_][\w'’]*(?: [\w'’]+){0,3}\s*[=≈]\s*[-−$~]?[$~]?\s?\d")
_ENDS_IN_A_FIGURE = re.compile(r"[=≈]\s*[-−]?[$~]?\d[\d.,]*\s?[A-Za-z%/]{0,12}")
_POINTS = "->"
_LONGEST = 500  # characters of a line with columns
_WIDE = 3  # blanks; two behind a figure alone
_A_FIGURE = re.compile(r"[$~]?\d[\d.,]*(?:\s?[A-Za-zµ/]{1,6}|%)?")
_BEGINS_A_FIGURE = re.compile(rf"[-−]?(?:[$~]?\d|√\d|e\^|{_FUNCTION})")
# A row of figures whose sign stands in a column of its own: 20     346/365       ≈ 0.589     0.411
_ROW = re.compile(r"\d[\d.,]*%? {2,}\d[^=≈\n]*?(?<! ) {4,}[=≈] ?\d[\d.,]*%? {4,}\d[\d.,]*%?")
_ARROW = re.compile(r"(?<=\S)\s+(?:<-{1,2}|[←⟵⬅])\s+(?=\S)")  # not “x <-5”
_DASH = re.compile(r"(?<=[=≈])(?P<result>[^=≈\n—]*\d\s?[A-Za-z%/]+)—(?=[A-Za-z])")
_STATED = re.compile(r"[=≈≥≤∝~]|(?<![\w.])\d")


def without_remarks(text: str, cells: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The cells of a line, cut where an arrow points from a remark to what is stated before it,
    `x 76.5   <- sqrt(5859) = 76.5`, or a dash stands right behind the unit of a result.
    """
    for first, end in cells:
        dash = _DASH.search(text, first, end)
        arrow = None if dash else _ARROW.search(text, first, end)
        if dash:
            yield first, dash.end("result")
            yield dash.end(), end
        elif arrow and _STATED.search(text, first, arrow.start()):
            yield first, arrow.start()
            yield arrow.end(), end
        else:
            yield first, end


def columns(text: str, cells: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The cells of a line of code or figures, cut where blanks part a computation from another one,
    or from a label or figure before or behind it, which is left out; also a figure alone from
    another one.
    """
    for first, end in cells:
        if end - first > _LONGEST:
            yield first, end
            continue
        if _ROW.fullmatch(text[first:end].strip()):
            continue
        begin = first
        gaps = [*_COLUMN.finditer(text, first, end)]
        table = bool(gaps) and reason(text[first:end]) != ""
        for gap in gaps:
            sides = ((begin, gap.start()), (gap.end(), end))
            alone = not table and _is_a_figure_alone(text, *sides)
            wide = gap.end() - gap.start() >= _WIDE
            if alone or (wide and _are_apart(text, *sides)):
                if PLAIN_SIGN.search(text, *sides[0]):
                    yield sides[0]
                begin = gap.end()
                if _A_FIGURE.fullmatch(text, gap.end(), end):
                    break
        else:
            if begin == first or PLAIN_SIGN.search(text, begin, end):
                yield begin, end


def _is_a_figure_alone(text: str, left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Whether a figure alone stands before another figure, or behind one that ends an equation."""
    if _A_FIGURE.fullmatch(text, *left):
        return _BEGINS_A_FIGURE.match(text, *right) is not None
    signed = PLAIN_SIGN.search(text, *left) is not None
    return signed and _is_whole(text, *left) and _A_FIGURE.fullmatch(text, *right) is not None


def _are_apart(text: str, left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Whether blanks between two parts of a line part columns: one is a computation, and the other
    states nothing, or is whole before figures alone; or the second says what a name equals behind a
    whole equation or an arrow.
    """
    if _NAMED.match(text, *right) and (_POINTS in text[slice(*left)] or _is_whole(text, *left)):
        return True
    computed = [_COMPUTED.match(text, *side) is not None for side in (left, right)]
    signed = [PLAIN_SIGN.search(text, *side) is not None for side in (left, right)]
    whole = computed[0] or not signed[0]
    whole = whole or (_is_whole(text, *left) and _OF_FIGURES.match(text, *right) is not None)
    return any(computed) and whole and (computed[1] or not signed[1])


def _is_whole(text: str, begin: int, end: int) -> bool:
    """Whether a part of a line ends in a figure behind a sign: 6.00B = 6,000M."""
    signs = [sign.start() for sign in PLAIN_SIGN.finditer(text, begin, end)]
    return bool(signs) and _ENDS_IN_A_FIGURE.fullmatch(text, signs[-1], end) is not None
