"""Spans of maths in a text: between dollars and other marks, and in environments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from derive.checking.extraction.drawings import PICTURES

_WITH_ARGUMENT = ("alignat", "xalignat", "xxalignat", "IEEEeqnarray", "empheq")
_ARGUMENT = re.compile(r"\s*(?:\[[^\]\n]{0,80}\]\s*)?\{(?:[^{}\n]|\{[^{}\n]*\}){0,80}\}")
_ROWS = "|".join(
    (
        "equation|align|flalign|gather|multline|eqnarray|dmath|dgroup|displaymath|math",
        *_WITH_ARGUMENT,
    )
)
SKIPPED = f"verbatim|Verbatim|lstlisting|minted|comment|filecontents|thebibliography|{PICTURES}"
_BEGIN = rf"\\begin\{{(?P<name>(?:{_ROWS}|{SKIPPED})\*?)\}}"
_OPENING = re.compile(rf"{_BEGIN}|(?P<open>\\[\[(]|(?<!\$)\$\$?(?!\$))|\\.|\$+")
_IN_MARKDOWN = re.compile(rf"{_BEGIN}|(?P<open>\\?\\[\[(]|(?<!\$)\$\$?(?!\$))|\\.|\$+")
_MARK = re.compile(r"[\\$]")  # begins every opening
_CLOSING = {"\\[": "\\]", "\\(": "\\)", "$$": "$$", "$": "$", "\\\\[": "\\\\]", "\\\\(": "\\\\)"}
_INLINE = ("$", "\\(", "\\\\(")
_LONGEST_INLINE = 2_000
_DOLLAR = re.compile(r"(?<!\\)\$")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_PRICE = re.compile(r"\d[\d.,]*[KMBT]?\b.*[a-z]{3,} +[a-z]{2,}")


@dataclass(frozen=True, slots=True)
class MathSpan:
    """A span of maths from `begin` to `end`, with its marks from `opened` to `closed`; `is_inline`
    if it is within a line of text.
    """

    begin: int
    end: int
    opened: int
    closed: int
    is_inline: bool


def maths(text: str, *, markdown: bool = False) -> tuple[MathSpan, ...]:
    r"""The spans of maths in a text; in Markdown `\\(` opens too, and `$5 and $6` are prices."""
    return _maths(text, markdown)


@lru_cache(maxsize=4)  # definitions and unit clauses are looked for in one prose
def _maths(text: str, markdown: bool) -> tuple[MathSpan, ...]:
    return tuple(_spans(text, markdown))


def _spans(text: str, markdown: bool) -> Iterator[MathSpan]:
    """The spans of maths, in one pass."""
    position = 0
    absent: set[str] = set()
    openings = _IN_MARKDOWN if markdown else _OPENING
    while mark := _MARK.search(text, position):
        match = openings.match(text, mark.start())
        if match is None:
            position = mark.end()
            continue
        opened, position = match.span()
        name, opening = match["name"], match["open"]
        if not name and not opening:
            continue
        closing = f"\\end{{{name}}}" if name else _CLOSING[opening]
        end = -1 if closing in absent else _closed(text, opening, closing, position)
        if end < 0:
            if opening != "$":
                absent.add(closing)
        elif name:
            bare, after = name.rstrip("*"), end + len(closing)
            if bare not in SKIPPED.split("|"):
                argument = _ARGUMENT.match(text, position) if bare in _WITH_ARGUMENT else None
                begin = min(argument.end(), end) if argument else position
                yield MathSpan(begin, end, opened, after, is_inline=False)
            position = after
        elif opening in "$$" and not _is_a_pair(text, opening, position, end, markdown):
            continue
        else:
            after = end + len(closing)
            yield MathSpan(position, end, opened, after, is_inline=opening in _INLINE)
            position = after


def _closed(text: str, opening: str | None, closing: str, begin: int) -> int:
    """Index of the closing mark; -1 if there is none."""
    if opening == "$":
        match = _DOLLAR.search(text, begin, begin + _LONGEST_INLINE)
        return match.start() if match else -1
    return text.find(closing, begin)


def _is_a_pair(text: str, opening: str, begin: int, end: int, markdown: bool) -> bool:
    """Whether dollar signs enclose maths: no empty line between single ones, nor between double
    ones unless alone on their lines.
    """
    inside = text[begin:end]
    if opening == "$$":
        last_line = text[text.rfind("\n", 0, end) + 1 : end]
        alone = text[begin : begin + 1] == "\n" and not last_line.strip()
        short = end - begin < _LONGEST_INLINE * 10
        return short and bool(inside.strip()) and (alone or not _PARAGRAPH.search(inside))
    if not inside.strip() or _PARAGRAPH.search(inside):
        return False
    return not markdown or (
        _is_tight(inside) and not text[end + 1 : end + 2].isdigit() and not _PRICE.match(inside)
    )


def _is_tight(inside: str) -> bool:
    """Whether there is no space inside the dollar signs, or one on both sides of certain maths."""
    spaces = inside[0].isspace(), inside[-1].isspace()
    return not any(spaces) or (all(spaces) and re.search(r"[\\_^=]", inside) is not None)
