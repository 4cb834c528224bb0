"""Finding for sides that are other multiples of one product of names: 4 D² + 8 D² = 24 D²."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.disambiguation.interpretation import interpret
from derive.checking.extraction.passage import Passage
from derive.checking.figures.multiples import multiple_of
from derive.checking.grammar.tree import StatementNode
from derive.checking.verdicts.consistent import consistent
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import FindingVerdict, Level, Rule
from derive.checking.verdicts.plainly_read import as_plainly_read
from derive.errors import TextError
from derive.units.registry import surely_unit
from derive.units.superscripts import raised

_OPENING = re.compile(r"\\(?:text|mathrm|mbox|textrm)\{\s*$")


def with_multiples(
    passage: Passage,
    statement: StatementNode,
    found: Finding,
    settled: Disambiguation,
    strict: bool,
) -> Finding:
    """The finding; that the figures do not agree, where two neighbouring sides are different
    multiples of one product of names, whatever the names mean.
    """
    if not _may_differ(passage, statement, found):
        return found
    for run, powers in _runs(statement, set(_units(passage, statement))):
        part = _judged(passage, run, settled, strict)
        if part and part.verdict == FindingVerdict.INCONSISTENT and part.rule == Rule.FIGURES:
            return _of(part, found, powers)
    return found


def _units(passage: Passage, statement: StatementNode) -> Iterator[str]:
    """The words for units that stand right behind names as their unit does, and nowhere else."""
    places: dict[str, list[str]] = {}
    for name in statement.names:
        if len(name.word) < 2 or not surely_unit(name.word):
            continue
        before = _OPENING.sub("", passage.text[: name.position]).rstrip()
        places.setdefault(name.word, []).append(before[-1:])
    for word, marks in places.items():
        if all(map(str.isalnum, marks)):
            yield word


def _runs(
    statement: StatementNode, units: Collection[str]
) -> Iterator[tuple[StatementNode, Mapping[str, int]]]:
    """The figures of neighbouring sides that are multiples of one product of names, with it."""
    multiples = [multiple_of(side, units) for side in statement.sides]
    begin = 0
    for end in range(1, len(multiples) + 1):
        here, there = multiples[begin], multiples[end] if end < len(multiples) else None
        joined = here and there and here.powers == there.powers and statement.signs[end - 1] in "=≈"
        if not joined:
            sides = tuple(each.figures for each in multiples[begin:end] if each is not None)
            if here is not None and len(sides) > 1:
                signs = statement.signs[begin : end - 1]
                yield replace(statement, sides=sides, signs=signs, unknown=()), here.powers
            begin = end


def _may_differ(passage: Passage, statement: StatementNode, found: Finding) -> bool:
    """Whether nothing is wrong so far with a statement with names that is read in one way, in the
    usual arithmetic.
    """
    if statement.spots or statement.others or statement.aside or passage.modulus:
        return False
    judged = found.level in (Level.NONE, Level.NOTE) and found.rule != Rule.UNREAD
    congruent = "\\equiv" in passage.text or "≡" in passage.text
    return judged and bool(statement.words) and not congruent


def _judged(
    passage: Passage, statement: StatementNode, settled: Disambiguation, strict: bool
) -> Finding | None:
    """The finding on two sides of figures; None where their units do not agree."""
    try:
        figures = interpret(passage, statement, {})
        if not figures.balances:
            return None
        found = consistent(figures, settled.names, strict)
    except TextError:
        return None
    return found if strict else as_plainly_read(passage, statement, found)


def _of(part: Finding, found: Finding, powers: Mapping[str, int]) -> Finding:
    """The finding on the figures, with the names that they are multiples of."""
    if not powers:
        return replace(part, bindings=found.bindings)
    told = f" Both sides are multiples of {_product(powers)}."
    return replace(
        part,
        bindings=found.bindings,
        message=f"{part.message.rstrip()}{told}",
        brief=f"{part.brief.rstrip('.')}.{told}",
    )


def _product(powers: Mapping[str, int]) -> str:
    """A product of names in words: B·S·H², d⁻¹."""
    return "·".join(
        word if power == 1 else f"{word}{raised(str(power))}" for word, power in powers.items()
    )
