"""Maps: opaque functions whose units are checked, whose identity is all they declare, and which are
never made numbers.
"""

from __future__ import annotations

import copy
import pickle

import pytest
import sympy

from derive.equations import Eq, OpaqueFunction, Relation, Var
from derive.equations.dimensions import dimension_of
from derive.equations.expression import replace
from derive.equations.lowering import compile_expression
from derive.equations.plain import plain
from derive.errors import DeclarationError, DimensionError, TextError
from derive.program.arithmetic import EXACT, FLOATS, Opaque, precise
from derive.rendering.expressions.latex import latex
from derive.units.text import parse_unit

x, y = Var("x", "byte"), Var("y", "token")
f = OpaqueFunction("f", "byte", "token", "what a layer adds", tex="f")


def test_a_map_gives_its_own_unit_and_takes_only_its_own() -> None:
    assert dimension_of(f(x)) == parse_unit("token").dimension
    assert dimension_of(f(2 * x) * x) == parse_unit("token*byte").dimension
    with pytest.raises(DimensionError, match="f takes byte"):
        Relation("r", Eq(y, f(y)))
    with pytest.raises(DimensionError, match="the terms of a sum differ"):
        Relation("r", Eq(y, x + f(x)))


@pytest.mark.parametrize(
    ("name", "takes", "error"),
    [("2f", "1", DeclarationError), ("f(x)", "1", DeclarationError), ("f", "bites", TextError)],
)
def test_what_cannot_be_a_map_is_refused(name: str, takes: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        OpaqueFunction(name, takes)


@pytest.mark.parametrize("text", ["x", "1 + 1", "print(1)"])
def test_an_argument_is_never_read_as_text(text: str) -> None:
    """Text would be evaluated by sympy."""
    with pytest.raises(sympy.SympifyError):
        f(text)


def test_two_maps_of_one_name_and_other_units_are_two() -> None:
    assert f == OpaqueFunction("f", "byte", "token", "what a layer adds", tex="f")
    assert f != OpaqueFunction("f", "byte", "s", "what a layer adds", tex="f")
    assert f(x) != OpaqueFunction("f", "byte", "s")(x)
    assert f(x) == f(x) != f(2 * x)


def test_a_map_survives_pickling_and_copying() -> None:
    assert pickle.loads(pickle.dumps(f)) == copy.deepcopy(f) == f


def test_only_the_argument_holds_variables() -> None:
    expression = y + f(x)
    assert expression.free_symbols == {x, y}
    assert replace(expression, {x: 2 * x}) == y + f(2 * x)


def test_its_slope_is_as_opaque_with_the_unit_of_a_slope() -> None:
    slope = sympy.diff(y + f(3 * x), x)
    assert plain(slope) == "3*f'(3*x)"
    assert dimension_of(slope) == parse_unit("token/byte").dimension
    assert sympy.diff(f(x), y) == 0
    assert OpaqueFunction("h").slope.gives.text == "1"


def test_it_prints_by_name_and_by_symbol() -> None:
    assert plain(Eq(y, f(x + x**2))) == "y = f(x^2 + x)"
    assert latex(f(x)) == r"f\left(x\right)"
    assert latex(f.slope(x)) == r"f^{\prime}\left(x\right)"


def test_no_float_is_ever_made_of_it() -> None:
    with pytest.raises(Opaque):
        compile_expression(f(x), {x: 0}, FLOATS)([2.0])


@pytest.mark.parametrize("arithmetic", [EXACT, precise()], ids=["exact", "60 digits"])
def test_its_stand_in_depends_on_the_argument_and_on_nothing_else(arithmetic: object) -> None:
    """Lines are verified at random points; there the same argument must give the same number, and
    another another.
    """
    value = compile_expression(f(x), {x: 0}, arithmetic)  # type: ignore[arg-type]
    third = arithmetic.fraction(1, 3)  # type: ignore[attr-defined]
    assert value([third]) == value([third + 1 - 1]) != value([third * 2])
    other = compile_expression(OpaqueFunction("f", "byte", "s")(x), {x: 0}, arithmetic)  # type: ignore[arg-type]
    assert other([third]) != value([third])
