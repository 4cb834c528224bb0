"""An answer in every format: the same content, nothing taken for markup, equal bytes."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest

from derive.equations import Eq, Vocabulary
from derive.errors import OutputError
from derive.rendering.document.document import (
    Boxed,
    Cite,
    Code,
    Document,
    Emphasis,
    Equation,
    Figure,
    Heading,
    Items,
    Link,
    Paragraph,
    Reference,
    References,
    Strong,
    Table,
    Text,
)
from derive.rendering.formats import html, latex, latex_fragment, markdown, pdf, typst
from derive.rendering.formats.terminal import document_text, print_document
from derive.rendering.layouts.answer import answer_document
from derive.rendering.presenter import bundle
from derive.results.answer import Answer

GOLDEN = Path(__file__).with_name("golden")
WRITERS = {
    "md": markdown.write,
    "tex": latex.write,
    "html": html.write,
    "typ": typst.write,
    "txt": document_text,
}
HOSTILE = (
    '\\input{x} <script>alert(1)</script> & $y$ 5% _a_ #b `c` *d* ~^| "q" -- 变 é ≥ \x1b[31m @r'
    " [l](u) ]]> \u202e // 1. x"
)
V = Vocabulary("documents")
Y = V("y", "byte", "a thing")


@pytest.mark.parametrize("kind", WRITERS)
def test_the_price_cliff_prints_as_kept(kind: str, document: Document) -> None:
    """Write the golden files anew with DERIVE_REGENERATE=1, then read the difference."""
    path = GOLDEN / f"price_cliff.{kind}"
    written = re.sub(r"(?<=base64,)[A-Za-z0-9+/=]{1000,}", "(the font)", WRITERS[kind](document))
    if os.environ.get("DERIVE_REGENERATE") == "1":
        path.write_text(written, encoding="utf-8")
    assert written == path.read_text(encoding="utf-8")


def hostile() -> Document:
    words = (
        Text(HOSTILE),
        Strong(HOSTILE),
        Emphasis(HOSTILE),
        Code(HOSTILE),
        Link(HOSTILE, 'https://x.org/a_b%20c#d~e&f{g}\\h"<'),
    )
    blocks = (
        Heading(1, HOSTILE),
        Paragraph(words),
        Paragraph((Link("here", "javascript:alert(1)"), Cite(HOSTILE)), "warning"),
        Table((HOSTILE, "b|c"), (((Text(HOSTILE),), (Code("a|b"),)),), "lr"),
        Items(((Text(f"- {HOSTILE}"),), (Text("1. x"),)), numbered=True),
        Equation(Eq(Y, 2 * Y), 1, (Text(HOSTILE),), HOSTILE, HOSTILE),
        Boxed(((Text(HOSTILE),),), HOSTILE),
        References((Reference("k", HOSTILE, HOSTILE, HOSTILE, "https://x.org/%{}"),)),
    )
    return Document(HOSTILE, blocks, HOSTILE)


def test_nothing_from_data_becomes_html() -> None:
    page = html.write(hostile())
    assert "<script" not in page.lower()
    assert 'javascript:alert(1)"' not in page
    body = (
        page[page.index("<main>") : page.index("</main>") + len("</main>")]
        .replace("&#x2061;", "")
        .replace("&#xa0;", "")
    )
    assert ElementTree.fromstring(body) is not None


def test_nothing_from_data_becomes_latex() -> None:
    written = latex.write(hostile())
    assert r"\input" not in written.replace(r"\inputenc", "")
    assert not re.search(
        r"(?<!\\)%(?!\n)", written.split(r"\begin{document}")[1].replace(r"\%", "")
    )


def test_nothing_from_data_becomes_markdown() -> None:
    written = markdown.write(hostile())
    prose = re.sub(r"`+[^`]*`+|\$\$.*?\$\$", "", written, flags=re.DOTALL)
    assert "<script" not in re.sub(r"\\<", "", prose)
    assert not re.search(r"(?<!\\)\$y", prose)


def test_terminal_text_carries_no_control_characters() -> None:
    assert all(c.isprintable() or c == "\n" for c in document_text(hostile()))


@pytest.mark.parametrize("which", ["answer", "hostile"])
@pytest.mark.slow
def test_the_tex_file_compiles(
    which: str, document: Document, tmp_path: Path, tex: Callable[..., str]
) -> None:
    (tmp_path / "report.tex").write_text(
        latex.write(document if which == "answer" else hostile()), encoding="utf-8"
    )
    tex(tmp_path, "report.tex")


@pytest.mark.slow
def test_every_letter_passed_on_to_pdflatex_has_a_glyph(
    tmp_path: Path, tex: Callable[..., str]
) -> None:
    letters = " ".join(chr(code) for code in range(0xA1, 0x180))
    (tmp_path / "l.tex").write_text(
        latex.write(Document("Letters", (Paragraph((Text(letters),)),))), encoding="utf-8"
    )
    tex(tmp_path, "l.tex")


def test_typst_takes_the_document_and_makes_equal_bytes(document: Document) -> None:
    pytest.importorskip("typst")
    assert pdf.write(document).startswith(b"%PDF")
    assert pdf.write(document) == pdf.write(document)
    assert pdf.write(hostile()).startswith(b"%PDF")


def test_the_page_needs_nothing_from_outside(document: Document) -> None:
    page = html.write(document)
    assert not re.search(
        r"<script|<link|<img|@import|url\((?!data:)|src=(?!\"data:)|src=\"http", page
    )
    assert page.count("<h1>") == 1
    assert "prefers-color-scheme: dark" in page


def test_figures_stand_in_the_page_with_their_words(tmp_path: Path) -> None:
    (tmp_path / "f.svg").write_text(
        '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"'
        ' style="fill: #000000"/>'
    )
    figure = Document("F", (Figure("f.svg", (Text("A dot."),), "one <dot>"),))
    page = html.write(figure, tmp_path)
    assert '<svg role="img" aria-label="one &lt;dot&gt;" xmlns' in page
    assert 'style="fill: var(--ink)"' in page  # as the page, light or dark
    assert "<figcaption>A dot.</figcaption>" in page
    assert r"\includegraphics[width=0.8\linewidth]{\detokenize{f.pdf}}" in latex.write(figure)
    assert "![one \\<dot\\>](<f.svg>)" in markdown.write(figure)


def test_two_figures_of_a_page_keep_their_parts_apart(tmp_path: Path) -> None:
    for name in ("a", "b"):
        part = '<path id="p" d="M0 0"/><g clip-path="url(#c)"><use xlink:href="#p"/></g>'
        (tmp_path / f"{name}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg">{part}</svg>'
        )
    page = html.write(
        Document("F", (Figure("a.svg", (), "first"), Figure("b.svg", (), "second"))), tmp_path
    )
    for name in ("a", "b"):
        assert (
            f'id="{name}-p"' in page and f'href="#{name}-p"' in page and f"url(#{name}-c)" in page
        )
    assert 'id="p"' not in page


@pytest.mark.parametrize(
    "text",
    [
        "no picture",
        "<svg><script>x</script></svg>",
        "<svg onload='x'/>",
        "<svg><image href='http://x'/></svg>",
    ],
)
def test_a_figure_that_could_run_or_fetch_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "f.svg").write_text(text)
    with pytest.raises(OutputError, match=r"f\.svg"):
        html.write(Document("F", (Figure("f.svg", (), "x"),)), tmp_path)


def test_sources_are_numbered_in_the_order_of_their_first_mention(document: Document) -> None:
    written = markdown.write(document)
    assert (
        written.index(r"\[1\]")
        < written.index(r"\[2, line 7\]")
        < written.index("1. A maker")
        < written.index("2. A. Lecturer")
    )


def test_a_fragment_is_the_body_alone(document: Document) -> None:
    fragment = latex_fragment.write(document)
    assert r"\documentclass" not in fragment
    assert r"\derivesection{Question}" in fragment


@pytest.mark.parametrize("width", [60, 80, 120])
def test_terminal_lines_keep_to_their_width(width: int, document: Document) -> None:
    lines = document_text(document, width).splitlines()
    assert max(len(line) for line in lines if "http" not in line) <= width


def test_a_pipe_gets_no_colour_and_a_terminal_does(answer: Answer) -> None:
    from io import StringIO

    from rich.console import Console

    piped, shown, dull = StringIO(), StringIO(), StringIO()
    print_document(answer_document(answer), Console(file=piped, width=96))
    print_document(
        answer_document(answer),
        Console(file=shown, width=96, force_terminal=True, color_system="truecolor"),
    )
    print_document(
        answer_document(answer), Console(file=dull, width=96, force_terminal=True, no_color=True)
    )
    assert "\x1b" not in piped.getvalue()
    assert piped.getvalue() == document_text(answer_document(answer))
    assert "\x1b[" in shown.getvalue()
    assert not re.search(r"\x1b\[(?:\d+;)*3[0-7]m", dull.getvalue())


def test_str_of_an_answer_is_its_text(answer: Answer) -> None:
    assert "kv_bytes_per_token = 3.333 kB/token" in str(answer)
    assert "✓ dimensions agree: byte/token" in str(answer)


def test_the_tick_is_left_out_when_the_formula_has_another_dimension(answer: Answer) -> None:
    from dataclasses import replace

    wrong = replace(answer.solution, formula=answer.formula * Y)
    assert "dimensions agree" not in str(replace(answer, solution=wrong))


def test_a_notebook_gets_markdown_latex_and_text(answer: Answer) -> None:
    for shown in (bundle(answer), bundle(answer.derivation)):
        assert set(shown) == {"text/plain", "text/markdown", "text/latex"}
        assert shown["text/latex"].startswith("$$\n\\begin{aligned}")
        assert shown["text/latex"].count(r"\begin{aligned}") == shown["text/latex"].count(
            r"\end{aligned}"
        )


@pytest.mark.slow
def test_what_hard_questions_return_shows_itself_as_its_document() -> None:
    """In a notebook and by str: an optimum, a sensitivity, what is missing, a comparison; a closed
    form with its regime; a spread.
    """
    import derive

    times = {"memory_time": "3 ms", "compute_time": "2 ms"}
    settled = derive.sensitivity("step_time", times)
    best = derive.optimise("step_time", {"memory_time": "3 ms"}, over="compute_time")
    lacking = derive.missing("kv_bytes_per_token", {"crossover_context": "200e3 token/sequence"})
    moved = derive.compare(
        derive.solve("step_time", times),
        derive.solve("step_time", {**times, "memory_time": "4 ms"}),
    )
    for found, told in (
        (settled, "memory_time"),
        (best, "The optimum is flat"),
        (lacking, "an accelerator with a precision"),
        (moved, "memory_time"),
    ):
        bundle = found._repr_mimebundle_()
        assert set(bundle) == {"text/plain", "text/markdown"}
        assert bundle["text/plain"] == str(found)
        assert told in str(found)
    form = derive.formula("memory_time", ["step_time", "compute_time"])[0]._repr_mimebundle_()
    assert form["text/plain"].endswith("where memory_time ≥ compute_time")
    assert r"\text{where memory}\_\text{time" in form["text/latex"]
    spread = derive.solve(
        "drain_time", {"hbm_capacity": "80 to 96 GB/GPU", "hbm_bandwidth": "4 TB/s/GPU"}
    ).spread
    assert str(spread).startswith("drain_time: from 20 ms to 24 ms (interval: ")


def test_a_given_whose_name_is_part_of_a_missing_one_is_told_to_be_another_variable() -> None:
    """GPUs that serve and the MFU of a step are easily taken for those of training."""
    import derive

    run = {"active_params": "70e9 param", "training_tokens": "15e12 token"}
    given = {**run, "peak_flops": "989 TFLOP/s/GPU", "gpus": "16000 GPU", "mfu": "0.4"}
    told = document_text(answer_document(derive.solve("training_time", given)))
    assert "Given is gpus (GPUs that run" in told
    complete = {**given, "training_gpus": "16000 GPU", "training_mfu": "0.4"}
    assert "Given is" not in document_text(answer_document(derive.solve("training_time", complete)))
