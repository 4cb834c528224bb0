"""Formulas of LaTeX source, and maths in any text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from derive.checking.extraction.continued import FIGURES, last_side
from derive.checking.extraction.figure_units import unit_behind
from derive.checking.extraction.macros import defining
from derive.checking.extraction.math_spans import MathSpan
from derive.checking.extraction.passage import Passage
from derive.checking.extraction.skipped import reason

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_NO_MATHS = re.compile(
    r"\\(?:verb\*?|lstinline|mintinline(?:\{[^{}\n]{0,40}\})?)(?P<mark>[^a-zA-Z\s*{\[])[^\n]{0,300}?(?P=mark)"
    r"|\\(?:short)?intertext\{[^{}]*\}|\\IEEE(?:yes|no)(?:sub)?number\*?(?![A-Za-z])|\\IEEEeqnarraynumspace(?![A-Za-z])"
)
_SIGN_COMMANDS = (
    "approx|approxeq|simeq|sim|cong|le|leq|leqslant|ge|geq|geqslant|propto|equiv|coloneqq"
    "|lt|gt|ll|gg|lesssim|gtrsim|triangleq"
)
_STATES = re.compile(rf"[=≈≥≤<>∝]|\\(?:{_SIGN_COMMANDS})(?![A-Za-z])")
_SCRIPT = re.compile(r"[_^]\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}")  # a script states nothing
_NUMBERED = re.compile(  # an equation's number behind letters, v = g t \,(5.8), or a result
    r"(?:[A-Za-z}\])]|=[^=]{1,300}=[^=]{0,60}\d)\s*"
    r"(?P<number>(?:\\[,;:!]\s*)+\(\d{1,3}[.-]\d{1,3}[a-z]?\))[.,]?\s*\Z"
)
_STATES_AT_END = re.compile(rf"(?:[=≈≥≤<>∝]|\\(?:{_SIGN_COMMANDS}))\s*$")


def without_comments(text: str) -> str:
    """The source without comments, disabled parts and bodies of macros, as long as before."""
    if "%" in text:
        text = _COMMENT.sub(lambda match: match[1] + " " * (len(match[0]) - len(match[1])), text)
    text = blanked(text, _switched_off(text))
    text = _NO_MATHS.sub(lambda match: " " * len(match[0]), text)
    return blanked(text, defining(text))


def formulas(text: str, file: str, spans: Iterable[MathSpan]) -> Iterator[tuple[int, Passage]]:
    """The formulas of LaTeX source that state something, each with the beginning of its span."""
    for stretch in spans:
        if span := stated(text, stretch.begin, stretch.end, inline=stretch.is_inline):
            passage = with_unit_behind(placed(text, *span, file, latex=True), text, stretch)
            yield stretch.begin, replace(passage, skipped=reason(passage.text, maths=True))


def blanked(text: str, spans: Iterable[tuple[int, int]], fill: str = " ") -> str:
    """The text with spans filled by `fill`, line ends kept, so that positions are unchanged."""
    parts, last = [], 0
    for begin, end in spans:
        stretch = text[max(begin, last) : end]
        lines = stretch.split("\n") if "\n" in stretch else [stretch]
        parts += [text[last:begin], "\n".join([fill * len(line) for line in lines])]
        last = max(end, last)
    return "".join([*parts, text[last:]])


def _switched_off(text: str) -> Iterator[tuple[int, int]]:
    r"""The spans between \iffalse and \fi, and after the end of the document."""
    last = text.find("\\end{document}")
    last = len(text) if last < 0 else last
    begin = text.find("\\iffalse", 0, last)
    while begin >= 0 and (end := text.find("\\fi", begin + 8, last)) >= 0:
        yield begin, end
        begin = text.find("\\iffalse", end, last)
    yield last, len(text)


def stated(text: str, begin: int, end: int, *, inline: bool = False) -> tuple[int, int] | None:
    r"""Begin and end of the statement in a formula, without a leading sign that continues one, and
    the number of a display; None for `$\sim 20$` within a line.
    """
    numbered = None if inline else _NUMBERED.search(text, begin, end)
    end = numbered.start("number") if numbered else end
    formula = text[begin:end]
    match = _STATES.search(_SCRIPT.sub(lambda found: "_" * len(found[0]), formula))
    if match is None:
        return None
    before, behind = formula[: match.start()], formula[match.end() :]
    if not before.strip(" \n\t&~\\,{"):
        further = "{" not in before and _STATES.search(behind)
        if further and behind[: further.start()].strip():
            return begin + match.end(), end
        return None if inline else (begin, end)
    return None if inline and _STATES_AT_END.search(formula) else (begin, end)


_SENTENCE_ENDS = re.compile(r"[.!?:]\s+(?=[A-Z$\\])|\n\s*(?:\n|[-*+|#>])\s*|\|")
_LONGEST_BEFORE = 240
_BESIDE = 60  # characters beside a passage that are kept
_MONEY = re.compile(r"\s*\\\$[\d.,]+\s*")
_RATE = re.compile(r"/\s?(?P<unit>hr|hour|h|day|month|year|GPU|token|s)\b(?!/)")
_BARE = re.compile(
    r"(?:[\d\s.,=≈+*/^(){}×·-]|\\(?:times|cdot|[dt]?frac|approx|left|right|sqrt|[,;!])"
    r"|\\text\{[kKMBT]\})+"
)  # a computation without a name


def with_unit_behind(passage: Passage, text: str, stretch: MathSpan) -> Passage:
    r"""A formula that ends in a figure with the unit right after it: `$t_m = 30$ ms`."""
    last = last_side(passage.text)
    figures = stretch.is_inline and FIGURES.fullmatch(last)
    rated = _BARE.fullmatch(passage.text) is not None
    unit = unit_behind(text, stretch.closed, rated) if figures else ""
    if stretch.is_inline and _MONEY.fullmatch(last) and (rate := _RATE.match(text, stretch.closed)):
        return replace(passage, text=rf"{passage.text}/\text{{{rate['unit']}}}")
    return replace(passage, text=rf"{passage.text}\ \text{{{unit}}}") if unit else passage


def with_unit_behind_code(passage: Passage, text: str, position: int) -> Passage:
    """A formula in code that ends in a figure with the unit right after it: `n = 2 * 3` bytes."""
    figures = FIGURES.fullmatch(last_side(passage.text))
    unit = unit_behind(text, position) if figures else ""
    return replace(passage, text=f"{passage.text} {unit}") if unit else passage


def has_command(text: str) -> bool:
    """Whether a text contains a LaTeX command."""
    return re.search(r"\\[A-Za-z]", text) is not None


def placed(text: str, begin: int, end: int, file: str, *, latex: bool) -> Passage:
    """A span of a text as a passage with its place."""
    stretch = text[begin:end]
    begin += len(stretch) - len(stretch.lstrip())
    line, column = _place(text, begin)
    before = text[begin - min(column - 1, _BESIDE) : begin]
    after = text[end : end + _BESIDE].partition("\n")[0]
    told = _of_the_sentence(text[max(0, begin - _LONGEST_BEFORE) : begin])
    return Passage(
        stretch.strip(), latex, file, line, column, before=before, after=after, told=told
    )


def at_place(passage: Passage, text: str, begin: int) -> Passage:
    """A passage with the line and column of a position of a text."""
    line, column = _place(text, begin)
    return replace(passage, line=line, column=column)


def _place(text: str, position: int) -> tuple[int, int]:
    """The line and the column of a position of a text, both from 1."""
    starts = _line_starts(text)
    line = bisect_right(starts, position)
    return line, position - starts[line - 1] + 1


def _of_the_sentence(text: str) -> str:
    """The end of a text that belongs to the sentence that goes on behind it, if it holds a sign."""
    if "=" not in text:
        return ""
    ends = [end.end() for end in _SENTENCE_ENDS.finditer(text)]
    return text[ends[-1] :] if ends else text


@lru_cache(maxsize=4)
def _line_starts(text: str) -> tuple[int, ...]:
    return (0, *(match.end() for match in re.finditer("\n", text)))
