"""Clauses that give symbols their units: “$A_1$ and $A_2$ the areas in m²”, “$q$, in W,”."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from derive.checking.symbols.clause_patterns import (
    ALONE,
    AND,
    AND_THE,
    ARE,
    BRACKET,
    CALLED,
    COMMA,
    COUNTS,
    DENOTED,
    DIMENSIONLESS,
    EACH_ITS_OWN,
    IN,
    IS_A_FIGURE,
    LEADS_ELSEWHERE,
    LONGEST,
    MAY_BE_IN,
    MAY_BE_PURE,
    NUMBER_OF,
    OF_A_FIGURE,
    OF_A_SET,
    PHRASE,
    SENTENCE,
    STANDS,
    STOP,
    UNITS,
    VALUE,
    VERB,
    WITHIN,
)
from derive.checking.symbols.definition_patterns import SHARED
from derive.checking.symbols.mentions import Mention, groups
from derive.checking.symbols.phrases_around import is_opened, sentence_before
from derive.checking.symbols.quantity_names import quantity_unit
from derive.checking.symbols.unit_phrases import (
    alternatives,
    length_at,
    unit_at,
    unit_in,
    unit_named,
)
from derive.checking.symbols.unit_spelling import PURE, unit_of

_SAYS = re.compile(r"\s*=\s*\d[\d.,]*\s+(?:means|implies|says|indicates|shows)\b")  # a value
_ARTICLE = re.compile(r"\$?\s+(?:the|an?)\s")
_OPENERS = "where|with|and|let|for|here|write|denote|call|given|symbols?"
_NAMED = re.compile(rf"\b(?!(?:{_OPENERS})\b)[a-z]{{3,}}\s+\$?$")
_MANY = re.compile(r"[A-Za-z]+s\b|1\b")  # in tokens; not in order, in frame S
_ENTROPY = "S"  # or siemens
_SIZES, _RATES = ("B", "M", "T"), ("QPS", "RPS", "TPS", "IOPS")  # N = 70 B; peak QPS (event)
_OF_A_CALL = re.compile(r"[A-Za-z]{2}\((?:[^()]*,)?\s*\$?$")


@dataclass(frozen=True, slots=True)
class UnitClause:
    """A symbol with the phrase for it, its unit in brackets behind, and the symbol's position."""

    symbol: str
    phrase: str
    position: int


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A symbol whose unit may follow, with the words between."""

    mention: Mention
    noun: str
    tail: str

    def clause(self, unit: str) -> UnitClause:
        return UnitClause(self.mention.symbol, f"{self.noun} [{unit}]".strip(), self.mention.begin)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A clause about symbols: the noun, the unit, the words with both, whether the unit is that of
    all symbols before, and whether the noun is a quantity of one unit.
    """

    noun: str
    unit: str | None = None
    words: str = ""
    of_all: bool = False
    quantity: bool = False


def unit_clauses(prose: str, used: Collection[str] = ()) -> Iterator[UnitClause]:
    """The symbols whose unit a clause states, the unit nearest behind them in their sentence.

    A bare word is a symbol if it is `used` in a formula.

    >>> [each.phrase for each in unit_clauses("with the speeds $u$ and $v$ in m/s")]
    ['[m/s]', '[m/s]']
    """
    waiting: list[_Waiting] = []  # of this sentence, without a unit so far
    mentioned = list(groups(prose, used))
    sentences = [0, *(match.end() for match in SENTENCE.finditer(prose))]
    for index, group in enumerate(mentioned):
        end = mentioned[index + 1][0].begin if index + 1 < len(mentioned) else len(prose)
        gap = prose[group[-1].end : min(end, group[-1].end + LONGEST)]
        stop = STOP.search(gap)
        tail = gap[: stop.start()] if stop else gap
        before = sentence_before(prose, sentences, group[0].begin)
        ended = stop is not None or end >= len(prose)
        if len(group) > 1 and _ARTICLE.match(tail) and _NAMED.search(before):
            group = group[-1:]  # with mass $m$, $v$ the velocity: the first has its noun
        denoted = DENOTED.search(before) if "denoted" in before else None
        if denoted and unit_named(denoted["noun"]):
            yield from (UnitClause(each.symbol, denoted["noun"], each.begin) for each in group)
            continue
        valued = IS_A_FIGURE.match(tail) and OF_A_FIGURE.search(
            prose[group[0].begin : group[-1].end]
        )
        equated, several = group[0].equated, len(group) > 1
        read = (
            None if valued else _read(tail, before, ended=ended, equated=equated, several=several)
        )
        if read is None or (read.unit == PURE and group[-1].symbol in _RATES):
            if SENTENCE.search(gap) or "|" in gap:
                waiting = []
            continue
        if read.unit:
            shared = waiting if read.of_all else _sharing(waiting, tail)
            yield from (one.clause(read.unit) for one in shared)
            words = read.words or f"[{read.unit}]"
            yield from (UnitClause(each.symbol, words, each.begin) for each in group)
        elif read.quantity:
            yield from (UnitClause(each.symbol, read.noun, each.begin) for each in group)
        elif not equated:
            waiting += [_Waiting(each, read.noun, tail) for each in group]
        if read.unit or SENTENCE.search(gap) or "|" in gap:
            waiting = []


def _sharing(waiting: Sequence[_Waiting], tail: str) -> Sequence[_Waiting]:
    """Those just before that share the next unit: “the width $w$ and the heights $h$ are in m”."""
    count = 0
    for one in reversed(waiting):
        if not (AND_THE.fullmatch(one.tail) and (ARE.match(tail) or AND.match(one.tail))):
            break
        count += 1
    return waiting[len(waiting) - count :]


def _read(tail: str, before: str, *, ended: bool, equated: bool, several: bool) -> _Reading | None:
    """The clause behind symbols, a unit at once behind an equation; None if it defines nothing."""
    if not (several or tail.strip()):
        return _Reading("")
    of_a_call = tail.lstrip("$ ").startswith(")") and _OF_A_CALL.search(before)
    if of_a_call or _SAYS.match(tail):
        return None  # f(x, y) is something, y is not
    tail, respectively, _ = tail.partition("respectively")
    if respectively and EACH_ITS_OWN.search(tail):
        return None
    tail = COUNTS.sub("is the number of ", tail) if "counts" in tail else tail
    if AND_THE.fullmatch(tail):
        return None if equated else _Reading("")
    for begin, end, unit, of_all in [] if respectively else _units(tail, before, ended):
        noun = _noun(tail[:begin], before, bracketed=tail[begin : begin + 1] in "([")
        if noun is None or (equated and noun):
            return None
        lone = len(unit) == 1 and tail[begin : begin + 1] not in "(["
        if lone and (equated or OF_A_SET.search(before) or (several and unit == _ENTROPY)):
            return None  # T, P, S
        said = " ".join(f"{noun} {tail[begin:end]}".split()) if noun else ""
        words = said if said and unit_in(said) == unit else f"{noun} [{unit}]".strip()
        return _Reading(noun, unit, words, of_all)
    pure = DIMENSIONLESS.search(tail) if MAY_BE_PURE.search(tail) else None
    words = re.split(r"[,(\[]", tail[: pure.start()])[0] if pure else ""
    if pure and (noun := _noun(words, before, bracketed=False)) is not None:
        return None if equated and noun else _Reading(noun, PURE, f"{noun} [{PURE}]".strip())
    noun = _noun(tail.split(",")[0], before, bracketed=False)
    if noun is None:
        return (
            _Reading("") if _noun(tail.split(",")[0], before, bracketed=True) is not None else None
        )
    known = quantity_unit(noun) or NUMBER_OF.match(noun) or (several and _unit_of_each(noun))
    return _Reading(noun, quantity=bool(known and not equated and is_opened(before)))


def _units(tail: str, before: str, ended: bool) -> list[tuple[int, int, str, bool]]:
    """The units in brackets, after “in” or a comma, with where their clause begins and ends, in
    order; and whether they are of all symbols before.
    """
    found: list[tuple[int, int, str, bool]] = []
    bracketed = ("(" in tail or "[" in tail) and not CALLED.match(tail)
    for match in BRACKET.finditer(tail) if bracketed else ():
        inside = match["unit"].strip()
        of_all = (match["in"] or "").startswith(("all", "both", "each"))
        if unit := _bracketed(inside, bool(match["in"]) or match[0].startswith("[")):
            found.append((*match.span(), unit, of_all))
    for match in IN.finditer(tail) if MAY_BE_IN.search(tail) else ():
        rest = tail[match.end() :]
        if (unit := unit_at(rest)) and (unit != PURE or _MANY.match(rest)):
            end = match.end() + (length_at(rest) or 0)
            found.append((match.start(), end, alternatives(unit, rest), bool(match["all"])))
    value = VALUE.match(tail)
    rest = tail[value.end() :] if value and not WITHIN.search(before) else ""
    if value and (unit := unit_at(rest)) and unit not in (PURE, *_SIZES):
        found.append((0, value.end(), alternatives(unit, rest), False))
    apart = COMMA.search(tail) if ended and "," in tail else None
    if apart and (unit := unit_of(apart["unit"])):
        found.append((*apart.span(), alternatives(unit, apart["unit"]), False))
    if not found and ":" in before and UNITS.search(before) and (unit := unit_of(tail.strip(" ,"))):
        found.append((0, len(tail), unit, False))
    return sorted(found)


def _bracketed(inside: str, sure: bool) -> str | None:
    """The unit in a bracket; one letter in round brackets may be a label."""
    if inside in ("-", "–"):
        return PURE
    label = len(inside) == 1 and inside not in ALONE
    if inside == PURE or (not sure and (label or inside.startswith("per "))):
        return None  # communication (per layer): how much of it is left open
    unit = unit_of(inside)
    return alternatives(unit, inside) if unit else None


def _noun(words: str, before: str, *, bracketed: bool) -> str | None:
    """The noun phrase between a symbol and its unit; None if the words are no definition."""
    match = PHRASE.fullmatch(words)
    if match is None:
        return None
    noun = match["noun"].strip(" ,")
    if noun[:1] in ("/", "+") or (match["copula"] == "for" and not STANDS.search(before)):
        return None  # “/A” of a shape (B, D/A), no unit, nor the b of x + [b]
    of_that = match["copula"] or match["article"]
    sure = not noun or of_that or bracketed or is_opened(before)
    if not sure or (noun and LEADS_ELSEWHERE.match(noun) and not of_that):
        return None
    if noun and not match["copula"] and VERB.search(noun):
        return None
    return noun


def _unit_of_each(noun: str) -> str | None:
    """The usual unit of what each of several symbols is; None for “exponents for x and y”, “B”."""
    return None if len(noun) == 1 or SHARED.search(f"{noun} ") else unit_named(noun)
