"""A step with its network, its launches and two rates of computing.

To the longer of computing and reading is added what of the network's time hides behind neither, and
what the kernels of every layer take to start and to wait for each other. Attention may compute at
another precision than the products with the weights, hence at another rate.
"""

from dataclasses import replace

from derive.equations import Eq, Max, Neglected, Relation, Theorem
from derive.equations.neglected import Direction
from derive.equations.relation import Variant
from derive.library.nomenclature.batch import mfu_limit
from derive.library.nomenclature.context import attention_flops_per_token
from derive.library.nomenclature.conversions import flops_per_param, tokens_per_pass
from derive.library.nomenclature.decode import (
    batch_size,
    compute_time,
    memory_time,
    mfu,
    step_time,
)
from derive.library.nomenclature.hardware import (
    attention_peak_flops,
    compute_efficiency,
    gpus,
    peak_flops,
)
from derive.library.nomenclature.model import active_params, n_layers
from derive.library.nomenclature.networks import (
    all_to_all_time,
    tensor_parallel_time,
)
from derive.library.nomenclature.pipeline import (
    hop_time,
    microbatch_size,
    n_stages,
    pipeline_hops,
    stage_compute_time,
    stage_gpus,
    stage_memory_time,
    stage_time,
)
from derive.library.nomenclature.shape import multiplied_params
from derive.library.nomenclature.step_network import (
    collective_latency,
    collectives_per_layer,
    expert_exchange_time,
    exposed_network_share,
    latency_time,
    layer_overhead,
    network_time,
    overhead_time,
    reduction_time,
    stage_exchange_time,
    stage_hops_time,
    stage_latency_time,
    stage_network_time,
    stage_reduction_time,
)
from derive.library.relations.attention import compute_with_attention
from derive.library.relations.batch_cost import utilisation_limit
from derive.library.relations.collectives import (
    SUMMED_BY_GPUS,
    SUMMED_IN_SWITCH,
    tensor_parallel,
    tensor_parallel_in_switch,
)
from derive.library.relations.experts import (
    latency_of_messages,
    stays_at_home,
    traffic_across,
    traffic_inside,
)
from derive.library.relations.overlap import without_overlap
from derive.library.relations.roofline import COMPUTE, flops_utilisation
from derive.library.relations.split import EVEN_LOAD

REALISED = "realised"
NETWORK_COUNTED = Variant("step time", "with_network")
WITH_NETWORK = Variant("step time", ("with_network", REALISED))
# Traffic of experts follows from a model and a chip alone; it is none of the step's until it is
# said how experts are dealt out or what is sent to them.
EXCHANGE_COUNTED = Variant("expert exchange", "counted", beside=WITH_NETWORK)
_EVEN_WITH_NETWORK = replace(EVEN_LOAD, beside=EXCHANGE_COUNTED)
_STAGE = {gpus: stage_gpus, batch_size: microbatch_size}
_MULTIPLIED = {active_params: multiplied_params}

# --- a step ---
reduced = Relation(
    "reduced",
    Eq(reduction_time, tensor_parallel_time),
    "Layers that are split are summed up again.",
    source="own-derivation: from tensor_parallel, as a part of the step",
    variant=WITH_NETWORK,
)
exchanged = Relation(
    "exchanged",
    Eq(expert_exchange_time, all_to_all_time),
    "Experts that lie elsewhere are sent their tokens and send them back.",
    source="own-derivation: from traffic_overlapped, as a part of the step",
    variant=EXCHANGE_COUNTED,
)
handed_on = Relation(
    "handed_on",
    Eq(stage_hops_time, pipeline_hops * hop_time),
    "A token hops from stage to stage.",
    source="own-derivation: from hop_tax, as a part of the step",
    variant=WITH_NETWORK,
)
latencies = Relation(
    "latencies",
    Eq(latency_time, n_layers * collectives_per_layer * collective_latency),
    "Each collective of each layer takes its time to start, however few its bytes.",
    source="trt_blog1: section on the communication kernel",
    variant=WITH_NETWORK,
)
network = Relation(
    "network",
    Eq(network_time, reduction_time + expert_exchange_time + stage_hops_time + latency_time),
    "The collectives of a layer wait for each other, so their times add.",
    source="own-derivation: the parts of a step between GPUs, one after the other",
    variant=Variant("expert exchange", ("none", "counted"), usual=True, beside=WITH_NETWORK),
)
launches = Relation(
    "launches",
    Eq(overhead_time, n_layers * layer_overhead),
    "Every layer starts its kernels anew.",
    source="trt_blog1: section on CUDA graphs and programmatic dependent launch",
    holds="all layers start as many kernels",
    variant=WITH_NETWORK,
)
step_with_network = Relation(
    "step_with_network",
    Eq(
        step_time,
        Max(compute_time, memory_time) + exposed_network_share * network_time + overhead_time,
    ),
    "The exposed part of the network and the launches come on top of computing and reading, which"
    " overlap.",
    source="own-derivation: from step_overlap, with the time that hides behind neither",
    holds="no GPU waits for a slower one",
    neglects=(
        without_overlap(compute_time, memory_time),
        Neglected(
            "that traffic slows down what it hides behind",
            (1 - exposed_network_share) * network_time / step_time,
            Direction.RAISES,
            most=True,
        ),
    ),
    variant=NETWORK_COUNTED,
)

# --- a stage of a pipeline ---
stage_reduced = Relation(
    "stage_reduced",
    Eq(stage_reduction_time, tensor_parallel.at(_STAGE) / n_stages),
    "The layers of a stage that are split are summed up again.",
    source="own-derivation: from tensor_parallel, for a stage's share of the layers",
    variant=replace(SUMMED_BY_GPUS, beside=WITH_NETWORK),
)
stage_reduced_in_switch = Relation(
    "stage_reduced_in_switch",
    Eq(stage_reduction_time, tensor_parallel_in_switch.at(_STAGE) / n_stages),
    "The layers of a stage that are split are summed up by the switch.",
    source="own-derivation: from tensor_parallel_in_switch, for a stage's share of the layers",
    variant=replace(SUMMED_IN_SWITCH, beside=WITH_NETWORK),
)
_MESSAGES_OF_A_STAGE = latency_of_messages(n_stages * stage_exchange_time)
_HOME_OF_A_STAGE = stays_at_home.at(_STAGE)
stage_exchanged = Relation(
    "stage_exchanged",
    Eq(
        stage_exchange_time,
        Max(traffic_inside.at(_STAGE), traffic_across.at(_STAGE)) / n_stages,
    ),
    "The experts of a stage's layers are sent the tokens of the microbatch and send them back.",
    source="own-derivation: from traffic_overlapped, for a stage's share of the layers",
    neglects=(_MESSAGES_OF_A_STAGE, _HOME_OF_A_STAGE),
    variant=Variant("all-to-all", "overlapped", usual=True, beside=_EVEN_WITH_NETWORK),
)
stage_exchanged_serially = Relation(
    "stage_exchanged_serially",
    Eq(stage_exchange_time, (traffic_inside.at(_STAGE) + traffic_across.at(_STAGE)) / n_stages),
    "The experts of a stage's layers are sent the tokens of the microbatch and send them back, one"
    " network after the other.",
    source="own-derivation: from traffic_serial, for a stage's share of the layers",
    neglects=(_MESSAGES_OF_A_STAGE, _HOME_OF_A_STAGE),
    variant=Variant("all-to-all", "serial", beside=_EVEN_WITH_NETWORK),
)
stage_latencies = Relation(
    "stage_latencies",
    Eq(stage_latency_time, latency_time / n_stages),
    "A stage has its share of the layers' collectives.",
    source="own-derivation: from latencies, for a stage's share of the layers",
    variant=WITH_NETWORK,
)
stage_network = Relation(
    "stage_network",
    Eq(stage_network_time, stage_reduction_time + stage_exchange_time + stage_latency_time),
    "The collectives of a stage's layers wait for each other; hops between stages are counted with"
    " the pipeline.",
    source="own-derivation: from network, for a stage's share of the layers",
    variant=WITH_NETWORK,
)
stage_with_network = Relation(
    "stage_with_network",
    Eq(
        stage_time,
        Max(stage_compute_time, stage_memory_time)
        + exposed_network_share * stage_network_time
        + overhead_time / n_stages,
    ),
    "The exposed part of the network and the launches come on top of computing and reading, which"
    " overlap within a stage.",
    source="own-derivation: from step_with_network, for a stage",
    holds="no GPU waits for a slower one",
    neglects=(
        without_overlap(stage_compute_time, stage_memory_time),
        Neglected(
            "that traffic slows down what it hides behind",
            (1 - exposed_network_share) * stage_network_time / stage_time,
            Direction.RAISES,
            most=True,
        ),
    ),
    variant=WITH_NETWORK,
)

# --- two rates ---
compute_at_two_rates = Relation(
    "compute_at_two_rates",
    Eq(
        compute_time,
        tokens_per_pass
        * batch_size
        / (gpus * compute_efficiency)
        * (
            flops_per_param * multiplied_params / peak_flops
            + attention_flops_per_token / attention_peak_flops
        ),
    ),
    "Products with the weights run at the rate of their precision, attention at that of its own;"
    " the table of the input is looked up, not multiplied with.",
    source="own-derivation: from compute_with_attention, each part at its own rate",
    variant=Variant(COMPUTE, "two_rates", beside=EVEN_LOAD),
)
stage_computes_at_two_rates = Relation(
    "stage_computes_at_two_rates",
    Eq(stage_compute_time, compute_at_two_rates.at(_STAGE) / n_stages),
    "A stage computes its share of the layers for one microbatch, each part at its own rate.",
    source="own-derivation: from compute_at_two_rates, for a stage's share of the layers",
    variant=Variant(COMPUTE, "two_rates", beside=EVEN_LOAD),
)
multiplied_utilisation = Relation(
    "multiplied_utilisation",
    Eq(mfu, flops_utilisation.at(_MULTIPLIED)),
    "Useful arithmetic is that of the parameters that a token is multiplied with, over what the"
    " peak rate could have done in the step.",
    source="own-derivation: from flops_utilisation, with what compute_at_two_rates multiplies",
    variant=Variant(COMPUTE, "two_rates"),
)
multiplied_utilisation_limit = Relation(
    "multiplied_utilisation_limit",
    Eq(mfu_limit, utilisation_limit.at(_MULTIPLIED)),
    "A step lasts at least as long as each of its three parts, whatever overlaps.",
    source="own-derivation: from utilisation_limit, with what compute_at_two_rates multiplies",
    variant=Variant(COMPUTE, "two_rates"),
)

# --- what the simpler steps leave out ---
_nothing_exposed = Relation(
    "nothing_exposed",
    Eq(exposed_network_share, 0),
    "All of the network hides behind computing and reading.",
    source="own-derivation: the case considered",
)
_no_launches = Relation(
    "no_launches",
    Eq(overhead_time, 0),
    "Kernels take no time to start.",
    source="own-derivation: the case considered",
)
_one_rate = Relation(
    "one_rate",
    Eq(attention_peak_flops, peak_flops),
    "Attention computes at the rate of the other products.",
    source="own-derivation: the case considered",
)
_all_multiplied = Relation(
    "all_multiplied",
    Eq(multiplied_params, active_params),
    "The table of the input is counted among the products.",
    source="own-derivation: the case considered",
)
overlap_hides_the_network = Theorem(
    "overlap_hides_the_network",
    Eq(step_time, Max(compute_time, memory_time)),
    "The usual step hides all of the network and starts its kernels in no time.",
    follows_from=(step_with_network, _nothing_exposed, _no_launches),
    source="own-derivation: from step_with_network and step_overlap",
    holds="nothing of the network is exposed, and launches take no time",
)
one_rate_is_compute_with_attention = Theorem(
    "one_rate_is_compute_with_attention",
    Eq(compute_time, compute_with_attention.at({})),
    "At one rate for all, two rates are the arithmetic with attention.",
    follows_from=(compute_at_two_rates, _one_rate, _all_multiplied),
    source="own-derivation: from compute_at_two_rates and compute_with_attention",
    holds="one precision, and the input table counted among the products",
)
RELATIONS = (
    reduced, exchanged, handed_on, latencies, network, launches, step_with_network, stage_reduced,
    stage_reduced_in_switch, stage_exchanged, stage_exchanged_serially, stage_latencies,
    stage_network, stage_with_network, compute_at_two_rates, stage_computes_at_two_rates,
    multiplied_utilisation, multiplied_utilisation_limit,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (overlap_hides_the_network, one_rate_is_compute_with_attention)
