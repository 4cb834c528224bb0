"""Givens that agree within the digits written: every variable asked has one value."""

from __future__ import annotations

import pytest

from derive.equations import Eq, Relation, Var
from derive.system import System

CHAIN = System([
    Relation("double", Eq(Var("x"), 2 * Var("a"))),
    Relation("triple", Eq(Var("y"), 3 * Var("x"))),
])  # fmt: skip


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"a": "2", "y": "12.2"}, {"x": 12.2 / 3, "a": 12.2 / 6}),  # a is 1.9 to 2.1
        ({"x": "4", "y": "12.2"}, {"x": 12.2 / 3, "a": 12.2 / 6}),  # x is 3.8 to 4.2
        ({"a": "2.03", "y": "12"}, {"x": 4.06, "y": 12.18}),  # y is 11.5 to 12.5
    ],
)
def test_the_value_known_better_is_followed(
    given: dict[str, str], expected: dict[str, float]
) -> None:
    for target, value in expected.items():
        answer = CHAIN.solve(target, given)
        assert answer.status == "solved"
        assert answer.number == pytest.approx(value, rel=1e-12)


def test_the_value_not_followed_is_told() -> None:
    answer = CHAIN.solve("x", {"a": "2", "y": "12.2"})
    assert any("a = 2 agrees" in text and "known better" in text for text in answer.warnings)
    assert [known.var.name for known in answer.known] == ["y"]


@pytest.mark.parametrize("target", ["x", "a", "y"])
def test_values_that_the_digits_tell_apart_contradict_each_other(target: str) -> None:
    for given in ({"a": "2", "y": "15"}, {"a": "2.00", "y": "12.2"}):
        assert CHAIN.solve(target, given).status == "contradiction"


def test_only_what_disagrees_is_left_out() -> None:
    """A factor in which nothing disagrees stays."""
    system = System([*CHAIN.relations, Relation("times", Eq(Var("w"), Var("x") * Var("k")))])
    answer = system.solve("w", {"a": "2", "y": "12.2", "k": "3.00"})
    assert answer.status == "solved" and answer.number == pytest.approx(12.2)
    assert {known.var.name for known in answer.known} == {"y", "k"}
