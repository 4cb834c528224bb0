"""Findings in a text in Markdown, and their levels."""

from __future__ import annotations

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.verdicts.finding import Finding


def findings(text: str, bindings: dict[str, str] | None = None) -> list[Finding]:
    return check_document(document_of(text, "a.md"), bindings)


def levels(text: str, bindings: dict[str, str] | None = None) -> list[str]:
    return [str(found.level) for found in findings(text, bindings)]


def is_accused(text: str, unlike: str = "") -> bool:
    """Whether the last equation of a text is false as it is read, an error or with the reason that
    it is none; not with the reason that another text has.
    """

    def reason(found: Finding) -> tuple[str, str]:
        return str(found.level), found.brief.partition("A warning only: ")[2]

    found = findings(text)[-1]
    others = findings(unlike)[-1:] if unlike else []
    return found.verdict == "inconsistent" and reason(found) not in map(reason, others)
