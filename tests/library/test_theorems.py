"""Theorems: proved from the relations they name, redundant beside them, and refused when they are
not true.
"""

from __future__ import annotations

from copy import copy

import pytest
import sympy

from derive.authoring.statements import faulty_proof
from derive.equations import Eq, Theorem
from derive.errors import InternalError, UnknownName
from derive.library import prove
from derive.library.system import theorems
from derive.structure.derivatives import row
from derive.structure.incidence import incidence
from derive.structure.point import consistent_point
from derive.structure.rank import eliminate

THEOREMS = theorems()
NAMED = pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
CORE = ("three_hundred_times_sparsity", "price_cliff", "balance_grows_with_context",
        "sparsity_inverts_fraction", "cost_floor",
        "mean_is_one_and_a_half_steps", "training_against_inference")  # fmt: skip


@NAMED
@pytest.mark.slow
def test_every_theorem_is_proved_line_by_line(theorem: Theorem) -> None:
    """It begins with the relations it names, ends with itself, and every line between is verified
    at a random point.
    """
    assert list(faulty_proof(theorem)) == []


@pytest.mark.parametrize(
    "theorem",
    [theorem for theorem in THEOREMS if theorem.name in CORE],
    ids=lambda theorem: theorem.name,
)
def test_a_theorem_adds_no_rank(theorem: Theorem) -> None:
    """Beside its relations it is redundant: as a row it is a combination of theirs."""
    relations = [*theorem.follows_from, theorem.statement]
    variables = sorted({v for r in relations for v in r.variables}, key=lambda v: (v.rank, v.name))
    structure = incidence(relations, variables)
    point = consistent_point(relations[:-1], incidence(relations[:-1], variables))
    rows = [
        {structure.number[v]: slope for v, slope in row(r.left, r.right, point).items()}
        for r in relations
    ]
    found = eliminate(range(len(relations)), rows.__getitem__, set(), -1, stop=False)
    assert any(len(relations) - 1 in combination.relations for combination in found.redundant)


@NAMED
@pytest.mark.parametrize(
    "corruption", ["factor two", "other sign", "other exponent", "a side turned over"]
)
@pytest.mark.slow
def test_a_corrupted_theorem_is_refused(theorem: Theorem, corruption: str) -> None:
    """Twice the right side, a sign, a square, a reciprocal: none follows, and none gets a proof."""
    left, right = theorem.equation.args
    made = {
        "factor two": 2 * right,
        "other sign": -right,
        "other exponent": right**2,
        "a side turned over": 1 / right,
    }[corruption]
    if corruption in ("other exponent", "a side turned over"):
        left = left**2 if corruption == "other exponent" else 1 / left
        made = right if right != 1 / right else 2 * right
    false = copy(theorem)
    object.__setattr__(false, "statement", theorem.statement.restated(Eq(left, made)))
    with pytest.raises(InternalError):
        prove(false)


def test_the_lecture_is_all_there() -> None:
    """The rules of thumb of the core subjects are theorems, not relations."""
    assert set(CORE) <= {theorem.name for theorem in THEOREMS}


def test_the_proof_of_the_price_cliff_says_what_cancels() -> None:
    """Batch and GPUs."""
    assert {v.name for v in prove("price_cliff").cancelled} == {"batch_size", "gpus"}


def test_a_theorem_nobody_stated_is_answered_with_the_nearest() -> None:
    """did you mean."""
    with pytest.raises(UnknownName, match="price_cliff"):
        prove("price_clif")


def test_a_theorem_that_needs_a_relation_it_does_not_name_is_refused() -> None:
    """Three hundred times sparsity does not follow from the balance batch alone."""
    whole = next(theorem for theorem in THEOREMS if theorem.name == "three_hundred_times_sparsity")
    partial = Theorem(
        whole.name,
        whole.equation,
        whole.statement.why,
        whole.follows_from[:1],
        source=whole.statement.source,
    )
    with pytest.raises(InternalError, match="does not follow"):
        prove(partial)


def test_three_hundred_times_sparsity_has_its_numbers() -> None:
    """312.5 tokens times 8 is 2,500 sequences, in plain arithmetic."""
    theorem = next(
        theorem for theorem in THEOREMS if theorem.name == "three_hundred_times_sparsity"
    )
    numbers = {
        "balance_tokens": 312.5,
        "sparsity": 8,
        "compute_efficiency": 1,
        "tokens_per_pass": 1,
        "bandwidth_efficiency": 1,
    }
    right = theorem.equation.rhs
    assert right.subs({v: numbers[v.name] for v in right.free_symbols}) == sympy.Float(2500)
