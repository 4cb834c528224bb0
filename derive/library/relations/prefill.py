"""Prefill against decode: one pass over the prompts, and what a prompt token costs beside a
produced one.

Every prompt token goes through the layers; the output matrix is needed for the last token of a
prompt alone, and the input matrix is looked up. Attention adds what grows with the square of the
prompt, at the rate of its own precision; without it, and with every active parameter multiplied,
the account is flat.
"""

from typing import Any

from derive.equations import Direction, Eq, Max, Neglected, Relation, Theorem, Variant
from derive.library.nomenclature.conversions import (
    ONE_PARAM,
    ONE_SEQUENCE,
    ONE_TOKEN,
    attention_flops,
    bytes_per_param,
    emitted_tokens_per_pass,
    flops_per_param,
    tokens_per_pass,
)
from derive.library.nomenclature.decode import (
    batch_size,
    compute_time,
    kv_bytes_per_token,
    mfu,
    step_time,
)
from derive.library.nomenclature.hardware import (
    attention_peak_flops,
    attention_rate_ratio,
    compute_efficiency,
    gpus,
    hbm_bandwidth,
    peak_flops,
)
from derive.library.nomenclature.model import (
    active_params,
    kv_latent_dim,
    n_heads,
    n_layers,
    total_params,
)
from derive.library.nomenclature.prefill import (
    crossover_pass_length,
    decode_gpu_time_per_token,
    decode_prefill_ratio,
    prefill_attention_flops,
    prefill_attention_width,
    prefill_bandwidth_efficiency,
    prefill_batch,
    prefill_compute_efficiency,
    prefill_compute_time,
    prefill_flops,
    prefill_gpu_time_per_token,
    prefill_gpus,
    prefill_kv_fetch_time,
    prefill_time,
    prefill_weight_fetch_time,
    prefix_length,
    prompt_length,
)
from derive.library.nomenclature.shape import (
    head_params,
    layer_params,
    qk_nope_head_dim,
    v_head_dim,
)
from derive.library.relations.balance import neither_read_nor_multiplied
from derive.library.relations.layouts import GROUP, WITH_LATENT
from derive.library.relations.overlap import without_overlap
from derive.library.relations.roofline import (
    compute,
    flops_utilisation,
    not_multiplied,
    not_read,
    unchosen_experts,
)

PREFILL_COMPUTE = "prefill compute"


def only_for_the_last_token(params: Any) -> Neglected:
    """That of a prompt only the last token meets the output matrix, which a product of every token
    with all these parameters counts.
    """
    what = "that of a prompt only the last token meets the output matrix"
    return Neglected(what, head_params / params, Direction.LOWERS)


prefill_products = Relation(
    "prefill_products",
    Eq(
        prefill_flops,
        flops_per_param
        * prefill_batch
        * (layer_params * prompt_length + head_params * ONE_TOKEN / ONE_SEQUENCE),
    ),
    "Every token of a prompt is multiplied with the layers, and only its last one with the output"
    " matrix.",
    source=(
        "own-derivation: from two_n_d, without the input matrix, which is looked up, and with the"
        " output matrix for the one token that is sampled from"
    ),
    neglects=(
        Neglected(
            "bringing a cached latent up to the heads again",
            n_layers
            * kv_latent_dim
            * n_heads
            * (qk_nope_head_dim + v_head_dim)
            * ONE_PARAM
            * prefix_length
            / (layer_params * prompt_length),
            Direction.RAISES,
            under=(GROUP, *WITH_LATENT),
        ),
    ),
)
prefill_compute_with_attention = Relation(
    "prefill_compute_with_attention",
    Eq(
        prefill_compute_time,
        (prefill_flops / peak_flops + prefill_attention_flops / attention_peak_flops)
        / (prefill_gpus * prefill_compute_efficiency),
    ),
    "The products with the weights and those of attention take turns, each at the peak rate of its"
    " precision.",
    source=(
        "own-derivation: from prefill_products and prefill_attention; scaling-book-transformers:"
        " section on the fractional cost of attention"
    ),
    variant=Variant(PREFILL_COMPUTE, "with_attention", usual=True),
)
attention_rate = Relation(
    "attention_rate",
    Eq(attention_peak_flops, attention_rate_ratio * peak_flops),
    "Attention computes at the rate of the weights' products, unless it has a precision of its"
    " own.",
    source="own-derivation: definition of the ratio of the two rates",
)
prefill_compute = Relation(
    "prefill_compute",
    Eq(
        prefill_compute_time,
        flops_per_param
        * prefill_batch
        * prompt_length
        * active_params
        / (prefill_gpus * peak_flops * prefill_compute_efficiency),
    ),
    "Every token of every prompt is multiplied with every active parameter.",
    source="roofline-tour: lines 100 and 102",
    holds=(
        "prompts are short enough that attention's own arithmetic is small, and active_params"
        " counts what a token is multiplied with"
    ),
    neglects=(
        Neglected(
            "the arithmetic of attention over the prompt",
            attention_flops
            * n_layers
            * prefill_attention_width
            * prompt_length
            / (2 * flops_per_param * active_params),
            Direction.RAISES,
        ),
        only_for_the_last_token(active_params),
        not_multiplied(active_params),
    ),
    variant=Variant(PREFILL_COMPUTE, "flat"),
)
prefill_weight_fetch = Relation(
    "prefill_weight_fetch",
    Eq(
        prefill_weight_fetch_time,
        bytes_per_param
        * total_params
        / (prefill_gpus * hbm_bandwidth * prefill_bandwidth_efficiency),
    ),
    "One pass over the prompts reads all weights once.",
    source="roofline-tour: lines 100 and 103",
    neglects=(
        unchosen_experts.at({batch_size: prefill_batch, tokens_per_pass: prompt_length}),
        not_read(total_params),
    ),
)
prefill = Relation(
    "prefill",
    Eq(prefill_time, Max(prefill_compute_time, prefill_weight_fetch_time)),
    "Reading and computing overlap; with more than a few hundred prompt tokens computing binds.",
    source="roofline-tour: lines 100 and 112",
    neglects=(
        without_overlap(prefill_compute_time, prefill_weight_fetch_time),
        Neglected(
            "reading the KV cache of the prefix",
            prefill_batch
            * prefix_length
            * kv_bytes_per_token
            / (prefill_gpus * hbm_bandwidth * prefill_bandwidth_efficiency * prefill_time),
            Direction.RAISES,
            most=True,
        ),
    ),
    variant=Variant("prefill reads", "weights", usual=True),
)
prefill_prefix_fetch = Relation(
    "prefill_prefix_fetch",
    Eq(
        prefill_kv_fetch_time,
        prefill_batch
        * prefix_length
        * kv_bytes_per_token
        / (prefill_gpus * hbm_bandwidth * prefill_bandwidth_efficiency),
    ),
    "A pass that continues earlier context reads its KV cache, once for all its tokens.",
    source="transcript: prefill and flash attention",
)
prefill_after_prefix = Relation(
    "prefill_after_prefix",
    Eq(prefill_time, Max(prefill_compute_time, prefill_weight_fetch_time + prefill_kv_fetch_time)),
    "Weights and the KV cache of what came before are read while the prompt is computed; the longer"
    " the pass, the more tokens share them.",
    source="roofline-tour: lines 100 and 101; transcript: length of a pass",
    neglects=(
        without_overlap(prefill_compute_time, prefill_weight_fetch_time + prefill_kv_fetch_time),
    ),
    variant=Variant("prefill reads", "weights_and_prefix"),
)
pass_balance = Relation(
    "pass_balance",
    Eq(prefill_compute.at({prompt_length: crossover_pass_length}), prefill_weight_fetch.at({})),
    "At the crossover pass length, computing the pass takes as long as reading the weights.",
    source="roofline-tour: line 112",
    equates=(prefill_compute, prefill_weight_fetch),
    neglects=(
        *(
            term.at({prompt_length: crossover_pass_length}, direction=way, of=crossover_pass_length)
            for term, way in zip(
                (*prefill_compute.neglects[:2], prefill_weight_fetch.neglects[0]),
                (Direction.LOWERS, Direction.RAISES, Direction.LOWERS),
                strict=True,
            )
        ),
        neither_read_nor_multiplied(crossover_pass_length),
    ),
)
prefill_share = Relation(
    "prefill_share",
    Eq(prefill_gpu_time_per_token, prefill_gpus * prefill_time / (prefill_batch * prompt_length)),
    "Device time of the pass, shared by the prompt tokens.",
    source="roofline-tour: line 101",
)
decode_share = Relation(
    "decode_share",
    Eq(decode_gpu_time_per_token, gpus * step_time / (batch_size * emitted_tokens_per_pass)),
    "Device time of the step, shared by the tokens it produces.",
    source="roofline-tour: lines 16 and 101",
)
output_over_input = Relation(
    "output_over_input",
    Eq(decode_prefill_ratio, decode_gpu_time_per_token / prefill_gpu_time_per_token),
    "How much dearer a produced token is than a prompt token, if prices follow device time.",
    source="roofline-tour: line 112; price-and-speed: line 65",
)

_arithmetic_binds = Relation(
    "prefill_arithmetic_binds",
    Eq(prefill_time, prefill_compute_time),
    "Arithmetic binds prefill.",
    source="own-derivation: the case considered",
)
_weights_bind = Relation(
    "prefill_weights_bind",
    Eq(prefill_time, prefill_weight_fetch_time),
    "Reading the weights binds the pass.",
    source="own-derivation: the case considered",
)

long_passes_cost_their_arithmetic = Theorem(
    "long_passes_cost_their_arithmetic",
    Eq(
        prefill_gpu_time_per_token,
        flops_per_param * active_params / (peak_flops * prefill_compute_efficiency),
    ),
    "Where arithmetic binds, a prompt token costs the same in any batch, at any length, on any"
    " number of GPUs.",
    follows_from=(prefill_compute, prefill_share, _arithmetic_binds),
    source="roofline-tour: line 102",
    holds="the pass is longer than the crossover pass length",
)
short_passes_share_the_weights = Theorem(
    "short_passes_share_the_weights",
    Eq(
        prefill_gpu_time_per_token,
        bytes_per_param
        * total_params
        / (prefill_batch * prompt_length * hbm_bandwidth * prefill_bandwidth_efficiency),
    ),
    "Where reading the weights binds, a token's share of them falls with the length of the pass;"
    " decode is the pass of one token.",
    follows_from=(prefill_weight_fetch, prefill_share, _weights_bind),
    source="roofline-tour: line 103",
    holds="the pass is shorter than the crossover pass length",
)
premium_is_step_over_arithmetic = Theorem(
    "premium_is_step_over_arithmetic",
    Eq(
        decode_prefill_ratio,
        step_time
        / compute_time
        * (tokens_per_pass / emitted_tokens_per_pass)
        * (prefill_compute_efficiency / compute_efficiency),
    ),
    "A produced token is dearer than a prompt token by as much as a decode step is longer than its"
    " arithmetic.",
    follows_from=(
        compute,
        decode_share,
        prefill_compute,
        prefill_share,
        output_over_input,
        _arithmetic_binds,
    ),
    source="roofline-tour: line 112",
    holds="arithmetic binds prefill",
)
premium_is_utilisation_ratio = Theorem(
    "premium_is_utilisation_ratio",
    Eq(decode_prefill_ratio, prefill_compute_efficiency / mfu),
    "A produced token is dearer by the ratio of the two utilisations: fivefold means that decode"
    " reaches a fifth.",
    follows_from=(
        flops_utilisation,
        decode_share,
        prefill_compute,
        prefill_share,
        output_over_input,
        _arithmetic_binds,
    ),
    source="hardware-economics: line 197; flashcards: price of decode",
    holds="arithmetic binds prefill",
)
RELATIONS = (
    prefill_products, prefill_compute_with_attention, attention_rate, prefill_compute,
    prefill_weight_fetch, prefill, prefill_prefix_fetch, prefill_after_prefix, pass_balance,
    prefill_share, decode_share, output_over_input,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (
    long_passes_cost_their_arithmetic, short_passes_share_the_weights,
    premium_is_step_over_arithmetic, premium_is_utilisation_ratio,
)  # fmt: skip
