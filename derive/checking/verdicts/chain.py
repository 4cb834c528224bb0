"""Findings for chains of sides, of which some have unknown names: the others are judged by
themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.extraction.passage import Passage
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import NameNode, StatementNode, nodes
from derive.checking.verdicts.consistent import consistent
from derive.checking.verdicts.figures_put_in import computes_with_figures
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.inconsistent import inconsistent
from derive.checking.verdicts.levels import FindingVerdict, Rule
from derive.display import enumeration
from derive.equations.dimensions import Mismatch, dimension_of
from derive.errors import TextError
from derive.units.multipliers import COUNTED
from derive.units.registry import may_be_letters, resolve


def chain(
    passage: Passage,
    statement: StatementNode,
    unknown: Collection[str],
    settled: Disambiguation,
    strict: bool,
) -> Finding | None:
    """The finding on the neighbouring sides without unknown names: of the first pair that is wrong;
    or that they agree, where each other side is an unknown name alone, which takes their unit, or
    in a document more than that, which is left open. None where that says nothing of the whole.
    """
    if statement.spots or statement.others:
        return None
    measured = any(_is_a_unit_word(word) for word in unknown)
    findings = []
    for run in _runs(_without_links(statement, unknown), unknown):
        try:
            found = interpret(passage, run, settled.of(run))
            if len(run.sides) == 1 and not _adds_unlike(found):
                continue  # nothing is compared
            finding = _judged(found, settled, strict)
        except TextError:
            return None
        if finding.verdict in (FindingVerdict.INCONSISTENT, FindingVerdict.CONDITIONAL):
            return None if measured else finding
        findings.append((found, finding))
    words = zip(statement.sides, statement.words_of_sides, strict=True)
    others = [side for side, those in words if not those.isdisjoint(unknown)]
    lone = [side.word for side in others if isinstance(side, NameNode)]
    if not findings or (len(lone) < len(others) and not passage.file):
        return None
    found, finding = findings[0]
    if finding.verdict != FindingVerdict.CONSISTENT or len(findings) > 1:
        return None
    naming = _naming(finding, found, lone) if lone else finding
    left = dict.fromkeys(
        node.word for node in nodes(*others) if isinstance(node, NameNode) and node.word in unknown
    )
    return _leaving(naming, [word for word in left if word not in lone])


def _is_a_unit_word(word: str) -> bool:
    """Whether an unknown name is a unit behind names, in which the other sides may be as well: the
    GB of Memory = 2 x * 3 = 6 x GB.
    """
    return len(word) > 1 and resolve(word) is not None and not may_be_letters(word)


def _adds_unlike(found: Interpretation) -> bool:
    """Whether a side adds terms of several units, none of something counted."""
    try:
        dimension_of(found.sides[0])
    except Mismatch as error:
        units = (error.found, error.expected)
        return not any(name in COUNTED for unit in units for name, _ in unit.exponents)
    return False


def _without_links(statement: StatementNode, unknown: Collection[str]) -> StatementNode:
    """The statement without unknown names that are a side between two signs of equality."""
    sides, signs = list(statement.sides), list(statement.signs)
    for k in range(len(sides) - 2, 0, -1):
        side = sides[k]
        lone = isinstance(side, NameNode) and side.word in unknown
        if lone and signs[k - 1] == signs[k] == "=":
            del sides[k], signs[k]
    if len(sides) == len(statement.sides):
        return statement
    return replace(statement, sides=tuple(sides), signs=tuple(signs))


def _judged(found: Interpretation, settled: Disambiguation, strict: bool) -> Finding:
    if found.balances:
        return consistent(found, settled.names, strict)
    return inconsistent(found, settled, strict)


def _runs(statement: StatementNode, unknown: Collection[str]) -> Iterator[StatementNode]:
    """The stretches of sides without unknown names, as statements."""
    begin = 0
    for end in range(len(statement.sides) + 1):
        if end < len(statement.sides) and statement.words_of_sides[end].isdisjoint(unknown):
            continue
        if end > begin:
            sides, signs = statement.sides[begin:end], statement.signs[begin : end - 1]
            yield replace(statement, sides=sides, signs=signs, unknown=())
        begin = end + 1


def _naming(finding: Finding, found: Interpretation, words: list[str]) -> Finding:
    """The finding on the rest of a chain, which gives its unknown names their unit."""
    measured = [k for k, side in enumerate(found.statement.sides) if kind_of(side) != SideKind.BARE]
    named = bool(measured) and found.kinds[measured[0]] is SideKind.SYMBOLIC
    put_in = named and finding.rule == Rule.UNIT_MISSING
    computed = put_in and computes_with_figures(found.statement.sides[measured[0]])
    if computed or (put_in and not finding.sides):
        return finding
    unit = str(dimension_of(found.sides[measured[0]])) if measured else ""
    if not unit or "^(" in unit:
        return finding
    taken = f" {enumeration(words)} take{'s' * (len(words) == 1)} the unit {unit}."
    return replace(
        finding,
        forced=dict.fromkeys(words, unit),
        message=finding.message + taken,
        brief=f"{finding.brief.rstrip('.')}.{taken}",
    )


def _leaving(finding: Finding, words: list[str]) -> Finding:
    """The finding on the rest of a chain, of which other sides hold names that stay unknown."""
    if not words:
        return finding
    said = f" The unit of {enumeration(words)} is left open."
    return replace(
        finding,
        unknown=tuple(words),
        message=finding.message + said,
        brief=f"{finding.brief.rstrip('.')}.{said}",
    )
