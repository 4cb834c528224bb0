"""The formulas of Markdown and plain text: maths, code, table cells, and lines that are an equation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.checking.passage import Passage
from derive.checking.prose import is_an_equation
from derive.checking.tex import maths, placed, states

_FENCE = re.compile(
    r"^ {0,3}(?P<mark>`{3,20}(?!`)|~{3,20}(?!~))[ \t]*(?P<word>[\w+-]*)[^\n]*\n(?P<body>.*?)(?:^ {0,3}(?P=mark)[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)([^`\n]+)\1(?!`)")
_PLAIN_LANGUAGES = {"", "text", "txt", "plain", "plaintext", "none", "ascii", "equation", "equations"}
_LEAD = re.compile(r"^[\s>]*(?:[-*+•·–]\s+|\d+[.)]\s+|#+\s+)?(?:\*\*|__)?")
_LABEL = re.compile(r"^[A-Za-z][\w ,()/-]{0,60}(?:\*\*|__)?:(?:\*\*|__)?\s+(?=\S)")
_CONTINUES = re.compile(r"^\s*[=≈≥≤∝]|^\s{2,}[+×·*/−–-]\s")
_GOES_ON = re.compile(r"[-+*/×·−=≈≥≤(,]\s*$")
_PLAIN_SIGN = re.compile(r"[=≈≥≤∝]|:=")


def markdown_passages(text: str, file: str, *, code: bool = True) -> Iterator[Passage]:
    """The formulas of a text, in their order; with `code`, backticks are read as Markdown's."""
    found: list[tuple[int, Passage]] = []
    rest = _blanked(text, list(_comments(text)))
    if code:
        rest = _fences(text, rest, file, found)
    rest = _maths(text, rest, file, found)
    if code:
        rest = _inline_code(text, rest, file, found)
    found.extend(_lines(text, rest, file))
    yield from (passage for _, passage in sorted(found, key=lambda pair: pair[0]))


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with stretches made blank, line ends kept, so that places stay what they are."""
    parts, last = [], 0
    for begin, end in spans:
        parts += [text[last:begin], re.sub(r"[^\n]", " ", text[begin:end])]
        last = end
    return "".join([*parts, text[last:]])


def _comments(text: str) -> Iterator[tuple[int, int]]:
    begin = text.find("<!--")
    while begin >= 0 and (end := text.find("-->", begin)) >= 0:
        yield begin, end + 3
        begin = text.find("<!--", end)


def _fences(text: str, rest: str, file: str, found: list[tuple[int, Passage]]) -> str:
    spans = []
    for match in _FENCE.finditer(rest):
        spans.append(match.span())
        begin, end = match.span("body")
        if match["word"].lower() in ("math", "latex", "tex"):
            if states(text[begin:end]):
                found.append((begin, placed(text, begin, end, file, latex=True)))
        elif match["word"].lower() in _PLAIN_LANGUAGES:
            found.extend(_lines(text, rest[begin:end], file, begin))
    return _blanked(rest, spans)


def _maths(text: str, rest: str, file: str, found: list[tuple[int, Passage]]) -> str:
    spans = []
    for kind, begin, end in maths(rest):
        stretch = rest[begin:end]
        if kind == "dollar" and not _is_inline(rest, begin, end):
            continue
        if stretch[:1] == stretch[-1:] == "`" and len(stretch) > 1:  # GitHub's $`...`$
            begin, end = begin + 1, end - 1
        spans.append((begin - 1 if kind in ("dollar", "dollars") else begin - 2, end + (1 if kind == "dollar" else 2)))
        if states(text[begin:end]):
            found.append((begin, placed(text, begin, end, file, latex=True)))
    return _blanked(rest, spans)


def _is_inline(text: str, begin: int, end: int) -> bool:
    """Whether two dollar signs hold maths and not two prices: no space inside them, no digit after."""
    inside = text[begin:end]
    return not inside[0].isspace() and not inside[-1].isspace() and not text[end + 1 : end + 2].isdigit()


def _inline_code(text: str, rest: str, file: str, found: list[tuple[int, Passage]]) -> str:
    spans = []
    for match in _CODE.finditer(rest):
        begin, end = match.span(2)
        spans.append(match.span())
        if _PLAIN_SIGN.search(match[2]) and is_an_equation(match[2]):
            found.append((begin, placed(text, begin, end, file, latex=False)))
    return _blanked(rest, spans) if "`" in rest else rest


def _lines(text: str, rest: str, file: str, offset: int = 0) -> Iterator[tuple[int, Passage]]:
    """Lines and table cells of `rest` that are an equation; a line that begins with a sign goes on with the one before.

    `rest` stands at `offset` in the text.
    """
    stretches: list[list[int]] = []
    last_line, start = -2, offset
    for line_number, line in enumerate(rest.splitlines(keepends=True)):
        bare = line.rstrip("\n")
        follows = bool(stretches) and last_line == line_number - 1
        if follows and bare.strip() and (_CONTINUES.match(bare) or _GOES_ON.search(rest, stretches[-1][0] - start, stretches[-1][1] - start)):
            stretches[-1][1] = offset + len(bare)
            last_line = line_number
        else:
            for begin, end in _cells(bare):
                if _PLAIN_SIGN.search(bare, begin, end) and is_an_equation(bare[begin:end]):
                    stretches.append([offset + begin, offset + end])
                    last_line = line_number
        offset += len(line)
    for begin, end in stretches:
        yield begin, placed(text, begin, _trimmed(text, begin, end), file, latex="\\" in text[begin:end])


def _cells(line: str) -> Iterator[tuple[int, int]]:
    """Where the cells of a table row, or else the whole line without its bullet and label, begin and end."""
    if line.lstrip().startswith("|"):
        begin = line.index("|") + 1
        for cell in line[begin:].split("|"):
            yield begin, begin + len(cell)
            begin += len(cell) + 1
        return
    lead = _LEAD.match(line)
    begin = lead.end() if lead else 0
    label = _LABEL.match(line[begin:])
    if label and not _PLAIN_SIGN.search(label.group()):
        begin += label.end()
    yield begin, len(line)


def _trimmed(text: str, begin: int, end: int) -> int:
    """The end of a formula without the punctuation of the sentence or the emphasis around it."""
    while end > begin and text[end - 1] in " \t.,;:*×":
        end -= 1
    return end
