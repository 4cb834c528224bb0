"""Findings: the verdict on one equation, with its explanation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from derive.checking.extraction.passage import Passage
from derive.display import Label
from derive.errors import one_line, visible


class FindingVerdict(Label):
    """Verdict on an equation; it is not judged if it cannot be read or states nothing."""

    CONSISTENT = "consistent"
    INCONSISTENT = "inconsistent"
    NOT_JUDGED = "not judged"


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one equation.

    `message` explains it, `brief` in one line; `bindings` is the reading of each name; `expected`,
    `found` and `mend` are the dimensions and the fix of an inconsistent one; `position` is the
    fault's place in `text`; `file`, `line` and `column` are the place in a document; `unknown` are
    the unknown names and `forced` the units the equation gives them; `kinship` is the match in the
    library; `sides` are the expressions of a consistent one.
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

    def __str__(self) -> str:
        return f"{self.verdict}: {visible(self.message)}"


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


def exit_code(findings: Iterable[Finding]) -> int:
    """0 if all are consistent, 1 if any is inconsistent, 2 if none is but some are not judged."""
    verdicts = {finding.verdict for finding in findings}
    if FindingVerdict.INCONSISTENT in verdicts:
        return 1
    return 2 if FindingVerdict.NOT_JUDGED in verdicts else 0


def placed(
    passage: Passage, verdict: FindingVerdict, message: str, position: int | None, **facts: Any
) -> Finding:
    """A finding at a character of a passage."""
    line, column = passage.place(position or 0)
    return Finding(
        passage.text,
        verdict,
        message,
        position=position,
        file=passage.file,
        line=line,
        column=column,
        **facts,
    )
