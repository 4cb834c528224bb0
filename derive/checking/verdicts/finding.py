"""What was found about one equation: the verdict, and the words that explain it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from derive.checking.extraction.passage import Passage
from derive.display import Label


class FindingVerdict(Label):
    """Verdict on an equation; it is not judged if it cannot be read or states nothing."""

    CONSISTENT = "consistent"
    INCONSISTENT = "inconsistent"
    NOT_JUDGED = "not judged"


@dataclass(frozen=True, slots=True)
class Finding:
    """One equation judged.

    `verdict` is "consistent", "inconsistent" or "not judged" (it could not be read, or states
    nothing); `message` explains it, `brief` in one line; `bindings` says what each name was taken
    for; `expected`, `found` and `mend` hold the dimensions and the remedy of an inconsistent one;
    `position` is where in `text` the fault is, `file`, `line` and `column` where in a document the
    equation or its fault stands; `unknown` are the names nobody knows and `forced` the units the
    equation gives them; `kinship` says how it stands to the library's relations; `sides` are the
    expressions of a consistent one.
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
        return f"{self.verdict}: {self.message}"


def exit_code(findings: Iterable[Finding]) -> int:
    """0 when all are consistent, 1 when any is inconsistent, 2 when none is but something was not
    judged.
    """
    verdicts = {finding.verdict for finding in findings}
    return (
        1
        if FindingVerdict.INCONSISTENT in verdicts
        else 2
        if FindingVerdict.NOT_JUDGED in verdicts
        else 0
    )


def placed(
    passage: Passage, verdict: FindingVerdict, message: str, position: int | None, **facts: Any
) -> Finding:
    """A finding about a character of a passage."""
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
