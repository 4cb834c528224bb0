"""Texts, bindings and files that want to break in, crash or hang: each is refused or judged, and
what it costs is bounded.
"""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from derive.checking import check
from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.extraction.macros import tex_macros
from derive.checking.extraction.sentences import equations_within
from derive.checking.grammar.parser import stated
from derive.checking.spelling.latex_names import spelt
from derive.checking.spelling.latex_tokens import MOST_ATOMS, atoms
from derive.checking.symbols.bindings import bindings_in
from derive.checking.symbols.names import Names
from derive.checking.symbols.plain_prose import plain_prose
from derive.checking.verdicts.finding import Finding
from derive.cli.main import main
from derive.errors import DataError, TextError
from derive.library.nomenclature import vocabulary
from tests.calls import calls

pytestmark = pytest.mark.slow

UNITS = {"E": "J", "k": "J/K", "T": "K", "m": "m", "s": "s", "B": "1", "t": "s"}


def judged(text: str, bindings: dict[str, str] | None = None) -> Finding:
    (finding,) = check(text, bindings)
    return finding


def document(text: str, file: str = "a.md") -> list[Finding]:
    return check_document(document_of(text, file))


@pytest.mark.parametrize(
    "text",
    ["__import__('os').system('touch owned')", "().__class__.__bases__[0]", "lambda: 0",
     "t = eval('1')", "{0.__class__}", "t = 9**9**9**9",
     "t = 10^(10^(10^10))",
     "t = 1e999999999 s", "t = 0^-1", "B = \0", "\ud800 = B", "t = ⅟ s", "t = ²³",
     "1 s = (-8)^(1/3) s"],
)  # fmt: skip
def test_hostile_texts_are_refused_and_nothing_runs(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for written in (text, f"${text}$", f"`{text}`"):
        assert all(finding.verdict == "not judged" for finding in check(written))
        document(written)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["$1 s^1e5 = B$", "$t^12 = t$", "$t^.5 = B$", "$2^10 s = 1024 s$"])
def test_a_power_of_several_characters_without_braces_is_refused(text: str) -> None:
    assert "raises only" in judged(text).brief


def test_a_full_stop_after_a_power_ends_the_equation() -> None:
    assert [judged(f"$t^2 = {side}$").verdict for side in ("t_{c}^2.", "t_{c}^3.", "B^2.")] == [
        "consistent",
        "inconsistent",
        "inconsistent",
    ]


def test_the_rest_of_a_number_whose_first_digit_is_an_argument_is_read_anew() -> None:
    assert judged(r"$t = \frac12 t$").verdict == "consistent"
    assert judged(r"$t_{c} = \frac1e5 t$").verdict == "not judged"


def test_cases_within_a_product_are_told_with_their_terms() -> None:
    finding = judged(r"\begin{cases}B\end{cases}\begin{cases}t\end{cases} = B")
    assert (finding.verdict, finding.found) == ("inconsistent", "sequence")


def test_a_statement_with_too_many_readings_is_refused_and_not_read_in_all_of_them() -> None:
    finding = judged("E = E/kT + sin B t B t + B(t) + E(B+t) + 5 m/s", UNITS)
    assert (finding.verdict, "more than 16 ways" in finding.brief) == ("not judged", True)


def test_names_with_many_meanings_are_settled_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from derive.checking.disambiguation import disambiguation

    tried: list[Any] = []
    plain = disambiguation.interpret
    monkeypatch.setattr(
        disambiguation, "interpret", lambda *given: [tried.append(given), plain(*given)][1]
    )
    words = ["".join(letters) + "_per_token" for letters in product("bB", "yY", "tT", "eE", "sS")]
    assert judged(f"t = {' + '.join(words)}").verdict == "inconsistent"
    assert len(tried) < 200


@pytest.mark.parametrize(
    "macros",
    [r"\def\a{\a}", r"\def\a{\a\a}", r"\let\a\b\let\b\a",
     "".join(rf"\newcommand{{\{x}}}{{\{y}\{y}}}" for x,
             y in zip("abcdefghij", "bcdefghijk", strict=True)),
     rf"\def\a{{{'B+' * 900}B}}", rf"\def\a#1{{{'#1' * 900}}}"],
)  # fmt: skip
def test_macros_that_grow_are_refused_before_they_have_grown(macros: str) -> None:
    text = r"\a{+} = B"
    with pytest.raises(TextError, match=r"goes on and on|pieces"):
        atoms(text, tex_macros(macros))
    assert {finding.verdict for finding in document(f"{macros} " + r"$\a{t} = B$ " * 50)} == {
        "not judged"
    }


def test_a_default_of_a_macro_may_be_long_but_not_endless() -> None:
    assert tex_macros(r"\newcommand{\a}[1][x + y]{#1}") == {"\\a": "#1", "\\a[]": "x + y"}
    assert tex_macros(rf"\newcommand{{\a}}[1][{'x' * 201}]{{#1}}") == {}


def test_a_body_ends_at_its_own_brace() -> None:
    r"""Braces that are printed, \\{ and \\}, are none of it; a body without an end is no macro."""
    assert tex_macros(r"\def\a{\{{x}}} y}") == {"\\a": r"\{{x}"}
    assert tex_macros(r"\def\a{{x}") == {}
    for length in (1_999, 2_000):
        assert bool(tex_macros(rf"\def\a{{{'x' * length}}}")) == (length == 1_999)


def test_a_macro_may_be_as_long_as_a_formula() -> None:
    made = atoms(r"\loss = B", tex_macros(rf"\def\loss{{{'B + ' * 100}B}}"))
    assert 201 < len(made) < MOST_ATOMS


def test_a_symbol_with_too_many_marks_is_no_name() -> None:
    for symbol in ("_" * 5000 + "'", "\\hat" * 5000, "{" * 5000):
        assert spelt(symbol)
        with pytest.raises(DataError):
            bindings_in(f'"{symbol}" = nonsense', "b.toml")


def test_of_many_bindings_the_one_that_means_nothing_is_found_without_learning_all_names_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Any] = []
    learn = Names.__init__
    monkeypatch.setattr(
        Names, "__init__", lambda self, *given: [made.append(given), learn(self, *given)][1]
    )
    text = "\n".join(f"x_{k} = GB/s" for k in range(50))
    with pytest.raises(DataError, match="toml:51"):
        bindings_in(f"{text}\ny = nonsense", "b.toml")
    assert len(made) == 2


def test_a_vector_is_bound_for_its_length_too_unless_that_means_something_else() -> None:
    own = Names(vocabulary, {"a_vec": "m", "b_vec": "m", "b_bold": "s", "c": "s", "c_vec": "m"}).own
    assert [own[name].own if name in own else None for name in "abc"] == ["m", None, "s"]


def test_commas_are_gone_through_once() -> None:
    assert len(stated("B = t, " * 900, Names(vocabulary))) == 900
    assert len(stated("1,2," * 900 + " = B", Names(vocabulary), latex=True)) == 1


def test_brackets_that_do_not_close_hold_no_equation_in_a_sentence() -> None:
    assert list(equations_within("(" * 3000 + "a*b = c, and")) == []
    assert list(equations_within("a = b*c = " * 1000 + "(")) == []
    assert [*equations_within("(as t = N*k, and")] == [(4, 11)]


@pytest.mark.parametrize("option", ["--bindings", "--units", "--data", "--out"])
def test_what_is_no_regular_file_is_neither_read_nor_replaced(
    option: str, tmp_path: Path, runner: CliRunner
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    result = runner.invoke(main, ["check", option, str(pipe), "t = t_c"])
    assert (result.exit_code, "not a regular file" in result.stderr, pipe.is_fifo()) == (
        2,
        True,
        True,
    )


def test_a_document_that_is_a_pipe_or_endless_is_refused(tmp_path: Path, runner: CliRunner) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "zero.md").symlink_to("/dev/zero")
    for name in ("pipe.md", "zero.md", "/dev/null"):
        result = runner.invoke(main, ["check", str(tmp_path / name)])
        assert (result.exit_code, "not a regular file" in result.stderr) == (2, True)


def test_standard_input_that_is_no_text_is_refused(runner: CliRunner) -> None:
    result = runner.invoke(main, ["check", "-"], input=b"\xff\xfet")
    assert (result.exit_code, result.stderr) == (
        2,
        "derive: -: cannot be read: it is UTF-16. Save it as UTF-8.\n",
    )


@pytest.mark.parametrize("mark", [".", ",", ";", ":", ", ", "...", "_"])
def test_punctuation_set_as_text_ends_the_equation(mark: str) -> None:
    assert judged(rf"$t = t_{{c}}\text{{{mark}}}$").verdict == "consistent"


@pytest.mark.parametrize("text", ["e^", "t = e^", "m/s^2e^", "$e^$", "e^(", r"\dot{", r"\mathbf{"])
def test_a_power_that_breaks_off_is_refused(text: str) -> None:
    assert judged(text, {"e": "C"}).verdict == "not judged"


@pytest.mark.parametrize(
    "step",
    [
        "10^-",
        "sin^",
        "-(",
        "2^(",
        "sin ",
        "t^-t*",
        "√",
        "max(1,",
        "E/k^-",
        "\\sin^",
        "\\frac1",
        "x(",
        "|",
        "∂",
    ],
)
def test_no_nesting_is_too_deep_for_the_reader(step: str) -> None:
    for text in (step * 1000 + "t = t", f"${step * 1000}t = t$", f"t = {step * 1000}"):
        assert {finding.verdict for finding in check(text, UNITS)} <= {"not judged", "inconsistent"}


def test_a_matrix_beside_what_is_no_matrix_is_not_judged() -> None:
    text = "Code:\n\n$$A = \\begin{pmatrix} 0 & 1 \\end{pmatrix} import A = 2$$\n"
    assert {finding.verdict for finding in document(text)} == {"not judged"}


def test_long_runs_of_blanks_in_a_page_take_time_in_proportion() -> None:
    """Where a script or a picture was stand as many blanks; each was searched from each of them."""
    page = f"<table><tr><td>a</td>{' ' * 1_000_000}x</tr></table>"
    assert plain_prose(page).split() == ["|", "$a$", "|", "$x$", "|", "\\\\"]


def test_a_document_of_many_equations_takes_time_in_proportion() -> None:
    """Function calls counted: equations that do not balance were compared with all the others."""
    shapes = (
        r"$t_c = {k} \cdot \frac{{B \cdot N_{{\text{{active}}}}}}{{\text{{FLOPs}}}}$",
        "t_mem = (N_total + {k} B × len_ctx × KV_bytes_per_token) / mem_bw",
        "T = max({k} t_compute, t_mem)",
        "{k} GB / 20 TB/s ≈ {k}e-3/20 s",
    )
    factors = iter(range(2, 10_000))

    def work(count: int) -> int:
        text = "\n\n".join(shape.format(k=next(factors)) for shape in shapes * count)
        findings, number = calls(check_document, document_of(text, "a.md"))
        assert len(findings) == count * len(shapes)
        return number

    work(10)
    assert work(200) < 4.3 * work(50)


def test_a_long_paragraph_with_a_modulus_takes_time_in_proportion() -> None:
    """Function calls counted: the paragraph of each line was walked and searched anew."""

    def work(count: int) -> int:
        text = "We work modulo 7.\n" + "\n".join(f"- {k} * 3 = {3 * k}" for k in range(count))
        made, number = calls(document_of, text, "a.md")
        assert {passage.modulus for passage in made.passages} == {"7"}
        return number

    work(10)
    assert work(800) < 4.3 * work(200)


@pytest.mark.parametrize(
    "text",
    [
        "`head_dim = ?`\n\n`new x = ?`",
        r"Let $x$ [m] be the way. $y = \sqrt{-4 x}$",
    ],
)
def test_holes_and_roots_of_negative_numbers_stop_no_check(text: str) -> None:
    """Both stopped the checker."""
    assert len(check_document(document_of(text, "a.md"))) > 0
