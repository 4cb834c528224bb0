"""Bindings as an author completes them: hasty and blanket ones accuse no right equation."""

import pytest

from derive.checking.check import check, check_document, document_names
from derive.checking.extraction.document import document_of
from derive.checking.findings_text import listing_text
from derive.checking.symbols.bindings import bindings_in
from derive.checking.verdicts.suggested_bindings import suggested
from tests.checking.judged_text import findings, levels

NUMBERS = {"B": "1", "D": "1", "F": "1", "n": "1", "b": "1", "A": "1", "H": "1", "P": "1"}
UNITS = {
    "T": "s", "I": "FLOP/byte", "W": "FLOP", "Q": "byte", "R": "FLOP/s", "M": "byte", "S": "token",
    "c": "byte/s", "e": "byte/(s*GPU)",
}  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        r"T = \frac{2 B D F}{2 R} = \frac{B D F}{1.97e14}",
        r"I = \frac{W}{Q} = \frac{2 n^3}{16 n^3/b} = \frac{b}{8} \text{ flops/byte}",
        r"I = \frac{n + n - 1}{2 n + 2 n + 2}",
        r"M = B S H (34 + 5 \frac{A S}{H})",
        r"e = c \frac{2 (P - 1)}{P}",
    ],
)
def test_pure_numbers_may_count_what_is_short(text: str) -> None:
    """Dimensions of matrices and numbers of GPUs are bound as pure numbers."""
    (found,) = check(f"${text}$", {**UNITS, **NUMBERS})
    assert (found.verdict, found.level) == ("conditional", "warning")
    assert "left out" in found.brief


@pytest.mark.parametrize(
    "text",
    [
        r"T = n Q", r"I = n W Q", r"Q = n Q^2", r"T = n S", r"c = n W", r"R = n S",
        r"T = n \frac{Q}{R^2}",
    ],
)  # fmt: skip
def test_no_count_hides_another_fault(text: str) -> None:
    """What is counted has no seconds in it, and no square."""
    (found,) = check(f"${text}$", {**UNITS, **NUMBERS})
    assert found.level == "error"


def test_a_fraction_counts_nothing() -> None:
    """An efficiency in the text is no number of operations per byte."""
    text = r"$R$ is the rate [FLOP/s], $c$ the bandwidth [byte/s], $\eta$ the efficiency [1]."
    (found,) = check_document(document_of(f"{text}\n\n$R = \\eta c$", "a.md"))
    assert found.level == "error"


@pytest.mark.parametrize(
    ("text", "units"),
    [
        (
            r"\ln k = \ln A - \frac{E}{R T}",
            {"k": "1/s", "A": "1/s", "E": "J", "R": "J/K", "T": "K"},
        ),
        (
            r"\log_2 P \le \min(\log_2 p, \log_2 w + \log_2 I)",
            {"P": "FLOP/s", "p": "FLOP/s", "w": "byte/s", "I": "FLOP/byte"},
        ),
    ],
)
def test_logarithms_of_units_that_cancel_get_a_note(text: str, units: dict[str, str]) -> None:
    """They stand for one product."""
    (found,) = check(f"${text}$", units)
    assert (found.verdict, found.level) == ("consistent", "note")
    (spoilt,) = check(f"${text}$", {**units, next(iter(units)): "kg"})
    assert spoilt.level == "error"


@pytest.mark.parametrize(
    ("text", "level"),
    [
        (r"\mu = \ln m - \frac{\sigma^2}{2}", "warning"),
        (r"\sigma = \frac{\ln p - \ln m}{z}", "note"),
        (r"\sigma = \frac{\ln (p/m)}{z}", ""),
        (r"\sigma = m \ln p", "error"),
        (r"\sigma = \ln t", "error"),
        (r"\sigma = \ln(p + z)", "error"),
    ],
)
def test_logarithms_of_units_beside_pure_numbers(text: str, level: str) -> None:
    """A unit that stays decides the number, and is no error: parameters of a log-normal law."""
    units = {"mu": "1", "sigma": "1", "m": "token", "p": "token", "z": "1", "t": "s"}
    (found,) = check(f"${text}$", units)
    assert found.level == (level or "none")


def test_each_equation_takes_the_meaning_it_balances_with_of_several_bound() -> None:
    """One name for two things, as the author says, and no third."""
    text = r"$$M = 2 L p$$ $$k = p / B$$ $$M = 2 L p$$ $$k = p / M$$ $$B = p$$ $$B = M p$$"
    bound = {"M": "byte", "L": "1", "p": "byte or token", "k": "1", "B": "token"}
    found = check_document(document_of(text.replace("$$ $$", "$$\n\n$$"), "a.md"), bound)
    assert [str(one.level) for one in found] == ["none"] * 5 + ["error"]
    assert "p as byte or token" in listing_text(found, lambda words, _: words)


def test_a_decoding_batch_beside_operations_per_byte_leaves_conversions_out() -> None:
    """B > C/W of tokens, and of the sequences that make a token each."""
    text = "$I$ is the arithmetic intensity [FLOP/byte], $B$ the batch size, $t$ a time [s].\n\n"
    for formula, level in ((r"I \approx B", "warning"), ("B > I", "warning"), ("B > I t", "error")):
        (found,) = check_document(document_of(f"{text}${formula}$", "a.md"))
        assert found.level == level


def test_one_binding_of_many_yields_to_a_figure() -> None:
    """F_* says what the others are that nothing else says."""
    text = r"$F_{run} = 4 \times 10^9 \times 3 = 1.2 \times 10^{10} \text{ FLOP/s}$"
    (found,) = check_document(document_of(text, "a.md"), {"F_*": "FLOP"})
    assert found.level == "note"
    (found,) = check_document(document_of(text, "a.md"), {"F_run": "FLOP"})
    assert found.level == "error"


def test_a_binding_against_the_text_is_told_as_such() -> None:
    """Where the equation balances with what the text says."""
    text = "$h$ is the height of the tank in m, $v$ the speed [m/s], $t$ the time [s].\n\n$h = v t$"
    (found,) = check_document(document_of(text, "a.md"), {"h": "kg"})
    assert (found.level, found.rule) == ("warning", "text-disagrees")
    assert "h is bound to kg, and line 1 of the text says" in found.brief
    squared = text.replace("v t", "v t^2")
    (found,) = check_document(document_of(squared, "a.md"), {"h": "kg"})
    assert found.level == "error"


def test_the_size_of_a_run_is_no_power() -> None:
    """2T tokens, above a name with a subscript."""
    text = r"$F_{total}^{2T} = 6 \times 10^{9} \times 2 \times 10^{12} = 1.2 \times 10^{22}$ FLOP"
    (found,) = check_document(document_of(text, "a.md"), {"T": "s", "F_total": "FLOP"})
    assert found.level != "error"
    (found,) = check("$y = r_a^{2T}$", {"T": "1", "r_a": "m", "y": "m"})
    assert found.level == "error"


def test_no_line_for_all_where_those_that_are_known_differ() -> None:
    """F_peak is a rate, and F_step is not."""
    text = r"We had $F_{peak} = 3 \text{ TFLOP/s}$ and $F_{step} = F_{fwd} + F_{bwd}$."
    many = suggested_for(text)
    assert '"F_*"' in many
    assert '"F_*"' not in suggested_for(
        f"{text} Here $F_{{use}} = 3 \\times 4 = 12 \\text{{ FLOP}}$."
    )


def suggested_for(text: str) -> str:
    """The bindings suggested for a document."""
    document = document_of(text, "a.md")
    return suggested(check_document(document), document_names(document))


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("With\n\n- $L$ layers\n- $H$ hidden dimension\n", {"L": "n_layers", "H": "d_model"}),
        ("- $F_s = 6 N$ (batch × sequence tokens)\n", {}),
        ("where $X$ is batch $\\times$ input.", {}),
        ("where $S$ = sequence, $A$ = heads.", {"A": "n_heads"}),
        ("where $T$ is the runtime in cycles, $b$ the rate in bytes/cycle.", {}),
    ],
)
def test_what_the_text_says_of_its_symbols(text: str, known: dict[str, str]) -> None:
    """A list without verbs; products, one sequence and times by a clock that is not said are not
    understood.
    """
    names = document_names(document_of(text, "a.md"))
    assert {word: choice.own for word, choice in names.own.items()} == known


TIMES = (
    "Let $f$ be the number of operations, and\n\n- $t_f$ = time per operation,\n\nso that"
    " $t_{\\text{ideal}} = f t_f$ and $t_{\\text{ideal}} < t_{\\text{real}} / 2$."
)


def test_every_reading_that_the_text_leaves_open_is_suggested() -> None:
    """“time per operation” is in s or s/FLOP, and what equations give with it is as open."""
    document = document_of(TIMES, "a.md")
    lines = suggested(check_document(document), document_names(document)).splitlines()
    readings = dict(line.split("  #")[0].replace('"', "").split(" = ") for line in lines[1:])
    assert readings["t_f"] == "s or s/FLOP"
    assert readings["t_ideal"] == "s or FLOP·s"


@pytest.mark.parametrize("unit", ["s or s/FLOP", "s/FLOP", "s"])
def test_each_reading_suggested_accuses_no_right_equation(unit: str) -> None:
    """The suggestion read back as it stands, and completed by one of its readings."""
    document = document_of(TIMES, "a.md")
    whole = {"s or s/FLOP": "FLOP·s or s", "s/FLOP": "s", "s": "FLOP·s"}[unit]
    bound = {"f": "FLOP", "t_f": unit, "t_ideal": whole, "t_real": whole}
    for found in check_document(document, bound):
        assert found.verdict == "consistent"


def test_a_suggestion_that_still_says_it_was_guessed_accuses_nobody() -> None:
    """Left as it was suggested it is no word of the author's; without the mark it is."""
    text = "Of a decode step with its KV cache: $B > I_c$, where $I_c$ is in ms."
    left = bindings_in('"B" = "batch_size"  # GUESSED from the library; 1 equation', "b.txt")
    taken = bindings_in('"B" = "batch_size"  # mine', "b.txt")
    own = {"I_c": "ms"}
    (open_one,) = findings(text, own | left)
    changed = bindings_in('"B" = "GPU"  # GUESSED from the library as batch_size', "b.txt")
    assert levels(text, own | changed)[0] == "error"  # another value is the author's
    assert (open_one.verdict, open_one.level) == ("not judged", "none")
    assert "Bind B." in open_one.brief
    assert levels(text, own | taken)[0] == "error"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("`prefill_flops_per_user = 2 × params × tokens`",
         {"prefill_flops_per_user": "FLOP/sequence", "params": "param", "tokens": "token"}),
        ("`flops = 2 × params × tokens`",
         {"flops": "FLOP", "params": "param", "tokens": "token/sequence"}),
        ("`Total_IO = 8Nd + 10N² bytes`", {"Total_IO": "byte", "N": "token", "d": "d_head"}),
        ("`Total_IO = 8Nd + 10N² bytes`", {"Total_IO": "byte", "N": "token", "d": "1"}),
        ("`Extra = 10N² bytes`", {"Extra": "byte", "N": "token"}),
        ("`Extra = 10 N bytes`", {"Extra": "byte", "N": "1"}),
        ("`B_r ≈ sqrt(M/d)`", {"B_r": "token", "M": "byte", "d": "d_head"}),
        (r"$B_r \approx \sqrt{M/d}$", {"B_r": "1", "M": "byte", "d": "1"}),
    ],
)  # fmt: skip
def test_suggestions_that_a_stranger_completes_accuse_nobody(
    text: str, meant: dict[str, str]
) -> None:
    """Things counted, the letter N before bytes, and bytes under a root."""
    assert "error" not in levels(text, meant)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (
            "`flops = 2 × params × tokens`",
            {"flops": "FLOP/s", "params": "param", "tokens": "token"},
        ),
        ("`Extra = 10N² bytes`", {"Extra": "s", "N": "token"}),
        ("`flops = 2 × params × params`", {"flops": "FLOP", "params": "param"}),
        ("`B = M/d`", {"B": "token", "M": "byte", "d": "1"}),
    ],
)
def test_what_no_count_explains_is_still_accused(text: str, meant: dict[str, str]) -> None:
    assert levels(text, meant)[-1] == "error"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("where $t$ is the tilt of the table.\n\n$$\\frac{d}{d t} q = a q$$", ["d"]),
        ("$q = 1 Ohm$", ["Ohm"]),
        (r"$q = 0.8 \frac{g}{cm^3}$", ["cm"]),
        (r"$$q = a b \quad \text{s.t} \quad q = c$$", ["s.t"]),
        (r"$$q_x(x_= - a b$$", ["x_=", "x_"]),
    ],
)
def test_what_is_no_name_is_not_suggested(text: str, words: list[str]) -> None:
    """The d of a derivative, units, initials of words, a script that is cut off."""
    made = suggested_for(text)
    assert '"q' in made
    assert not [word for word in words if f'"{word}"' in made]
