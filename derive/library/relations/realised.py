"""Estimates: a step at the share of its bound that comparable measurements realise, and engines
that compute prompts and outputs on the same GPUs.

A bound counts reading and computing at their peak rates. Published measurements reach a share of
it; that share, uncertain as it is, turns the bound into an estimate with a band.
"""

from typing import Any

from derive.equations import Direction, Eq, Max, Neglected, Relation, Variant
from derive.library.nomenclature.conversions import (
    ONE_SEQUENCE,
    ONE_TOKEN,
    emitted_tokens_per_pass,
)
from derive.library.nomenclature.decode import batch_size, compute_time, memory_time, step_time
from derive.library.nomenclature.hardware import gpus
from derive.library.nomenclature.prefill import prefill_batch, prefill_compute_time, prefill_gpus
from derive.library.nomenclature.realised import (
    colocated_throughput,
    colocated_time,
    estimated_step_time,
    realised_share,
)
from derive.library.nomenclature.serving import output_length
from derive.library.nomenclature.step_network import (
    exposed_network_share,
    network_time,
    overhead_time,
)
from derive.library.relations.overlap import without_overlap
from derive.library.relations.step_network import REALISED

AS_REALISED = Variant("step time", REALISED)
AS_BOUND = Variant("step time", REALISED, otherwise=True)
_SOURCE = "own-derivation: definition of the share, as the time of the bound over the time taken"
_elsewhere = Neglected(
    "that this engine may realise another share than those measured",
    1 - realised_share,
    Direction.EITHER,
    most=True,
)

realised_step = Relation(
    "realised_step",
    Eq(
        step_time,
        (Max(compute_time, memory_time) + exposed_network_share * network_time + overhead_time)
        / realised_share,
    ),
    "A step takes as much longer than its bound as comparable measurements did.",
    source=_SOURCE,
    holds="the share is of bounds that count the same parts of the step",
    neglects=(_elsewhere,),
    variant=AS_REALISED,
)
estimated_step = Relation(
    "estimated_step",
    Eq(estimated_step_time, step_time / realised_share),
    "A step takes as much longer than its bound as comparable measurements did.",
    source=_SOURCE,
    neglects=(_elsewhere,),
    variant=AS_BOUND,
)
step_is_estimated = Relation(
    "step_is_estimated",
    Eq(estimated_step_time, step_time),
    "The step itself is an estimate already.",
    source="own-derivation: from realised_step",
    variant=AS_REALISED,
)

_passes = (output_length - ONE_TOKEN / ONE_SEQUENCE) / emitted_tokens_per_pass
_prompts = prefill_compute_time * batch_size * prefill_gpus / (prefill_batch * gpus)
_computing: Any = _passes * compute_time + _prompts
_reading: Any = _passes * memory_time
_weights_of_prompts = Neglected(
    "reading the weights for prompts that are computed apart from decode steps",
    _prompts / colocated_time,
    Direction.RAISES,
    most=True,
)
colocated = Relation(
    "colocated",
    Eq(colocated_time, Max(_computing, _reading)),
    "The prompts of a batch are computed once; the first token of an output comes with its prompt,"
    " the others take a step each. Prompts may be computed while the cache of others is read.",
    source="own-derivation: from step_overlap and generation, with the arithmetic of the prompts",
    holds="the context of the steps is the mean one: prompt and half the output",
    neglects=(without_overlap(_computing, _reading), _weights_of_prompts),
    variant=AS_BOUND,
)
realised_colocated = Relation(
    "realised_colocated",
    Eq(colocated_time, Max(_computing, _reading) / realised_share),
    "Prompts and outputs take as much longer than their bound as comparable measurements did.",
    source=_SOURCE,
    neglects=(_elsewhere,),
    variant=AS_REALISED,
)
colocated_rate = Relation(
    "colocated_rate",
    Eq(colocated_throughput, batch_size * output_length / colocated_time),
    "Each batch produces its outputs in the time that its prompts and outputs take.",
    source="own-derivation: as throughput, over the time of prompts and outputs",
)
RELATIONS = (
    realised_step, estimated_step, step_is_estimated, colocated, realised_colocated, colocated_rate,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = ()
