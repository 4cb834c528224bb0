"""Lines of reports and notes that are no mistakes, and twins of them that are."""

import pytest

from tests.checking.judged_text import findings, levels


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        ("Step 3: 217 × 4 = 878  ← ERROR! Should be 868", "Step 3: 217 × 4 = 878  ← so far"),
        ("- 217 × 4 = 878 (wrong, it is 868)", "- 217 × 4 = 878 (so far)"),
        ("Hits by line: 0-999 = 62, 1000-1999 = 31.", "Hits by line: 1999-1000 = 998."),
        ("```\nstate 2: n= 512  pi=0.271\n```", "```\nstate 2: n = 3 pi = 9.52\n```"),
        (
            "- Together: 9 days + (60 hours × 4) = 9 days + 240 hours = 39 days",
            "- Together: 9 days + (60 hours × 4) = 9 days + 240 hours = 29 days",
        ),
    ],
)
def test_what_is_called_wrong_counted_or_listed_is_no_error(text: str, twin: str) -> None:
    """The first of each were errors: a step that the text itself calls wrong, how many are in a
    range, a row of values one of which is called pi, and days of eight hours of work.
    """
    assert "error" not in levels(text)
    assert "error" in levels(twin)


def test_one_less_than_a_letter_is_no_unit() -> None:
    """N was read in “N-1”, one per newton."""
    assert "error" not in levels("Pairs: `Q = N(N-1)/2` of them.")
    assert [found.bindings for found in findings("It needs $F = N a$ with a force N (N).")]


_RATES = """| CPU BW (GB/s) | Best GPU % | Best CPU % | Time per layer |
|---|---|---|---|
| 30 | 70% | 30% | 1 |

"""
_SPLIT = "- 30% CPU at 30 GB/s: GPU 70% = 9.6 ms, CPU = 9 ms → max(9.6, 9) + 3 ms = 12.6 ms"


def test_the_name_of_a_thing_may_stand_for_another_of_its_figures() -> None:
    """The header gave the CPU a rate, and its time was an error; what is bound holds."""
    assert "error" not in levels(_RATES + _SPLIT)
    assert "error" in levels(_RATES + _SPLIT, {"CPU": "GB/s"})


def test_a_calculation_goes_on_with_what_it_has_counted() -> None:
    """The first was an error."""
    line = "- Held: 128 × 32 = 4,096 tokens × 125 KB = {} MB in all"
    assert levels(line.format(512)) == ["note"]
    assert levels(line.format(612)) == ["error"]


def test_a_number_below_a_name_may_have_its_unit() -> None:
    """The first was an error."""
    text = "The pitch of a frequency $f$ (Hz) is\n\n$$m = 1127 \\ln\\left(1 + {}\\right)$$"
    assert "error" not in levels(text.format(r"\frac{f}{700}"))
    assert "error" in levels(text.replace("1127", "7").format(r"\frac{f}{2}"))


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        ("The chip computes wrong (e.g., $3 \\times 3 = 9.5001$).", "So $13 \\times 3 = 39.5001$."),
        (
            "| claim | said |\n|---|---|\n| 2+2=5 | yes |",
            "| claim | said |\n|---|---|\n| 12+2=16 | y |",
        ),
        ("It needs 6x 4GB ≈ 1.07 quota-units.", "It needs 6x 4GB ≈ 1.07 GB."),
    ],
)
def test_what_is_said_to_be_false_or_in_units_is_no_error(text: str, twin: str) -> None:
    """The first of each were errors."""
    assert "error" not in levels(text)
    assert "error" in levels(twin)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("Ridge: ~2,958 TFLOPS / 3,350 GB/s ≈ {} FLOP/byte", ("0.883", "883")),
        ("- Read: ~900 GB / 3.6 TB/s = {} ms", ("0.250", "250")),
        ("- Mean: (61.2 + 61.5 + 61.8) ÷ 3 = {} ÷ 3", ("185.5", "184.5")),
        ("- Price: ~$1.50 / 3000 tokens = ${} per {}", ("0.500", "0.0005")),
    ],
)
def test_ratios_a_thousand_off_and_wrong_totals_are_errors(
    wrong: str, right: tuple[str, str]
) -> None:
    """They were warnings."""
    first, second = (wrong.format(figure, "token") for figure in right)
    assert "error" in levels(first)
    assert "error" not in levels(second)


def test_a_mixed_number_begins_no_range() -> None:
    """It was an error of the program."""
    assert "error" not in levels("It takes 3 1/2 - 4 days = 2 of them, which is 5 in all.")


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        (
            r"$$B = \frac{1.2 \times 10^{4} \text{ V/m}}{3.0 \times 10^{8} \text{ m/s}}"
            r" = 4.0 \times 10^{-5} \text{ T}$$",
            r"$$B = \frac{1.2 \times 10^{4} \text{ V/m}}{3.0 \times 10^{8} \text{ m/s}}"
            r" = 5.1 \times 10^{-5} \text{ T}$$",
        ),
        (
            r"$$F = 912 \text{ N} - 905 \text{ N} = 7.42 \text{ N}$$",
            r"$$F = 912 \text{ N} - 905 \text{ N} = 8.42 \text{ N}$$",
        ),
        (
            "θ = 3.5 × 10⁻⁴ rad × (180/π) × 60 = 1.2 arcmin ≈ 72 arcseconds",
            "θ = 3.5 × 10⁻⁴ rad × (180/π) × 60 = 1.5 arcmin ≈ 90 arcseconds",
        ),
        (
            "The vacuum has $\\rho_v \\approx 3 \\times 10^{-47}\\,\\mathrm{GeV}^4$.\n\n"
            "$$\\rho_v = 6.3 \\times 10^{-10}\\,\\mathrm{J\\,m^{-3}}$$",
            "The density $\\rho_v$ [kg/m^3] of the gas is $\\rho_v = 3\\,\\mathrm{s}$.",
        ),
        (
            "The currents $I_1$ [A] and $I_2$ [A] obey $-4I_2 + 20 - 5I_1 = 0$.",
            "The currents $I_1$ [A] and the force $F_2$ [N] obey $I_1 + F_2 = 0$.",
        ),
        ("- Held: 58 GB / 128 KB = 474,317 tokens", "- Held: 58 GB / 128 KB = 494,317 tokens"),
    ],
)
def test_units_of_physics_and_rounded_sizes_are_no_errors(text: str, twin: str) -> None:
    """The first of each were errors: T was read as trillions, and differences of rounded figures,
    conversions of angles, natural units, equations of currents with their figures put in and sizes
    in powers of 1024 were held against their authors.
    """
    assert "error" not in levels(text)
    assert "error" in levels(twin)


def test_a_mass_at_itself_and_the_letters_of_formulas() -> None:
    """They were errors: a mass times itself, 20 grams, square metres."""
    mass = r"The mass $m_b$ [GeV] runs: $\overline{m}_b(\overline{m}_b) = 4.18\,\mathrm{GeV}$"
    assert "error" not in levels(mass)
    assert "error" in levels(mass.replace("GeV}", "s}"))
    coupled = r"The detuning $\Delta$ [GHz] is $\Delta = 20 g${}."
    assert "error" not in levels(
        coupled.replace("{}", r", where $\Delta \gg g$ by the ratio $\Delta/g$")
    )
    assert "error" in levels(coupled.replace("{}", ""))


def test_a_figure_of_something_at_a_time_is_no_unit_of_the_time() -> None:
    """The time was read in m/s^3."""
    text = "The rate at which it changes at $t = 3.00 s$ is 1.25 m/s^3. Find the first time $t$."
    assert "error" not in levels(text)


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        (
            r"Waves have $f \approx 20 \text{ kHz} \sim 2 \text{ MHz}$.",
            r"Waves have $f \approx 20 \text{ kHz} = 2 \text{ MHz}$.",
        ),
        (
            "It obeys $m\\ddot{x} + kx = F(t)$ with the force $F$ [N].\n\n"
            "1. A spring has m = 2 kg and k = 50 N/m.",
            "It obeys $m\\ddot{x} + kx = F(t)$ with $F$ [N], $m$ [kg] and $k$ in N/m.\n\n"
            "1. A spring has $k = 50\\,\\text{s}$.",
        ),
    ],
)
def test_ranges_and_letters_of_units_are_no_errors(text: str, twin: str) -> None:
    """The first of them was an error."""
    assert "error" not in levels(text)
    assert "error" in levels(twin)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            r"$n = \frac{6.0\times10^5\times0.002}{8.31\times(20+273)} \approx 0.723\text{ mol}$",
            "493",
        ),
        (r"$d = \frac{1}{2}(5.132-5.108) = 0.0723\text{ cm}$", "120"),
    ],
)
def test_sums_of_values_without_units_are_errors_beside_units_of_physics(
    wrong: str, right: str
) -> None:
    """They were warnings; a power of ten may come of a unit."""
    assert levels(wrong) == ["error"]
    assert "error" not in levels(wrong.replace("723", right))
    assert "error" not in levels(wrong.replace("723", right).replace("= 0.0", "= 0."))


def test_formulas_to_choose_from_are_skipped() -> None:
    """The wrong ones were errors, and the right one, whose names had their units of the wrong."""
    text = (
        "The frequency $\\omega_c$ [rad/s] of a time $\\tau$ [s] is:\n\n"
        "1. $\\omega_c = \\tau$\n2. $\\omega_c = 1/\\tau$\n3. $\\omega_c = \\tau^2$\n"
    )
    assert "error" not in levels(text)
    assert "error" in levels(text.replace("2. $\\omega_c", "2. $\\omega_d"))
    assert "error" in levels(text.replace("1. ", "So ").replace("2. ", "or ").replace("3. ", "or "))


def test_the_last_of_several_letters_is_no_unit() -> None:
    """T was read in siemens."""
    text = "It shows T, P, S.\n\nIt runs at $T = 290\\,\\text{K}$. Then $P V = 3 T$ and $S = Q/T$."
    assert findings(text)[0].verdict == "consistent"


@pytest.mark.parametrize(
    ("value", "apart", "level"),
    [
        (r"30\ \text{kg}", 9, "warning"), (r"30\ \text{kg}", 1, "warning"),
        (r"30\ \text{kg}", 0, "error"),
        (r"30\ \text{GB}", 9, "error"), (r"30\ \text{GB}", 19, "warning"),
        (r"30\ \text{GB/s}", 9, "none"),
    ],
)  # fmt: skip
def test_a_far_value_in_quite_another_unit_may_be_of_another_thing(
    value: str, apart: int, level: str
) -> None:
    """The first was an error; one without its time still is."""
    lines = "\n".join(["It is long."] * apart)
    said = f"{lines}\n\n" if apart else ""
    text = f"Let $W$ be the bandwidth in GB/s of the link.\n\n{said}Here $W = {value}$."
    assert levels(text)[-1] == level
