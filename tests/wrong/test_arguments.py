"""Wrong arguments from Python: each is an error of derive's that names the argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import derive
from derive.errors import DeriveError

CHIP = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "a target that is None": (lambda: derive.solve(None), "None"),
    "a target that is a number": (lambda: derive.solve(3), "3"),
    "a target that is a list": (lambda: derive.solve(["step_time"]), "step_time"),
    "givens in a list": (lambda: derive.solve("step_time", ["a"]), "given"),
    "givens in a text": (lambda: derive.solve("step_time", "gpus=3"), "given"),
    "a given that is None": (lambda: derive.solve("step_time", {"gpus": None}), "gpus"),
    "a given that is a list": (lambda: derive.solve("step_time", {"gpus": [1]}), "gpus"),
    "a given that is a truth": (lambda: derive.solve("step_time", {"gpus": True}), "gpus"),
    "a key that is a number": (lambda: derive.solve("step_time", {3: "1"}), "3"),
    "variants in a text": (lambda: derive.solve("step_time", {}, variants="x"), "variants"),
    "a choice that is a number": (
        lambda: derive.solve("step_time", {}, variants={"step time": 3}),
        "step time",
    ),
    "a tolerance in words": (lambda: derive.solve("drain_time", CHIP, rtol="a"), "rtol"),
    "an efficiency of no kind": (lambda: derive.solve("step_time", {}, efficiency="x"), "x"),
    "known names in a number": (lambda: derive.formula("step_time", 3), "known"),
    "known names in a text": (lambda: derive.formula("step_time", "gpus"), "known"),
    "nothing to look for": (lambda: derive.missing(None), "None"),
    "free variables in a number": (lambda: derive.optimise("cost_per_token", {}, over=3), "over"),
    "limits in a number": (
        lambda: derive.optimise("cost_per_token", {}, over="batch_size", subject_to=3),
        "subject_to",
    ),
    "axes in a number": (lambda: derive.sweep("step_time", {"gpus": "1 GPU"}, over=3), "over"),
    "answers that are none": (lambda: derive.compare(3, 4), "first"),
    "a chip that is None": (lambda: derive.accelerator(None), "None"),
    "a model that is a number": (lambda: derive.model(3), "3"),
    "a document that is a number": (lambda: derive.check(3), "text"),
    "a theorem that is a number": (lambda: derive.prove(3), "3"),
    "a measurement that is a number": (lambda: derive.validate(3), "3"),
    "a file that is a number": (lambda: derive.validate(file=3), "file"),
    "a name that is a number": (lambda: derive.Var(3), "3"),
    "a unit that is a number": (lambda: derive.Var("x", 3), "3"),
    "relations in a number": (lambda: derive.System(3), "relations"),
    "relations that are names": (lambda: derive.System(["a"]), "a"),
    "givens of a sensitivity": (lambda: derive.sensitivity("step_time", 3), "given"),
    "a share in words": (lambda: derive.tolerances("drain_time", CHIP, within="x"), "within"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_argument_is_named(case: str) -> None:
    call, named = WRONG[case]
    with pytest.raises(DeriveError) as error:
        call()
    assert named in str(error.value)
