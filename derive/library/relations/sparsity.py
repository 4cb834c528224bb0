"""Sparsity and quality: three things called sparsity, what it gains in quality, what it takes in
memory.

Quality is compared by the dense model of the same loss. The law for routed models was fitted on
models that use one expert per token in every second layer; its constants are looked up with
`scaling_law`.
"""

import sympy

from derive.equations import Eq, Relation, Theorem
from derive.library.nomenclature.conversions import ONE_PARAM, bytes_per_param, tokens_per_pass
from derive.library.nomenclature.decode import weight_fetch_time
from derive.library.nomenclature.hardware import (
    balance_tokens,
    bandwidth_efficiency,
    domain_capacity,
    gpus,
    hbm_bandwidth,
    hbm_capacity,
    weight_bytes,
)
from derive.library.nomenclature.model import active_experts, active_params, n_experts, sparsity
from derive.library.nomenclature.placement import memory_share
from derive.library.nomenclature.quality import (
    counted_experts,
    dense_equivalent_params,
    dense_loss_factor,
    dense_power,
    effective_experts,
    expert_loss_factor,
    expert_offset,
    expert_sparsity,
    experts_at_most,
    experts_at_start,
    gain_exponent,
    kv_room,
    largest_total_params,
    quoted_active_experts,
    quoted_balance_batch,
    quoted_sparsity,
    routed_expert_exponent,
    routed_interaction,
    routed_loss,
    routed_loss_scale,
    routed_param_exponent,
    routed_power,
    routing_cutoff_params,
    sparsity_gain,
)
from derive.library.relations.balance import total_over_active
from derive.library.relations.capacity import stored_weights, summed_capacity
from derive.library.relations.roofline import weight_fetch
from derive.library.relations.room import rooms
from derive.library.relations.split import EVENLY

ROUTED = "one expert per token, every second layer routed, sizes up to about 1.3e9 parameters"


def _tenfolds(count: object) -> object:
    """The logarithm to base ten, in which the law was fitted."""
    return sympy.log(count) / sympy.log(10)


experts_over_used = Relation(
    "experts_over_used",
    Eq(expert_sparsity, n_experts / active_experts),
    "How many experts are stored for each one that a token uses.",
    source="deepseek-v3-config: n_routed_experts and n_activated_experts",
)
experts_as_quoted = Relation(
    "experts_as_quoted",
    Eq(quoted_sparsity, n_experts / quoted_active_experts),
    "The write-ups divide the experts of a layer by the number they take a token to use, which is"
    " not the configuration's.",
    source="price-and-speed: line 21; hardware-economics: line 58",
)
balance_as_quoted = Relation(
    "balance_as_quoted",
    Eq(quoted_balance_batch, balance_tokens * quoted_sparsity / tokens_per_pass),
    "The write-ups' balance batch is the chip's balance tokens times the sparsity they quote.",
    source="price-and-speed: line 21; hardware-economics: line 60",
    holds="the sparsity meant is that of parameters; experts give another number",
)
gain = Relation(
    "gain",
    Eq(sparsity_gain, dense_equivalent_params / active_params),
    "A sparse model is worth the dense model of the same loss; the gain is how much larger that one"
    " is than the active part.",
    source="roofline-tour: line 39; transcript: the routed-models paper",
)
gain_grows = Relation(
    "gain_grows",
    Eq(sparsity_gain, expert_sparsity**gain_exponent),
    "The gain is read as a power of the expert count: a cube root says eight times the experts for"
    " twice the gain.",
    source="roofline-tour: line 39; transcript: returns of sparsity",
    holds="away from the few and the very many experts, where the gain saturates",
)
count = Relation(
    "count",
    Eq(counted_experts, expert_sparsity - 1 + expert_offset),
    "The count starts where a dense model stands.",
    source="routed_fit",
    holds=ROUTED,
)
effective_count = Relation(
    "effective_count",
    Eq(effective_experts, 1 / (1 / counted_experts + 1 / experts_at_most)),
    "Experts count less the more there are, and never for more than the law's ceiling.",
    source="routed_fit",
    holds=ROUTED,
)
dense_start = Relation(
    "dense_start",
    Eq(experts_at_start, 1 / (1 / expert_offset + 1 / experts_at_most)),
    "A dense model counts as the law's starting number of experts.",
    source="routed_fit",
    holds=ROUTED,
)
factor_of_experts = Relation(
    "factor_of_experts",
    Eq(expert_loss_factor, effective_experts**routed_expert_exponent),
    "At one parameter the loss falls as a power of the experts.",
    source="routed_fit",
    holds=ROUTED,
)
factor_when_dense = Relation(
    "factor_when_dense",
    Eq(dense_loss_factor, experts_at_start**routed_expert_exponent),
    "The same for the experts that a dense model counts as.",
    source="routed_fit",
    holds=ROUTED,
)
power_at_these_experts = Relation(
    "power_at_these_experts",
    Eq(routed_power, routed_param_exponent - routed_interaction * _tenfolds(effective_experts)),
    "Every tenfold of experts takes a little from what parameters are worth.",
    source="routed_fit",
    holds=ROUTED,
)
power_when_dense = Relation(
    "power_when_dense",
    Eq(dense_power, routed_param_exponent - routed_interaction * _tenfolds(experts_at_start)),
    "The same for the experts that a dense model counts as.",
    source="routed_fit",
    holds=ROUTED,
)
routed_law = Relation(
    "routed_law",
    Eq(
        routed_loss,
        routed_loss_scale * (ONE_PARAM / active_params) ** routed_power / expert_loss_factor,
    ),
    "The loss falls as a power of the parameters and as a power of the experts.",
    source="routed_fit",
    holds=ROUTED,
)
dense_equivalent = Relation(
    "dense_equivalent",
    Eq(
        dense_equivalent_params,
        ONE_PARAM
        * ((active_params / ONE_PARAM) ** routed_power * expert_loss_factor / dense_loss_factor)
        ** (1 / dense_power),
    ),
    "The dense model of the same loss, by the law for routed models with one expert.",
    source="routed_fit",
    holds=ROUTED,
)
cutoff = Relation(
    "cutoff",
    Eq(routing_cutoff_params, ONE_PARAM * 10 ** (routed_expert_exponent / routed_interaction)),
    "Above this size the law's power of the experts has turned: more of them no longer help.",
    source="routed_fit",
    holds="far outside the sizes fitted, so loosely determined",
)
left_for_cache, *_other_rooms = rooms("left_for_cache", domain_capacity, weight_bytes, EVENLY)
memory_full_of_weights = Relation(
    "memory_full_of_weights",
    Eq(largest_total_params, gpus * hbm_capacity / bytes_per_param),
    "Total parameters are limited by the memory of the GPUs that serve them, active ones only by"
    " compute.",
    source="roofline-tour: line 42; transcript: what limits a model",
)

fetch_grows_with_sparsity = Theorem(
    "fetch_grows_with_sparsity",
    Eq(
        weight_fetch_time,
        bytes_per_param * sparsity * active_params / (gpus * hbm_bandwidth * bandwidth_efficiency),
    ),
    "At a given number of active parameters the weights take longer to read in proportion to the"
    " sparsity.",
    follows_from=(weight_fetch, total_over_active),
    source="price-and-speed: line 35",
)
sparsity_takes_the_cache_s_room = Theorem(
    "sparsity_takes_the_cache_s_room",
    Eq(
        kv_room,
        memory_share * gpus * hbm_capacity - bytes_per_param * sparsity * active_params,
    ),
    "At a given number of active parameters every further unit of sparsity takes as much memory as"
    " they do.",
    follows_from=(left_for_cache, summed_capacity, stored_weights, total_over_active),
    source="price-and-speed: line 35; roofline-tour: line 40",
)
_same_loss = Relation(
    "dense_model_of_the_same_loss",
    Eq(
        routed_loss,
        routed_loss_scale
        * (ONE_PARAM / dense_equivalent_params) ** dense_power
        / dense_loss_factor,
    ),
    "The law gives a dense model, which has the starting number of experts, the same loss.",
    source="own-derivation: the case considered",
)
size_of_the_dense_model = Theorem(
    "size_of_the_dense_model",
    dense_equivalent.equation,
    "The law at the starting number of experts and the law at the given one agree for a dense model"
    " of this size.",
    follows_from=(routed_law, _same_loss),
    source="routed_fit",
    holds=ROUTED,
)
RELATIONS = (
    experts_over_used, experts_as_quoted, balance_as_quoted, gain, gain_grows, count,
    effective_count, dense_start, factor_of_experts, factor_when_dense, power_at_these_experts,
    power_when_dense, routed_law, dense_equivalent, cutoff, left_for_cache, *_other_rooms,
    memory_full_of_weights,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (fetch_grows_with_sparsity, sparsity_takes_the_cache_s_room, size_of_the_dense_model)
