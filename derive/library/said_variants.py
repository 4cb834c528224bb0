"""Variants that stated values choose: who states how many experts a token uses means that these
are read, who states drafts means that drafting takes time, and who states the degrees of a layout
means that layout.
"""

from __future__ import annotations

from collections.abc import Callable, Set

Said = Callable[[Set[str]], bool]


def _any(*names: str) -> Said:
    """Whether one of these is stated."""
    return lambda stated: not stated.isdisjoint(names)


def _all(*names: str) -> Said:
    """Whether all of these are stated."""
    return lambda stated: set(names) <= stated


# The group, the choice, and by which names it is chosen; of one group, the last holds.
SAYING: tuple[tuple[str, str, Said], ...] = (
    ("weight read", "experts_touched", _all("n_experts", "active_experts", "active_params")),
    (
        "layout",
        "tensor_split",
        lambda stated: (
            "tensor_parallel_gpus" in stated
            and not stated.isdisjoint(("n_kv_heads", "kv_latent_dim"))
        ),
    ),
    (
        "layout",
        "stated",
        _any(
            "attention_tensor_gpus",
            "attention_replicas",
            "expert_parallel_gpus",
            "expert_tensor_gpus",
            "kv_copies",
        ),
    ),
    ("step time", "free_drafts", _any("draft_length")),
    (
        "step time",
        "with_network",
        _any(
            "network_time",
            "exposed_network_share",
            "collective_latency",
            "latency_time",
            "layer_overhead",
            "overhead_time",
            "stage_network_time",
        ),
    ),
    (
        "step time",
        "with_drafts",
        _any("draft_step_time", "draft_params", "draft_overhead_time", "verify_time"),
    ),
    (
        "expert exchange",
        "counted",
        _any(
            "expert_parallel_gpus",
            "dispatch_bytes_per_element",
            "combine_bytes_per_element",
            "copy_bytes_per_token",
            "inside_copies",
            "crossing_copies",
            "all_to_all_inside_time",
            "all_to_all_across_time",
            "all_to_all_time",
        ),
    ),
    ("emission", "with_making", _any("embodied_carbon")),
    ("compute", "with_chunk", _any("chunk_tokens", "chunked_prefill_time")),
    ("activations", "checkpointed", _any("recomputed_share")),
    ("expert load", "stated", _any("load_imbalance")),
    ("memory reserve", "stated", _any("reserved_memory")),
    (
        "weight formats",
        "by_part",
        _any(
            "routed_bytes_per_param",
            "common_bytes_per_param",
            "attention_bytes_per_param",
            "embedding_bytes_per_param",
            "dense_bytes_per_param",
        ),
    ),
)
