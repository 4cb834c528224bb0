"""Every relation of the library: sound, explained, and solvable for each of its variables."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.equations import Relation, Var
from derive.equations.dimensions import dimension_of
from derive.equations.opaque import Applied
from derive.equations.plain import plain
from derive.errors import DeclarationError
from derive.library import library_system, subjects
from derive.library.catalogue import source
from derive.system import System

CORE = ("roofline", "balance", "kv_cache", "capacity", "queueing", "prefill", "training")
RELATIONS = [
    relation
    for name in CORE
    for relation in import_module(f"derive.library.relations.{name}").RELATIONS
]
SMOOTH = [relation for relation in RELATIONS if not relation.right.has(sympy.ceiling, sympy.floor)]
CASES = [
    relation
    for relation in RELATIONS
    if isinstance(relation.right, sympy.Max)
    and all(argument.is_Symbol for argument in relation.right.args)
]
OPAQUE = [relation for relation in library_system().all_relations if relation.equation.has(Applied)]
STATEMENTS = [
    stated
    for module in subjects()
    for stated in (*module.RELATIONS, *module.CONSTRAINTS, *(t.statement for t in module.THEOREMS))
]
PREMISES = [
    premise
    for module in subjects()
    for theorem in module.THEOREMS
    for premise in theorem.follows_from
]
PLACELESS = {
    "routed_fit": "a fit of our own to one data file: there is no page to name",
    "palm_notes": "where in the note it stands was not written down when it was read",
    "explainer-audit": (
        "one generated file; where in it the formula stands was not written down when it was read"
    ),
}
NOT_SMOOTH = (sympy.Max, sympy.Min, sympy.ceiling, sympy.floor, sympy.Piecewise)
SEEDS = st.integers(min_value=0, max_value=10**9)


def named(value: Any) -> str:
    return value.name


def residual(relation: Relation, values: dict[Var, float]) -> float:
    """How far the two sides are apart, as sympy evaluates them."""
    floats = {v: sympy.Float(values[v], 30) for v in relation.variables}
    left, right = (float(side.xreplace(floats)) for side in (relation.left, relation.right))
    return abs(left - right) / (abs(left) + abs(right)) if left or right else 0.0


def drawn(relation: Relation, seed: int) -> dict[Var, float]:
    """Values in range that satisfy the relation; one variable follows from the others by bisection,
    none by the solver.
    """
    source = random.Random(seed)
    while True:
        values = {v: _inside(v, source) for v in relation.variables}
        for var in relation.variables:
            found = _bisected(relation, values, var)
            if found is not None and var.admits(found):
                return {**values, var: found}


def _inside(var: Var, source: random.Random) -> float:
    low, high, _, _ = var.bounds
    if low == -math.inf:
        return source.uniform(-5.0, 5.0)
    return (
        source.uniform(0.05, 0.95) * high
        if math.isfinite(high)
        else low + var.unit.factor * 10 ** source.uniform(-2, 4)
    )


def _bisected(relation: Relation, values: dict[Var, float], var: Var) -> float | None:
    variables = list(relation.variables)
    gap = sympy.lambdify(variables, relation.left - relation.right, "math")

    def at(exponent: float) -> float:
        return float(gap(*(10**exponent if v == var else values[v] for v in variables)))

    low, high = -40.0, 40.0
    if at(low) * at(high) >= 0:
        return None
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if at(low) * at(middle) > 0 else (low, middle)
    return float(10**low)


def assert_given_back(
    var: Var,
    relation: Relation,
    values: dict[Var, float],
    quantities: Callable[..., dict[Var, Any]],
) -> None:
    """Asked for `var` with the others given: the original is among the values or inside the
    interval, and the values satisfy the relation. What is left of nearly equal numbers, and said
    to be, has fewer digits.
    """
    answer = System([relation]).solve(
        var, quantities({v: x for v, x in values.items() if v != var})
    )
    assert answer.status == "solved", var.name
    if answer.interval is not None:
        low, high = answer.interval
        assert low * (1 - 1e-9) <= values[var] <= high * (1 + 1e-9), var.name
        return
    close = 1e-3 if any("numbers that agree to" in said for said in answer.warnings) else 1e-7
    assert any(math.isclose(o.value, values[var], rel_tol=close) for o in answer.outcomes), var.name
    assert all(residual(relation, {**values, var: o.value}) < 1e-9 for o in answer.outcomes), (
        var.name
    )


def test_both_sides_have_one_dimension() -> None:
    """No relation of any subject equates things of different dimension, nor adds them."""
    for relation in library_system().all_relations:
        assert dimension_of(relation.left) == dimension_of(relation.right), relation.name


def test_every_relation_says_why_it_holds() -> None:
    """In every subject: a sentence of why, ended by a full stop."""
    for relation in library_system().all_relations:
        assert relation.why.endswith("."), relation.name
        assert len(relation.why.split()) >= 3, relation.name


def test_every_relation_constraint_and_theorem_says_who_says_so_and_where() -> None:
    """Each citation names a listed source and a place in it, as do the premises of theorems."""
    for stated in (*STATEMENTS, *PREMISES):
        assert stated.citations, named(stated)
        for cited in stated.citations:
            assert source(cited.source).id == cited.source, "the id as it is listed"
            assert cited.where or cited.source in PLACELESS, (named(stated), cited.source)


def test_a_source_without_places_is_one_that_is_cited_without() -> None:
    """The list of exceptions names no source that it need not name."""
    assert set(PLACELESS) == {
        cited.source for stated in STATEMENTS for cited in stated.citations if not cited.where
    }


def test_what_a_derivation_of_our_own_follows_from_is_stated() -> None:
    """Words with underscores in its basis are names of relations, constraints or theorems."""
    names = {other.name for other in STATEMENTS}
    for stated in STATEMENTS:
        for cited in stated.citations:
            if cited.source == "own-derivation":
                words = {word.strip(",") for word in cited.where.split() if "_" in word}
                assert words <= names, (named(stated), words - names)


@pytest.mark.parametrize("relation", SMOOTH, ids=named)
@settings(max_examples=3, derandomize=True, deadline=None)
@given(seed=SEEDS)
def test_a_relation_gives_back_each_of_its_variables_from_the_others(
    quantities: Callable[..., dict[Var, Any]], relation: Relation, seed: int
) -> None:
    """Forwards from random inputs, then back: the original is among the values or inside the
    interval, and what is returned satisfies the relation.
    """
    values = drawn(relation, seed)
    for var in relation.variables:
        assert_given_back(var, relation, values, quantities)


@pytest.mark.parametrize("relation", CASES, ids=named)
@pytest.mark.slow
def test_each_argument_of_an_extremum_is_inverted_when_it_binds(
    quantities: Callable[..., dict[Var, Any]], relation: Relation
) -> None:
    """Whichever argument sets the value, asking for a variable of it gives it back; asking for one
    that does not bind gives an interval that holds it.
    """
    node = relation.right
    system = System([relation])
    binding = set()
    for seed in range(60):
        values = drawn(relation, seed)
        sizes = {
            argument: float(
                argument.xreplace({v: sympy.Float(values[v]) for v in relation.variables})
            )
            for argument in node.args
        }
        winner, loser = max(sizes, key=lambda a: sizes[a]), min(sizes, key=lambda a: sizes[a])
        if sizes[winner] < 1.01 * sizes[loser]:
            continue
        binding.add(winner)
        rest = dict(values.items())
        bound = system.solve(winner, quantities({v: x for v, x in rest.items() if v != winner}))
        assert bound.number == pytest.approx(values[winner], rel=1e-9)
        free = system.solve(loser, quantities({v: x for v, x in rest.items() if v != loser}))
        assert free.interval is not None
        assert free.interval[0] <= values[loser] <= free.interval[1]
        assert free.interval[1] == pytest.approx(sizes[winner], rel=1e-9)
    assert binding == set(node.args)


@pytest.mark.parametrize("relation", SMOOTH, ids=named)
def test_the_derivation_of_an_inversion_is_verified_line_by_line(
    quantities: Callable[..., dict[Var, Any]], relation: Relation
) -> None:
    """For each variable: every line has a verdict, and none reads `-x = ...`."""
    values = drawn(relation, 7)
    for var in relation.variables:
        answer = System([relation]).solve(
            var, quantities({v: x for v, x in values.items() if v != var})
        )
        assert answer.derivation.steps, var.name
        assert answer.derivation.verified, var.name
        assert not any(plain(step.equation.lhs).startswith("-") for step in answer.derivation), (
            var.name
        )


@pytest.mark.parametrize("relation", OPAQUE, ids=named)
def test_a_relation_with_an_opaque_function_is_solved_for_all_that_stands_outside_it(
    relation: Relation,
) -> None:
    """As symbols, every line verified; what stands inside the function alone is refused, for the
    function is not undone.
    """
    inside = {v for node in relation.equation.atoms(Applied) for v in node.free_symbols}
    for var in relation.variables:
        known = [v for v in relation.variables if v != var]
        if var in inside:
            with pytest.raises(DeclarationError, match="nothing is known of"):
                System([relation]).formula(var, known)
        else:
            (form,) = System([relation]).formula(var, known)
            assert form.derivation.verified


@pytest.mark.slow
@pytest.mark.parametrize(
    "relation", [r for r in library_system().all_relations if r not in OPAQUE], ids=named
)
def test_every_relation_of_the_library_runs_in_every_direction(
    quantities: Callable[..., dict[Var, Any]], relation: Relation
) -> None:
    """In every subject, ceilings included: the original is among the values or inside the interval,
    and the values satisfy the relation.
    """
    values = computed_forwards(relation)
    for var in relation.variables:
        if var.name == "one_gpu":
            continue  # one GPU is one GPU: nobody asks for it
        assert_given_back(var, relation, values, quantities)


def computed_forwards(relation: Relation) -> dict[Var, float]:
    """Values that satisfy the relation: what it defines follows by sympy's arithmetic; a point
    relation is met by bisection.
    """
    subject = relation.subject
    not_smooth = relation.right.has(*NOT_SMOOTH)
    for seed in range(400):
        if subject is None:
            return drawn(relation, seed)
        source = random.Random(seed)
        values = {v: _inside(v, source) for v in relation.variables}
        values |= {v: 1.0 for v in relation.variables if v.name.startswith("one_")}  # of its kind
        found = relation.right.xreplace({v: sympy.Float(x, 30) for v, x in values.items()})
        if found.is_finite and subject.admits(float(found)):
            made = {**values, subject: float(found)}
            if not_smooth or all(moves(relation, made, v) for v in values if v != subject):
                return made
    raise AssertionError(f"{relation.name}: no draw in range")


def moves(relation: Relation, values: dict[Var, float], var: Var) -> bool:
    """Whether a hundredth of a variable shows in the relation, so that it can be found again."""
    return residual(relation, {**values, var: 1.01 * values[var]}) > 1e-9
