"""Letters of the author's that together spell a unit, and further notation of text books."""

from __future__ import annotations

import pytest

from derive.checking.check import check

_BLACK_HOLE = {"r_s": "m", "G": "m^3/(kg*s^2)", "m": "kg", "c": "m/s"}
_HEAT = {"E": "J", "k": "J/K", "T": "K", "m": "kg", "v": "m/s", "x": "1"}
_CONCENTRATION = {"\\mathrm{A}": "mol/L", "r": "mol/(L*s)", "k": "1/s"}


@pytest.mark.parametrize(
    ("right", "spoilt", "units"),
    [
        (r"$r_s = \frac{2Gm}{c^2}$", r"$r_s = \frac{2Gm}{c}$", _BLACK_HOLE),
        ("r_s = 2Gm/c^2", "r_s = 2Gm/c^3", _BLACK_HOLE),
        (r"$E = \frac{3kT}{2}$", r"$E = \frac{3kT^2}{2}$", _HEAT),
        ("v = sqrt(8kT/(pi*m))", "v = sqrt(8kT/(pi*m^2))", _HEAT),
        (r"$x = e^{-E/2kT}$", r"$x = e^{-E/2kT^2}$", _HEAT),
        ("$b^2 = 4km$", "$b = 4km$", {"b": "kg/s", "k": "N/m", "m": "kg"}),
        ("$E = 2eV$", "$E = 2eV^2$", {"E": "J", "e": "C", "V": "V"}),
        ("v = sqrt(2eV/m)", "v = 2eV/m", {"v": "m/s", "e": "C", "V": "V", "m": "kg"}),
        (r"$r = k[\mathrm{A}]$", r"$r = k[\mathrm{A}]^2$", _CONCENTRATION),
        (r"$\left[x, p\right] = i h$", r"$\left[x, p\right] = i h^2$",
         {"x": "m", "p": "kg*m/s", "i": "1", "h": "J*s"}),
        (r"$y = \operatorname{erf}(x/a)$", r"$y = \operatorname{erf}(x a)$",
         {"y": "1", "x": "m", "a": "m"}),
        ("y = erfc(x/a)", "y = erfc(x)", {"y": "1", "x": "m", "a": "m"}),
        (r"$y = \Delta S^{\ddagger}/R$", r"$y = \Delta S^{\ddagger} R$",
         {"y": "1", r"S^\ddagger": "J/(mol*K)", "R": "J/(mol*K)"}),
        (r"$t = \overline{uv}$", r"$t = \overline{uv}^2$",
         {"t": "m^2/s^2", "u": "m/s", "v": "m/s"}),
        (r"$t = \overline{u_i' u_j'}$", r"$t = \overline{u_i'}$",
         {"t": "m^2/s^2", "u_i'": "m/s", "u_j'": "m/s"}),
    ],
)  # fmt: skip
def test_laws_of_text_books(right: str, spoilt: str, units: dict[str, str]) -> None:
    assert [found.verdict for found in check(right, units)] == ["consistent"]
    assert [found.verdict for found in check(spoilt, units)] == ["inconsistent"]


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("x = 5km", {"x": "m", "k": "N/m", "m": "kg"}),
        ("$x = 5km$", {"x": "m", "k": "N/m", "m": "kg"}),
        ("M = 80GB", {"M": "byte", "G": "GPU", "B": "sequence"}),
        ("t = 3ms", {"t": "s", "m": "1", "s": "token"}),
    ],
)
def test_units_behind_figures_stay_units(text: str, units: dict[str, str]) -> None:
    """A side that is a figure with a unit may be one; of bytes and times it is one in any case."""
    assert [found.verdict for found in check(text, units)] == ["consistent"]
