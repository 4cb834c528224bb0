"""Errors of a document that are warnings: figures that are false as they are read, but not plainly
read, or that something explains which the text may leave to its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from derive.checking.extraction.passage import Passage
from derive.checking.extraction.sentence_pieces import ENDS
from derive.checking.figures.comparison import compared
from derive.checking.figures.explained import explanation
from derive.checking.figures.multipliers_below import agree_with_multipliers_below
from derive.checking.figures.running import wrong_step
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import (
    NumberNode,
    ProductNode,
    StatementNode,
    SumNode,
    UnitNode,
    nodes,
)
from derive.checking.tokens.counting_nouns import REMARKS
from derive.checking.verdicts.correspondence import without_computation
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Level, Outcome, Rule, judgement
from derive.checking.verdicts.likely_slips import unlikely_slip
from derive.checking.verdicts.other_arithmetic import without_other_arithmetic
from derive.checking.verdicts.steps_of_formulas import has_a_wrong_step, has_a_wrong_total
from derive.checking.verdicts.text_beside import beside
from derive.checking.verdicts.unproven_figures import unproven
from derive.checking.verdicts.wrong_prefixes import has_a_wrong_prefix
from derive.units.multipliers import is_counted_word

_APART = re.compile(r"\d\s+(?!1/[A-Za-z]|[1-9]/[1-9]\d?\b)\d")
_BRACKET = re.compile(r"\d\s?[A-Za-z]{1,10}\s+\(\s*\d")
_SQUARE = re.compile(r"(?:^|[=≈(])\s*(\d{2,5})[×xX]\1\s*(?:$|[=≈)])")
_EXPERTS = re.compile(r"(?:^|[=≈(])\s*\d{1,3}\s?[×xX]\s?\d[\d.]*B\s*(?:$|[=≈)])")  # 8×22B = 141B
_MULTIPLE = re.compile(r"[A-Za-z)]\s*[=≈]\s*\d[\d.,]*\s?[x×]\s*[=≈]")  # peak = 5x ≈ 8,000 QPS
_X = re.compile(r"\dx\d.*\dx\s*[-+−=]|\dx\s*[-+−].*\dx\d")  # 4x2 + 4x = 3
_K = re.compile(r"\dk\b[^=]*[<>≤≥]|[<>≤≥][^<>≤≥]*\dk\b")  # 10 - 2k >= 0
_MOLAR = re.compile(
    r"mol.*\d\s*(?:\\[,;: ]|~)*\s*\\(?:text|mathrm|textrm)\s*\{\s*M\s*\}", re.DOTALL
)
_GOING_ON = re.compile(r"\d\.\d+\s?(?:\.\.\.|\\l?dots\b|…)")  # 1006.012...
_PI = re.compile(r"(?:^|[=,;&(])\s*(?:π|\\pi)\s*\(\s*(?:\d+|[A-Za-z])\s*\)\s*=")  # of primes
# Of an ordered set: ceiling(4) = 5, the least that is not below.
_OF_A_SET = re.compile(r"\b(?:ceil(?:ing)?|floor)\s*\(\s*\d+\s*\)\s*=")
_SO_MANY_OF = re.compile(r"(?:^|\s)(\d+)\s?/\s?\d+\s*(?:≥|>=?)\s*(\d+)\b")  # 6/10 ≥ 5 votes
_SCALES = re.compile(r"\\sim(?![A-Za-z])")
_NOT_WHOLE = re.compile(r"\\circ\b|\\[cl]?dots|\.\.\.|…")  # degrees, sums that go on
_INDEXED = re.compile(r"\)\s*_\s*(\{[^{}]*\}|\w)")
_SIGNS = re.compile(r"[\[\]{}|&#@?→⇒±]")
_UNPLAIN = (
    (_APART, "two numbers stand side by side"),
    (_BRACKET, "what a bracket behind a unit says is not read"),
    (_SQUARE, "it may be a size of two dimensions"),
    (_EXPERTS, "it may be the name of a model of experts"),
    (_SIGNS, "a sign in it is not read"),
    (_X, "x may be a name"),
    (_K, "k may be a name"),
)
_TEXT = re.compile(
    r"\\(?:text|mathrm|textrm|rm|operatorname|unit|si|SI|mbox|textbf|mathbf)\s*\{[^{}]*$"
)
_DATA = re.compile(r"[kKMGT]i?(?:B|b|bps|bit|Bps)")
# A count before the words that lead to a figure: 3 relevant in top 5 / 5, 4 hits among 10 / 10.
_COUNT_BEFORE = re.compile(
    r"(?:^|[=≈(:,])\W{0,4}\d+(?:[.,]\d+)?\s+(?:[A-Za-z]+\s+){1,5}[`$*_]{0,3}$"
)
_NUMBER_OF = re.compile(r"\b(?:[Ss]ection|[Cc]hapter|[Tt]able|[Ff]igure|[Ee]quation)s?[\s~]+$")
_NOUNS_BEHIND = re.compile(r"\s+(?=[a-z]{3})((?:[a-z]{3,}[ -]?){1,3})")


def as_plainly_read(
    passage: Passage, statement: StatementNode, found: Finding, *, elsewhere: bool = False
) -> Finding:
    """The finding; instead of an error a warning where a document is not plainly read or is about
    another subject, and nothing where its figures stand side by side.
    """
    found = without_other_arithmetic(passage, statement, found)
    found = without_computation(passage, statement, found)
    if found.level != Level.ERROR or not passage.file:
        return found
    step = wrong_step(statement) or statement
    reason = _doubt(passage, step)
    if not reason and beside(passage).measured:
        reason = "the unit of a side may stand behind it"
    if not reason and elsewhere and not passage.latex and _is_of_numbers(statement, found):
        reason = "its numbers have no units, and the document is about another subject"
    if not reason and found.rule == Rule.FIGURES:
        reason = unlikely_slip(step)
    if not reason:
        return found
    verdict, level, _ = judgement(Outcome.WEAKLY_FOUNDED)
    told = f"A warning only: {reason}."
    return replace(
        found,
        verdict=verdict,
        level=level,
        message=f"{found.message.rstrip()}\n{told}",
        brief=f"{found.brief.rstrip('.')}. {told}",
    )


def _doubt(passage: Passage, statement: StatementNode) -> str:
    """The reason that a statement of figures is not plainly read or nearly right; "" for others."""
    kinds = [kind_of(side) for side in statement.sides]
    if left_out := _left_out(passage, statement):
        return left_out
    if sum(kind is not SideKind.SYMBOLIC for kind in kinds) < 2:
        scales = passage.latex and _SCALES.search(passage.text)
        return "“∼” may only say how it scales" if scales else ""
    if passage.latex and (letter := next(_letters(passage.text, statement), "")):
        return f"{letter} may be a name"
    whole = passage.latex and not _NOT_WHOLE.search(passage.text)
    stepwise = has_a_wrong_total(statement) or (whole and has_a_wrong_step(statement))
    if stepwise or has_a_wrong_prefix(statement) or _is_exactly_wrong(statement):
        return ""
    if not passage.latex:
        for pattern, reason in _UNPLAIN:
            if pattern.search(passage.text, statement.begin):
                return reason
        figures = [figure for side in statement.sides if (figure := figure_of(side))]
        led = beside(passage).led
        if led and _NUMBER_OF.search(passage.before):
            return "its first figure may number a part of the text"
        if led and all(figure.plain for figure in figures):
            return "the words before it may say what the figures are"
        if led and _COUNT_BEFORE.search(passage.before):
            return "a figure before it may be part of it"
        if (statement.aside or _NOUNS_BEHIND.match(passage.after)) and _counts_terms(statement):
            return "its result may be the number of its terms"
        if _counts_something_else(passage, statement):
            return "the words behind it count something else"
    if _is_interrupted(kinds):
        return "names stand between the figures"
    if beside(passage).goes_on:
        return "it may go on in the text beside it"
    loose = _has_loose_letter(passage.text, statement)
    return explanation(statement, passage.text, ambiguous=loose) or unproven(
        passage, statement, loose=loose
    )


def _is_of_numbers(statement: StatementNode, found: Finding) -> bool:
    """Whether figures disagree none of which has a unit."""
    measured = any(kind_of(side) is SideKind.FIGURE for side in statement.sides)
    return found.rule == Rule.FIGURES and not measured


def _is_exactly_wrong(statement: StatementNode) -> bool:
    """Whether two neighbouring sides are exact and differ, which no rounding or word explains."""
    pairs = zip(pairwise(statement.sides), statement.signs, strict=True)
    found = (compared(*pair, sign) for pair, sign in pairs if sign == "=")
    return any(one is not None and one.exactly for one in found)


def _left_out(passage: Passage, statement: StatementNode) -> str:
    """The reason that a formula or a line leaves something out, whatever its sides; "" for none."""
    if _PI.search(passage.text):
        return "π may be a function"
    if _OF_A_SET.search(passage.text):
        return "a set may be searched for it"
    so_many = _SO_MANY_OF.search(passage.text)
    if so_many and int(so_many[1]) >= int(so_many[2]):
        return "its first figure may be so many of several"
    if not passage.latex:
        multiple = _MULTIPLE.search(passage.text, statement.begin)
        return "a multiple may be of something else" if multiple else ""
    if agree_with_multipliers_below(statement, passage.text):
        return "a letter may be part of what is below the line"
    if len({*_INDEXED.findall(passage.text)}) > 1:
        return "an index on a bracket may say what it is"
    if _MOLAR.search(passage.text):
        return "M may be moles per litre"
    return "digits are left out" if _GOING_ON.search(passage.text) else ""


def _counts_terms(statement: StatementNode) -> bool:
    """Whether the result of a sum is the number of its terms, or that of a product of one number
    with itself that of its factors or signs: 4 + 1 + 1 = 3 coins, 2 × 2 × 2 = 2 multiplications.
    """
    *_, side, result = statement.sides
    figure = figure_of(result)
    counts = [len(side.terms)] if isinstance(side, SumNode) else []
    factors = side.factors if isinstance(side, ProductNode) else ()
    values = {part.value for _, part in factors if isinstance(part, NumberNode)}
    if len(factors) > 2 and len(values) == 1:
        counts = [len(factors), len(factors) - 1]
    return figure is not None and figure.value in counts


def _counts_something_else(passage: Passage, statement: StatementNode) -> bool:
    """Whether a bare result counts what the words behind it say, and what is computed something
    else: 32 tokens × 48 layers ≈ 1,536 kernel launches.
    """
    words = _NOUNS_BEHIND.match(passage.after)
    units = [node.word for node in statement.nodes if isinstance(node, UnitNode)]
    if words is None or kind_of(statement.sides[-1]) != SideKind.BARE or not units:
        return False
    said = {word.removesuffix("s") for word in re.split(r"[ -]", words[1])}
    if not said.isdisjoint(ENDS) or not said.isdisjoint(REMARKS):
        return False
    return all(
        is_counted_word(unit) and unit.lower().removesuffix("s") not in said for unit in units
    )


def _is_interrupted(kinds: list[SideKind]) -> bool:
    """Whether a side with names stands between sides of figures."""
    named = [kind is SideKind.SYMBOLIC for kind in kinds]
    first, last = named.index(False), len(named) - named[::-1].index(False)
    return any(named[first:last])


def _letters(text: str, statement: StatementNode) -> Iterator[str]:
    """The letters behind figures of LaTeX that are read as thousands and may be names."""
    for place in _multipliers(statement):
        if text[place : place + 1].isalpha() and not _TEXT.search(text, 0, place):
            yield text[place]


def _has_loose_letter(text: str, statement: StatementNode) -> bool:
    """Whether a B or a T stands behind a figure, and no unit behind it, nor data, 10 KB or 2 Mbps,
    beside a B: then it is a billion.
    """
    sizes = [node.word for node in nodes(*statement.sides[:-1]) if isinstance(node, UnitNode)]
    if any(map(_DATA.fullmatch, sizes)):
        return False
    return any(text[place : place + 1] in ("B", "T") for place in _multipliers(statement))


def _multipliers(statement: StatementNode) -> Iterator[int]:
    """The places of K, M, B and T behind figures, without a unit behind them."""
    for product in statement.nodes:
        if not isinstance(product, ProductNode):
            continue
        following = (*(part for _, part in product.factors[1:]), None)
        for (sign, part), after in zip(product.factors, following, strict=True):
            if sign > 0 and is_multiplier(sign, part) and not isinstance(after, UnitNode):
                yield part.position
