"""Speculative decoding: tokens drafted ahead, checked in one pass, and kept up to the first that
the model refuses.

How many are kept has no usual value once tokens are drafted. The drafts take their own time, one
after the other, before the pass that checks them.
"""

from derive.equations import Direction, Eq, Max, Neglected, Relation, Theorem, Variant
from derive.library.nomenclature.batch import read_params
from derive.library.nomenclature.conversions import (
    ONE_SEQUENCE,
    ONE_TOKEN,
    bytes_per_param,
    emitted_tokens_per_pass,
    flops_per_param,
    kept_fraction,
    tokens_per_pass,
)
from derive.library.nomenclature.decode import (
    batch_size,
    compute_time,
    kv_fetch_time,
    memory_time,
    step_time,
    weight_fetch_time,
)
from derive.library.nomenclature.drafting import (
    draft_overhead_time,
    draft_params,
    draft_step_time,
    plain_compute_time,
    plain_memory_time,
    plain_step_time,
    plain_weight_fetch_time,
    speculation_speed_up,
    verify_time,
)
from derive.library.nomenclature.hardware import (
    bandwidth_efficiency,
    compute_efficiency,
    gpus,
    hbm_bandwidth,
    peak_flops,
)
from derive.library.nomenclature.serving import acceptance_rate, draft_length
from derive.library.relations.overlap import without_overlap
from derive.library.relations.roofline import WEIGHT_READ, emission
from derive.library.relations.weight_read import touched

INDEPENDENT = "each drafted token is kept with the same chance, whatever came before"
DRAFTED, FREE = "with_drafts", "free_drafts"
_processed = tokens_per_pass * ONE_SEQUENCE / ONE_TOKEN
_draft_compute_time = (
    flops_per_param
    * ONE_TOKEN
    / ONE_SEQUENCE
    * batch_size
    * draft_params
    / (gpus * peak_flops * compute_efficiency)
)
_draft_fetch_time = bytes_per_param * draft_params / (gpus * hbm_bandwidth * bandwidth_efficiency)

drafted = Relation(
    "drafted",
    Eq(tokens_per_pass, draft_length + ONE_TOKEN / ONE_SEQUENCE),
    "A pass checks the drafted tokens and produces one more of its own.",
    source="speculative-decoding: expected tokens per step",
)
accepted = Relation(
    "accepted",
    Eq(
        kept_fraction,
        (1 + acceptance_rate * (1 - acceptance_rate ** (_processed - 1)) / (1 - acceptance_rate))
        / _processed,
    ),
    "The model's own token is always kept, and drafts up to the first refusal: a geometric sum over"
    " the tokens processed.",
    source="speculative-decoding: expected tokens per step",
    holds=INDEPENDENT,
    neglects=(
        Neglected(
            "that later drafts are kept less often than the first",
            1 - (1 + acceptance_rate) * (1 - acceptance_rate) / (1 - acceptance_rate**_processed),
            Direction.LOWERS,
            most=True,
        ),
    ),
)

# --- the time of drafting ---
verification = Relation(
    "verification",
    Eq(verify_time, Max(compute_time, memory_time)),
    "The pass that checks the drafts is a step of as many tokens; reading and computing overlap"
    " fully.",
    source="roofline-tour: line 5, first formula",
    neglects=(without_overlap(compute_time, memory_time),),
    variant=Variant("step time", (DRAFTED, FREE)),
)
drafting = Relation(
    "drafting",
    Eq(step_time, verify_time + draft_length * ONE_SEQUENCE / ONE_TOKEN * draft_step_time),
    "Tokens are drafted one after the other, then checked together.",
    source="own-derivation: from drafted, each draft a step of the draft model",
    holds="a draft follows from the one before it, and drafting hides behind nothing",
    variant=Variant("step time", DRAFTED),
)
free_drafts = Relation(
    "free_drafts",
    Eq(step_time, verify_time),
    "Where nobody says what drafting takes, a step is the pass that checks the drafts.",
    source="own-derivation: from drafting, without the time of the drafts",
    neglects=(
        Neglected(
            "the time that drafting takes",
            draft_length * ONE_SEQUENCE / ONE_TOKEN * draft_step_time / step_time,
            Direction.RAISES,
        ),
    ),
    variant=Variant("step time", FREE),
)
draft_step = Relation(
    "draft_step",
    Eq(draft_step_time, Max(_draft_compute_time, _draft_fetch_time) + draft_overhead_time),
    "A draft is a small step: the parameters that it uses are read and multiplied with.",
    source="own-derivation: as step_overlap, for the draft model",
    holds="the draft model lies on the same GPUs in the same format",
    neglects=(
        Neglected(
            "the KV cache that drafting reads",
            kv_fetch_time / draft_step_time,
            Direction.RAISES,
            most=True,
        ),
    ),
    variant=Variant("step time", DRAFTED),
)
plain_weight_fetch = Relation(
    "plain_weight_fetch",
    Eq(plain_weight_fetch_time, weight_fetch_time),
    "All weights are read, with drafts or without.",
    source="own-derivation: from weight_fetch, at any number of tokens",
    variant=Variant(WEIGHT_READ, "all", usual=True),
)
plain_touched_fetch = Relation(
    "plain_touched_fetch",
    Eq(
        plain_weight_fetch_time,
        weight_fetch_time * touched.at({tokens_per_pass: ONE_TOKEN / ONE_SEQUENCE}) / read_params,
    ),
    "Without drafts, fewer tokens touch fewer experts.",
    source="own-derivation: from touched, at one token of each sequence",
    holds=touched.holds,
    variant=Variant(WEIGHT_READ, "experts_touched"),
)
plain_compute = Relation(
    "plain_compute",
    Eq(plain_compute_time, compute_time * ONE_TOKEN / (tokens_per_pass * ONE_SEQUENCE)),
    "Without drafts a step computes one token of each sequence.",
    source="own-derivation: from compute, at one token of each sequence",
)
plain_memory = Relation(
    "plain_memory",
    Eq(plain_memory_time, plain_weight_fetch_time + kv_fetch_time),
    "Without drafts a step reads the same KV cache.",
    source="own-derivation: from memory, at one token of each sequence",
)
plain_step = Relation(
    "plain_step",
    Eq(plain_step_time, Max(plain_compute_time, plain_memory_time)),
    "Without drafts a step is as long as its computing or its reading.",
    source="own-derivation: from step_overlap, at one token of each sequence",
    neglects=(without_overlap(plain_compute_time, plain_memory_time),),
    variant=Variant("step time", ("overlap", DRAFTED, FREE), usual=True),
)
speed_up = Relation(
    "speed_up_by_drafts",
    Eq(
        speculation_speed_up,
        emitted_tokens_per_pass * ONE_SEQUENCE / ONE_TOKEN * plain_step_time / step_time,
    ),
    "A pass keeps more tokens than a plain step makes, and takes longer.",
    source="speculative-decoding: expected tokens per step; own-derivation: from speed_of_one",
    holds="the batch is the same with drafts and without",
)

kept_tokens = Theorem(
    "kept_tokens",
    Eq(
        emitted_tokens_per_pass,
        ONE_TOKEN
        / ONE_SEQUENCE
        * (1 - acceptance_rate ** (draft_length * ONE_SEQUENCE / ONE_TOKEN + 1))
        / (1 - acceptance_rate),
    ),
    "A pass over n drafts keeps one token and a geometric series of drafts; all n + 1 are computed,"
    " so the batch that balances falls by more.",
    follows_from=(emission, drafted, accepted),
    source="speculative-decoding: expected tokens per step",
    holds=INDEPENDENT,
)
_plain_speed = Relation(
    "no_drafts_cost_nothing",
    Eq(draft_step_time, 0),
    "Drafting takes no time.",
    source="own-derivation: the case considered",
)
_weights_bind = Relation(
    "weights_bind_with_drafts",
    Eq(verify_time, plain_step_time),
    "Reading binds, so that checking several tokens takes as long as one.",
    source="own-derivation: the case considered",
)
free_drafts_pay_in_full = Theorem(
    "free_drafts_pay_in_full",
    Eq(speculation_speed_up, emitted_tokens_per_pass * ONE_SEQUENCE / ONE_TOKEN),
    "Where reading binds and drafts cost nothing, a sequence is faster by all the tokens it keeps.",
    follows_from=(speed_up, drafting, _plain_speed, _weights_bind),
    source="own-derivation: from speed_up_by_drafts and drafting",
    holds="memory binds with drafts and without",
)
RELATIONS = (
    drafted, accepted, verification, drafting, free_drafts, draft_step, plain_weight_fetch,
    plain_touched_fetch, plain_compute, plain_memory, plain_step, speed_up,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (kept_tokens, free_drafts_pay_in_full)
