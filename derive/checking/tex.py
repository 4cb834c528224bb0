"""The formulas of LaTeX source, and its macros without arguments."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

from derive.checking.passage import Passage

_ROWS = "equation|align|alignat|flalign|gather|multline|eqnarray|displaymath|math"
_SKIPPED = "verbatim|lstlisting|minted|comment|tikzpicture|filecontents"
_OPENING = re.compile(rf"\\begin\{{(?P<name>(?:{_ROWS}|{_SKIPPED})\*?)\}}|(?P<escaped>\\[\\$%])|(?P<open>\\\[|\\\(|\$\$|\$)|(?P<verb>\\verb\*?[^a-zA-Z\s*])")
_CLOSING = {"\\[": "\\]", "\\(": "\\)", "$$": "$$", "$": "$"}
_KIND = {"\\[": "display", "\\(": "inline", "$$": "dollars", "$": "dollar"}
_LONGEST_INLINE = 2_000
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_MACRO = re.compile(r"\\(?:re)?newcommand\*?\s*(?:\{\s*(\\[A-Za-z]+)\s*\}|(\\[A-Za-z]+))\s*(?!\[)\{|\\(?:g?def|gdef)\s*(\\[A-Za-z]+)\s*\{")
_OPERATOR = re.compile(r"\\DeclareMathOperator\*?\s*\{\s*(\\[A-Za-z]+)\s*\}\s*\{([^{}]*)\}")
_SIGN_COMMANDS = (
    "approx|simeq|sim|cong|le|leq|leqslant|ge|geq|geqslant|propto|equiv|coloneqq|lt|gt|ll|gg|lesssim|gtrsim|triangleq"
)
_STATES = re.compile(rf"[=≈≥≤<>∝]|\\(?:{_SIGN_COMMANDS})(?![A-Za-z])")
_MOST_MACROS = 2_000


def tex_passages(text: str, file: str) -> Iterator[Passage]:
    """The formulas of LaTeX source that state something."""
    text = _COMMENT.sub(lambda match: match[1] + " " * (len(match[0]) - len(match[1])), text)
    for _, begin, end in maths(text):
        if states(text[begin:end]):
            yield placed(text, begin, end, file, latex=True)


def maths(text: str) -> Iterator[tuple[str, int, int]]:
    """Where maths stands in a text, with its kind: rows, display, dollars, inline, dollar. One pass, whatever is left open."""
    position = 0
    absent: set[str] = set()
    while match := _OPENING.search(text, position):
        position = match.end()
        name, opening = match["name"], match["open"]
        if match["verb"]:
            position = max(position, text.find(match["verb"][-1], position) + 1)
        if not name and not opening:
            continue
        closing = f"\\end{{{name}}}" if name else _CLOSING[opening]
        end = -1 if closing in absent else text.find(closing, position)
        if end < 0:
            absent.add(closing)
        elif name:
            if name.rstrip("*") not in _SKIPPED.split("|"):
                yield "rows", position, end
            position = end + len(closing)
        elif opening != "$" or _may_be_inline(text, position, end):
            yield _KIND[opening], position, end
            position = end + len(closing)


def _may_be_inline(text: str, begin: int, end: int) -> bool:
    """Whether two dollar signs can be a pair: not far apart, no empty line between them."""
    return 0 < end - begin <= _LONGEST_INLINE and "\n\n" not in text[begin:end] and text[end - 1] != "\\"


def states(formula: str) -> bool:
    """Whether a formula holds a sign between two sides."""
    return _STATES.search(formula) is not None


def placed(text: str, begin: int, end: int, file: str, *, latex: bool) -> Passage:
    """A stretch of a text as a passage with its place."""
    stretch = text[begin:end]
    begin += len(stretch) - len(stretch.lstrip())
    starts = _line_starts(text)
    line = bisect_right(starts, begin)
    return Passage(stretch.strip(), latex, file, line, begin - starts[line - 1] + 1)


@lru_cache(maxsize=4)
def _line_starts(text: str) -> tuple[int, ...]:
    return (0, *(match.end() for match in re.finditer("\n", text)))


def tex_macros(text: str) -> dict[str, str]:
    """The author's macros without arguments, by name."""
    found = {match[1]: f"\\operatorname{{{match[2]}}}" for match in _OPERATOR.finditer(text)}
    for count, match in enumerate(_MACRO.finditer(text)):
        body = _group(text, match.end())
        if count < _MOST_MACROS and body is not None and "#" not in body:
            found[match[1] or match[2] or match[3]] = body
    return found


def _group(text: str, begin: int) -> str | None:
    """The group that is open at `begin`, up to its closing brace."""
    level = 1
    for end in range(begin, min(len(text), begin + 2_000)):
        if text[end - 1] != "\\":
            level += (text[end] == "{") - (text[end] == "}")
        if not level:
            return text[begin:end]
    return None
