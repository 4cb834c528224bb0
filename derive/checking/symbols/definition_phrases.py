"""Phrases of a text that define its symbols."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from enum import IntEnum

from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.clause_patterns import OF_A_SET
from derive.checking.symbols.definition_patterns import (
    BESIDE,
    CELL,
    CELL_BEFORE,
    CODE_BEHIND,
    COUNTED_NOUN,
    GOES_ON,
    HAS_UNIT,
    HEADING,
    HEADING_BEFORE,
    ITEM,
    ITEM_BEFORE,
    JOINED,
    LED_BY,
    LED_BY_VERB,
    LINE_ENDS,
    LISTED,
    MANY,
    OF_SEVERAL,
    OF_THE_MANY,
    PARTED,
    PLURAL,
    ROW,
    SHARED,
    STOPS,
    SYMBOL,
    THE_MANY,
    TIMES,
    UNIT_BEHIND,
    UNIT_BEHIND_COMMA,
    UNIT_GOES_ON,
    VERB,
    WITHOUT_VERB,
)
from derive.checking.symbols.mentions import without_formulas
from derive.checking.symbols.phrases_around import is_gapped, lets, names_led, units_counted
from derive.checking.symbols.quantity_names import NATURAL
from derive.checking.symbols.tables import table_definitions
from derive.checking.symbols.unit_clauses import unit_clauses
from derive.checking.symbols.unit_phrases import (
    unit_at,
    unit_in,
)
from derive.checking.symbols.unit_spelling import PURE, unit_of


class Certainty(IntEnum):
    """Certainty that a phrase defines a symbol, the surest first; one merely seen binds nothing."""

    DEFINED, STATED, LED, COUNT, SEEN = range(5)


_MOST_TOGETHER = 9
_COMMON = re.compile(r"(?P<noun>[a-z][\w -]{2,60}?)s\s(?:of|at|in|for|on|between)\s")
_BLANK = re.compile(r"\n[ \t]*\n")  # no symbol is joined to words beyond it
_LIES_BEFORE, _LIES_AFTER, _NEAR = 300, 200, 90
_CELL_ENDS = re.compile(r"\s*(?:[|&]|\\\\)")
_LEADING_VERBS = ("is", "equals")  # what a phrase of LED_BY_VERB ends with
_LED_ENDS = re.compile(r"[\w#'’/(-]")  # what a phrase before a symbol ends with
_LESS_ONE = re.compile(r"\([A-Za-z]-\d+\)")  # γ(b-1) is a product
_SIGN_INSIDE = re.compile(r"(\$[^$=\n]{1,40})=\$(?=\s+[A-Za-z])")  # $m=$ number of words


def phrases_of_symbols(
    prose: str, used: Collection[str] = ()
) -> Iterator[tuple[str, str, Certainty, int]]:
    """Each symbol with a phrase that may define it, how surely, and the symbol's position; a bare
    word counts as a symbol where formulas have `used` it.
    """
    for symbol, phrase, position in table_definitions(prose):
        yield symbol, phrase, Certainty.DEFINED, position
    told = set()
    for clause in unit_clauses(prose, used):
        told.add(clause.position)
        yield clause.symbol, clause.phrase, Certainty.DEFINED, clause.position
    prose = without_formulas(_SIGN_INSIDE.sub(r"\1$=", prose))
    chain: list[str] = []
    end = -1
    for match in SYMBOL.finditer(prose):
        symbol = spelt(match["dollars"] or match["round"] or match["code"] or match["bare"])
        chain = (
            [*chain[-_MOST_TOGETHER:], symbol]
            if end >= 0 and JOINED.fullmatch(prose, end, match.start())
            else [symbol]
        )
        end = match.end()
        if match.start() in told:
            continue
        before = _BLANK.split(prose[max(0, match.start() - _LIES_BEFORE) : match.start()])[-1]
        after = _BLANK.split(prose[end : end + _LIES_AFTER], maxsplit=1)[0]
        if len(chain) > 1 and (many := OF_SEVERAL.match(after)):
            phrases = _of_many(chain, many["rest"])
        else:
            marked, valued = match["bare"] is None, "=" in match[0]
            phrases = _of_one(symbol, marked, before, after, valued=valued)
        yield from ((*phrase, match.start()) for phrase in phrases)


def _of_many(symbols: Sequence[str], words: str) -> Iterator[tuple[str, str, Certainty]]:
    """Phrases of several symbols: “$L$ and $T$ are the number of layers and the sequence length
    (respectively)”.
    """
    if SHARED.search(words):
        yield from ((symbol, words.strip(), Certainty.SEEN) for symbol in symbols)
        return
    parts = [
        re.sub(r"^(?:the|an?|our)\s+|,?\s*respectively$", "", part.strip())
        for part in PARTED.split(words.removesuffix("respectively").strip(" ,"))
    ]
    common = _COMMON.match(parts[0]) if any(len(part) == 1 for part in parts) else None
    if common:  # the pressures of gases A and B
        yield from ((symbol, common["noun"], Certainty.DEFINED) for symbol in symbols)
    elif len(parts) == len(symbols):
        yield from (
            (symbol, part, Certainty.DEFINED) for symbol, part in zip(symbols, parts, strict=True)
        )
    elif len(parts) == 1 and unit_in(parts[0]):
        yield from ((symbol, parts[0], Certainty.DEFINED) for symbol in symbols)
    elif len(parts) == 1 and PLURAL.search(parts[0]):
        yield from ((symbol, PLURAL.sub(r"\1", parts[0]), Certainty.DEFINED) for symbol in symbols)


def _of_one(
    symbol: str, marked: bool, before: str, after: str, *, valued: bool
) -> Iterator[tuple[str, str, Certainty]]:
    """Phrases right after a symbol and right before it."""
    near = before[-_NEAR:]
    yield from _after(symbol, marked, before, after, valued=valued)
    ends = marked and _CELL_ENDS.match(after) and not HEADING_BEFORE.match(after)
    if ends and (cell := CELL_BEFORE.search(near)):
        yield symbol, cell["phrase"], Certainty.STATED
    if marked and LINE_ENDS.match(after) and (item := ITEM_BEFORE.search(near)):
        yield symbol, item["phrase"], Certainty.STATED
    if marked and (counted := COUNTED_NOUN.match(after)):
        yield from (
            (symbol, unit, Certainty.COUNT) for unit in units_counted(counted["noun"], near)
        )
    if marked and (
        seen := (MANY.match(after) and THE_MANY.search(near) and MANY.match(after))
        or OF_THE_MANY.match(after)
    ):
        yield symbol, seen["noun"], Certainty.SEEN
    verb = marked and not valued and near.rstrip().endswith(_LEADING_VERBS)
    if verb and STOPS.match(after) and (led := LED_BY_VERB.search(near)):
        yield symbol, led["phrase"].strip(), Certainty.STATED
    if (
        (marked or before.endswith("("))
        and not GOES_ON.match(after)
        and _LED_ENDS.search(near.rstrip()[-1:])
        and (led := LED_BY.search(near))
    ):
        for phrase in names_led(led["phrase"]):
            yield symbol, phrase, Certainty.SEEN if phrase in NATURAL else Certainty.LED


def _after(
    symbol: str, marked: bool, before: str, after: str, *, valued: bool
) -> Iterator[tuple[str, str, Certainty]]:
    """The phrase right after a symbol: a table cell, a verb or mark with a phrase, a sentence that
    goes on without its verb, or a unit; at most one.
    """
    near = before[-_NEAR:]
    certain = marked or symbol.isupper()
    if (cell := CELL.match(after)) and ROW.search(near):
        if HEADING.match(after):
            return
        unit = cell["tex"] or cell["next"] or ""
        phrase = f"{cell['phrase']} [{unit}]" if unit_of(unit) else cell["phrase"]
        yield symbol, phrase, Certainty.DEFINED
    elif marked and (code := CODE_BEHIND.match(after)):
        yield symbol, code["name"], Certainty.DEFINED
    elif unit := _unit_behind(symbol, marked, near, after):
        yield symbol, unit, Certainty.STATED
    elif (verb := VERB.match(after)) and (
        certain or ITEM.search(near) or (not verb["mark"] and len(symbol) > 1) or lets(before)
    ):
        yield from _by_verb(symbol, verb, before, after)
    elif marked and not valued and ITEM.search(near) and (listed := LISTED.match(after)):
        yield symbol, listed["phrase"], Certainty.DEFINED
    elif not valued and is_gapped(before, certain):
        if gapped := WITHOUT_VERB.match(after):
            yield symbol, _whole(gapped, after), Certainty.DEFINED
        elif marked and (beside := BESIDE.match(after)):
            yield symbol, beside["phrase"], Certainty.STATED


def _unit_behind(symbol: str, marked: bool, near: str, after: str) -> str | None:
    """The unit right behind a symbol, in brackets or after “in” or “has units of”."""
    if (not marked and symbol.isascii()) or _LESS_ONE.match(after):
        return None
    if behind := UNIT_BEHIND.match(after):
        return behind["unit"] if unit_in(behind["unit"]) else None
    has = HAS_UNIT.match(after)
    unit = unit_at(after[has.end() :]) if has else None
    return f"[{unit}]" if unit and not (len(unit) == 1 and OF_A_SET.search(near)) else None


def _whole(match: re.Match[str], after: str) -> str:
    """A phrase with the rest of its unit, and with a unit behind a comma."""
    rest = UNIT_GOES_ON.match(after, match.end())
    phrase = match["phrase"] + (rest[0] if rest else "")
    apart = UNIT_BEHIND_COMMA.match(after, rest.end() if rest else match.end())
    unit = unit_of(apart["unit"]) if apart else None
    return f"{phrase} [{unit}]" if unit and unit != PURE else phrase


def _by_verb(
    symbol: str, verb: re.Match[str], before: str, after: str
) -> Iterator[tuple[str, str, Certainty]]:
    """The phrase after a verb or mark such as “is”, “denotes” or a colon; none after an equals sign
    within a sentence.
    """
    listed = ITEM.search(before[-_NEAR:]) is not None
    mark = verb["mark"]
    if TIMES.match(after, verb.end()) or (mark == "=" and len(verb["phrase"]) == 1):
        return  # what is multiplied, (batch × sequence tokens); another letter, A=B
    if mark in ("=", ":=", "]") and not (
        STOPS.match(after, verb.end()) or (mark == "]" and before.rstrip().endswith("["))
    ):
        return
    certain = (
        verb["strong"]
        or (verb["copula"] and verb["determiner"])
        or (listed and (mark == ":" or (mark or "=") not in "=:=("))
    )
    unit = _listed_unit(after[verb.end() :]) if listed else ""
    rank = Certainty.DEFINED if certain else Certainty.STATED
    yield symbol, f"{_whole(verb, after)}{unit}", rank


def _listed_unit(rest: str) -> str:
    """The unit further on in the line of a list, before another name."""
    unit = unit_in(re.split(r"[$`\n;]|\.\s|\band\b", rest, maxsplit=1)[0])
    return f" [{unit.partition(' or ')[0]}]" if unit else ""
