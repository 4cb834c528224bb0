"""Symbols in the small part of TeX that every format can print, and what is refused of the rest."""

from __future__ import annotations

import pytest

from derive.equations import Var
from derive.equations.tex_symbol import flat, read
from derive.errors import DeclarationError


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        ("t", "t"), ("t_c", "t_c"), ("t^c", "t^c"), ("t_a^b", "t_a^b"), ("t^b_a", "t_a^b"),
        (r"t'", "t'"), (r"t^\prime", "t′"), (r"t^{\prime}_a", "t_a′"),
        (r"\eta_{\mathrm{c}}", "η_c"),
        (r"L_{\times}", "L_×"), (r"B_{\times,\mathrm{kv}}", "B_×,kv"), (r"\mathrm{MFU}", "MFU"),
        (r"\mathrm{ hold time }", "hold time"), (r"n_\max", "n_max"), (r"n_{12}", "n_12"),
        (r"\dot{m}", "ṁ"), (r"\dot m", "ṁ"), (r"\hat{x}_a", "x̂_a"), (r"\bar{\rho}", "ρ̄"),
        (r"a_{\dot{m}}", "a_ṁ"), (r"a_{\dot {m}}", "a_ṁ"),
        (r"{ab}c", "abc"), (r"a b", "ab"), ("a_{b_{c_d}}", "a_b_c_d"), ("x" * 200, "x" * 200),
    ],
)  # fmt: skip
def test_a_symbol_is_read(tex: str, text: str) -> None:
    """Letters, Greek, marks, words, accents, subscripts and superscripts in either order."""
    assert flat(read(tex)) == text


@pytest.mark.parametrize(
    ("tex", "problem"),
    [
        ("x" * 201, "it is longer than 200 characters"),
        ("a}", "a } has no {"),
        ("a_{b_{c_{d_{e}}}}", "it is nested too deeply"),
        (r"a_{b_{\dot{m}}}", "it is nested too deeply"),
        (r"a_{b_{\dot {m}}}", "it is nested too deeply"),
        ("_a", "a subscript or superscript has no base"),
        ("{}", "something in it is empty"),
        (" ", "something in it is empty"),
        ("a_b_c", "two _ follow one another"),
        ("a^b^c", "two ^ follow one another"),
        ("a_ b", "nothing follows _"),
        ("a_", "“” is not in the subset"),
        ("a$", "“$” is not in the subset"),
        ("a_}", "“}” stands where a symbol is due"),
        ("a__", "“_” stands where a symbol is due"),
        ("{a", "a { is not closed"),
        (r"\dot{ab}", r"\dot stands on one letter: \dot{m}"),
        (r"\hat{\mathrm{m}}", r"\hat stands on one letter: \hat{m}"),
        (r"\bar 12", r"\bar stands on one letter: \bar{m}"),
        (r"\frac", r"\frac is not in the subset"),
        (r"\mathrm a", r"\mathrm lacks its {…}"),
        (r"\mathrm{a", r"\mathrm lacks its {…}"),
        (r"\mathrm{}", "“” is no plain word"),
        (r"\text{a$b}", "“a$b” is no plain word"),
    ],
)
def test_what_cannot_be_printed_is_refused_by_its_part(tex: str, problem: str) -> None:
    """The declaration names the symbol, the part and what may be used."""
    with pytest.raises(DeclarationError) as caught:
        Var("x", tex=tex)
    assert caught.value.problem == f"its symbol “{tex[:60]}” cannot be printed: {problem}"
    assert "accents" in caught.value.fix
