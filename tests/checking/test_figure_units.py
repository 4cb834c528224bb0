"""Units at figures: behind the dollar, behind a fraction, with μ, and letters that multiply."""

import pytest

from derive.checking import check
from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.extraction.figure_units import unit_behind
from tests.checking.judged_text import findings, levels

BEHIND = [
    "ms", "s", "us", "µs", "hours", "days", "GB", "GiB", "kB", "bytes", "bits", "GB/s", "Gbit/s",
    "TFLOP/s", "FLOPs", "tokens", "tokens/s", "W", "kWh", "GPUs", "m", "km", "kg", "m/s^2",
    "J/(kg K)",
    "mol", "A", "%",
]  # fmt: skip


@pytest.mark.parametrize("unit", BEHIND)
def test_a_unit_behind_a_formula_is_read_whole(unit: str) -> None:
    """Any unit of the registry, up to the end of it."""
    for after in (".", ", and so on", " here", ""):
        if unit != "A" or not after.startswith(" "):
            assert unit_behind(f"$w = 48$ {unit}{after}", 8) == unit


@pytest.mark.parametrize(
    "words",
    [
        "in the worst case", "A100s", "a day", "at most", "as well", "GB/item", "ms per token",
        "bytes of state for every parameter", "ms-long", "ways", "m/furlong", "", "(GB)", "of GB",
    ],
)  # fmt: skip
def test_words_are_no_unit_and_a_unit_is_never_shortened(words: str) -> None:
    """What goes on as a unit does is not read at all."""
    assert unit_behind(f"$w = 48$ {words}", 8) == ""


def judged(text: str) -> list[tuple[str, str]]:
    findings = check_document(document_of(text, "a.md"))
    return [(finding.verdict, finding.level) for finding in findings]


def test_a_unit_behind_the_dollar_belongs_to_the_figure() -> None:
    """The right one is read, and a wrong one is an error."""
    defined = "Let $t_m$ be the time of a step [s]. We saw"
    assert judged(f"{defined} $t_m = 30$ ms here.") == [("consistent", "none")]
    assert judged(f"{defined} $t_m = \\frac{{60}}{{2}}$ ms here.") == [("consistent", "none")]
    assert judged(f"{defined} $t_m = 30$ GB here.") == [("inconsistent", "error")]
    assert judged(f"{defined} $t_m = 30$ here.") == [("consistent", "note")]
    assert judged("It holds $3 \\times 15 = 46$ GB.") == [("inconsistent", "error")]


def test_a_value_without_unit_does_not_decide_how_a_count_is_read() -> None:
    """GPUs are GPUs, though most values leave the word out."""
    text = "Let $n$ be the number of GPUs. So $n = 8$ GPUs, or $n = 4$, or $n = 2$."
    assert judged(text) == [("consistent", "none")] * 3


@pytest.mark.parametrize(
    ("text", "bindings", "verdict"),
    [
        (r"0.375 \text{ flops/byte} = \frac{3}{8} \text{ flops/byte}", {}, "consistent"),
        (r"0.375 \text{ flops/byte} = \frac{3}{7} \text{ flops/byte}", {}, "inconsistent"),
        (r"q = \frac{3}{8} \text{ ms}", {"q": "s"}, "consistent"),
        (r"q = \frac{3}{8} \text{ GB}", {"q": "s"}, "inconsistent"),
        (r"q = (3 + 4)\,\mathrm{ms}", {"q": "s"}, "consistent"),
        (r"4 \times 3\,\mu s = 12\,\mu\text{s}", {}, "consistent"),
        (r"q = 12\mu s", {"q": "s"}, "consistent"),
        (r"q = 12\mu s", {"q": "s", "s": "kg"}, "consistent"),
        (r"q = 12\mu s", {"q": "m*kg", r"\mu": "m", "s": "kg"}, "consistent"),
        ("$G = 48K$", {"G": "token"}, "consistent"),
        ("$G = 48 K$", {"G": "token"}, "consistent"),
        ("$G = 48K$", {"G": "1"}, "consistent"),
        ("$G = 48K = 48,000$", {"G": "token"}, "consistent"),
        ("$p = 7B$", {"p": "param"}, "consistent"),
        ("$T = 15T$", {"T": "token"}, "consistent"),
        ("$n = 2T$", {"T": "token", "n": "token"}, "consistent"),
        ("$h = 48 K$", {"h": "K"}, "consistent"),
        ("38.7 ms / 3 = ~12 ms", {}, "consistent"),
        ("38.7 ms / 3 = about 12 ms", {}, "consistent"),
        ("38.7 ms / 3 = roughly 9 ms", {}, "inconsistent"),
        (r"38.7 / 3 = \text{about } 12", {}, "consistent"),
        (r"(1)(1)\cos90^{\circ} = 0", {}, "consistent"),
        (r"(1)(1)\cos90^{\circ} = 1", {}, "inconsistent"),
        (r"5\sin(\pi) = 0", {}, "consistent"),
        (r"\cos 89^{\circ} = 0", {}, "inconsistent"),
    ],
)
def test_figures_have_the_units_and_multipliers_that_stand_there(
    text: str, bindings: dict[str, str], verdict: str
) -> None:
    """Behind a bracket of figures too; μ is micro and K a thousand where nothing else is meant."""
    (finding,) = check(text, bindings or None)
    assert finding.verdict == verdict, finding.message


def test_a_constant_that_the_text_defines_is_none() -> None:
    """π may be a rate, whether the text is understood or not."""
    for words in ("the drop rate of the link", "the fraction of packets that are lost"):
        text = f"Let $\\pi$ be {words}. Here $\\pi = 0.2$."
        assert "inconsistent" not in {verdict for verdict, _ in judged(text)}
    assert judged("Here $\\pi = 3.4$.") == [("inconsistent", "error")]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("700 GB / 8 GPUs = 87.5 GB per GPU", "consistent"),
        ("700 GB / 8 GPUs = 75 GB per GPU", "inconsistent"),
        ("640 GB = 8 GPUs * 80 GB/GPU", "consistent"),
        ("650 GB = 8 GPUs * 80 GB/GPU", "inconsistent"),
        ("15e12 tokens / 16000 GPUs = 9.4e8 tokens/GPU", "consistent"),
    ],
)
def test_gpus_behind_a_number_are_a_unit_although_a_variable_is_named_so(
    text: str, verdict: str
) -> None:
    assert check(text)[0].verdict == verdict


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("$W = 2n$ flops (one multiply, one add)", "none"),
        ("\\(W = 2 n\\) flops", "none"),
        ("$W = 2n$ bytes", "warning"),
        ("$W = 2n$ flops per byte", "warning"),
        ("$W = 2n$", "warning"),
    ],
)
def test_a_unit_behind_a_formula_is_that_of_a_side_without_one(line: str, level: str) -> None:
    text = f"The work $W(n)$ [flops] of a vector of $n$ elements.\n\n{line}\n"
    (found,) = check_document(document_of(text, "a.md"), {"n": "1"})
    assert found.level == level


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("The acceleration is $a = 3$ m/s^2.", "m/s²"),
        (r"The density is $\rho = 1000$ kg/m³ here.", "kg/m³"),
        (r"The density is $\rho = 1000$ kg/m$^3$.", "kg/m³"),
        ("It moves at $v = 10$ km s$^{-1}$.", "m/s"),
        ("It moves at $v = 10$ km~s$^{-1}$ there.", "m/s"),
        ("The area is $A = 3$ cm$^2$ here.", "m²"),
        ("The flux is $F = 1361$ W m$^{-2}$ at the top.", "kg/s³"),
        ("It takes $c = 3.2$ J kg$^{-1}$ K$^{-1}$.", "m²/(K·s²)"),
        (r"It shines with $L = 4\times10^{33}$ erg s$^{-1}$.", "kg·m²/s³"),
    ],
)
def test_symbol_and_figure_take_the_same_unit(text: str, unit: str) -> None:
    """The symbol took m/s and the figure m/s^2: ordinary physics was an error."""
    (found,) = findings(text)
    assert (found.level, found.found) == ("none", unit)


@pytest.mark.parametrize("text", ["$H_0=71$ km/s/Mpc", r"$\dot{M} = 3$ M$_\odot$ yr$^{-1}$"])
def test_of_a_unit_that_is_not_known_no_part_is_read(text: str) -> None:
    (found,) = findings(text)
    assert "km/s" not in found.message


@pytest.mark.parametrize("number", ["86 400", "86~400", r"86\,400"])
def test_digits_are_parted_by_spaces_in_formulas(number: str) -> None:
    assert levels(rf"$$1 \text{{day}} = {number} \text{{s}}$$") == ["none"]
    assert levels(rf"$$1 \text{{day}} = {number.replace('8', '9')} \text{{s}}$$") != ["none"]


@pytest.mark.parametrize(
    ("text", "unit", "verdict"),
    [
        ("$q = 0.01 kg.m^2$", "kg*m^2", "consistent"),
        ("$q = 0.01 kg.m^2$", "kg*m", "inconsistent"),
        ("$q = 0.01$ kg.m^2", "kg*m^2", "consistent"),
        (r"$q = 0.1\,\mathrm{N.m.s}$", "N*m*s", "consistent"),
        ("q = 0.1 N.m/Amp", "N*m/A", "consistent"),
        ("q = 0.1 N.m/Amp", "N/A", "inconsistent"),
    ],
)
def test_a_point_between_units_multiplies_them(text: str, unit: str, verdict: str) -> None:
    """As data sheets write it."""
    (found,) = check_document(document_of(f"{text}\n", "a.md"), {"q": unit})
    assert found.verdict == verdict


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [
        (r"2 \times 13\text{B} = 26\text{ GB}", "consistent"),
        (r"2 \times 13\text{B} = 56\text{ GB}", "inconsistent"),
        (r"2 \times 512\text{B} = 1\text{ KB}", "consistent"),
        (r"M = 2.6 \times 10^{10} / 2 = 13\text{B}", "consistent"),
        (r"2 \times 13\,B = 26\text{ GB}", "not judged"),
    ],
)
def test_an_upright_letter_behind_a_figure_is_no_letter_of_the_authors(
    formula: str, verdict: str
) -> None:
    """A billion or bytes; in italics it may be either."""
    found = check_document(document_of(f"With batch size $B = 4$:\n\n${formula}$\n", "a.md"))
    assert found[-1].verdict == verdict


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [
        (r"q = -\frac{G k m \sin(p)}{2s}", "not judged"),
        (r"q = -\frac{G k m \sin(p)}{2\,\mathrm{s}}", "inconsistent"),
        (r"q = -\frac{G k m \sin(p)}{2 x}", "consistent"),
    ],
)
def test_a_letter_below_names_may_be_a_symbol(formula: str, verdict: str) -> None:
    """As it may be without the figure before it; upright it is the unit."""
    bound = {"q": "J", "G": "m^3/kg/s^2", "k": "kg", "m": "kg", "p": "1", "x": "m"}
    (found,) = check_document(document_of(f"${formula}$\n", "a.md"), bound)
    assert found.verdict == verdict
