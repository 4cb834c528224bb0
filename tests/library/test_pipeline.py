"""Pipelines: what a GPU holds, how long a token takes, how full the pipeline is, and the bubble of
training.
"""

from __future__ import annotations

import pytest

import derive
from derive.library.relations import bubble, pipeline, stages

TRILLION = {
    "total_params": "1e12 param", "bytes_per_param": "1 byte/param", "stage_gpus": "64 GPU",
    "microbatch_size": "2000 sequence", "context_length": "100e3 token/sequence",
    "kv_bytes_stored_per_token": "1667 byte/token",
}  # fmt: skip
LOOP = {"stages_time": "20 ms", "n_stages": "4"}


def test_four_stages_need_four_microbatches() -> None:
    """Four microbatches of 2,400 are 9,600 sequences in flight."""
    assert derive.solve(
        "sequences_in_flight", {"n_microbatches": "4", "microbatch_size": "2400 sequence"}
    ).number == pytest.approx(9600)
    assert derive.solve(
        "n_microbatches",
        {"sequences_in_flight": "9600 sequence", "microbatch_size": "2400 sequence"},
    ).number == pytest.approx(4)


# --- memory ---


@pytest.mark.parametrize(
    ("n_stages", "gigabytes"), [(1, 15.625), (2, 7.8125), (4, 3.90625), (8, 1.953125)]
)
def test_stages_thin_out_the_weights_and_leave_the_cache(n_stages: int, gigabytes: float) -> None:
    """1 TB over stages of 64 GPUs: 15.6, 7.8, 3.9, 2.0 GB each; the cache stays at 5.21 GB with as
    many microbatches as stages.
    """
    given = {**TRILLION, "n_stages": str(n_stages), "n_microbatches": str(n_stages)}
    assert derive.solve("pipeline_weights_per_gpu", given).number == pytest.approx(gigabytes * 1e9)
    assert derive.solve("pipeline_cache_per_gpu", given).number == pytest.approx(5.209e9, rel=1e-3)
    assert derive.solve("pipeline_memory_per_gpu", given).number == pytest.approx(
        (gigabytes + 5.209) * 1e9, rel=1e-3
    )


def test_a_pipeline_that_does_not_fit_is_said_to_be_infeasible() -> None:
    """7.2 GB do not fit in 6, and the constraint is named."""
    answer = derive.solve(
        "pipeline_memory_per_gpu",
        {**TRILLION, "n_stages": "8", "n_microbatches": "8", "hbm_capacity": "6 GB/GPU"},
    )
    assert answer.status == "infeasible"
    assert [judged.name for judged in answer.constraints if not judged.satisfied] == [
        "fits_in_stages"
    ]


def test_stages_to_fit_are_a_ratio_and_a_whole_number() -> None:
    """10 GB hold the weights of 3.26 stages beside one microbatch's cache: build four; four stages
    take a batch of 2,340.
    """
    given = {**TRILLION, "hbm_capacity": "10 GB/GPU"}
    assert derive.solve("stages_to_fit", given).number == pytest.approx(3.262, rel=1e-3)
    assert derive.solve("whole_stages_to_fit", given).number == 4
    del given["microbatch_size"]
    assert derive.solve("microbatch_size", {**given, "stages_to_fit": "4"}).number == pytest.approx(
        2339.5, rel=1e-4
    )


def test_no_number_of_stages_makes_room_for_the_cache() -> None:
    """4.8 GB hold less than one microbatch's cache, whatever the stages: no negative number. Of
    5 GB the one digit of the context leaves that open.
    """
    for capacity, status in (("4.8 GB/GPU", "unreachable"), ("5 GB/GPU", "underdetermined")):
        answer = derive.solve("stages_to_fit", {**TRILLION, "hbm_capacity": capacity})
        assert answer.status == status and answer.number is None


def test_beyond_three_stages_the_cache_is_the_larger_part() -> None:
    """Weights and cache per GPU are equal at 3.0 stages; more than two save little."""
    assert derive.solve("cache_bound_stages", TRILLION).number == pytest.approx(3.0, rel=1e-3)


def test_the_cache_dominates_memory_beyond_a_hundred_thousand_tokens() -> None:
    """The lecture's model at 2,400 sequences; the batch comes back from the context."""
    given = {
        "total_params": "800e9 param",
        "bytes_per_param": "0.5 byte/param",
        "kv_bytes_stored_per_token": "1667 byte/token",
    }
    assert derive.solve(
        "cache_parity_context", {**given, "batch_size": "2400 sequence"}
    ).number == pytest.approx(99980, rel=1e-4)
    assert derive.solve(
        "batch_size", {**given, "cache_parity_context": "100e3 token/sequence"}
    ).number == pytest.approx(2399.5, rel=1e-4)


def test_layers_are_dealt_out_whole() -> None:
    """61 layers in four stages are 15.25 on average and 16 in the fullest; 15 each would take 4.07
    racks.
    """
    assert derive.solve(
        "layers_per_stage", {"n_layers": "61", "n_stages": "4"}
    ).number == pytest.approx(15.25)
    assert derive.solve("whole_layers_per_stage", {"n_layers": "61", "n_stages": "4"}).number == 16
    assert derive.solve("PP", {"n_layers": "61", "layers_per_stage": "15"}).number == pytest.approx(
        4.0667, rel=1e-4
    )


# --- time in decode ---


@pytest.mark.parametrize(("hops", "milliseconds"), [("loop", 28), ("one_way", 26)])
def test_hops_are_a_tax_on_every_token(hops: str, milliseconds: float) -> None:
    """20 ms through four stages and 2 ms a hop: 28 when decode loops back, 26 one way."""
    answer = derive.solve(
        "pipelined_step_time", {**LOOP, "hop_time": "2 ms"}, variants={"pipeline hops": hops}
    )
    assert answer.number == pytest.approx(milliseconds * 1e-3)


def test_ten_milliseconds_of_hops_are_two_and_a_half_each() -> None:
    """20 to 30 ms over a loop of four; and a hop unsure by ten either way adds 0.8 to 80 ms."""
    assert derive.solve(
        "hop_time", {**LOOP, "pipelined_step_time": "30 ms"}
    ).number == pytest.approx(2.5e-3)
    ends = [
        derive.solve("pipelined_step_time", {**LOOP, "hop_time": hop}).number
        for hop in ("0.2 ms", "20 ms")
    ]
    assert ends == pytest.approx([20.8e-3, 100e-3])


@pytest.mark.parametrize(
    ("microbatches", "hop", "idle"),
    [(4, "0 ms", 0.0), (1, "0 ms", 0.75), (4, "2 ms", 2 / 7), (6, "2 ms", 0.0)],
)
def test_inference_fills_the_bubble_if_enough_microbatches_go_round(
    microbatches: int, hop: str, idle: float
) -> None:
    """Four fill four stages without hops; with hops of 2 ms it takes 5.6 of them."""
    given = {**LOOP, "hop_time": hop, "n_microbatches": str(microbatches)}
    assert derive.solve("decode_bubble_fraction", given).number == pytest.approx(idle)


def test_slow_hops_ask_for_more_microbatches() -> None:
    """5.6 microbatches for stages of 5 ms and hops of 2 ms; four when hops take no time."""
    assert derive.solve(
        "filling_microbatches", {**LOOP, "hop_time": "2 ms"}
    ).number == pytest.approx(5.6)
    assert derive.solve(
        "filling_microbatches", {**LOOP, "hop_time": "0 ms"}
    ).number == pytest.approx(4)


def test_an_uneven_stage_slows_all_and_leaves_the_others_idle() -> None:
    """A stage a quarter slower than the average: a token every 25 ms instead of 20, a fifth
    idle.
    """
    given = {**LOOP, "hop_time": "0 ms", "n_microbatches": "4", "stage_imbalance": "1.25"}
    assert derive.solve("pipelined_token_time", given).number == pytest.approx(25e-3)
    assert derive.solve("decode_bubble_fraction", given).number == pytest.approx(0.2)


@pytest.mark.slow
def test_a_pipeline_of_stages_is_as_fast_as_one_of_them_alone() -> None:
    """The same chips, model and batch: all stages together take one domain's step, and a full
    pipeline produces as much per stage.
    """
    chip = derive.accelerator("gb200_nvl72", precision="fp8")
    work = {
        "active_params": "37e9 param",
        "total_params": "671e9 param",
        "context_length": "5000 token/sequence",
        "kv_bytes_per_token": "70272 byte/token",
    }
    alone = {**chip, **work, "gpus": "72 GPU", "batch_size": "2400 sequence"}
    staged = {
        **chip,
        **work,
        "stage_gpus": "72 GPU",
        "microbatch_size": "2400 sequence",
        "n_stages": "4",
        "n_microbatches": "4",
        "hop_time": "0 s",
    }
    step = derive.solve("step_time", alone).number
    assert derive.solve("stages_time", staged).number == pytest.approx(step)
    assert derive.solve("stage_time", staged).number == pytest.approx(step / 4)
    assert derive.solve("pipeline_throughput", staged).number == pytest.approx(
        4 * derive.solve("throughput", alone).number
    )


# --- training ---


@pytest.mark.parametrize(
    ("microbatches", "share"), [(1, 0.75), (4, 3 / 7), (8, 3 / 11), (16, 3 / 19), (27, 0.1)]
)
def test_the_bubble_of_four_stages(microbatches: int, share: float) -> None:
    """75, 43, 27, 16 and 10 % of the total time for 1, 4, 8, 16 and 27 microbatches, and back."""
    assert derive.solve(
        "bubble_fraction", {"n_stages": "4", "n_microbatches": str(microbatches)}
    ).number == pytest.approx(share)
    assert derive.solve(
        "n_microbatches", {"n_stages": "4", "bubble_fraction": str(share)}
    ).number == pytest.approx(microbatches)
    assert derive.solve(
        "n_stages", {"n_microbatches": str(microbatches), "bubble_fraction": str(share)}
    ).number == pytest.approx(4)


def test_a_bubble_is_quoted_over_total_or_over_working_time() -> None:
    """10 % of the total are 11 % of the working time."""
    assert derive.solve(
        "bubble_overhead", {"n_stages": "4", "n_microbatches": "27"}
    ).number == pytest.approx(1 / 9)
    assert derive.solve(
        "n_microbatches", {"n_stages": "4", "bubble_overhead": "0.375"}
    ).number == pytest.approx(8)


def test_interleaving_divides_the_bubble() -> None:
    """Two chunks a stage: 7 over 32 of the working time instead of 7 over 16."""
    given = {"n_stages": "8", "n_microbatches": "16"}
    assert derive.solve("bubble_overhead", given).number == pytest.approx(7 / 16)
    assert derive.solve(
        "bubble_overhead", {**given, "chunks_per_stage": "2"}
    ).number == pytest.approx(7 / 32)
    assert derive.solve(
        "bubble_fraction", {**given, "chunks_per_stage": "2"}
    ).number == pytest.approx(7 / 39)


def test_every_microbatch_reads_the_weights_anew() -> None:
    """Eight microbatches of 1e12 parameters, trained in bf16 on 256 GPUs: 16 TB read, 7.8 ms for
    each update.
    """
    given = {"n_microbatches": "8", "total_params": "1e12 param"}
    assert derive.solve("weight_bytes_read_per_update", given).number == pytest.approx(16e12)
    machine = {"n_stages": "4", "stage_gpus": "64 GPU", "hbm_bandwidth": "8 TB/s/GPU"}
    assert derive.solve(
        "weight_read_time_per_update", {**given, **machine}
    ).number == pytest.approx(7.8125e-3)


def test_the_grid_of_a_training_run_multiplies_up() -> None:
    """8-way matrices, 16 stages, 192 copies: 24,576 GPUs, under their usual letters."""
    assert derive.solve(
        "training_gpus", {"TP": "8 GPU", "PP": "16", "DP": "192"}
    ).number == pytest.approx(24576)
    assert derive.solve(
        "DP", {"TP": "8 GPU", "PP": "16", "training_gpus": "24576 GPU"}
    ).number == pytest.approx(192)


def test_a_pipeline_says_nothing_of_a_step_on_one_domain() -> None:
    """Stages and microbatches among the givens leave a bare step as it was, its constraints
    included.
    """
    chip = derive.accelerator("h100_sxm", precision="fp8")
    alone = {**chip, "active_params": "37e9 param", "total_params": "300e9 param", "gpus": "8 GPU",
             "batch_size": "64 sequence",
             "context_length": "1000 token/sequence",
             "kv_bytes_per_token": "70272 byte/token"}  # fmt: skip
    plain = derive.solve("step_time", alone)
    crowded = derive.solve(
        "step_time",
        {
            **alone,
            "n_stages": "4",
            "n_microbatches": "8",
            "stage_gpus": "64 GPU",
            "microbatch_size": "100 sequence",
        },
    )
    assert (crowded.number, crowded.relations, crowded.status) == (
        plain.number,
        plain.relations,
        plain.status,
    )


@pytest.mark.parametrize(
    "theorem",
    (*pipeline.THEOREMS, *stages.THEOREMS, *bubble.THEOREMS),
    ids=lambda theorem: theorem.name,
)
def test_what_is_said_of_pipelines_follows_from_the_relations(theorem: derive.Theorem) -> None:
    """Each theorem is proved, every line verified."""
    assert derive.prove(theorem.name).derivation.verified


def test_the_number_of_stages_cancels_in_the_cache() -> None:
    """The proof itself says that the stages cancel."""
    assert any(
        step.rule in ("cancel", "substitute")
        for step in derive.prove("stages_cancel_in_the_cache").derivation
    )
    assert "n_stages" not in {
        var.name
        for var in (
            derive.prove("stages_cancel_in_the_cache").derivation.steps[-1].equation.free_symbols
        )
    }
