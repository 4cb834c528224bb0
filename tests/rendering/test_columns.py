"""Widths of columns where long texts share the page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from derive.equations import Var
from derive.rendering.document.columns import (
    ColumnWidth,
    is_long,
    least_width,
    paragraph_shares,
    set_columns,
    shared_widths,
)
from derive.rendering.document.document import (
    Code,
    Document,
    Heading,
    Link,
    Math,
    Paragraph,
    Table,
    Text,
    Words,
)
from derive.rendering.formats import html_table, latex, typst

DOCUMENT = Document("", ())
PAGE = Path(typst.__file__).with_name("templates") / "page.typ"


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
    assert widths("a" * 90, "b" * 25)[1] == ColumnWidth(share=30)  # 60 fill a line


def test_names_are_as_wide_as_those_that_stay_whole() -> None:
    """A name of 24 characters and more breaks at its underscores, so it asks for no more."""
    long = widths("a" * 80, names="crossover_context_with_attention")
    assert long == [ColumnWidth(share=60), ColumnWidth(characters=12)]
    assert widths("a" * 80, names="bandwidth_efficiency")[1] == ColumnWidth()


def test_formulas_and_links_take_the_room_that_is_seen() -> None:
    """A fraction counted as one line of names, and a link with its address: such a column left
    the others as narrow as their longest words.
    """
    long, short = Var("a_long_name_of_a_time", tex="t_a"), Var("another_long_name", tex="t_b")
    seen = (Math(long / short),), (Link((Text("a page"),), "/kind/" + "x" * 80),), (Text("w " * 9),)
    table = Table(("", "", ""), (seen,), "lll")
    assert paragraph_shares(DOCUMENT, table) == (None, None, None)
    assert least_width(DOCUMENT, Table(("",), (seen[1:2],), "l")) < 10


def test_on_a_page_a_column_of_texts_takes_more_than_one_of_symbols_and_a_long_name() -> None:
    """Both shared a half: the symbols stood in an empty one."""
    named = ((Text("x"),), (Text("1 s"),), (Text("a text of several words " * 4),))
    rows = (*(named,) * 6, ((Text("a name " * 6),), (Text("1"),), (Text("why"),)))
    shares = [int(at) for at in re.findall(r"width: (\d+)%", str(page_widths(rows)))]
    assert len(shares) == 2 and shares[1] >= 2 * shares[0] - 1


def page_widths(rows: tuple[tuple[Words, ...], ...]) -> list[str]:
    return html_table.widths(DOCUMENT, Table(("",) * 3, rows, "lrl"))


def test_a_page_may_end_within_a_table_of_many_rows_or_of_tall_ones() -> None:
    """Twelve short rows stay together, thirteen do not, nor four of a hundred characters."""

    def rows(count: int, text: str) -> Table:
        return Table(("",), (((Text(text),),),) * count, "l")

    long = [is_long(DOCUMENT, rows(*made)) for made in ((12, "x"), (13, "x"), (4, "x" * 100))]
    assert long == [False, True, True]


def _at(source: str) -> list[Any]:
    """Where the marks of a source stand, set with the page of our PDFs."""
    compiler = pytest.importorskip("typst")
    whole = f"#let gap = 1em\n{PAGE.read_text(encoding='utf-8')}\n{source}"
    return [mark["value"] for mark in json.loads(compiler.query(whole.encode(), "<at>"))]


@pytest.mark.slow
def test_no_row_of_a_pdf_s_table_stands_alone_on_a_page() -> None:
    """The first two rows are on one page, and the last two, wherever the page ends; none stands
    in a margin.
    """
    row = "([#context [#metadata((here().page(), here().position().y.pt())) <at>]],)"
    for above in (27, 28, 29, 30, 56, 58, 60, 61):
        table = f"#ruled(true, (left,), (1fr,), ([h],), {', '.join([row] * 40)})"
        marks = _at(f"#v({above}em)\n{table}")
        pages = [page for page, _ in marks]
        assert pages[0] == pages[1] and pages[-1] == pages[-2]
        assert all(71 < height < 842 - 71 for _, height in marks)  # points: the margins
    row = "([#context [#metadata(here().page()) <at>]],)"
    assert len(set(_at(f"#v(38em)\n#ruled(true, (left,), (1fr,), ([h],), {row}, {row})"))) == 1


def test_a_wide_equation_of_a_pdf_leaves_room_for_its_number() -> None:
    words, mark = " + ".join(['"wide"'] * 60), "#metadata(here().position().x.pt()) <at>"
    (end,) = _at(f"#displayed(13, none, none, $ {words} #context [{mark}] $)")
    assert end < 595 - 74 - 20  # points: the paper, its margin, the number


def test_a_table_that_breaks_a_text_into_many_lines_is_set_closer() -> None:
    """In smaller type a line holds more of its words, so that its rows are lower."""
    numbers = [(Text("17,400 GPU·hour"),)] * 4
    table = Table(("",) * 5, (((Text("a word " * 12),), *numbers),), "lrrrr")
    columns = set_columns(DOCUMENT, table)
    assert columns.crowded and columns.shares[1:] == (None,) * 4
    assert columns.shares[0] is not None and columns.shares[0] > 0.15
    assert not set_columns(DOCUMENT, Table(("", ""), (table.rows[0][:2],), "lr")).crowded


def test_long_ranges_beside_a_long_text_take_two_lines() -> None:
    """An end on each, which leaves the text more room; in a table that fits they stay whole."""

    def table(words: int, band: str) -> Table:
        rows = [((Text("word " * words),), *[(Text(cell),)] * 3) for cell in (band, "7 to 9", "–")]
        return Table(("",) * 4, tuple(rows), "lrrr")

    long, short = table(40, "405,000 to 1,620,000"), table(40, "39.3 to 76.3")
    assert shared_widths(DOCUMENT, long)[1:] == [ColumnWidth(characters=10)] * 3
    assert shared_widths(DOCUMENT, short)[1:] == [ColumnWidth()] * 3
    few = table(2, "405,000 to 1,620,000")
    assert set_columns(DOCUMENT, few).shares == (None,) * 4
    folded = set_columns(DOCUMENT, long).shares
    assert None not in folded and folded[0] > 0.5


def test_columns_of_a_part_fit_the_narrower_page_of_an_article() -> None:
    table = Table(("", ""), (((Text("a word " * 7),), (Text("a word " * 4),)),), "ll")
    assert set_columns(DOCUMENT, table).shares == (None, None)
    first, second = set_columns(DOCUMENT, table, 72).shares
    assert first is not None and first < 0.6 and second is None


def test_a_title_keeps_room_for_the_first_rows_of_the_long_table_below_it() -> None:
    def made(rows: int, *between: Paragraph) -> str:
        table = Table(("point",), (((Text("x" * 20),),),) * rows, "l")
        return latex.body(Document("", (Heading(1, "Points"), *between, table)))

    assert r"\roomfor" not in made(12)
    assert made(13).startswith("\\roomfor{8\\baselineskip}\n\\section{Points}")
    noted = made(13, Paragraph((Text("Others are below."),), "note"))
    assert noted.startswith("\\roomfor{10\\baselineskip}\n\\section{Points}")


def test_lines_of_an_equation_that_fit_on_one_stand_on_one_where_space_is_short() -> None:
    """In a document that is set small; elsewhere each value has its line."""
    short, wide = "$ a & = b \\ & = c $, flat: $ a = b = c $", ' + "wide"' * 80

    def height(equation: str) -> float:
        mark = "#context [#metadata((here().page(), here().position().y.pt())) <at>]"
        ((_, above), (_, below)) = _at(f"{mark}\n#displayed(1, none, none, {equation})\n{mark}")
        return float(below - above)

    assert height(short) < height("$ a & = b \\ & = c $")
    assert height(f"$ a & = b \\ & = c $, flat: $ a{wide} = c $") == height("$ a & = b \\ & = c $")
