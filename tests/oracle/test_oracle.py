"""The oracle itself: it never refutes what is so, and notices what is not."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
import sympy

import derive
from derive.results.solution import AnswerValue, Solution, ValueInterval
from tests.oracle.bisection import roots
from tests.oracle.examine import asked, fewest
from tests.oracle.intervals import EVERYTHING, power
from tests.oracle.judge import Judge, contradicted
from tests.oracle.library_worlds import random_world, worlds
from tests.oracle.missed_values import at_an_edge, cancelled, missed
from tests.oracle.own_systems import SHAPES, OwnWorld
from tests.oracle.problem import Problem
from tests.oracle.questions import Question, own_question
from tests.oracle.trees import residual, tree_of

RACK = {"gpus": 16, "peak_flops": 1e15, "active_params": 70e9, "batch_size": 300}
HOUR = 3600
CONTRADICTIONS = {
    "computing is shorter": {**RACK, "step_time": 0.024, "compute_time": 0.024,
                             "compute_efficiency": 0.4, "tokens_per_pass": 1},
    "utilisation": {**RACK, "mfu": 0.6, "step_time": 0.025, "kept_fraction": 1,
                    "tokens_per_pass": 1},
    "reading takes longer": {"total_params": 70e9, "bytes_per_param": 2, "gpus": 4,
                             "hbm_bandwidth": 3.35e12, "step_time": 0.002},
    "through GPU time": {"active_params": 8e9, "training_tokens": 4e12, "peak_flops": 1e15,
                         "training_gpu_hours": 5e5 * HOUR, "training_mfu": 0.95},
    "through an unknown product": {"gpus": 2, "hbm_bandwidth": 2e12, "weight_bytes": 60e9,
                                   "weight_fetch_time": 0.003, "step_time": 0.05},
}  # fmt: skip


def library(given: dict[str, float], target: str = "throughput") -> Question:
    known = worlds({})
    find = known.system.find
    values = {find(name): float(x) for name, x in given.items()}
    return Question(known.system, known.problem, known.box, values, find(target), values)


@pytest.mark.parametrize("given", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_it_proves_contradictions(given: dict[str, float]) -> None:
    assert contradicted(library(given))


def test_it_bounds_what_is_not_fixed() -> None:
    """Reading 400 GB at 576 TB/s takes 0.694 ms, and a step takes 20 ms."""
    given = {"total_params": 800e9, "bytes_per_param": 0.5, "gpus": 72, "hbm_bandwidth": 8e12,
             "peak_flops": 1e16, "active_params": 1e11, "step_time": 0.02}  # fmt: skip
    question = library(given)
    box = question.problem.with_values(question.box, question.given)
    low, high = box[question.system.find("memory_time")]
    assert low == pytest.approx(0.4 / 576) and high == pytest.approx(0.02)


@pytest.mark.slow
def test_it_never_refutes_a_world(seed: int) -> None:
    """Own worlds of all shapes, and a world of the library with any part of it given."""
    for k in range(40):
        world = OwnWorld(seed + k)
        assert not world.problem.violated(world.values)
        assert not world.problem.refuted(world.problem.box, world.values)
    source = random.Random(seed)
    values, variants = random_world(source)
    known = worlds(variants)
    assert not known.problem.violated(values)
    for _ in range(4):
        some = dict(source.sample(list(values.items()), 60))
        question = Question(
            known.system, known.problem, known.box, values, *[next(iter(some)), some]
        )
        assert not contradicted(question)


@pytest.mark.slow
def test_a_division_by_zero_refutes_nothing() -> None:
    """A request of one token has no time of generation, and says nothing of the load."""
    question = library({"output_length": 1, "batch_size": 26, "request_rate": 3})
    assert not contradicted(question)
    assert power((0.0, 0.0), -1.0) == EVERYTHING


def test_every_shape_occurs() -> None:
    """Roundings, cases, absolute values and zeros are among the worlds."""
    worlds_made = [OwnWorld(k) for k in range(60)]
    found = {
        type(n) for w in worlds_made for r in w.relations for n in sympy.preorder_traversal(r.right)
    }
    assert {sympy.Max, sympy.Min, sympy.Piecewise, sympy.Abs, sympy.ceiling, sympy.floor} <= found
    assert any(x == 0 for w in worlds_made for x in w.values.values())
    assert any(x < 0 for w in worlds_made for x in w.values.values())
    assert len(SHAPES) == 9


def test_all_roots_are_found() -> None:
    x, y = derive.Var("x"), derive.Var("y")
    tree = tree_of("r", derive.Eq(y, x * (3 - x)))
    found = roots(tree, x, {y: 1.0}, (0.0, math.inf))
    assert found == pytest.approx([(3 - math.sqrt(5)) / 2, (3 + math.sqrt(5)) / 2])
    assert residual(tree, {x: found[0], y: 1.0}) < 1e-12


def test_a_witness_satisfies_everything() -> None:
    """Max(1, h) = 1 and h + x = 3: any x from 2 to 3 will do, and no other."""
    y, h, z, x = (derive.Var(name) for name in "yhzx")
    first = derive.Relation("r", derive.Eq(y, derive.Max(1, h)))
    problem = Problem([first, derive.Relation("s", derive.Eq(z, h + x))])
    box = problem.with_values(problem.box, {y: 1.0, z: 3.0})
    assert box[x] == pytest.approx((2.0, 3.0), rel=1e-6)
    point = problem.witness(box, random.Random(1))
    assert point is not None and not problem.violated(point)
    assert problem.refuted(box, {x: 1.9}) and not problem.refuted(box, {x: 2.1})


def test_a_doctored_answer_is_noticed() -> None:
    """Another value, a missing root, an interval too wide."""
    question = own_question(OwnWorld(4, ("product",)))
    _, answer, _ = asked(question)
    assert answer is not None and answer.number is not None
    assert not list(Judge(question, answer, random.Random(0)).faults())
    wrong = Solution(values=(AnswerValue(1.5 * answer.number),))
    kinds = {f.kind for f in Judge(question, replaced(answer, wrong), random.Random(0)).faults()}
    assert kinds == {"wrong value", "value missed"}
    wide = Solution(intervals=(ValueInterval(0.5 * answer.number, 2.0 * answer.number),))
    kinds = {f.kind for f in Judge(question, replaced(answer, wide), random.Random(0)).faults()}
    assert kinds == {"interval too wide"}


def replaced(answer: derive.Answer, solution: Solution) -> derive.Answer:
    return replace(answer, solution=solution)


@pytest.mark.slow
def test_a_missing_root_is_noticed() -> None:
    """Of x(3 - x) = 2, one root is told."""
    x, y = derive.Var("x"), derive.Var("y")
    relation = derive.Relation("r", derive.Eq(y, x * (3 - x)))
    problem = Problem([relation])
    world = {x: 1.0, y: 2.0}
    question = Question(derive.System([relation]), problem, problem.box, world, x, {y: 2.0})
    question = replace(question, own=OwnWorld(0))
    _, answer, _ = asked(question)
    assert answer is not None
    assert not list(missed(Judge(question, answer, random.Random(0))))
    one = replaced(answer, Solution(values=(AnswerValue(1.0),)))
    assert [f.kind for f in missed(Judge(question, one, random.Random(0)))] == ["value missed"]


def test_what_fails_is_made_small() -> None:
    assert fewest(list(range(40)), lambda some: {7, 31} <= set(some)) == [7, 31]


def test_what_last_digits_alone_decide_is_no_missed_value() -> None:
    """x = 1 beside y ≤ x puts y = 1 but for its last digits on either side of the case."""
    x, y = derive.Var("x"), derive.Var("y")
    cases = sympy.Piecewise((x, y <= x), (2 * x, True))
    relation = derive.Relation("r", derive.Eq(derive.Var("z"), cases))
    problem = Problem([relation])
    z = next(v for v in problem.of if v.name == "z")
    question = Question(derive.System([relation]), problem, problem.box, {}, z, {})
    assert at_an_edge(question, {x: 1.0, y: 1.0 + 1e-8, z: 2.0})
    assert not at_an_edge(question, {x: 1.0, y: 1.1, z: 2.0})
    rounded = derive.Relation("r", derive.Eq(derive.Var("z"), sympy.ceiling(sympy.sqrt(x))))
    problem = Problem([rounded])
    question = Question(derive.System([rounded]), problem, problem.box, {}, z, {})
    assert at_an_edge(question, {x: 1e-9, z: 1.0}) and not at_an_edge(question, {x: 0.01, z: 1.0})
    assert at_an_edge(question, {x: 1 + 1e-11, z: 2.0}) and not at_an_edge(question, {x: 1, z: 1.0})


def test_what_large_terms_leave_in_a_sum_is_no_missed_value() -> None:
    """|x - y + 1| = 5 beside x (y - x + 1) = -17 has two values of x, one for each sign of y - x:
    next to 5e10 both equations hold only as far as the digits of a sum go.
    """
    x, y = derive.Var("x", within="(-oo, oo)"), derive.Var("y")
    relations = [
        derive.Relation("distance", derive.Eq(derive.Var("d"), sympy.Abs(x - y + 1))),
        derive.Relation("product", derive.Eq(derive.Var("c"), -x * (y - x + 1))),
    ]
    problem = Problem(relations)
    d, c = (next(v for v in problem.of if v.name == name) for name in "dc")
    question = Question(derive.System(relations), problem, problem.box, {}, x, {d: 5.0, c: 17.0})
    assert cancelled(question, {x: 5e10, y: 5e10 + 1.0, d: 5.0, c: 17.0})
    assert not cancelled(question, {x: 17 / 3, y: 17 / 3 - 4.0, d: 5.0, c: 17.0})
    assert cancelled(question, {x: 1.0, y: 2.0 + 1e-15, d: 0.0, c: 0.0})
    assert not cancelled(question, {x: 1.0, y: 2.0, d: 0.0, c: -2.0})


def test_a_power_of_zero_leaves_its_exponent_open() -> None:
    """0 = 0^p for any p above zero."""
    x, y, p = derive.Var("x", within="[0, 1)"), derive.Var("y", within="[0, 1]"), derive.Var("p")
    problem = Problem([derive.Relation("r", derive.Eq(y, x**p))])
    assert not problem.refuted(problem.with_values(problem.box, {p: 50.0, y: 0.0}), {x: 0.0})


def test_a_bound_that_a_sum_cannot_tell_from_another_is_none_too_narrow() -> None:
    whole, part = derive.Var("whole"), derive.Var("part", within="[0, oo)")
    rest = derive.Var("rest", within="[1, oo)")
    relation = derive.Relation("r", derive.Eq(whole, rest + part))
    problem, system = Problem([relation]), derive.System([relation])
    world = {whole: 5.0, rest: 5.0, part: 0.0}
    question = Question(system, problem, problem.box, world, part, {whole: 5.0})
    judge = Judge(question, question.solved(), random.Random(0))
    assert judge.absorbed(9.1e-13, 9e-13) and not judge.absorbed(0.1, 9e-13)
