"""Notes on names that two equations of a document define in different units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Level, Outcome, judgement
from derive.errors import TextError
from derive.units.dimension import Dimension
from derive.units.multipliers import COUNTED
from derive.units.text import parse_unit


def with_redefined(findings: Sequence[Finding]) -> list[Finding]:
    """The findings of one document; a definition that gives its name another unit than the nearest
    definition of that name before it becomes a note. What differs only in what is counted (tokens,
    GPUs) is left as it is.
    """
    defined: dict[str, tuple[Finding, Dimension]] = {}
    told = []
    for finding in findings:
        for word, dimension in _defined(finding).items():
            if word in defined and _physical(dimension) != _physical(defined[word][1]):
                finding = _noted(finding, word, *defined[word])
            defined[word] = finding, dimension
        told.append(finding)
    return told


def _defined(finding: Finding) -> dict[str, Dimension]:
    """The dimensions of the names that an equation defines."""
    if finding.level != Level.NONE or finding.unknown:
        return {}
    try:
        return {word: parse_unit(unit).dimension for word, unit in finding.forced.items()}
    except TextError:  # a unit that is not written as one
        return {}


def _noted(finding: Finding, word: str, before: Finding, dimension: Dimension) -> Finding:
    verdict, level, rule = judgement(Outcome.TEXT_DISAGREES)
    earlier = f"in {dimension}" if dimension else "as a pure number"
    said = (
        f"Line {before.line} defines {word} {earlier}: one of the two is wrong, or {word} stands"
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
