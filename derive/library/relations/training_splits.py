"""Rooflines of communication in training: how many tokens each GPU must have for the traffic of a
step to hide behind its arithmetic, and how far a split can go.

Traffic and arithmetic run side by side. Data parallelism sums its gradients during the backward
pass; a sharded model also gathers its weights in both passes; tensor parallelism waits for its
all-reduces in every layer, whatever the tokens.
"""

from derive.equations import Direction, Eq, Neglected, Relation, Theorem, Var, Variant
from derive.library.nomenclature.bubble import data_parallel_replicas
from derive.library.nomenclature.budget import (
    training_attended_share,
    training_batch_tokens,
    training_context,
)
from derive.library.nomenclature.conversions import (
    ONE_GPU,
    activations_per_token,
    attention_flops,
    backward_flops_per_param,
    flops_per_param,
    training_flops_per_param,
)
from derive.library.nomenclature.hardware import domain_gpus, peak_flops
from derive.library.nomenclature.model import (
    active_params,
    d_head,
    d_model,
    n_heads,
    n_layers,
    sparsity,
)
from derive.library.nomenclature.networks import (
    activation_bytes_per_element,
    all_reduces_per_layer,
    link_latency,
    switch_hops,
)
from derive.library.nomenclature.pipeline import microbatch_size, n_microbatches
from derive.library.nomenclature.training import (
    hidden_tokens_per_gpu,
    training_bandwidth,
    training_compute_efficiency,
    widest_split,
    widest_tensor_split,
)
from derive.library.nomenclature.training_memory import (
    data_parallel_traffic,
    fsdp_traffic,
    gradient_bytes_per_param,
    sharding_gpus,
    trained_weight_bytes_per_param,
)
from derive.library.relations.balance import total_over_active
from derive.library.relations.collectives import SUMMED_BY_GPUS, SUMMED_IN_SWITCH
from derive.library.relations.roofline import not_multiplied
from derive.library.relations.training import forward_and_backward
from derive.library.relations.training_memory import (
    FULL,
    FULLY_SHARDED,
    SHARDING,
    gather_and_scatter,
    reduce_everywhere,
)

SCALING, DERIVED = "scaling-book-training: section on", "own-derivation: from"
OVERLAPPED = "traffic and arithmetic overlap fully, and the network carries all traffic at one rate"
ATTENTION = (
    attention_flops
    * n_layers
    * n_heads
    * d_head
    * training_context
    * training_attended_share
    / (flops_per_param * active_params)
)


def _attention(var: Var, way: Direction) -> Neglected:
    return Neglected("attention's own arithmetic", ATTENTION, way, of=var)


def _table(var: Var, way: Direction) -> Neglected:
    return not_multiplied(active_params).at({}, direction=way, of=var)


def _latency(collectives: object, traffic: Var) -> Neglected:
    """The latency of a ring, over the time of the traffic."""
    hops = (sharding_gpus - ONE_GPU) / ONE_GPU
    size = collectives * hops * link_latency * training_bandwidth / traffic
    return Neglected("the latency of the hops", size, Direction.RAISES)


_shared_links = Neglected(
    "that the GPUs of a scale-up domain sum and gather among themselves first, and share their"
    " links to other domains",
    1 - ONE_GPU / domain_gpus,
    Direction.LOWERS,
    most=True,
)

# --- tokens that hide the traffic ---
hidden_behind_backward = Relation(
    "hidden_behind_backward",
    Eq(
        hidden_tokens_per_gpu,
        data_parallel_traffic
        * peak_flops
        * training_compute_efficiency
        / (backward_flops_per_param * active_params * training_bandwidth),
    ),
    "Gradients are summed while the backward pass goes on, so its arithmetic must take as long as"
    " sending them.",
    source=f"{SCALING} data parallelism",
    holds=OVERLAPPED,
    neglects=(
        _latency(2, data_parallel_traffic),
        _shared_links,
        _attention(hidden_tokens_per_gpu, Direction.LOWERS),
        _table(hidden_tokens_per_gpu, Direction.RAISES),
    ),
    variant=Variant(SHARDING, "replicated", usual=True, beside=FULL),
)
hidden_behind_both_passes = Relation(
    "hidden_behind_both_passes",
    Eq(
        hidden_tokens_per_gpu,
        fsdp_traffic
        * peak_flops
        * training_compute_efficiency
        / (training_flops_per_param * active_params * training_bandwidth),
    ),
    "Weights are gathered in both passes and gradients scattered in the second, so the arithmetic"
    " of both must take as long as sending them.",
    source=f"{SCALING} fully-sharded data parallelism",
    holds=OVERLAPPED,
    neglects=(
        _latency(3 * n_layers, fsdp_traffic),
        _shared_links,
        _attention(hidden_tokens_per_gpu, Direction.LOWERS),
        _table(hidden_tokens_per_gpu, Direction.RAISES),
    ),
    variant=FULLY_SHARDED,
)

# --- how far a split can go ---
_REDUCED = (
    all_reduces_per_layer
    * n_layers
    * activations_per_token
    * d_model
    * activation_bytes_per_element
    * peak_flops
    * training_compute_efficiency
)
_STREAM = (
    activations_per_token
    * d_model
    * activation_bytes_per_element
    * microbatch_size
    * training_context
)
tokens_shared_out = Relation(
    "tokens_shared_out",
    Eq(widest_split, training_batch_tokens / hidden_tokens_per_gpu),
    "More GPUs leave each of them fewer tokens of the step, until its traffic no longer hides.",
    source=f"{SCALING} data parallelism",
    holds=OVERLAPPED,
)
matrices_shared_out = Relation(
    "matrices_shared_out",
    Eq(
        widest_tensor_split,
        ONE_GPU + ONE_GPU * flops_per_param * active_params * training_bandwidth / (2 * _REDUCED),
    ),
    "Each further GPU takes arithmetic from the others and hardly any traffic: from this width on"
    " the all-reduces of a pass take longer than its products, whatever the tokens.",
    source=f"{DERIVED} tensor_parallel and compute; {SCALING} tensor parallelism",
    holds="the forward pass; the backward pass has twice the arithmetic for as many all-reduces",
    neglects=(
        Neglected(
            "the latency of the hops",
            link_latency * widest_tensor_split * training_bandwidth / _STREAM,
            Direction.LOWERS,
            of=widest_tensor_split,
        ),
        _attention(widest_tensor_split, Direction.RAISES),
        _table(widest_tensor_split, Direction.LOWERS),
    ),
    variant=SUMMED_BY_GPUS,
)
matrices_shared_out_in_switch = Relation(
    "matrices_shared_out_in_switch",
    Eq(
        widest_tensor_split,
        ONE_GPU * flops_per_param * active_params * training_bandwidth / _REDUCED,
    ),
    "Where the switch sums, each GPU sends its part of the sums once, whatever the width: from this"
    " width on that takes longer than its products.",
    source=f"{DERIVED} tensor_parallel_in_switch and compute",
    holds=(
        "two GPUs or more, in the forward pass; the backward pass has twice the arithmetic for as"
        " many all-reduces"
    ),
    neglects=(
        Neglected(
            "the latency of the hops",
            switch_hops * ONE_GPU * link_latency * training_bandwidth / _STREAM,
            Direction.LOWERS,
            of=widest_tensor_split,
        ),
        Neglected(
            "that a GPU sends and receives its own part",
            ONE_GPU / widest_tensor_split,
            Direction.LOWERS,
            of=widest_tensor_split,
        ),
        _attention(widest_tensor_split, Direction.RAISES),
        _table(widest_tensor_split, Direction.LOWERS),
    ),
    variant=SUMMED_IN_SWITCH,
)
tokens_of_a_step = Relation(
    "tokens_of_a_step",
    Eq(
        training_batch_tokens,
        data_parallel_replicas * n_microbatches * microbatch_size * training_context,
    ),
    "Every copy of the model works through its microbatches before the weights are updated.",
    source="own-derivation: copies, microbatches, sequences and their length, multiplied",
    holds="all sequences are of one length, or packed to it",
)

# --- what follows ---
_backward_is_twice_forward = Relation(
    "backward_is_twice_forward",
    Eq(backward_flops_per_param, 2 * flops_per_param),
    "Going backward takes twice the products of going forward.",
    source="own-derivation: the case considered",
)
_one_format = Relation(
    "weights_and_gradients_alike",
    Eq(trained_weight_bytes_per_param, gradient_bytes_per_param),
    "Weights and gradients have one format.",
    source="own-derivation: the case considered",
)
_HIDDEN = Eq(
    hidden_tokens_per_gpu,
    gradient_bytes_per_param
    * sparsity
    * peak_flops
    * training_compute_efficiency
    / (ONE_GPU * flops_per_param * training_bandwidth),
)
tokens_that_hide_gradients = Theorem(
    "tokens_that_hide_gradients",
    _HIDDEN,
    "Parameters cancel: chip, network and format set the tokens per GPU, and a mixture of experts"
    " needs as many times more as its sparsity.",
    follows_from=(
        hidden_behind_backward,
        reduce_everywhere,
        total_over_active,
        _backward_is_twice_forward,
    ),
    source=f"{DERIVED} hidden_behind_backward and reduce_everywhere; {SCALING} data parallelism",
)
tokens_that_hide_shards = Theorem(
    "tokens_that_hide_shards",
    _HIDDEN,
    "Splitting the weights asks for no more tokens than plain data parallelism: half as much again"
    " is sent, and hides behind half as much arithmetic again.",
    follows_from=(
        hidden_behind_both_passes,
        gather_and_scatter,
        total_over_active,
        forward_and_backward,
        _backward_is_twice_forward,
        _one_format,
    ),
    source=(
        f"{DERIVED} hidden_behind_both_passes and gather_and_scatter; {SCALING} fully-sharded data"
        " parallelism"
    ),
    holds="weights and gradients in one format",
)
RELATIONS = (
    hidden_behind_backward, hidden_behind_both_passes, tokens_shared_out, matrices_shared_out,
    matrices_shared_out_in_switch, tokens_of_a_step,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (tokens_that_hide_gradients, tokens_that_hide_shards)
