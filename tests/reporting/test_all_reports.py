"""Every report that comes with the package: what the repository holds is what the engine says now, and nothing in it is unchecked."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest

from derive.equations.var import Var
from derive.rendering.document import Cite, Document, Equals, Equation, Figure, Heading, Math, References, Table, parts_of
from derive.rendering.latex_document import latex_document
from derive.rendering.markdown import markdown
from derive.reporting.answers import AnswerBook
from derive.reporting.figures import draw
from derive.reporting.source import find, read, reports
from derive.reporting.writing import report_document

COMMITTED = Path(__file__).parents[2] / "reports"
FIGURES = [(name, figure) for name in reports() for figure in read(find(name)).figures]


@lru_cache
def book(name: str) -> AnswerBook:
    return AnswerBook(read(find(name)))


@lru_cache
def made(name: str) -> Document:
    return report_document(book(name))


@pytest.mark.parametrize("name", reports())
def test_the_committed_report_is_what_the_engine_says_now(name: str) -> None:
    """Making it again gives the committed bytes; regenerate with `derive report NAME --format tex,md --out reports`."""
    assert markdown(made(name)) == (COMMITTED / f"{name}.md").read_text(encoding="utf-8")
    assert latex_document(made(name)) == (COMMITTED / f"{name}.tex").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", reports())
def test_every_numbered_line_is_verified_and_numbers_run_on(name: str) -> None:
    """No line of a derivation or proof stands there unverified, and the numbers count through the report."""
    lines = [block for block in made(name).blocks if isinstance(block, Equation) and block.number is not None]
    assert all(block.verdict for block in lines)
    assert [block.number for block in lines] == list(range(1, len(lines) + 1))


@pytest.mark.parametrize("name", reports())
def test_every_evaluation_that_is_shown_is_verified(name: str) -> None:
    """A line with numbers in it carries its verdict, numbered or not."""
    assert all(block.verdict for block in made(name).blocks if isinstance(block, Equation) and block.values)


@pytest.mark.parametrize("name", reports())
def test_every_citation_is_listed_and_every_source_listed_is_cited(name: str) -> None:
    """References and citations are the same set."""
    document = made(name)
    listed = {entry.key for block in document.blocks if isinstance(block, References) for entry in block.entries}
    assert listed == {part.key for block in document.blocks for part in parts_of(block) if isinstance(part, Cite)}


@pytest.mark.parametrize("name", reports())
def test_every_figure_and_table_of_the_front_matter_is_shown(name: str) -> None:
    """Nothing is computed for nothing, and each figure has an alternative text."""
    source = book(name).source
    shown = {Path(block.path).stem for block in made(name).blocks if isinstance(block, Figure) and block.alt}
    assert shown == {f"{name}_{figure}" for figure in source.figures}
    assert all(f"{{{{table {table}}}}}" in source.body for table in source.tables)


@pytest.mark.parametrize("name", reports())
def test_every_question_of_the_front_matter_is_asked(name: str) -> None:
    """A question that nothing refers to is left over from an earlier version."""
    text = find(name).read_text(encoding="utf-8")
    for question in book(name).source.questions:
        assert re.search(rf'\{{\{{[^}}]*\b{question}\b|"{question}"', text), question


@pytest.mark.parametrize("name", reports())
def test_the_nomenclature_lists_what_is_shown_and_nothing_else(name: str) -> None:
    """Every symbol of an equation is explained, and no explained symbol is missing from the page."""
    blocks = made(name).blocks
    last = max(k for k, block in enumerate(blocks) if isinstance(block, Heading) and block.text == "Nomenclature")
    table = blocks[last + 1]
    assert isinstance(table, Table)
    listed = {part.expression for row in table.rows for part in row[0] if isinstance(part, Math)}
    body = blocks[:last]
    stated = {var for block in body if isinstance(block, Equation) for var in block.expression.free_symbols}
    within = {var for block in body for part in parts_of(block) if isinstance(part, Math) for var in part.expression.free_symbols}
    equals = {part.var for block in body for part in parts_of(block) if isinstance(part, Equals)}
    shown = {var for var in stated | within | equals if isinstance(var, Var)}
    assert listed == shown, (sorted(v.name for v in listed - shown), sorted(v.name for v in shown - listed))


@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_a_figure_has_equal_bytes_every_time(name: str, figure: str) -> None:
    """Drawing twice gives the same SVG and the same PDF, which are those beside the report's text."""
    pytest.importorskip("matplotlib")
    first = draw(book(name), figure, ("svg", "pdf"))
    assert first == draw(AnswerBook(book(name).source), figure, ("svg", "pdf"))
    assert all((COMMITTED / f"{name}_{figure}.{kind}").is_file() for kind in first)
