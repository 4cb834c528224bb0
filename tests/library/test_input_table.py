"""The table of the input: a token looks up one row of it, so that bounds which count all of it as
read and multiplied with are estimates.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import derive
from derive.equations.neglected import Direction
from derive.library.measured.validation import ValidatedPoint
from derive.library.system import subjects
from derive.results.answer import Answer

TABLE = "table of the input"
H100 = derive.accelerator("h100_sxm", "bf16")


def step(model: str, batch: int, gpus: int = 8) -> dict[Any, Any]:
    return {
        **derive.model(model), **H100, "gpus": f"{gpus} GPU", "batch_size": f"{batch} sequence",
        "context_length": "1000 token/sequence",
    }  # fmt: skip


def pulled(answer: Answer) -> dict[str, float | None]:
    return {pull.source: pull.size for pull in answer.pulls if TABLE in pull.what}


@pytest.mark.parametrize(
    ("target", "source", "params"),
    [
        ("weight_fetch_time", "weight_fetch", 8.03e9),
        ("compute_time", "compute", 8.03e9),
        ("step_time", "weight_fetch", 8.03e9),
        ("latency_floor", "weight_fetch", 8.03e9),
    ],
)
def test_a_dense_model_with_an_input_table_has_estimates(
    target: str, source: str, params: float
) -> None:
    answer = derive.solve(target, step("llama31_8b", 1))
    assert answer.sense == "estimate"
    assert pulled(answer) == {source: pytest.approx(128256 * 4096 / params, rel=1e-3)}


def test_a_mixture_at_one_token_reads_all_it_uses_but_the_table() -> None:
    answer = derive.solve("weight_fetch_time", step("deepseek_v3", 1, 16))
    assert answer.sense == "estimate"
    assert set(pulled(answer)) == {"touched_weight_fetch"}


@pytest.mark.parametrize("model", ["gemma2_27b", "gpt_oss_120b"])
def test_a_shared_table_or_one_that_is_not_counted_pulls_at_nothing(model: str) -> None:
    for target in ("weight_fetch_time", "compute_time"):
        answer = derive.solve(target, step(model, 1))
        assert answer.sense == "lower bound" and not pulled(answer), (model, target)


def test_parameters_stated_without_a_vocabulary_are_those_that_are_read() -> None:
    given = {
        "total_params": "70e9 param", "active_params": "70e9 param",
        "bytes_per_param": "2 byte/param", "gpus": "8 GPU", "hbm_bandwidth": "3.35 TB/s/GPU",
    }  # fmt: skip
    assert derive.solve("weight_fetch_time", given).sense == "lower bound"


def test_what_leaves_attention_out_or_reads_all_experts_says_that_the_table_is_looked_up() -> None:
    """Each relation with such a term counts parameters; those that do not count the table in what
    they define are named.
    """
    apart = {"prefill_products"}
    silent = [
        relation.name
        for module in subjects()
        for relation in module.RELATIONS
        if any(
            word in term.what
            for term in relation.neglects
            for word in ("arithmetic of attention", "attention's own", "experts which no token")
        )
        and not any(TABLE in term.what for term in relation.neglects)
        and relation.name not in apart
    ]
    assert silent == []


def test_the_table_lowers_what_is_read_and_computed() -> None:
    for module in subjects():
        for relation in module.RELATIONS:
            for term in relation.neglects:
                if TABLE in term.what and term.of is None:
                    assert term.direction is Direction.LOWERS, relation.name


# --- a measurement beside such a bound ---
def judged(folder: Path, milliseconds: float) -> ValidatedPoint:
    path = folder / "rows.toml"
    path.write_text(
        '[measured.mine]\nmodel = "llama31_8b"\naccelerator = "a100_80gb_sxm"\ngpus = "1 GPU"\n'
        'weights = "bf16"\nkv = "bf16"\nbatch_size = "1 sequence"\n'
        'context_length = "100 token/sequence"\nquantity = "step_time"\n'
        f'value = "{milliseconds} ms"\n',
        encoding="utf-8",
    )
    return derive.validate(file=path).points[0]


def test_a_point_within_what_the_table_takes_off_the_bound_is_no_violation(tmp_path: Path) -> None:
    """All of 8.03e9 parameters take 7.883 ms of 2.039 TB/s; without the table 7.368 ms."""
    assert judged(tmp_path, 7.5).implied == pytest.approx(7.883 / 7.5, rel=2e-3)
    assert not judged(tmp_path, 7.5).violates
    assert judged(tmp_path, 7.3).violates
