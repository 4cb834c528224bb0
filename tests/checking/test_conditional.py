"""What balances once something is added that the text does not say."""

import pytest

from derive.checking import check
from derive.checking.check import check_document
from derive.checking.extraction.document import document_of

UNITS = {
    "R": "FLOP", "p": "param", "n": "token", "V": "byte", "w": "byte/s", "t": "s", "g": "GPU",
    "dp": "1", "pp": "1", "tp": "GPU", "l": "1", "d": "1", "h": "m", "u": "m/s",
    "F": "FLOP/s", "b": "sequence", "q": "token/sequence", "P": "FLOP/s/GPU", "r": "token/s",
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("R = 6 p n", "6 is FLOP/(param·token)"),
        ("R = 3 * 2 p n", "6 is FLOP/(param·token)"),
        ("6 p n = R", "6 is FLOP/(param·token)"),
        ("n = R / (6 p)", "6 is FLOP/(param·token)"),
        ("V = 2 p", "2 is byte/param"),
        ("p = V / 2", "2 is byte/param"),
        ("p = V / 10", "10 is byte/param"),
        ("V = p/2", "0.5 is byte/param"),
        ("V = 2 p + 16 p", "16 is byte/param and 2 is byte/param"),
        ("t = p / w", "a factor of 1 byte/param is left out"),
        ("t = max(p / w, 2 p b q / F)",
         "2 is FLOP/(param·token) and a factor of 1 byte/param is left out"),
        ("t = 2 p b / F", "2 is FLOP/(param·token) and a factor of 1 token/sequence is left out"),
        ("n = 20 p", "20 is token/param"),
        ("g = dp × pp", "the side without a unit is in GPU"),
        ("p = 12 l d^2", "the side without a unit is in param"),
        ("R = 6 p * 20 p = 120 p^2", "120 is FLOP/param²"),
        ("p = sqrt(R / 120)", "120 is FLOP/param²"),
        ("p = sqrt(R / (6 * 20))", "120 is FLOP/param²"),
        ("n = sqrt(R / 0.3)", "0.3 is FLOP/token²"),
        ("dp = 48 / (pp tp)", "48 is in GPU"),
        ("2 p = 2 * 45e9 = 90 GFLOPs", "2 is FLOP/param"),
        ("2 p / (pp tp) = 12 GB / 4",
         "2 is byte/param and the figure is per GPU"),
        ("r = g P / (6 p + 12 l d n)", "12 is FLOP/token² and 6 is FLOP/(param·token)"),
    ],
)  # fmt: skip
def test_a_habit_makes_an_equation_conditional(text: str, condition: str) -> None:
    """A customary number stands for its conversion; one of value 1 may be left out."""
    (finding,) = check(text, UNITS)
    facts = (finding.verdict, finding.level, finding.rule, finding.brief)
    assert facts == ("conditional", "warning", "hidden-conversion", f"consistent if {condition}.")
    (strict,) = check(text, UNITS, strict=True)
    assert (strict.verdict, strict.level, strict.rule) == ("inconsistent", "error", "dimensions")


def test_a_bare_one_of_what_it_is_added_to_is_a_note() -> None:
    text = "(tp - 1) / tp = 3/4"
    (finding,) = check(text, UNITS)
    assert (finding.level, finding.brief) == ("note", "consistent if 1 is in GPU.")
    (strict,) = check(text, UNITS, strict=True)
    assert (strict.verdict, strict.level, strict.rule) == ("inconsistent", "error", "dimensions")


@pytest.mark.parametrize(
    ("text", "rule", "condition"),
    [
        ("70e9 params * 2 = 140 GB", "hidden-conversion", "2 is byte/param"),
        ("$9000 / ($3/hour) = 3000 GPU-hours", "hidden-conversion",
         "a factor of 1 GPU is left out"),
        ("3000 hours * $3 = $9000", "hidden-conversion", "the figure is per unit of time"),
        ("90 GB / 6 = 15 GB parameters per GPU", "hidden-conversion",
         "a factor of 1 GPU is left out"),
        ("5 µs + 0.25 * 1e9 / 5e10 = 5.005 ms", "unit-missing",
         "the bare figures have the units that are missing"),
        ("90 µs + 2.5e-11 V = 9 µs + 1.5e-10 V", "unit-missing",
         "the bare figures have the units that are missing"),
        ("640 d * 2 = 640 * 512 * 2 = 0.66 MB", "unit-missing",
         "the bare figures have the units that are missing"),
        ("(3e9 + 5e8 b) / 2e12 = 18e9 b / 7e14", "hidden-conversion", "3e9 is in sequence"),
        ("t - 45 = 75 - 45 = 30 ms", "unit-missing",
         "the bare figures have the units that are missing"),
    ],
)  # fmt: skip
def test_figures_may_leave_their_units_to_the_reader(text: str, rule: str, condition: str) -> None:
    """What the figures count, what is paid for, and units of measured figures; one thing counted is
    left out by nearly all, and so is a time without which the figures agree.
    """
    (finding,) = check(text, UNITS)
    usual = ("a factor of 1 GPU is left out", "the figure is per unit of time")
    level = "note" if condition in usual else "warning"
    facts = (finding.verdict, finding.level, finding.rule, finding.brief)
    assert facts == ("conditional", level, rule, f"consistent if {condition}.")


@pytest.mark.parametrize(
    "text",
    [
        "h + 45 = 75 m^2", "5 GB/s * 3 s = 15 GB/s", "h = 2.5e-11 u", "u = 640 h", "3 m = 3 s",
        "90 s = 90 GB", "V = w t^2", "45 GB * 3 = 135 s", "w = 2 pi V",
    ],
)  # fmt: skip
def test_units_that_are_stated_are_held_against_each_other(text: str) -> None:
    """Metres, and figures with their units, leave nothing to the reader."""
    (finding,) = check(text, UNITS)
    assert (finding.verdict, finding.level) == ("inconsistent", "error")


@pytest.mark.parametrize(
    "text",
    [
        "R = 6 p n l^2 h", "V = 5 p", "t = 3 p / w", "R = 7 p n", "R = p n", "R = 6 p", "V = 2 n^2",
        "F = 2 P", "t = b / F", "n = 3 p", "V = w", "u = h", "R = 6 p n + p",
    ],
)  # fmt: skip
def test_any_other_missing_factor_is_an_error(text: str) -> None:
    """Another number than the customary one, another factor, another power."""
    (finding,) = check(text, UNITS)
    assert (finding.verdict, finding.level) == ("inconsistent", "error")


@pytest.mark.parametrize(
    ("text", "verdict", "level", "words"),
    [
        ("u = 4", "consistent", "note", "it is read in m/s, the unit of u"),
        ("n_gpus = 8", "consistent", "none", "as gpus is counted"),
        ("t_step = 20", "conditional", "warning", "20 is in s"),
        ("FLOPs / MemBW = 300", "conditional", "warning", "300 is in FLOP/byte"),
        ("V / t = 3 × 4", "conditional", "warning", "the figure is in byte/s"),
        ("V / t = 1", "inconsistent", "error", ""),
        ("h / t = 3 × 4", "inconsistent", "error", ""),
        ("w / n = 3 GB/s", "conditional", "warning", "the figure is per token"),
        ("h / t = 3 + h", "inconsistent", "error", ""),
        ("h = 3 s", "inconsistent", "error", ""),
    ],
)
def test_a_value_without_its_unit_is_no_error(
    text: str, verdict: str, level: str, words: str
) -> None:
    """Where the unit is bound it is a remark, elsewhere a condition; a wrong unit is wrong."""
    (finding,) = check(text, UNITS)
    assert (finding.verdict, finding.level) == (verdict, level)
    assert words in finding.message


HEAD = "The GPUs serve tokens. "


@pytest.mark.parametrize(
    ("text", "verdict", "level", "words"),
    [
        ("$$\\text{Cost} = 700 \\times \\$3 = \\$2100$$", "consistent", "none",
         "Cost takes the unit USD"),
        ("$$\\text{Cost} = 700 \\times \\$3 = \\$2200$$", "inconsistent", "error",
         "come to 2,100 USD"),
        ("$$\\text{Loss} = \\log(\\text{vocab_size})$$", "consistent", "none",
         "It defines Loss, a pure number"),
        ("$$\\text{busbw} = 24 \\times 7/4 = 42 \\text{ GB/s}$$", "conditional", "note",
         "per GPU"),
        ("$$\\text{KV cache per token} = 2 \\times 32 = 64 \\text{ bytes}$$", "conditional",
         "warning", "per token"),
        ("Here $u_j$ is the bandwidth. $$u_j = 7\\text{ ms}$$", "inconsistent", "warning",
         "u_j is “bandwidth”"),
        ("Here $u_j$ is the bandwidth in GB/s. $$u_j = 7\\text{ ms}$$", "inconsistent", "error",
         ""),
    ],
)  # fmt: skip
def test_words_of_a_document_may_mean_something_else(
    text: str, verdict: str, level: str, words: str
) -> None:
    """A common word, a name that says “per”, and a description without a unit."""
    finding = check_document(document_of(HEAD + text, "a.md"))[-1]
    assert (finding.verdict, finding.level) == (verdict, level), finding.brief
    assert words in finding.brief


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("t = 2 (g - 1) t + V / w", "g is counted without a unit"),
        ("t = 2 (g - 1) t + V (g - 1) / (g w)", "g is counted without a unit"),
        ("h = 5 m + 0.25 t", "0.25 has a unit that is left out"),
        ("V = 2 l d b", "b is counted without a unit and 2 is byte"),
        ("t = p V / w", ""),
        ("t = g p V / w", ""),
    ],
)
def test_a_count_may_be_a_pure_number(text: str, condition: str) -> None:
    """GPUs and sequences only: a missing token or parameter is an error."""
    (finding,) = check(text, UNITS)
    level = "note" if condition == "g is counted without a unit" else "warning"
    expected = ("conditional", level) if condition else ("inconsistent", "error")
    assert (finding.verdict, finding.level) == expected, finding.message
    assert condition in finding.brief


def test_what_stands_around_figures_is_read() -> None:
    """A display that goes on, a cross behind a ratio, money by the hour, bytes behind a power of
    ten, a label as superscript: no name is asked for, nothing is accused.
    """
    text = (
        "On spot: $R = \\$1.50$/hr, and $n = 100 \\times 10^{3} \\text{ B}$.\n\n"
        "$$= 2 \\times 3 \\text{ s} = 6 \\text{ s}$$\n\n"
        "$$\\frac{18 \\text{ s}}{6 \\text{ s}} = 3\\times$$\n\n"
        "$$I_{net}^{IB} = \\frac{I_{net}^{LAN}}{2}$$\n"
    )
    bindings = {"R": "USD/hour", "n": "byte", "I_net^IB": "FLOP/byte", "I_net^LAN": "FLOP/byte"}
    found = check_document(document_of(text, "a.md"), {**bindings, "I": "FLOP/byte", "B": "byte"})
    assert [finding.verdict for finding in found] == ["consistent"] * 5, found


def test_a_sum_of_figures_in_two_units_is_an_error_whatever_is_guessed() -> None:
    """No reading of t can mend 5 s + 3 m; a bare figure has perhaps a unit."""
    assert check("t = 5 s + 3 m")[0].level == "error"
    assert check("t = 5 s + 3")[0].level == "warning"


LENGTHS = (
    "where $L$ is the prompt length, $t$ the prefill time, $N$ the number of parameters and $R$ the"
    " peak FLOP/s of the GPU.\n\n$$%s$$"
)


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [
        (r"t = \frac{2 N L}{R}", "conditional"),
        (r"t = \frac{2 N L^2}{R}", "inconsistent"),
        (r"t = \frac{2 N}{L R}", "inconsistent"),
        (r"t = \frac{N L}{R}", "inconsistent"),
    ],
)
def test_lengths_of_one_prompt_are_in_tokens_where_a_conversion_is_left_out(
    formula: str, verdict: str
) -> None:
    """The library counts them in tokens per sequence."""
    (finding,) = check_document(document_of(LENGTHS % formula, "a.md"))
    assert finding.verdict == verdict
    assert verdict != "conditional" or "2 is FLOP/(param·token)" in finding.brief


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("140e9 / 3.35e12 byte/s = 42 ms", "Consistent if 140e9 is in byte."),
        ("140 / 3.35e12 byte/s = 42 ms", "Consistent if 140 is in Gbyte."),
        ("8e12 / 989e12 FLOP/s = 8.1 ms", "Consistent if 8e12 is in FLOP."),
        ("140e9 / 3.35e12 byte/s = 52 ms", "The units agree, but the figures come to 41.79 ms"),
        ("2 * 3.35 TB/s = 6.7 TB", "The dimensions do not agree"),
    ],
)
def test_among_figures_alone_a_missing_unit_is_that_of_a_figure(text: str, said: str) -> None:
    """No conversion is left out by habit where nothing has a name."""
    (finding,) = check(text)
    assert said in finding.message
