"""Findings for lines of bindings that bind nothing, and for documents that cannot be read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from derive.checking.symbols.bindings import RefusedBinding
from derive.checking.verdicts.finding import Finding, judged
from derive.checking.verdicts.levels import Outcome
from derive.errors import DeriveError


def unreadable_document(file: str, fault: DeriveError) -> Finding:
    """The warning for a document that a fault keeps from being read."""
    words = str(fault)
    own = words.removeprefix(f"{file}: ")
    problem = words if own == words else f"the document {own}"
    place: dict[str, Any] = {"file": file, "line": 1, "column": 1}
    return judged("", Outcome.UNREADABLE_DOCUMENT, problem, brief=problem, **place)


def refused_bindings(refused: Iterable[RefusedBinding]) -> list[Finding]:
    """A warning for each, with its file and line."""
    findings = []
    for one in refused:
        fault = one.fault
        problem = f"the binding of “{fault.key}” is refused: {fault.problem}. {fault.fix}".strip()
        place: dict[str, Any] = {"file": fault.file, "line": fault.line or 1, "column": 1}
        message = f"{one.text}\n{problem[0].upper()}{problem[1:]}"
        found = judged(one.text, Outcome.BINDING_REFUSED, message, brief=problem, **place)
        findings.append(found)
    return findings
