r"""Formulas of LaTeX source, and arithmetic in its prose: `8~GPUs $\times$ 80\,GB = 640\,GB`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import partial

from derive.checking.extraction.continued import continued
from derive.checking.extraction.lines import line_passages
from derive.checking.extraction.markup import GONE
from derive.checking.extraction.math_spans import SKIPPED, MathSpan, maths
from derive.checking.extraction.passage import Passage
from derive.checking.extraction.tex import at_place, blanked, formulas, without_comments

_BEGIN = "\\begin{document}"
_CODE = r"[A-Za-z]*(?:[Vv]erb|[Ll]isting|[Cc]ode|[Pp]rogram|[Aa]lgorithm)[A-Za-z]*"
_OPENING = re.compile(rf"\\begin\{{((?:{SKIPPED}|{_CODE})\*?)\}}")  # of what is no prose
_VERBATIM = re.compile(r"\\(?:verb\*?|lstinline(?:\[[^\]\n]*\])?)([^\w\s{*]).*?\1")
# Maths that is part of a computation in words: \times, 8 \times 80, = 640.
_SEGMENT = re.compile(
    r"(?:[\d\s.,+*/×·÷=≈()-]|\\(?:times|cdot|div|approx|sim)(?![A-Za-z])|\\[,;:!% ]|\{,\}"
    r"|\^\{-?\d+\}|\^\d)+"
)
_FIGURE, _SIGN = re.compile(r"(?<!\w)\d"), re.compile(r"[=≈]")  # not the 1 of a name c1
# The end of the line before figures that begin a line, what makes them begin there, and figures
# that go on in the next line.
_OPERATES = r"(?:[-+*/×·÷−]|\\(?:times|cdot|div)(?![A-Za-z]))"
_LINE_BEFORE = re.compile(rf"(\S+)[^\S\n]*\n(?:[^\S\n]|\$|{_OPERATES})*\Z")
_OPENS = re.compile(
    r"(?:[.:;!?|}\\]|\A\\[A-Za-z]+|\A(?!times|plus|minus|over|half|twice|thrice)[a-z]{3,})\Z"
)
_GOES_ON = re.compile(
    rf"[^\S\n]*\$?[^\S\n]*\n[^\S\n]*\$?(?:{_OPERATES}|[=≈\d]"
    r"|(?:hundred|thousand|[mbtr]{1,2}illion|percent)\b)"
)
# A line that ends within a computation: behind a sign before a figure, or before such a sign.
_WRAPPED = re.compile(
    r"(?:[×·÷=≈+][^\S\n]*(?=\n[^\S\n]*[\d(~$])|[^\s|][^\S\n]*(?=\n[^\S\n]*[×·÷=≈]\s*[\d(~$]))\n"
)
_WINDOW = 80
_THOUSANDS = re.compile(r"\d{1,3}(?:(?:\{,\}|\\,)\d{3})+(?!\d)")
_PARTING = re.compile(r"\{,\}|\\,")
# Marks of LaTeX, what they are in plain text, and what fills the rest of their place.
_MARKS = (
    (r"\\(?:text(?:bf|it|rm|sf|tt|sc)?|emph|underline|mbox)\{([^{}]*)\}", r"\1", " "),
    (r"(?<=[\d%])--\\?(\$?\d[\d.,]*(?<=\d))", r"–\1", " "),
    (r"\^\{(-?\d+)\}", r"^\1", " "),
    (r"\\\\|&", "|", " "),
    (r"~|\\[,;:! ]|\\(?:item|noindent|q?quad|hline|(?:top|mid|bottom)rule)(?![A-Za-z])", "", " "),
    (r"\\(?:label|cite[a-z]*)\*?(?:\[[^\[\]\n]*\])*\{[^{}\n]*\}", "", " "),
    (r"\\times(?![A-Za-z])", "×", " "),
    (r"\\cdot(?![A-Za-z])", "·", " "),
    (r"\\div(?![A-Za-z])", "÷", " "),
    (r"\\approx(?![A-Za-z])", "≈", " "),
    (r"\\sim(?![A-Za-z])", "~", " "),
    (r"\\%", "%", " "),
    (r"\\([$#])", r" \1", " "),
    (r"(?<=\s)--(?=\s)|---", "—", " "),
    (r"--|\\(?:[A-Za-z]+\*?|.)|[{}]", "", GONE),  # what is not known to be mere layout
)
_PASSES = tuple((re.compile(pattern), written, fill) for pattern, written, fill in _MARKS)


def tex_passages(text: str, file: str) -> Iterator[Passage]:
    """The formulas of LaTeX source that state something, and the arithmetic of its prose, in their
    order.
    """
    text = without_comments(text)
    spans = [*continued(text, maths(text))]
    found = [*formulas(text, file, spans)]
    found += _arithmetic(text, file, spans, {begin for begin, _ in found})
    yield from (passage for _, passage in sorted(found, key=lambda pair: pair[0]))


def _arithmetic(
    text: str, file: str, spans: Iterable[MathSpan], stated: Collection[int]
) -> Iterator[tuple[int, Passage]]:
    """The computations with figures in the prose of a source, each with its position; the maths
    that begins at `stated` places is told already.
    """
    begin = max(text.find(_BEGIN), 0)
    prose = _plain(_without_maths(text, spans, stated))
    joined = _WRAPPED.sub(lambda end: f"{end[0][:-1]} ", prose)
    for position, passage in line_passages(joined, file, begin, len(joined), prose=True):
        begins = joined.index(passage.text[:1], position)
        if joined != prose:
            passage = at_place(passage, text, begins)
        whole = not _is_wrapped(text, begins, begins + len(passage.text))
        if whole and all(map(_FIGURE.search, _SIGN.split(passage.text))):
            yield position, passage


def _is_wrapped(text: str, begin: int, end: int) -> bool:
    """Whether a computation may begin on the line before its own, or behind a sign of its own,
    $-$3 + 5, or end on the line behind.
    """
    before = _LINE_BEFORE.search(text[max(0, begin - _WINDOW) : begin])
    opened = before is not None and not _OPENS.search(before[1])
    return opened or text.endswith("$-$", 0, begin) or _GOES_ON.match(text, end) is not None


def _without_maths(text: str, spans: Iterable[MathSpan], stated: Collection[int]) -> str:
    """The text as long as before, without its maths but for what goes on in words."""
    gone, marks = [], []
    for span in spans:
        part = _SEGMENT.fullmatch(text, span.begin, span.end)
        if part and span.is_inline and span.begin not in stated:
            marks += [(span.opened, span.begin), (span.end, span.closed)]
        else:
            gone.append((span.opened, span.closed))
    gone += _no_prose(text)
    return blanked(blanked(text, gone, GONE), marks)


def _no_prose(text: str) -> Iterator[tuple[int, int]]:
    """The spans of code, drawings and the like."""
    yield from (verbatim.span() for verbatim in _VERBATIM.finditer(text))
    last, absent = 0, set[str]()
    for opening in _OPENING.finditer(text):
        closing = f"\\end{{{opening[1]}}}"
        if opening.start() < last or closing in absent:
            continue
        if (end := text.find(closing, opening.end())) < 0:
            absent.add(closing)
        else:
            last = end + len(closing)
            yield opening.start(), last


def _plain(text: str) -> str:
    """The text with its marks as they are in plain text, as long as before."""
    text = _THOUSANDS.sub(lambda one: _PARTING.sub(",", one[0]).ljust(len(one[0])), text)
    for pattern, written, fill in _PASSES:
        text = pattern.sub(partial(_written, written, fill), text)
    return text


def _written(written: str, fill: str, mark: re.Match[str]) -> str:
    return mark.expand(written).ljust(len(mark[0]), fill)
