"""Findings in a text in Markdown, and their levels."""

from __future__ import annotations

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.verdicts.finding import Finding


def findings(text: str, bindings: dict[str, str] | None = None) -> list[Finding]:
    return check_document(document_of(text, "a.md"), bindings)


def levels(text: str, bindings: dict[str, str] | None = None) -> list[str]:
    return [str(found.level) for found in findings(text, bindings)]
