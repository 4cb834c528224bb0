"""Judging equations: three verdicts, each with its reason."""

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from derive.checking import Finding, check, exit_code
from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.equations.opaque import Applied
from derive.equations.plain import plain
from derive.errors import DeriveError
from derive.library import subjects
from tests.sampling import sampled

SOUND = [
    "t_drain = capacity / bandwidth",
    "t_drain = C / BW",
    "t_compute = flops_per_param × g × B × N_active / FLOPs",
    "t_mem = (bytes_per_param N_total + B × len_ctx × KV_bytes_per_token) / mem_bw",
    "T = max(t_compute, t_mem)",
    "T := max(t_c, t_w) + t_kv",
    "C = training_flops_per_param N D",
    "sparsity ≈ N_total / N_active",
    "sparsity == 1/active_fraction",
    "worst_wait = 2 T",
    "mean_wait = 3/2 * T = 1.5 * T",
    "mfu <= 1",
    "B ≥ balance_batch",
    "mfu = flops_per_param emitted_tokens_per_pass B N_active / (gpus peak_flops T)",
    "t_kv = 0",
    "T = sqrt(t_c^2 + t_mem^2)",
    "throughput = B emitted_tokens_per_pass / T",
    "machine_balance = FLOPs / mem_bw",
    "t_drain = 288 GB / 20 TB/s",
    "mfu = 40 %",
    "gpu_price = $2/hour/GPU",
    "cost = $5/Mtoken + 3 USD/Mtoken",
    "active_fraction = 37B params / 671B params",
    "hbm_bandwidth = 3.35 TB/s/GPU",
    "peak_flops = 989 TFLOP/(s GPU)",
    "N_total = 671B params",
    "T = 20 ms + 3 s²/s",
    "t_kv = 200k tokens × 1.67 kB/token / 3.35 TB s^-1",
    "machine_balance = peak_flops / hbm_bandwidth",
]


@pytest.mark.parametrize("text", SOUND)
def test_a_sound_equation_is_consistent(text: str) -> None:
    """The drain time, and the write-ups' equations with their dropped units put back."""
    (finding,) = check(text, {"g": "tokens_per_pass"})
    assert finding.verdict == "consistent", finding.message
    assert finding.expected == finding.found and not finding.mend


# Cases are written over several lines, and opaque functions are their author's own.
IN_ONE_LINE = [
    r
    for module in subjects()
    for r in module.RELATIONS
    if not r.equation.has(sympy.Piecewise, Applied)
]


@pytest.mark.parametrize("relation", IN_ONE_LINE, ids=lambda relation: relation.name)
def test_the_library_in_plain_text_is_read_and_found_consistent(relation) -> None:
    """What the engine prints of its relations, it can read and judge."""
    (finding,) = check(plain(relation.equation))
    assert finding.verdict == "consistent", finding.message


def test_the_whole_library_is_consistent() -> None:
    """Every relation, constraint and theorem is judged, and none is wrong."""
    findings = check()
    assert exit_code(findings) == 0
    stated = sum(
        len(module.RELATIONS) + len(module.CONSTRAINTS) + len(module.THEOREMS)
        for module in subjects()
    )
    assert len(findings) == stated
    assert any(finding.text.startswith("kv_fetch: kv_fetch_time = ") for finding in findings)


def test_a_finding_holds_its_facts() -> None:
    """Dimensions, mend, place and what the names were taken for are fields."""
    (finding,) = check("t_weights = N_total / mem_bw", strict=True)
    assert finding == Finding(
        text="t_weights = N_total / mem_bw",
        verdict="inconsistent",
        message=finding.message,
        bindings={
            "t_weights": "weight_fetch_time",
            "N_total": "total_params",
            "mem_bw": "domain_bandwidth",
        },
        expected="s",
        found="param·s/byte",
        mend="It is short of byte/param. Mend: multiply by bytes_per_param [byte/param].",
        position=12,
        level="error",
        rule="dimensions",
    )


def test_the_caret_stands_under_the_fault() -> None:
    """Also in a long text, of which only the part around the fault is shown."""
    for before in ("", " + ".join(["N_total"] * 60) + " + "):
        (finding,) = check(f"N_total = {before}B")
        shown, caret = finding.message.splitlines()[:2]
        assert shown[caret.index("^")] == "B"
        assert len(shown) < 150


def test_every_line_is_an_equation() -> None:
    """One finding a line, empty lines aside."""
    assert [finding.verdict for finding in check("T = t_c\n\n  t_c = N \nx = y\n")] == [
        "consistent",
        "inconsistent",
        "not judged",
    ]


def test_of_a_chain_the_side_that_differs_is_named() -> None:
    """a = b = c is wrong where c is."""
    (finding,) = check("T = t_c = N_total")
    assert (finding.verdict, finding.found, finding.expected, finding.position) == (
        "inconsistent",
        "param",
        "s",
        10,
    )


def test_a_term_that_cancels_is_judged_all_the_same() -> None:
    """a + N - N is no time, though the Ns cancel."""
    assert check("T = t_c + N - N")[0].verdict == "inconsistent"
    assert check("T = t_c * B / B")[0].verdict == "consistent"


def test_names_bound_but_unused_may_mend() -> None:
    """The author's own quantities are tried first."""
    (finding,) = check("cost_1 = rate_1", {"cost_1": "USD", "rate_1": "USD/s", "hold": "s"})
    assert "multiply by hold [s]" in finding.mend


def test_the_exit_code_tells_whether_anything_is_as_bad_as_asked() -> None:
    """By level for errors and warnings; what is not judged counts only where it is asked."""
    wrong = Finding("", "inconsistent", "", level="error")
    unsaid = Finding("", "conditional", "", level="warning")
    remarked = Finding("", "consistent", "", level="note")
    unread = Finding("", "not judged", "")
    for finding, codes in (
        (wrong, (1, 1, 1, 0)),
        (unsaid, (0, 1, 1, 0)),
        (unread, (0, 0, 1, 0)),
        (remarked, (0, 0, 0, 0)),
    ):
        asked = ("error", "warning", "not-judged", "never")
        assert tuple(exit_code([remarked, finding], level) for level in asked) == codes
    assert exit_code([]) == 0 and exit_code([unread, wrong]) == 1


@pytest.mark.parametrize(
    "text",
    [
        "9**9**9**9", "B = ((9^9)^9)^9", "B = " + "9^390*" * 800 + "1", "__import__('os')._exit(1)",
        "B = " + "(" * 5000, "B = 3" + "(" * 5000,
        "B = 3 s" + "/(s" * 2000, "x" * 20_001, "B\n" * 9000, "B = " + "6" * 500, "B = $" * 900,
        "B = " + "3 s " * 3000,
    ],
)  # fmt: skip
@pytest.mark.slow
def test_hostile_text_is_not_judged(text: str) -> None:
    """Nothing is executed, hangs or overflows."""
    assert {finding.verdict for finding in check(text)} == {"not judged"}


fuzz = sampled(250, deadline=2000)
NAMED = [
    "B",
    "N",
    "D",
    "L",
    "T",
    "C",
    "t_c",
    "t_mem",
    "N_total",
    "mem_bw",
    "FLOPs",
    "sparsity",
    "mfu",
    "6",
    "2",
    "0.5",
    "300",
    "1e9",
    "0",
]
expressions = st.recursive(
    st.sampled_from(NAMED),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from([" + ", " - ", " * ", " / ", " "]), inner)
        .map("".join)
        .map("({})".format),
        st.tuples(inner, st.sampled_from(["^2", "^-1", "^(1/2)", "²"])).map(
            lambda pair: f"({pair[0]}){pair[1] if pair[1] != '²' else '^2'}"
        ),
        st.tuples(st.sampled_from(["max", "min"]), inner, inner).map(
            lambda three: f"{three[0]}({three[1]}, {three[2]})"
        ),
        st.tuples(st.sampled_from(["sqrt", "log", "exp", "ceil", "floor", "abs", "-"]), inner).map(
            lambda pair: f"{pair[0]}({pair[1]})"
        ),
    ),
    max_leaves=25,
)
PIECES = [
    *NAMED, "ms", "GB", "token", "params", "x", "k", "$", "%", "(", ")", "[", "]", "+", "-", "*",
    "/", "^", "=", "≥", ",", " ", "max(", "log(", "²", "ND", "671B", "Mem BW", ".",
]  # fmt: skip
PHYSICS = [
    r"\dot{", r"\ddot x", r"\vec{", r"\mathbf{", r"\hat{", r"\overline{", r"\nabla", r"\partial",
    r"\partial_t", r"\mathrm{d}", r"\mathrm d", r"\dv{", r"\SI{3}{m/s}", r"\qty{", r"\si{",
    r"\langle", r"\rangle", "|", r"\|", r"\left|", r"\right|", r"\lVert", r"\rVert", r"\left.",
    r"\right]", r"\pm", r"\dots", r"\cdots", r"\prod_{i=1}^n", r"\lim_{x\to 0}", r"\int_0^\infty",
    r"\sin", r"\ln", "^{-1}", r"^\circ", "^*", "'", "!", r"\binom{n}{n}", r"\Delta", r"\delta",
    r"{\bf", r"\rm", r"\foo", r"\text{const}", r"\mathrm{K}", r"\mathrm{m/s}", "x(t)", "F(", "1/2 ",
    "e^{", "dU", "dx", "d^2", "kT", "/kT", r"\omega", "2B", "±", "∂", "∇", "…", "|x|", "°",
    "∂²x/∂t²", "dx/dt", "e^", r"\text{.}", r"\text{,}", "^1e5", "^12", "_1", "½", "⅟", "E/kT", "#1",
    r"\def\b#1{#1 t}", r"\b", "5 m/s", "[", "]", ";",
]  # fmt: skip
SYMBOLS = {
    "F": "N", "m": "kg", "x": "m", "t": "s", "U": "J", "T": "K", "k": "J/K", r"\omega": "1/s",
    r"\vec{r}": "m", "p'": "Pa", "n": "1", "e": "C", "B": "V*s/m^2", r"\dot{m}": "kg/s",
}  # fmt: skip
LATEX = [
    *NAMED, r"\frac{", "}{", "}", "{", "_{", "^{", "^2", r"\text{Mem BW}", r"\text{", r"\left(",
    r"\right)", r"\left\{", r"\right.", r"\sum_{i}", r"\int", "dt", r"\sqrt{", r"\max\Big(",
    r"\Big)", r"\underbrace{", r"\begin{aligned}", r"\end{aligned}", r"\begin{cases}",
    r"\end{cases}", "&", r"\\", r"\cdot ", r"\approx ", r"\Rightarrow ", r"\alpha", r"\Delta ",
    r"\partial ", r"\,", r"\quad ", "=", "+", "-", "/", "(", ")", "|", "'", "?", "%", "$", "$$",
    r"\[", r"\]", "½", "²", "₁", "⁻¹", "→", "∝", "–", "Δ", "π", " GB", "/s", "100B", " to ", "per",
    "\n", "\\", "`", "```\n", "| a = b |", r"\newcommand{\a}{\a\a}", r"\a",
]  # fmt: skip
VERDICTS = {"consistent", "conditional", "inconsistent", "not judged"}


@fuzz
@given(st.text(max_size=80))
@pytest.mark.slow
def test_any_text_has_a_verdict(text: str) -> None:
    """Whatever is typed, the answer is a finding."""
    assert {finding.verdict for finding in check(text)} <= VERDICTS


@pytest.mark.slow
@fuzz
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_heap_of_pieces_has_a_verdict(text: str) -> None:
    """The right pieces in any order are judged or refused, never worse."""
    assert {finding.verdict for finding in check(text)} <= VERDICTS


@fuzz
@given(
    st.lists(st.sampled_from(LATEX), max_size=30).map("".join),
    st.sampled_from(["a.md", "a.tex", "a.txt", "latex"]),
)
@pytest.mark.slow
def test_any_heap_of_latex_has_a_verdict(text: str, file: str) -> None:
    """As a formula and as a document: judged or refused, never worse."""
    findings = (
        check(text + r"\alpha") if file == "latex" else check_document(document_of(text, file))
    )
    assert {finding.verdict for finding in findings} <= VERDICTS
    assert all(finding.message and finding.brief for finding in findings)


@pytest.mark.slow
@fuzz
@given(st.lists(st.sampled_from([*PHYSICS, *LATEX, *SYMBOLS]), max_size=30).map("".join))
def test_any_heap_of_physics_has_a_verdict(text: str) -> None:
    """With names of the author's own, and the commands of physics in any order: judged or refused,
    never worse.
    """
    findings = check(text, SYMBOLS)
    assert {finding.verdict for finding in findings} <= VERDICTS
    assert all(finding.message and finding.brief for finding in findings)


@pytest.mark.slow
@fuzz
@given(expressions, expressions)
def test_any_equation_has_a_verdict(left: str, right: str) -> None:
    """Well-formed equations are judged, with words for it; only a literal absurdity is not."""
    (finding,) = check(f"{left} = {right}")
    assert finding.verdict in VERDICTS and finding.message
    if finding.verdict == "inconsistent":
        assert finding.mend and finding.found != finding.expected


@pytest.mark.slow
@fuzz
@given(expressions)
def test_an_expression_equals_itself_or_is_wrong_in_itself(side: str) -> None:
    """x = x is never inconsistent because of its sides, only because of a term in x."""
    (finding,) = check(f"{side} = {side}")
    assert "the sides differ" not in finding.message


@pytest.mark.slow
@fuzz
@given(st.dictionaries(st.text(max_size=8), st.text(max_size=12), max_size=3))
def test_any_binding_is_taken_or_refused(bindings: dict[str, str]) -> None:
    """A binding raises our own error or none."""
    try:
        assert check("T = t_c", bindings)
    except DeriveError as error:
        assert str(error)


@pytest.mark.parametrize(
    "text",
    [
        "B > 240",
        "context_length = 8192",
        "n_gpus = 8",
        r"B > \frac{1.97e14}{8.20e11} = 240",
        "2 * B > 240",
        "tokens_per_pass = 1",
        "240 < B",
    ],
)
def test_a_number_of_things_needs_no_unit(text: str) -> None:
    """And it is said in which unit the figure is read."""
    (finding,) = check(text)
    assert finding.verdict == "consistent"
    assert "The figure has no unit; it is read in" in finding.message


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("QPS = 1000", "sequence/s"),
        ("requests_per_second = 1000", "sequence/s"),
        ("tokens_per_second = 4000", "token/s"),
    ],
)
def test_a_name_of_the_library_that_is_its_unit_needs_no_other(text: str, unit: str) -> None:
    (finding,) = check(text)
    assert (finding.verdict, finding.level) == ("consistent", "note")
    assert f"it is read in {unit}, the unit of" in finding.message


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("t_step = 20", "s"),
        ("kv_bytes_per_token = 1667", "byte/token"),
        ("hbm_capacity = 80e9", "byte/GPU"),
    ],
)
def test_a_measured_quantity_needs_its_unit(text: str, unit: str) -> None:
    """Whether 20 are seconds or milliseconds is anybody's guess, so it is none of ours."""
    assert check(text)[0].verdict == "conditional"
    (finding,) = check(text, strict=True)
    assert (finding.verdict, finding.mend) == (
        "inconsistent",
        f"The figure has no unit: write it in {unit}.",
    )
    assert finding.mend in finding.brief


@pytest.mark.parametrize(
    "text",
    ["B = 300 * sparsity", "FLOPs/MemBW = 300", "B * context_length = 4096", "B = 240 + t_step"],
)
def test_a_figure_beside_more_than_one_name_is_held_to_its_unit(text: str) -> None:
    """Only a lone name is counted; B = 240 + t_step is wrong in itself."""
    assert check(text)[0].verdict == ("inconsistent" if "+" in text else "conditional")
    assert check(text, strict=True)[0].verdict == "inconsistent"


def test_a_figure_without_unit_speaks_for_no_reading() -> None:
    """C is what the equation with units makes it, however many figures stand beside it."""
    text = "C = 80\n\nC = 192\n\nC = domain_bandwidth * t_drain\n"
    findings = check_document(document_of(text, "a.md"))
    assert findings[2].verdict == "consistent"
    assert findings[2].bindings["C"] == "domain_capacity"


def test_a_text_that_stands_there_again_is_judged_at_its_own_place():
    first, second = r"$t = 3 N_\text{total}$", r"$y_s = x_s / 2$"
    text = "\n\n".join(
        (first, rf"$x_s = 3 \text{{ GB}}$ {second}", first, rf"$x_s = 5 \text{{ s}}$ {second}")
    )
    found = check_document(document_of(text, "a.md"))
    one, *_, again = (finding for finding in found if finding.text == first.strip("$"))
    assert (one.line, again.line) == (1, 5)
    assert one.message == again.message and one.bindings == again.bindings
    early, late = (finding for finding in found if finding.text == second.strip("$"))
    assert (early.forced, late.forced) == ({"y_s": "byte"}, {"y_s": "s"})
    assert (early.column, late.column) == (23, 22)
