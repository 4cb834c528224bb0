"""Expressions restricted to one slot have the values of the whole ones, and cost what their
distinct parts do.
"""

from __future__ import annotations

import math
import random

import pytest

from derive.program.compiler import compile_node
from derive.program.nodes import Nodes
from derive.program.restriction import Restriction


def random_node(table: Nodes, source: random.Random, depth: int) -> int:
    """A random expression of three slots."""
    if depth == 0 or source.random() < 0.1:
        if source.random() < 0.3:
            return table.add("number", source.randint(1, 9), source.randint(1, 4))
        return table.add("slot", source.randrange(3))
    kind = source.choice(("add", "mul", "div", "max", "min", "ceil", "abs", "cases", "pow"))
    first, second, third = (random_node(table, source, depth - 1) for _ in range(3))
    if kind in ("ceil", "abs"):
        return table.add(kind, first)
    if kind == "pow":
        return table.add("pow", first, table.add("number", source.choice((2, -1)), 1))
    if kind == "cases":
        otherwise = table.add("true")
        return table.add("cases", table.add("ge", first, second), third, otherwise, first)
    return table.add(kind, first, second, *((third,) if kind in ("add", "mul") else ()))


@pytest.mark.parametrize("seed", range(40))
def test_a_restricted_expression_has_the_same_value(seed: int) -> None:
    """To the last bit, at values in any order; both raise where there is none."""
    source, table = random.Random(seed), Nodes()
    number = random_node(table, source, 5)
    values = [source.uniform(-3, 3) for _ in range(3)]
    restricted = Restriction(table, [number], 1, list(values)).function(number)
    for values[1] in [0.0, *(source.choice((-2.0, 0.5, source.uniform(-3, 3))) for _ in range(9))]:
        assert value_or_none(restricted, values) == value_or_none(
            compile_node(table, number), values
        )


def value_or_none(function: object, values: list[float]) -> float | None:
    """The value of a function; None outside its domain."""
    assert callable(function)
    try:
        return float(function(values))
    except (ArithmeticError, ValueError, TypeError):
        return None


def test_parts_that_occur_often_are_evaluated_once() -> None:
    """A sum of a sum of ... of a slot with itself, 60 deep, would otherwise never end."""
    table = Nodes()
    number = table.add("slot", 0)
    for _ in range(60):
        number = table.add("add", number, number)
    restricted = Restriction(table, [number], 0, [None]).function(number)
    assert [restricted([x]) for x in (1.5, 3.0, 1.5)] == [math.ldexp(x, 60) for x in (1.5, 3, 1.5)]


def test_a_part_without_a_value_is_an_error_only_where_it_is_read() -> None:
    """A case that divides by zero without the slot does not spoil the other."""
    table = Nodes()
    x, zero, one = table.add("slot", 0), table.add("number", 0, 1), table.add("number", 1, 1)
    below = table.add("ge", zero, x)
    number = table.add("cases", below, table.add("div", one, zero), table.add("true"), x)
    restricted = Restriction(table, [number], 0, [None]).function(number)
    assert restricted([2.0]) == 2.0
    with pytest.raises(ZeroDivisionError):
        restricted([-1.0])
