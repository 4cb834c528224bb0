"""Placement: what each GPU holds and reads where attention is copied or split among fewer GPUs.

The weights that every token uses lie on the GPUs that split attention, and once more on every
other such group; routed experts are dealt out over all GPUs. GPUs that split attention share the
KV heads of a sequence: where they are more than the heads, each head is held several times, and a
latent by every one of them.
"""

from dataclasses import replace
from typing import Any

import sympy

from derive.equations import Direction, Eq, Max, Neglected, Relation, Theorem
from derive.equations.relation import Variant
from derive.library.nomenclature.batch import (
    capacity_batch,
    dense_params,
    latency_floor_active,
    read_params,
    routed_params,
)
from derive.library.nomenclature.context import state_bytes_per_sequence
from derive.library.nomenclature.conversions import (
    ONE_GPU,
    ONE_PARAM,
    ONE_SEQUENCE,
    ONE_TOKEN,
    bytes_per_param,
    flops_per_param,
    tokens_per_pass,
)
from derive.library.nomenclature.decode import (
    arithmetic_intensity,
    batch_size,
    context_length,
    kv_bytes_per_token,
    kv_bytes_stored_per_token,
    kv_fetch_time,
    mbu,
    step_time,
    weight_fetch_time,
)
from derive.library.nomenclature.formats import dense_bytes_per_param, routed_bytes_per_param
from derive.library.nomenclature.hardware import (
    bandwidth_efficiency,
    gpus,
    hbm_bandwidth,
    hbm_capacity,
    kv_cache_bytes,
    memory_needed,
    weight_bytes,
)
from derive.library.nomenclature.model import (
    active_experts,
    active_params,
    d_model,
    kv_latent_dim,
    n_experts,
    n_kv_heads,
    n_layers,
    rope_dim,
    total_params,
)
from derive.library.nomenclature.modes import time_per_sequence
from derive.library.nomenclature.networks import (
    experts_per_gpu,
    experts_placed,
    redundant_experts,
    tensor_parallel_gpus,
    whole_experts_per_gpu,
)
from derive.library.nomenclature.pipeline import (
    microbatch_read_params,
    microbatch_size,
    n_stages,
    pipeline_cache_per_gpu,
    pipeline_weights_per_gpu,
    sequences_in_flight,
    stage_gpus,
    stage_kv_fetch_time,
    stage_weight_fetch_time,
)
from derive.library.nomenclature.placement import (
    attention_replicas,
    attention_tensor_gpus,
    expert_parallel_gpus,
    expert_tensor_gpus,
    kv_copies,
    memory_share,
    weight_bytes_per_gpu,
    weight_bytes_read_per_gpu,
)
from derive.library.nomenclature.quality import kv_room
from derive.library.nomenclature.shape import q_lora_rank
from derive.library.relations.layouts import (
    COMPRESSED,
    GROUP,
    KEPT_STATE,
    WITH_HEADS,
    WITH_LATENT,
    under,
    with_state,
)
from derive.library.relations.pipeline import staged_cache, staged_weights
from derive.library.relations.roofline import (
    STATE,
    WEIGHT_READ,
    compute,
    not_multiplied,
    not_read,
    state_in_intensity,
    state_in_utilisation,
)
from derive.library.relations.room import fits, rooms
from derive.library.relations.split import (
    BY_PART,
    BY_SHARE,
    COPIED,
    COPIED_OR_STATED,
    EVEN,
    EVEN_LOAD,
    EVENLY,
    LAYOUT,
    ONE_FORMAT,
    PLAIN,
    STATED,
    TENSOR,
)
from derive.library.relations.weight_formats import dense_weights_alike
from derive.library.relations.weight_read import all_params, touched_weight_fetch

_STATED = Variant(LAYOUT, (STATED, TENSOR))
_STAGE = {gpus: stage_gpus, batch_size: microbatch_size, read_params: microbatch_read_params}
ADP = "trt_blog3: section on data parallelism of the attention module"

# --- who shares what ---
attention_over_all = Relation(
    "attention_over_all",
    Eq(attention_tensor_gpus, gpus),
    "All GPUs split the attention of every sequence.",
    source="own-derivation: what weight_fetch and kv_fetch take for granted",
    variant=EVENLY,
)
attention_on_each = Relation(
    "attention_on_each",
    Eq(attention_tensor_gpus, ONE_GPU),
    "Each GPU has the attention of its own sequences to itself.",
    source=ADP,
    variant=Variant(LAYOUT, COPIED),
)
attention_over_tensor_split = Relation(
    "attention_over_tensor_split",
    Eq(attention_tensor_gpus, tensor_parallel_gpus),
    "GPUs that split every matrix of a layer split the attention of a sequence as well.",
    source="own-derivation: what tensor_parallel takes for granted",
    variant=Variant(LAYOUT, TENSOR),
)
groups_of_attention = Relation(
    "groups_of_attention",
    Eq(attention_replicas, gpus / attention_tensor_gpus),
    "GPUs that do not split the attention of one sequence work on others.",
    source=ADP,
)
experts_over_all = Relation(
    "experts_over_all",
    Eq(expert_parallel_gpus, gpus),
    "The experts are dealt out over all GPUs, whole.",
    source="trt_blog3: section on expert parallelism",
    variant=Variant(LAYOUT, (EVEN, COPIED, TENSOR), usual=True),
)
groups_of_experts = Relation(
    "groups_of_experts",
    Eq(expert_tensor_gpus, ONE_GPU * gpus / expert_parallel_gpus),
    "GPUs that are dealt no experts of their own split those of others with them.",
    source="trt_blog1: section on the parallelism strategy, sparse experts",
)
copies_of_heads = Relation(
    "copies_of_heads",
    Eq(kv_copies, Max(1, attention_tensor_gpus / (ONE_GPU * n_kv_heads))),
    "A KV head lies on one GPU; GPUs beyond the number of heads hold one of them again.",
    source="own-derivation: the heads shared out over the GPUs that split attention",
    holds="the heads divide evenly among the GPUs",
)
copies_of_latent = Relation(
    "copies_of_latent",
    Eq(kv_copies, attention_tensor_gpus / ONE_GPU),
    "All query heads need the whole latent or entry, so every GPU that splits attention holds it.",
    source=ADP,
)
no_copies = Relation(
    "no_copies",
    Eq(kv_copies, attention_tensor_gpus / ONE_GPU),
    "A sequence lies on the one GPU that has its attention.",
    source=ADP,
    variant=Variant(LAYOUT, COPIED),
)

# --- formats ---
routed_alike = Relation(
    "routed_alike",
    Eq(routed_bytes_per_param, bytes_per_param),
    "All weights are of one format.",
    source="own-derivation: what stored_weights takes for granted",
    variant=replace(ONE_FORMAT, beside=BY_SHARE),
)
mean_format = Relation(
    "mean_format",
    Eq(
        bytes_per_param,
        (routed_bytes_per_param * routed_params + dense_bytes_per_param * dense_params)
        / total_params,
    ),
    "A parameter takes the mean of what routed experts and the others take.",
    source="trt_blog3: section on the precision strategy, experts in a format of their own",
    variant=BY_PART,
)

# --- weights ---
_DENSE_SHARE = dense_bytes_per_param * dense_params / attention_tensor_gpus
_COPIES = experts_placed / (n_experts * gpus)
uneven_experts = Neglected(
    "that the experts do not divide evenly among the GPUs",
    whole_experts_per_gpu / experts_per_gpu - 1,
    Direction.RAISES,
)


def down_to_latents(bytes_on_gpu: Any) -> Neglected:
    """That a GPU holds whole what goes down to the latents, beside so many bytes of weights; all
    heads share it, so that it is not split with them.
    """
    return Neglected(
        "that every GPU holds the projections down to the latents whole",
        dense_bytes_per_param
        * n_layers
        * d_model
        * (q_lora_rank + kv_latent_dim + rope_dim)
        * ONE_PARAM
        * (1 / ONE_GPU - 1 / attention_tensor_gpus)
        / bytes_on_gpu,
        Direction.RAISES,
        under=(GROUP, *WITH_LATENT),
    )


weights_by_share = Relation(
    "weights_by_share",
    Eq(weight_bytes_per_gpu, routed_bytes_per_param * routed_params * _COPIES + _DENSE_SHARE),
    "A GPU holds its part of the experts, copies counted, and of the other weights the part of one"
    " that splits attention.",
    source=ADP,
    holds="the experts divide evenly among the GPUs",
    neglects=(uneven_experts, down_to_latents(weight_bytes_per_gpu)),
    variant=COPIED_OR_STATED,
)
weights_evenly = Relation(
    "weights_evenly",
    Eq(weight_bytes_per_gpu, weight_bytes / gpus),
    "Every GPU holds as much as any other.",
    source="roofline-tour: line 58, first term",
    variant=EVENLY,
)
unchosen = Neglected(
    "that experts which no token chooses need not be read",
    routed_bytes_per_param
    * routed_params
    * _COPIES
    * (1 - active_experts / n_experts) ** (batch_size * tokens_per_pass / ONE_TOKEN)
    / weight_bytes_per_gpu,
    Direction.LOWERS,
)
table_not_read = not_read(weight_bytes_read_per_gpu * attention_tensor_gpus / dense_bytes_per_param)
all_weights_read = Relation(
    "all_weights_read",
    Eq(weight_bytes_read_per_gpu, weight_bytes_per_gpu),
    "A step reads all weights that a GPU holds.",
    source="roofline-tour: line 7, first term",
    holds="the batch is large enough that every expert is used by some token",
    neglects=(unchosen, table_not_read),
    variant=Variant(WEIGHT_READ, "all", usual=True),
)
touched_by_share = Relation(
    "touched_by_share",
    Eq(
        weight_bytes_read_per_gpu,
        routed_bytes_per_param * (read_params - dense_params) * _COPIES + _DENSE_SHARE,
    ),
    "A step reads the experts that some token uses, and the other weights wherever they lie.",
    source="own-derivation: from weights_by_share and touched",
    holds="the experts that are read lie evenly on the GPUs",
    neglects=(
        Neglected(
            "that a few tokens use one copy of an expert and not all",
            routed_bytes_per_param
            * (read_params - dense_params)
            * redundant_experts
            / (n_experts * gpus * weight_bytes_read_per_gpu),
            Direction.LOWERS,
            most=True,
        ),
        table_not_read,
        down_to_latents(weight_bytes_read_per_gpu),
    ),
    variant=Variant(WEIGHT_READ, "experts_touched", beside=replace(EVEN_LOAD, beside=BY_SHARE)),
)
touched_evenly = Relation(
    "touched_evenly",
    Eq(weight_bytes_read_per_gpu, bytes_per_param * read_params / gpus),
    "Every GPU reads as much as any other of what some token uses.",
    source="own-derivation: from touched_weight_fetch, for the bytes of one GPU",
    neglects=touched_weight_fetch.neglects,
    variant=Variant(WEIGHT_READ, "experts_touched", beside=PLAIN),
)
weight_fetch_by_share = Relation(
    "weight_fetch_by_share",
    Eq(
        weight_fetch_time,
        weight_bytes_read_per_gpu / (hbm_bandwidth * bandwidth_efficiency),
    ),
    "Every GPU reads its own part, all at once.",
    source="own-derivation: from weight_fetch, for the bytes of one GPU",
    variant=BY_SHARE,
)
floor_by_share = Relation(
    "floor_by_share",
    Eq(
        latency_floor_active,
        (routed_bytes_per_param * (active_params - dense_params) / gpus + _DENSE_SHARE)
        / (hbm_bandwidth * bandwidth_efficiency),
    ),
    "A single token needs its own experts, and the other weights wherever they lie.",
    source="own-derivation: from active_floor and weights_by_share",
    holds="the experts of the token lie evenly on the GPUs",
    neglects=(
        not_read(
            routed_bytes_per_param
            * (active_params - dense_params)
            * attention_tensor_gpus
            / (dense_bytes_per_param * gpus)
            + dense_params
        ),
        down_to_latents(
            routed_bytes_per_param * (active_params - dense_params) / gpus + _DENSE_SHARE
        ),
    ),
    variant=BY_SHARE,
)

# --- caches ---
kv_fetch_by_share = Relation(
    "kv_fetch_by_share",
    Eq(
        kv_fetch_time,
        batch_size
        * context_length
        * kv_bytes_per_token
        * kv_copies
        / (gpus * hbm_bandwidth * bandwidth_efficiency),
    ),
    "Every GPU that holds a copy of a cache reads it.",
    source=ADP,
    holds="every group of GPUs has as many sequences, and as long ones",
    neglects=(
        Neglected(
            "that sequences do not divide evenly among the groups",
            sympy.ceiling(batch_size / (attention_replicas * ONE_SEQUENCE))
            * attention_replicas
            * ONE_SEQUENCE
            / batch_size
            - 1,
            Direction.RAISES,
        ),
    ),
    variant=COPIED_OR_STATED,
)
sequence_slows_by_share = Relation(
    "sequence_slows_by_share",
    Eq(
        time_per_sequence,
        context_length
        * kv_bytes_per_token
        * kv_copies
        / (gpus * hbm_bandwidth * bandwidth_efficiency),
    ),
    "Each sequence brings its own KV cache to be read, once a copy.",
    source="own-derivation: from sequence_slows and kv_fetch_by_share",
    neglects=(
        with_state(
            STATE,
            2 * state_bytes_per_sequence / (context_length * kv_bytes_per_token * kv_copies),
            Direction.RAISES,
        ),
    ),
    variant=COPIED_OR_STATED,
)
stored_cache_by_share = Relation(
    "stored_cache_by_share",
    Eq(kv_cache_bytes, batch_size * context_length * kv_bytes_stored_per_token * kv_copies),
    "Every copy of a cache takes memory.",
    source=ADP,
    variant=COPIED_OR_STATED,
)
stored_together_by_share = Relation(
    "stored_together_by_share",
    Eq(memory_needed, gpus * weight_bytes_per_gpu + kv_cache_bytes),
    "Weights and KV cache share one memory, copies counted.",
    source="own-derivation: from stored_together and weights_by_share",
    neglects=(
        with_state(
            KEPT_STATE, batch_size * state_bytes_per_sequence / memory_needed, Direction.RAISES
        ),
    ),
    variant=COPIED_OR_STATED,
)

# --- what is left ---
room_by_share, *_other_rooms = rooms(
    "room_by_share", gpus * hbm_capacity, gpus * weight_bytes_per_gpu, COPIED_OR_STATED
)
sequences_that_fit_by_share = Relation(
    "sequences_that_fit_by_share",
    Eq(capacity_batch, kv_room / (context_length * kv_bytes_stored_per_token * kv_copies)),
    "Each sequence takes the KV cache of its whole context, once a copy.",
    source=ADP,
    holds="the context is the longest that a sequence reaches: what is held, not the mean read",
    neglects=(
        with_state(
            KEPT_STATE,
            state_bytes_per_sequence / (context_length * kv_bytes_stored_per_token * kv_copies),
            Direction.LOWERS,
        ),
    ),
    variant=COPIED_OR_STATED,
)

# --- utilisation ---
bandwidth_utilisation_by_share = Relation(
    "bandwidth_utilisation_by_share",
    Eq(
        mbu,
        (
            weight_bytes_read_per_gpu
            + batch_size * context_length * kv_bytes_per_token * kv_copies / gpus
        )
        / (hbm_bandwidth * step_time),
    ),
    "Bytes that a GPU reads over what the peak bandwidth could have read in the step.",
    source="own-derivation: from bandwidth_utilisation and weights_by_share",
    neglects=(table_not_read.at({}, of=mbu), state_in_utilisation),
    variant=COPIED_OR_STATED,
)
step_intensity_by_share = Relation(
    "step_intensity_by_share",
    Eq(
        arithmetic_intensity,
        flops_per_param
        * tokens_per_pass
        * batch_size
        * active_params
        / (
            gpus * weight_bytes_read_per_gpu
            + batch_size * context_length * kv_bytes_per_token * kv_copies
        ),
    ),
    "Operations of a step over the bytes it reads, copies counted.",
    source="own-derivation: from step_intensity and weights_by_share",
    neglects=(
        compute.neglects[0],
        not_multiplied(active_params).at({}, direction=Direction.EITHER, of=arithmetic_intensity),
        state_in_intensity,
    ),
    variant=COPIED_OR_STATED,
)

# --- stages of a pipeline ---
staged_weights_by_share = Relation(
    "staged_weights_by_share",
    Eq(
        pipeline_weights_per_gpu,
        (
            routed_bytes_per_param * routed_params * experts_placed / (n_experts * stage_gpus)
            + _DENSE_SHARE
        )
        / n_stages,
    ),
    "Each GPU holds its part of its stage's share of the weights.",
    source="own-derivation: from weights_by_share, for a stage's share of the layers",
    holds="the layers are spread evenly over the stages",
    neglects=(*staged_weights.neglects, uneven_experts.at({gpus: stage_gpus})),
    variant=COPIED_OR_STATED,
)
staged_cache_by_share = Relation(
    "staged_cache_by_share",
    Eq(
        pipeline_cache_per_gpu,
        sequences_in_flight
        * context_length
        * kv_bytes_stored_per_token
        * kv_copies
        / (stage_gpus * n_stages),
    ),
    "Each stage holds its layers' KV cache of every sequence in flight, copies counted.",
    source="own-derivation: from staged_cache and stored_cache_by_share",
    holds="the layers are spread evenly over the stages",
    neglects=staged_cache.neglects,
    variant=COPIED_OR_STATED,
)
_READ_IN_STAGE = n_stages * pipeline_weights_per_gpu
_WHOLE_STAGE = {
    **_STAGE,
    weight_bytes_per_gpu: _READ_IN_STAGE,
    weight_bytes_read_per_gpu: _READ_IN_STAGE,
}
_TOUCHED_IN_STAGE = {**_STAGE, weight_bytes_read_per_gpu: touched_by_share.at(_STAGE)}
stage_reads_weights_by_share = Relation(
    "stage_reads_weights_by_share",
    Eq(
        stage_weight_fetch_time,
        pipeline_weights_per_gpu / (hbm_bandwidth * bandwidth_efficiency),
    ),
    "A stage reads its share of the weights, once for every microbatch.",
    source="own-derivation: from weight_fetch_by_share, for a stage's share of the layers",
    holds=all_weights_read.holds,
    neglects=tuple(term.at(_WHOLE_STAGE) for term in (unchosen, table_not_read)),
    variant=Variant(WEIGHT_READ, "all", usual=True, beside=BY_SHARE),
)
stage_reads_touched_weights_by_share = Relation(
    "stage_reads_touched_weights_by_share",
    Eq(
        stage_weight_fetch_time,
        touched_by_share.at(_STAGE) / (n_stages * hbm_bandwidth * bandwidth_efficiency),
    ),
    "A stage reads its share of the weights that some token of the microbatch uses.",
    source="own-derivation: from touched_by_share, for a stage's share of the layers",
    holds=touched_by_share.holds,
    neglects=tuple(term.at(_TOUCHED_IN_STAGE) for term in touched_by_share.neglects),
    variant=touched_by_share.variant,
)
stage_reads_cache_by_share = Relation(
    "stage_reads_cache_by_share",
    Eq(stage_kv_fetch_time, kv_fetch_by_share.at(_STAGE) / n_stages),
    "A stage reads its layers' share of the microbatch's KV cache, once a copy.",
    source="own-derivation: from kv_fetch_by_share, for a stage's share of the layers",
    neglects=kv_fetch_by_share.neglects,
    variant=COPIED_OR_STATED,
)

weights_fit_by_share, *_other_weights_fit = fits(
    "weights_fit_by_share",
    gpus * weight_bytes_per_gpu,
    gpus * weight_bytes_per_gpu,
    gpus,
    "The weights that a GPU holds must fit in its memory.",
    ADP,
    COPIED_OR_STATED,
)
weights_and_cache_fit_by_share, *_other_fit = fits(
    "weights_and_cache_fit_by_share",
    weight_bytes_per_gpu
    + batch_size * context_length * kv_bytes_stored_per_token * kv_copies / gpus,
    weight_bytes_per_gpu,
    1,
    "Weights and KV cache of the batch must fit in the memory of each GPU, copies counted.",
    ADP,
    COPIED_OR_STATED,
)

# --- today's forms, and the room in one line ---
_one_cache = Relation(
    "one_cache",
    Eq(kv_copies, 1),
    "No cache is held twice.",
    source="own-derivation: the case considered",
)
_ALIKE = (attention_over_all, routed_alike, dense_weights_alike)
_TWICE = experts_placed / n_experts - 1
even_split_of_weights = Theorem(
    "even_split_of_weights",
    Eq(
        weight_bytes_per_gpu,
        bytes_per_param * (total_params + routed_params * _TWICE) / gpus,
    ),
    "Where all GPUs split attention, each holds an even share of all weights, and of the experts"
    " that are held twice.",
    follows_from=(weights_by_share, all_params, *_ALIKE),
    source="own-derivation: from weights_by_share and attention_over_all; roofline-tour: line 58",
    holds="all weights are of one format",
)
even_split_of_reading = Theorem(
    "even_split_of_reading",
    Eq(
        weight_fetch_time,
        bytes_per_param
        * (total_params + routed_params * _TWICE)
        / (gpus * hbm_bandwidth * bandwidth_efficiency),
    ),
    "The usual time to read the weights is that of GPUs which all split attention and hold no"
    " expert twice.",
    follows_from=(weight_fetch_by_share, all_weights_read, weights_by_share, all_params, *_ALIKE),
    source="own-derivation: from weight_fetch_by_share; roofline-tour: line 7, first term",
    holds="all weights are of one format",
)
even_split_of_touched_weights = Theorem(
    "even_split_of_touched_weights",
    Eq(
        weight_fetch_time,
        bytes_per_param
        * (read_params + (read_params - dense_params) * _TWICE)
        / (gpus * hbm_bandwidth * bandwidth_efficiency),
    ),
    "So is the usual time to read the experts touched.",
    follows_from=(weight_fetch_by_share, touched_by_share, *_ALIKE),
    source="own-derivation: from weight_fetch_by_share and touched_by_share",
    holds="all weights are of one format",
)
even_split_of_caches = Theorem(
    "even_split_of_caches",
    Eq(
        kv_fetch_time,
        batch_size
        * context_length
        * kv_bytes_per_token
        / (gpus * hbm_bandwidth * bandwidth_efficiency),
    ),
    "The usual time to read the caches is that of GPUs which hold each of them once.",
    follows_from=(kv_fetch_by_share, _one_cache),
    source="own-derivation: from kv_fetch_by_share; roofline-tour: line 7, second term",
    holds="no cache is held twice",
)
batch_by_share = Theorem(
    "batch_by_share",
    Eq(
        capacity_batch,
        gpus
        * (memory_share * hbm_capacity - weight_bytes_per_gpu)
        / (context_length * kv_bytes_stored_per_token * kv_copies),
    ),
    "A copy of the weights takes room once, a copy of the caches with every sequence.",
    follows_from=(sequences_that_fit_by_share, room_by_share),
    source="own-derivation: from sequences_that_fit_by_share and room_by_share",
    holds="nothing is kept for activations and buffers",
)
RELATIONS = (
    attention_over_all, attention_on_each, attention_over_tensor_split, groups_of_attention,
    experts_over_all,
    groups_of_experts, *under(copies_of_heads, *WITH_HEADS, beside=_STATED),
    *under(copies_of_latent, *WITH_LATENT, COMPRESSED, beside=_STATED), no_copies, routed_alike,
    mean_format, weights_by_share, weights_evenly, all_weights_read, touched_by_share,
    touched_evenly, weight_fetch_by_share, floor_by_share, kv_fetch_by_share,
    sequence_slows_by_share, stored_cache_by_share, stored_together_by_share, room_by_share,
    *_other_rooms,
    sequences_that_fit_by_share, bandwidth_utilisation_by_share, step_intensity_by_share,
    staged_weights_by_share, staged_cache_by_share, stage_reads_weights_by_share,
    stage_reads_touched_weights_by_share, stage_reads_cache_by_share,
)  # fmt: skip
CONSTRAINTS = (
    weights_fit_by_share, *_other_weights_fit, weights_and_cache_fit_by_share, *_other_fit,
)  # fmt: skip
THEOREMS = (
    even_split_of_weights, even_split_of_reading, even_split_of_touched_weights,
    even_split_of_caches, batch_by_share,
)  # fmt: skip
