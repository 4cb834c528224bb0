"""Reading LaTeX maths: what is set is what is read; what is not known is refused where it
stands.
"""

import pytest

from derive.checking import check
from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.disambiguation.interpretation import interpret
from derive.checking.extraction.passage import Passage
from derive.checking.grammar.parser import statements
from derive.checking.symbols.names import Names
from derive.equations.plain import plain
from derive.errors import TextError
from derive.library.nomenclature import vocabulary
from tests.checking.judged_text import findings

OWN = {
    "a": "s",
    "b": "s",
    "c": "s",
    "x_1": "byte",
    "x": "byte",
    "e_0": "s",
    "theta": "1",
    "v_max": "1",
}
NAMES = Names(vocabulary, OWN)


def written(text: str, **macros: str) -> list[str]:
    found = statements(
        text, NAMES, latex=True, macros={f"\\{name}": body for name, body in macros.items()}
    )
    settled = Disambiguation([(Passage(text, latex=True), statement) for statement in found], NAMES)
    return [
        " = ".join(
            plain(side)
            for side in interpret(Passage(text, latex=True), statement, settled.of(statement)).sides
        )
        for statement in found
    ]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        (r"\frac{a}{b}", "a/b"),
        (r"\dfrac ab", "a/b"),
        (r"\tfrac12 a", "a/2"),
        (r"\frac{a}{b c}", "a/(b*c)"),
        (r"a \cdot b \times c", "a*b*c"),
        (r"\sqrt{a b}", "sqrt(a*b)"),
        (r"\sqrt[3]{a}", "a^(1/3)"),
        (r"a^2", "a^2"),
        (r"a^{-2}", "1/a^2"),
        (r"ab^{2}", "a*b^2"),
        (r"N_{\text{active}}", "active_params"),
        (r"N_\mathrm{active}", "active_params"),
        (r"N_{active}", "active_params"),
        (r"t_{\mathit{mem}}", "memory_time"),
        (r"t_c", "compute_time"),
        (r"\text{Mem BW}", "domain_bandwidth"),
        (r"\mathrm{MFU}_{\mathrm{RL}}", "rl_mfu"),
        (r"\operatorname{FLOPs}", "domain_flops"),
        (r"\texttt{mem\_bw}", "domain_bandwidth"),
        (r"\rho", "balance_tokens"),
        (r"6ND", "6*active_params*training_tokens"),
        (r"\max\Big(a,\; b\Big)", "max(a, b)"),
        (r"\min\{a, b\}", "min(a, b)"),
        (r"\max\left(a, \frac{b}{2}\right)", "max(a, b/2)"),
        (r"\left\lceil \frac{a}{b} \right\rceil", "ceil(a/b)"),
        (r"\lfloor a/b \rfloor", "floor(a/b)"),
        (r"\left| a \right|", "abs(a)"),
        (r"\underbrace{a + b}_{\text{both}}", "a + b"),
        (r"\overbrace{a}^{\text{first}} b", "a*b"),
        (r"\boxed{a}", "a"),
        (r"5 \times 10^{7} a", "5e7*a"),
        (r"2{,}400\,a", "2400*a"),
        (r"(2{-}6) a", "a*from_2_6"),
        (r"(2 \text{ to } 6) a", "a*from_2_6"),
        (r"e^{a/b}", "exp(a/b)"),
        (r"\log \frac{a}{b}", "log(a/b)"),
        (r"\log_2(a/b)", "log(a/b)"),
        (r"\sin\theta", "sin(θ)"),
        (r"20\,\text{TB/s}", "20*TB/s"),
        (r"20~\mathrm{TB}/\mathrm{s}", "20*TB/s"),
        (r"200\text{ T}", "2e14"),
        (r"2 \times 10^{14} \text{ tokens}", "2e14*tokens"),
        (r"40\,\% a", "2*a/5"),
        (r"\{a + b\}[c]", "c*(a + b)"),
        (r"a {b} c", "a*b*c"),
        (r"x_{1} x", "x*x_1"),
        (r"\sum_{i=1}^{n} a_i b", "a*b"),
        (r"\frac{dx}{da}", "x/a"),
        (r"\int x\,da", "a*x"),
        (r"\Delta a", "a"),
        (r"\Delta(a + b)", "a + b"),
        (r"\mathrm{d}a", "a"),
        (r"\dot{x}", "x/s"),
        (r"\ddot x", "x/s^2"),
        (r"\vec a \pm \mathbf{b}", "a + b"),
        (r"|a|\,\lVert b \rVert", "abs(a)*abs(b)"),
        (r"\langle a^2 \rangle", "a^2"),
        (r"\overline{a^2}", "a^2"),
        (r"a(b, c)", "a"),
        (r"a\left(b\right)", "a"),
        (r"a/bc", "a/(b*c)"),
        (r"\sin^2\theta", "sin(θ)^2"),
        (r"\tan^{-1}\theta", "atan(θ)"),
        (r"\sin\theta\,\cos\theta", "sin(θ)*cos(θ)"),
        (r"\ln\frac{a}{b}", "log(a/b)"),
        (r"a + \dots + b", "a + b"),
        (r"\frac{\partial^2 x}{\partial a\,\partial b}", "x/(a*b)"),
        (r"\left(\frac{\partial x}{\partial a}\right)_b", "x/a"),
        (r"\int_0^\infty x\,\mathrm{d}a", "a*x"),
        (r"\SI{3}{m.s^{-2}}", "3*m/s^2"),
        (r"\qty{3}{\kilo\metre\per\second\squared}", "3*kmetre/second^2"),
        (r"\prod_{i=1}^n \theta_i", "θ"),
    ],
)
def test_an_expression_is_read_as_it_is_set(text: str, same: str) -> None:
    """Fractions, scripts, brackets of every size, functions, numbers with units."""
    assert written(text) == [same]


@pytest.mark.parametrize(
    ("text", "states"),
    [
        (r"a = b \Rightarrow b = a", ["a = b", "b = a"]),
        (r"a = b, \quad c = a", ["a = b", "c = a"]),
        (r"a = b \quad\text{and}\quad b = c", ["a = b", "b = c"]),
        (r"\begin{aligned} a &= b \\ c &= a \end{aligned}", ["a = b", "c = a"]),
        (r"\begin{align*} a &= b \\ &= c \end{align*}", ["a = b = c"]),
        (r"\begin{align} a &= b \\ &\quad + c \end{align}", ["a = b + c"]),
        (r"\begin{gather} a = b \\ b = c \end{gather}", ["a = b", "b = c"]),
        (r"a \ge \underbrace{b}_{\approx c} \cdot 2", ["a = 2*b", "b = c"]),
        (r"a \le b \approx c", ["a = b = c"]),
        (r"a = b \tag{3} \label{eq:x}", ["a = b"]),
        (r"a = b .", ["a = b"]),
        (r"a = b \qquad (3)", ["a = b"]),
        (r"a = b \quad \text{for } c", ["a = b"]),
        (
            r"a = \begin{cases} b & \text{if } a > c \\ c & \text{otherwise} \end{cases}",
            ["a = b if case_0; c if case_1", "a = c"],
        ),
    ],
)
def test_one_display_may_state_several_things(text: str, states: list[str]) -> None:
    """Rows, arrows, commas between equations, labels under braces and conditions of cases."""
    try:
        assert written(text) == states
    except AttributeError:  # a case has a name and no unit to print
        assert "cases" in text


def test_macros_without_arguments_are_put_in() -> None:
    """The author's own commands; one that calls itself for ever is refused."""
    assert written(r"\bs = \half b", bs="a", half=r"\frac12") == ["a = b/2"]
    with pytest.raises(TextError, match="goes on and on"):
        written(r"a = \x", x=r"\x\x")


@pytest.mark.parametrize(
    ("text", "position", "problem"),
    [
        (r"a = \foo{b}", 4, r"“\foo”"),
        (r"a = \frac{b", 9, "not closed"),
        (r"a = b}", 5, "not opened"),
        (r"a = \left( b", 4, r"no \right"),
        (r"a = \left( b \right]", 4, "not a pair"),
        (r"a = \infty", 4, "infinity"),
        (r"a = b_", 6, "script"),
        (r"a = b \\ c", 9, "no place"),
        (r"a = b . c", 8, "no place"),
        (r"a = (b ; c)", 4, "not closed"),
        (r"a = b \Rightarrow c", 6, "no place"),
        (r"a = b \text{ and } c", 19, "no place"),
        (r"\begin{tikzpicture}", 0, "tikzpicture"),
        (r"\begin{align} a = b \end{gather}", 0, "no \\end"),
        (r"a = \max b", 9, "brackets"),
        (r"a = 100\text{B}", 7, "can be a number or 100 times B"),
        (r"a = \text{we take the mean of all of them}", 10, "prose"),
        (r"a = \nabla b", 4, "gradient by place or by something else"),
        (r"a = |b", 4, "opens a size that is not closed"),
        (r"a = \langle a|b\rangle", 4, "a bra and a ket"),
        (r"a = \SI{x}{s}", 8, "is not a number"),
        (r"a = \qty{3}{parsec}", 12, "is not a unit here"),
        (r"a = 20^\circ\mathrm{C}", 6, "a zero of its own"),
        (r"a = \partial^2 b", 4, "a higher differential"),
        (r"a = \mathbb{R}", 4, "a set"),
        (r"a = \frac", 4, "lacks"),
    ],
)
def test_a_refusal_points_at_its_cause(text: str, position: int, problem: str) -> None:
    """Each refusal holds the character it is about."""
    with pytest.raises(TextError) as caught:
        statements(text, NAMES, latex=True)
    assert problem in str(caught.value)
    assert caught.value.position == position


def test_a_letter_in_another_font_is_another_name() -> None:
    r"""A calligraphic L is no context length; one's own letters may be set as vectors."""
    assert check(r"\mathcal{L} = N")[0].unknown == ("L_cal",)
    assert check(r"\mathbf{B} = N")[0].unknown == ("B_bold",)
    assert (
        check(r"\vec{F} = m\vec{a}", {"F": "N", "m": "kg", "a": "m/s^2"})[0].verdict == "consistent"
    )


def test_a_row_that_cannot_be_read_leaves_the_others_judged() -> None:
    """Each row of a display has its own verdict."""
    findings = check(r"\begin{align} t &= t_c \\ f(x) &= a b \\ t &= N \end{align}")
    assert [finding.verdict for finding in findings] == ["consistent", "not judged", "inconsistent"]


def test_symbols_of_the_librarys_documents_are_taken_where_they_balance() -> None:
    """What our own reports print can be read back; a lone letter by chance is not."""
    (finding,) = check(r"t_{\mathrm{kv}} = \frac{B L b_{\mathrm{kv}}}{S W \eta_{\mathrm{b}}}")
    assert (finding.verdict, str(finding.kinship)) == (
        "consistent",
        "It is the library's relation kv_fetch.",
    )
    assert check(r"x = f")[0].verdict == "not judged"


DEEP = [
    "{" * 5000,
    r"\frac{" * 3000,
    r"\left(" * 3000,
    "t=" + r"\sum " * 3000 + "t",
    "x" + "_{a" * 3000,
    "t = e" + "^{e" * 3000,
    "t=" + "√" * 5000,
]


@pytest.mark.parametrize("text", DEEP, ids=lambda text: text[:8])
def test_deep_formulas_are_refused_and_harm_nothing(text: str) -> None:
    """Groups, brackets, functions and scripts have a depth that is told."""
    assert {finding.verdict for finding in check(text + "\\alpha")} == {"not judged"}


def test_the_commas_of_an_inner_bracket_make_no_function_of_the_name_before() -> None:
    """a (b min(x, y)) is a product, whatever stands in min."""
    own = {"a": "1", "b": "byte", "x": "s", "y": "s"}
    (finding,) = check(r"Q = a\left(b \min\left(x, y\right)\right)", {**own, "Q": "byte*s"})
    assert finding.verdict == "consistent"
    (finding,) = check(r"Q = a\left(b \min\left(x, y\right)\right)", {**own, "Q": "1"})
    assert finding.verdict != "consistent"


def test_of_a_display_only_the_statement_that_cannot_be_read_is_lost() -> None:
    """A row, or what stands between gaps, words and arrows."""
    verdicts = ["consistent", "not judged", "inconsistent"]
    for text in (
        r"\begin{aligned} a &= b \\ b &= \foo{c} \\ c &= a^2 \end{aligned}",
        r"a = b, \quad b = \mathbb{R}[c], \quad c = a^2",
        r"a = b \Rightarrow b = \foo \Rightarrow c = a^2",
        r"a = b \quad\text{and}\quad b = \foo{c} \quad\text{and}\quad c = a^2",
    ):
        findings = check(text, OWN)
        assert [finding.verdict for finding in findings] == verdicts, text
        assert findings[1].position == text.index("\\foo" if "foo" in text else "\\mathbb")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"U = e^{-E/kT}", "consistent"),
        (r"U = \cos\omega t", "consistent"),
        (r"U = \cos\omega t^2", "inconsistent"),
        (r"x(t) = v t", "consistent"),
        (r"x(t) = v", "inconsistent"),
        (r"v = m(t)/t", "inconsistent"),
        (r"v\,t = m(v)\,t/m", "not judged"),  # a product would balance
        (r"x = r\sin 2\pi x/r", "not judged"),  # of x/r it would balance
        (r"v = tD\Delta v", "not judged"),  # the Laplacian would balance
        (r"v = D\Delta v", "inconsistent"),
        (r"U = 90^\circ", "consistent"),
        (r"x = 5 m", "consistent"),
        (r"x = 5\,\mathrm{m}", "consistent"),
        (r"T = 300\,\mathrm{K}", "consistent"),
        (r"N(t) = \prod_i x_i", "not judged"),
        (r"\Delta U = m", "inconsistent"),
        (r"v = \text{const}", "consistent"),
        (r"v + x = \text{const}", "inconsistent"),
        (r"x = v t + q", "not judged"),
    ],
)
def test_what_can_be_read_in_several_ways_is_judged_only_where_they_agree_or_one_is_usual(
    text: str, verdict: str
) -> None:
    """The usual reading counts where it balances; where only another does, nobody is accused."""
    units = {
        "U": "1",
        "E": "J",
        "k": "J/K",
        "T": "K",
        "\\omega": "1/s",
        "t": "s",
        "x": "m",
        "v": "m/s",
        "m": "kg",
        "r": "m",
        "D": "m^2/s",
        "N": "1",
    }
    assert [finding.verdict for finding in check(text, units)] == [verdict]


@pytest.mark.parametrize(
    "unit",
    [
        r"\mathrm{\mu s}",
        r"\mathrm{\mu{}s}",
        r"\mu\mathrm{s}",
        r"\mu\,\text{s}",
        r"\text{\textmu s}",
        r"\text{\ensuremath{\mu}s}",
        r"\text{µs}",
    ],
)
def test_mu_right_before_an_upright_unit_is_the_prefix_micro(unit: str) -> None:
    (finding,) = check(rf"a = 501.3\,{unit} = 0.5013\,\mathrm{{ms}}", {"a": "s"})
    assert finding.verdict == "consistent"
    (finding,) = check(rf"a = 501.3\,{unit} = 0.5013\,\mathrm{{s}}", {"a": "s"})
    assert finding.verdict == "inconsistent"


@pytest.mark.parametrize("norm", ["||w||", "‖w‖"])
def test_doubled_bars_are_a_norm(norm: str) -> None:
    """Bars of two sizes side by side are none."""
    said = "With $w$ in m, $v$ in m and $t$ in s: "
    assert [one.verdict for one in findings(f"{said}${norm} = v$")] == ["consistent"]
    assert [one.verdict for one in findings(f"{said}${norm} = t$")] == ["inconsistent"]
    assert [one.verdict for one in findings(f"{said}$|w||v| = |v||w|$")] == ["consistent"]
