"""Units that a text states by a value: “$w = 48$ GB/s” says that w is in GB/s."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from derive.checking.extraction.figure_units import in_units, unit_behind
from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.definition_patterns import LONE
from derive.checking.symbols.library_names import PI
from derive.checking.symbols.plain_prose import plain_unit
from derive.checking.symbols.unit_spelling import PURE, unit_of
from derive.units.multipliers import MULTIPLIERS

_FIGURE = (
    r"[-−]?\d[\d.,]*(?:[eE][-+]?\d+)?(?:\s*(?:\\times|\\cdot|×)\s*10\s*\^\s*(?:\{[-−]?\d+\}|\d))?"
)
_VALUE = re.compile(
    rf"\$\s*(?P<symbol>{LONE})\s*(?:=|≈|\\approx|\\sim|\\simeq)\s*{_FIGURE}"
    r"(?:(?:\s|~|\\[,;: ])*\${1,2}[ \t]?(?P<behind>[A-Za-zµ%][^\s,;:$|]{0,30})"
    r"|(?P<inside>[^$=\d][^$=]{0,60}?)\s*\$)"
)
_OTHER_PI = re.compile(
    r"\s*(?:\\pi(?![A-Za-z])|π)\s*(?::?=|\\coloneqq)\s*(?!\s*(?:3(?![\d,])|\\frac\s*\{?22|22\s*/|4\s*\\arctan))"
)
_OTHER_E = re.compile(r"\s*e\s*(?::?=|\\coloneqq)\s*(?!2[.,]7)\d")
_E_IN_PROSE = re.compile(r"(?<![\w.\\$-])e = \d[\d.,]*")
_MORE = re.compile(r"\s*\$\s*(?:[\^_]|\\(?:text|mathrm|rm)\b)")  # cm$^3$, rad $\text{s}^{-1}$
_SPACE = re.compile(r"\s|~|\\[,;:! ]")
_WORDS = {"in", "as", "at", "a", "to", "are", "is", "I", "A", "B", "K", "M", "T", "k"}


def redefined(formulas: Iterable[str], prose: str = "") -> dict[str, str]:
    """The constants that formulas, or words of the prose, give values of their own, with these:
    `\\pi = 16`, `e = 3`.
    """
    found: dict[str, str] = {}
    for formula in (*formulas, *(match[0] for match in _E_IN_PROSE.finditer(prose))):
        for constant, pattern in ((PI, _OTHER_PI), ("e", _OTHER_E)):
            if pattern.match(formula):
                found.setdefault(constant, formula)
    return found


def stated_values(prose: str) -> Iterator[tuple[str, str, int]]:
    """Each symbol with the unit of a value, and its position."""
    for match in _VALUE.finditer(prose):
        unit = _unit(match)
        if unit and unit != PURE:
            yield spelt(match["symbol"]), unit, match.start()


def _unit(match: re.Match[str]) -> str | None:
    if match["inside"] is not None:
        source = plain_unit(in_units(match["inside"].strip()))
        upright = match["inside"].strip().startswith("\\")  # else a product of symbols: 6 N B S
        letter, _, rest = (source or "").partition(" ")
        if letter in MULTIPLIERS and not _SPACE.match(match["inside"]):
            return unit_of(rest) if rest else None
        return unit_of(source) if upright and source else None
    behind, end = match["behind"].rstrip(".)"), match.end("behind")
    if behind in _WORDS:
        return None
    whole = unit_behind(match.string, match.start("behind"))
    if len(whole) > len(behind):
        return unit_of(whole)
    if _MORE.match(match.string, end):
        return None
    return unit_of(in_units(behind))
