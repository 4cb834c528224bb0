"""Scripts and styles without comments and needless space; texts and regular expressions stay as
they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<pattern>(?:(?<=[(,=:!&|?{};])|(?<=[(,=:?][ ]))/(?![/*])
        (?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)
    |(?P<space>\s+)
    |(?P<word>[\w$.]+)
    |(?P<sign>.)""",
    re.VERBOSE,
)
Token = tuple[str, str]
_TIGHT = frozenset("{}()[],;:=<>?&|*!%")
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_SIGNS = frozenset("+-")  # two of which mean something else
_BEFORE_A_LINE = frozenset("\n{;,")  # behind these a line need not end


def squeezed(script: str) -> str:
    """A script in fewer characters; what is declared once is declared by the shorter word.

    >>> squeezed("const x = [ 1, 2 ]; // two\\nf(x, 'a  b')\\ng();")
    "let x=[1,2];f(x,'a  b')\\ng();"
    """
    made: list[str] = []
    for kind, text in tokens(script):
        if kind == "space":
            if made and made[-1] == " ":  # before a comment
                made.pop()
            if made and made[-1][-1:] not in _BEFORE_A_LINE:
                made.append("\n" if "\n" in text else " ")
            continue
        space, before = made[-1] if made else "", made[-2] if len(made) > 1 else ""
        if (space == " " and not _needed(before, text)) or (space == "\n" and text == "}"):
            made.pop()
        made.append("let" if text == "const" else text)
    return "".join(made).strip("\n")


def joined(script: str) -> str:
    """A squeezed script with one declaration for those that follow each other.

    >>> joined("let a=1;let b=(c)=>{let d=c;return d};let e=2;f(e);let g=3")
    'let a=1,b=(c)=>{let d=c;return d},e=2;f(e);let g=3'
    """
    made: list[str] = []
    starts = [""]  # the word that the statement began with, in each bracket
    for kind, text in tokens(script):
        if text == "let" and made[-1:] == [";"] and starts[-1] == "let;":
            made[-1], starts[-1] = ",", "let"
            continue
        if not (text == " " and made[-1:] == [","]):
            made.append(text)
        if text in _CLOSING or (kind == "template" and text.startswith("}")):
            starts.pop()
        if text in _OPENING or (kind == "template" and text.endswith("${")):
            starts.append("")
        elif text == ";":
            starts[-1] = "let;" if starts[-1] == "let" else ""
        elif kind == "space" and "\n" in text:
            starts[-1] = ""
        elif kind != "space" and starts[-1] in ("", "let;"):
            starts[-1] = text
    return "".join(made)


def _needed(before: str, after: str) -> bool:
    """Whether a space stands for something between two parts."""
    if before in _TIGHT or after in _TIGHT:
        return False
    return before == after if _SIGNS & {before, after} else True


def squeezed_style(style: str) -> str:
    """A style sheet in fewer characters.

    >>> squeezed_style("a, b { color: red; }\\n@media print {\\n  p { margin: 0; }\\n}")
    'a,b{color:red}@media print{p{margin:0}}'
    """
    tight = re.sub(r"\s*([{};,])\s*", r"\1", style.strip())
    return re.sub(r"(?<=[a-z-]): ", ":", tight).replace(";}", "}")


def tokens(script: str) -> Iterator[Token]:
    """The parts of a script with their kinds, without comments; the texts of a template end and
    start at the expressions in it.
    """
    place, depths = 0, [0]  # open braces since the start, and since that of each expression
    while place < len(script):
        if script[place] == "`" or (script[place] == "}" and depths[-1] == 0 < len(depths) - 1):
            if script[place] == "}":
                depths.pop()
            end = _text_end(script, place + 1)
            if script[end - 1] == "{":
                depths.append(0)
            yield "template", script[place:end]
            place = end
            continue
        found = _TOKEN.match(script, place)
        assert found is not None and found.lastgroup is not None
        place = found.end()
        depths[-1] += (found[0] == "{") - (found[0] == "}")
        if found.lastgroup != "comment":
            yield found.lastgroup, found[0]


def _text_end(script: str, start: int) -> int:
    """The place behind a text of a template: behind the quote, or the brace of an expression."""
    place = start
    while script[place] != "`" and not script.startswith("${", place):
        place += 2 if script[place] == "\\" else 1
    return place + (1 if script[place] == "`" else 2)
