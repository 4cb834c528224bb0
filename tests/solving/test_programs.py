"""A query as a program: its checks with the way to what they need beside the answer."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from derive.equations import AtLeast, AtMost, Constraint, Eq, Relation, Var
from derive.program.data import Program
from derive.solving.givens import read_givens
from derive.solving.programs import checks_of, constraints_of, program_of
from derive.solving.query import Query
from derive.solving.query_preparation import query_or_none
from derive.system import System

x, y, z, a, b, c = (Var(name) for name in "xyzabc")
usual = Var("usual", convention="3")
many = Var("many", whole=True)


def query_of(system: System, target: Var, *known: Var) -> Query:
    query = query_or_none(
        system, target, read_givens(dict.fromkeys(known, 2), system.vocabulary)[0]
    )
    assert query is not None
    return query


def system_of(*equations: Any, limits: tuple[Any, ...] = ()) -> System:
    return System(
        [Relation(f"r{k}", equation) for k, equation in enumerate(equations)],
        [Constraint(f"limit{k}", limit) for k, limit in enumerate(limits)],
    )


def test_a_check_brings_the_blocks_to_what_is_beside_the_answer() -> None:
    """z is not on the way to x, and the check of it needs it; nothing needs c."""
    system = system_of(Eq(x, 2 * a), Eq(z, 3 * a * usual), Eq(z, 9 * b), Eq(c, 4 * a))
    query = query_of(system, x, a, b)
    ((closed, check),) = checks_of(query)
    slots = system.slots
    assert system.relations[closed[0]].name in {"r1", "r2"}
    assert [block.solves for block in check.path.blocks] == [slots[z]]
    assert dict(check.path.assumed).items() >= {(slots[a], 2.0), (slots[usual], 3.0)}
    assert check.cancelled == ()
    program: Program = program_of(query)
    assert program.checks == (check,) and program.target == slots[x]
    assert [block.solves for block in program.blocks] == [slots[x]]


def test_what_cancels_in_a_check_is_set_to_one_and_needs_no_way() -> None:
    """b·y·z against a·c·y·z depends on neither y nor z."""
    system = system_of(Eq(x, 2 * a), Eq(b * y * z, c * y * z * a))
    ((_, check),) = checks_of(query_of(system, x, a, b, c))
    assert set(check.cancelled) == {system.slots[y], system.slots[z]}
    assert check.path.blocks == ()


@pytest.mark.parametrize(
    ("limit", "at_most", "counted"),
    [
        (AtMost(many * z, 9 * b), True, True),
        (AtLeast(many * z, 9 * b), False, True),
        (sympy.Lt(many, z, evaluate=False), True, True),
        (sympy.Gt(many, z, evaluate=False), False, True),
        (AtMost(a * z, b), True, False),
    ],
)
def test_a_limit_brings_its_blocks_its_side_and_whether_it_counts(
    limit: Any, at_most: bool, counted: bool
) -> None:
    """A limit on a counted target is judged at its whole number."""
    system = system_of(Eq(many, 2 * a), Eq(z, 3 * a), limits=(limit, AtMost(b, c)))
    ((name, found),) = constraints_of(query_of(system, many, a, b))
    assert (name, found.at_most, found.counted) == ("limit0", at_most, counted)
    assert [block.solves for block in found.path.blocks] == [system.slots[z]]


def test_a_limit_of_something_open_is_left_out() -> None:
    system = system_of(Eq(x, 2 * a), Eq(z, c * y), limits=(AtMost(x, z), AtMost(x, a)))
    assert [name for name, _ in constraints_of(query_of(system, x, a))] == ["limit1"]
