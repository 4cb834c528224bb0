"""Pipelines: the layers split over stages, each stage a scale-up domain of its own, and what each
GPU then holds.
"""

import sympy

from derive.equations import Direction, Eq, Neglected, Relation, Theorem
from derive.library.nomenclature.context import state_bytes_per_sequence
from derive.library.nomenclature.conversions import bytes_per_param
from derive.library.nomenclature.decode import batch_size, context_length, kv_bytes_stored_per_token
from derive.library.nomenclature.hardware import hbm_capacity, reserved_memory
from derive.library.nomenclature.model import n_layers, total_params
from derive.library.nomenclature.pipeline import (
    cache_bound_stages,
    cache_parity_context,
    layers_per_stage,
    microbatch_size,
    n_microbatches,
    n_stages,
    pipeline_cache_per_gpu,
    pipeline_gpus,
    pipeline_memory_per_gpu,
    pipeline_weights_per_gpu,
    sequences_in_flight,
    stage_gpus,
    stages_to_fit,
    whole_layers_per_stage,
    whole_stages_to_fit,
)
from derive.library.relations.capacity import stored_cache, stored_weights
from derive.library.relations.layouts import KEPT_STATE, with_state
from derive.library.relations.room import filled, fits
from derive.library.relations.split import EVENLY, PLAIN

_MICROBATCH_CACHE = microbatch_size * context_length * kv_bytes_stored_per_token

_uneven = Neglected(
    "that the fullest stage holds whole layers, more than its share",
    whole_layers_per_stage / layers_per_stage - 1,
    Direction.RAISES,
)

# --- stages and microbatches ---
in_flight = Relation(
    "in_flight",
    Eq(sequences_in_flight, n_microbatches * microbatch_size),
    "Every microbatch has sequences of its own.",
    source="roofline-tour: after line 56; hardware-economics: line 114",
)
all_stages = Relation(
    "all_stages",
    Eq(pipeline_gpus, n_stages * stage_gpus),
    "Every stage has GPUs of its own.",
    source="roofline-tour: lines 56 and 58",
)
layers_exact = Relation(
    "layers_exact",
    Eq(layers_per_stage, n_layers / n_stages),
    "The stages share the layers.",
    source="hardware-economics: line 96",
)
layers_whole = Relation(
    "layers_whole",
    Eq(whole_layers_per_stage, sympy.ceiling(layers_per_stage)),
    "A layer lies in one stage whole, so the fullest stage holds the next whole number.",
    source="own-derivation: from layers_exact, rounded up",
)

# --- memory ---
staged_weights = Relation(
    "staged_weights",
    Eq(pipeline_weights_per_gpu, bytes_per_param * total_params / (stage_gpus * n_stages)),
    "Each GPU holds its share of its stage's share of the weights.",
    source="roofline-tour: line 58, first term; hardware-economics: line 112",
    holds="the layers are spread evenly over the stages",
    neglects=(_uneven,),
    variant=PLAIN,
)
staged_cache = Relation(
    "staged_cache",
    Eq(
        pipeline_cache_per_gpu,
        sequences_in_flight * context_length * kv_bytes_stored_per_token / (stage_gpus * n_stages),
    ),
    "Each stage holds its layers' KV cache of every sequence in flight.",
    source="roofline-tour: line 58, second term; hardware-economics: line 114",
    holds="the layers are spread evenly over the stages",
    neglects=(
        _uneven,
        with_state(
            KEPT_STATE,
            state_bytes_per_sequence / (context_length * kv_bytes_stored_per_token),
            Direction.RAISES,
        ),
    ),
    variant=EVENLY,
)
staged_memory = Relation(
    "staged_memory",
    Eq(pipeline_memory_per_gpu, pipeline_weights_per_gpu + pipeline_cache_per_gpu),
    "Weights and KV cache share one memory.",
    source="roofline-tour: line 58",
)
_HELD_BACK = Neglected(
    "memory held back",
    reserved_memory / (hbm_capacity - _MICROBATCH_CACHE / stage_gpus - reserved_memory),
    Direction.RAISES,
    of=stages_to_fit,
)
_JUST_ENOUGH = staged_weights.at({n_stages: stages_to_fit})
stages_exact, *_other_stages = (
    Relation(
        "stages_exact",
        Eq(taken, limit),
        "With just enough stages, a share of the weights and one microbatch's KV cache fill the"
        " memory of a stage.",
        source="own-derivation: from pipeline_memory, where it fills a GPU's memory",
        holds=(
            "as many microbatches as stages, and a stage's memory holds more than one microbatch's"
            " cache"
        ),
        neglects=() if (taken - limit).has(reserved_memory) else (_HELD_BACK,),
        variant=variant,
    )
    for taken, limit, variant in filled(
        _JUST_ENOUGH + _MICROBATCH_CACHE / stage_gpus, _JUST_ENOUGH, 1, PLAIN
    )
)
stages_whole = Relation(
    "stages_whole",
    Eq(whole_stages_to_fit, sympy.ceiling(stages_to_fit)),
    "Stages are added whole.",
    source="own-derivation: from stages_exact, rounded up",
)
cache_bound = Relation(
    "cache_bound",
    Eq(cache_bound_stages, bytes_per_param * total_params / _MICROBATCH_CACHE),
    "From here on a GPU holds more KV cache than weights, and more stages save ever less.",
    source="own-derivation: from pipeline_memory, where its two terms are equal",
    holds="as many microbatches as stages",
    variant=PLAIN,
)
cache_parity = Relation(
    "cache_parity",
    Eq(cache_parity_context, stored_weights.at({}) / (batch_size * kv_bytes_stored_per_token)),
    "Beyond this context the batch's KV cache takes more memory than the weights.",
    source="hardware-economics: line 116",
    equates=(stored_cache, stored_weights),
    variant=PLAIN,
)
fits_in_stages, *_other_fit = fits(
    "fits_in_stages",
    pipeline_memory_per_gpu,
    pipeline_weights_per_gpu,
    1,
    "What a GPU of the pipeline holds must fit in its memory.",
    "roofline-tour: line 58; transcript: capacity with pipelining",
    None,
)

# --- what follows for a full pipeline ---
_one_per_stage = Relation(
    "one_microbatch_per_stage",
    Eq(n_microbatches, n_stages),
    "As many microbatches as stages.",
    source="own-derivation: the case considered",
)

stages_cancel_in_the_cache = Theorem(
    "stages_cancel_in_the_cache",
    Eq(
        pipeline_cache_per_gpu,
        microbatch_size * context_length * kv_bytes_stored_per_token / stage_gpus,
    ),
    "The cache is spread over the stages, but a full pipeline needs as many microbatches as stages:"
    " the number of stages cancels.",
    follows_from=(staged_cache, in_flight, _one_per_stage),
    source="roofline-tour: line 59; price-and-speed: line 51",
    holds="as many microbatches as stages",
)
pipeline_memory = Theorem(
    "pipeline_memory",
    Eq(
        pipeline_memory_per_gpu,
        bytes_per_param * total_params / (stage_gpus * n_stages)
        + microbatch_size * context_length * kv_bytes_stored_per_token / stage_gpus,
    ),
    "More stages thin out the weights; the KV cache per GPU stays.",
    follows_from=(staged_memory, staged_weights, staged_cache, in_flight, _one_per_stage),
    source="roofline-tour: lines 58 and 59; hardware-economics: lines 112 to 114",
    holds="as many microbatches as stages",
)
stages_for_the_weights = Theorem(
    "stages_for_the_weights",
    Eq(
        stages_to_fit,
        bytes_per_param * total_params / (stage_gpus * hbm_capacity - _MICROBATCH_CACHE),
    ),
    "Each stage has the memory that one microbatch's cache leaves free; the weights need that many"
    " of them.",
    follows_from=(stages_exact,),
    source="own-derivation: from stages_exact, solved for the stages",
    holds=stages_exact.holds,
)
RELATIONS = (
    in_flight, all_stages, layers_exact, layers_whole, staged_weights, staged_cache, staged_memory,
    stages_exact, *_other_stages, stages_whole, cache_bound, cache_parity,
)  # fmt: skip
CONSTRAINTS = (fits_in_stages, *_other_fit)
THEOREMS = (stages_cancel_in_the_cache, pipeline_memory, stages_for_the_weights)
