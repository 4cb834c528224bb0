"""Every report that comes with the package: what the repository holds is what the engine says now,
and nothing in it is unchecked.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest

from derive.rendering.document.document import Document, Equation, Figure
from derive.reporting.answers import AnswerBook
from derive.reporting.figures.figure import draw
from derive.reporting.source import find, read, reports
from derive.reporting.write import report_document

pytestmark = pytest.mark.slow

COMMITTED = Path(__file__).parents[2] / "reports"
FIGURES = [(name, figure) for name in reports() for figure in read(find(name)).figures]


@lru_cache
def book(name: str) -> AnswerBook:
    return AnswerBook(read(find(name)))


@lru_cache
def made(name: str) -> Document:
    return report_document(book(name))


@pytest.mark.parametrize("name", reports())
def test_every_numbered_line_is_verified_and_numbers_run_on(name: str) -> None:
    """No line of a derivation or proof stands there unverified, and the numbers count through the
    report.
    """
    lines = [
        block
        for block in made(name).blocks
        if isinstance(block, Equation) and block.number is not None
    ]
    assert all(block.verdict for block in lines)
    assert [block.number for block in lines] == list(range(1, len(lines) + 1))


@pytest.mark.parametrize("name", reports())
def test_every_evaluation_that_is_shown_is_verified(name: str) -> None:
    """A line with numbers in it carries its verdict, numbered or not."""
    assert all(
        block.verdict for block in made(name).blocks if isinstance(block, Equation) and block.values
    )


@pytest.mark.parametrize("name", reports())
def test_every_figure_and_table_of_the_front_matter_is_shown(name: str) -> None:
    """Nothing is computed for nothing, and each figure has an alternative text."""
    source = book(name).source
    shown = {
        Path(block.path).stem
        for block in made(name).blocks
        if isinstance(block, Figure) and block.alt
    }
    assert shown == {f"{name}_{figure}" for figure in source.figures}
    assert all(f"{{{{table {table}}}}}" in source.body for table in source.tables)


@pytest.mark.parametrize("name", reports())
def test_every_question_of_the_front_matter_is_asked(name: str) -> None:
    """A question that nothing refers to is left over from an earlier version."""
    text = find(name).read_text(encoding="utf-8")
    for question in book(name).source.questions:
        assert re.search(rf'\{{\{{[^}}]*\b{question}\b|"{question}"', text), question


@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_a_figure_has_equal_bytes_every_time(name: str, figure: str) -> None:
    """Drawing twice gives the same SVG and the same PDF, which are those beside the report's
    text.
    """
    pytest.importorskip("matplotlib")
    first = draw(book(name), figure, ("svg", "pdf"))
    assert first == draw(AnswerBook(book(name).source), figure, ("svg", "pdf"))
    assert all((COMMITTED / f"{name}_{figure}.{kind}").is_file() for kind in first)
