"""The prose of a report: what CommonMark means is what every format prints, and nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from derive.errors import DataError, DeriveError
from derive.rendering.document.document import (
    Boxed,
    Cite,
    Code,
    CodeBlock,
    Document,
    DocumentBlock,
    Emphasis,
    Equation,
    Figure,
    Heading,
    Items,
    LineBreak,
    Link,
    Math,
    Paragraph,
    Quote,
    Strong,
    Table,
    Text,
    ThematicBreak,
)
from derive.rendering.document.parts import every_block
from derive.rendering.formats.html import html
from derive.rendering.formats.latex_document import latex_document
from derive.rendering.formats.markdown import markdown
from derive.rendering.formats.terminal import document_text
from derive.rendering.formats.typst_document import pdf, typst_document
from derive.reporting.answers import AnswerBook
from derive.reporting.composing import report_document
from derive.reporting.source import ReportSource
from derive.reporting.write import report_files

SOURCE = ReportSource(
    "mine",
    "Draining",
    "",
    questions={
        "drain": {
            "target": "drain_time",
            "given": {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"},
        }
    },
)


def document(body: str) -> Document:
    return report_document(AnswerBook(replace(SOURCE, body=body)))


def blocks(body: str) -> tuple[DocumentBlock, ...]:
    return document(body).blocks


def text(words: str) -> tuple[Text]:
    return (Text(words),)


def paragraph(words: str) -> Paragraph:
    return Paragraph(text(words))


# --- nothing is lost ---


def test_text_directly_under_a_heading_stays() -> None:
    """No empty line between them is needed, nor between headings."""
    assert blocks("# Short\nThe first line\nand the second.\n## Long\nMore.") == (
        Heading(1, "Short"),
        paragraph("The first line and the second."),
        Heading(2, "Long"),
        paragraph("More."),
    )


def test_a_placeholder_directly_under_a_heading_is_filled() -> None:
    heading, *made = blocks("# Result\n{{result drain}}")
    assert heading == Heading(1, "Result") and any(isinstance(block, Boxed) for block in made)


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("# Result\n{{reslt drain}}", "reslt"),
        ("# Result\nIt is {{valeu drain}}.", "{{valeu drain}}"),
        ("# Result of {{valeu drain}}", "{{valeu drain}}"),
        ("**{{valeu drain}}**", "{{valeu drain}}"),
        ("It is {{value drain}.", "{{value drain"),
        ("It is {{value drain", "{{value drain"),
        ("- {{valeu drain}}", "valeu"),
        ("> {{Value drain}}", "{{Value drain}}"),
        ("| a |\n| - |\n| {{valeu drain}} |", "{{valeu drain}}"),
    ],
)
def test_a_broken_placeholder_is_refused_by_name_wherever_it_stands(body: str, named: str) -> None:
    with pytest.raises(DataError, match="is no placeholder") as caught:
        document(body)
    assert named in str(caught.value)


BODY = """# Heading one
Under the heading.

1. Point one
2. Point two
   with a second line

   and a paragraph of its own

7) Point seven

- Bullet one
  - Bullet inner
- Bullet two

> Quote one
> Quote two
>
> 1. Quoted point

```py
code_one = {"a": "{{not filled}}"}
```

See [link one](https://example.org/one) and <https://example.org/two>, **bold *inner***,
_slanted_, `typed` and line\\
break. Braces \\{{ stay.

| Head one | Head two |
| :------- | -------: |
| Cell one | Cell two |

Setext heading
--------------

    indented code

***

Last words."""


@pytest.mark.parametrize(
    "writer",
    [markdown, html, latex_document, typst_document, document_text],
    ids=lambda w: w.__name__,
)
def test_every_word_of_the_source_is_printed_in_every_format(
    writer: Callable[[Document], str],
) -> None:
    """Addresses and the language of code apart, which some formats need not show."""
    made = re.sub(r"\\(?=[_{}])|\\allowbreak\{\}|\\ |~|&quot;", " ", writer(document(BODY)))
    prose = re.sub(r"https?://\S+?(?=[)>])|```py", " ", BODY)
    missing = [word for word in re.findall("[A-Za-z]{2,}", prose) if word not in made]
    assert not missing


def test_the_markdown_that_is_written_means_what_was_read() -> None:
    """A report's Markdown read as a source gives the same blocks."""
    more = (
        "\n\n`` ` `` !<https://e.org> \\*no mark\\* 1\\. `a|b`\n\n- # bold\n- #\n- ```\n  x\n  ```"
    )
    made = document(BODY + more)
    _, _, written = markdown(made).replace("{{ stay", "\\{{ stay").partition("\n\n")
    assert blocks(written) == made.blocks


def test_hostile_prose_stays_prose_in_every_format() -> None:
    """Commands of TeX, HTML and typst, in words, headings, code, cells and addresses."""
    hostile = (
        r"\\input{/etc/passwd} <script>alert(1)</script> --> 100% #eval(1)"
        r" $x$ & ^^M \\end{document}"
    )
    body = (
        f"# {hostile}\n{hostile}\n\n- **{hostile}**\n\n> *{hostile}*\n\n`{hostile}`\n\n"
        f"```{hostile}\n{hostile}\n```\n\n| {hostile} |\n| - |\n| {hostile} |\n\n"
        '[a](<https://e.org/\\\\input{x}#eval(1)"<script>%zz>)'
    )
    made = document(body)
    tex, page = latex_document(made), html(made)
    assert r"\input{" not in tex and tex.count(r"\end{document}") == 1
    assert "<script" not in page.lower() and "-->" not in page
    pytest.importorskip("typst")
    assert pdf(made).startswith(b"%PDF")


# --- what Markdown means ---


def test_numbered_lists_keep_their_numbers_and_lists_what_is_within_them() -> None:
    assert blocks("1. one\n2. two\n   - inner\n\n   more of it") == (
        Items(
            (text("one"), text("two")),
            numbered=True,
            below=((), (Items((text("inner"),)), paragraph("more of it"))),
        ),
    )
    assert blocks("7. seven\n8. eight") == (Items((text("seven"), text("eight")), True, 7),)


def test_a_list_needs_no_empty_line_before_it() -> None:
    assert blocks("These:\n- one\n- two") == (
        paragraph("These:"),
        Items((text("one"), text("two"))),
    )


def test_quotes_code_and_rules_are_blocks_of_their_own() -> None:
    assert blocks("> said\n> so\n\n```toml\na = 1\n\n  b = *2*\n```\n\n---\n\n    x") == (
        Quote((paragraph("said so"),)),
        CodeBlock("a = 1\n\n  b = *2*", "toml"),
        ThematicBreak(),
        CodeBlock("x"),
    )


def test_links_lead_to_their_address() -> None:
    """In brackets, by reference, or bare between angle brackets; an unsafe address is text."""
    assert blocks("[a `b`](https://e.org) [c][k] <https://e.org/d>\n\n[k]: https://e.org/k") == (
        Paragraph(
            (
                Link((Text("a "), Code("b")), "https://e.org"),
                Text(" "),
                Link("c", "https://e.org/k"),
                Text(" "),
                Link("https://e.org/d", "https://e.org/d"),
            )
        ),
    )
    assert blocks("[a](javascript:alert(1))") == (paragraph("[a](javascript:alert(1))"),)


def test_marks_stand_within_marks_and_lines_end_where_they_are_told_to() -> None:
    assert blocks("**a *b* `c`**  \n_d_ e_f_g 2*3") == (
        Paragraph(
            (
                Strong((Text("a "), Emphasis("b"), Text(" "), Code("c"))),
                LineBreak(),
                Emphasis("d"),
                Text(" e_f_g 2*3"),
            )
        ),
    )


def test_tables_are_read_with_their_alignment_and_marks() -> None:
    assert blocks("| a | *b* | c |\n| --- | ---: | :-: |\n| `x` | 2 | |") == (
        Table(("a", (Emphasis("b"),), "c"), (((Code("x"),), text("2"), ()),), "lrc"),
    )


def test_html_is_text() -> None:
    assert blocks("<b>bold</b>\n\n<!-- note -->") == (
        paragraph("<b>bold</b>"),
        paragraph("<!-- note -->"),
    )


# --- placeholders within Markdown ---


def test_placeholders_are_filled_within_marks_headings_cells_and_points() -> None:
    made = blocks(
        "# Of {{symbol drain_time}} {{cite transcript}}\n\n**{{ratio drain drain}}** and"
        " [{{ratio drain drain}}](https://e.org)\n\n- {{ratio drain drain}} times\n\n"
        "| a |\n| - |\n| {{ratio drain drain}} |"
    )
    heading, line, points, table, *_ = made
    assert isinstance(heading, Heading) and heading.text == "Of t_drain"
    assert isinstance(heading.words[1], Math) and heading.words[-1] == Cite("transcript")
    assert line == Paragraph((Strong("1"), Text(" and "), Link("1", "https://e.org")))
    assert points == Items(((Text("1"), Text(" times")),))
    assert isinstance(table, Table) and table.rows == ((text("1"),),)


def test_signs_of_markdown_within_a_placeholder_are_no_marks() -> None:
    assert blocks("*see* {{cite transcript a*b*c _d_ `e`}}, *f*")[0] == Paragraph(
        (
            Emphasis("see"),
            Text(" "),
            Cite("transcript", "a*b*c _d_ `e`"),
            Text(", "),
            Emphasis("f"),
        )
    )


def test_a_placeholder_in_code_is_code() -> None:
    assert blocks("`{{value x}}`\n\n```\n{{derivation x}}\n```") == (
        Paragraph((Code("{{value x}}"),)),
        CodeBlock("{{derivation x}}"),
    )


def test_blocks_of_a_placeholder_may_stand_within_a_point_or_a_quote() -> None:
    """Their sources are listed, their lines numbered, their symbols explained, and what starts a
    section elsewhere is a line in bold.
    """
    made = blocks("1. so\n\n   {{derivation drain}}\n\n> {{clash I-05}}\n>\n> {{nomenclature}}")
    points, quote = made[:2]
    assert isinstance(points, Items) and isinstance(quote, Quote)
    lines = [block for block in every_block(points.below[0]) if isinstance(block, Equation)]
    assert lines and lines[0].number == 1
    assert quote.blocks[0] == Paragraph((Strong("I-05"),))
    table = quote.blocks[-1]
    assert isinstance(table, Table) and "drain_time" in [row[1][0].text for row in table.rows]
    assert isinstance(made[-2], Heading) and made[-2].text == "References"


def test_a_figure_within_a_point_is_drawn() -> None:
    pytest.importorskip("matplotlib")
    spec = {
        "kind": "route",
        "question": "drain",
        "caption": "**All** of {{value drain}}",
        "alt": "a",
    }
    source = replace(SOURCE, body="- shown\n\n  {{figure way}}", figures={"way": spec})
    files = report_files(AnswerBook(source), ("md",))
    assert sorted(files) == ["mine.md", "mine_way.svg"]
    found = next(
        b for b in every_block(report_document(AnswerBook(source)).blocks) if isinstance(b, Figure)
    )
    assert found.caption[0] == Strong("All")


# --- what cannot be printed is refused ---


def test_a_picture_from_elsewhere_is_refused_with_the_way_to_draw_one() -> None:
    with pytest.raises(DataError, match=r"!\[a plan\].*\{\{figure NAME\}\}"):
        document("See ![a plan](plan.png).")


@pytest.mark.parametrize("mark", ["> ", "- "])
def test_lists_and_quotes_deeper_than_latex_sets_them_are_refused(mark: str) -> None:
    assert document(mark * 4 + "x").blocks
    for depth in (5, 60):
        with pytest.raises(DeriveError, match="more than 4 deep"):
            document(mark * depth + "x")
