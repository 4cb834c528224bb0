"""What is taken for an equation in each kind of document, and what is skipped with a reason."""

import json

import pytest

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.extraction.skipped import reason
from derive.checking.spelling.typst_tokens import as_latex
from derive.checking.verdicts.levels import Level


def found(text: str, file: str) -> list[str]:
    """The texts of the passages of a document."""
    return [passage.text for passage in document_of(text, file).passages]


def verdicts(text: str, file: str) -> list[str]:
    """The verdicts on a document."""
    return [str(finding.verdict) for finding in check_document(document_of(text, file))]


@pytest.mark.parametrize(
    ("language", "line", "taken"),
    [
        ("bash", "96 GB / 8 = 11 GB", True),
        ("bash", "export X=5", False),
        ("bash", "# 96 GB / 8 = 11 GB", False),
        ("", "每页行数 = 总行数 / 页数 = 96 / 8 = 11", True),
        ("", "t = N_total / mem_bw", True),
        ("", "当批量为八 = 8 时，结果不同。", False),
        ("python", "t = N / W", False),
        ("python", "y = 5 if x else 3", False),
        ("python", "96 GB / 8 = 11 GB", True),
        ("yaml", "batch = 5", False),
        ("output", "6 × 7 = 43", True),
    ],
)
def test_of_a_fence_counts_what_is_no_code(language: str, line: str, taken: bool) -> None:
    """A line that is valid in the fence's language is its code."""
    assert found(f"Text.\n\n```{language}\n{line}\n```\n", "a.md") == [line] * taken


def test_code_of_restructured_text_is_code() -> None:
    """Its blocks and the literal ones behind a double colon, but not its maths."""
    text = (
        "So it is::\n\n    t = N / W\n    u = t * 2\n\n.. code-block:: python\n\n   x = N / W\n\n"
        ".. code-block::\n\n   96 GB / 8 = 12 GB\n\n.. math::\n\n   y = z^2\n\n"
        "t = N_total / mem_bw\n"
    )
    assert found(text, "a.rst") == ["96 GB / 8 = 12 GB", "y = z^2", "t = N_total / mem_bw"]
    assert len(document_of(text, "a.rst").skipped) == 3


def test_a_heading_of_restructured_text_opens_no_fence() -> None:
    text = "TTFT\n~~~~\n\n- :math:`S = P / r`\n\nTPOT\n~~~~\n\n- :math:`y = z^2`\n"
    assert found(text, "a.rst") == ["S = P / r", "y = z^2"]
    assert found(text, "a.md") != found(text, "a.rst")


@pytest.mark.parametrize(
    ("typst", "latex"),
    [
        ('t_"mem" = N/(B w)', r"t_{\text{mem}}=\frac{N}{Bw}"),
        ("frac(a, b) dot.op sqrt(x)", r"\frac{a}{b}\cdot\sqrt{x}"),
        ("alpha^2 + hat(x)_(i j)", r"\alpha^{2}+\hat{x}_{ij}"),
        ("mat(1, 2; 3, 4)", r"\begin{pmatrix}1&2\\3&4\end{pmatrix}"),
        ('20 "GB"/"s"', r"20\text{GB}/\text{s}"),
        ("integral_0^h x dif x", r"\int_{0}^{h}x\mathrm{d}x"),
        ("root(3, x) >= abs(y)'", r"\sqrt[3]{x}\geq\lverty\rvert'"),
        ("a/b/c", r"\frac{\frac{a}{b}}{c}"),
        ("-x_-1", r"-x_{-1}"),
    ],
)
def test_a_formula_of_typst_means_what_its_latex_means(typst: str, latex: str) -> None:
    """Fractions of whole operands, calls by name, texts in quotes."""
    assert as_latex(typst).replace(" ", "") == latex


TYPST = """= Title
#let x = 5
Let $t_"mem"$ be the time in ms, $w$ the bandwidth in GB/s and $N$ the size in GB. // t = 4
$ t_"mem" = N / (2 w) $
$ t_"mem" = N w $
We see $96 "GB" / 8 = 12 "GB"$.
"""


def test_documents_of_typst_are_read_with_their_definitions() -> None:
    """Inline and displayed maths, with the author's units; comments and code are left out."""
    assert verdicts(TYPST, "a.typ") == ["consistent", "inconsistent", "consistent"]
    places = [(p.line, p.column) for p in document_of(TYPST, "a.typ").passages]
    assert places == [(4, 3), (5, 3), (6, 9)]


@pytest.mark.parametrize(
    ("part", "times"), [("(", 5000), ("sqrt(", 3000), ("a/", 3000), ("x_", 3000), ('"', 99)]
)
def test_hostile_typst_is_refused_quickly(part: str, times: int) -> None:
    """Deep, long and unfinished formulas are findings."""
    assert "consistent" not in verdicts(f"$ y = {part * times} $", "a.typ")


def test_pages_of_html_are_read_with_their_scripts() -> None:
    """Cells, paragraphs and entities; scripts, styles and code of a language are none."""
    text = (
        "<html><head><title>t = 5</title></head><script>x = 96 GB / 8</script>\n"
        "<p>It is</p><p>t_w = N<sub>total</sub> / mem_bw</p><p>96 GB / 8 = 12&nbsp;GB</p>\n"
        "<table><tr><td>a</td><td>6 &times; 7 = 43</td></tr></table>\n"
        '<pre><code class="language-python">t = N / W</code></pre><pre>\n7 GB * 2 = 14 GB\n</pre>\n'
        "<p>And \\(x = y^2\\).</p>"
    )
    shown = [" ".join(passage.split()) for passage in found(text, "a.html")]
    assert shown == [
        "t_w = N_total / mem_bw", "96 GB / 8 = 12 GB", "6 × 7 = 43", "7 GB * 2 = 14 GB", "x = y^2",
    ]  # fmt: skip
    assert [passage.line for passage in document_of(text, "a.html").passages] == [2, 2, 3, 5, 7]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('C = einsum("bij,bjk->bik", A, B)', "the signature of an einsum"),
        ("a = x[0:5]", "a slice"),
        ("i = 0..7", "a range"),
        (r"k = 1, \dots, n", "a range"),
        ("lr=3e-4", "a setting"),
        ("(G=4, N=4)", "a setting"),
        ("t = N / W", ""),
        ("x = 5", ""),
        (r"S = a_1 + \dots + a_n", ""),
    ],
)
def test_what_is_no_equation_has_a_reason(text: str, why: str) -> None:
    """An einsum, a slice, a range, a setting."""
    assert reason(text) == why


def test_what_is_skipped_is_told_in_json(run, tmp_path) -> None:
    """With its place and the reason, behind the findings."""
    (tmp_path / "a.md").write_text("Use `lr=3e-4`.\n\n$$t = t$$\n\n$i = 0..7$\n", encoding="utf-8")
    told = [each for each in json.loads(run(tmp_path)) if each["verdict"] == "skipped"]
    assert [(each["text"], each["reason"], each["line"]) for each in told] == [
        ("lr=3e-4", "a setting", 1),
        ("i = 0..7", "a range", 5),
    ]


@pytest.fixture
def run():
    """The command's JSON on a.md in a folder."""
    from click.testing import CliRunner

    from derive.cli.check import command

    return lambda folder: CliRunner().invoke(command, [str(folder / "a.md"), "--json"]).output


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("`p=8/4/2`", "a setting"),
        ("- TP=2 + compile\n", "a setting"),
        ("`mode='max-autotune'`", "a setting"),
        ("- DiT-XL (cfg=1.25)\n", "a setting"),
        ("`seen_calls == wanted_calls`", "an assignment in code"),
        ("`cache_epoch += 1`", "an assignment in code"),
        ("$w = NULL$", "an assignment in code"),
        ("$t = t + 1$", "an assignment in code"),
        (r"$A(T, B) = \mathcal{O}(BT)$", "how a thing grows"),
        ("$f = O(n^2)$", "how a thing grows"),
        (r"$\epsilon \sim \mathcal{N}(0, I)$", "a distribution"),
        (r"$x \sim p(x)$", "a distribution"),
        (r"$7\%\sim 64\%$", "a range"),
        ("`M % MC == 0, K % KC == 0`", "a comparison in code"),
        ("\n$$= 2 \\times 4096 \\text{ bytes}$$\n", "the rest of a formula above"),
    ],
)
def test_more_of_what_is_no_equation(text: str, why: str) -> None:
    """Settings, counters, orders of growth and distributions are skipped, with the reason."""
    found = document_of(text, "a.md").skipped
    assert [passage.skipped for passage in found] == [why]


@pytest.mark.parametrize("text", ["$t = u + 1$", "$f = O(n^2) + m$", r"$a \sim b \cdot c$"])
def test_what_may_be_an_equation_is_kept(text: str) -> None:
    """A look-alike."""
    assert [passage.skipped for passage in document_of(text, "a.md").passages] == [""]


def test_a_product_with_a_name_that_ends_in_a_digit_is_no_remark() -> None:
    """“c1 x batch” is a product, “10.7 x faster” a remark."""
    found = document_of("```\nstep = T_fixed + c1 x batch\nt = 8 / 2 = 4 x faster\n```\n", "a.md")
    assert [each.text for each in found.passages] == [
        "step = T_fixed + c1 x batch",
        "t = 8 / 2 = 4",
    ]


@pytest.mark.parametrize(
    ("display", "formula"),
    [
        (r"v_t=\frac{m g}{k}\,(5.8)", r"v_t=\frac{m g}{k}"),
        (
            r"T = 2 \times 3 \text{ s} = 6 \text{ s}\,(1.2)",
            r"T = 2 \times 3 \text{ s} = 6 \text{ s}",
        ),
        (r"T = 2 \times 3 = 6\;(1.2).", r"T = 2 \times 3 = 6"),
        (r"7.2 = 6\,(1.2)", r"7.2 = 6\,(1.2)"),
        (r"v = g\,(t - 2)", r"v = g\,(t - 2)"),
    ],
)
def test_the_number_of_a_display_is_no_factor(display: str, formula: str) -> None:
    """Behind a thin space and at the end; a product of figures stays."""
    assert found(f"$${display}$$\n", "a.md") == [formula]
    assert found(f"Take ${display}$\n", "a.md") == [display]


DRAWN = r"""\draw[domain=0:4, variable=\x] plot ({\x},{2*\x});
\node (a) at (0,1) {k = 2 x};
\node at (1,2) {$t = N / W$};
"""


@pytest.mark.parametrize(
    "text",
    [
        DRAWN,
        f"\\begin{{tikzpicture}}[scale=0.5]\n{DRAWN}\\end{{tikzpicture}}\n",
        f"```tikz\n\\begin{{tikzpicture}}\n{DRAWN}\\end{{tikzpicture}}\n```\n",
        f"$$\n\\begin{{tikzpicture}}\n{DRAWN}\\end{{tikzpicture}}\n$$\n",
    ],
)
def test_drawings_state_nothing(text: str) -> None:
    """What stands behind them does."""
    assert found(f"{text}\nThus $a = b$.\n", "a.md") == ["a = b"]


@pytest.mark.parametrize("suffix", ["tex", "md"])
def test_labels_of_drawings_give_no_letter_a_unit(suffix: str) -> None:
    """W is a point of the compass there."""
    drawn = 'draw(Label("$\\psi$", Relative(W)), (0, 0)--(1, 1), Arrow);'
    text = f"\\begin{{asy}}\n{drawn}\n\\end{{asy}}\nHere $k$ is in kg. $\\sin \\psi = 2 k / k$\n"
    assert {one.level for one in check_document(document_of(text, f"a.{suffix}"))} == {Level.NONE}


@pytest.mark.parametrize(
    ("item", "taken"), [("k=2 more stable", False), ("k=2 tokens more", True), ("k = 2 m", True)]
)
def test_words_behind_a_setting_make_no_equation_of_it(item: str, taken: bool) -> None:
    assert bool(found(f"- {item}\n", "a.md")) == taken
