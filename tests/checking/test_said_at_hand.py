"""Names whose unit the text says far away, or nowhere but in the equation: dimensions that differ
are an error only where each name is bound, or has its unit said right by the equation.
"""

import pytest

from tests.checking.judged_text import levels

_SAID = "Let $w$ be the load in GB and $d$ the time in s."
_FRONT = "---\nbindings:\n  w: GB\n  d: s\n---\n\n"
_SPOILT = "$w = 3 d$"


def _apart(lines: int) -> str:
    """Lines of prose between a definition and an equation."""
    return "\n\n" + "It is long.\n" * lines + "\n"


@pytest.mark.parametrize(
    ("text", "level"),
    [
        (f"{_SAID}{_apart(3)}So {_SPOILT}.", "error"),
        (f"{_SAID}{_apart(22)}So {_SPOILT}.", "warning"),
        (f"{_FRONT}{_apart(22)}So {_SPOILT}.", "error"),
        (f"{_SAID}{_apart(3)}So $w = 3\\,\\text{{GB}}$.", "none"),
    ],
)
def test_a_name_defined_far_away_accuses_nobody_unless_it_is_bound(text: str, level: str) -> None:
    """Letters are used again for something else."""
    assert levels(text)[-1] == level


@pytest.mark.parametrize(("lines", "level"), [(0, "error"), (5, "warning")])
def test_a_value_may_be_of_another_number(lines: int, level: str) -> None:
    """A letter that is a pure number some lines before is a length here."""
    text = f"Let $h$ be the swing in radians.{_apart(lines)}It falls $h = 2.5\\,\\text{{m}}$."
    assert levels(text)[-1] == level


def test_an_equation_does_not_say_what_its_own_names_are() -> None:
    line = "LOAD = LOAD(ALL) - LOAD(N)"
    assert "error" not in levels(f"They leave out N.\n\n{line}\n\nIt is shown below.")


@pytest.mark.parametrize(
    "text",
    [
        r"With $a$ in nm, $A$ is in nm$^{-1/2}$. So $A = 1/\sqrt{a}$.",
        r"With $a$ in m, $A$ is in m$^{1/2}$. So $A = \sqrt{a}$.",
        r"The ratio $g = 2.4\times10^8$ rad $\text{s}^{-1}$ $\text{T}^{-1}$ in $B$ [T]: $w = g B$"
        " with $w$ [rad/s].",
        "Each of these contains a dimensional error: with the rate $w$ [1/s] and the time $t$ [s],"
        r" (a) $w = \sqrt{t}$.",
    ],
)
def test_powers_set_as_formulas_belong_to_units_and_errors_to_find_are_none(text: str) -> None:
    assert "error" not in levels(text)


def test_a_number_may_have_a_unit_and_a_unit_that_is_worked_out_proves_nothing() -> None:
    said = "With the rate $w$ [1/s], the field $B$ [T]: "
    assert levels(f"{said}$w = 28 B$") == ["warning"]
    assert levels(f"{said}$w = 2 B$") == ["error"]
    bound = {"w": "1/s", "B": "T"}
    assert levels("$w = 28 B$", bound) == ["error"]
    carried = "With the way $x$ [m] and the time $t$ [s], $y = x/t$.\n\nThen $x = 2 x + y$."
    assert levels(carried)[-1] == "warning"
