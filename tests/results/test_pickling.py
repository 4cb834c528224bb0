"""Results pickle and copy: what is read back prints, derives and computes as before."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import derive
from derive.equations import Eq, Max, Relation, Var
from derive.results.status import Status
from derive.system import System

DRAIN = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
STEP = {
    "active_params": "37e9 param",
    "total_params": "671e9 param",
    "bytes_per_param": "1 byte/param",
    "kv_bytes_per_token": "70272 byte/token",
    "batch_size": "256 sequence",
    "context_length": "8192 token/sequence",
    "gpus": "72 GPU",
    "hbm_bandwidth": "8 TB/s/GPU",
    "peak_flops": "5 PFLOP/s/GPU",
}
QUESTIONS: list[tuple[str, str, dict[str, str]]] = [
    (Status.SOLVED, "drain_time", DRAIN),
    (Status.SOLVED, "step_time", STEP),
    (Status.SOLVED, "drain_time", {**DRAIN, "hbm_capacity": "200 to 288 GB/GPU"}),
    (Status.INFEASIBLE, "step_time", {**STEP, "gpus": "1 GPU", "hbm_capacity": "80 GB/GPU"}),
    (Status.UNDERDETERMINED, "step_time", {}),
    (Status.CONTRADICTION, "drain_time", {**DRAIN, "drain_time": "1 s"}),
    (Status.UNREACHABLE, "experts_per_gpu", {"whole_experts_per_gpu": "6.257 1/GPU"}),
]


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize(("status", "target", "given"), QUESTIONS, ids=lambda x: str(x)[:24])
@pytest.mark.slow
def test_an_answer_of_each_status_reads_back_as_it_was(
    status: str, target: str, given: dict[str, str]
) -> None:
    answer = derive.solve(target, given)
    assert answer.status == status
    for same in (again(answer), copy.deepcopy(answer)):
        assert type(same) is type(answer) and str(same) == str(answer)
        assert same.derivation.verified
    if answer.spread is not None and answer.spread.accuracy is not None:
        assert again(answer).spread.tolerances(0.1) == answer.spread.tolerances(0.1)


def test_every_answer_has_a_status_of_its_own() -> None:
    kinds = {type(derive.solve(target, given)) for _, target, given in QUESTIONS}
    assert {kind.status for kind in kinds} == set(Status) - {Status.UNBOUNDED}


@pytest.mark.slow
def test_other_results_read_back_as_they_were() -> None:
    free = {name: text for name, text in STEP.items() if name != "batch_size"}
    for result in (
        derive.missing("step_time", {}),
        derive.sensitivity("drain_time", DRAIN),
        derive.formula("drain_time", list(DRAIN)),
        derive.prove("price_cliff"),
        derive.optimise(
            "throughput", {**free, "hbm_capacity": "192 GB/GPU"}, over=["batch_size"], sense="max"
        ),
    ):
        assert str(again(result)) == str(result)


def test_the_library_reads_back_as_its_variants() -> None:
    system = derive.library_system()
    assert again(system) is system
    group, choice = next(iter(_others(system)))
    chosen = system.with_variants({group: choice})
    assert again(chosen) is chosen
    assert len(pickle.dumps(system)) < 2000


def test_an_own_system_reads_back_with_its_equations_as_written() -> None:
    x, y, z = (Var(name, "s") for name in "xyz")
    system = System([Relation("later", Eq(z, Max(x, y)), "The later of two.")])
    same = again(system)
    assert same.relations[0].equation == system.relations[0].equation
    given = {"x": "1 s", "y": "2 s"}
    assert str(same.solve("z", given)) == str(system.solve("z", given))


@pytest.mark.slow
def test_an_answer_reads_back_in_another_process(tmp_path: Path) -> None:
    kept = tmp_path / "answer.pickle"
    answer = derive.solve("step_time", STEP)
    kept.write_bytes(pickle.dumps(answer))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')))"
    root = str(Path(derive.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code, str(kept)],
        capture_output=True,
        encoding="utf-8",
        check=True,
        env={**os.environ, "PYTHONPATH": root, "PYTHONHASHSEED": "7", "PYTHONIOENCODING": "utf-8"},
    )
    assert done.stdout.rstrip("\n") == str(answer).rstrip("\n")


def _others(system: System) -> list[tuple[str, str]]:
    """The choices that are not in force."""
    return [
        (relation.variant.group, choice)
        for relation in system.all_relations
        if relation.variant is not None
        for choice in relation.variant.choices
        if system.variants[relation.variant.group] != choice
    ]
