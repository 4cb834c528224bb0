"""Details of set pages: decimal points, words that stay whole, sentences that go on, last pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import derive
from derive.equations import Eq, Var
from derive.rendering.document.decimals import missing_decimals
from derive.rendering.document.document import (
    Amount,
    Cite,
    Code,
    Document,
    Equation,
    Heading,
    Math,
    Paragraph,
    Strong,
    Table,
    Text,
)
from derive.rendering.document.parts import leads_on
from derive.rendering.formats import html, latex, markdown, pdf, terminal, typst
from derive.rendering.formats.html_picture import adaptive, picture
from derive.rendering.formats.styled_text import StyledText, wrapped
from derive.rendering.layouts.answers import explained_document
from derive.units.text import parse_unit


def table(*cells: str, align: str = "r") -> Table:
    return Table(("",), tuple(((Text(cell),),) for cell in cells), align)


def lacking(*cells: str, align: str = "r") -> list[str]:
    made = table(*cells, align=align)
    return [row[0] for row in missing_decimals(Document("", ()), made)]


def test_each_number_of_a_column_lacks_what_the_longest_has_in_decimals() -> None:
    assert lacking("0.5", "1", "2,000.25", "–", "") == ["0", ".00", "", "", ""]
    assert lacking("2.97 ×", "≤ 1 ×") == ["", ".00"]


@pytest.mark.parametrize("other", ["1 to 2", "3 ms", "1.5e12", "weights"])
def test_columns_of_anything_but_numbers_keep_their_edge(other: str) -> None:
    assert lacking("0.5", other) == ["", ""]


def test_columns_to_the_left_and_of_whole_numbers_lack_nothing() -> None:
    assert lacking("0.5", "1", align="l") == ["", ""]
    assert lacking("10", "1") == ["", ""]


def test_set_formats_leave_that_much_blank_behind_the_number() -> None:
    """What is blank is no digit, so that a copied cell is the number alone."""
    document = Document("", (table("0.5", "12"),))
    assert "12\u2008\u2007</td>" in html.write(document)
    assert "12\\phantom{.0} " in latex.write(document)
    assert "[12#hide[.0]]" in typst.write(document)
    assert ".0" not in markdown.write(document) + terminal.document_text(document)


def test_a_number_of_a_claim_stays_on_its_line() -> None:
    page = html.write(Document("", (table("TR-01a", "a long-winded text of many words"),)))
    assert '<span class="whole">TR-01a</span>' in page
    assert "whole" not in re.findall(r"<td[^>]*>(.*long-winded.*)</td>", page)[0]


def test_only_long_names_may_break_and_only_at_their_underscores() -> None:
    names = (Code("bandwidth_limit"), Code("crossover_context_with_attention"))
    page = html.write(Document("", (Paragraph(names),)))
    assert "<code>bandwidth_limit</code>" in page
    assert "<code>crossover_<wbr/>context_<wbr/>with_<wbr/>attention</code>" in page


def test_a_line_leads_on_until_its_sentence_ends() -> None:
    assert leads_on((Text("The batch cancels:"),))
    assert leads_on((Text("It equals that of the weights at "), Cite("a", "")))
    assert leads_on((Strong("and"),))
    assert not leads_on((Text("The batch cancels. "), Cite("a", "")))
    assert not leads_on(())


def test_no_page_ends_between_a_line_and_what_it_leads_on_to() -> None:
    blocks = (Paragraph((Text("The batch cancels:"),)), Paragraph((Text("It does."),)))
    document = Document("", blocks)
    assert "#lead[The batch cancels:]" in typst.write(document)
    assert '<p class="lead">The batch cancels:</p>\n<p class="plain">' in html.write(document)


def test_a_last_page_of_a_few_lines_is_spared_by_closer_ones(tmp_path: Path) -> None:
    """From one line to more than a page: how many fit is found, not assumed."""
    pytest.importorskip("typst")

    def pages(lines: int) -> tuple[int, int]:
        """The pages as they would be, and as they are set."""
        blocks = tuple(Paragraph((Text(f"Line {k}."),)) for k in range(lines))
        source = typst.write(Document("Page", blocks)).encode()
        closeness = pdf._closeness(source, tmp_path, compact=False)
        return pdf._end(source, tmp_path, {})[0], pdf._end(source, tmp_path, closeness)[0]

    spilt = next(lines for lines in range(20, 80) if pages(lines)[0] == 2)
    assert pages(spilt - 1) == (1, 1)
    assert pages(spilt) == (2, 1)
    assert pages(2 * spilt - 4) == (2, 2)


def test_a_document_set_small_is_set_larger_where_one_page_holds_it_and_closer_for_two(
    tmp_path: Path,
) -> None:
    pytest.importorskip("typst")

    def closeness(rows: int) -> dict[str, str]:
        shown = table(*map(str, range(rows)))
        source = typst.write(Document("Answer", (shown,), compact=True)).encode()
        return pdf._closeness(source, tmp_path, compact=True)

    assert closeness(8) == {"roomy": "true"}
    spilt = next(rows for rows in range(60, 140, 4) if not closeness(rows))
    assert closeness(2 * spilt) == {}
    assert closeness(round(2.3 * spilt)) == {"tight": "true"}


def test_a_formula_and_the_sign_behind_it_stay_on_one_line() -> None:
    words = (Math(Var("load")), Text(". The mean"))
    shown = html.write(Document("", (Paragraph(words),)))
    assert re.search(r'<span class="tight"><math.*?</math>\.</span> The mean', shown)


def test_a_quantity_with_a_power_of_ten_stays_on_one_line() -> None:
    words = (Amount(2e14, parse_unit("token")),)
    document = Document("", (Paragraph(words),))
    assert r"${200\times10^{12}" in latex.write(document)
    assert "#box[$200 times 10^" in typst.write(document)


def test_the_unit_of_a_column_stays_on_one_line() -> None:
    document = Document("", (Table(("own crossover [token/sequence]",), (((Text("1"),),),), "r"),))
    assert '<span class="whole">[token/sequence]</span></th>' in html.write(document)
    assert r"#box[\[token\/sequence\]]" in typst.write(document)


def test_only_an_equation_that_is_broad_says_so_on_a_page() -> None:
    """By its breadth a narrow screen sets it smaller."""
    a, b = Var("a"), Var("b" * 40)
    shown = html.write(Document("", (Equation(Eq(a, b)), Equation(Eq(a, Var("c"))))))
    assert [int(size) for size in re.findall(r"--breadth: (\d+)\"", shown)] == [44]


def test_a_figure_has_dark_colours_beside_its_own(tmp_path: Path) -> None:
    """An image inherits no colours of the page that shows it; a program that reads no style sheets
    keeps the light ones. Within a page, whose colours it takes, a figure has no style of its own.
    """
    drawn = '<?xml version="1.0"?><svg width="9"><path style="fill: #ffffff"/><text>a</text></svg>'
    shown = adaptive(drawn, html.style())
    assert shown.startswith('<?xml version="1.0"?><svg width="9">\n <style>@media')
    dark, own = shown.split("</style>")
    assert "(prefers-color-scheme: dark)" in dark and "svg { color-scheme: light dark;" in dark
    assert '[style*="fill: #ffffff"] { fill: #16181d !important; }' in dark
    assert own == '<path style="fill: #ffffff"/><text>a</text></svg>'
    file = tmp_path / "a.svg"
    file.write_text(shown, encoding="utf-8")
    within = picture(file, "a")
    assert "<style" not in within and '<path style="fill: var(--paper)"/>' in within


def test_no_line_ends_between_a_number_and_its_unit() -> None:
    """In pages and prints; what one copies from a terminal or Markdown keeps plain blanks."""
    words = (Text("down by 27.4 %, 12.5 ms for 8 sequences at 3 × that: × 4.2"),)
    document = Document("T", (Paragraph(words),))
    assert "that: ×\u00a04.2" in html.write(document)
    kept = "27.4\u00a0%, 12.5\u00a0ms for 8\u00a0sequences at 3\u00a0×"
    assert kept in html.write(document)
    assert kept.replace("\u00a0", "~") in typst.write(document)
    assert r"27.4~\%, 12.5~ms for 8~sequences" in latex.write(document)
    assert "27.4 %, 12.5 ms" in markdown.write(document)
    lines = _wrapped("down by 27.4 %, so")
    assert all("27.4 %," in line or "27.4" not in line for line in lines)


def test_no_line_ends_between_a_sign_and_the_number_behind_it() -> None:
    words = (Text("it is ≈ 171.2 token/s, < 5 and "), Math(Var("a")), Text(" = 128 sequence; so"))
    document = Document("T", (Paragraph(words),))
    assert "≈\u00a0171.2\u00a0token/s, &lt;\u00a05" in html.write(document)
    whole = r'<span class="tight"><math>.*</math> =\u00a0128\u00a0sequence</span>; so'
    assert re.search(whole, html.write(document))
    assert r"\ensuremath{\approx}~171.2~token/s" in latex.write(document)
    assert "≈~171.2~token" in typst.write(document)


def test_no_line_ends_within_a_comparison_of_two_symbols() -> None:
    words = (Text("in the regime "), Math(Var("a")), Text(" ≥ "), Math(Var("b")), Text("."))
    page = html.write(Document("T", (Paragraph(words),)))
    assert re.search(r'<span class="tight"><math>[^ ]*</math> ≥ <math>[^ ]*</math></span>', page)


def test_typed_powers_and_comparisons_are_set_as_such() -> None:
    """In pages and prints; a terminal and Markdown keep what one types again."""
    words = (Text("685e9 in the checkpoint (008e574, 9b4e978), prompt <= 200k"),)
    document = Document("T", (Paragraph(words),))
    kept = "in the checkpoint (008e574, 9b4e978), prompt"
    assert f"685\u00a0×\u00a010⁹ {kept} ≤" in html.write(document)
    assert rf"685~\ensuremath{{\times}}~10\textsuperscript{{9}} {kept}" in latex.write(document)
    assert f"685~×~10⁹ {kept} ≤" in typst.write(document)
    assert f"685e9 {kept} " in markdown.write(document)
    assert f"685e9 {kept} <=" in terminal.document_text(document)


def test_a_latex_page_ends_behind_no_line_that_leads_on() -> None:
    lead, tall = Paragraph((Text("The batch cancels:"),)), table(*map(str, range(40)))
    shown = latex.write(Document("T", (lead, Paragraph((Text("It does."),)))))
    assert "The batch cancels:\n\\par\\nopagebreak\n\nIt does." in shown
    over_pages = latex.write(Document("T", (Heading(1, "Title"), lead, tall)))
    assert re.search(r"\\roomfor\{\d+\\baselineskip\}\n\\section", over_pages)
    whole = latex.write(Document("T", (lead, table("1", "2"))))
    assert r"@beginparpenalty\endcsname=10000 " in whole.partition("nopagebreak")[2]


def test_of_a_case_distinction_the_case_that_holds_gets_the_numbers() -> None:
    given = {"prompt_length": "250e3 token/sequence", "output_length": "1e3 token/sequence"}
    answer = derive.solve("request_price", {**derive.price("gemini_3_1_pro"), **given})
    shown = terminal.document_text(explained_document([answer]))
    assert "= 250,000 token/sequence · 4 USD/Mtoken + 1,000 token/sequence · 18" in shown


def test_a_value_that_holds_by_definition_cites_nothing() -> None:
    chip = derive.accelerator("h100_sxm", precision="fp8") | derive.model("llama31_8b")
    given = {"batch_size": "1 sequence", "gpus": "1 GPU", "context_length": "9 token/sequence"}
    answer = derive.solve("step_time", {**chip, **given})
    shown = markdown.write(explained_document([answer], sent=True))
    assert "looked up: NVIDIA H100 SXM5 80 GB (weights in fp8)" in shown


def _wrapped(text: str) -> list[str]:
    """The text in lines of each width of a terminal, one after the other."""
    return [
        "".join(span.text for span in line)
        for width in range(8, 19)
        for line in wrapped((StyledText(f" {text}"),), width)
    ]


def test_a_dagger_is_a_sign_in_latex() -> None:
    """It marks measurements that are not verified; as a letter without glyph it was “U+2020”."""
    written = latex.write(Document("T", (Paragraph((Text("8 GPUs†, not verified"),)),)))
    assert r"8~GPUs\textdagger{}, not verified" in written


def test_an_answer_with_many_known_values_is_two_pages(tmp_path: Path) -> None:
    """A mixture of experts at measured efficiency: thirty known values, fifteen lines."""
    pytest.importorskip("typst")
    given = derive.accelerator("h200_sxm", precision="fp8") | derive.model("deepseek_v3")
    asked = {"batch_size": "256 sequence", "gpus": "8 GPU", "context_length": "4000 token/sequence"}
    answer = derive.solve("throughput", {**given, **asked}, efficiency="measured")
    source = typst.write(explained_document([answer], sent=True)).encode()
    settings = pdf._closeness(source, tmp_path, compact=True)
    assert pdf._end(source, tmp_path, settings)[0] == 2
