"""Units in brackets behind the symbols of a formula: `T [s] = S [GB] / W [GB/s]`, `B (tokens)`."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from derive.checking.extraction.passage import Passage
from derive.checking.spelling.canonical import GREEK
from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.evidence import Evidence, Strength
from derive.checking.symbols.plain_prose import plain_unit
from derive.checking.symbols.unit_spelling import PURE
from derive.units.registry import resolve, until_units_change

_FONT = r"\\(?:text|textrm|mathrm|mathbf|mathit|mathsf|operatorname|hat|bar|tilde)\{[^{}\n]{1,40}\}"
_SYMBOL = rf"(?:{_FONT}|\\[A-Za-z]+(?![A-Za-z{{])|[A-Za-zα-ωΑ-Ω][A-Za-z0-9]*)"
_SCRIPT = r"(?:_(?:\{[^{}\n]{1,40}\}|\w+))?"
_BRACKET = re.compile(
    rf"(?<![\\\w^])(?P<symbol>{_SYMBOL}{_SCRIPT})(?P<gap>(?:[ ~]|\\[,;:! ]){{0,3}})"
    r"(?:\[(?P<unit>[^\[\]$\n]{1,40})\](?!\^)"
    r"|(?<= )\((?P<word>[A-Za-zµ]{2,12}(?:/[A-Za-zµ]{1,12})*)\)(?!\s*\}))"
)
_ONE_LETTER = re.compile(r"(?P<letter>[A-Za-z])(?:\^\{?-?\d\}?|[²³])?")
_FIGURE = re.compile(r"\d ?$")
_SPELT_AGAIN = re.compile(rf"(?<=[α-ωΑ-Ω]) \((?:{'|'.join(GREEK)})\)")  # ε (epsilon) ≈ 4 ms
_FUNCTION = re.compile(r"(?<![A-Za-z])(?:log_?(?:10|2|e)?|ln|exp|sqrt|sin|cos|tan)\s+$")
_CONCENTRATION = re.compile(r"\[(?:\\(?:mathrm|text)\{)?(?P<symbol>[A-Za-z]\w{0,5})\}?\]")
_LETTER = re.compile(r"(?<![A-Za-z\\{])[A-Za-z](?![A-Za-z}])")
_NO_SYMBOLS = re.compile(
    r"\\(?:left|right|[bB]igg?[lr]?|sqrt|in|quad|max|min|log|exp)|max|min|log|ln|exp|sqrt|sum|ceil|floor"
)


class BracketedUnit(NamedTuple):
    """A symbol with the unit in brackets behind it, and where the bracket begins and ends."""

    symbol: str
    unit: str
    begin: int
    end: int


@until_units_change
@lru_cache(maxsize=1024)  # they are looked for before a formula is read, and then left out
def bracketed_units(formula: str) -> tuple[BracketedUnit, ...]:
    """The units in brackets behind the symbols of a formula; a letter that it computes with, an
    index that stands without a blank, or a concentration that is raised to a power, is none.

    >>> [(u.symbol, u.unit) for u in bracketed_units(r"T [s] = \\frac{S [GB]}{W_m [GB/s]}")]
    [('T', 's'), ('S', 'GB'), ('W_m', 'GB/s')]
    >>> bracketed_units("x[s] = y [i] + E[S^2] + m (ab) + log (GB) + log2 Q (bits)")
    ()
    >>> [(u.symbol, u.unit) for u in bracketed_units("flops = 6 * B (tokens) * num_parameters")]
    [('B', 'token')]
    """
    return tuple(_found(formula)) if "[" in formula or " (" in formula else ()


def _found(formula: str) -> Iterator[BracketedUnit]:
    letters = {*_LETTER.findall(_BRACKET.sub(lambda match: match["symbol"], formula))}
    for match in _BRACKET.finditer(formula):
        inside = (match["unit"] or match["word"]).strip()
        unit = plain_unit(inside)
        lone = _ONE_LETTER.fullmatch(inside)
        alone = lone is not None and (not match["gap"] or lone["letter"] in letters)
        measured = _FIGURE.search(formula, 0, match.start()) and resolve(match["symbol"])
        of_function = _FUNCTION.search(formula, max(match.start() - 12, 0), match.start())
        if measured or of_function or _NO_SYMBOLS.fullmatch(match["symbol"]):
            continue  # 8 GB (weights), log2 PPL (bits)
        symbol = spelt(match["symbol"])
        if unit and unit != PURE and not alone and any(map(str.isalnum, symbol)):  # no bar
            begin = match.start("unit" if match["unit"] else "word") - 1
            yield BracketedUnit(symbol, unit, begin, match.end())


def without_bracketed_units(formula: str, own: Container[str] = ()) -> str:
    """The formula with blanks in place of these units, and of the name of a Greek letter behind it,
    every other character in its place; a letter among the author's `own` names is none, such as the
    A of k[A].
    """
    if "(" in formula:
        formula = _SPELT_AGAIN.sub(lambda match: " " * len(match[0]), formula)
    for found in bracketed_units(formula):
        inside = formula[found.begin + 1 : found.end - 1].strip()
        letter = _ONE_LETTER.fullmatch(inside)
        if spelt(letter["letter"] if letter else inside) in own:
            continue
        blank = " " * (found.end - found.begin)
        formula = formula[: found.begin] + blank + formula[found.end :]
    return formula


def stated_in_brackets(passages: Iterable[Passage]) -> dict[str, Evidence]:
    """The evidence for the symbols that the formulas give one unit."""
    found: dict[str, Evidence] = {}
    several: set[str] = set()
    for passage in passages:
        for symbol, unit, begin, end in bracketed_units(passage.text):
            line, _ = passage.place(begin)
            said = passage.text[begin:end]
            seen = Evidence(symbol, unit, Strength.UNIT, f"line {line}", said, passage.text[:80])
            if found.setdefault(symbol, seen).meaning != unit:
                several.add(symbol)
    return {symbol: seen for symbol, seen in found.items() if symbol not in several}


def unbracketed(symbol: str) -> str:
    """The symbol of a concentration without its brackets, as formulas are read.

    >>> unbracketed("[L]"), unbracketed("[rows/page]")
    ('L', '[rows/page]')
    """
    found = _CONCENTRATION.fullmatch(symbol) if symbol[:1] == "[" else None
    return found["symbol"] if found else symbol
