"""Every report that comes with the package: verified to the last line, nothing uncited, nothing
idle, and as committed.
"""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path

import pytest

from derive.rendering.document.anchors import entry_place, line_place, places
from derive.rendering.document.document import (
    Cite,
    Document,
    Equation,
    Figure,
    Heading,
    References,
    Table,
)
from derive.rendering.document.parts import parts_of
from derive.rendering.document.references import sources_of
from derive.rendering.layouts.nomenclature import printed_variables
from derive.reporting import reports
from derive.reporting.answers import AnswerBook
from derive.reporting.composing import report_document
from derive.reporting.freshness import compare, kept_in
from derive.reporting.source import find, read

pytestmark = pytest.mark.slow

COMMITTED = Path(__file__).parents[2] / "reports"


@cache
def made(name: str) -> tuple[AnswerBook, Document]:
    book = AnswerBook(read(find(name)))
    return book, report_document(book)


def nomenclatures(document: Document) -> list[Table]:
    return [block for block in document.blocks if isinstance(block, Table) and block.places]


@pytest.fixture(params=reports())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_line_is_verified(name: str) -> None:
    book, document = made(name)
    lines = [
        block
        for block in document.blocks
        if isinstance(block, Equation) and block.number is not None
    ]
    assert all(line.verdict for line in lines)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert all(
        answer.derivation.verified for answer in book.answers.values() if answer.derivation.steps
    )


def test_every_figure_is_placed_once_with_words_and_with_what_it_shows_for_who_cannot_see_it(
    name: str,
) -> None:
    book, document = made(name)
    shown = [block for block in document.blocks if isinstance(block, Figure)]
    assert sorted(block.path for block in shown) == sorted(
        f"{name}_{figure}.svg" for figure in book.source.figures
    )
    assert all(block.caption and len(block.alt) > 30 for block in shown)


def test_every_value_and_relation_behind_an_answer_has_its_source_cited(name: str) -> None:
    book, document = made(name)
    cited = {
        part.key for block in document.blocks for part in parts_of(block) if isinstance(part, Cite)
    }
    listed = {
        entry.key
        for block in document.blocks
        if isinstance(block, References)
        for entry in block.entries
    }
    needed = {id for answer in book.answers.values() for id in sources_of(answer)}
    assert needed <= cited
    assert cited == listed


def test_the_nomenclature_has_every_printed_symbol_and_no_other(name: str) -> None:
    _, document = made(name)
    (table,) = nomenclatures(document)
    rest = [block for block in document.blocks if block is not table]
    printed = printed_variables(rest)
    assert set(table.places) == {entry_place(var.name) for var in printed}
    assert all(line is None or line_place(line) in places(document) for line in printed.values())


def test_the_sections_come_in_order_of_their_levels(name: str) -> None:
    _, document = made(name)
    levels = [0, *(block.level for block in document.blocks if isinstance(block, Heading))]
    assert all(below <= above + 1 for above, below in itertools.pairwise(levels))


def test_the_committed_files_are_what_the_engine_says_now(name: str) -> None:
    """When this fails: derive report NAME --check says what changed, derive report NAME --format
    tex,md --out reports writes it anew.
    """
    assert kept_in(name).resolve() == COMMITTED
    found = compare(name, COMMITTED)
    assert {path.suffix for path in found.files} >= {".md", ".tex"}
    assert found.agrees, found.changes or found.diffs or found.fault
