"""What strangers' documents were accused of although it is right, or might be."""

import pytest

from derive.checking.check import check, check_document
from derive.checking.extraction.document import document_of
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import FindingVerdict, Level


def findings(text: str) -> list[Finding]:
    return check_document(document_of(text, "a.md"))


@pytest.mark.parametrize(
    "text",
    [
        r"$-2 + 8 + \tfrac{6}{27} - \tfrac{192}{27} + \tfrac{24}{27} = 6 - 6 = 0$",
        r"$\frac{157}{66} = 2\frac{25}{66}$",
        r"$2\tfrac{1}{2} \times 2 = 5$",
        r"$5 - 5.0000000001 \approx 0$",
        r"$1 / 10^9 \approx 0$",
        r"$1.000 \text{ kcal} = 4186 \text{ J}$",
        r"$50 \text{ Hz} = 314.2 \text{ rad/s}$",
        r"$157.1 \text{ rad/s} = 1500 \text{ rpm}$",
        r"$\frac{125.25}{123.11} = 1.017\quad(1.7\%)$",
    ],
)
def test_right_figures_are_consistent(text: str) -> None:
    """Sums of fractions, mixed numbers, next to nothing, calories, turns and angles, a remark."""
    assert [(found.verdict, found.level) for found in findings(text)] == [
        (FindingVerdict.CONSISTENT, Level.NONE)
    ]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        (r"$38 + 22 = 60\%$", Level.NOTE),
        ("808.148 GB/s * 1.44 = 1165 GB/s", Level.NOTE),
        (r"$\frac{1}{2} = 60\%$", Level.WARNING),
        (r"$3 + 14 \approx 32$", Level.ERROR),
        (r"$\frac{157}{66} = 3\frac{25}{66}$", Level.WARNING),
        (r"$1.00 \text{ kcal} = 4.4 \text{ kJ}$", Level.WARNING),
        (r"$12 m / 3 s = 5 m/s$", Level.ERROR),
        (r"$50 \text{ Hz} = 100 \text{ rad/s}$", Level.WARNING),
    ],
)
def test_figures_that_differ_weigh_by_what_explains_them(text: str, level: Level) -> None:
    """A percent left out, rounded operands; else they are wrong."""
    assert [found.level for found in findings(text)] == [level]


@pytest.mark.parametrize(
    "text",
    [
        r"We have $2m = 0.20$ here.",
        r"$V_0 = 1.5 \gg 2m$",
        r"$e^{2u} = 1 + 2u + 2u^2 + \dots$",
        r"about $4 = (8MN + 4M) / 2MN$ times",
        r"The charge $Q$ [C] of a plate of width $a$ [m]: $Q^a = 3$",
    ],
)
def test_letters_that_may_be_symbols_accuse_nobody(text: str) -> None:
    """m behind a figure beside one without a unit, a raised index."""
    assert [found.level for found in findings(text)] == [Level.NONE]


def test_a_figure_of_terms_that_differ_is_judged() -> None:
    """It is compared with what the text says of the symbol, which has one dimension."""
    (found,) = findings(r"The length $x$ [m] is $x = 3 \text{ m} + 2 \text{ s}$")
    assert found.level == Level.ERROR


def test_names_of_quantities_lead_to_symbols() -> None:
    """A block of mass m; but no center of mass, and no energy, which may be in any unit."""
    right, wrong = findings(
        "A block of mass $m$ with acceleration $a$ under the force $F$: $F = m a$, $F = m a^2$."
    )
    assert [right.verdict, wrong.verdict] == ["consistent", "inconsistent"]
    (centre,) = findings("With the center of mass $R$ and the velocity $v$ we have $R = v$.")
    assert centre.forced == {"R": "m/s"}  # no mass
    (hot,) = findings(
        "The latency of a batch: a reservoir at temperature $T_C$ of tokens per second. $T_C = 300$"
    )
    assert hot.unknown == ("T_C",)


def test_a_guessed_letter_yields_to_a_unit_that_the_library_does_not_use() -> None:
    """T_C in metres is no time of computing."""
    text = "The batch size of a decode step, with $T_C \\approx 220\\ \\text{m}$ and $T_C = 18$ kg."
    assert [found.level for found in findings(text)] == [Level.NONE, Level.NOTE]


def test_symbols_in_doubly_escaped_brackets_are_defined() -> None:
    r"""\\(N\\), as some site generators want it."""
    (found,) = findings(
        "where \\\\(N\\\\) is the number of parameters and \\\\(u\\\\) is the load [param/s]:\n\n"
        "$$u = N$$\n"
    )
    assert (found.bindings["N"], found.level) == ("active_params", Level.ERROR)


def test_a_letter_set_as_maths_is_no_unit_behind_in() -> None:
    """Monotonic in $L$."""
    text = "At $b=8$ (monotonic in $L$: growing) and $a$ [m] we have $a + b = 1$."
    assert "b" in findings(text)[-1].unknown


def test_names_spelt_out_say_what_they_are() -> None:
    """A name of several words is read as the words; the size of a model is bytes or parameters."""
    text = "`comms_time = {} / inter_node_bandwidth` for the tokens of a batch of `n_bytes`"
    (right,) = findings(text.format("3 GB"))
    (wrong,) = findings(text.format("3 s"))
    (stated,) = findings("`comms_ms = 3 s / bandwidth_bytes`")
    assert (right.verdict, wrong.level) == (FindingVerdict.CONSISTENT, Level.WARNING)
    assert "by name alone" in wrong.brief and stated.level == Level.ERROR
    assert findings("`copy_time = model_size / mem_bandwidth`")[0].unknown == ("model_size",)


@pytest.mark.parametrize(
    "sentence",
    [
        r"$A$ is the accelerator memory bandwidth: $t = \frac{2 \cdot P}{N \cdot A}$",
        r"$F$ is the flops of the accelerator: $t = B \cdot \frac{2 \cdot P}{N \cdot F}$",
    ],
)
def test_a_rate_of_one_accelerator_times_their_number_is_no_error(sentence: str) -> None:
    """It is the rate of one of them, and the 2 a conversion left out by habit."""
    given = "where $N$ is the number of accelerators and $P$ the number of parameters."
    found = findings(f"{given} With $t$ [s] and the batch size $B$, {sentence}")[-1]
    assert found.level == Level.WARNING and found.verdict == FindingVerdict.CONDITIONAL


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        (r"x = 5\thinspace \mathrm{m}^{2}/\mathrm{s}", "m^2/s"),
        (r"x = 5\,\mathrm{m}^{3}/\mathrm{hour}", "m^3/s"),
        (r"x = 3 \mathrm{kJ}/(\mathrm{kg} \cdot \mathrm{K}) \cdot 12 \mathrm{K}", "kJ/kg"),
    ],
)
def test_units_with_powers_in_braces_and_kelvins_are_read(text: str, unit: str) -> None:
    """K behind a number is a thousand, but not beside a unit in which kelvin stands."""
    (found,) = check(f"$${text}$$", {"x": unit})
    assert found.verdict == "consistent"


@pytest.mark.parametrize(
    ("text", "level"),
    [
        (
            r"$T_1 = 7 \times 10^{-6} + \frac{7}{8} \times \frac{2 \times 10^9}{3 \times 10^{11}}"
            r" = 7\mu s + 5.8\text{ms} = 5.81\text{ms}$",
            Level.NOTE,
        ),
        (
            r"$T_P = 8 \times 2 \times \left( 5\mu s + \frac{64 \times 10^6}{5 \times 10^{10}}"
            r" \right) = 16 \times 1.28\text{ms} = 20.5\text{ms}$",
            Level.WARNING,
        ),
    ],
)
def test_a_computation_of_rounded_figures_is_no_error(text: str, level: Level) -> None:
    """What a line computes from rounded figures of the line before."""
    assert [found.level for found in findings(text)] == [level]


def test_a_sign_set_as_maths_before_a_unit_defines_nothing() -> None:
    """It ended in an internal error."""
    assert not findings(r"Two channels $\times$ [GB/s], where $\times$ is the bandwidth in GB/s.")


@pytest.mark.parametrize(
    "text",
    [
        "The peak of it is $\\pi = 16$, and $P \\leq \\min(\\pi, y)$ with a rate $y$ [FLOP/s].",
        "Blocks of $b$ by $b$ fit where $3b^2 \\leq \\gamma$, and $\\gamma$ counts elements.",
        "The traffic $Q$ [byte] of $n$ numbers, where $n$ counts rows, is $Q = 24n$.",
        "A draft of 2.466b params = 4.93 GB is read.",
    ],
)
def test_a_letter_of_the_text_is_neither_a_constant_nor_a_bit(text: str) -> None:
    """A π with a value of its own, b squared, and the bytes of a few elements."""
    assert Level.ERROR not in [found.level for found in findings(text)]


def test_pi_is_the_constant_unless_it_has_another_value() -> None:
    """Its digits are."""
    assert [f.level for f in findings(r"$\pi = 3.14159$, so $2 \pi = 6.38$")][1:] == [Level.ERROR]


@pytest.mark.parametrize(
    ("text", "verdict", "said"),
    [
        ("$3 per million tokens * 5e6 tokens = $15", "consistent", "both sides are USD"),
        ("$3 per million tokens * 5e6 tokens = $16", "inconsistent", "15 USD, not 16 USD"),
        ("2 M tokens / 4 s = 500,000 tokens/s", "consistent", "both sides are token/s"),
        ("2 M tokens / 4 s = 600,000 tokens/s", "inconsistent", "500,000 tokens/s"),
        (
            "70 / 16 GPU = 4.4 GB",
            "conditional",
            "a bare figure is in byte and a factor of 1 GPU is left out",
        ),
    ],
)
def test_sizes_of_what_is_counted(text: str, verdict: str, said: str) -> None:
    """A price per million tokens, a blank before M, a figure of each GPU."""
    (found,) = check(text)
    assert found.verdict == verdict
    assert said in found.brief


@pytest.mark.parametrize("ending", ["", "\n", "\n\nText.\n"])
def test_blank_lines_separate_the_displays_of_a_directive(ending: str) -> None:
    """Each is found once, also at the end of a file without a line break."""
    text = f"Title\n=====\n\n.. math::\n\n   u = v w\n\n   p = q + r{ending}"
    found = check_document(document_of(text, "a.rst"))
    assert [(each.line, each.text) for each in found] == [(6, "u = v w"), (8, "p = q + r")]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("We save (48 - 42) × 800 KB = 4.8 MB (12.5%)", "none"),
        ("We save (48 - 42) × 800 KB = 5.8 MB (12.5%)", "error"),
        ("with ub 4096 = 128 tokens/expert", "none"),
        ("```\nSavings: $9,240/month = 37%\n```", "none"),
        ("so that 2,045.00 T ≈ 2.05 PFLOPs", "none"),
    ],
)
def test_a_share_behind_a_figure_and_figures_side_by_side_accuse_nobody(
    text: str, level: str
) -> None:
    """A figure without a unit beside one with it computes nothing; two units are a conversion."""
    found = check_document(document_of(f"{text}\n", "a.md"))
    assert {str(each.level) for each in found} <= {level, "none"}
    assert level == "none" or [str(each.level) for each in found] == [level]
