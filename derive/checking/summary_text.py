"""The summary of many findings: what was judged, and how it came out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive.checking.verdicts.finding import Finding, FindingVerdict
from derive.checking.verdicts.levels import OF_NO_EQUATION, Rule
from derive.checking.verdicts.subject import Subject

_GROUPS = {
    Subject.ARITHMETIC: ("arithmetic", "arithmetic"),
    Subject.VALUE: ("value", "values"),
    Subject.DIMENSIONS: ("dimensions", "dimensions"),
}
_VERDICTS = {
    FindingVerdict.CONSISTENT: "right",
    FindingVerdict.CONDITIONAL: "conditional",
    FindingVerdict.INCONSISTENT: "wrong",
}


def summary_text(findings: Sequence[Finding]) -> str:
    """The counts in one line: arithmetic, values and dimensions judged, what is not judged and why,
    the letters guessed, the bindings refused, and the documents that cannot be read.

    >>> summary_text([Finding("2 * 3 = 6", "consistent", "", subject="arithmetic")])
    '1 equation: 1 arithmetic.'
    """
    refused = sum(one.rule == Rule.BINDING_REFUSED for one in findings)
    unread = sum(one.rule == Rule.UNREADABLE_DOCUMENT for one in findings)
    findings = [one for one in findings if one.rule not in OF_NO_EQUATION]
    total = f"{len(findings)} equation{'s' * (len(findings) != 1)}"
    guessed = len({(one.file, symbol) for one in findings for symbol in one.guessed})
    letters = f" {guessed} letter{'s' * (guessed != 1)} guessed." if guessed else ""
    groups = ", ".join([*_judged(findings), *_not_judged(findings)])
    bindings = f" {refused} binding{'s' * (refused != 1)} refused." if refused else ""
    documents = f" {unread} document{'s' * (unread != 1)} not read." if unread else ""
    return f"{total}{': ' * bool(groups)}{groups}.{letters}{bindings}{documents}"


def _judged(findings: Sequence[Finding]) -> Iterator[str]:
    for subject, (one, many) in _GROUPS.items():
        here = [
            finding
            for finding in findings
            if finding.subject == subject and finding.verdict != FindingVerdict.NOT_JUDGED
        ]
        if not here:
            continue
        counts = {
            word: sum(f.verdict == verdict for f in here) for verdict, word in _VERDICTS.items()
        }
        parts = [f"{number} {word}" for word, number in counts.items() if number]
        split = f" ({', '.join(parts)})" if counts["right"] < len(here) else ""
        yield f"{len(here)} {one if len(here) == 1 else many}{split}"


def _not_judged(findings: Sequence[Finding]) -> Iterator[str]:
    """The number of equations not judged: for unknown names, unread, or without a statement."""
    here = [finding for finding in findings if finding.verdict == FindingVerdict.NOT_JUDGED]
    unknown = sum(bool(finding.unknown) for finding in here)
    unread = sum(finding.rule == Rule.UNREAD and not finding.unknown for finding in here)
    rest = len(here) - unknown - unread
    named = (
        (unknown, f"unknown name{'s' * (unknown != 1)}"),
        (unread, "unread"),
        (rest, "without a statement"),
    )
    parts = [f"{number} {word}" for number, word in named if number]
    if here:
        yield f"{len(here)} not judged ({', '.join(parts)})"
