"""Finding for figures with words of a sentence beside them: `51 tokens × 768 dims = 78 KB`."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import pairwise

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.extraction.passage import Passage
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of
from derive.checking.figures.written_multipliers import is_multiplier
from derive.checking.grammar.tree import (
    CallNode,
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    SumNode,
    UnitNode,
    nodes,
)
from derive.checking.symbols.unknown import unknown_names
from derive.checking.tokens.counting_nouns import Pairing
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import FindingVerdict, Level, Outcome, Rule, judgement
from derive.checking.verdicts.wrong_prefixes import has_a_wrong_prefix
from derive.display import enumeration
from derive.units.dimension import CURRENCIES
from derive.units.lexer import Token
from derive.units.registry import resolve

_FEWEST_FIGURES = 3  # “Read 50 tokens = 77 KB” computes nothing
_A_FEW = 8
_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?")
_SOUND = (FindingVerdict.CONSISTENT, FindingVerdict.CONDITIONAL)


def names_beside_figures(statement: StatementNode) -> bool:
    """Whether the unknown names of a statement are words beside its figures: a unit given to one of
    them would make wrong figures agree.
    """
    words = _words_beside(statement)
    return bool(words) and {token.text for token in statement.unknown} <= words


def is_by_words_aside(finding: Finding, statement: StatementNode) -> bool:
    """Whether a finding gives words beside the figures of a statement a unit, unknown ones or as
    the library guesses: 1 inference = 0.01 GPU-seconds.
    """
    if finding.rule == Rule.GUESSED_LETTER:
        words = _words_beside(statement)
        return bool(words) and {*statement.words} <= words
    return finding.verdict == FindingVerdict.CONDITIONAL and names_beside_figures(statement)


def _words_beside(statement: StatementNode) -> set[str]:
    return {word for one in statement.readings for words in one.aside for word in words.split()}


def _is_paired(statement: StatementNode) -> bool:
    """Whether the words count the same on each side, one side counts more, or the result of a
    product or a rate alone is of something, perhaps of something else.
    """
    if statement.paired not in (Pairing.OF_RESULT, Pairing.DIFFERENT):
        return statement.paired != Pairing.OTHER
    *computed, result = statement.sides
    single = figure_of(result)
    equal = {*statement.signs} <= {"=", "≈"} and single is not None and single.plain
    computes = (any(map(_is_a_product, nodes(side))) or _is_a_rate(side) for side in computed)
    return equal and all(computes)


def _is_a_rate(side: Node) -> bool:
    """Whether a side is so many per time, of nothing named: 1M/day."""
    figure = figure_of(side)
    return figure is not None and figure.dimension.exponents == (("time", -1),)


def _lacks_a_price(statement: StatementNode) -> bool:
    """Whether amounts of money stand behind what is not in money: the words beside the figures say
    more of these.
    """
    return any(
        _is_paid(right) and not _is_paid(left) and _is_stated(right)
        for left, right in pairwise(statement.sides)
    )


def _is_paid(side: Node) -> bool:
    return any(map(_is_money, nodes(side)))


def _is_stated(side: Node) -> bool:
    """Whether a side is a figure, or a sum of figures, of which none is computed."""
    terms = [term for _, term in side.terms] if isinstance(side, SumNode) else [side]
    return all((figure := figure_of(term)) is not None and figure.plain for term in terms)


def _is_money(node: Node) -> bool:
    unit = resolve(node.word) if isinstance(node, UnitNode) else None
    return unit is not None and any(base in CURRENCIES for base, _ in unit.dimension.exponents)


def _is_a_product(node: Node) -> bool:
    """Whether a node multiplies or divides two figures or more, apart from %, K and M, or is the
    value of a function.
    """
    if isinstance(node, CallNode):
        return figure_of(node) is not None
    factors = node.factors if isinstance(node, ProductNode) else ()
    numbers = [part for sign, part in factors if not is_multiplier(sign, part)]
    return sum(figure_of(part) is not None for part in numbers) > 1


def _by_more_than_a_few(finding: Finding) -> bool:
    """Whether figures differ by no small whole factor, which words may say: so many threads of a
    core, copies of a file.
    """
    found = [_FIGURE.match(text or "") for text in (finding.expected, finding.found)]
    computed, written = (float(one[0].replace(",", "")) if one else 0.0 for one in found)
    if computed <= 0.0 or written <= 0.0:
        return False
    factor = max(computed / written, written / computed)
    return round(factor) > _A_FEW or not math.isclose(factor, round(factor), rel_tol=0.01)


def _is_of_bare_figures(finding: Finding, statement: StatementNode) -> bool:
    """Whether bare figures come to a wrong number of what the words count, by no small factor:
    8 × 512 = 4,906 tokens per pass.
    """
    if statement.paired != Pairing.OF_RESULT or not _by_more_than_a_few(finding):
        return False
    return all(kind_of(side) == SideKind.BARE for side in statement.sides[:-1])


def with_words_aside(
    passage: Passage, statement: StatementNode, finding: Finding, settled: Disambiguation
) -> Finding:
    """The finding on a statement without the words of its sentence, which are told. Figures that do
    not agree are an error where the words count the same on each side, a warning where one side
    counts more or a product something else, by no small factor, and else not judged: the words may
    say why.
    """
    figures = sum(isinstance(node, NumberNode | CallNode) for node in nodes(*statement.sides))
    certain = finding.rule == Rule.FIGURES and _is_paired(statement)
    certain = certain and not _lacks_a_price(statement)
    if certain and statement.paired == Pairing.DIFFERENT:
        certain = _by_more_than_a_few(finding)
    if figures >= _FEWEST_FIGURES and (finding.verdict in _SOUND or certain):
        sure = statement.paired == Pairing.SAME or _is_of_bare_figures(finding, statement)
        sure = sure or has_a_wrong_prefix(statement)
        if finding.level == Level.ERROR and not sure:
            verdict, level, _ = judgement(Outcome.WEAKLY_FOUNDED)
            finding = replace(finding, verdict=verdict, level=level)
        said = [f"“{words}”" for words in dict.fromkeys(statement.aside)]
        are = "is" if len(said) == 1 else "are"
        told = f"{enumeration(said)} {are} read as what the figures count."
        return replace(
            finding,
            message=f"{finding.message.rstrip()}\n{told}",
            brief=f"{finding.brief.rstrip(' .')}. {told}",
        )
    tokens = [
        Token("name", word, max(passage.text.find(word), 0), False)
        for words in statement.aside
        for word in words.split()
    ]
    error = unknown_names(passage.text, tokens, settled.names)
    return placed(
        passage,
        Outcome.UNKNOWN,
        str(error),
        error.position,
        unknown=tuple(dict.fromkeys(token.text for token in tokens)),
        brief=f"{error.problem}. {error.fix}".strip(),
    )
