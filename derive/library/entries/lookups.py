"""The lookups of the library, a row each, in the order of the command line."""

from __future__ import annotations

from derive.library.catalogue.lookups import Lookup

_CHIP = (
    "peak_flops", "hbm_bandwidth", "hbm_capacity", "bytes_per_param", "bytes_per_element",
    "domain_gpus", "scale_up_bandwidth", "scale_out_bandwidth",
)  # fmt: skip
_SHAPE = (
    "active_params", "total_params", "n_layers", "n_heads", "n_kv_heads", "d_head", "d_model",
    "kv_latent_dim", "rope_dim", "n_global_layers", "n_window_layers", "attention_window",
)  # fmt: skip
_LAW = (
    "irreducible_loss", "param_loss_scale", "param_loss_exponent", "token_loss_scale",
    "token_loss_exponent",
)  # fmt: skip
_ROWS = (
    Lookup(
        "accelerator",
        "Take peak rate, bandwidth and capacity of this chip from the catalogue.",
        metavar="ID",
        kind="accelerator",
        read="derive.library.entries.accelerators.accelerator",
        axis=True,
        say="a chip",
        others=("chip", "device", "gpu", "hardware"),
    ),
    Lookup(
        "precision",
        "Its number format (bf16, fp8, fp4, nvfp4, mxfp4, int4_g128, ...): sets the peak rate and"
        " the bytes of a parameter and of a kernel's elements.",
        metavar="P",
        needs="accelerator",
        axis=True,
        below="peak_flops",
        members=_CHIP,
        rest="the accelerator's precision (--precision)",
        say="an accelerator with a precision",
        unnamed="derive.library.entries.precisions.weights_in",
    ),
    Lookup(
        "compute_precision",
        "The format it computes in, where that is another one.",
        metavar="P",
        needs="accelerator",
        axis=True,
    ),
    Lookup(
        "kv_precision",
        "The format of the KV cache (bf16 unless said).",
        metavar="P",
        needs="accelerator",
        axis=True,
        unnamed="derive.library.entries.precisions.cache_in",
    ),
    Lookup(
        "attention_precision",
        "The format that attention computes in (that of the KV cache unless said).",
        metavar="P",
        needs="accelerator",
        axis=True,
        instead='the rate alone: -g attention_peak_flops="989 TFLOP/s/GPU"',
    ),
    Lookup(
        "sparse",
        "Take the vendor's 2:4 sparse peak rate instead of the dense one.",
        needs="accelerator",
    ),
    Lookup(
        "rental",
        "Take gpu_price from the chip's rental offers, by words or number.",
        metavar="WHAT",
        needs="accelerator",
        members=("gpu_price",),
        say="a rental offer",
    ),
    Lookup(
        "model",
        "Take parameters and shape of this model from the catalogue.",
        metavar="ID",
        kind="model",
        read="derive.library.entries.models.model",
        variants="derive.library.entries.models.variant_of",
        axis=True,
        members=_SHAPE,
        say="a model",
        checked="derive.library.entries.models.cross_checks",
        or_file="or DIR|config.json: its shape from the configuration file beside its weights",
        is_file="derive.library.entries.models.is_file",
    ),
    Lookup(
        "tier",
        "Take hbm_capacity and hbm_bandwidth from this memory tier.",
        metavar="ID",
        kind="tier",
        read="derive.library.entries.tiers.memory_tier",
        axis=True,
        members=("tier_capacity", "tier_bandwidth"),
        say="a memory tier",
    ),
    Lookup(
        "scaling_law",
        "Take the constants of this fit: chinchilla_approach3_published, ...",
        metavar="ID",
        kind="scaling_law",
        read="derive.library.entries.scaling_laws.scaling_law",
        members=_LAW,
        say="a scaling law",
    ),
    Lookup(
        "price",
        "Take what this price sheet charges for tokens: input_price, output_price, ...",
        metavar="ID",
        kind="price",
        read="derive.library.entries.prices.price",
        variants="derive.library.entries.prices.tariff_variants",
        axis=True,
        say="a price sheet",
    ),
    Lookup(
        "price_tier",
        "Which of its tiers, by words: priority, batch, peak, fast, ...",
        metavar="WORDS",
        needs="price",
        read="tier",
    ),
    Lookup(
        "cache_ttl",
        "How long a written prompt stays in its cache: sets cache_write_price.",
        metavar="5m|1h",
        needs="price",
    ),
    Lookup(
        "cliff",
        "Take the context at which this price sheet steps up as the crossover_context.",
        metavar="ID",
        kind="price",
        read="derive.library.entries.prices.price_step",
        members=("crossover_context",),
        say="a price sheet with a step",
    ),
)
LOOKUPS = {row.name: row for row in _ROWS}
