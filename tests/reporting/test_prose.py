"""The prose of a report in every format, and the placeholders in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

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
    Link,
    Math,
    Paragraph,
    Quote,
    Strong,
    Table,
    Text,
)
from derive.rendering.document.parts import every_block
from derive.rendering.formats import html, latex, markdown, pdf, typst
from derive.rendering.formats.registry import named
from derive.rendering.formats.terminal import document_text
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


# --- in every format ---


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
    [markdown.write, html.write, latex.write, typst.write, document_text],
    ids=lambda write: write.__module__,
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
    whole = markdown.write(replace(made, imprint=())).replace("{{ stay", "\\{{ stay")
    _, _, written = whole.partition("\n\n")
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
    tex, page = latex.write(made), html.write(made)
    assert r"\input{" not in tex and tex.count(r"\end{document}") == 1
    assert "<script" not in page.lower() and "-->" not in page
    pytest.importorskip("typst")
    assert pdf.write(made).startswith(b"%PDF")


# --- placeholders within Markdown ---


def test_a_placeholder_directly_under_a_heading_is_filled() -> None:
    heading, *made = blocks("# Result\n{{result drain}}")
    assert heading == Heading(1, "Result") and any(isinstance(block, Boxed) for block in made)


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
    files = [file.name for file in report_files(AnswerBook(source), named(("md",)))]
    assert sorted(files) == ["mine.md", "mine_way.svg"]
    found = next(
        b for b in every_block(report_document(AnswerBook(source)).blocks) if isinstance(b, Figure)
    )
    assert found.caption[0] == Strong("All")
