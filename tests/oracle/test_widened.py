"""Questions with intervals around the true values, which every answer must hold."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from derive.results.answer import Answer
from derive.results.solution import AnswerValue, Solution
from tests.oracle import widened as module
from tests.oracle.examine import asked
from tests.oracle.library_worlds import worlds
from tests.oracle.questions import Question
from tests.oracle.run import Run
from tests.oracle.widened import Widened, around, faults

pytestmark = pytest.mark.slow


def fleet() -> Widened:
    """Ten racks of 50 to 60 GPUs, of which the world has 55."""
    known = worlds({})
    racks, gpus, domain = map(known.system.find, ("fleet_racks", "fleet_gpus", "domain_gpus"))
    world = {racks: 10.0, gpus: 550.0, domain: 55.0}
    return Widened(
        known.system, known.problem, known.box, world, domain, {racks: 10.0, gpus: 550.0},
        ends={gpus: (500.0, 600.0)},
    )  # fmt: skip


def test_what_is_told_holds_the_truth(seed: int) -> None:
    run = Run(seed, show=3)
    run.widened(range(6))
    assert not run.errors, run.census()


def test_the_texts_of_a_question_are_intervals() -> None:
    texts = fleet().texts()
    assert texts["fleet_gpus"] == "5.000000000000e+02 to 6.000000000000e+02 GPU"
    assert " to " not in texts["fleet_racks"]
    assert " to " not in fleet().at({}).texts()["fleet_gpus"]


def test_an_interval_stays_in_the_range_of_its_variable() -> None:
    """A share of one has values below only."""
    load = worlds({}).system.find("compute_efficiency")
    low, high = around(load, 1.0, random.Random(0))
    assert low < 1.0 == high


@pytest.mark.parametrize(
    ("told", "kinds"),
    [((55.0,), {"point missed"}), ((70.0,), {"truth missed", "point missed"})],
    ids=["the middle alone", "another value"],
)
def test_a_doctored_answer_is_noticed(
    told: tuple[float, ...], kinds: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def doctored(question: Question) -> tuple[str, Answer | None, tuple[object, ...]]:
        status, answer, failed = asked(question)
        if answer is not None and isinstance(question, Widened) and question.ends:
            solution = Solution(values=tuple(map(AnswerValue, told)))
            answer = replace(answer, solution=solution, spread=None)
        return status, answer, failed

    assert not list(faults(fleet(), random.Random(0)))
    monkeypatch.setattr(module, "asked", doctored)
    assert {fault.kind for fault in faults(fleet(), random.Random(0))} == kinds
