"""Units and conversions that a document leaves out again and again, a warning once."""

from __future__ import annotations

from collections.abc import Sequence

from derive.checking.verdicts.finding import Finding, with_facts
from derive.checking.verdicts.levels import FindingVerdict, Level, Rule

_LEFT_OUT = (Rule.HIDDEN_CONVERSION, Rule.UNIT_MISSING, Rule.PREFIX)


def with_habits_once(findings: Sequence[Finding]) -> list[Finding]:
    """The findings of one document; a warning of a conversion, unit or binary prefix that an
    earlier one, or a note on a size in powers of 1024, has told in the same words becomes a note
    that names its line.
    """
    first: dict[str, Finding] = {}
    told = []
    for finding in findings:
        warned = finding.level == Level.WARNING
        defined = finding.level == Level.NOTE and finding.rule == Rule.PREFIX
        habit = finding.rule in _LEFT_OUT and (warned or defined)
        if habit and finding.verdict == FindingVerdict.CONDITIONAL:
            before = first.setdefault(finding.brief, finding)
            if warned and before is not finding and finding.file:
                finding = _again(finding, before)
        told.append(finding)
    return told


def _again(finding: Finding, before: Finding) -> Finding:
    said = f"As in line {before.line}."
    return with_facts(
        finding,
        level=Level.NOTE,
        brief=f"{finding.brief} {said}",
        message=f"{finding.message}\n{said}",
    )
