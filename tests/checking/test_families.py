"""Equations that leave one name open, and what the comparison then hangs on."""

from derive.checking.check import usual_names
from derive.checking.inference.conditions import Conditions
from derive.checking.inference.elimination import UnitSolution
from derive.checking.verdicts.families import is_enough
from derive.equations.var import Var
from derive.units.dimension import PURE
from derive.units.text import parse_unit


def test_exponents_have_units_of_their_own_beside_the_one_open_name() -> None:
    """Whether a comparison is enough hangs on the unit of the name, whatever its powers are of."""
    name, power = (Var(letter, "1", "open") for letter in "xn")
    conditions = Conditions([name])
    for unit, enough in (("FLOP/s", True), ("FLOP", False)):
        units = {name: parse_unit(unit).dimension, power: PURE}
        solution = UnitSolution(units, (), settles=True)
        assert is_enough({"x": name}, conditions, solution, usual_names()) is enough
