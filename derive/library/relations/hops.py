"""The hop from one pipeline stage to the next, against the exchange of experts inside a stage."""

import sympy

from derive.equations import Eq, Relation, Theorem
from derive.library.nomenclature.conversions import activations_per_token, tokens_per_pass
from derive.library.nomenclature.model import active_experts, d_model
from derive.library.nomenclature.networks import (
    activation_bytes_per_element,
    all_to_all_bytes_per_token,
    combine_bytes_per_element,
    dispatch_bytes_per_element,
    network_ratio,
    scale_out_bandwidth,
    scale_up_bandwidth,
)
from derive.library.nomenclature.pipeline import (
    hop_bytes_per_token,
    hop_latency,
    hop_time,
    layers_per_stage,
    layers_to_hide_hop,
    microbatch_size,
    scale_up_over_scale_out,
    stage_gpus,
    whole_layers_to_hide_hop,
)
from derive.library.relations.domains import up_against_out
from derive.library.relations.experts import copy_traffic, expert_traffic

hop_bytes = Relation(
    "hop_bytes",
    Eq(hop_bytes_per_token, activations_per_token * d_model * activation_bytes_per_element),
    "One vector of the residual stream goes from stage to stage, however many layers a stage has.",
    source="roofline-tour: line 54",
)
hop = Relation(
    "hop",
    Eq(
        hop_time,
        hop_latency
        + tokens_per_pass
        * microbatch_size
        * hop_bytes_per_token
        / (stage_gpus * scale_out_bandwidth),
    ),
    "The microbatch's vectors leave over the network cards of all GPUs of the stage.",
    source="roofline-tour: lines 54 and 67; transcript: cost of a hop",
    holds="the vectors are spread over the GPUs of a stage",
)
exchange_over_hop = Relation(
    "exchange_over_hop",
    Eq(
        scale_up_over_scale_out,
        scale_out_bandwidth
        * all_to_all_bytes_per_token
        * layers_per_stage
        / (scale_up_bandwidth * hop_bytes_per_token),
    ),
    "The layers of a stage exchange over the fast network while one vector leaves over the slow"
    " one.",
    source="transcript: scale-up against scale-out",
    holds="every layer of the stage has experts, and the exchange stays inside one domain",
)
layers_hide_hop = Relation(
    "layers_hide_hop",
    Eq(layers_to_hide_hop, network_ratio * hop_bytes_per_token / all_to_all_bytes_per_token),
    "With this many layers per stage the exchange inside takes as long as the hop; with more, the"
    " hop is hidden.",
    source="transcript: scale-up against scale-out",
    holds=exchange_over_hop.holds,
)
layers_hide_hop_whole = Relation(
    "layers_hide_hop_whole",
    Eq(whole_layers_to_hide_hop, sympy.ceiling(layers_to_hide_hop)),
    "Layers come whole.",
    source="own-derivation: from layers_hide_hop, rounded up",
)

scale_up_inequality = Theorem(
    "scale_up_inequality",
    Eq(
        scale_up_over_scale_out,
        active_experts
        * layers_per_stage
        * (dispatch_bytes_per_element + combine_bytes_per_element)
        / (network_ratio * activation_bytes_per_element),
    ),
    "Experts per token times layers per stage, twice, against the ratio of the networks: width and"
    " batch cancel.",
    follows_from=(exchange_over_hop, hop_bytes, expert_traffic, copy_traffic, up_against_out),
    source="transcript: scale-up against scale-out",
)
scale_up_inequality_one_precision = Theorem(
    "scale_up_inequality_one_precision",
    Eq(scale_up_over_scale_out, 2 * active_experts * layers_per_stage / network_ratio),
    "As the lecture has it, with the factor of two for out and home.",
    follows_from=(
        exchange_over_hop,
        hop_bytes,
        expert_traffic,
        copy_traffic,
        up_against_out,
        Relation(
            "dispatch_alike",
            Eq(dispatch_bytes_per_element, activation_bytes_per_element),
            "One precision for all.",
            source="own-derivation: the case considered",
        ),
        Relation(
            "combine_alike",
            Eq(combine_bytes_per_element, activation_bytes_per_element),
            "One precision for all.",
            source="own-derivation: the case considered",
        ),
    ),
    source="transcript: scale-up against scale-out",
    holds="dispatch, combine and the hop carry the same precision",
)
hop_hidden_at_ratio_one = Theorem(
    "hop_hidden_at_ratio_one",
    Eq(scale_up_over_scale_out, layers_per_stage / layers_to_hide_hop),
    "The ratio is one at just that many layers.",
    follows_from=(exchange_over_hop, layers_hide_hop, up_against_out),
    source="own-derivation: from exchange_over_hop and layers_hide_hop",
)
RELATIONS = (hop_bytes, hop, exchange_over_hop, layers_hide_hop, layers_hide_hop_whole)
CONSTRAINTS = ()
THEOREMS = (scale_up_inequality, scale_up_inequality_one_precision, hop_hidden_at_ratio_one)
