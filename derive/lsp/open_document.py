"""A document that is open in an editor: its findings, and what stands at a place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from derive.checking.check import document_names, usual_names
from derive.checking.extraction.document import ExtractedDocument, document_of
from derive.checking.extraction.passage import Passage
from derive.checking.grammar.parser import stated
from derive.checking.grammar.tree import NameNode, StatementNode, nodes
from derive.checking.symbols.bindings import RefusedBinding
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.judge import judge_passages
from derive.checking.verdicts.refused_bindings import refused_bindings, unreadable_document
from derive.errors import DeriveError, TextError

_BETWEEN_NAMES = re.compile(r"[\s=+*/<>≈≤≥&]|\\(?:frac|cdot|times|left|right)(?![A-Za-z])")


@dataclass(frozen=True, slots=True)
class SymbolPlace:
    """A symbol of a formula: as it is looked up, with line and columns (from 1)."""

    word: str
    line: int
    column: int
    end: int


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """A document with its findings; where its front matter cannot be read, that is the only
    finding.
    """

    text: str
    document: ExtractedDocument
    names: Names
    findings: tuple[Finding, ...]

    def passage_at(self, line: int, column: int) -> Passage | None:
        """The formula at a place."""
        for passage in self.document.passages:
            if passage.line <= line and self.end_of(passage)[0] >= line:
                first, last = passage.place(0), self.end_of(passage)
                if first <= (line, column) <= last:
                    return passage
        return None

    def end_of(self, passage: Passage) -> tuple[int, int]:
        """Line and column behind the last character of a formula."""
        return passage.place(len(passage.text))

    def passage_of(self, finding: Finding) -> Passage | None:
        """The formula that a finding is about."""
        for passage in self.document.passages:
            if passage.text == finding.text and passage.place(finding.position or 0) == (
                finding.line,
                finding.column,
            ):
                return passage
        return None

    def symbol_at(self, line: int, column: int) -> SymbolPlace | None:
        """The symbol under the cursor."""
        passage = self.passage_at(line, column)
        if passage is None:
            return None
        lines = passage.text.splitlines(keepends=True)
        row = line - passage.line
        within = column - (passage.column if row == 0 else 1)
        offset = sum(map(len, lines[:row])) + within
        before = [node for node in self._symbols(passage) if node.position <= offset]
        if not before:
            return None
        node = max(before, key=lambda node: node.position)
        if _BETWEEN_NAMES.search(passage.text[node.position : offset]):
            return None
        first, last = passage.place(node.position), passage.place(offset)
        return SymbolPlace(node.word, first[0], first[1], max(last[1], first[1]) + 1)

    def _symbols(self, passage: Passage) -> list[NameNode]:
        try:
            statements = stated(
                passage.text, self.names, latex=passage.latex, macros=self.document.macros
            )
        except TextError:
            return []
        return [
            node
            for statement in statements
            if isinstance(statement, StatementNode)
            for node in nodes(*statement.sides)
            if isinstance(node, NameNode)
        ]


def opened(text: str, file: str, bindings: Mapping[str, str] | None = None) -> OpenDocument:
    """The document of a text, read as its file's suffix says, and judged. Nothing is raised."""
    try:
        document = document_of(text, file)
        refused: list[RefusedBinding] = []
        names = document_names(document, bindings, refused=refused)
        found = judge_passages(document.passages, names, document.macros)
    except DeriveError as error:
        fault = unreadable_document(file, error)
        return OpenDocument(text, ExtractedDocument((), ""), usual_names(), (fault,))
    return OpenDocument(text, document, names, (*refused_bindings(refused), *found))
