"""Marks of Markdown and HTML, blanked out with all positions unchanged."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from derive.checking.extraction.tex import blanked
from derive.units.registry import surely_unit

GONE = "\ufffc"  # replaces maths and code: a line that holds it is not an equation
_TAGS = (
    "a|abbr|b|big|blockquote|br|center|cite|code|d-cite|d-footnote|details|div|em|figcaption|figure|font|h[1-6]|hr|i|iframe|img|input|kbd|li|link|mark|meta|nobr"
    "|ol|p|picture|pre|s|script|section|small|source|span|strong|style|sub|summary|sup|svg|table|tbody|td|th|thead|tr|tt|u|ul|video"
)
_ATTRIBUTE = (
    r"\s+[\w:@.-]+"
    r"(?:\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|\{[^<>{}]*\}|\{\{[^<>{}]*\}\}|[^\s\"'<>{}=]+))?"
)
_TAG = re.compile(
    rf"</?(?:(?:{_TAGS})(?![\w-])|[A-Z]\w+(?=\s+\w+=|\s*/))(?:{_ATTRIBUTE})*\s*/?>", re.IGNORECASE
)
_SCRIPT = re.compile(
    r"<(?P<kind>sub|sup)>[ \t]*(?P<inside>[^<>\n]{1,40}?)[ \t]*</(?P=kind)>", re.IGNORECASE
)
# Each way of these patterns begins with a character: only where that stands are they tried.
_LINK = re.compile(
    r"!\[[^\[\]\n]*\]\([^()\n]*\)|\[(?<!\w\[)(?P<text>[^\[\]\n]*)\]\((?P<target>[^()\n]*(?:\([^()\n]*\)[^()\n]*)?)\)"
)
_REFERENCE = re.compile(
    r"\[\^[^\]\n]{1,40}\]|\[@[^\]\n]{1,200}\]|\[(?<=[\w.,;%*)]\[)\d{1,3}\](?![(\[])|\{[:#.%][^{}\n]*\}|\{\{[^{}\n]*\}\}|https?://[^\s)>\]]+"
)
_STRONG = re.compile(
    r"\*(?<![\w)\]*]\*)\*{1,2}(?=[^\s*])|\*(?<=[^\s*]\*)\*{1,2}(?![^\W_]|_(?!\{)|[(*])"
    r"|_(?<!\w_)_(?=\S)|_(?<=\S_)_(?!\w)"
)
_ESCAPED_WORD = re.compile(r"\\_(?<=\w\\_)\w++(?:\\_\w++)*")
_ESCAPED = re.compile(r"\\(?=[*=+<>~#.!()\[\]_|$%-])")
_FIGURE_ASIDE = re.compile(
    r"(?<![\w/.])\d[\d.,]{0,20}[ ]?(?P<unit>[A-Za-z]{1,6})"
    r"(?P<aside>[ ]\((?=[^()\n]*[A-Za-z]{2})[^()\n=/*×+^]{2,40}\))"
    r"(?=[ ]*(?:[+=≈−–-](?!\w)|[.,;]?[ ]*$))",
    re.MULTILINE,
)
_SUM_OF_ASIDES = re.compile(r"\)[ ]*[+−-][ ]")
_ENTITY = re.compile(r"&(?:times|divide|minus|asymp|middot|sdot);")
_QUOTE = re.compile(r"^[ \t]{0,3}(?:>[ \t]?)+", re.MULTILINE)


def without_marks(text: str) -> str:
    """The text without tags, links, emphasis and escapes, as long as before: `W<sub>in</sub>`
    becomes `W_in` and blanks.

    >>> without_marks("**t** = N / W<sub>b</sub>").split()
    ['t', '=', 'N', '/', 'W_b']
    """
    text = _SCRIPT.sub(_scripted, text)
    if "&" in text:
        text = _ENTITY.sub(lambda match: html.unescape(match[0]).ljust(len(match[0])), text)
    text = _TAG.sub(_blank, text)
    text = _LINK.sub(
        lambda match: (
            " " * len(match[0])
            if match["text"] is None
            else f" {match['text']}".ljust(len(match[0]))
        ),
        text,
    )
    text = _REFERENCE.sub(_blank, text)
    text = _STRONG.sub(_blank, text)
    if "\\_" in text:
        text = _ESCAPED_WORD.sub(
            lambda match: match[0].replace("\\", "").ljust(len(match[0])), text
        )
    return _ESCAPED.sub(" ", text)


def without_asides(text: str) -> str:
    """The text without the brackets that say what the figures of a computation are of, as long as
    before.

    >>> without_asides("1 GB (weights) + 2 GB (cache) = 3 GB").split()
    ['1', 'GB', '+', '2', 'GB', '=', '3', 'GB']
    """
    if ")" not in text:
        return text
    return blanked(text, list(_asides(text)))


def _asides(text: str) -> Iterator[tuple[int, int]]:
    """Begin and end of these brackets in the lines that add figures with one."""
    end = -1
    for added in _SUM_OF_ASIDES.finditer(text):
        if added.start() < end:
            continue  # in a line that is read
        begin, end = text.rfind("\n", 0, added.start()) + 1, text.find("\n", added.start())
        end = end if end >= 0 else len(text)
        figures = _FIGURE_ASIDE.finditer(text, begin, end)
        yield from (one.span("aside") for one in figures if surely_unit(one["unit"]))


def without_quotes(text: str) -> str:
    """The text without the `>` before the lines of a block quote."""
    return _QUOTE.sub(_blank, text) if ">" in text else text


def unescaped(formula: str) -> str:
    r"""A formula without Markdown's backslashes before `_` and `*`; a name such as `batch\_size`
    stays.
    """
    formula = (
        re.sub(r"\\_(?=\{)|\\_(?=[^\W_](?![A-Za-z]))", " _", formula)
        if "\\_" in formula
        else formula
    )
    return formula.replace("\\*", " *")


def _blank(match: re.Match[str]) -> str:
    return blanked(match[0], [(0, len(match[0]))])


def _scripted(match: re.Match[str]) -> str:
    inside = match["inside"]
    if match["kind"].lower() == "sub":
        return f"_{'_'.join(inside.split())}".ljust(len(match[0]))
    return (f"^{inside}" if inside.isalnum() else f"^({inside})").ljust(len(match[0]))
