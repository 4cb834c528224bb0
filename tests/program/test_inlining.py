"""Inlining over arrays: the same results to the last bit, with fewer blocks."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from derive.analysis.sweep.question import ArrayAnswer, BatchQuery
from derive.equations import Eq, Max, Relation, Var
from derive.program import arrays as array_reader
from derive.program.array_blocks import ArrayBlock
from derive.results.known import Known, Origin
from derive.system import System
from tests.oracle.own_systems import OwnWorld
from tests.sampling import sampled

Arrays = Mapping[Var, np.ndarray]


def query_with_blocks(
    system: System, target: Var, arrays: Arrays, known: Mapping[Var, Known] | None = None
) -> tuple[ArrayAnswer, list[int]]:
    """The answer, and the numbers of blocks that the programs evaluate for finite values."""
    query = BatchQuery(system, target, known or {}, tuple(arrays))
    found = query(arrays)
    programs = [plan.program for plan in query._plans.values() if plan.program is not None]
    return found, [len(program._inlined) for program in programs]


def as_written(blocks: list[ArrayBlock], kept: object) -> tuple[ArrayBlock, ...]:
    """Blocks without inlining."""
    return tuple(blocks)


def assert_same(first: ArrayAnswer, second: ArrayAnswer) -> None:
    assert first.values.tobytes() == second.values.tobytes()
    assert first.status.tobytes() == second.status.tobytes()
    texts = [[one.regimes.get(int(k), "") for k in one.regime.flat] for one in (first, second)]
    assert texts[0] == texts[1]


@pytest.mark.slow
@sampled(6, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.integers(0, 10**6),
    kinds=st.sampled_from([("product", "sum"), ("product", "max", "min"), ("sum", "max")]),
)
def test_inlined_values_change_no_bit_of_an_answer(seed: int, kinds: tuple[str, ...]) -> None:
    """Lists and grids of random systems."""
    world = OwnWorld(seed, kinds)
    known = {v: Known(v, x, Origin.GIVEN, 1e-9) for v, x in world.given.items()}
    first, *others = random.Random(seed).sample(list(known), min(2, len(known)))
    fixed = {v: k for v, k in known.items() if v not in (first, *others)}
    factors = np.array([0.5, 0.97, 1.0, 2.0])
    for column in (factors, factors[:, None]):
        arrays = {first: known[first].value * column}
        arrays |= {v: known[v].value * factors[::-1] for v in others}
        here, _ = query_with_blocks(world.system, world.target, arrays, fixed)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(array_reader, "inlined", as_written)
            assert_same(here, query_with_blocks(world.system, world.target, arrays, fixed)[0])


def test_a_value_that_one_formula_reads_is_computed_within_it() -> None:
    """The two times that a Max compares, but not the Max, which names the regime."""
    a, b, c, d, y = (Var(name, "s") for name in "abcdy")
    system = System(
        [Relation("c", Eq(c, 2 * a)), Relation("d", Eq(d, a + b)), Relation("y", Eq(y, Max(c, d)))]
    )
    arrays = {a: np.array([1.0, 3.0, 1e308]), b: np.array([2.0, 1.0, 1e308])}
    found, blocks = query_with_blocks(system, y, arrays)
    assert blocks == [1]
    np.testing.assert_array_equal(found.values, [3.0, 6.0, np.nan])
    assert [found.regimes.get(k, "") for k in found.regime.tolist()] == ["d ≥ c", "c ≥ d", ""]


def test_a_value_that_several_read_is_computed_once() -> None:
    a, b, c, y = (Var(name, "s") for name in "abcy")
    twice = [Relation("c", Eq(c, a + b)), Relation("y", Eq(y, c * c / (c + a)))]
    found, blocks = query_with_blocks(System(twice), y, {a: np.array([1.0, 2.0]), b: np.ones(2)})
    assert blocks == [2] and found.values.tolist() == [4 / 3, 9 / 5]


def test_a_value_that_a_check_reads_is_kept() -> None:
    """A second statement of a value on the way contradicts points."""
    a, b, c, y = (Var(name, "s") for name in "abcy")
    relations = [
        Relation("c", Eq(c, a + b)),
        Relation("again", Eq(c, 3 * b)),
        Relation("y", Eq(y, 2 * c)),
    ]
    arrays = {a: np.array([2.0, 2.5]), b: np.array([1.0, 1.0])}
    found, _ = query_with_blocks(System(relations), y, arrays)
    assert found.values[0] == 6.0 and found.status[0] != found.status[1]


def test_a_long_chain_is_answered() -> None:
    """Formulas within formulas stay short."""
    names = [Var(f"x{k}", "s") for k in range(600)]
    system = System(
        [Relation(f"r{k}", Eq(v, u + names[0])) for k, (u, v) in enumerate(pairwise(names))]
    )
    found, blocks = query_with_blocks(system, names[-1], {names[0]: np.array([1.0, 2.0])})
    assert found.values.tolist() == [600.0, 1200.0] and 1 < blocks[0] < 300
