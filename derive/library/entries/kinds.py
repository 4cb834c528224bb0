"""The kinds of catalogue entries, and the keys that an entry of each may have."""

from __future__ import annotations

from derive.library.catalogue.kinds import EntryKind
from derive.library.catalogue.table import Field
from derive.library.entries.peak_rates import read_peaks
from derive.library.entries.price_tiers import read_tiers
from derive.library.entries.rental import read_offers
from derive.library.nomenclature.budget import tdp, training_gpu_hours
from derive.library.nomenclature.context import (
    attention_window,
    index_dim,
    key_head_dim,
    n_global_layers,
    n_index_heads,
    n_linear_layers,
    n_state_heads,
    n_window_layers,
    selected_context,
    state_bytes_per_element,
    value_head_dim,
)
from derive.library.nomenclature.hardware import domain_gpus, hbm_bandwidth, hbm_capacity
from derive.library.nomenclature.model import (
    active_experts,
    active_params,
    d_head,
    d_model,
    kv_latent_dim,
    n_experts,
    n_heads,
    n_kv_heads,
    n_layers,
    rope_dim,
    shared_experts,
    total_params,
)
from derive.library.nomenclature.modes import fast_price_ratio, fast_speed_ratio
from derive.library.nomenclature.networks import scale_out_bandwidth, scale_up_bandwidth
from derive.library.nomenclature.prices import tier_threshold
from derive.library.nomenclature.shape import (
    d_ff,
    d_ff_dense,
    d_ff_expert,
    dense_layers,
    embedding_matrices,
    ffn_matrices,
    q_lora_rank,
    qk_nope_head_dim,
    v_head_dim,
    vocab,
)
from derive.library.nomenclature.tiers import tier_bandwidth, tier_capacity, tier_link_bandwidth
from derive.library.nomenclature.training import (
    training_flops,
    training_gpus,
    training_mfu,
    training_tokens,
)
from derive.units.text import parse_unit

ACCELERATOR, MODEL, TIER, PRICE, LAW = "accelerator", "model", "tier", "price", "scaling_law"
# The groups in which a model chooses, and what one with experts chooses in the last.
KV_LAYOUT, ATTENTION, WEIGHT_READ = "KV layout", "attention weights", "weight read"
EXPERTS_TOUCHED = "experts_touched"
TRAINING = (training_tokens, training_flops, training_gpus, training_mfu, training_gpu_hours)
SHAPE = (
    vocab, embedding_matrices, d_ff, d_ff_dense, d_ff_expert, ffn_matrices, dense_layers,
    q_lora_rank, qk_nope_head_dim, v_head_dim,
)  # fmt: skip
_LABELS = ("name", "aliases", "note", "sources")


def _units(**units: str) -> tuple[Field, ...]:
    """Sourced values by key, each of a unit."""
    return tuple(Field(key, parse_unit(unit)) for key, unit in units.items())


_ACCELERATORS = EntryKind(
    ACCELERATOR,
    "accelerators.toml",
    variables=(
        hbm_capacity, hbm_bandwidth, domain_gpus, scale_up_bandwidth, scale_out_bandwidth, tdp,
    ),
    values=_units(release_year="1", scale_up_per_gpu="byte/s/GPU"),
    rows=(Field("peak_flops", read_peaks), Field("rental", read_offers)),
    labels=(*_LABELS, "memory_type", "unsupported"),
)  # fmt: skip
_MODELS = EntryKind(
    MODEL,
    "models.toml",
    variables=(
        total_params, active_params, n_layers, d_model, n_heads, n_kv_heads, d_head, kv_latent_dim,
        rope_dim, n_experts, active_experts, shared_experts,
        n_global_layers, n_window_layers, n_linear_layers, attention_window, n_state_heads,
        key_head_dim, value_head_dim, state_bytes_per_element, selected_context,
        n_index_heads, index_dim, *SHAPE, *TRAINING,
    ),
    values=(
        Field("attention", words=("MHA", "GQA", "MQA", "MLA", "HYBRID")),
        *map(Field, ("weight_precision", "kv_precision", "cross_layer_sharing", "kv_reduction")),
        *_units(
            moe_every="1", local_per_global="1",
            max_context="token/sequence", context_advertised="token/sequence",
        ),
    ),
    labels=(*_LABELS, "active_count"),
    absent=("sliding_window", "attention_window", "cross_layer_sharing"),
)  # fmt: skip
_TIERS = EntryKind(
    TIER,
    "memory_tiers.toml",
    "memory tier",
    variables=(hbm_capacity, hbm_bandwidth, tier_capacity, tier_bandwidth, tier_link_bandwidth),
    values=(
        *_units(bandwidth_per_host="byte/s", price="USD/byte", storage_price="USD/byte/s"),
        Field("price_trend"),
        *_units(hit_share="1"),
    ),
    labels=(*_LABELS, "medium", "unit_of"),
)
_PRICES = EntryKind(
    PRICE,
    "prices.toml",
    "price sheet",
    variables=(tier_threshold, fast_price_ratio, fast_speed_ratio),
    values=_units(cache_storage="USD/token/s"),
    rows=(Field("tiers", read_tiers),),
    labels=_LABELS,
)
KINDS = {
    kind.name: kind
    for kind in (
        _ACCELERATORS,
        _MODELS,
        _TIERS,
        _PRICES,
        EntryKind(LAW, "scaling_laws.toml", "scaling law"),
        EntryKind("deployment", "models.toml"),
        EntryKind("price_rule", "prices.toml", "price rule"),
        EntryKind("claim", "memory_tiers.toml"),
    )
}
