"""Arithmetic in the prose of LaTeX source is read as that of Markdown is."""

import pytest

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.verdicts.finding import Finding
from tests.checking.judged_text import levels


def findings(source: str) -> list[Finding]:
    return check_document(document_of(source, "a.tex"))


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        ("The weights need 70e9 × 2 bytes = {} GB of memory.", "140", "170"),
        (r"We hold 8~GPUs $\times$ 80\,GB = {}\,GB.", "640", "680"),
        (r"It costs 8 $\times$ \$2.50 = \${} at best.", "20", "25"),
        (r"\item Weights: $8 \times 80$\,GB = {}\,GB", "640", "680"),
        (r"\item \textbf{Total:} 140\,GB + 60\,GB = \textbf{{}\,GB}", "200", "210"),
        (r"We lose 15\% of 2{,}048 = {} tokens.", "307", "370"),
        (r"The queue -- 12 $\times$ 25~ms = {}~ms -- is short.", "300", "350"),
        (r"Weights & 7e9 $\times$ 2 bytes = {} GB \\", "14", "17"),
        (r"At $10^{3}$ tokens/s $\times$ 3,600 s = {}M tokens.", "3.6", "36"),
        (r"A run of 1\,024 GPUs $\times$ 30 days = {} GPU-days.", r"30\,720", r"37\,020"),
        (r"A hit, 40 $\times$ 5~ms = {}~ms~\cite{ab}, is rare.", "200", "250"),
    ],
)
def test_figures_of_a_sentence_are_computed(source: str, right: str, wrong: str) -> None:
    (found,) = findings(source.replace("{}", right))
    assert str(found.level) in ("none", "note")
    (found,) = findings(source.replace("{}", wrong))
    assert str(found.level) == "error"


@pytest.mark.parametrize(
    "source",
    [
        r"Use \verb|3 * 4 = 13| here.",
        "% 3 * 4 = 13",
        "\\begin{lstlisting}\nx = 3 * 4 = 13\n\\end{lstlisting}",
        "\\begin{ccode}\n3 * 4 = 13\n\\end{ccode}",
        "\\begin{VerbatimL}\n3 * 4 = 13\n\\end{VerbatimL}",
        r"Write \verb|3 * 4 = 13| for it.",
        "The rest:\n\nbestc1 = try_c1\n",
        r"That is 3\x{} GB = 9 GB.",
        r"That is 8 × \SI{80}{GB} = 650 GB.",
        r"\includegraphics[width=0.5\textwidth]{3*4=13}",
        r"It falls (2.3 -- 2.1 = 0.1).",
        r"We use 2 $\times$ 3~GB\footnote{or 4} = 9~GB.",
        "\\title{3 * 4 = 13}\n\\begin{document}\nNothing.\n\\end{document}",
    ],
)
def test_what_is_no_plain_computation_is_left_alone(source: str) -> None:
    """Code, comments, macros of unknown meaning, options, dashes, the preamble."""
    assert findings(source) == []


def test_formulas_stand_in_their_order_between_figures_of_prose() -> None:
    found = findings("So 3 * 4 = 12.\n\nWith $a = 2$ km\nand 5 * 4 = 20 it ends.\n")
    assert [(one.line, one.column) for one in found] == [(1, 4), (3, 7), (4, 5)]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        (r"We hold 8 $\times$ 80 GB = 640 GB of memory.", "none"),
        (r"We hold 8 $\times$ 80 GB = 680 GB of memory.", "error"),
        (r"We hold 8 $\times$ 81 GB $\approx$ 650 GB of memory.", "none"),
        (r"We hold 8 $\times$ 81 GB $\approx$ 250 GB of memory.", "error"),
    ],
)
def test_a_sign_set_as_a_formula_computes_in_markdown_too(text: str, level: str) -> None:
    assert levels(text) == [level]


@pytest.mark.parametrize("suffix", ["tex", "md"])
@pytest.mark.parametrize(("hours", "level"), [("21.6", "none"), ("26.1", "error")])
def test_a_letter_behind_a_bracket_of_figures_is_its_unit(
    suffix: str, hours: str, level: str
) -> None:
    source = rf"We have (0.9 $\times$ 24) h = {hours} h of work."
    found = check_document(document_of(source, f"a.{suffix}"))
    assert [str(one.level) for one in found] == [level]


def test_a_fault_stands_in_its_column_behind_marks_of_latex() -> None:
    source = r"And here 3 GB $\times$ 4 \textbf{s} = 4~km."
    (found,) = findings(source)
    assert found.column == source.index("4~km") + 1


@pytest.mark.parametrize(
    "source",
    [
        "We have 8 + 8\n+ 8 + 4 = 28 in all.",
        "We hold 2 times\n3 $\\times$ 4 = 24 of it.",
        "That takes 5 \\% of\n3 $\\times$ 400 = 60 of it.",
        "We get $-$3 + 5 = 2 of it.",
    ],
)
def test_a_part_of_a_computation_is_not_judged_where_lines_are_wrapped(source: str) -> None:
    assert findings(source) == []


@pytest.mark.parametrize(
    ("source", "whole"),
    [
        ("We have 8 + 8 +\n8 + 4 = 28 in all.", "8 + 8 + 8 + 4 = 28"),
        ("We hold 2 $\\times$\n3 $\\times$ 4 = 24 of it.", "2 × 3 × 4 = 24"),
    ],
)
def test_a_computation_that_goes_on_behind_a_sign_is_judged_as_a_whole(
    source: str, whole: str
) -> None:
    (found,) = findings(source)
    assert (" ".join(found.text.split()), str(found.level)) == (whole, "none")
    (spoilt,) = findings(source.replace("= 2", "= 3"))
    assert spoilt.level == "error"


def test_figures_that_begin_a_line_are_computed_where_nothing_goes_before() -> None:
    source = "We need\n3 * 4 = 12 of it:\n\\item 3 + 4 = 7\n\\item 5 + 5 = 10\n\n6 + 1 = 7.\n"
    assert [one.line for one in findings(source)] == [2, 3, 4, 6]
