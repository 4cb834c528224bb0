"""Memory: what fits in a domain, and how long its memory takes to drain."""

from derive.equations import Eq, Relation
from derive.library.nomenclature.conversions import bytes_per_param
from derive.library.nomenclature.decode import batch_size, context_length, kv_bytes_stored_per_token
from derive.library.nomenclature.hardware import (
    domain_bandwidth,
    domain_capacity,
    domain_flops,
    drain_time,
    gpus,
    hbm_bandwidth,
    hbm_capacity,
    kv_cache_bytes,
    loading_bandwidth,
    loading_time,
    memory_needed,
    peak_flops,
    weight_bytes,
)
from derive.library.nomenclature.model import total_params
from derive.library.relations.layouts import WITHOUT_STATE, under
from derive.library.relations.room import enough_gpus, fits
from derive.library.relations.split import EVENLY

drain = Relation(
    "drain",
    Eq(drain_time, hbm_capacity / hbm_bandwidth),
    "Reading the whole memory once takes its capacity over its bandwidth: the natural cadence of"
    " steps.",
    source="roofline-tour: line 32; hardware-economics: line 68",
)
stored_weights = Relation(
    "stored_weights",
    Eq(weight_bytes, bytes_per_param * total_params),
    "Every parameter is stored, used or not.",
    source="roofline-tour: line 58, first term; price-and-speed: line 45",
)
loading_the_weights = Relation(
    "loading_the_weights",
    Eq(loading_time, weight_bytes / loading_bandwidth),
    "Before a model serves, every weight is read from storage once.",
    source="own-derivation: from the meaning of a bandwidth",
    holds="each weight is read once, and what else a start takes is left out",
)
stored_cache = Relation(
    "stored_cache",
    Eq(kv_cache_bytes, batch_size * context_length * kv_bytes_stored_per_token),
    "Every sequence of the batch keeps the KV cache of its whole context.",
    source="roofline-tour: line 58, second term",
    variant=EVENLY,
)
stored_together = Relation(
    "stored_together",
    Eq(memory_needed, weight_bytes + kv_cache_bytes),
    "Weights and KV cache share one memory.",
    source="roofline-tour: line 58; transcript: capacity with pipelining",
    variant=EVENLY,
)
summed_flops = Relation(
    "summed_flops",
    Eq(domain_flops, gpus * peak_flops),
    "The GPUs compute side by side.",
    source="own-derivation: as summed_bandwidth, for the arithmetic",
)
summed_bandwidth = Relation(
    "summed_bandwidth",
    Eq(domain_bandwidth, gpus * hbm_bandwidth),
    "Each GPU reads its own memory.",
    source="roofline-tour: line 64",
)
summed_capacity = Relation(
    "summed_capacity",
    Eq(domain_capacity, gpus * hbm_capacity),
    "Each GPU holds its own part.",
    source="price-and-speed: line 59",
)

_WEIGHTS = bytes_per_param * total_params
weights_fit, *_other_weights_fit = fits(
    "weights_fit",
    _WEIGHTS,
    _WEIGHTS,
    gpus,
    "The weights must fit in the memory of the GPUs.",
    "roofline-tour: line 42; transcript: what limits a model",
    EVENLY,
)
weights_and_cache_fit, *_other_fit = fits(
    "weights_and_cache_fit",
    _WEIGHTS + batch_size * context_length * kv_bytes_stored_per_token,
    _WEIGHTS,
    gpus,
    "Weights and KV cache of the batch must fit in the memory of the GPUs.",
    "roofline-tour: lines 40 and 58; transcript: capacity with pipelining",
    EVENLY,
)
RELATIONS = (
    drain,
    stored_weights,
    loading_the_weights,
    stored_cache,
    *under(stored_together, *WITHOUT_STATE),
    summed_flops,
    summed_bandwidth,
    summed_capacity,
    *enough_gpus(EVENLY),
)
CONSTRAINTS = (weights_fit, *_other_weights_fit, weights_and_cache_fit, *_other_fit)
THEOREMS = ()
