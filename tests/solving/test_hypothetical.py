"""Points and margins need not exist, unless what makes them is above zero whatever it is."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

import derive
from derive.equations import AtMost, Constraint, Eq, Max, Min, Relation, Var
from derive.solving.hypothetical import hypothetical
from derive.system import System

x, y = Var("x"), Var("y")
even, real, least = (
    Var("even", within="[0, oo)"),
    Var("real", within="(-oo, oo)"),
    Var("least", within="[1, oo)"),
)
point = Var("point", at="the crossing")
share = Var("share", within="(0, 1]", at="the crossing")
beyond_one = Var("beyond_one", within="[1, oo)", at="the crossing")
half = sympy.Rational(1, 2)


@pytest.mark.parametrize(
    ("equation", "exists"),
    [
        (Eq(point, x), True),
        (Eq(point, 0.5 * x), True),
        (Eq(point, x / 3), True),
        (Eq(point, sympy.pi * x), True),
        (Eq(point, x + y), True),
        (Eq(point, x + half), True),
        (Eq(point, x + sympy.Float(0.5)), True),
        (Eq(point, Max(x, half)), True),
        (Eq(point, x * y / 2), True),
        (Eq(point, Max(x, y)), True),
        (Eq(point, Min(x, 1)), True),
        (Eq(point, sympy.sqrt(x)), True),
        (Eq(point, x**-2), True),
        (Eq(point, x**y), True),
        (Eq(point, x**least), True),
        (Eq(point, x + least), True),
        (Eq(point, x - y), False),
        (Eq(point, x - 1), False),
        (Eq(point, -x), False),
        (Eq(point, x + even), False),
        (Eq(point, x * real), False),
        (Eq(point, x**even), False),
        (Eq(point, even**x), False),
        (Eq(point, sympy.log(x)), False),
        (Eq(point, Max(0, x - y)), False),
        (Eq(point, sympy.ceiling(x)), False),
        (Eq(point, point * x / y), False),
        (Eq(x, point * y), True),
        (Eq(x * y, 2 * point**2), True),
        (Eq(x / point, y), True),
        (Eq(x, -point * y), False),
        (Eq(x, even * point), False),
        (Eq(x, point + y), False),
        (Eq(x * point, y * point), False),
        (Eq(share, x), False),
        (Eq(x, share * y), False),
        (Eq(beyond_one, x), False),
    ],
    ids=str,
)
def test_a_point_exists_if_what_makes_it_is_positive(equation: Any, exists: bool) -> None:
    """A formula of positive parts, or one product of positive variables that is another; and only
    where its range takes any positive value.
    """
    system = System([Relation("crossing", equation)])
    assert hypothetical(system, set()) == (frozenset() if exists else {0})
    assert hypothetical(system, {point, share, beyond_one}) == frozenset()


def test_a_point_exists_by_another_that_does() -> None:
    """One by one, in whichever order the relations stand."""
    later = Var("later", at="the crossing after it")
    chain = [Relation("second", Eq(later, 2 * point)), Relation("first", Eq(point, 3 * x))]
    assert hypothetical(System(chain), set()) == frozenset()
    broken = [Relation("second", Eq(later, 2 * point)), Relation("first", Eq(point, x - y))]
    assert hypothetical(System(broken), set()) == {0, 1}
    assert hypothetical(System(broken), {point}) == {0}


def test_what_a_constraint_leaves_need_not_be() -> None:
    """The margin of a limit is the difference of what it compares, as it stands there or by two
    definitions; ideal values do not count.
    """
    held, room, spare, used = (Var(name, "byte") for name in ("held", "room", "spare", "used"))
    full = Var("full", default="1", ideal=True, within="(0, 1]")
    fits = Constraint("fits", AtMost(held, room))
    margin = Relation("margin", Eq(spare, full * room - held))
    assert hypothetical(System([margin], [fits]), set()) == {0}
    assert hypothetical(System([margin], [fits]), {spare}) == frozenset()
    assert hypothetical(System([margin]), set()) == frozenset()
    halves = Relation("halves", Eq(used, held / 2))
    other = Relation("margin", Eq(spare, room - 2 * used))
    assert hypothetical(System([halves, other], [fits]), set()) == {1}
    wider = Relation("margin", Eq(spare, room - held - used))
    assert hypothetical(System([wider], [fits]), set()) == frozenset()


def test_a_margin_is_mentioned_by_what_is_made_from_it() -> None:
    """Whoever states how many fit into the room states that there is some."""
    held, room, spare, each = (Var(name, "byte") for name in ("held", "room", "spare", "each"))
    number, doubled, larger = Var("number"), Var("doubled"), Var("larger", "byte")
    system = System(
        [
            Relation("margin", Eq(spare, room - held)),
            Relation("number", Eq(number, spare / (each + held))),
            Relation("doubled", Eq(doubled, 2 * number)),
            Relation("larger", Eq(larger, Max(spare, each))),
        ],
        [Constraint("fits", AtMost(held, room))],
    )
    assert hypothetical(system, {held, room, each, larger}) == {0}
    assert hypothetical(system, {doubled}) == hypothetical(system, set(), {spare}) == frozenset()


@pytest.mark.parametrize(
    "beyond",
    [
        {"kv_token_capacity": "2.62e6 token"}, {"capacity_batch": "300 sequence"},
        {"longest_context": "80000 token/sequence"},
    ],
    ids=lambda beyond: next(iter(beyond)),
)  # fmt: skip
@pytest.mark.slow
def test_more_than_fits_is_one_contradiction_whatever_is_asked(beyond: dict[str, str]) -> None:
    """Eight H100 have room for 1.87 million tokens beside the weights."""
    given = {
        **derive.accelerator("h100_sxm", "fp8"), **derive.model("llama31_70b"), "gpus": "8 GPU",
        "bytes_per_element": "2 byte/element", "batch_size": "32 sequence",
        "context_length": "8192 token/sequence", **beyond,
    }  # fmt: skip
    asked = ("step_time", "kv_tokens", "longest_context", "gpus_to_fit", "kv_room", "drain_time")
    answers = [derive.solve(target, given) for target in asked]
    assert {answer.status for answer in answers} == {"contradiction"}
    assert len({frozenset(answer.conflict.names) for answer in answers}) == 1
    names = {*answers[0].conflict.names}
    assert names > {*beyond, "hbm_capacity", "gpus"}
    assert ("context_length" in names) == ("capacity_batch" in beyond)
