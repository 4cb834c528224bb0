"""Widths of columns where long texts share the page."""

from __future__ import annotations

from derive.rendering.document.columns import ColumnWidth, is_long, shared_widths
from derive.rendering.document.document import Code, Document, Table, Text, Words

DOCUMENT = Document("", ())


def widths(*row: str, names: str = "") -> list[ColumnWidth]:
    cells: list[Words] = [(Text(cell),) for cell in row]
    cells += [(Code(names),)] if names else []
    table = Table(("",) * len(cells), (tuple(cells),), "l" * len(cells))
    return shared_widths(DOCUMENT, table)


def test_a_table_that_fits_the_page_keeps_its_natural_widths() -> None:
    assert widths("symbol", "a meaning of several words") == [ColumnWidth(), ColumnWidth()]


def test_long_texts_share_what_the_others_leave_in_proportion() -> None:
    """A short one has half of the longest at least."""
    assert widths("x", "a" * 60, "b" * 30) == [
        ColumnWidth(), ColumnWidth(share=60), ColumnWidth(share=30),
    ]  # fmt: skip
    assert widths("a" * 90, "b" * 25)[1] == ColumnWidth(share=45)


def test_names_are_as_wide_as_those_that_stay_whole() -> None:
    """A name of 24 characters and more breaks at its underscores, so it asks for no more."""
    long = widths("a" * 80, names="crossover_context_with_attention")
    assert long == [ColumnWidth(share=80), ColumnWidth(characters=12)]
    assert widths("a" * 80, names="bandwidth_efficiency")[1] == ColumnWidth()


def test_a_page_may_end_within_a_table_of_many_rows_or_of_tall_ones() -> None:
    """Twenty short rows stay together, thirty do not, nor ten of a hundred characters."""

    def rows(count: int, text: str) -> Table:
        return Table(("",), (((Text(text),),),) * count, "l")

    long = [is_long(DOCUMENT, rows(*made)) for made in ((20, "x"), (30, "x"), (10, "x" * 100))]
    assert long == [False, True, True]
