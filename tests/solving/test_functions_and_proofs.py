"""Functions of floats and quantities made of a system, and proofs of theorems from relations."""

from __future__ import annotations

import pytest
import sympy

from derive.equations import Eq, Max, Relation, Theorem, Var
from derive.errors import DeclarationError, GivenError, InternalError
from derive.solving.prove import prove_theorem
from derive.system import System
from derive.units.text import parse_unit

way, time, speed = Var("way", "km"), Var("time", "hour"), Var("speed", "m/s")
lift, whole = Var("lift", "km"), Var("whole", "km", convention="3 km")
TRIP = System(
    [
        Relation("speed", Eq(speed, way / time)),
        Relation("whole", Eq(whole, way + lift)),
        Relation("longest", Eq(Var("long", "km"), Max(way, lift))),
    ]
)
x, y, z, a, b = (Var(name) for name in "xyzab")


def test_a_function_takes_and_gives_numbers_in_declared_units() -> None:
    """Kilometres and hours to metres a second, along several relations."""
    assert TRIP.function("speed", ["way", "time"])(36, 2) == pytest.approx(5.0)
    assert TRIP.function("time", ["speed", "way"])(5, 36) == pytest.approx(2.0)
    assert TRIP.function("lift", ["speed", "time", "whole"])(5, 2, 40) == pytest.approx(4.0)


def test_a_function_knows_conventions_that_are_no_input() -> None:
    """The usual three kilometres, of which two are walked."""
    assert TRIP.function("lift", ["way"])(2) == pytest.approx(1.0)
    with pytest.raises(ValueError, match="zip"):
        TRIP.function("lift", ["way"])(2, 3)


def test_a_function_of_a_regime_is_refused() -> None:
    """Which argument of a Max holds is a question of numbers."""
    with pytest.raises(DeclarationError, match="its value depends on a regime"):
        TRIP.function("way", ["long", "lift"])
    assert TRIP.function("long", ["way", "lift"])(2, 3) == 3.0


def test_a_function_over_quantities_converts_them() -> None:
    """Whatever unit they come in; another dimension is refused."""
    function = TRIP.function("speed", ["way", "time"], quantities=True)
    way_of, time_of = parse_unit("m").quantity(720), parse_unit("min").quantity(2)
    for _ in range(2):
        found = function(way_of, time_of)
        assert found.to("meter/second").magnitude == pytest.approx(6.0)
    assert str(found.units) == "meter / second"
    with pytest.raises(GivenError, match="way"):
        function(time_of, way_of)


DOUBLE, TRIPLE = Relation("double", Eq(x, 2 * a)), Relation("triple", Eq(y, 3 * x))


@pytest.mark.parametrize(
    ("equation", "relations", "subject"),
    [
        (Eq(y, 6 * a), (DOUBLE, TRIPLE), y),
        (Eq(a, y / 6), (DOUBLE, TRIPLE), a),
        (Eq(y / a, sympy.Integer(6)), (DOUBLE, TRIPLE), y),
        (Eq(a / x, sympy.Rational(1, 2)), (DOUBLE,), x),
    ],
    ids=str,
)
def test_a_theorem_that_follows_is_proved_line_by_line(
    equation: object, relations: tuple[Relation, ...], subject: Var
) -> None:
    """For its bare left side, else for a variable that a relation defines."""
    proof = prove_theorem(Theorem("claim", equation, "It follows.", relations))
    assert (proof.theorem, proof.derivation.target) == ("claim", subject)
    steps = proof.derivation.steps
    assert steps[-1].relation == "claim" and steps[-1].reason == "It follows."
    assert all(step.verdict for step in steps)
    assert {step.relation for step in steps} >= {relation.name for relation in relations}


@pytest.mark.parametrize(
    ("equation", "relations", "problem"),
    [
        (Eq(y, 6 * a), (TRIPLE,), "does not follow from the relations it names"),
        (Eq(y, b * a), (DOUBLE,), "does not follow from the relations it names"),
        (Eq(x + sympy.exp(x), a + sympy.exp(a)), (DOUBLE,), "has no subject"),
    ],
    ids=str,
)
def test_a_theorem_that_does_not_follow_has_no_proof(
    equation: object, relations: tuple[Relation, ...], problem: str
) -> None:
    with pytest.raises(InternalError, match=f"the theorem claim {problem}"):
        prove_theorem(Theorem("claim", equation, "It does not.", relations))


def test_a_false_number_in_a_theorem_does_not_hold() -> None:
    """Seven instead of six: the relations settle y, and the last line fails on the solution."""
    false = Theorem("claim", Eq(y, 7 * a), "It is near.", (DOUBLE, TRIPLE))
    with pytest.raises(InternalError, match=r"the line “y = 7\*a” does not hold"):
        prove_theorem(false)
