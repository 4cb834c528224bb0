"""The value of a side without names, how it is written, and when two such sides agree."""

import pytest

from derive.checking import check
from derive.checking.figures import operand_rounding
from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.comparison import compared
from derive.checking.figures.worked_number import figure_of, kind_of
from derive.checking.grammar.parser import parse
from derive.checking.grammar.tree import Node
from derive.checking.symbols.definitions import definitions
from derive.checking.symbols.names import Names
from derive.library.nomenclature import vocabulary
from tests.checking.judged_text import levels

NAMES = Names(vocabulary, {})


def side(text: str) -> Node:
    (found,) = parse(text, NAMES).sides
    return found


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("N", "symbolic"),
        ("3 s * N", "symbolic"),
        ("max(2, N)", "symbolic"),
        ("3 s", "figure"),
        ("2 * 3 GB", "figure"),
        ("2^10 / 3", "bare"),
        ("40 %", "bare"),
    ],
)
def test_a_side_has_names_or_units_or_numbers_alone(text: str, kind: str) -> None:
    """A name anywhere makes it symbolic, a unit anywhere a figure."""
    assert kind_of(side(text)) == kind


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("3", 3, "1"),
        ("3 ms", 0.003, "s"),
        ("-3 s", -3, "s"),
        ("3 s - 4 ms + 1 s", 3.996, "s"),
        ("0 + 3 s", 3, "s"),
        ("0 s + 4 GB", 4e9, "byte"),
        ("2 * 3 GB / 4 s", 1.5e9, "byte/s"),
        ("2^10", 1024, "1"),
        ("2^-1", 0.5, "1"),
        ("(-2)^2", 4, "1"),
        ("(-2)^-1", -0.5, "1"),
        ("8^(1/3)", 2, "1"),
        ("0.25^(1/2)", 0.5, "1"),
        ("0^(1/2)", 0, "1"),
        ("(8 s)^(1/3)", 2, "s^(1/3)"),
        ("(3 s)^2", 9, "s²"),
        ("9.8 m s^-2", 9.8, "m/s²"),
        ("2 GB^0.5", 2e9**0.5 * 2**0.5, "byte^(1/2)"),
        ("sqrt(16 s^2)", 4, "s"),
        ("max(3 s, 4 ms)", 3, "s"),
        ("min(3 s, 4 ms)", 0.004, "s"),
        ("40 %", 0.4, "1"),
        ("0!", 1, "1"),
        ("5!", 120, "1"),
        ("$2/hour/GPU", 2 / 3600, "USD/(GPU·s)"),
        ("100B param", 1e11, "param"),
    ],
)
def test_a_side_without_names_has_a_value_with_a_unit(text: str, value: float, unit: str) -> None:
    """Every operation on the numbers is done on their units too; a zero goes with any."""
    figure = figure_of(side(text))
    assert figure is not None
    assert figure.value == pytest.approx(value, rel=1e-12)
    assert str(figure.dimension) == unit


@pytest.mark.parametrize(
    "text",
    [
        "3 to 5 s", "log(2)", "sin(3)", "1/0", "10^400", "10^200 * 10^200", "(-8)^(1/3)",
        "sqrt(-4)", "3 s + 4 GB", "2^(1 s)", "max(3 s, 4 GB)", "N",
        "2.5!", "(-1)!", "171!", "(3 s)!",
    ],
)  # fmt: skip
def test_a_side_without_a_single_value_has_none(text: str) -> None:
    """A range, what is not computed, what no float holds, unlike terms: nothing is guessed and
    nothing fails.
    """
    assert figure_of(side(text)) is None


@pytest.mark.parametrize(
    ("text", "half", "unit"),
    [
        ("2,400", 0.5 / 24, ""),
        ("3.35 TB/s", 0.005 / 3.35, "TB/s"),
        ("14 ms", 0.5 / 14, "ms"),
        ("-14 ms", 0.5 / 14, "ms"),
        ("0 s", 0, "s"),
        ("5 × 10^7 s", 0.5 / 5, "s"),
        ("1.04e9 s", 0.005 / 1.04, "s"),
        ("100B param", 0.05, "param"),
        ("200k token", 0.05, "token"),
        ("37K token", 0.5 / 37, "token"),
        ("1.04M token", 0.005 / 1.04, "token"),
        ("15T token", 0.5 / 15, "token"),
        ("5.5 %", 0.05 / 5.5, ""),
        ("9.8 m s^-2", 0.05 / 9.8, "m/s^2"),
        ("9.8 m^1.5 s^2.5", 0.05 / 9.8, ""),
        ("2.5 kg (m/s)^-1", 0.05 / 2.5, "kg*s/m"),
    ],
)
def test_one_number_with_its_unit_is_as_good_as_its_last_digit(
    text: str, half: float, unit: str
) -> None:
    """Also with a sign, a multiplier, a percent sign or powers in the unit; the unit is told."""
    figure = figure_of(side(text))
    assert figure is not None and figure.plain
    assert (figure.rounding, figure.unit) == (pytest.approx(half), unit)


@pytest.mark.parametrize(
    "text",
    [
        "2 * 3 s",
        "2 * 1000",
        "2 / 1000",
        "5 * 0.01",
        "2 + 3",
        "-(2 * 3)",
        "(2 + 3) * 1e3",
        "8 × 80 GB",
        "(3 s)^2",
        "2^10",
        "sqrt(16)",
        "max(2, 3)",
        "288/20",
        "1/8",
    ],
)
def test_a_computation_has_no_last_digit(text: str) -> None:
    """It is exact, also where a factor is a round number."""
    figure = figure_of(side(text))
    assert figure is not None
    assert (figure.plain, figure.rounding) == (False, 0.0)


def said(text: str) -> str:
    statement = parse(text, NAMES)
    found = compared(*statement.sides, *statement.signs)
    return "" if found is None or found.agreement != FigureAgreement.NONE else str(found)


@pytest.mark.parametrize(
    "text",
    [
        "14.4 ms = 14 ms", "288 GB / 20 TB/s = 14.4 ms", "14 ms = 288 GB / 20 TB/s", "2 * 3 = 6",
        "1/8 = 2/16", "1/3 = 0.3333",
        "3 s < 4 s", "3 s ≤ 3 s", "4 s > 3 s", "3 s ≥ 3 s", "0.1 + 0.2 ≤ 0.3", "0.3 ≥ 0.1 + 0.2",
        "-2 s < 1 s",
        "100 ≈ 109", "100 ≈ 91 + 0", "288/20 = 14 s", "288/20 = 14,400 ms",
        "288/20 * 1000 = 14,400 ms", "-288/20 = -14 ms", "3 to 5 = 9", "3 s = 4 GB",
        "2.5 = 2 + 0.5", "9 = 3 to 5", "3 s ≤ log(2)", "0 s = 0 s", "0 ≤ 0", "0 ≥ 0", "-3 s ≤ -3 s",
        "-3 s ≥ -3 s", "29/2 = 14", "29/2 = 15", "3 < 3",
    ],
)  # fmt: skip
def test_sides_that_agree_need_no_word(text: str) -> None:
    """Within the digits shown, in the sense of the sign, a bare figure in the unit of the other;
    what has no value or another unit is not judged here.
    """
    assert said(text) == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("16 ms = 288 GB / 20 TB/s", "the figures come to 14.4 ms, not 16 ms"),
        ("2 * 3 = 7", "the figures come to 6, not 7"),
        ("100 ≈ 140", "the figures come to 100, not 140"),
        ("288/20 = 16 s", "the figures come to 14.4 s, not 16 s"),
        ("3 × 15 = 46 GB/s", "the figures come to 45 GB/s, not 46 GB/s"),
        ("8 × 80 GB = 650", "the figures come to 640 GB, not 650"),
        ("2 * 3 = 6.0000001", "the figures come to 6, not 6.0000001"),
        ("1/3 = 33/100", "the figures come to 0.3333, not 0.33"),
        ("4 s < 3 s", "4 s is not < 3 s"),
        ("4 s ≤ 3 s", "4 s is not ≤ 3 s"),
        ("3 s > 4 s", "3 s is not > 4 s"),
        ("3 s ≥ 4 s", "3 s is not ≥ 4 s"),
        ("288/20 = 15 * 1 s", "the figures come to 14.4 s, not 15 s"),
        ("28.8 GB / 2 GB/s = 14.4 ms", "the figures come to 14,400 ms, not 14.4 ms"),
        ("2 * 30 = 60 percent", "the figures come to 60, not 0.6"),
        ("3 s + 1 s = 5", "the figures come to 4 s, not 5"),
        ("14.4 ms ≤ 14 ms", "14.4 ms is not ≤ 14 ms"),
        ("-3 s ≤ -4 s", "-3 s is not ≤ -4 s"),
        ("-4 s ≥ -3 s", "-4 s is not ≥ -3 s"),
        ("5 = 0", "the figures come to 5, not 0"),
        ("-14 s = -288/18", "the figures come to -16 s, not -14 s"),
    ],
)
def test_sides_that_differ_are_told_with_both_figures(text: str, words: str) -> None:
    """What one side comes to, and what the other says."""
    assert said(text) == words


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("38.7 ms / 3 = 12.9 ms", "equal"),
        ("38.7 ms / 3 = 13 ms", "equal"),
        ("5e14 / 1.7e12 = 290", "equal"),
        ("5e14 / 1.7e12 = 300", "equal"),
        ("13/4 = 3", "equal"),
        ("97 GB / 7 = 13.8 GB", "cut"),
        ("16e6 / (2550 / 3) = 18,823", "cut"),
        ("14.6 ms = 14 ms", "coarsely cut"),
        ("15 ms = 288 GB / 20 TB/s", "coarsely cut"),
        ("38.7 ms / 3 = 12 ms", "coarsely cut"),
        ("300 × 18.9 = 6,000", "coarsely cut"),
        ("38.7 ms / 3 = 14 ms", "different"),
        ("8 × 80 GB = 650 GB", "different"),
        ("38.7 ms / 3 ≈ 13.9 ms", "equal"),
        ("38.7 ms / 3 ~ 12 ms", "equal"),
        ("38.7 ms / 3 ≈ 10.2 ms", "nearly"),
        ("100 ≈ 120", "nearly"),
        ("100 + 0 ≈ 87 + 1", "nearly"),
        ("288 GB / 20 TB/s ≈ 20 ms", "different"),
        ("96 × 512 × 3 bytes = 144 kB", "equal but for a power of 1024/1000"),
        ("131072 tokens = 128K tokens", "equal but for a power of 1024/1000"),
        ("8 × 3 GiB = 24 GB", "equal but for a power of 1024/1000"),
        ("8 × 3 GB = 22.35 GiB", "equal"),
        ("96 × 512 × 3 bytes = 147 kB", "equal"),
        ("1.024 ms × 100 = 100.0 ms", "different"),
        ("3 × 15 = 45 GB/s", "equal in the unit of the other"),
        ("8 × 80 GB = 640", "equal in the unit of the other"),
        ("2 × 70e9 = 140 GB", "equal in the unit of the other"),
        ("750 × 8 = 6 TB", "equal in another multiple of the unit"),
        ("120 × 2 = 4 hours", "equal in another multiple of the unit"),
        ("300 × 8 = 2,400 sequences", "equal"),
        ("6 × 70e9 × 1.4e12 = 5.88e23 FLOP", "equal"),
    ],
)
def test_figures_agree_by_the_digits_that_are_written(text: str, how: str) -> None:
    """Half a unit of the last digit is rounding, less than a unit is cut; a power of 1024/1000
    and a unit left to the reader are told apart.
    """
    statement = parse(text, NAMES)
    found = compared(*statement.sides, *statement.signs)
    assert found is not None and found.agreement == how


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("8 GPU * 3 h = 24 GPU-hours", "consistent"),
        ("8 GPU * 3 h = 25 GPU-hours", "inconsistent"),
        ("8 GPU-hours * 3 USD/GPU-hour = 24 USD", "consistent"),
        (r"$3 \text{ USD/GPU-hour} \times 8 \text{ GPU-hours} = 24 \text{ USD}$", "consistent"),
        (r"$3 \text{ USD/GPU-hour} \times 8 \text{ GPU-hours} = 25 \text{ USD}$", "inconsistent"),
        ("80 GB-30 GB = 50 GB", "consistent"),
    ],
)
def test_units_joined_by_a_hyphen_are_their_product(text: str, verdict: str) -> None:
    """GPU-hours are no GPU less an hour."""
    assert {finding.verdict for finding in check(text)} == {verdict}


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("50/32 + 50/2 = 1.56 + 25 = 26.56", "consistent"),
        ("50/32 + 50/2 = 1.66 + 25 = 26.66", "inconsistent"),
        ("7/(1 - 1/1.5) = 7/0.33 = 21", "consistent"),
        ("2*255/256 * 0.2 = 1.992 * 0.2 = 0.3984", "consistent"),
        ("0.45 * 60 = 0.2 * 150", "inconsistent"),
    ],
)
def test_a_computation_with_rounded_figures_is_as_good_as_they_are(text: str, verdict: str) -> None:
    """1.56 stands for 1.5625; a figure of one digit is exact."""
    assert {finding.verdict for finding in check(text)} == {verdict}


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"2 \times 128K \times 128 \times 2 = 65.5\,\text{MB}", "consistent"),
        (r"\frac{60 \times 10^9}{1024 \times 60} = 977K", "consistent"),
        (r"\frac{60 \times 10^9}{1024 \times 60} = 877K", "inconsistent"),
        ("2 * 128K = 262,144", "conditional"),
        (r"\frac{500 \times 10^9}{20} = 25\text{B parameters}", "consistent"),
        (r"20 \times 91 \times 10^9 = 1.82\text{T tokens}", "consistent"),
        (r"20 \times 91 \times 10^9 = 2.82\text{T tokens}", "inconsistent"),
    ],
)
def test_a_letter_glued_to_a_figure_multiplies_it(text: str, verdict: str) -> None:
    """K is a thousand where nothing has a temperature, B a billion before what is counted."""
    assert {finding.verdict for finding in check(text)} == {verdict}


def test_kelvin_stays_kelvin_where_there_are_temperatures() -> None:
    """A figure in K beside a name in K is not read as thousands."""
    assert check(r"T = 300\,\mathrm{K}", {"T": "K"})[0].verdict == "consistent"
    assert check("T = 300K", {"T": "K"})[0].verdict != "inconsistent"


@pytest.mark.parametrize(
    ("text", "level"),
    [
        (r"\frac{40 \times 10^9}{16384} = 2.4M", "none"),
        (r"\frac{40 \times 10^9}{16384} = 3.4M", "error"),
        (r"32K \times 2 \times 8192 = 537 \text{ MB}", "warning"),
        (r"32K \times 2 \times 8192 = 737 \text{ MB}", "error"),
        ("4B × 2 bytes = 8 GB", "none"),
        ("4B × 2 bytes = 12 GB", "error"),
        (r"16384 \times 4096 = 67.1", "warning"),  # “M” follows behind the formula
        (r"16384 \times 4096 = 77.1", "error"),
        (r"\text{context_length} = 32K = 32{,}768", "note"),
        (r"\text{context_length} = 32K = 52{,}768", "error"),
    ],
)
def test_of_several_readings_of_a_letter_behind_a_figure_the_mildest_counts(
    text: str, level: str
) -> None:
    assert check(text)[0].level == level


def test_a_multiplier_behind_a_figure_is_no_unit_of_the_symbol() -> None:
    text = r"We have $Q_{\max} = 400\text{B}$ tokens and $Z_a = 2\text{T}$; $H = 3\,\text{T}$."
    values = definitions(text, vocabulary).values
    assert {symbol: seen.meaning for symbol, seen in values.items()} == {"H": "T"}


@pytest.mark.parametrize(
    ("text", "level"),
    [
        (r"9\mu s + 0.5 \times 10^9/(4 \times 10^{11}) = 9\mu s + 1.25 \text{ ms}", "warning"),
        (r"9\mu s + 0.5 \times 10^9/(4 \times 10^{11}) = 9\mu s + 2.25 \text{ ms}", "error"),
        (r"\text{step_time} - 40 = 100 - 40 = 60\text{ms}", "warning"),
        (r"\text{step_time} - 40 = 100 - 40 = 80\text{ms}", "error"),
        (r"90 \mu s + 2 \times 10^{-11} \text{memory_needed} = 10 \mu s", "warning"),
        (r"90 \mu s + \text{memory_needed} = 10 \mu s", "error"),
        (r"5 \times 10^9 + 2 \times 10^8 \text{batch_size} = 7 \times 10^9", "warning"),
        (r"\text{batch_size} + 3 = 8", "warning"),
    ],
)
def test_a_bare_figure_beside_units_leaves_its_unit_to_the_reader(text: str, level: str) -> None:
    assert check(text)[0].level == level


def test_the_rounding_of_many_operands_takes_time_by_their_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A sum is not worked out again for each of its figures."""
    asked: list[Node] = []
    monkeypatch.setattr(operand_rounding, "figure_of", asked.append)
    whole = side(" + ".join(f"{k}.25" for k in range(1, 41)))
    assert operand_rounding.operand_spread(whole, 830.0) == pytest.approx(40 * 0.005)
    assert asked == []


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("3.4M FLOPs / 312 TFLOPS = 10.9 ns", "consistent"),
        ("140 GFLOPS / 989 TFLOPS = 0.14 ms", "consistent"),
        ("2 × 70e9 × 1 = 140 GFLOPS", "consistent"),
        ("312 TFLOPS × 2 s = 624 TFLOP", "consistent"),
        (r"\frac{1671\ \mathrm{TFLOPS}}{3.9\text{ TB/s}} = 428 \text{ FLOP/byte}", "consistent"),
        ("312 TFLOPS / 3 = 50 TFLOPS", "inconsistent"),
        ("312 TFLOPS × 2 s = 300 TFLOP", "inconsistent"),
    ],
)
def test_flops_with_a_prefix_are_a_rate_or_a_number_of_operations(text: str, verdict: str) -> None:
    """Whichever agrees."""
    (found,) = check(text)
    assert found.verdict == verdict


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("1/8 GB/s = 125 MB/s", "none"),
        ("1Gbps = 1/8GBps", "none"),
        ("(1/2) kg = 500 g", "none"),
        ("1/2 kg = 3/4 kg - 250 g", "none"),
        ("1/2 kg = 400 g", "error"),
        ("1/2 kg = 5 s", "error"),
        ("16 GB / 8 GB/s = 2 s", "none"),
        ("1000/50 tokens/s = 20 s", "warning"),
    ],
)
def test_a_unit_behind_a_fraction_of_figures_may_be_that_of_the_fraction(
    text: str, level: str
) -> None:
    (found,) = check(text)
    assert found.level == level


def test_a_product_behind_a_bar_may_be_below_it() -> None:
    """Where the figures agree in that reading alone, they are not judged."""
    (found,) = check("8960 / 2*2 = 2,240")
    assert found.verdict == "not judged" and "below the bar" in found.brief
    assert [check(f"8960 / 2*2 = {figure}")[0].level for figure in (8960, 1000)] == [
        "none",
        "error",
    ]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("It draws 30.84e6 GPU*hour × 700 W/GPU = 21.6 GWh.", "none"),
        ("It draws 30.84e6 GPU·hour × 700 W/GPU = 31.6 GWh.", "error"),
        ("It draws 30.84e6 GPU-hours × 700 W/GPU = 31.6 GWh.", "error"),
        ("It draws 30.84M GPU hours × 700 W/GPU = 31.6 GWh.", "error"),
        ("The cost is 2.788M GPU hours × $2/GPU hour = $5.576M.", "none"),
        ("The cost is 2.788M GPU hours × $2/GPU hour = $6.576M.", "warning"),
        ("It is 15 million GPU hours × 2 USD/GPU-hour = 30 million USD.", "none"),
        ("The cost is 2.788M H800 GPU hours × $2 per GPU hour = $5.576M.", "none"),
        ("The cost is 2.788M H800 GPU hours × $2 per GPU hour = $6.576M.", "error"),
        ("It is 1.5M A100-hours × $2/A100-hour = $3M.", "none"),
        ("So 64 H100s × 24 hours = 1,536 GPU-hours.", "none"),
        ("So 64 H100s × 24 hours = 1,836 GPU-hours.", "error"),
        ("That is 1,000 TPU hours × $3/TPU hour = $3,000.", "none"),
        ("It is 15 million tokens × 2 bytes/token = 40 MB.", "error"),
    ],
)
def test_hours_of_gpus_and_millions_are_computed_with(text: str, level: str) -> None:
    """In a sentence, spelt with a hyphen, a dot, a star or a blank."""
    assert levels(text) == [level]
