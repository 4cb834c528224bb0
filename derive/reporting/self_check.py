"""Check of the reports' own formulas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from derive.checking.extraction.document import document_of
from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.judge import judge_passages
from derive.equations.opaque import OpaqueFunction
from derive.library.content import vocabulary
from derive.rendering.document.document import Document, DocumentBlock
from derive.rendering.document.parts import every_block
from derive.rendering.formats import markdown
from derive.rendering.layouts.nomenclature import printed_expressions, printed_variables
from derive.reporting.answers import AnswerBook
from derive.reporting.composing import report_document
from derive.reporting.source import find, read


def judge_report(name: str) -> list[Finding]:
    """A finding for every formula of a report, code excepted.

    The Markdown is made anew and read like any document, with the report's own symbols. Raises
    UnknownName for an unknown report, DataError for a faulty source.
    """
    return judge_document(report_document(AnswerBook(read(find(name)))), name)


def judge_document(document: Document, name: str) -> list[Finding]:
    """A finding for every formula of a report that is made."""
    read_back = document_of(markdown.write(document), f"{name}.md")
    formulas = [passage for passage in read_back.passages if passage.latex]
    names = Names(vocabulary(), _printed(document.blocks))
    return judge_passages(formulas, names, read_back.macros, strict=True)


def _printed(blocks: Iterable[DocumentBlock]) -> Mapping[str, str]:
    """The meaning of each symbol: the library's variable, else its unit, or a function's unit."""
    shown = tuple(blocks)
    symbols = {
        spelt(var.tex): str(var.name) if var in vocabulary() else var.unit.text
        for var in printed_variables(shown)
    }
    functions = {
        map
        for block in every_block(shown)
        for expression in printed_expressions(block)
        for map in expression.atoms(OpaqueFunction)
    }
    return {
        **symbols,
        **{spelt(map.tex): map.gives.text for map in sorted(functions, key=lambda map: map.name)},
    }
