"""Bare figures put into a formula, as worked examples of physics write them."""

import pytest

from tests.checking.judged_text import findings, is_accused, levels

_HEAT = "With $m_1$ [kg], $m_2$ [kg], $c_1$ [J/(kg K)], $c_2$ [J/(kg K)] and $d_o$ [m]:\n\n"
_LOSS = "With $k$ [W/(m K)], $A$ [m^2], $u$ [K], $d$ [m], $q$ [J] and $t$ [s]:\n\n"
_SUM = r"$$m_1 c_1 + m_2 c_2 = (0.250)(900) + (0.800)(4186) = 225 + 3349"


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (_HEAT + _SUM + r" = 3574 \text{ J/K}$$", _HEAT + _SUM + r" = 4574 \text{ J/K}$$"),
        (_HEAT + _SUM + r" = 3.574 \text{ kJ/K}$$", _HEAT + _SUM + r" = 3574 \text{ J}$$"),
        (
            _HEAT + _SUM + r" = 3574 \text{ J/K}$$",
            _HEAT + _SUM.replace("3349", "4349") + r" = 4574 \text{ J/K}$$",
        ),
        (
            _HEAT + r"$$\frac{1}{0.500} = \frac{1}{d_o}(1 + \frac{1}{400})$$",
            _HEAT + r"$$\frac{1}{0.500} = \frac{1}{d_o} + d_o = \frac{1}{d_o}(\frac{401}{400})$$",
        ),
        (
            _LOSS + r"$$\frac{q}{t} = \frac{k A u}{d} = \frac{(0.2)(2.00)(38.0)}{0.0150}$$",
            _LOSS + r"$$\frac{q}{t} = \frac{k A u}{d^2} = \frac{(0.2)(2.00)(38.0)}{0.0150}$$",
        ),
        (
            _LOSS + r"$$q/t = (0.042)(15.0)(6.667 - 4.348) = (0.042)(15.0)(2.319)$$",
            _LOSS + r"$$q/t = (0.042)(15.0)(6.667 - 4.348) = (0.042)(15.0)(3.319)$$",
        ),
    ],
)
def test_figures_without_units_in_a_formula_are_a_note(right: str, spoilt: str) -> None:
    (found,) = findings(right)
    assert (found.level, found.rule) == ("note", "unit-missing")
    assert is_accused(spoilt)


def test_the_note_says_what_is_left_out() -> None:
    (found,) = findings(
        _LOSS + r"$$\frac{q}{t} = \frac{k A u}{d} = \frac{(0.2)(2.00)(38.0)}{0.0150}$$"
    )
    assert found.brief == "it holds with the units of the values put in, which are left out."


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (
            r"$T_1 = 3 \times 10^{-5} + 0.75 \times 10^{-3} = 0.03 + 0.75 = 0.78 \text{ ms}$",
            r"$T_1 = 3 \times 10^{-5} + 0.75 \times 10^{-3} = 0.03 + 0.75 = 0.98 \text{ ms}$",
        ),
    ],
)
def test_figures_are_in_the_unit_of_the_result_or_in_its_base(right: str, spoilt: str) -> None:
    assert levels(right) == ["note"]
    assert is_accused(spoilt)


def test_a_formula_of_small_numbers_is_none_of_measured_figures() -> None:
    text = "With $m$ [kg] and $c$ [J/(kg K)]:\n\n$$m c = \frac{3}{4}$$"
    assert levels(text) != ["note"]


def test_a_name_takes_no_unit_from_a_side_with_figures_put_in() -> None:
    text = _LOSS + r"$$f = -k\frac{(2.51)(3.27)}{(0.03)^2} = -\frac{(8.99)(8.21)}{9.00}$$"
    assert all("f" not in found.forced for found in findings(text))


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (r"$$q = k t = 5 t$$", r"$$q = k t = 5 t^2$$"),
        (r"$$q = 2 k t = 2 \cdot 5 t = 10 t = 7$$", r"$$q = 2 k t = 7 t$$"),
        (r"$$v = u + a t = 3 + 9.8 t$$", r"$$v = u + a t = 3 + 9.8 t + t$$"),
        (r"$$t = q/k = q/5$$", r"$$t = q/k = 5 q$$"),
    ],
)
def test_a_value_in_place_of_a_name_is_without_its_unit(right: str, spoilt: str) -> None:
    """Where the name stood, above or below the bar, and all else is as it was."""
    bound = {"q": "J", "k": "W", "t": "s", "v": "m/s", "u": "m/s", "a": "m/s^2"}
    (found,) = findings(right, bound)
    assert (found.level, found.rule) == ("note", "unit-missing")
    assert levels(spoilt, bound) == ["error"]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        (r"$$\frac{d}{dt} x = a x + 0 \cdot u$$", "none"),
        (
            r"$$\frac{d}{dt} \begin{bmatrix} x \\ i \end{bmatrix}"
            r" = \begin{bmatrix} 0 \\ 1/L \end{bmatrix} u$$",
            "none",
        ),
        (r"$$\frac{d}{dt} x = a x + 2 u$$", "error"),
        (r"$$x = 0 \text{ V}$$", "error"),
    ],
)
def test_names_times_zero_have_any_unit(text: str, level: str) -> None:
    """What is written with a unit has that, zero too."""
    bound = {"x": "m", "a": "1/s", "u": "V", "t": "s", "i": "A", "L": "H"}
    assert levels(text, bound)[0] == level


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("x = 7 t - 2 t^2", "x = t - t^2"),
        ("x = 4.5 + 6 t", "x = 4.5 + 6 t m"),
        ("x = t^3/6 - 2 t", "x = 2 t - t v"),
        ("x = t^2 - 3 t", "x = 1 - 3 t"),
    ],
)
def test_figures_of_a_polynomial_in_one_name_have_the_units_left_out(
    right: str, spoilt: str
) -> None:
    said = "where $x$ is in metres, $m$ in kg, $v$ in m/s and $t$ in seconds."
    (found,) = findings(f"The place is ${right}$, {said}")
    assert (found.level, found.rule) == ("note", "unit-missing")
    assert levels(f"The place is ${spoilt}$, {said}") == ["error"]


def test_a_bare_figure_beside_a_name_with_its_unit_is_in_that() -> None:
    (found,) = findings("```\nkept_GB = max(2GB, (ram_GB - 1) * 0.25)\n```")
    assert (found.level, found.rule) == ("note", "unit-missing")
    (other,) = findings("```\nkept_GB = max(2 s, (ram_GB - 1) * 0.25)\n```")
    assert other.level != "note"


def test_a_measured_figure_before_one_name_may_hold_a_unit_of_physics() -> None:
    said = "where $v$ is the speed in m/s and $h$ is the depth in m."
    (found,) = findings(f"The speed is $v = 4.43 \\sqrt{{h}}$, {said}")
    assert (found.level, found.brief) == (
        "warning",
        "consistent if 4.43 has a unit that is left out.",
    )
    assert levels(f"The speed is $v = 2 \\sqrt{{h}}$, {said}") == ["error"]
    assert levels(f"The speed is $v = 0.125 \\sqrt{{h}}$, {said}") == ["error"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("F = 9.81 m", "F = 9.81 m v"),
        ("m v^2 / 2 = m (9.8)(2 h)", "m v^2 / 2 = m (9.8)(2 h^2)"),
    ],
)
def test_a_bare_gravity_has_its_unit(right: str, spoilt: str) -> None:
    bound = {"F": "N", "m": "kg", "v": "m/s", "h": "m"}
    assert levels(f"${right}$", bound) == ["none"]
    assert levels(f"${spoilt}$", bound) != ["none"]
