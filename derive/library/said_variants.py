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


# What only linear layers have, and what only a cache with an index has.
_STATE = (
    "n_linear_layers", "n_state_heads", "key_head_dim", "value_head_dim", "state_bytes_per_element",
    "state_bytes_per_sequence", "state_fetch_time", "state_context", "stage_state_fetch_time",
)  # fmt: skip
_INDEX = (
    "n_index_heads", "index_dim", "index_bytes_per_element", "index_bytes_per_token_layer",
    "selected_context",
)  # fmt: skip
# What a step has beside computing and reading.
_NETWORK = (
    "network_time", "exposed_network_share", "collective_latency", "collectives_per_layer",
    "latency_time", "layer_overhead", "overhead_time", "reduction_time", "expert_exchange_time",
    "stage_hops_time", "stage_network_time", "stage_reduction_time", "stage_exchange_time",
    "stage_latency_time",
)  # fmt: skip

# What only a model that is tuned by adapters has.
_ADAPTERS = (
    "adapter_rank", "adapter_params", "adapter_widths", "adapted_matrices", "adapter_share",
    "adapter_bytes",
)  # fmt: skip

# The group, the choice, and by which names it is chosen; of one group, the last holds.
SAYING: tuple[tuple[str, str, Said], ...] = (
    ("KV layout", "windowed", _all("attention_window", "n_global_layers")),
    ("KV layout", "latent", _any("kv_latent_dim")),
    ("KV layout", "hybrid", _any(*_STATE)),
    (
        "KV layout",
        "hybrid_latent",
        lambda stated: "kv_latent_dim" in stated and not stated.isdisjoint(_STATE),
    ),
    ("KV layout", "indexed", _any(*_INDEX)),
    ("KV layout", "compressed", _any("csa_layers", "hca_layers", "csa_ratio", "hca_ratio")),
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
        _any(*_NETWORK),
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
            "expert_exchange_time",
        ),
    ),
    ("attention weights", "latent", _any("q_lora_rank")),
    ("collective", "switched", _any("switch_hops")),
    ("emission", "with_making", _any("embodied_carbon")),
    ("compute", "with_chunk", _any("chunk_tokens", "chunked_prefill_time")),
    ("activations", "checkpointed", _any("recomputed_share")),
    ("expert load", "stated", _any("load_imbalance")),
    (
        "kernel",
        "attention",
        _any("kernel_queries", "kernel_keys", "kernel_sequences", "kernel_attended_share"),
    ),
    ("tuning", "lora", _any(*_ADAPTERS)),
    ("adapted matrices", "square", _any("adapted_matrices")),
    ("layer split", "tensor", _all("tensor_parallel_gpus", "training_context")),
    ("kernel", "elementwise", _any("kernel_elements", "elementwise_passes", "flops_per_element")),
    ("tariff", "with_cache", _any("cached_prompt_share", "prefix_length")),
    ("path", "three_in_series", _any("third_link_bandwidth", "third_link_latency")),
    ("memory reserve", "stated", _any("reserved_memory")),
    ("memory limit", "of_engine", _any("memory_share", "reserved_memory")),
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
