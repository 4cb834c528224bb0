"""One expression in every notation: brackets, fractions, numbers with units."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
import sympy
from hypothesis import example, given, settings
from hypothesis import strategies as st

from derive.equations import AtLeast, Eq, Max, OpaqueFunction, Var, Vocabulary
from derive.errors import DeclarationError
from derive.rendering.expressions.inline import inline
from derive.rendering.expressions.latex import latex
from derive.rendering.expressions.mathml import mathml
from derive.rendering.expressions.stacked import stacked
from derive.rendering.expressions.typst import typst
from derive.results.known import Known, Origin

V = Vocabulary("printing")
A = V("a", "byte", "a first thing")
B = V("b", "byte", "a second thing")
T = V("t_kv", "s", "a time", tex=r"t_{\mathrm{kv}}")
H = V("eta_c", "1", "an efficiency", tex=r"\eta_{\mathrm{c}}")
F = OpaqueFunction("f", "byte", "byte", "a function")
X = V("l_cross", "token/sequence", "a point", tex=r"L_{\times,\mathrm{kv}}")

CASES = {
    "product": (A * B, r"a\,b", "a·b", "a thin b"),
    "quotient": (
        A / (B * T),
        r"\frac{a}{b\,t_{\mathrm{kv}}}",
        "a/(b·t_kv)",
        'frac(a, b thin t_("kv"))',
    ),
    "nested fraction": (
        A / (1 + A / B),
        r"\frac{a}{1 + \frac{a}{b}}",
        "a/(1 + a/b)",
        "frac(a, 1 + frac(a, b))",
    ),
    "circle constant": (2 * sympy.pi * A, r"2\,\pi\,a", "2·π·a", "2 thin π thin a"),
    "difference": (A - B, "a - b", "a − b", "a - b"),
    "negative": (-A, "-a", "−a", "-a"),
    "sum in a product": (
        T * (A - B),
        r"t_{\mathrm{kv}}\,\left(a - b\right)",
        "t_kv·(a − b)",
        't_("kv") thin lr((a - b))',
    ),
    "power": (T**2, r"{t_{\mathrm{kv}}}^{2}", "t_kv²", 'attach(t_("kv"), t: #none)^(2)'),
    "power of a sum": ((A + B) ** 3, r"\left(a + b\right)^{3}", "(a + b)³", "lr((a + b))^(3)"),
    "broken power": (A ** sympy.Rational(1, 3), "a^{1/3}", "a^(1/3)", 'a^(1"/"3)'),
    "root": (sympy.sqrt(A), r"\sqrt{a}", "√(a)", "sqrt(a)"),
    "largest": (Max(A, B), r"\max\left(a,\,b\right)", "max(a, b)", 'max lr((a"," thin b))'),
    "logarithm": (
        sympy.log(H),
        r"\ln\left(\eta_{\mathrm{c}}\right)",
        "log(η_c)",
        'ln lr((η_("c")))',
    ),
    "function of which nothing is known": (F(A), r"f\left(a\right)", "f(a)", "f lr((a))"),
    "ceiling": (
        sympy.ceiling(A / B),
        r"\left\lceil \frac{a}{b} \right\rceil",
        "ceil(a/b)",
        "ceil(frac(a, b))",
    ),
    "number times power": (2 * 3**A, r"2 \cdot 3^{a}", "2 · 3^a", "2 dot.op 3^(a)"),
    "subscript with a comma": (X, r"L_{\times,\mathrm{kv}}", "L_×,kv", 'L_("×"",""kv")'),
    "equation": (Eq(A, B), "a = b", "a = b", "a = b"),
    "bound": (AtLeast(A, B), r"a \ge b", "a ≥ b", "a >= b"),
}


@pytest.mark.parametrize("name", CASES)
def test_an_expression_reads_the_same_in_every_notation(name: str) -> None:
    expression, as_latex, as_line, as_typst = CASES[name]
    assert (latex(expression), inline(expression), typst(expression)) == (
        as_latex,
        as_line,
        as_typst,
    )


@pytest.mark.parametrize("name", CASES)
def test_mathml_is_well_formed(name: str) -> None:
    root = ElementTree.fromstring(mathml(CASES[name][0]))
    assert root.tag == "math"


def test_mathml_keeps_words_upright_and_letters_italic() -> None:
    assert mathml(T) == "<math><msub><mi>t</mi><mi>kv</mi></msub></math>"
    assert mathml(H) == '<math><msub><mi>η</mi><mi mathvariant="normal">c</mi></msub></math>'


def test_case_distinctions_say_otherwise() -> None:
    cases = sympy.Piecewise((A, A < B), (A**2 / B, True))
    assert (
        latex(cases)
        == r"\begin{cases} a & \text{if } a < b \\ \frac{a^{2}}{b} & \text{otherwise} \end{cases}"
    )
    assert stacked(cases) == [
        "⎧ a    if a < b",
        "⎪ a²",
        "⎨ ──   otherwise",
        "⎩ b",
    ]
    assert typst(cases) == 'cases(a & "if " a < b, frac(a^(2), b) & "otherwise")'


def test_fractions_are_stacked_with_their_axes_level() -> None:
    assert stacked(Eq(T, A / (B * H))) == [
        "         a",
        "t_kv = ─────",
        "       b·η_c",
    ]


def test_an_outer_bar_is_longer_than_an_inner_one() -> None:
    assert stacked(A / (1 + 1 / B)) == [
        "   a",
        "───────",
        "     1",
        " 1 + ─",
        "     b",
    ]


def test_what_is_too_wide_to_draw_is_written_on_one_line() -> None:
    assert stacked(A / B, width=80) == ["a", "─", "b"]
    assert stacked(Eq(T, A / (B * H)), width=10) == ["t_kv = a/(b·η_c)"]


VALUES = {
    A: Known(A, 100e9, Origin.GIVEN),
    B: Known(B, 3.35e15, Origin.GIVEN),
    T: Known(T, 0.0144, Origin.GIVEN),
    H: Known(H, 0.5, Origin.GIVEN),
    X: Known(X, 2e12, Origin.GIVEN),
}


def test_values_print_with_units_and_readable_prefixes() -> None:
    assert latex(A / T, VALUES) == r"\frac{100\,\mathrm{GB}}{14.4\,\mathrm{ms}}"
    assert latex(X, VALUES) == r"2\times10^{12}\,\mathrm{token}/\mathrm{sequence}"
    assert inline(X / A, VALUES) == "(2e12 token/sequence)/(100 GB)"
    assert typst(A * T, VALUES) == '100 med "GB" dot.op 14.4 med "ms"'
    assert stacked(A * T, VALUES) == ["100 GB · 14.4 ms"]


def test_a_value_with_a_unit_is_bracketed_under_a_power() -> None:
    assert latex(T**2, VALUES) == r"\left(14.4\,\mathrm{ms}\right)^{2}"
    assert latex(H**2, VALUES) == "0.5^{2}"


def test_a_variable_without_a_value_keeps_its_symbol() -> None:
    assert latex(A * B, {A: VALUES[A]}) == r"100\,\mathrm{GB} \cdot b"


def test_thousands_are_grouped() -> None:
    ten = {A: Known(V("c", "token", "tokens"), 200_000.0, Origin.GIVEN)}
    assert latex(A, ten) == r"200{,}000\,\mathrm{token}"
    assert "<mn>200,000</mn>" in mathml(A, ten)


def test_a_unit_without_a_numerator_follows_its_number_directly() -> None:
    per_token = {A: Known(V("d", "1/token", "vectors"), 2.0, Origin.GIVEN)}
    assert latex(A, per_token) == r"2/\mathrm{token}"
    assert inline(A, per_token) == "2/token"


def test_a_long_row_of_numbers_is_broken_before_a_dot() -> None:
    many = [V(f"x{k}", "token/sequence", "a factor") for k in range(6)]
    values = {var: Known(var, 123456.0, Origin.GIVEN) for var in many}
    written = latex(sympy.Mul(*many), values)
    assert written.startswith(r"\begin{gathered}")
    assert r"\\ \cdot 123" in written


@pytest.mark.parametrize(
    "tex",
    [
        r"\input{/etc/passwd}",
        r"\write18{ls}",
        "x_",
        "x^",
        "_x",
        "{x",
        "x}",
        r"\mathrm{a\b}",
        "x$",
        "a&b",
        r"x_{y_{z_{u_{v_w}}}}",
        "",
    ],
)
def test_a_symbol_outside_the_subset_is_refused_by_name(tex: str) -> None:
    """When it is declared, before anything is printed; an opaque map's too."""
    with pytest.raises(DeclarationError, match="strange: its symbol"):
        Var("strange", "byte", "a thing", tex=tex or " ")
    with pytest.raises(DeclarationError, match="strange: its symbol"):
        OpaqueFunction("strange", "byte", "token", tex=tex or " ")


def test_names_without_a_symbol_get_one_that_prints() -> None:
    var = V("mean_time_to_first", "s", "a time")
    assert inline(var) == "mean_time to first"
    assert latex(var) == r"\mathrm{mean}_{\mathrm{time\ to\ first}}"


@settings(max_examples=200, deadline=None)
@given(name=st.from_regex(r"[^\W\d]\w{0,30}", fullmatch=True))
@example(name="A__")
@example(name="_x")
@example(name="_")
@pytest.mark.slow
def test_every_name_has_a_symbol_that_prints(name: str) -> None:
    var = Var(name, "s")
    assert latex(var) and inline(var) and mathml(var)


def test_letters_of_other_alphabets_print() -> None:
    assert latex(V("η_x", "1", "")) == r"\eta_{\mathrm{x}}"
    assert inline(V("größe", "1", "")) == "größe"
    assert latex(V("größe2", "1", "")) == r"\text{größe2}"


def test_a_short_factor_stays_on_the_line_of_a_wide_one_where_the_page_scrolls() -> None:
    wide = sympy.Add(*(V(f"term_{k}", "byte", "a term") for k in range(14)))
    assert mathml(A * wide).startswith("<math><mrow><mi>a</mi>")
    assert "text-align:left" in mathml(wide)
