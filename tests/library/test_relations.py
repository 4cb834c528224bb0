"""Every relation of the library: sound, explained, and solvable for each of its variables."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from itertools import count
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import derive
from derive.authoring.directions import faulty_directions, given_back
from derive.authoring.points import Values, bisected_point
from derive.authoring.statements import (
    PARTS,
    faulty_citations,
    faulty_equation,
    faulty_words,
    stated_by,
)
from derive.equations import Relation, Var
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
SEEDS = st.integers(min_value=0, max_value=10**9)


def named(value: Any) -> str:
    return value.name


def drawn(relation: Relation, seed: int) -> Values:
    """Values in range that satisfy the relation, one of which is found by bisection."""
    return next(filter(None, (bisected_point(relation, seed + number) for number in count())))


@pytest.mark.parametrize("part", PARTS)
def test_every_statement_has_one_dimension_says_why_it_holds_and_who_says_so_where(
    part: str,
) -> None:
    """In every subject; a neglected term has a direction."""
    for stated in stated_by(derive.pack("llm"), part):
        words = getattr(stated, "statement", stated)
        assert [*faulty_equation(part, stated), *faulty_words(part, words)] == []


def test_the_premises_of_theorems_say_who_says_so_and_where() -> None:
    for premise in PREMISES:
        assert list(faulty_citations("theorem", premise)) == []


def test_a_source_without_places_is_one_that_is_cited_without() -> None:
    """None is said to have no places where one is named, nor is one without a place without a
    reason.
    """
    cited = [citation for stated in STATEMENTS for citation in stated.citations]
    bare = {each.source for each in cited if not each.where}
    assert {source(id).id for id in bare} == bare
    assert bare == {each.source for each in cited if source(each.source).placeless}


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
    relation: Relation, seed: int
) -> None:
    """From values that satisfy it: the original is among the values or inside the interval, and
    what is returned satisfies the relation.
    """
    values = drawn(relation, seed)
    for var in relation.variables:
        assert given_back(relation, var, values) == ""


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
    assert list(faulty_directions(relation)) == []
    inside = {v for node in relation.equation.atoms(Applied) for v in node.free_symbols}
    for var in inside:
        with pytest.raises(DeclarationError, match="nothing is known of"):
            System([relation]).formula(var, [v for v in relation.variables if v != var])


@pytest.mark.slow
@pytest.mark.parametrize(
    "relation", [r for r in library_system().all_relations if r not in OPAQUE], ids=named
)
def test_every_relation_of_the_library_runs_in_every_direction(relation: Relation) -> None:
    """In every subject, ceilings included: the original is among the values or inside the interval,
    and the values satisfy the relation.
    """
    assert list(faulty_directions(relation)) == []
