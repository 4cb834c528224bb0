"""Documents of courses and text books, each statement with a twin that is plainly wrong: binary
numbers, values put in without their units, indices of brackets, prefixes of siunitx.
"""

import pytest

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from tests.checking.judged_text import findings, is_accused, levels

ACCUSED = {"warning", "error"}


def tex_levels(text: str) -> list[str]:
    return [str(found.level) for found in check_document(document_of(text, "a.tex"))]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (r"6 \times \qty{10}{ns} = \qty{0.06}{\micro s}", r"\qty{0.6}{\micro s}"),
        (r"3 \times \qty{20}{m} = \qty{0.06}{\kilo m}", r"\qty{0.6}{\kilo m}"),
        (r"6 \times \qty{10}{m\per\micro s} = \qty{60}{\mega m\per s}", r"\qty{60}{\kilo m\per s}"),
    ],
)
def test_a_prefix_of_siunitx_before_a_letter_is_read(right: str, spoilt: str) -> None:
    assert tex_levels(f"We have ${right}$.") == ["none"]
    assert tex_levels(f"We have ${right.partition('=')[0]}= {spoilt}$.") == ["error"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("- `1+1=0` carry `1`", "- `1+1=0` rows"),
        ("- `1+1=0` (write 0, carry 1)", "- `1+1=0` (write 0)"),
        ("The rules are 0+1=1 and 1+1=10", "The rules are 0+1=1 and 1+1=11"),
        ("In binary we have 10 + 10 = 100", "In total we have 10 + 10 = 100"),
        ("In binary we have 10 + 10 = 100", "In binary we have 10 + 10 = 101"),
        ("Of 8-bit unsigned numbers, $255 + 1 = 0$", "Of 8-bit unsigned numbers, $255 + 1 = 2$"),
        ("Of 8-bit unsigned numbers, $255 + 1 = 0$", "Of 8-bit weights, $255 + 1 = 0$"),
        ("* $1 + 1 = -2$, not $2$", "* $1 + 1 = -2$, not $3$"),
    ],
)
def test_binary_sums_carries_and_overflows_are_right(right: str, spoilt: str) -> None:
    assert levels(right) and not ACCUSED & {*levels(right)}
    assert is_accused(spoilt)


@pytest.mark.parametrize(
    ("told", "doubtful", "wrong"),
    [
        ("$p$ is the pressure in kPa and $v$ the volume in mL", "p = 6000/v", "p = 2/v"),
        ("the focal length $f$ (in metres)", "3 = 0.25/f", "f = 3"),
        ("$U$ is the voltage in V and $r$ the resistance in ohm", "U - 0.50 r = 5.5", "U = 2 r"),
        ("the energy $E$ in J of the mass $m$ in kg", r"E = m \times 9.81 \times 45", "E = m"),
        ("the energy $E$ in J of the mass $m$ in kg", r"E = \tfrac12 m \times 15^2", "E = 0.5 m"),
    ],
)
def test_values_put_in_without_their_units_are_no_error(
    told: str, doubtful: str, wrong: str
) -> None:
    assert levels(f"Here {told}. So ${doubtful}$.") in (["warning"], ["note"])
    if wrong != "f = 3":  # a value without its unit
        assert levels(f"Here {told}. So ${wrong}$.")[-1] == "error"


def test_a_bare_number_beside_moles_is_no_error() -> None:
    told = "where $z$ is the amount of CO in kmol and $h$ the height in m"
    assert levels(f"$$y = \\frac{{z}}{{2 + z}}$$\n\n{told}") == ["warning"]
    assert levels(f"$$y = \\frac{{z}}{{h + z}}$$\n\n{told}") == ["error"]


def test_indices_on_brackets_may_tell_them_apart() -> None:
    doubtful = r"Since $r = (d^2E/dk^2)_A/(d^2E/dk^2)_B = 4$."
    assert levels(doubtful) == ["warning"]
    assert is_accused(doubtful.replace("_A", "").replace("_B", ""), unlike=doubtful)


def test_a_multiple_in_a_chain_is_of_something_else() -> None:
    doubtful = "- Peak (lunch/dinner) = 5x ≈ 8,000 QPS"
    assert levels(doubtful) == ["warning"]
    assert is_accused("- Peak = 3 × 2 = 5x", unlike=doubtful)


def test_an_x_that_stands_elsewhere_before_a_sign_is_a_letter() -> None:
    assert levels("4x2+4x=3") == ["warning"]
    assert levels("4x2+4=3") == ["error"]


def test_a_billion_beside_a_rate_is_no_byte() -> None:
    assert levels("2B × 500 = 1 TB per day") == ["note"]
    assert is_accused("2B × 500 = 1.5 TB per day")


def test_the_unit_behind_the_end_of_an_element_belongs_to_the_formula() -> None:
    formula = r"<span>\(f = 1/15 \text{ ns} \approx 66.7\)</span> MHz."
    assert levels(formula) == ["none"]
    assert is_accused(formula.replace("66.7", "96.7"))


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("At $f_0$ each push arrives in step and adds energy, $f_0 = 2.5$ Hz.", "step"),
        ("If \\(A_{n-1} = B_{n-1}\\), compare.\n- Three outputs (A>B, A=B, A<B)\n\n$A = B^2$", "B"),
        ('Then $y = 3x - 1$ has the form "y = [m]x + [b]".', "b"),
        ("Adjust $k$, [A]₀, and the time; here $k = 0.3$ in total.", "A"),
    ],
)
def test_idioms_and_other_letters_are_no_units(text: str, unit: str) -> None:
    assert all(unit not in found.bindings.values() for found in findings(text))


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("$p = \\frac{2}{3} \\cdot \\frac{1}{3} = \\frac{2}{9}$", "\\frac{4}{9}"),
        ("We process 8 × 512 = 4,096 tokens per pass.", "4,906"),
        ("The cost is $2.49 × 730 = $1,818 per month.", "$1,181"),
        ("Documents: 5B × 10KB = 50 TB", "50 PB"),
        ("10M × 200 × 20 µs = 40,000 seconds", "200 seconds"),
    ],
)
def test_a_wrong_result_is_an_error_where_no_word_can_explain_it(right: str, spoilt: str) -> None:
    """A fraction, a number of things, money per time, billions beside KB, a result in another unit
    than the figure that it repeats.
    """
    assert levels(right) in (["none"], ["note"])
    before, _, result = right.rpartition("= ")
    end = next((sign for sign in (" tokens per pass.", " per month.", "$") if sign in result), "")
    assert levels(f"{before}= {spoilt}{end}") == ["error"]


def test_e_that_the_prose_gives_a_value_is_no_constant() -> None:
    assert levels("The eccentricity is e = 0.5, so 1 - e^2 = 0.75") == ["none"]
    assert levels("With e = 0.5, 1 - e^2 = 0.85") == ["error"]
    assert levels("We have e^2 - 1 = 7.39") == ["error"]


@pytest.mark.parametrize(
    ("doubtful", "spoilt"),
    [
        ("0.6065 / 0.0003 = 1807.9x", "0.6065 / 0.0003 = 2807.9x"),
        ("The change is 10.9 / 19.9 = -54.8%", "The change is 10.9 / 19.9 = -64.8%"),
    ],
)
def test_rounded_small_figures_and_signs_of_changes_are_no_errors(
    doubtful: str, spoilt: str
) -> None:
    assert levels(doubtful) == ["warning"]
    assert is_accused(spoilt, unlike=doubtful)


def test_a_rate_beside_a_number_of_things_computes_nothing() -> None:
    assert levels("It costs money: 1M/sec = 100 workers at 10K each") == ["none"]
    assert is_accused("It takes 1M/sec × 2 = 3M/sec")


def test_a_wrong_step_of_a_formula_is_an_error() -> None:
    squares = r"\sqrt{\frac{(65-77)^2+(75-77)^2+(85-77)^2+(70-77)^2+(90-77)^2}{4}}"
    assert levels(f"$s = {squares} = \\sqrt{{\\frac{{430}}{{4}}}} = 10.37$") == ["none"]
    assert levels(f"$s = {squares} = \\sqrt{{\\frac{{366}}{{4}}}} = 9.57$") == ["error"]


def test_a_sum_that_goes_on_is_no_wrong_step() -> None:
    assert "error" not in levels(r"$1 + \frac{1}{4} + \frac{1}{9} + \cdots = \frac{\pi^2}{6}$")


def test_a_fraction_behind_names_is_no_result() -> None:
    formula = r"$$r = \frac{\Delta\theta}{360^\circ} \times 60 = \frac{\Delta\theta}{6}.$$"
    assert "error" not in levels(formula)


@pytest.mark.parametrize(
    ("doubtful", "spoilt"),
    [
        ("greedy picks 4+1+1 = 3 coins", "it takes 4+1+1 = 3"),
        ("Store at 256 dims (1KB per vector = 100GB total)", "1 km = 100 m"),
    ],
)
def test_counts_of_terms_and_totals_of_rates_are_no_errors(doubtful: str, spoilt: str) -> None:
    assert levels(doubtful) == ["warning"]
    assert levels(spoilt) == ["error"]


def test_tokens_that_are_made_of_bytes_by_a_bare_number_are_no_error() -> None:
    """Each byte is so many tokens; bytes made of tokens lack the bytes of each."""
    made = "`tokens_in_call = zero_bytes_in_call + other_bytes_in_call * 4`"
    assert levels(made) == ["warning"]
    spoilt = "`held_bytes_in_call = zero_tokens_in_call + other_tokens_in_call * 4`"
    assert levels(spoilt) == ["error"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("270M subscribers × 2 Mbps avg = 540 Tbps", "270M subscribers × 2 Mbps avg = 540 Gbps"),
        ("1B users × 10 GB = 10 EB (Exabytes)", "1B users × 10 GB = 10 PB (Petabytes)"),
        ("50B × 50 KB = 2.5 PB (distributed)", "50B × 50 KB = 2.5 EB (distributed)"),
        ("250M × 2 Mbps = 500 Tbps (distributed)", "250M × 2 Mbps = 500 Pbps (distributed)"),
    ],
)
def test_a_power_of_a_thousand_in_amounts_of_data_is_left_to_no_word(
    right: str, spoilt: str
) -> None:
    assert levels(right) == ["none"]
    assert levels(spoilt) == ["error"]


@pytest.mark.parametrize(
    "line",
    [
        "100M users × 5 KB = 500 MB per shard",
        "20 counters × 8 bytes = ~160 MB",
        "5B requests × 20 KB = ~100 PB/day",
    ],
)
def test_parts_and_counts_of_other_lines_are_no_errors(line: str) -> None:
    assert "error" not in levels(line)


@pytest.mark.parametrize(
    ("doubtful", "spoilt"),
    [
        ("So $6^2 + h^2 = 100$ and $h = 8$ feet.", "where $h$ is the height in m, $h^2 = 2 h$"),
        ("$10.02^3 - 10^3 = 1006.012... - 1000$", "$10.02^3 - 10^3 = 1006.012 - 990$"),
        (
            r"with the enthalpy $Q$ [kJ/mol], $Q = -411\,\text{kJ}$",
            r"with the enthalpy $Q$ [kJ/mol], $Q = -411\,\text{s}$",
        ),
        (
            r"$c = \frac{0.100\,\text{mol}}{0.2500\,\text{L}} = 0.400\,\text{M}$",
            r"$c = \frac{0.100\,\text{mol}}{0.2500\,\text{L}} = 0.500\,\text{mol/L}$",
        ),
    ],
)
def test_what_courses_of_chemistry_and_calculus_leave_out_is_a_warning(
    doubtful: str, spoilt: str
) -> None:
    assert "error" not in levels(doubtful) and "warning" in levels(doubtful)
    assert "error" in levels(spoilt)
