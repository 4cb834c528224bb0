"""Outputs of a scenario in the library, by group, and the givens that call for a group."""

from __future__ import annotations

from collections.abc import Set

STEP = "step_time"  # the output whose bottleneck is told
SERVING = "One step"  # the group that those of serving begin with
# What is asked for most.
HEADLINES = (
    STEP, "throughput", "cost_per_token", "first_token_time", "request_time",
    "training_time", "training_gpu_hours", "training_cost",
)  # fmt: skip
OUTPUTS = {
    "One step": (
        "compute_time",
        "weight_fetch_time",
        "kv_fetch_time",
        "memory_time",
        "step_time",
        "latency_floor",
        "mean_wait",
        "worst_wait",
    ),
    "Throughput and cost": (
        "throughput",
        "throughput_per_gpu",
        "sequence_speed",
        "cost_per_token",
    ),
    "Utilisation": ("mfu", "mbu"),
    "Memory": (
        "weight_bytes",
        "kv_bytes_per_token",
        "kv_cache_bytes",
        "memory_needed",
        "domain_capacity",
        "drain_time",
    ),
    "Balance points": (
        "machine_balance",
        "balance_tokens",
        "sparsity",
        "balance_batch",
        "balance_batch_with_kv",
        "crossover_context",
    ),
    "A request": (
        "prefill_time",
        "first_token_time",
        "generation_time",
        "request_time",
        "request_rate",
        "input_cost_per_token",
        "task_cost",
    ),
    "A training run": (
        "training_flops",
        "training_tokens_per_param",
        "training_time",
        "training_gpu_hours",
        "training_throughput",
        "gpu_training_rate",
        "training_cost",
        "training_energy",
    ),
    "A step of training": ("training_steps", "training_step_time"),
    "Memory in training": (
        "training_state_bytes",
        "training_state_per_gpu",
        "activation_memory_per_gpu",
        "training_memory_per_gpu",
    ),
}

# The givens and groups of variants that call for a group, besides its outputs; the groups without
# are those of serving.
_CALLED_BY = {
    "A request": (
        "prompt_length", "full_prompt_length", "prefill_gpus", "prefill_batch", "output_length",
    ),
    "A training run": ("training_tokens", "training_gpus", "training_mfu", "training_hfu"),
    "A step of training": ("training_batch_tokens", "microbatch_size"),
    "Memory in training": (
        "training state", "state sharding", "sharding_gpus", "activations", "training_context",
    ),
}  # fmt: skip
_TRAINING = _CALLED_BY.keys() - {"A request"}
_SERVING = {"gpus", "batch_size", "context_length"}  # givens, besides the outputs of serving


def called_groups(stated: Set[str]) -> tuple[str, ...]:
    """The groups that stated values and chosen groups of variants call for: those of serving, too,
    unless all that is stated speaks of training.

    >>> called_groups({"training_gpus", "gpu_price"})
    ('A training run',)
    >>> called_groups({"gpu_price"}) == called_groups({"gpus", "batch_size"})
    True
    """
    called = {title for title, by in _CALLED_BY.items() if stated & {*by, *OUTPUTS[title]}}
    serving = [title for title in OUTPUTS if title not in _CALLED_BY]
    spoken_of = _SERVING.union(*(OUTPUTS[title] for title in serving))
    if not called or called - _TRAINING or stated & spoken_of:
        called.update(serving)
    return tuple(title for title in OUTPUTS if title in called)
