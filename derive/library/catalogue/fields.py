"""Fields: which keys an entry of each kind may have, and the unit each value must be in.

A key that is the name of a variable of the library is that variable. The closed kinds refuse every other key,
so that a misspelt one cannot vanish; the open kinds (scaling laws and the like) take any sourced value.
"""

from __future__ import annotations

from dataclasses import dataclass

from derive.equations.var import Var
from derive.library.nomenclature.hardware import domain_gpus, gpu_price, hbm_bandwidth, hbm_capacity, peak_flops
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
from derive.library.nomenclature.training import training_flops, training_gpus, training_mfu, training_tokens
from derive.units.text import parse_unit
from derive.units.unit import Unit

ACCELERATOR, MODEL, TIER, PRICE = "accelerator", "model", "tier", "price"
CLOSED = (ACCELERATOR, MODEL, TIER, PRICE)
TEXT = "text"

TRAINING = (training_tokens, training_flops, training_gpus, training_mfu)
VARIABLES: dict[str, tuple[Var, ...]] = {
    ACCELERATOR: (hbm_capacity, hbm_bandwidth, domain_gpus),
    MODEL: (
        total_params, active_params, n_layers, d_model, n_heads, n_kv_heads, d_head, kv_latent_dim, rope_dim,
        n_experts, active_experts, shared_experts, *TRAINING,
    ),
    TIER: (hbm_capacity, hbm_bandwidth),
}  # fmt: skip
OTHERS: dict[str, dict[str, str]] = {
    ACCELERATOR: {
        "release_year": "1", "tdp": "W/GPU",
        "scale_up_per_direction": "byte/s/GPU", "scale_up_per_gpu": "byte/s/GPU", "scale_out_per_gpu": "byte/s/GPU",
    },
    MODEL: {
        "attention": TEXT, "weight_precision": TEXT, "kv_precision": TEXT, "cross_layer_sharing": TEXT, "kv_reduction": TEXT,
        "vocab": "1", "d_ff": "1", "d_ff_dense": "1", "d_ff_expert": "1", "q_lora_rank": "1", "qk_nope_head_dim": "1", "v_head_dim": "1",
        "dense_layers": "1", "moe_every": "1", "local_layers": "1", "global_layers": "1", "linear_layers": "1", "local_per_global": "1",
        "max_context": "token/sequence", "context_advertised": "token/sequence", "sliding_window": "token/sequence",
        "training_gpu_hours": "GPU*hour",
    },
    TIER: {
        "capacity": "byte", "bandwidth": "byte/s", "bandwidth_per_host": "byte/s", "link_to_gpu": "byte/s/GPU",
        "price": "USD/byte", "storage_price": "USD/byte/s", "price_trend": TEXT, "hit_share": "1",
    },
    PRICE: {"threshold": "token/sequence", "cache_storage": "USD/token/s", "fast_price_ratio": "1", "fast_speed_ratio": "1"},
}  # fmt: skip
LABELS: dict[str, tuple[str, ...]] = {
    ACCELERATOR: ("name", "note", "sources", "memory_type", "unsupported"),
    MODEL: ("name", "note", "sources"),
    TIER: ("name", "note", "sources", "medium", "unit_of"),
    PRICE: ("name", "note", "sources"),
}
ATTENTIONS = ("MHA", "GQA", "MQA", "MLA", "HYBRID")
# Labels that may stand in place of a value, with no source: the model simply has no such thing.
NONE_SAID = ("sliding_window", "cross_layer_sharing")
PRICES = ("input", "output", "cache_read", "cache_write_5m", "cache_write_1h", "cache_hit", "cache_miss")


@dataclass(frozen=True, slots=True)
class Field:
    """What a value must be: of `unit` (any unit when None), a variable's when `var` is set, a label when `text` (one of `words`, if any)."""

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
    var = next((var for var in VARIABLES.get(kind, ()) if var.name == key), None)
    if var is not None:
        return Field(var.unit, var)
    unit = OTHERS[kind].get(key)
    if unit is None:
        return None
    if unit == TEXT:
        return Field(text=True, words=ATTENTIONS if key == "attention" else ())
    return Field(parse_unit(unit))


def keys_of(kind: str) -> list[str]:
    """Every key an entry of a closed kind may have, for "did you mean"."""
    rows = {ACCELERATOR: ["peak_flops", "rental"], PRICE: ["tiers"]}.get(kind, [])
    return [*(var.name for var in VARIABLES.get(kind, ())), *OTHERS[kind], *rows, *LABELS[kind]]


def price_field() -> Field:
    """A price of a price sheet, per token."""
    return Field(parse_unit("USD/token"))
