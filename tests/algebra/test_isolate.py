"""Isolate: one rearrangement a line, the way people write it."""

from __future__ import annotations

from importlib import import_module

import pytest
import sympy

from derive.algebra.eliminate import degree
from derive.algebra.isolate import isolate
from derive.equations import Eq, Max, Relation, Var
from derive.equations.expression import expanded
from derive.equations.plain import plain

x, y, z, c = (Var(name) for name in "xyzc")

RULES = [
    ("divide", Eq(y * x, z), z / y),
    ("divide", Eq(y / x, z), y / z),
    ("multiply", Eq(x / y, z), y * z),
    ("move terms", Eq(x + y, z), z - y),
    ("move terms", Eq(y - x, z), y - z),
    ("root", Eq(x**3, y), y ** sympy.Rational(1, 3)),
    ("root", Eq(sympy.sqrt(x), y), y**2),
    ("logarithm", Eq(y**x, z), sympy.log(z) / sympy.log(y)),
    ("logarithm", Eq(sympy.exp(x), y), sympy.log(y)),
    ("exponentiate", Eq(sympy.log(x), y), sympy.exp(y)),
    ("clear denominator", Eq(y * x / (x + z), c), c * z / (y - c)),
    ("collect", Eq(y * x + z, c * x), z / (c - y)),
]


@pytest.mark.parametrize(
    ("rule", "equation", "value"), RULES, ids=lambda item: item if isinstance(item, str) else None
)
def test_each_rule_undoes_its_operation(rule: str, equation: sympy.Eq, value: sympy.Expr) -> None:
    """The rule is named among the moves and x comes out as it must."""
    moves, found = isolate(equation.lhs, equation.rhs, x)
    assert rule in [move.rule for move in moves]
    numbers = {x: 0, y: 1.7, z: 2.9, c: 4.3}
    assert float(found.subs(numbers)) == pytest.approx(float(value.subs(numbers)))


@pytest.mark.parametrize(
    ("rule", "equation", "value"), RULES, ids=lambda item: item if isinstance(item, str) else None
)
def test_the_last_move_leaves_x_alone(rule: str, equation: sympy.Eq, value: sympy.Expr) -> None:
    """Every chain of moves ends in a line whose left side is x and whose right side does not hold
    it.
    """
    moves, found = isolate(equation.lhs, equation.rhs, x)
    assert moves[-1].left == x
    assert moves[-1].right == found
    assert x not in found.free_symbols


@pytest.mark.parametrize(
    ("rule", "equation", "value"), RULES, ids=lambda item: item if isinstance(item, str) else None
)
def test_swapping_the_sides_is_no_step(rule: str, equation: sympy.Eq, value: sympy.Expr) -> None:
    """An equation read from right to left takes the same moves."""
    forwards, backwards = (
        isolate(equation.lhs, equation.rhs, x)[0],
        isolate(equation.rhs, equation.lhs, x)[0],
    )
    assert [move.rule for move in forwards] == [move.rule for move in backwards]


def test_two_powers_without_a_constant_are_collected_into_one() -> None:
    """y x^3 = z x needs no numbers: x^2 = z / y."""
    _, found = isolate(y * x**3, z * x, x)
    assert sympy.simplify(found - sympy.sqrt(z / y)) == 0


@pytest.mark.parametrize(
    "equation",
    [Eq(x**x, y), Eq(x + sympy.log(x), y), Eq(x**2 + x, y), Eq(sympy.ceiling(x), y)],
    ids=str,
)
def test_what_no_rule_undoes_is_left_to_the_numbers(equation: sympy.Eq) -> None:
    """No value rather than a wrong one."""
    assert isolate(equation.lhs, equation.rhs, x)[1] is None


def test_an_even_root_is_taken_only_of_what_cannot_be_negative() -> None:
    """(x - y)^2 = z has two solutions, so no single root is printed; x^2 = z with x > 0 has one."""
    assert isolate((x - y) ** 2, z, x)[1] is None
    assert isolate(x**2, z, x)[1] == sympy.sqrt(z)


CORE = ("roofline", "balance", "kv_cache", "capacity", "queueing", "prefill", "training")
RELATIONS = [
    relation
    for name in CORE
    for relation in import_module(f"derive.library.relations.{name}").RELATIONS
]


def acts(relation: Relation, var: Var) -> bool:
    """Whether the variable stands outside any extremum or rounding and does not cancel from the
    relation.
    """
    stepped = (relation.left - relation.right).has(sympy.Max, sympy.Min, sympy.ceiling, sympy.floor)
    return not stepped and (
        degree(relation.left, var) is None
        or degree(relation.left, var) != degree(relation.right, var)
    )


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda relation: relation.name)
def test_every_relation_of_the_library_isolates_for_each_of_its_variables(
    relation: Relation,
) -> None:
    """In at most six lines, none of which is turned over (`-x = ...`)."""
    for var in relation.variables:
        if acts(relation, var):
            moves, value = isolate(relation.left, relation.right, var)
            assert value is not None, var.name
            assert len(moves) <= 6, var.name
            assert not any(plain(move.left).startswith("-") for move in moves), var.name


def test_an_exponent_within_an_exponent_is_left_alone() -> None:
    """Multiplying out what holds the unknown in exponents of exponents took sympy minutes."""
    tower = (y / x) ** (z / (1 + (c / x) ** z)) - (c * z) ** (1 / (z + (y / x) ** z))
    assert expanded(tower) is None and expanded((x + y) * z**x) is not None


@pytest.mark.parametrize(("sums", "count"), [(2, 144), (3, None)])
def test_a_product_of_too_many_terms_is_not_multiplied_out(sums: int, count: int | None) -> None:
    """Twelve in each sum: 144 are few enough, 1728 are not."""
    product = sympy.Mul(*(sum(Var(f"of_{k}_{i}") for i in range(12)) for k in range(sums)))
    found = expanded(product)
    assert (None if found is None else len(found.args)) == count


def test_multiplied_out_a_logarithm_keeps_its_ratio() -> None:
    """The parts of a ratio have dimensions of their own, of which there is no logarithm."""
    p, q, r = (Var(name) for name in "pqr")
    found = expanded(r * (1 + sympy.log(p / q)))
    assert found is not None and found.is_Add and found.has(sympy.log(p / q))


def test_multiplied_out_the_arguments_of_extrema_and_roundings_stay_as_they_are() -> None:
    """Of two questions to own systems, sympy took more than ten seconds within such arguments."""
    p, q = (Var(name) for name in "pq")
    sum_of_powers = (p + 1 / (p + q / (1 + p) ** 2) ** 2) ** 2
    kept = Max(1, sum_of_powers, sympy.ceiling(3 * sum_of_powers))
    assert expanded(p * (kept + q)) == p * kept + p * q
    assert expanded((kept + 1) ** 2) == kept**2 + 2 * kept + 1


@pytest.mark.parametrize(("count", "able"), [(20, True), (400, False)])
def test_a_long_denominator_is_left_to_the_numbers(count: int, able: bool) -> None:
    """What sympy would put over one denominator for seconds; a long sum alone is isolated."""
    terms = sympy.Add(*(Var(f"term_{k}") for k in range(count)))
    found = isolate(y, x / (x + terms), x)[1]
    assert (found is not None) == able
    assert isolate(y, x + terms, x)[1] == y - terms
