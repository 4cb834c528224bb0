"""The forms in which people state symbols and units, right and spoilt, in several kinds of
document.
"""

from __future__ import annotations

import json
import re

import pytest

from derive.checking.check import check, check_document
from derive.checking.extraction.document import document_of
from derive.checking.verdicts.levels import Level

# U, H and Y stand for the units of u, h and y.
SENTENCES = {
    "1 [U]": "where $u$ is the drift [U], $h$ is the lag [H] and $y$ is the path [Y].",
    "1 before": "with the drift $u$ [U], the lag $h$ [H] and the path $y$ [Y].",
    "2 (in U)": "where $u$ is the drift (in U), $h$ is the lag (in H), $y$ is the path (in Y).",
    "3 (U)": "where $u$ is the drift (U), $h$ is the lag (H) and $y$ is the path (Y).",
    "3 list": "- $u$: the drift (U)\n- $h$: the lag (H)\n- $y$: the path (Y)",
    "4 in U": "where $u$ is the drift in U, $h$ is the lag in H and $y$ is the path in Y.",
    "4 before": "with the drift $u$ in U, the lag $h$ in H and the path $y$ in Y.",
    "7 ($U$)": "where $u$ is the drift ($U$), $h$ is the lag ($H$) and $y$ is the path ($Y$).",
    "8 in $U$": "where $u$ is the drift in $U$, $h$ is the lag in $H$ and $y$ is the path in $Y$.",
    "9 $[U]$": "where $u$ is the drift, $[U]$, $h$ is the lag, $[H]$, and $y$ is the path, $[Y]$.",
    "10": (
        r"where $u$ ($\mathrm{U}$) is the drift, $h$ ($\mathrm{H}$) is the lag and $y$"
        r" ($\mathrm{Y}$) is the path."
    ),
    "11": r"with drift $u\,[\mathrm{U}]$, lag $h\,[\mathrm{H}]$ and path $y\,[\mathrm{Y}]$.",
    "12": r"Units: $[u] = \mathrm{U}$, $[h] = \mathrm{H}$, $[y] = \mathrm{Y}$.",
    "13": "- $u$ - drift, U\n- $h$ - lag, H\n- $y$ - path, Y",
    "14": "$u$: drift, U; $h$: lag, H; $y$: path, Y",
    "15": r"Take $u = 3\,\mathrm{U}$, $h = 5\,\mathrm{H}$, $y = 15\,\mathrm{Y}$.",
    "16": r"where $u$ is the drift in \unit{U}, $h$ is the lag in \si{H}, $y$ is in \unit{Y}.",
    "18 measured": "where $u$ is measured in U, $h$ is measured in H and $y$ is measured in Y.",
    "18 has": "Here $u$ has units of U, $h$ has units of H, and $y$ has units of Y.",
    "18 bold": "- **$u$** is the drift in U\n- **$h$** is the lag in H\n- **$y$** is the path in Y",
    "18 <i>": "where <i>u</i> is the drift in U, <i>h</i> is the lag in H, <i>y</i> is in Y.",
}
TABLES = {
    "6": (
        "| Symbol | Meaning | Unit |\n|---|---|---|\n| $u$ | drift | U |\n| $h$ | lag | H |\n"
        "| $y$ | path | Y |"
    ),
    "6 [U]": (
        "| Symbol | Meaning | Unit |\n|---|---|---|\n| $u$ | drift | [U] |\n| $h$ | lag | [H] |\n"
        "| $y$ | path | [Y] |"
    ),
    "6 $U$": (
        "| Symbol | Meaning | Unit |\n|---|---|---|\n| $u$ | drift | $U$ |\n| $h$ | lag | $H$ |\n"
        "| $y$ | path | $Y$ |"
    ),
    "6 second column": (
        "| Meaning | Symbol | Unit |\n|---|---|---|\n| drift | $u$ | U |\n| lag | $h$ | H |\n"
        "| path | $y$ | Y |"
    ),
    "6 tabular": (
        "\\begin{tabular}{lll}\nSymbol & Meaning & Unit \\\\\n$u$ & drift & U \\\\\n"
        "$h$ & lag & H \\\\\n$y$ & path & Y \\\\\n\\end{tabular}"
    ),
    "18 <td>": (
        "<table><tr><td>u</td><td>drift</td><td>U</td></tr>\n"
        "<tr><td>h</td><td>lag</td><td>H</td></tr>\n"
        "<tr><td>y</td><td>path</td><td>Y</td></tr></table>"
    ),
}
SPELT = {
    "5 in words": (
        "where $u$ is the drift in millimetres per millisecond, $h$ is the lag in milliseconds and"
        " $y$ is the path in millimetres."
    ),
    "17 maths": "where $u$ is the drift in mm ms$^{-1}$, $h$ the lag in ms and $y$ is in mm.",
    "17 power": "where $u$ is the drift (mm ms⁻¹), $h$ is the lag (ms) and $y$ is the path (mm).",
    "17 dot": "where $u$ is the drift in mm·ms⁻¹, $h$ is the lag in ms and $y$ is the path in mm.",
    "macros": (
        r"\newcommand{\uu}{u} where $\uu$ is the drift [mm/ms], $h$ is the lag [ms] and $y$ is the"
        " path [mm]."
    ),
}
UNITS = {"several letters": ("mm/ms", "ms", "mm"), "one letter": ("m/s", "s", "m")}
KINDS = ["a.md", "a.tex", "a.rst", "a.txt", "a.ipynb"]


def judged(text: str, equation: str, kind: str) -> list:
    text = f"{text}\n\n$${equation}$$\n"
    if kind.endswith(".ipynb"):
        text = json.dumps({"cells": [{"cell_type": "markdown", "source": text}], "metadata": {}})
    return check_document(document_of(text, kind))


def cases() -> list:
    found = []
    for name, text in {**SENTENCES, **TABLES}.items():
        for size, units in UNITS.items():
            filled = re.sub(
                r"\b([UHY])\b", lambda unit, units=units: units["UHY".index(unit[1])], text
            )
            found.append(pytest.param(filled, id=f"{name} {size}"))
    return found + [pytest.param(text, id=name) for name, text in SPELT.items()]


@pytest.mark.parametrize("text", cases())
def test_every_form_is_read_in_every_kind_of_document(text: str) -> None:
    """The right law is consistent, and the spoilt one an error."""
    for kind in KINDS:
        *before, right = judged(text, "y = u h", kind)
        assert right.verdict == "consistent", (kind, right.brief)
        assert all(finding.level != Level.ERROR for finding in before)
        *_, spoilt = judged(text, "y = u h^2", kind)
        assert spoilt.level == Level.ERROR, (kind, spoilt.brief)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("With $a$ in kg/s, $w$ in m/s, and $q$ is the pull in kg m/s^2.", "q = a w"),
        ("where $a$ is in kg/m^3, $w$ is in m^3 and $q$ is in kg.", "q = a w"),
        ("where $a$ is in J/(kg K), $w$ is in kg and $q$ is in J/K.", "q = a w"),
        ("where $a$ is in W m^-2 K^-1, $w$ is in m² and $q$ is in W/K.", "q = a w"),
        ("- $a$ - the pull in N (newton)\n- $w$ - the way in m\n- $q$ - in J (joule)", "q = a w"),
        (
            "where $a$ is density in $\\frac{kg}{m^3}$, $w$ is in $m^3$ and $q$ is in kg.",
            "q = a w",
        ),
        ("where $a$ is in $\\frac{J}{kg \\cdot K}$, $w$ is in kg and $q$ is in J/K.", "q = a w"),
    ],
)
def test_a_unit_ends_where_it_ends(text: str, right: str) -> None:
    """Blanks, brackets and powers belong to it."""
    (finding,) = judged(text, right, "a.md")
    assert finding.verdict == "consistent", finding.brief
    (finding,) = judged(text, right.replace("a w", "a w^2"), "a.md")
    assert finding.level == Level.ERROR


@pytest.mark.parametrize("unit", ["m/s^2^3", "m/(s", "mm·ms⁻¹²³foo"])
def test_a_unit_that_is_not_understood_is_not_shortened(unit: str) -> None:
    """Then nothing is concluded from its beginning."""
    text = f"where $u$ is the drift in {unit}, $h$ is the lag in s and $y$ is the path in m."
    (finding,) = judged(text, "y = u h", "a.md")
    assert (finding.verdict, finding.unknown) == ("not judged", ("u",))


def test_a_statement_of_a_unit_is_no_equation() -> None:
    """“[u] = mm/ms” says what u is measured in."""
    (finding,) = judged(r"Here $[u] = \mathrm{mm/ms}$.", "x_1 = u z_1", "a.md")
    assert finding.unknown == ("x_1", "z_1")


_PULL = "- $m$ - the mass in kg\n- $F$ - the force in N\n- $g$ - {}"


@pytest.mark.parametrize(
    "said",
    [
        r"the pull there (exactly $9.80665 \frac{m}{s^2}$)",
        r"the pull there (Earth: $9.81\,\mathrm{m/s^2}$)",
        "the pull there (about 9.81 m/s^2)",
    ],
)
def test_the_unit_of_a_value_in_brackets_is_read_whole(said: str) -> None:
    *_, right = judged(_PULL.format(said), "F = m g", "a.md")
    assert right.verdict == "consistent", right.brief
    *_, spoilt = judged(_PULL.format(said), "F = m g^2", "a.md")
    assert spoilt.verdict == "inconsistent"


def test_a_phrase_is_told_with_its_formulas_as_they_are_written() -> None:
    said = "- $z$ - the thing (as in $x = 2 y$ there)"
    told = [finding.brief for finding in judged(said, "q = z w", "a.md")]
    assert "thing (as in $x = 2 y$ there)" in told[-1]
    assert not any("\ufffc" in brief for brief in told)


@pytest.mark.parametrize("value", [r"$\pi = 48$ GFLOPS", r"$\pi = 48\ \text{GFLOP/s}$"])
def test_a_constant_with_a_unit_is_the_documents_own(value: str) -> None:
    """Beside it the circle constant has none."""
    said = f"Its peak is {value}, its bandwidth $b$ is in GB/s and $I$ is in FLOP/byte."
    *_, right = judged(said, r"I = \pi / b", "a.md")
    assert right.verdict == "consistent", right.brief
    *_, spoilt = judged(said, r"I = \pi b", "a.md")
    assert spoilt.verdict == "inconsistent"
    *_, circle = judged("With $r$ [m] and $A$ [m^2]: $\\pi = 3.14$.", r"A = \pi r^2", "a.md")
    assert circle.verdict == "consistent"


_GAS = "where $n$ is the number of moles, $R$ in J/(mol K), $T$ in K, $p$ in Pa and $V$ in m^3"


def test_a_number_of_moles_is_an_amount() -> None:
    *_, right = judged(_GAS, "p V = n R T", "a.md")
    assert right.verdict == "consistent", right.brief
    *_, spoilt = judged(_GAS, "p V = n R", "a.md")
    assert (spoilt.verdict, spoilt.level) == ("inconsistent", "error")


_HEAT = "- $U$ is the coefficient (W/m²K)\n- $A$ is the area (m²)\n- $C$ is the flow (W/K)"


def test_what_stands_behind_the_bar_of_a_unit_is_below_it() -> None:
    *_, right = judged(_HEAT, r"\mathrm{NTU} = \frac{U A}{C} = 3", "a.md")
    assert right.verdict == "consistent", right.brief
    *_, spoilt = judged(_HEAT, r"\mathrm{NTU} = \frac{U}{C} = 3", "a.md")
    assert spoilt.verdict == "inconsistent"


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (r"3\ \text{N} \times 2\ \text{m} = 6\ \text{Nm}", r"3\ \text{N} = 6\ \text{Nm}"),
        (
            r"\frac{3\ \text{Tm/A} \times 2\ \text{A}}{6\ \text{m}} = 1\ \text{T}",
            r"3\ \text{Tm/A} \times 2\ \text{A} = 6\ \text{V}",
        ),
        (
            r"2\ \text{kg} \times 4\ \text{kJ/kgK} \times 3\ \text{K} = 24\ \text{kJ}",
            r"2\ \text{kg} \times 4\ \text{kJ/kgK} = 8\ \text{kJ}",
        ),
        (r"20\ \text{V} \times 40\ \text{A} = 0.8\ \text{kVA}", r"20\ \text{V} = 0.8\ \text{kVA}"),
    ],
)
def test_units_that_are_joined_to_one_word_are_a_product(right: str, spoilt: str) -> None:
    *_, found = judged("", right, "a.md")
    assert (found.verdict, found.unknown) == ("consistent", ())
    *_, wrong = judged("", spoilt, "a.md")
    assert wrong.verdict != "consistent"


def test_the_unit_of_a_torque_is_read_behind_its_name() -> None:
    said = "- $M$ is the torque (Nm)\n- $f$ is the force (N)\n- $r$ is the arm (m)"
    *_, right = judged(said, "M = f r", "a.md")
    assert right.verdict == "consistent", right.brief
    *_, spoilt = judged(said, "M = f r^2", "a.md")
    assert spoilt.verdict == "inconsistent"


def test_letters_that_spell_a_torque_are_letters() -> None:
    assert "Nm" in check("y = 3 Nm")[0].unknown
