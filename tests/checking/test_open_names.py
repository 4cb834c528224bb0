"""Equations with unknown names: what they define carries on, and what is known of them is
compared.
"""

import pytest

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.symbols.name_nouns import loose_units, noun_unit
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import FindingVerdict, Level, Rule

HEAD = "Here $u$ is the drift [mm/ms], $h$ the lag [ms], $k$ the rest [ms], $s$ the path [mm].\n\n"


def findings(text: str) -> list[Finding]:
    """The findings of a document."""
    return check_document(document_of(f"{HEAD}{text}\n", "a.md"))


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("$y = u h$", {"y": "m"}),
        ("$y = h + k$", {"y": "s"}),
        ("$\\text{Way} = u \\cdot (h + k)$", {"Way": "m"}),
        ("$y = h / k$", {"y": "1"}),
    ],
)
def test_an_unknown_side_is_defined_by_what_is_known(text: str, units: dict[str, str]) -> None:
    """It is judged, and the name takes the unit."""
    (found,) = findings(text)
    assert (found.verdict, found.forced) == (FindingVerdict.CONSISTENT, units)
    assert "defines" in found.brief


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("$y = u h$ and so $y = s$.", "consistent"),
        ("$y = u h$ and so $y + h = k$.", "inconsistent"),
        ("$y + h = k$ since $y = u h$.", "inconsistent"),  # the nearest after it
        ("$x = u h$, $y = x + s$, $k = y + h$", "inconsistent"),  # by two definitions
        ("$y = h$. Then $y = u h$ anew, $y + s = x$.", "consistent"),  # the nearest before it
    ],
)
def test_what_an_equation_defines_carries_on(text: str, verdict: str) -> None:
    """The nearest definition before an equation counts, else the nearest after it."""
    found = [str(finding.verdict) for finding in findings(text)]
    assert ("inconsistent" in found) == (verdict == "inconsistent")
    assert "not judged" not in found


def test_a_second_definition_in_another_unit_is_told() -> None:
    """With the line of the first; the verdict of both stays."""
    first, second = findings("$y = u h$\n\nLater $y = u h^2$")
    assert (first.level, second.level) == (Level.NONE, Level.NOTE)
    assert (second.verdict, second.rule) == (FindingVerdict.CONSISTENT, Rule.TEXT_DISAGREES)
    assert "Line 3 defines y in m: one of the two is wrong" in second.brief
    assert "Line 3 defines y in m" in second.message


@pytest.mark.parametrize(
    "text",
    [
        "$y = u h$, and $y = s + u k$",
        "$y = u h$ and $x = u h^2$",
        "$y = 300$ token, then $y = 4$ sequence",  # otherwise in what is counted alone
    ],
)
def test_definitions_that_agree_are_not_told(text: str) -> None:
    """Nor those of other names."""
    assert {found.level for found in findings(text)} <= {Level.NONE}


def test_the_definition_is_the_evidence() -> None:
    """The finding says where the unit comes from."""
    seen = findings("$y = u h$\n\n$k = y / u$")[1].evidence
    (evidence,) = (each for each in seen if each.symbol == "y")
    assert (evidence.place, evidence.words) == ("line 3", "y = u h")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("$k = h + n / u$", "conditional"),  # n: mm
        ("$y = h + k \\frac{n}{n + m}$", "consistent"),  # n and m have one unit
        ("$k = h + n$", "conditional"),
        ("$y = s + n$", "not judged"),  # nothing is compared
        ("$y = n m$", "not judged"),
        ("$k = h n + s m$", "not judged"),  # two names in a product
        ("$k = h + h n / m + s n$", "not judged"),
    ],
)
def test_what_is_known_is_compared(text: str, verdict: str) -> None:
    """Whatever the unknown names are; not where nothing of it is compared."""
    (found,) = findings(text)
    assert str(found.verdict) == verdict
    assert found.level == (Level.NOTE if verdict == "conditional" else Level.NONE)


def test_terms_that_differ_are_wrong_whatever_the_unknown_side_is() -> None:
    """Its unit says nothing of them."""
    (found,) = findings("$y = s + h$")
    assert found.level == Level.ERROR


def test_a_name_that_is_described_is_not_defined() -> None:
    """It is what its author says in words that are not understood."""
    (found,) = findings("Each node holds $t$ of the tiles.\n\n$t = u h$")
    assert found.verdict == FindingVerdict.NOT_JUDGED


def test_the_unit_of_a_name_that_is_described_is_a_condition() -> None:
    """What the equation forces on it is told beside what the text says of it."""
    found = findings("Let $n$ be the wobble of the whole.\n\n$k = h + n / u$")[-1]
    assert found.verdict == FindingVerdict.CONDITIONAL
    assert "Consistent if n is in m" in found.brief


def test_what_may_have_two_units_does_not_carry_on() -> None:
    """2 p are parameters, or what each of them costs."""
    found = findings(
        "Let $p$ be the number of parameters and $M$ the memory [GB].\n\n$Q = 2 p$\n\n$Q + M = X$"
    )
    assert "in param or, in FLOP/token if 2 is FLOP/(param·token)" in found[0].brief
    assert found[1].verdict == FindingVerdict.NOT_JUDGED


def test_a_figure_of_an_equation_is_judged_beside_names() -> None:
    """The figures agree or not, whatever the names on the other side are."""
    right, wrong = findings(
        r"$E = \frac{p}{q} = \frac{21}{50} = 42\%$, $E = \frac{p}{q} = \frac{21}{50} = 52\%$"
    )
    assert (right.verdict, right.unknown) == (FindingVerdict.CONSISTENT, ("p", "q"))
    assert wrong.verdict == FindingVerdict.INCONSISTENT


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"\text{Total VRAM} = \text{Cache Memory} + \text{Workspace Memory}", "consistent"),
        (r"\text{Total VRAM} = \text{Cache Memory} + \text{Decode Latency}", "inconsistent"),
        (r"\text{E2EL} = \text{TTFT} + \text{TPOT} \cdot \text{Steps}", "conditional"),
        (r"\text{MFU} = \text{Achieved FLOP/s} / \text{Peak FLOP/s}", "consistent"),
        (r"\text{Step Time} = \text{FLOPs} / \text{Peak FLOP/s}", "consistent"),
        (r"\text{Peak FLOPs} = \text{FLOPs_per_op_per_unit} / \text{Op Time}", "consistent"),
        (r"\text{Size} = \text{Weights} \cdot \text{Factor}", "not judged"),  # ambiguous words
    ],
)
def test_a_name_spelt_out_has_the_unit_of_its_noun(text: str, verdict: str) -> None:
    """It is its own definition; a noun of several things says nothing."""
    document = document_of(f"A GPU decodes tokens.\n\n${text}$\n", "a.md")
    (found,) = check_document(document)
    assert str(found.verdict) == verdict


@pytest.mark.parametrize("word", ["Days", "hours", "Weights", "V/m_x", "gpus_peak_flops", "Size"])
def test_words_that_are_units_or_products_or_ambiguous_are_no_names(word: str) -> None:
    """Behind a figure they are units, side by side products."""
    assert noun_unit(word) is None


def test_a_value_defines_its_name_from_its_place_on() -> None:
    """Two values in units that differ bind nobody: each holds until the next."""
    text = "$q_x = 300$ GB/s.\n\n$q_x t_x = 5$ GB.\n\n$q_x = 250 \\text{ GB}$ now.\n\n$n = q_x + h$"
    found = findings(text)
    assert [str(each.level) for each in found] == ["none", "note", "note", "error"]
    assert found[1].forced == {"t_x": "s"}


FAMILY = "$T_{\\text{load}}$ is the time to load [s], $T_{\\text{step}}$ the step [s].\n\n"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"$T_{\text{all}} = T_{\text{wait}} + T_{\text{run}}$", "consistent"),
        (r"$T_{\text{all}} = T_{\text{wait}} + s$", "not judged"),  # no accusation by a guess
        (r"$Q_{\text{all}} = Q_{\text{one}} + Q_{\text{two}}$", "conditional"),
        (r"$Q_{\text{all}} = Q_{\text{one}} + Q_{\text{two}}^2$", "not judged"),
        (r"$T_{\text{all}} = T_a + T_b$", "conditional"),
    ],
)
def test_names_of_a_letter_are_guessed_by_those_that_have_a_unit(text: str, verdict: str) -> None:
    """Where two agree; the guess is told, and accuses nobody."""
    (found,) = findings(FAMILY + text)
    assert str(found.verdict) == verdict
    assert found.guessed or verdict != "consistent"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("$k = h + n / u$ with $m = 2 n$ and $n + m = s$.", "conditional"),  # n and then m: mm
        ("$k = h + n / u$ with $m = 2 n$ and $n + m = h$.", "not judged"),  # no accusation
        ("$T_{\\text{all}} = T_{\\text{wait}} + T_{\\text{run}}$", "consistent"),
        ("$T_{\\text{all}} = T_{\\text{wait}} + s$", "not judged"),
        ("Here $M_{\\text{kv}}$ is what waits. $M_{\\text{kv}} = 2 M_{\\text{all}}$", "consistent"),
        ("$\\text{run cost} = 2 \\cdot \\text{GPU cost}$", "consistent"),
        (
            "$\\text{flops}_{\\text{mlp}} + \\text{flops}_{\\text{norm}} < 2 \\text{ GFLOP}$",
            "consistent",
        ),
        ("$\\text{Loss} = h / k$", "consistent"),  # not the library's
    ],
)
def test_what_other_equations_and_words_say_is_guessed(text: str, verdict: str) -> None:
    """Where evidence judges nothing: it is told, and accuses nobody."""
    found = findings(text)[-1]
    assert str(found.verdict) == verdict
    assert found.level not in (Level.WARNING, Level.ERROR)


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("Prefill_Speed_(tok/s)", "tok/s or tok/s/sequence"),
        ("cost_per_hour", None),  # a variable of the library, or said below
        ("Tokens_Processed_per_Hour", None),
    ],
)
def test_a_unit_within_a_name_is_its_unit(text: str, units: str | None) -> None:
    """Rates of things are among the guesses."""
    assert noun_unit(text) == units
    assert units or loose_units(text)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"$$\text{TTFT} = \frac{\text{Prompt Tokens}}{\text{Speed (tok/s)}}$$", "consistent"),
        (r"$$\text{Cost per Million Tokens} = \frac{\text{Hourly Cost}}{\text{Tokens per Hour}}$$",
         "consistent"),
        (r"$$\text{Cost per Million Tokens} = \text{Hourly GPU Cost}$$", "not judged"),
        (r"$$k = h + h \quad \text{(waiting, all of it)}$$", "consistent"),
        (r"$$k = h + h \qquad (\text{waiting time})$$", "consistent"),
        (r"$$\Delta\text{TTFT} = h + k$$", "consistent"),
        (r"Let $L$ be the sequence length. $$Q_x = L + L^2$$", "conditional"),
        (r"Let $L$ be the sequence length. $$Q_x = L h + L^2 s$$", "not judged"),
        (r"At a price of $c$ dollars per GPU-hour on $g$ GPUs: $$Q_x = c g h$$ $$Q_x + s = k$$",
         "inconsistent"),
    ],
)  # fmt: skip
def test_forms_of_names_and_remarks(text: str, verdict: str) -> None:
    """As write-ups of the field have them; counted things without a unit are a condition."""
    assert verdict in [str(found.verdict) for found in findings(text)]


def test_a_number_of_gpus_beside_one_is_counted_without_a_unit() -> None:
    """(P - 1)/P beside an open name; other faults stay."""
    told = "$P$ is the number of GPUs, $W$ the bandwidth [GB/s], $t$ the time [s]."
    (found,) = check_document(document_of(f"{told}\n\n$t = \\frac{{P - 1}}{{P}} n / W$", "a.md"))
    said = "Consistent if n is in byte and P is counted without a unit: all else agrees."
    assert found.brief == said
    (found,) = check_document(document_of(f"{told}\n\n$t = (P - 1) W + n / W$", "a.md"))
    assert found.verdict == "not judged"
