"""Fields: which keys an entry of each kind may have, and the unit each value must be in.

A key that is a name of a variable of the library is that variable. The closed kinds refuse every
other key, so that a misspelt one cannot vanish; the open kinds (scaling laws and the like) take any
sourced value.
"""

from __future__ import annotations

from dataclasses import dataclass

from derive.equations.var import Var
from derive.library.nomenclature.budget import tdp, training_gpu_hours
from derive.library.nomenclature.context import (
    attention_window,
    n_global_layers,
    n_linear_layers,
    n_window_layers,
)
from derive.library.nomenclature.hardware import (
    domain_gpus,
    gpu_price,
    hbm_bandwidth,
    hbm_capacity,
    peak_flops,
)
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
from derive.library.nomenclature.prices import (
    cache_read_price,
    cache_write_price,
    input_price,
    output_price,
    tier_threshold,
)
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
from derive.units.unit import Unit

ACCELERATOR, MODEL, TIER, PRICE = "accelerator", "model", "tier", "price"
CLOSED = (ACCELERATOR, MODEL, TIER, PRICE)
TEXT = "text"
KV_LAYOUT, ATTENTION = (
    "KV layout",
    "attention weights",
)  # the groups of variants in which a model chooses

TRAINING = (training_tokens, training_flops, training_gpus, training_mfu, training_gpu_hours)
SHAPE = (
    vocab, embedding_matrices, d_ff, d_ff_dense, d_ff_expert, ffn_matrices, dense_layers,
    q_lora_rank, qk_nope_head_dim, v_head_dim,
)  # fmt: skip
REACH = (n_global_layers, n_window_layers, n_linear_layers, attention_window)
VARIABLES: dict[str, tuple[Var, ...]] = {
    ACCELERATOR: (hbm_capacity, hbm_bandwidth, domain_gpus, scale_up_bandwidth, scale_out_bandwidth,
                  tdp),
    MODEL: (
        total_params, active_params, n_layers, d_model, n_heads, n_kv_heads, d_head, kv_latent_dim,
        rope_dim,
        n_experts, active_experts, shared_experts, *REACH, *SHAPE, *TRAINING,
    ),
    TIER: (hbm_capacity, hbm_bandwidth, tier_capacity, tier_bandwidth, tier_link_bandwidth),
    PRICE: (tier_threshold, fast_price_ratio, fast_speed_ratio),
}  # fmt: skip
OTHERS: dict[str, dict[str, str]] = {
    ACCELERATOR: {
        "release_year": "1", "scale_up_per_gpu": "byte/s/GPU",
    },
    MODEL: {
        "attention": TEXT, "weight_precision": TEXT, "kv_precision": TEXT,
        "cross_layer_sharing": TEXT, "kv_reduction": TEXT,
        "moe_every": "1", "local_per_global": "1", "max_context": "token/sequence",
        "context_advertised": "token/sequence",
    },
    TIER: {
        "bandwidth_per_host": "byte/s", "price": "USD/byte", "storage_price": "USD/byte/s",
        "price_trend": TEXT, "hit_share": "1",
    },
    PRICE: {"cache_storage": "USD/token/s"},
}  # fmt: skip
LABELS: dict[str, tuple[str, ...]] = {
    ACCELERATOR: ("name", "note", "sources", "memory_type", "unsupported"),
    MODEL: ("name", "note", "sources"),
    TIER: ("name", "note", "sources", "medium", "unit_of"),
    PRICE: ("name", "note", "sources"),
}
ATTENTIONS = ("MHA", "GQA", "MQA", "MLA", "HYBRID")
# Labels that may stand in place of a value, with no source: the model simply has no such thing.
NONE_SAID = ("sliding_window", "attention_window", "cross_layer_sharing")
# The columns of a price sheet and the variables they are: Claude's words for the prompt cache, then
# DeepSeek's.
PRICES: dict[str, Var] = {
    "input": input_price, "output": output_price, "cache_read": cache_read_price,
    "cache_write_5m": cache_write_price, "cache_write_1h": cache_write_price,
    "cache_hit": cache_read_price, "cache_miss": input_price,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """What a value must be: of `unit` (any unit when None), a variable's when `var` is set, a label
    when `text` (one of `words`, if any).
    """

    unit: Unit | None = None
    var: Var | None = None
    text: bool = False
    words: tuple[str, ...] = ()


ANY = Field()
PEAK = Field(peak_flops.unit, peak_flops)
RENTAL = Field(gpu_price.unit, gpu_price)


def field_of(kind: str, key: str) -> Field | None:
    """The field `key` of an entry of `kind`, or None when there is no such field."""
    if kind not in CLOSED:
        return ANY
    var = variable_of(kind, key)
    if var is not None:
        return Field(var.unit, var)
    unit = OTHERS[kind].get(key)
    if unit is None:
        return None
    if unit == TEXT:
        return Field(text=True, words=ATTENTIONS if key == "attention" else ())
    return Field(parse_unit(unit))


def variable_of(kind: str, key: str) -> Var | None:
    """The variable that a key of an entry of `kind` names, by its name or by one of its usual
    names.
    """
    return next(
        (var for var in VARIABLES.get(kind, ()) if key == var.name or key in var.aliases), None
    )


def keys_of(kind: str) -> list[str]:
    """Every key an entry of a closed kind may have, for "did you mean"."""
    rows = {ACCELERATOR: ["peak_flops", "rental"], PRICE: ["tiers"]}.get(kind, [])
    return [*(var.name for var in VARIABLES.get(kind, ())), *OTHERS[kind], *rows, *LABELS[kind]]


def price_field(column: str) -> Field:
    """A price of a price sheet, per token."""
    return Field(PRICES[column].unit, PRICES[column])
