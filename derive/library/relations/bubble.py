"""The bubble of a training pipeline, and what its microbatches cost in reading.

A training step cannot begin before the weights of the last one are updated, so the pipeline fills
and drains in every step.
"""

from derive.equations import Eq, Relation, Theorem
from derive.library.nomenclature.bubble import (
    bubble_fraction,
    bubble_overhead,
    chunks_per_stage,
    data_parallel_replicas,
    training_bandwidth_efficiency,
    weight_bytes_read_per_update,
    weight_read_time_per_update,
)
from derive.library.nomenclature.hardware import hbm_bandwidth
from derive.library.nomenclature.model import total_params
from derive.library.nomenclature.networks import tensor_parallel_gpus
from derive.library.nomenclature.pipeline import n_microbatches, n_stages, stage_gpus
from derive.library.nomenclature.training import training_gpus
from derive.library.nomenclature.training_memory import trained_weight_bytes_per_param

# --- training ---
idle_share = Relation(
    "idle_share",
    Eq(bubble_fraction, (n_stages - 1) / (chunks_per_stage * n_microbatches + n_stages - 1)),
    "A stage idles while the first microbatch comes to it and the last one leaves it for the other"
    " stages.",
    source=(
        "hardware-economics: lines 102 to 106; transcript: the bubble; interleaved-schedule:"
        " opening comment"
    ),
    holds=(
        "every stage takes equally long, hops take no time, and the next step waits for the new"
        " weights"
    ),
)
idle_over_work = Relation(
    "idle_over_work",
    Eq(bubble_overhead, (n_stages - 1) / (chunks_per_stage * n_microbatches)),
    "The same idle time, over the time without any: papers quote this one.",
    source="interleaved-schedule: opening comment",
    holds=idle_share.holds,
)
grid = Relation(
    "grid",
    Eq(training_gpus, data_parallel_replicas * n_stages * tensor_parallel_gpus),
    "Copies of the model, each split over stages, each stage split over the GPUs that share its"
    " matrices.",
    source=(
        "own-derivation: a copy of the model has all its stages, a stage all GPUs that share its"
        " matrices"
    ),
    holds="each stage is split in one way only",
)
weights_per_update = Relation(
    "weights_per_update",
    Eq(
        weight_bytes_read_per_update, n_microbatches * trained_weight_bytes_per_param * total_params
    ),
    "Every microbatch reads all weights anew, so small microbatches amortise the reading less.",
    source="price-and-speed: line 47; transcript: microbatches in training",
    holds="forward passes alone; the backward pass reads the weights once more",
)
weight_reading_per_update = Relation(
    "weight_reading_per_update",
    Eq(
        weight_read_time_per_update,
        weight_bytes_read_per_update
        / (n_stages * stage_gpus * hbm_bandwidth * training_bandwidth_efficiency),
    ),
    "The GPUs of all stages read side by side.",
    source=(
        "own-derivation: from weights_per_update, over the GPUs of all stages; price-and-speed:"
        " line 47"
    ),
    holds=weights_per_update.holds,
)

two_ways_to_quote_a_bubble = Theorem(
    "two_ways_to_quote_a_bubble",
    Eq(bubble_fraction, bubble_overhead / (1 + bubble_overhead)),
    "Idle over total time and idle over working time are one bubble quoted in two ways.",
    follows_from=(idle_share, idle_over_work),
    source="own-derivation: from idle_share and idle_over_work",
)
one_microbatch_idles_all_but_one = Theorem(
    "one_microbatch_idles_all_but_one",
    Eq(bubble_fraction, 1 - 1 / n_stages),
    "With a single microbatch one stage works at a time: four stages idle for three quarters"
    " of it.",
    follows_from=(
        idle_share,
        Relation(
            "single_microbatch",
            Eq(n_microbatches, 1),
            "There is one microbatch.",
            source="own-derivation: the case considered",
        ),
        Relation(
            "plain_schedule",
            Eq(chunks_per_stage, 1),
            "Each stage holds one run of layers.",
            source="own-derivation: the case considered",
        ),
    ),
    source="transcript: the bubble",
)
RELATIONS = (idle_share, idle_over_work, grid, weights_per_update, weight_reading_per_update)
CONSTRAINTS = ()
THEOREMS = (two_ways_to_quote_a_bubble, one_microbatch_idles_all_but_one)
