"""Mixture of experts on GPUs: where the experts lie, and what their traffic costs inside and
between scale-up domains.

Each GPU holds some experts of every layer. In each layer with experts a token is sent to the GPUs
of its experts (dispatch) and comes back (combine). Experts are spread evenly over the GPUs and
tokens choose them evenly.
"""

from typing import Any

import sympy

from derive.equations import Direction, Eq, Max, Neglected, Relation, Theorem, Variant
from derive.library.nomenclature.conversions import ONE_GPU, activations_per_token, tokens_per_pass
from derive.library.nomenclature.decode import batch_size
from derive.library.nomenclature.hardware import gpus
from derive.library.nomenclature.model import active_experts, d_model, n_experts
from derive.library.nomenclature.networks import (
    all_to_all_across_time,
    all_to_all_bytes_all_layers,
    all_to_all_bytes_per_token,
    all_to_all_inside_time,
    all_to_all_slowdown,
    all_to_all_time,
    combine_bytes_per_element,
    copy_bytes_per_token,
    cross_fraction,
    crossing_copies,
    crossing_slowdown,
    dispatch_bytes_per_element,
    experts_per_gpu,
    experts_placed,
    gpus_with_experts,
    inside_copies,
    inside_slowdown,
    link_latency,
    n_domains,
    n_moe_layers,
    network_ratio,
    placement_imbalance,
    redundant_experts,
    scale_out_bandwidth,
    scale_up_bandwidth,
    whole_experts_per_gpu,
)
from derive.library.relations.domains import up_against_out
from derive.library.relations.overlap import with_overlap, without_overlap
from derive.library.relations.split import EVEN_LOAD

# --- where the experts lie ---
placed = Relation(
    "placed",
    Eq(experts_placed, n_experts + redundant_experts),
    "Busy experts may be held twice, so that no GPU waits for the one that has them.",
    source="deepseek-infra: section on cross-node expert parallelism, redundant experts",
)
placed_per_gpu = Relation(
    "placed_per_gpu",
    Eq(experts_per_gpu, experts_placed / gpus),
    "The experts of a layer are dealt out over all GPUs.",
    source="hardware-economics: line 85",
)
placed_whole = Relation(
    "placed_whole",
    Eq(whole_experts_per_gpu, sympy.ceiling(experts_per_gpu * ONE_GPU) / ONE_GPU),
    "An expert lies on one GPU whole, so the fullest GPU holds the next whole number.",
    source="transcript: why 64 of 72",
)
filled_gpus = Relation(
    "filled_gpus",
    Eq(
        gpus_with_experts,
        ONE_GPU * sympy.ceiling(experts_placed / (whole_experts_per_gpu * ONE_GPU)),
    ),
    "With as many experts on each GPU as on the fullest, some GPUs are left without: 256 experts"
    " use 64 of 72.",
    source="own-derivation: from placed and placed_whole; transcript: why 64 of 72",
)
fullest_gpu = Relation(
    "fullest_gpu",
    Eq(placement_imbalance, whole_experts_per_gpu / experts_per_gpu),
    "The fullest GPU sets the pace of every layer.",
    source="own-derivation: from placed_per_gpu and placed_whole",
)

# --- bytes ---
copy_traffic = Relation(
    "copy_traffic",
    Eq(
        copy_bytes_per_token,
        activations_per_token * d_model * (dispatch_bytes_per_element + combine_bytes_per_element),
    ),
    "One vector goes to an expert and one comes back, each in its own precision.",
    source=(
        "roofline-tour: line 45, factor of two; deepseek-infra: statistics of the online service,"
        " formats of dispatch and combine"
    ),
)
_SHARED_COPIES = Neglected(
    "that experts of one token on one GPU can share a copy",
    1 - gpus * (1 - (1 - ONE_GPU / gpus) ** active_experts) / (ONE_GPU * active_experts),
    Direction.LOWERS,
)
expert_traffic = Relation(
    "expert_traffic",
    Eq(all_to_all_bytes_per_token, active_experts * copy_bytes_per_token),
    "A token visits each of its experts.",
    source="roofline-tour: line 45; transcript: up and down",
    holds="each expert gets a copy of its own, even where two of them share a GPU",
    neglects=(_SHARED_COPIES,),
)
expert_traffic_all_layers = Relation(
    "expert_traffic_all_layers",
    Eq(all_to_all_bytes_all_layers, n_moe_layers * all_to_all_bytes_per_token),
    "Every layer with experts sends its tokens out and home.",
    source="own-derivation: from expert_traffic, once in every layer with experts",
)

# --- who leaves the domain ---
leaving = Relation(
    "leaving",
    Eq(cross_fraction, 1 - 1 / n_domains),
    "Only one domain of all is a token's own.",
    source="hardware-economics: line 83; transcript: a layer on two racks",
    holds="as many experts in each domain, and tokens choose among all of them evenly",
)
copies_inside = Relation(
    "copies_inside",
    Eq(inside_copies, active_experts * (1 - cross_fraction)),
    "The copies for experts of the token's own domain stay inside.",
    source="hardware-economics: line 83, followed through",
    neglects=(_SHARED_COPIES,),
    variant=Variant("expert dispatch", "per_expert", usual=True),
)
copies_crossing = Relation(
    "copies_crossing",
    Eq(crossing_copies, active_experts * cross_fraction),
    "Each copy for an expert of another domain crosses on its own.",
    source="hardware-economics: line 83, followed through",
    neglects=(_SHARED_COPIES,),
    variant=Variant("expert dispatch", "per_expert", usual=True),
)
copies_handed_on = Relation(
    "copies_handed_on",
    Eq(inside_copies, active_experts),
    "What has crossed is handed on to its experts inside their domain.",
    source=(
        "own-derivation: from copies_crossing_once, what crosses once still goes to all its experts"
    ),
    variant=Variant("expert dispatch", "per_domain"),
)
copies_crossing_once = Relation(
    "copies_crossing_once",
    Eq(crossing_copies, (n_domains - 1) * (1 - (1 - 1 / n_domains) ** active_experts)),
    "One copy goes to each other domain that holds at least one of the token's experts.",
    source=(
        "own-derivation: the chance that a domain holds none of a token's experts, for every other"
        " domain"
    ),
    holds="tokens choose their experts evenly and independently",
    variant=Variant("expert dispatch", "per_domain"),
)

# --- time ---
stays_at_home = Neglected(
    "the copies for experts on the token's own GPU, which travel nowhere",
    ONE_GPU / gpus,
    Direction.LOWERS,
)


def latency_of_messages(time: Any) -> Neglected:
    """The latency of the message that goes out and of the one that comes back, in every layer."""
    size = 2 * n_moe_layers * link_latency / time
    return Neglected("the latency of the links", size, Direction.RAISES)


traffic_inside = Relation(
    "traffic_inside",
    Eq(
        all_to_all_inside_time,
        tokens_per_pass
        * batch_size
        * inside_copies
        * copy_bytes_per_token
        * n_moe_layers
        / (gpus * scale_up_bandwidth),
    ),
    "Every GPU sends its share of the batch's copies over its links in the domain.",
    source="hardware-economics: line 83, followed through",
    neglects=(stays_at_home, latency_of_messages(all_to_all_inside_time)),
    variant=EVEN_LOAD,
)
traffic_across = Relation(
    "traffic_across",
    Eq(
        all_to_all_across_time,
        tokens_per_pass
        * batch_size
        * crossing_copies
        * copy_bytes_per_token
        * n_moe_layers
        / (gpus * scale_out_bandwidth),
    ),
    "Every GPU sends its share of the crossing copies over its own network card.",
    source="hardware-economics: line 83, followed through",
    neglects=(latency_of_messages(all_to_all_across_time),),
    variant=EVEN_LOAD,
)
traffic_overlapped = Relation(
    "traffic_overlapped",
    Eq(all_to_all_time, Max(all_to_all_inside_time, all_to_all_across_time)),
    "Both networks work at once, so the slower of the two sets the pace.",
    source="hardware-economics: line 83, followed through",
    neglects=(without_overlap(all_to_all_inside_time, all_to_all_across_time),),
    variant=Variant("all-to-all", "overlapped", usual=True),
)
traffic_serial = Relation(
    "traffic_serial",
    Eq(all_to_all_time, all_to_all_inside_time + all_to_all_across_time),
    "One network after the other.",
    source="hardware-economics: line 83, followed through",
    neglects=(with_overlap(all_to_all_inside_time, all_to_all_across_time),),
    variant=Variant("all-to-all", "serial"),
)

# --- slow-down of leaving the domain ---
slower_inside = Relation(
    "slower_inside",
    Eq(inside_slowdown, 1 - cross_fraction),
    "Inside the domains only the copies that stay are left.",
    source="own-derivation: from copies_inside, beside an exchange in one domain",
    holds="each copy crosses on its own",
)
slower_across = Relation(
    "slower_across",
    Eq(crossing_slowdown, network_ratio * cross_fraction),
    "What crosses goes through the slower network.",
    source="own-derivation: from copies_crossing and up_against_out",
    holds="each copy crosses on its own",
)
slower_overlapped = Relation(
    "slower_overlapped",
    Eq(all_to_all_slowdown, Max(inside_slowdown, crossing_slowdown)),
    "Both networks work at once, so the slower of the two sets the pace.",
    source="own-derivation: from slower_inside and slower_across, as traffic_overlapped",
    neglects=(without_overlap(inside_slowdown, crossing_slowdown),),
    variant=Variant("all-to-all", "overlapped", usual=True),
)
slower_serial = Relation(
    "slower_serial",
    Eq(all_to_all_slowdown, inside_slowdown + crossing_slowdown),
    "One network after the other.",
    source="own-derivation: from slower_inside and slower_across, as traffic_serial",
    neglects=(with_overlap(inside_slowdown, crossing_slowdown),),
    variant=Variant("all-to-all", "serial"),
)

_ONE_DOMAIN = (
    tokens_per_pass
    * batch_size
    * active_experts
    * copy_bytes_per_token
    * n_moe_layers
    / (gpus * scale_up_bandwidth)
)
slowdown_is_the_ratio_of_times = Theorem(
    "slowdown_is_the_ratio_of_times",
    Eq(all_to_all_time, _ONE_DOMAIN * (1 - cross_fraction + network_ratio * cross_fraction)),
    "The slow-down multiplies what the traffic would take in one domain, here one network after the"
    " other.",
    follows_from=(
        traffic_serial,
        traffic_inside,
        traffic_across,
        copies_inside,
        copies_crossing,
        up_against_out,
    ),
    source="own-derivation: from traffic_inside, traffic_across and traffic_serial",
    holds="one network works after the other, and each copy crosses on its own",
)
crossing_sets_the_pace = Theorem(
    "crossing_sets_the_pace",
    Eq(all_to_all_slowdown, network_ratio * (1 - 1 / n_domains)),
    "Where the network between domains binds, two racks and a ratio of eight make the exchange four"
    " times slower.",
    follows_from=(
        slower_across,
        leaving,
        Relation(
            "crossing_binds",
            Eq(all_to_all_slowdown, crossing_slowdown),
            "The network between the domains binds.",
            source="own-derivation: the case considered",
        ),
    ),
    source=(
        "own-derivation: from slower_across and leaving; hardware-economics: line 83, followed"
        " through"
    ),
    holds="the network between the domains binds",
)
RELATIONS = (
    placed, placed_per_gpu, placed_whole, filled_gpus, fullest_gpu, copy_traffic, expert_traffic,
    expert_traffic_all_layers, leaving, copies_inside, copies_crossing, copies_handed_on,
    copies_crossing_once, traffic_inside, traffic_across, traffic_overlapped, traffic_serial,
    slower_inside, slower_across, slower_overlapped, slower_serial,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (slowdown_is_the_ratio_of_times, crossing_sets_the_pace)
