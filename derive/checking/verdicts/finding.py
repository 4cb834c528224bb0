"""Findings: the verdict on one equation, with its explanation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from derive.checking.extraction.passage import Passage
from derive.checking.symbols.evidence import Evidence
from derive.checking.verdicts.levels import (
    FailOn,
    FindingVerdict,
    Level,
    Outcome,
    Rule,
    judgement,
)
from derive.checking.verdicts.subject import Subject
from derive.display import Label
from derive.errors import one_line, visible

__all__ = [
    "Finding",
    "FindingVerdict",
    "exit_code",
    "judged",
    "placed",
    "shown",
    "weight",
    "with_facts",
]

_WEIGHTS = ("", Level.NOTE, Level.WARNING, Level.NONE, FindingVerdict.INCONSISTENT, Level.ERROR)


@dataclass(frozen=True, slots=True, repr=False)
class Finding:
    """The verdict on one equation.

    `level` says how much it weighs, `rule` by what rule it was judged and `subject` what of it was;
    `message` explains it,
    `brief` in one line; `bindings` is the reading of each name; `expected`, `found` and `mend` are
    the dimensions and the fix of an inconsistent one; `position` is the fault's place in `text`;
    `file`, `line` and `column` are the place in a document; `unknown` are the unknown names and
    `forced` the units the equation gives them; `kinship` is the match in the library; `sides` are
    the expressions of a consistent one; `evidence` says who gives each name its reading.
    """

    text: str
    verdict: FindingVerdict
    message: str
    bindings: Mapping[str, str] = field(default_factory=dict)
    expected: str = ""
    found: str = ""
    mend: str = ""
    position: int | None = None
    brief: str = field(default="", compare=False)
    file: str = ""
    line: int = 0
    column: int = 0
    unknown: tuple[str, ...] = ()
    forced: Mapping[str, str] = field(default_factory=dict)
    kinship: Any = field(default=None, compare=False)
    sides: tuple[Any, ...] = field(default=(), compare=False)
    level: Level = Level.NONE
    rule: Rule = Rule.DIMENSIONS
    subject: Subject = field(default=Subject.DIMENSIONS, compare=False)
    evidence: tuple[Evidence, ...] = field(default=(), compare=False)

    @property
    def guessed(self) -> tuple[str, ...]:
        """The names read as the library's letters, for which nothing in the text speaks."""
        return tuple(seen.symbol for seen in self.evidence if seen.is_guess)

    def __repr__(self) -> str:
        """Place, level, verdict, equation and message in one line."""
        place = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        level = "" if self.level == Level.NONE else f"{self.level}: "
        told = self.brief or self.message.removeprefix(self.text).lstrip(" ^\n")
        return one_line(f"{place}{level}{self.verdict}: {self.text}: {told}")

    def __str__(self) -> str:
        return f"{self.verdict}: {visible(self.message)}"


_FACTS = tuple(fact.name for fact in fields(Finding))


def with_facts(finding: Finding, **facts: Any) -> Finding:
    """The finding with other facts; `replace` takes twice as long, and each finding gets some."""
    other: Finding = object.__new__(Finding)
    for name in _FACTS:
        object.__setattr__(other, name, facts[name] if name in facts else getattr(finding, name))
    return other


def shown(finding: Finding) -> Finding:
    """The finding with all that comes from a document or its name made visible."""
    return replace(
        finding,
        message=visible(finding.message),
        brief=one_line(finding.brief),
        file=one_line(finding.file),
        unknown=tuple(map(one_line, finding.unknown)),
        bindings={one_line(name): meaning for name, meaning in finding.bindings.items()},
    )


def exit_code(findings: Iterable[Finding], fail_on: str = FailOn.ERROR) -> int:
    """1 if a finding is as bad as `fail_on` or worse, else 0: "error", "warning", "not-judged" (a
    warning or what is not judged) or "never".

    >>> exit_code([Finding("", FindingVerdict.NOT_JUDGED, "")], "not-judged")
    1
    """
    failing: Mapping[str, tuple[Label, ...]] = {
        FailOn.ERROR: (Level.ERROR,),
        FailOn.WARNING: (Level.ERROR, Level.WARNING),
        FailOn.NOT_JUDGED: (Level.ERROR, Level.WARNING, FindingVerdict.NOT_JUDGED),
        FailOn.NEVER: (),
    }
    bad = failing[fail_on]
    return int(any(finding.level in bad or finding.verdict in bad for finding in findings))


def weight(finding: Finding) -> int:
    """The rank of a finding: judged before not judged, and that before an accusation."""
    if finding.verdict == FindingVerdict.INCONSISTENT and finding.level != Level.ERROR:
        return _WEIGHTS.index(finding.verdict)
    if finding.level != Level.NONE:
        return _WEIGHTS.index(finding.level)
    return 0 if finding.verdict == FindingVerdict.CONSISTENT else _WEIGHTS.index(Level.NONE)


def placed(
    passage: Passage, outcome: Outcome, message: str, position: int | None, **facts: Any
) -> Finding:
    """The finding of an outcome at a character of a passage, with further facts."""
    line, column = passage.place(position or 0)
    facts |= {"position": position, "file": passage.file, "line": line, "column": column}
    return judged(passage.text, outcome, message, **facts)


def judged(
    text: str, outcome: Outcome, message: str, *, strict: bool = False, **facts: Any
) -> Finding:
    """The finding of an outcome, with its verdict, level and rule."""
    verdict, level, rule = judgement(outcome, strict=strict)
    return Finding(text, verdict, message, level=level, rule=rule, **facts)
