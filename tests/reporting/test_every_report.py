"""Every report that comes with the package: verified to the last line, nothing uncited, nothing
idle, and as committed.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from derive.checking.verdicts.finding import FindingVerdict
from derive.rendering.document.anchors import entry_place, line_place, places
from derive.rendering.document.document import (
    Cite,
    Code,
    Document,
    Equation,
    Figure,
    Heading,
    Paragraph,
    References,
    Table,
    Text,
)
from derive.rendering.document.parts import cited_keys, every_block, parts_of
from derive.rendering.document.references import references, sources_of
from derive.rendering.layouts.nomenclature import printed_variables
from derive.reporting.answers import AnswerBook
from derive.reporting.composing import report_document
from derive.reporting.figures.figure import draw
from derive.reporting.freshness import compare_book, kept_in
from derive.reporting.self_check import judge_document
from derive.reporting.source import find

pytestmark = pytest.mark.slow

COMMITTED = Path(__file__).parents[2] / "reports"


def explaining(document: Document) -> list[Table]:
    """The tables whose rows explain symbols: those of knowns, and the nomenclature."""
    tables = (block for block in every_block(document.blocks) if isinstance(block, Table))
    return [table for table in tables if any(table.places)]


def closing_note(document: Document) -> set[str]:
    """The sources that the note before the references names by the first and the last number."""
    for block in document.blocks:
        words = parts_of(block) if isinstance(block, Paragraph) and block.tone == "note" else ()
        shown = list(words)
        ends = [document.numbers[part.key] for part in shown if isinstance(part, Cite)]
        if Text(" to ") in shown and len(ends) == 2:
            return {key for key, number in document.numbers.items() if ends[0] <= number <= ends[1]}
    return set()


def test_every_line_is_verified(shipped: AnswerBook) -> None:
    """No line of a derivation or proof and no line with numbers stands there unverified, and the
    numbers count through the report.
    """
    equations = [b for b in report_document(shipped).blocks if isinstance(b, Equation)]
    lines = [block for block in equations if block.number is not None]
    assert all(line.verdict for line in equations if line.number is not None or line.values)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert all(
        answer.derivation.verified for answer in shipped.answers.values() if answer.derivation.steps
    )


def test_no_name_of_the_library_stands_in_a_report_as_code(shipped: AnswerBook) -> None:
    """But in the nomenclature, where symbols have names, and in an equation as a claim has it:
    a reader of a printed page can look nothing up.
    """
    blocks = [
        block
        for block in every_block(report_document(shipped).blocks)
        if not (isinstance(block, Table) and "Name" in block.headers)
    ]
    code = {part.text for block in blocks for part in parts_of(block) if isinstance(part, Code)}
    assert not [text for text in code if text.isidentifier() or text.startswith("accelerator ")]
    rules = {block.rule for block in blocks if isinstance(block, Equation)}
    assert not [rule for rule in rules if "_" in rule]


def test_every_figure_is_placed_once_with_words_and_with_what_it_shows_for_who_cannot_see_it(
    shipped: AnswerBook,
) -> None:
    shown = [block for block in report_document(shipped).blocks if isinstance(block, Figure)]
    assert sorted(block.path for block in shown) == sorted(
        f"{shipped.source.name}_{figure}.svg" for figure in shipped.source.figures
    )
    assert all(block.caption and len(block.alt) > 30 for block in shown)


def test_every_table_and_question_of_the_front_matter_is_shown(shipped: AnswerBook) -> None:
    """Nothing is computed for nothing, or left over from an earlier version."""
    source = shipped.source
    assert all(f"{{{{table {table}}}}}" in source.body for table in source.tables)
    text = find(source.name).read_text(encoding="utf-8")
    for question in source.questions:
        assert re.search(rf'\{{\{{[^}}]*\b{question}\b|"{question}"', text), question


def test_every_value_and_relation_behind_an_answer_has_its_source_cited(
    shipped: AnswerBook,
) -> None:
    """Each document behind an answer is in the references and cited, by its number or within the
    numbers from the first to the last that the closing note names; what is none, such as a
    derivation of our own, needs no entry and gets none.
    """
    document = report_document(shipped)
    listed = [
        entry.key
        for block in document.blocks
        if isinstance(block, References)
        for entry in block.entries
    ]
    needed = {id for answer in shipped.shown.values() for id in sources_of(answer)}
    documents = {id for id, entry in references(needed).items() if not entry.aside}
    cited = set(cited_keys(document.blocks))
    assert [document.numbers[key] for key in listed] == list(range(1, len(listed) + 1))
    assert needed == set(references(needed))
    assert documents <= set(listed)
    assert cited <= set(document.numbers) | set(document.asides)
    assert set(document.asides) <= cited and not set(document.asides) & set(listed)
    assert set(listed) == (cited | closing_note(document)) - set(document.asides)


def test_the_nomenclature_has_every_printed_symbol_and_no_other(shipped: AnswerBook) -> None:
    """Each symbol has one row, in a table of knowns or in the nomenclature; none there is idle."""
    document = report_document(shipped)
    tables = explaining(document)
    rows = [place for table in tables for place in table.places if place]
    own = [table for table in tables if table.headers[:3] == ("Symbol", "Name", "Meaning")]
    rest = [block for block in document.blocks if block not in own]
    printed = printed_variables(rest)
    assert len(own) <= 1
    assert len(rows) == len(set(rows))
    assert set(rows) == {entry_place(var.name) for var in printed}
    assert all(line is None or line_place(line) in places(document) for line in printed.values())


def test_the_sections_come_in_order_of_their_levels(shipped: AnswerBook) -> None:
    blocks = report_document(shipped).blocks
    levels = [0, *(block.level for block in blocks if isinstance(block, Heading))]
    assert all(below <= above + 1 for above, below in itertools.pairwise(levels))


def test_every_formula_is_read_and_consistent(shipped: AnswerBook) -> None:
    """Equations, evaluated lines and what stands in tables, read back as a document."""
    findings = judge_document(report_document(shipped), shipped.source.name)
    assert [
        f"{finding.line}: {finding.brief}"
        for finding in findings
        if finding.verdict != FindingVerdict.CONSISTENT
    ] == []
    assert len(findings) > 5


def test_the_committed_files_are_what_the_engine_says_now(shipped: AnswerBook) -> None:
    """When this fails: derive report NAME --check says what changed, derive report NAME --format
    tex,md --out reports writes it anew.
    """
    assert kept_in(shipped.source.name).resolve() == COMMITTED
    found = compare_book(shipped, COMMITTED)
    assert {path.suffix for path in found.files} >= {".md", ".tex"}
    assert found.agrees, found.changes or found.diffs or found.fault


def test_a_figure_has_equal_bytes_every_time(shipped: AnswerBook) -> None:
    """The first is drawn as it was when it was committed, and where that was by another matplotlib,
    drawing twice gives the same: the SVG, as of all figures above, and the PDF.
    """
    pytest.importorskip("matplotlib")
    for figure in itertools.islice(shipped.source.figures, 1):
        stem = f"{shipped.source.name}_{figure}"
        kept = {kind: (COMMITTED / f"{stem}.{kind}").read_bytes() for kind in ("svg", "pdf")}
        drawn = draw(shipped, figure, tuple(kept))
        if not all(kept[kind].startswith(data) for kind, data in drawn.items()):  # before its stamp
            assert drawn == draw(shipped, figure, tuple(kept))
