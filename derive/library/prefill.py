"""Prefill against decode: one pass over the prompts, and what a prompt token costs beside a produced one."""

from derive.equations import Eq, Max, Relation
from derive.library.nomenclature.conversions import bytes_per_param, emitted_tokens_per_pass, flops_per_param
from derive.library.nomenclature.decode import batch_size, step_time
from derive.library.nomenclature.hardware import bandwidth_efficiency, gpus, hbm_bandwidth, peak_flops
from derive.library.nomenclature.model import active_params, total_params
from derive.library.nomenclature.prefill import (
    decode_gpu_time_per_token,
    decode_prefill_ratio,
    prefill_batch,
    prefill_compute_efficiency,
    prefill_compute_time,
    prefill_gpu_time_per_token,
    prefill_gpus,
    prefill_time,
    prefill_weight_fetch_time,
    prompt_length,
)

prefill_compute = Relation(
    "prefill_compute",
    Eq(prefill_compute_time, flops_per_param * prefill_batch * prompt_length * active_params / (prefill_gpus * peak_flops * prefill_compute_efficiency)),
    "Every token of every prompt is multiplied with every active parameter.",
    source="roofline-tour",
    holds="prompts are short enough that attention's own arithmetic is small",
)
prefill_weight_fetch = Relation(
    "prefill_weight_fetch",
    Eq(prefill_weight_fetch_time, bytes_per_param * total_params / (prefill_gpus * hbm_bandwidth * bandwidth_efficiency)),
    "One pass over the prompts reads all weights once.",
    source="roofline-tour",
)
prefill = Relation(
    "prefill",
    Eq(prefill_time, Max(prefill_compute_time, prefill_weight_fetch_time)),
    "Reading and computing overlap; with more than a few hundred prompt tokens computing binds.",
    source="roofline-tour",
)
prefill_share = Relation(
    "prefill_share",
    Eq(prefill_gpu_time_per_token, prefill_gpus * prefill_time / (prefill_batch * prompt_length)),
    "Device time of the pass, shared by the prompt tokens.",
    source="roofline-tour",
)
decode_share = Relation(
    "decode_share",
    Eq(decode_gpu_time_per_token, gpus * step_time / (batch_size * emitted_tokens_per_pass)),
    "Device time of the step, shared by the tokens it produces.",
    source="roofline-tour",
)
output_over_input = Relation(
    "output_over_input",
    Eq(decode_prefill_ratio, decode_gpu_time_per_token / prefill_gpu_time_per_token),
    "How much dearer a produced token is than a prompt token, if prices follow device time.",
    source="roofline-tour",
)
RELATIONS = (prefill_compute, prefill_weight_fetch, prefill, prefill_share, decode_share, output_over_input)
CONSTRAINTS = ()
THEOREMS = ()
