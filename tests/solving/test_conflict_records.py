"""What a conflict says: the givens, the relation, both sides and the factor between them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy

import derive
from derive.equations import Eq, Max, Min, Relation, Var
from derive.results.conflict import Conflict, Route
from derive.solving.answer import answer_at
from derive.solving.conflict_explanation import _with_routes
from derive.solving.conflicts import compare_with_given, find_conflicts
from derive.solving.givens import read_givens
from derive.solving.query import Query
from derive.solving.query_preparation import query_or_none
from derive.solving.redundant_relations import combined_conflict
from derive.solving.two_routes import Meeting
from derive.system import System

x, y, z, a, b, c = (Var(name) for name in "xyzabc")
real = Var("real", within="(-oo, oo)")
ideal = Var("ideal", within="(0, 1]", default="1", ideal=True)


def system_of(*equations: Any) -> System:
    return System([Relation(f"r{k}", equation) for k, equation in enumerate(equations)])


def query_of(system: System, target: Var, given: dict[Var, Any], rtol: float = 0.0) -> Query:
    query = query_or_none(system, target, read_givens(given, system.vocabulary)[0], rtol)
    assert query is not None
    return query


@pytest.mark.parametrize(
    ("second", "given", "names", "left", "right", "factor"),
    [
        (Eq(y, 3 * x), {a: 2, y: 13}, ("a", "y"), "y = 13", "3*x = 12", 13 / 12),
        (Eq(3 * x, y), {a: 2, y: 13}, ("a", "y"), "3*x = 12", "y = 13", 12 / 13),
        (Eq(y, 3 * x), {a: 2, y: 11}, ("a", "y"), "y = 11", "3*x = 12", 11 / 12),
        (Eq(real, x - b), {a: 2, b: 3, real: 2}, ("a", "b", "real"), "real = 2", "x - b = 1", 2.0),
    ],
    ids=str,
)  # fmt: skip
def test_a_relation_that_fails_is_told_with_its_sides(
    second: Any, given: dict[Var, Any], names: tuple[str, ...], left: str, right: str, factor: float
) -> None:
    """The factor is the left over the right side."""
    found = find_conflicts(query_of(system_of(Eq(x, 2 * a), second), x, given))
    assert found.first is not None and found.first.relation == "r1"
    assert set(found.first.names) == set(names)
    assert {found.first.left, found.first.right} == {left, right}
    assert found.first.factor == pytest.approx(factor)
    assert found.warnings == ()


def test_a_stated_target_that_differs_names_the_last_relation_of_the_way() -> None:
    """x = 2a = 4 gives 12 for y = 3x; 13 is stated."""
    system = system_of(Eq(x, 2 * a), Eq(y, 3 * x))
    query, stated = query_of(system, y, {a: 2}), read_givens({y: 13}, system.vocabulary)[0][y]
    found = compare_with_given(query, stated, 12.0)
    assert found is not None and found.relation == "r1" and found.names == ("y", "a")
    assert (found.left, found.right) == ("y given as 13", "y from the other givens 12")
    assert compare_with_given(query, stated, 13.0) is None


@pytest.mark.parametrize(
    ("stated", "other", "rtol", "clash"),
    [
        (2, "12.1", 0.0, True), (2, "12.0", 0.0, False), ("2.0", "12.3", 0.0, False),
        ("2.0", "12.4", 0.0, True), ("2.00", "12.1", 0.0, True), ("2.00", "12.1", 0.01, False),
        (2, 12.0000000001, 0.0, False), (2, 12.001, 0.0, True), (2, 12.001, 1e-3, False),
    ],
)  # fmt: skip
def test_what_the_digits_and_rtol_leave_is_no_conflict(
    stated: Any, other: Any, rtol: float, clash: bool
) -> None:
    """Half a unit of the last digit of each given, carried to the relation, and the tolerance."""
    query = query_of(system_of(Eq(x, 2 * a), Eq(y, 3 * x)), x, {a: stated, y: other}, rtol)
    assert (find_conflicts(query).first is not None) is clash


def test_no_conflict_where_the_digits_leave_the_regime_open() -> None:
    """Of a y left of numbers that agree to six digits, whether it is `real` or the root is
    decided by rounding alone.
    """
    high, rate, part, level = Var("high"), Var("rate"), Var("part"), Var("level")
    squares = Eq(part * real, level**2 - z**2)
    system = system_of(
        Eq(y, Min(real, sympy.sqrt(a))),
        Eq(rate * b, part + y),
        Eq(high**2 - 1 / z, c * level),
        squares,
    )
    given = {high: "6.178", c: "0.04721043299542", level: "709.4784919043", a: "0.03285023161227"}
    given |= {rate: "37343.17853650", part: "136190.3908763", b: "3.647000000000"}
    answer = system.solve(y, given)
    assert answer.number == pytest.approx(0.18124, rel=1e-4) and answer.conflict is None
    far = system.solve(y, {**given, part: "136190.2000000"})
    assert far.conflict is not None


@pytest.mark.parametrize(
    ("stated", "rtol", "clash"),
    [
        ((6, 2, 7), 0.0, True), ((6, 2, 6), 0.0, False), (("6.0", 2, "6.02"), 0.0, False),
        (("6.00", 2, "6.02"), 0.0, True), (("6.00", 2, "6.02"), 0.01, False),
        ((6, 2, 6.05), 0.0, True), ((6, 2, 6.05), 0.005, True), ((6, 2, 6.05), 0.01, False),
        ((6, 2, 6.0000000001), 0.0, False),
    ],
)  # fmt: skip
def test_a_combination_without_unknowns_is_a_conflict_of_its_givens(
    stated: tuple[Any, Any, Any], rtol: float, clash: bool
) -> None:
    """x·y = a beside b·x·y = 2·c: c from the others is a·b/2, as far as digits and rtol tell."""
    system = system_of(Eq(x * y, a), Eq(y * x * b, c * 2))
    query = query_of(system, x, dict(zip((a, b, c), stated, strict=True)), rtol)
    found = combined_conflict(query)
    assert (found is not None) is clash
    if found is not None:
        assert set(found.names) == {"a", "b", "c"}
        assert found.left == f"c given as {query.known[c].text}"
        assert found.right == "c from the other givens 6"
        assert found.factor == pytest.approx(query.known[c].value / 6)
        assert {relation.name for relation in found.through} == {"r0", "r1"}
        assert found.mend is None


def test_a_combination_yields_to_a_default_and_is_none_of_a_sum() -> None:
    """An ideal value may take up the gap, as far as its range goes; a sum of unknowns is no
    product, though it cancels at one point.
    """
    loose = system_of(Eq(x * y, a * ideal), Eq(y * x * b, c * 2))
    assert combined_conflict(query_of(loose, x, {a: 6, b: 2, c: 3})) is None
    found = combined_conflict(query_of(loose, x, {a: 6, b: 2, c: 12}))
    assert found is not None and found.mend is None
    sums = system_of(Eq(x + y, a), Eq(2 * x + 2 * y, b))
    assert combined_conflict(query_of(sums, x, {a: 6, b: 13})) is None


def test_a_combination_is_no_matter_of_givens_and_defaults_beside_it() -> None:
    """A given of another relation is no part of the conflict, its digits allow nothing, and an
    ideal value there takes up no gap.
    """
    system = system_of(Eq(x * y, a), Eq(y * x * b, c * 2), Eq(z, real * ideal))
    found = combined_conflict(query_of(system, x, {a: 6, b: 2, c: 7, z: "2"}))
    assert found is not None and set(found.names) == {"a", "b", "c"} and found.mend is None


def test_a_given_of_every_relation_of_a_combination_is_part_of_the_conflict() -> None:
    system = system_of(Eq(x * y, a), Eq(y * x, a**2 * b))
    found = combined_conflict(query_of(system, x, {a: 2, b: 3}))
    assert found is not None and set(found.names) == {"a", "b"}
    assert found.factor == pytest.approx(6)


@pytest.mark.parametrize(
    ("equations", "given", "left", "right", "factor"),
    [
        ((Eq(x, a + b), Eq(c, b * y)), {a: 4, x: 2}, "x given as 2", "x from a at least 4", 0.5),
        ((Eq(x, a + b), Eq(y, x + c)), {a: 4, y: 3}, "y given as 3", "y from a at least 4", 0.75),
        ((Eq(x, ideal * a), Eq(c, ideal * y)), {a: 4, x: 6}, "x given as 6", "x from a at most 4",
         1.5),
        ((Eq(x, Max(a, b)), Eq(c, b * y)), {a: 4, x: 3}, "x given as 3", "x from a at least 4",
         0.75),
    ],
    ids=str,
)  # fmt: skip
def test_a_given_beyond_what_the_others_allow_is_told_with_the_bound(
    equations: tuple[Any, ...], given: dict[Var, Any], left: str, right: str, factor: float
) -> None:
    """And with the factor between the two."""
    found: Conflict = system_of(*equations).solve(c, given).conflict
    assert (found.left, found.right) == (left, right)
    assert found.factor == pytest.approx(factor)
    assert found.apart == pytest.approx(max(factor, 1 / factor))


@pytest.mark.parametrize(
    ("within", "told", "factor"),
    [("[0, 1]", "its range is from 0 to 1", 1.5), ("[2, oo)", "its range is 2 or more", 0.75)],
)
def test_a_variable_outside_its_range_is_told_with_its_range(
    within: str, told: str, factor: float
) -> None:
    """The value over the end that it misses."""
    share = Var("share", within=within)
    system = system_of(Eq(share, a / b), Eq(y, share * c))
    found = system.solve(y, {a: 3, b: 2}).conflict
    assert set(found.names) == {"a", "b"}
    assert (found.left, found.right) == ("share from a and b 1.5", told)
    assert found.factor == pytest.approx(factor)


def test_a_variable_outside_its_range_is_told_where_it_puts_another_outside_too() -> None:
    """Neither range alone makes the contradiction."""
    share, square = (Var(name, within="[0, 1]") for name in ("share", "square"))
    system = system_of(Eq(share, a / b), Eq(square, share**2), Eq(y, square * c))
    found = system.solve(y, {a: 3, b: 2}).conflict
    assert set(found.names) == {"a", "b"} and found.var in (share, square)
    assert found.right == "its range is from 0 to 1"


@pytest.mark.parametrize("target", [x, z])
@pytest.mark.parametrize("rtol", [0.0, 0.01])
def test_two_derivations_in_conflict_are_told_with_what_their_digits_allow(
    target: Var, rtol: float
) -> None:
    """Each from its own givens; half a unit of the last digit of all of them together."""
    d = Var("d")
    system = system_of(Eq(x, a * b), Eq(x, c * d), Eq(z, 2 * x))
    given = {a: "2.00", b: "3.00", c: "4.0", d: "3.0"}
    found = system.solve(target, given, rtol=rtol).conflict
    assert found is not None and set(found.names) == {"a", "b", "c", "d"} and found.var == x
    routes = {tuple(sorted(route.names)): route.value for route in found.routes}
    assert routes == {("a", "b"): pytest.approx(6.0), ("c", "d"): pytest.approx(12.0)}
    assert max(found.factor, 1 / found.factor) == pytest.approx(2.0)
    digits = 0.005 / 2 + 0.005 / 3 + 0.05 / 4 + 0.05 / 3
    assert found.tolerance == pytest.approx(digits + rtol, rel=0.02)
    agreeing = system.solve(target, {**given, c: "2.0"})
    assert agreeing.conflict is None and agreeing.number is not None


def test_a_contradiction_says_what_is_stated_and_what_the_others_make_of_it() -> None:
    """In the headline, so that one sees at once which value is off, and how far."""
    spent = {"active_params": "7e9 param", "training_tokens": "2e12 token"}
    answer = derive.solve("training_time", {**spent, "training_flops": "1e24 FLOP"})
    assert repr(answer) == (
        "training_time: contradiction (training_flops is given as 1e24 FLOP, but active_params and"
        " training_tokens make it 84e21 FLOP, a factor of 11.9 apart)"
    )


@pytest.mark.parametrize(
    ("implied", "mend"), [(0.39, None), (0.4, 0.4), (8.0, 8.0), (40.0, 40.0), (41.0, None)]
)
def test_a_convention_reconciles_at_ten_times_its_value_and_not_beyond(
    implied: float, mend: float | None
) -> None:
    """Another author may have counted that differently, but not by more."""
    usual = Var("tenfold_usual", convention="4")
    one, part, two, factor, other = (
        Var(f"tenfold_{name}") for name in ("one", "part", "two", "factor", "other")
    )
    system = system_of(Eq(one, usual * part), Eq(two, usual * part * factor), Eq(other, 2 * factor))
    given = {one: f"{2 * implied}", two: f"{8 * implied}", part: "2", factor: "4"}
    conflict = system.solve(other, given).conflict
    assert conflict is not None
    assert (conflict.mend and conflict.mend.value) == mend


@pytest.mark.parametrize(
    ("names", "relation", "mend"), [(("z", "x"), "found", 3.0), (("z", "x", "a"), "r1", None)]
)
def test_of_fewer_givens_the_last_relation_between_them_is_told(
    names: tuple[str, ...], relation: str, mend: float | None
) -> None:
    """What was found with more givens than disagree is about another relation of them."""
    system = system_of(Eq(y, 2 * x), Eq(z, 3 * y))
    stated = read_givens({z: 13, x: 2}, system.vocabulary)[0]
    answer = answer_at(system, z, {x: stated[x]})
    routes = Route((stated[z],), 13.0), Route((stated[x],), 12.0, answer)
    found = Conflict(names, "found", "", "", 1.0, mend=replace(stated[x], value=3.0))
    told = _with_routes(found, Meeting(z, routes, 0.0), stated)
    assert (told.names, told.relation) == (("z", "x"), relation)
    assert told.factor == pytest.approx(13 / 12)
    assert (told.mend and told.mend.value) == mend
