"""Symbols that a text mentions: `$T_\\mathrm{in}$`, `$\\Delta p$`, `$x(t)$`, code, bare letters."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from derive.checking.extraction.markup import GONE
from derive.checking.extraction.math_spans import MathSpan, maths
from derive.checking.extraction.tex import blanked
from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.definition_patterns import SYMBOL

_ARGUMENT = r"(?:\{(?:[^{}$\n]|\{[^{}$\n]{0,30}\}){1,40}\}|\\[A-Za-z]+|[A-Za-z0-9])"
_MARKED = (
    r"\\(?:d{0,2}dot|hat|bar|tilde|vec|overline|underline|mathrm|mathbf|mathit|mathcal|mathbb|mathsf"
    rf"|boldsymbol|bm|text|textrm|textit|operatorname)\s*{_ARGUMENT}"
)
_NO_LETTER = r"(?:frac|sqrt|sum|int|prod|log|ln|exp|left|begin|partial|nabla|to|le|ge|ll|gg|infty)"
_BASE = rf"(?:{_MARKED}|\\(?!{_NO_LETTER}\b)[A-Za-z]+|[A-Za-z]{{1,15}}|[α-ωΑ-Ωℓħ])"
_SUBSCRIPT = rf"_\s*(?:{_MARKED}|{_ARGUMENT}|\*)"
_NO_POWER = r"(?:[A-Z](?![A-Za-z])|\*|\\[A-Za-z]+|\{(?!\s*[-+\d])[^{}$\n]{1,20}\})"
_NAME = rf"(?:(?:\\Delta|Δ)\s*)?{_BASE}'*(?:\s*(?:{_SUBSCRIPT}|\^\s*{_NO_POWER}|'+)){{0,3}}"
_OF = r"(?:\s*(?:\\!)?\(\s*\\?[a-z]+(?:\s*,\s*\\?[a-z]+){0,3}\s*\))?"  # T(t, x) is T
SYMBOL_NAME = rf"(?P<name>{_NAME}){_OF}"
_SYMBOL = re.compile(rf"\s*{SYMBOL_NAME}\s*")
_EQUATION = re.compile(rf"\s*{SYMBOL_NAME}\s*(?:&\s*)?(?::?=|\\(?:approx|simeq|equiv)\b|≈|≡)")
_CODE = re.compile(r"`(?<!``)(?P<code>[^\W\d]\w{0,30}'?)`(?!`)")
_WORD = re.compile(
    r"(?<![\w\\`'’{}./^=+×·*(\[-])(?<!\bin )(?<!\bper )(?<!\d )(?P<bare>[^\W\d_]\w{0,30})"
    r"(?![\w\\`'’{}^(\[]|-\w|\.[\w,]|\.\s+[A-Z][\w.])"
)
_JOINED = re.compile(r"\s*(?:,\s*(?:and\s+|or\s+)?|and\s+|or\s+|/)\s*")
_FIGURE_BEFORE, _NEAR = re.compile(r"[\d}]\s*\$[ ~]?$"), 8
_UNIT_BEFORE = re.compile(r"(?:\bin |[(\[])[A-Za-zµ]{1,3} $")
_DIVIDED = re.compile(r"/[a-z]|[ ·][A-Za-z]{1,2}\^?\{?[-−⁻]")
_NO_SYMBOLS = ("a", "A", "I")
_DEFINING = re.compile(r"\s*(?:[:=–(\[]|-\s|in\b|is\b)")
_VALUE = re.compile(r"[^=]*(?:=\s*[-+\\{~]{0,2}\s*[\d.]|\\in\b)[^=]*")


@dataclass(frozen=True, slots=True)
class Mention:
    """A symbol in its canonical spelling, with begin and end of its place in the prose; it may be
    the left side of an equation in maths.
    """

    symbol: str
    begin: int
    end: int
    equated: bool = False


def groups(prose: str, used: Collection[str]) -> Iterator[Sequence[Mention]]:
    """The mentions of symbols, those that are only listed together in one group; a bare word is a
    symbol if it is `used` in a formula.
    """
    group: list[Mention] = []
    for mention in sorted(_mentions(prose, used), key=lambda each: each.begin):
        joined = group and _JOINED.fullmatch(prose, group[-1].end, mention.begin)
        if group and (not joined or mention.equated or group[-1].equated):
            yield group
            group = []
        group.append(mention)
    if group:
        yield group


def equated_mentions(prose: str) -> Sequence[Mention]:
    """The mentions of symbols on the left of an equation in maths, in their order."""
    return [mention for mention in _marked(prose)[0] if mention.equated]


def _mentions(prose: str, used: Collection[str]) -> Iterator[Mention]:
    marked, text = _marked(prose)
    yield from marked
    for begin in _places(text, used):
        match = _WORD.match(text, begin)
        if match and match["bare"] in used and _may_be_a_symbol(prose, *match.span()):
            yield Mention(spelt(match["bare"]), *match.span())


@lru_cache(maxsize=4)  # unit clauses and introductions are looked for in one prose
def _marked(prose: str) -> tuple[Sequence[Mention], str]:
    """The mentions in maths and code, and the prose with its maths blanked out."""
    found, spans = [], []
    for stretch, name in _named_spans(prose):
        place = stretch.opened, stretch.closed
        spans.append(place)
        if name:
            found.append(Mention(_spelt(name), *place))
        elif match := _EQUATION.match(prose, stretch.begin, stretch.end):
            found.append(Mention(_spelt(match["name"]), *place, equated=True))
    text = blanked(prose, spans, GONE)
    found += [Mention(spelt(code["code"]), *code.span()) for code in _CODE.finditer(text)]
    return found, text


@lru_cache(maxsize=4)
def _named_spans(prose: str) -> Sequence[tuple[MathSpan, str]]:
    """The spans of maths, each with the name of the symbol that it is; "" for any other."""
    spans = maths(prose, markdown=True)
    found = (_SYMBOL.fullmatch(prose, stretch.begin, stretch.end) for stretch in spans)
    return [
        (stretch, match["name"] if match else "")
        for stretch, match in zip(spans, found, strict=True)
    ]


def _places(text: str, used: Collection[str]) -> Iterator[int]:
    """The places of words that are `used`."""
    if used:
        firsts = re.escape("".join(sorted({word[:1] for word in used})))
        runs = re.finditer(rf"[{firsts}](?<!\w.)\w*", text)
        yield from (run.start() for run in runs if run[0] in used)


def _may_be_a_symbol(prose: str, begin: int, end: int) -> bool:
    """Whether a bare word is no article, nor a unit behind a figure, `$36000$ s = 10 hours`, or the
    m of “in kg m/s”.
    """
    if prose[begin:end] in _NO_SYMBOLS and not _DEFINING.match(prose, end):
        return False
    near = max(begin - _NEAR, 0)
    in_a_unit = _DIVIDED.match(prose, end) and _UNIT_BEFORE.search(prose, near, begin)
    return not (in_a_unit or _FIGURE_BEFORE.search(prose, near, begin))


def _spelt(name: str) -> str:
    return spelt(" ".join(name.split()))


def without_formulas(prose: str) -> str:
    """The prose with its formulas blanked out, positions unchanged; symbols alone and values stay.

    >>> without_formulas("Since $x = y + z$, let $x$ be").count("$")
    2
    """
    return blanked(
        prose,
        (
            (stretch.opened, stretch.closed)
            for stretch, name in _named_spans(prose)
            if not (name or _is_a_value(prose, stretch))
        ),
        GONE,
    )


def _is_a_value(prose: str, stretch: MathSpan) -> bool:
    value = _VALUE.fullmatch(prose, stretch.begin, stretch.end)
    return bool(value and SYMBOL.fullmatch(prose, stretch.opened, stretch.closed))
