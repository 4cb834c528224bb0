"""Formulas of Markdown and plain text: maths, code, table cells, lines, sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from derive.checking.extraction.continued import continued
from derive.checking.extraction.drawings import drawings
from derive.checking.extraction.lines import line_passages
from derive.checking.extraction.literal import literal_blocks
from derive.checking.extraction.macros import defining
from derive.checking.extraction.markup import GONE, unescaped, without_marks, without_quotes
from derive.checking.extraction.math_spans import MathSpan, maths
from derive.checking.extraction.passage import Passage
from derive.checking.extraction.prose import is_an_equation
from derive.checking.extraction.skipped import reason
from derive.checking.extraction.tex import (
    blanked,
    has_command,
    placed,
    stated,
    with_unit_behind,
    with_unit_behind_code,
)

_FENCE = re.compile(
    r"^[ \t]*(?P<mark>`{3,20}(?!`)|~{3,20}(?!~)|:{3,20}(?=\{math\}))"
    r"[ \t]*(?P<word>\{?[\w+:.-]*\}?)[^\n]*\n(?P<body>.*?)(?:^[ \t]*(?P=mark)[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
_UNDERLINE = re.compile(r"^~{3,}[ \t]*$", re.MULTILINE)  # of a heading in reStructuredText
_FENCE_MARKS = ("```", "~~~", ":::")
_OPTIONS = re.compile(r"\A(?:[ \t]*:[\w-]+:[^\n]*\n|[ \t]*\n)+")
_CODE = re.compile(
    r"(`(?<!``)`{0,2})(?!`)([^`\n]+|(?<=:math:`)(?:[^`\n]|\n(?!\s*\n)){1,300})\1(?!`)"
)
_SEVERAL = re.compile(r"(?:[^.;]|[.;](?!\s))+")
_ROLE = re.compile(r"(?:\{math\}|:math:)$")
_TEMPLATE = re.compile(
    r"\{%-?\s*(?:katex|math|latex|tex)\b[^%\n]*%\}(?P<body>[^%]*)\{%-?\s*end\w*\s*-?%\}"
)
_DIRECTIVE = re.compile(
    r"^(?P<indent>[ \t]*)\.\. math::[ \t]*(?P<first>[^\n]*)\n(?P<body>(?:(?:(?P=indent)"
    r"[ \t][^\n]*|[ \t]*)\n)*(?:(?P=indent)[ \t][^\n]+\Z)?)",
    re.MULTILINE,
)
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_MATHS_WORDS = {"math", "latex", "tex", "katex", "{math}", "amsmath", "{amsmath}"}
_PLAIN_WORDS = {
    "", "text", "txt", "plain", "plaintext", "none", "ascii", "equation", "equations", "{text}",
    "{.text}",
}  # fmt: skip
_PICTURES = {"mermaid", "{mermaid}", "dot", "graphviz", "diff", "svg", "html", "xml", "json"}
_TEXT_WORDS = re.compile(
    r"\{(?!code|python|r\}|julia|mermaid|figure|image|raw|eval-rst|list-table|csv-table|literalinclude|bibliography|toctree)[a-z-]+\}"
)
_TIMES = r"\\(?:times|cdot)(?![A-Za-z])"
_SIGN = re.compile(rf"{_TIMES}|\\approx(?![A-Za-z])")
_FIGURES = re.compile(  # $8$ GB, and a sign alone: 8 $\times$ 80 GB
    rf"\s*\d[\d.,]*(?:\s*(?:{_TIMES}|[*/+-])\s*\d[\d.,]*)*\s*|\s*(?:{_SIGN.pattern}|[=≈+-])\s*"
)
_MOST_WORDS_IN_CODE = 4
# Names of several words without braces, as in $t = N_total / hbm_bandwidth$: no LaTeX is meant.
_SPELT_OUT = re.compile(r"(?=.*(?<![A-Za-z0-9_])[A-Za-z]\w*_[A-Za-z]{3})[^\\{}^]+", re.DOTALL)


def markdown_passages(
    text: str, file: str, *, code: bool = True, literal: bool = False
) -> Iterator[Passage]:
    """The formulas of a text in their order; with `code`, Markdown and HTML are interpreted, with
    `literal` the blocks of reStructuredText too.
    """
    found: list[tuple[int, Passage]] = []
    if literal:
        text = _literal(text, file, found)
    if code:
        text = blanked(text, _between(text, "<!--", "-->"))
        for name in ("script", "style"):
            if f"<{name}" in text:
                text = blanked(text, _between(text, f"<{name}", f"</{name}>"))
        text = blanked(text, drawings(text)) if "\\" in text else text
        text = without_quotes(_fences(text, file, found))
        text = _fences(text, file, found)
        text = _set_apart(text, file, found)
        text = _inline_code(text, file, found)
    text = blanked(text, defining(text))
    text = marked_maths(text, file, found)
    found += line_passages(without_marks(text) if code else text, file, 0, len(text), prose=True)
    yield from (passage for _, passage in sorted(found, key=lambda pair: pair[0]))


def _between(text: str, opening: str, closing: str) -> Iterator[tuple[int, int]]:
    """Begin and end of each part between two marks, marks included."""
    begin = text.find(opening)
    while begin >= 0 and (end := text.find(closing, begin)) >= 0:
        yield begin, end + len(closing)
        begin = text.find(opening, end)


def _fences(text: str, file: str, found: list[tuple[int, Passage]]) -> str:
    """The text without fences; of one with a language only what is no code of it counts."""
    if not any(mark in text for mark in _FENCE_MARKS):
        return text
    spans = []
    for match in _FENCE.finditer(text):
        begin, end = match.span("body")
        word = match["word"].lower()
        if _TEXT_WORDS.fullmatch(word) and word not in _MATHS_WORDS:
            spans += [(match.start(), begin), (end, match.end())]
            continue
        spans.append(match.span())
        if word in _MATHS_WORDS:
            _take(text, _after_options(text, begin, end), end, file, found)
        elif word not in _PICTURES:
            found += line_passages(
                text, file, begin, end, prose=False, code=word not in _PLAIN_WORDS
            )
    return blanked(text, spans)


def _literal(text: str, file: str, found: list[tuple[int, Passage]]) -> str:
    """The text without the code of reStructuredText; a block without a language is searched for
    formulas.
    """
    text = blanked(text, (line.span() for line in _UNDERLINE.finditer(text)))
    spans = []
    for begin, end, plain in literal_blocks(text):
        spans.append((begin, end))
        found += line_passages(text, file, begin, end, prose=False, code=not plain)
    return blanked(text, spans)


def _after_options(text: str, begin: int, end: int) -> int:
    options = _OPTIONS.match(text[begin:end])
    return begin + (options.end() if options else 0)


def _set_apart(text: str, file: str, found: list[tuple[int, Passage]]) -> str:
    """The text without maths in `{% katex %}` and `.. math::`, and without template marks."""
    spans = []
    for match in _TEMPLATE.finditer(text):
        spans.append(match.span())
        _take(text, *match.span("body"), file, found)
    text = blanked(text, spans, GONE)
    spans = []
    for match in _DIRECTIVE.finditer(text):
        spans.append(match.span())
        _take(text, *match.span("first"), file, found)
        begin, end = match.span("body")
        for first, last in _displays(text, _after_options(text, begin, end), end):
            _take(text, first, last, file, found)
    text = blanked(text, spans)
    return blanked(text, _between(text, "{%", "%}"))


def _displays(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """The formulas of a directive, which blank lines separate where no environment has them."""
    if "\\begin" not in text[begin:end]:
        for blank in _BLANK_LINES.finditer(text, begin, end):
            yield begin, blank.start()
            begin = blank.end()
    yield begin, end


_NAME_BESIDE = re.compile(r"(?<![\w.])[A-Za-z]+_\w+(?= \Z)")  # beside its symbol: batch_size `B`
_VALUE, _LONGEST_NAME = re.compile(r"\s*="), 40


def _inline_code(text: str, file: str, found: list[tuple[int, Passage]]) -> str:
    """The text without code that holds a sign or a dollar; other code loses only its backticks, as
    in `B` = `N` * `k`.
    """
    gone, ticks = [], []
    for match in _CODE.finditer(text):
        begin, end = match.span(2)
        around = text[match.start() - 1 : match.start()] + text[match.end() : match.end() + 1]
        if around == "$$":  # GitHub's $`...`$
            ticks += [(match.start(), begin), (end, match.end())]
        elif role := _ROLE.search(text, max(0, match.start() - 8), match.start()):
            gone.append((role.start(), match.end()))
            _take(text, begin, end, file, found)
        elif re.search(r"[=≈≥≤∝$\\]", match[2]):
            gone.append(match.span())
            for part in _SEVERAL.finditer(text, begin, end):
                why = reason(part.group())
                if why or is_an_equation(part.group(), _MOST_WORDS_IN_CODE):
                    passage = placed(text, *part.span(), file, latex=has_command(part.group()))
                    if part.end() == end and not passage.latex:
                        passage = with_unit_behind_code(passage, text, match.end())
                    found.append((part.start(), replace(passage, skipped=why)))
        else:
            name = _NAME_BESIDE.search(text, max(0, match.start() - _LONGEST_NAME), match.start())
            ticks += [name.span()] if name and _VALUE.match(text, match.end()) else []
            ticks += [(match.start(), begin), (end, match.end())]
    return blanked(blanked(text, gone, GONE), ticks)


def marked_maths(text: str, file: str, found: list[tuple[int, Passage]]) -> str:
    """The text without its maths between dollars and the like, which joins those found."""
    spans, marks, figures = [], [], []
    for stretch in continued(text, maths(text, markdown=True)):
        formula = text[stretch.begin : stretch.end]
        if stretch.is_inline and _FIGURES.fullmatch(formula):
            marks += [(stretch.opened, stretch.begin), (stretch.end, stretch.closed)]
            figures.append((stretch.begin, _SIGN.sub(_written_out, formula)))
        elif GONE not in formula:
            spans.append((stretch.opened, stretch.closed))
            _take(text, stretch.begin, stretch.end, file, found, stretch)
    text = blanked(blanked(text, spans, GONE), marks)
    for begin, formula in figures:
        text = f"{text[:begin]}{formula}{text[begin + len(formula) :]}"
    return text


def _written_out(command: re.Match[str]) -> str:
    return ("≈" if "approx" in command[0] else "×").ljust(len(command[0]))


def _take(
    text: str,
    begin: int,
    end: int,
    file: str,
    found: list[tuple[int, Passage]],
    stretch: MathSpan | None = None,
) -> None:
    """Add a formula if it states something."""
    formula = text[begin:end]
    if "<" in formula:
        formula = re.sub(r"</?[A-Za-z][^<>\n]*>", lambda match: " " * len(match[0]), formula)
    if span := stated(formula, 0, len(formula), inline=stretch is not None and stretch.is_inline):
        latex = not _SPELT_OUT.fullmatch(formula)
        passage = placed(text, begin + span[0], begin + span[1], file, latex=latex)
        passage = with_unit_behind(passage, text, stretch) if stretch else passage
        why, plain = reason(passage.text, maths=True), unescaped(passage.text)
        if why or plain != passage.text:
            passage = replace(passage, text=plain, skipped=why)
        found.append((begin, passage))
