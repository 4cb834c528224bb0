"""Collectives: what it takes to gather, reduce or exchange an array that is spread over several
GPUs.

An array of `collective_bytes` is cut in as many parts as there are GPUs. Each GPU sends at one
rate, one way, and receives at the same rate meanwhile; summing is free. Usually the GPUs sum the
parts, so that nearly every byte of an all-reduce passes each link twice; where the switch sums
them, each GPU sends its array once and receives the sum once.
"""

from derive.equations import (
    Direction,
    Eq,
    Min,
    Neglected,
    Relation,
    Theorem,
    Var,
    Variant,
)
from derive.library.nomenclature.conversions import ONE_GPU, activations_per_token, tokens_per_pass
from derive.library.nomenclature.decode import batch_size
from derive.library.nomenclature.model import d_model, n_layers
from derive.library.nomenclature.networks import (
    activation_bytes_per_element,
    all_gather_time,
    all_reduce_algorithm_bandwidth,
    all_reduce_bus_bandwidth,
    all_reduce_bytes_per_token,
    all_reduce_time,
    all_reduces_per_layer,
    collective_bandwidth,
    collective_bytes,
    collective_gpus,
    collective_hops,
    exchange_time,
    link_latency,
    reduce_scatter_time,
    scale_up_bandwidth,
    switch_hops,
    tensor_parallel_gpus,
    tensor_parallel_time,
)

SUMMED_BY_GPUS = Variant("collective", ("ring", "switched"), usual=True)
SUMMED_IN_SWITCH = Variant("collective", "summed_in_switch")
SWITCHES = (
    "nvidia_sharp: introduction; nvidia_hgx_h100: section on HGX H100 8-GPU; in_network: opening"
)
_SENT_ONCE = Min(1, 2 * (tensor_parallel_gpus - ONE_GPU) / tensor_parallel_gpus)  # one: nothing
_SUMMED_BYTES = (
    all_reduces_per_layer
    * n_layers
    * activations_per_token
    * d_model
    * activation_bytes_per_element
    * tokens_per_pass
    * batch_size
)


def _own_part(members: Var) -> Neglected:
    """The part that a GPU gathers for all: switches that answer reads and writes fetch it from that
    GPU as well, and send it back there.
    """
    size = ONE_GPU / members
    return Neglected("that a GPU sends and receives its own part", size, Direction.RAISES)


# --- how far a message goes ---
ring_hops = Relation(
    "ring_hops",
    Eq(collective_hops, (collective_gpus - ONE_GPU) / ONE_GPU),
    "In a ring every part passes all other GPUs, one after the other.",
    source="nccl-tests: section on AllReduce, order of a ring",
    variant=Variant("collective", "ring", usual=True),
)
switched_hops = Relation(
    "switched_hops",
    Eq(collective_hops, switch_hops),
    "Through a switch every GPU reaches every other at once: up and down.",
    source="roofline-tour: line 45; price-and-speed: line 39",
    variant=Variant("collective", ("switched", "summed_in_switch")),
)

# --- the collectives ---
all_gather = Relation(
    "all_gather",
    Eq(
        all_gather_time,
        collective_hops * link_latency
        + collective_bytes
        * (collective_gpus - ONE_GPU)
        / (ONE_GPU * collective_gpus * collective_bandwidth),
    ),
    "Every GPU gets the parts of all others: the whole array but its own part passes its link.",
    source="pretraining-cards: card on the time of an all-gather; nccl-tests: section on AllGather",
)
reduce_scatter = Relation(
    "reduce_scatter",
    Eq(
        reduce_scatter_time,
        collective_hops * link_latency
        + collective_bytes
        * (collective_gpus - ONE_GPU)
        / (ONE_GPU * collective_gpus * collective_bandwidth),
    ),
    "An all-gather run backwards: every GPU ends with the sum of one part.",
    source="pretraining-cards: card on the reduce-scatter; nccl-tests: section on ReduceScatter",
)
all_reduce = Relation(
    "all_reduce",
    Eq(all_reduce_time, reduce_scatter_time + all_gather_time),
    "Sum the parts, then gather the sums.",
    source="pretraining-cards: card on the reduce-scatter",
    variant=SUMMED_BY_GPUS,
)
all_reduce_in_switch = Relation(
    "all_reduce_in_switch",
    Eq(
        all_reduce_time,
        collective_hops * link_latency + collective_bytes / (ONE_GPU * collective_bandwidth),
    ),
    "The switch sums what passes it: each GPU sends its array once and meanwhile receives the sum.",
    source=SWITCHES,
    holds="one switch, or one tree of switches, joins the GPUs",
    neglects=(_own_part(collective_gpus),),
    variant=SUMMED_IN_SWITCH,
)
exchange = Relation(
    "exchange",
    Eq(
        exchange_time,
        collective_hops * link_latency
        + collective_bytes
        * (collective_gpus - ONE_GPU)
        / (collective_gpus**2 * collective_bandwidth),
    ),
    "Each GPU holds one part and sends an equal share of it to every other.",
    source="pretraining-cards: card on the time of an all-to-all",
    holds="the network joins every pair of GPUs at full rate",
)

# --- as benchmarks report them ---
algorithm_bandwidth = Relation(
    "algorithm_bandwidth",
    Eq(all_reduce_algorithm_bandwidth, collective_bytes / all_reduce_time),
    "What the caller sees: bytes of the array per second.",
    source="nccl-tests: section on algorithm bandwidth",
)
bus_bandwidth = Relation(
    "bus_bandwidth",
    Eq(
        all_reduce_bus_bandwidth,
        2
        * all_reduce_algorithm_bandwidth
        * (collective_gpus - ONE_GPU)
        / (ONE_GPU * collective_gpus),
    ),
    "What the links carry: in an all-reduce nearly every byte passes each link twice.",
    source="nccl-tests: section on AllReduce",
)

# --- tensor parallelism ---
summed_bytes = Relation(
    "summed_bytes",
    Eq(
        all_reduce_bytes_per_token,
        all_reduces_per_layer * activations_per_token * d_model * activation_bytes_per_element,
    ),
    "After attention and after the feed-forward block the residual stream of a token is summed over"
    " the GPUs that split the layer.",
    source="scaling-book-training: section on tensor parallelism",
)
tensor_parallel = Relation(
    "tensor_parallel",
    Eq(
        tensor_parallel_time,
        2
        * _SUMMED_BYTES
        * (tensor_parallel_gpus - ONE_GPU)
        / (ONE_GPU * tensor_parallel_gpus * scale_up_bandwidth),
    ),
    "GPUs that split a matrix each hold a part of every sum, so each layer all-reduces the residual"
    " stream of the batch.",
    source="scaling-book-training: section on tensor parallelism",
    neglects=(
        Neglected(
            "the latency of the hops",
            2
            * all_reduces_per_layer
            * n_layers
            * (tensor_parallel_gpus - ONE_GPU)
            * link_latency
            / (ONE_GPU * tensor_parallel_time),
            Direction.RAISES,
        ),
    ),
    variant=SUMMED_BY_GPUS,
)
tensor_parallel_in_switch = Relation(
    "tensor_parallel_in_switch",
    Eq(
        tensor_parallel_time,
        _SUMMED_BYTES * _SENT_ONCE / (ONE_GPU * scale_up_bandwidth),
    ),
    "Where the switch sums the residual stream, each GPU that splits a layer sends its part of the"
    " sums once.",
    source=f"{SWITCHES}; scaling-book-training: section on tensor parallelism",
    holds="one switch, or one tree of switches, joins the GPUs",
    neglects=(
        Neglected(
            "the latency of the hops",
            all_reduces_per_layer * n_layers * switch_hops * link_latency / tensor_parallel_time,
            Direction.RAISES,
        ),
        _own_part(tensor_parallel_gpus),
    ),
    variant=SUMMED_IN_SWITCH,
)
all_reduce_is_two_gathers = Theorem(
    "all_reduce_is_two_gathers",
    Eq(all_reduce_time, 2 * all_gather_time),
    "An all-reduce takes as long as two all-gathers.",
    follows_from=(all_reduce, reduce_scatter, all_gather),
    source="pretraining-cards: card on the traffic of FSDP",
)
bus_bandwidth_is_the_link = Theorem(
    "bus_bandwidth_is_the_link",
    Eq(
        all_reduce_bus_bandwidth,
        collective_bandwidth
        / (
            1
            + collective_hops
            * link_latency
            * ONE_GPU
            * collective_gpus
            * collective_bandwidth
            / (collective_bytes * (collective_gpus - ONE_GPU))
        ),
    ),
    "The bus bandwidth of a benchmark is the one-way bandwidth of a GPU, lowered by latency alone:"
    " large arrays show it, whatever the number of GPUs.",
    follows_from=(bus_bandwidth, algorithm_bandwidth, all_reduce, reduce_scatter, all_gather),
    source="nccl-tests: section on AllReduce",
)
exchange_against_gather = Theorem(
    "exchange_against_gather",
    Eq(
        exchange_time,
        all_gather_time * ONE_GPU / collective_gpus
        + collective_hops * link_latency * (1 - ONE_GPU / collective_gpus),
    ),
    "An all-to-all moves a GPU's share of what an all-gather of the same array moves; the latency"
    " does not shrink.",
    follows_from=(exchange, all_gather),
    source=(
        "own-derivation: from exchange and all_gather; pretraining-cards: cards on the times of an"
        " all-gather and an all-to-all"
    ),
)
RELATIONS = (
    ring_hops, switched_hops, all_gather, reduce_scatter, all_reduce, all_reduce_in_switch,
    exchange, algorithm_bandwidth, bus_bandwidth, summed_bytes, tensor_parallel,
    tensor_parallel_in_switch,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (all_reduce_is_two_gathers, bus_bandwidth_is_the_link, exchange_against_gather)
