"""Plausible values of the library's inputs, by name and else by unit: (low, high) in the unit of
the variable, drawn by ratios.
"""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.problem import admitted

Span = tuple[float, float]
BY_UNIT: dict[str, Span] = {
    "byte/param": (0.5, 4), "byte": (0.5, 4), "sequence": (1, 4096), "token/sequence": (100, 2e5),
    "GPU": (1, 512), "FLOP/s/GPU": (1e14, 2e16), "byte/s/GPU": (2.5e10, 2e13),
    "byte/GPU": (4e10, 3e11), "USD/hour/GPU": (0.5, 10), "token": (1e9, 3e13), "s": (1e-3, 1e6),
    "token/s": (1e3, 1e8), "USD/Mtoken": (0.05, 30), "token/day": (1e8, 1e12), "1/GPU": (1, 36),
    "byte/s": (1e9, 5e11), "USD/hour": (1e-3, 10), "USD/byte": (1e-11, 1e-8),
    "byte/token": (10, 1e5), "bit": (2, 16), "W/GPU": (300, 1400), "USD": (1e-3, 1e3),
    "nat/token": (0.5, 500), "1": (0.5, 50), "param": (1e9, 2e12),
}  # fmt: skip
BY_NAME: dict[str, Span] = {
    "d_model": (1024, 16384), "d_head": (64, 256), "n_heads": (8, 128), "n_kv_heads": (1, 16),
    "kv_latent_dim": (128, 1024), "rope_dim": (16, 128), "n_experts": (8, 512),
    "active_experts": (1, 16), "shared_experts": (0, 4), "n_layers": (8, 128),
    "n_moe_layers": (8, 96), "dense_layers": (0, 8), "d_ff_dense": (2048, 65536),
    "d_ff_expert": (256, 16384), "vocab": (16000, 260000), "index_dim": (32, 256),
    "n_index_heads": (8, 128), "q_lora_rank": (256, 2048), "qk_nope_head_dim": (64, 256),
    "v_head_dim": (64, 256), "kv_group_size": (16, 256), "n_stages": (2, 16),
    "n_microbatches": (2, 64), "chunks_per_stage": (1, 4), "data_parallel_replicas": (1, 256),
    "link_latency": (1e-7, 1e-5), "hop_latency": (1e-7, 1e-4), "tier_lifetime": (3e7, 2e8),
    "hold_time": (1, 1e5), "training_time": (1e5, 2e7), "cache_ttl": (60, 1e5),
    "model_lifetime": (1e6, 1e8), "cached_tokens": (1e3, 1e7), "training_batch_tokens": (1e5, 1e8),
    "expert_share": (0.5, 1), "tier_capacity": (1e11, 1e15), "lower_tier_capacity": (1e12, 1e16),
    "collective_bytes": (1e3, 1e9), "draft_length": (1, 8), "output_length": (100, 1e4),
    "attention_window": (128, 8192), "selected_context": (128, 4096),
    "training_context": (1e3, 1e5),
    "stage_imbalance": (1, 1.5), "pue": (1, 1.6), "embedding_matrices": (1, 2),
    "ffn_matrices": (2, 3), "layers_per_cache": (1, 4), "tokens_per_pass": (1, 8),
    "param_loss_exponent": (0.2, 0.5), "token_loss_exponent": (0.2, 0.5),
    "irreducible_loss": (1, 2),
    "param_loss_scale": (100, 600), "token_loss_scale": (100, 2000),
    "routed_interaction": (0.002, 0.02),
    "routed_param_exponent": (0.06, 0.1), "routed_expert_exponent": (0.05, 0.1),
    "experts_at_most": (100, 400), "expert_offset": (1.5, 3), "routed_loss_scale": (5, 20),
    "collective_gpus": (2, 64), "domain_gpus": (2, 144), "training_gpus": (64, 16384),
    "active_params": (1e9, 1e11), "total_params": (1e10, 2e12), "global_throughput": (1e5, 1e9),
    "rl_tokens": (1e9, 1e13), "long_input_ratio": (1, 3), "long_output_ratio": (1, 3),
    "fast_input_price_ratio": (1, 6), "earlier_domain_gpus": (1, 16), "gpus": (8, 1024),
    "prefill_gpus": (8, 512), "bytes_per_param": (0.5, 2), "bytes_per_element": (0.5, 2),
}  # fmt: skip


def plausible(variable: Any, source: random.Random) -> float:
    """A random plausible value of a variable, in base units; a whole number of a count."""
    low, high, _, _ = variable.within.bounds
    if variable.within.bounded and variable.name not in BY_NAME:
        return source.uniform(0.05, 0.95) * variable.unit.factor
    if low < 0:
        return source.uniform(-3.0, 3.0) * variable.unit.factor
    span = BY_NAME.get(variable.name) or BY_UNIT.get(variable.unit.text, (0.1, 1e3))
    span = max(span[0], low), min(span[1], high)
    if span[0] == 0.0:
        value = float(source.randint(0, round(span[1])))
    else:
        value = span[0] * (span[1] / span[0]) ** source.random()
    if variable.whole:
        value = max(float(round(value)), 1.0 if low > 0 or variable.within.bounds[2] else 0.0)
    elif source.random() < 0.5:
        value = float(f"{value:.2e}")
    return value * variable.unit.factor


def lies_within(variable: Any, value: float) -> bool:
    """Whether a value lies in the range, open ends left out."""
    low, high, open_low, open_high = variable.bounds
    wide = admitted(variable)
    return wide[0] <= value <= wide[1] and not (
        (open_low and value <= low) or (open_high and value >= high)
    )
