"""Clauses of a text that give symbols their units, as text books word them."""

import pytest

import derive
from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.symbols.definitions import definitions
from derive.checking.symbols.mentions import groups
from derive.checking.symbols.plain_prose import plain_prose
from derive.checking.symbols.unit_spelling import unit_of
from derive.library.content import vocabulary


def bound(text: str, used: tuple[str, ...] = ()) -> dict[str, str]:
    """What the symbols of a text are bound to."""
    return dict(definitions(plain_prose(text, formulas=used), vocabulary(), used).bound)


@pytest.mark.parametrize(
    ("text", "units"),
    [
        (r"with $u_1$ and $u_2$ the drifts in mm/s", {"u_1": "mm/s", "u_2": "mm/s"}),
        (r"$\Delta p$ is the drop in Pa", {"Δp": "Pa"}),
        (
            r"where $\dot Q$ is the heat flow in W, $q_*$ the flux (W/m²)",
            {"Q_dot": "W", "q_*": "W/m^2"},
        ),
        (r"$C_d$ is the dimensionless coefficient of the weir.", {"C_d": "1"}),
        (r"$n$ the index of refraction and $m$ the mass in kg", {"m": "kg"}),
        (r"Here $n$ is the index of refraction.", {"n": "1"}),
        (r"$f$ the focal length, $s$ the distance, all in metres.", {"f": "metre", "s": "metre"}),
        (r"The width $w$ and the heights $h$ and $k$ are in m.", {"w": "m", "h": "m", "k": "m"}),
        (r"$$x = y$$ where $x$ is the way in m", {"x": "m"}),
        (r"Units: $k$ V s/rad, $w$ rad/s.", {"k": "V s/rad", "w": "rad/s"}),
        (r"$d$ stands for the depth in cm, $b$ for its width in cm.", {"d": "cm", "b": "cm"}),
        (r"Here $T(t)$ denotes the temperature in K.", {"T": "K"}),
        (r"$K$ has the unit S m^{7/2} mol^{-3/2}.", {"K": "S m^(7/2) mol^(-3/2)"}),
        (r"where $g$ is 9.81 m/s² as usual", {"g": "m/s^2"}),
        (r"The rate is $r = \frac{n}{t}$ in 1/s.", {"r": "1/s"}),
        (r"$N$ counts the turns, $S$ is a pure number.", {"N": "1", "S": "1"}),
        (
            r"We use $T_a$/$T_b$ to represent the running time of one pass.",
            {"T_a": "s", "T_b": "s"},
        ),
        (r"the communication time (denoted as $T_c$) is short", {"T_c": "s"}),
        (
            r"Let $t_a$ and $t_b$ denote the wall-clock time of a part and another, respectively",
            {"t_a": "s", "t_b": "s"},
        ),
        (
            r"where $p_A$ and $p_B$ are the pressures of gases A and B, respectively.",
            {"p_A": "Pa", "p_B": "Pa"},
        ),
        (
            r"$U_a$ and $U_b$ are the voltages at terminals a and b, respectively.",
            {"U_a": "V", "U_b": "V"},
        ),
        (
            r"$N$ is the number of parameters of our model. $N$ is the number of the parameters.",
            {"N": "active_params"},
        ),
    ],
)
def test_a_clause_gives_its_symbols_their_unit(text: str, units: dict[str, str]) -> None:
    """One symbol or several, the unit behind the noun, in brackets or shared."""
    found = bound(text)
    assert {symbol: found.get(symbol) for symbol in units} == units


def test_a_bare_letter_of_a_formula_is_defined_by_a_clause() -> None:
    """Bare words count where a formula uses them; A too, where it is plainly a symbol."""
    text = "SNR the signal (dimensionless)\nA: cross section [m^2]\nA cross section [m]"
    assert bound(text, ("SNR", "A")) == {"SNR": "1", "A": "m^2"}


@pytest.mark.parametrize(
    "text",
    [
        "We plot $v$ against time in s.",
        "for every $x$ in V",
        "$v$ grows with the load in N",
        "the mean $E[S^2]$ of $S$",
        "$x = y$ (1)",
        "where $a$ and $b$ are the width and the mass in m and kg, respectively",
        "$h$ of a wall at depth in m",
        "P., Ho, Q., Dai, S., Kim, J. A survey",
    ],
)
def test_words_that_define_nothing_give_no_unit(text: str) -> None:
    """Neither an axis of a plot, nor a set, a verb, an argument or the number of an equation."""
    assert bound(text, ("S",)) == {}


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        ("1/(cm³ s)", "1/(cm^3 s)"),
        ("per second", "1/second"),
        ("cubic metres per second", "metre^3/second"),
        ("metres per second squared", "metre/second^2"),
        ("MPa√m", "MPa m^(1/2)"),
        ("J kg^{-1} K^{-1}", "J kg^(-1) K^(-1)"),
        ("J/(g °C)", "J/(g K)"),
        ("USD/(kg year)", "USD/(kg year)"),
        ("jobs per second", "1/second"),
        ("W/sr", "W/rad"),
        ("mAh", "mA h"),
        ("link speed", None),
    ],
)
def test_units_are_read_as_people_spell_them(words: str, unit: str | None) -> None:
    """Powers in words and braces, roots, reciprocals, counted things."""
    assert unit_of(words) == unit


@pytest.mark.parametrize("unit", ["W/(m K)", "W/m K", "W/mK", "W/m·K"])
def test_what_follows_a_slash_may_stand_below_it(unit: str) -> None:
    """A conductivity in W/m K is one in W/(m K): the right law is not accused, a wrong one is."""
    text = f"$q = k \\frac{{d}}{{x}}$ with $q$ in W/m², $k$ in {unit}, $d$ in K, $x$ in m."
    assert [f.level for f in check_document(document_of(text, "a.md"))] == ["none"]
    spoilt = text.replace("{x}", "{x^2}")
    expected = "none" if unit == "W/mK" else "error"
    assert [f.level for f in check_document(document_of(spoilt, "a.md"))] == [expected]


def test_a_logarithm_may_count_bits() -> None:
    """Shannon's capacity in bit/s is told with its condition, never as an error."""
    text = r"$C = B \log_2(1 + s)$, with $C$ in bit/s, $B$ in Hz and $s$ dimensionless."
    (finding,) = check_document(document_of(text, "a.md"))
    assert (finding.level, finding.rule) == ("note", "hidden-conversion")
    assert "the logarithm counts bits" in finding.message


def test_a_unit_that_is_added_is_read_in_texts_read_before() -> None:
    text = "the ride $r$ is the length of the way in wegstunden"
    assert "r" not in bound(text)
    derive.add_units("wegstunde = 4.8 km\nwegstunden = 1 wegstunde")
    assert bound(text) == {"r": "wegstunden"}


def test_a_word_used_in_formulas_is_found_whole_wherever_it_stands() -> None:
    prose = "SNR in dB, with xSNR, SNRs and 2a; b is the lag in s, b2 not, and rho the share."
    mentioned = [
        (each.symbol, prose[each.begin : each.end])
        for group in groups(prose, {"SNR", "a", "b", "rho"})
        for each in group
    ]
    assert mentioned == [("SNR", "SNR"), ("b", "b"), ("ρ", "rho")]


def test_a_concentration_behind_a_comma_is_no_unit() -> None:
    used = ("v", "k", "A")
    text = r"where $k$ is the rate constant, $[A]$ and $[M]$ are the concentrations of both."
    assert "k" not in bound(text, used)
    assert bound(r"$k$ is the rate constant, $[1/s]$.", used) == {"k": "1/s"}
