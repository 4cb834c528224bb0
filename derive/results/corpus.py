"""Corpus: what the check of many documents came to, row by row and as a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from derive.display import Label


class CorpusRule(Label):
    """The rule of a row that tells of a document as a whole: it took too much time or memory, ended
    the process that checked it, cannot be read, or has no equation.
    """

    LIMIT = "limit"
    MEMORY = "memory"
    CRASHED = "crashed"
    UNREADABLE = "unreadable"
    NO_EQUATION = "no-equation"


class CorpusRow(NamedTuple):
    """A finding in a document, or what happened to the document as a whole (line 0).

    `key` is the digest of its content, of derive's version and of the options that decide the
    verdict; `path` is the document as it was found; `relation` is the nearest one of the library.
    """

    key: str
    path: str
    line: int
    verdict: str
    level: str
    rule: str
    relation: str
    message: str


@dataclass(frozen=True, slots=True)
class CorpusRun:
    """A run over a corpus: the documents that it checked and the findings in them, the documents
    that an earlier run had checked (`kept`), and those that were given up or cannot be read, by
    rule.
    """

    shards: Path
    checked: int = 0
    findings: int = 0
    kept: int = 0
    given_up: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        documents = f"{self.checked:,} document{'s' * (self.checked != 1)} checked"
        found = f"{self.findings:,} finding{'s' * (self.findings != 1)}"
        kept = f"; {self.kept:,} checked before" if self.kept else ""
        rules = ", ".join(f"{number:,} {rule}" for rule, number in sorted(self.given_up.items()))
        return f"{documents}, {found}{kept}{'; given up: ' * bool(rules)}{rules}: {self.shards}"
