"""Notes on names that two equations of a document, or one and the library, define in different
units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.checking.symbols.library_names import is_a_guess
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Level, Outcome, judgement
from derive.checking.verdicts.subject import Subject
from derive.errors import TextError
from derive.units.dimension import Dimension
from derive.units.multipliers import COUNTED
from derive.units.text import parse_unit

_BY_VALUE = ("[", "$")  # the words of evidence that is a value with its unit


def with_redefined(findings: Sequence[Finding], names: Names) -> list[Finding]:
    """The findings of one document; a definition that gives its name another unit than the nearest
    definition of that name before it, or than the library's variable of that name, becomes a note.
    What differs only in what is counted (tokens, GPUs) is left as it is.
    """
    defined: dict[str, tuple[str, Dimension]] = {}
    told = []
    for finding in findings:
        for word, dimension in _defined(finding).items():
            before = defined.get(word) or _in_library(word, names)
            if before is not None and _physical(dimension) != _physical(before[1]):
                finding = _noted(finding, word, *before)
            defined[word] = f"Line {finding.line}", dimension
        told.append(finding)
    return told


def _in_library(word: str, names: Names) -> tuple[str, Dimension] | None:
    """The library's definition of a name of several words; None for other names."""
    known = "_" in word and word in names.vocabulary and not is_a_guess(word)
    return ("The library", names.vocabulary.find(word).unit.dimension) if known else None


def _defined(finding: Finding) -> dict[str, Dimension]:
    """The dimensions of the names that an equation defines, or of the one that it gives a value."""
    if finding.level != Level.NONE or finding.unknown:
        return {}
    valued = {
        one.symbol: one.meaning
        for one in finding.evidence
        if finding.subject == Subject.VALUE and one.words.startswith(_BY_VALUE)
    }
    try:
        units = {**valued, **finding.forced}
        return {word: parse_unit(unit).dimension for word, unit in units.items()}
    except TextError:  # a unit that is not written as one
        return {}


def _noted(finding: Finding, word: str, before: str, dimension: Dimension) -> Finding:
    verdict, level, rule = judgement(Outcome.TEXT_DISAGREES)
    earlier = f"in {dimension}" if dimension else "as a pure number"
    said = (
        f"{before} defines {word} {earlier}: one of the two is wrong, or {word} stands"
        " for two things."
    )
    return replace(
        finding,
        verdict=verdict,
        level=level,
        rule=rule,
        brief=f"{finding.brief} {said}",
        message=f"{finding.message}\n{said}",
    )


def _physical(dimension: Dimension) -> frozenset[tuple[str, object]]:
    return frozenset((name, power) for name, power in dimension.exponents if name not in COUNTED)
