"""Rows of a table that are titles: they stand across it, and no column is measured by them."""

from __future__ import annotations

import pytest

from derive.rendering.document.document import Document, Strong, Table, Text
from derive.rendering.formats import html, latex, typst
from derive.rendering.formats.terminal import document_text

TITLE = "Throughput and what it costs in the end"
TABLE = Table(
    ("What", "Value"),
    (((Strong(TITLE),), ()), ((Text("a"),), (Text("1"),)), ((Text("b"),), (Text("2"),))),
    "lr",
)
PAGE = Document("A table", (TABLE,))


@pytest.mark.parametrize(
    ("writer", "across"),
    [
        (html.write, '<td colspan="2"><strong>'),
        (latex.write, r"\multicolumn{2}{l}{\textbf{"),
        (typst.write, "table.cell(colspan: 2, align: left)[#strong["),
    ],
)
def test_a_title_stands_across_all_columns(writer, across: str) -> None:
    """One cell holds it, so that it never breaks in a narrow first column."""
    assert across in writer(PAGE)


def test_no_column_is_as_wide_as_a_title() -> None:
    """In a terminal the columns below a title are as wide as their own cells."""
    lines = document_text(PAGE, 60).splitlines()
    assert any(line.strip() == TITLE for line in lines)
    assert min(len(line) for line in lines if line.strip().startswith("─")) < len(TITLE)


def test_short_texts_beside_long_ones_stay_on_one_line() -> None:
    """A column of long texts takes what the others leave, and does not press them to a word."""
    long = "Derived from the rows of the table of prices, of which the last departs from it. " * 2
    rows = (((Text("write 5m over input"),), (Text(long),)), ((Text("read"),), ()))
    page = html.write(Document("A table", (Table(("Key", "Remarks"), rows, "ll"),)))
    assert '<td class="whole">write 5m over input</td>' in page
