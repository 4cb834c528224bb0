"""Finetuning with adapters of low rank (LoRA): the model's weights stay as they are, and each of
some matrices gets two thin factors beside it, which are trained.

Gradients and the optimizer's numbers are kept of the adapters alone. The frozen weights are stored
in whatever format one likes: in 16 bits for LoRA, in four for QLoRA.
"""

from derive.equations import Direction, Eq, Neglected, Relation, Variant
from derive.library.nomenclature.adapters import (
    adapted_matrices,
    adapter_bytes,
    adapter_params,
    adapter_rank,
    adapter_share,
    adapter_training_flops,
    adapter_widths,
)
from derive.library.nomenclature.conversions import (
    ONE_GPU,
    ONE_PARAM,
    flops_per_param,
    training_flops_per_param,
)
from derive.library.nomenclature.hardware import weight_bytes
from derive.library.nomenclature.interruptions import checkpoint_bytes, checkpoint_bytes_per_param
from derive.library.nomenclature.model import (
    active_params,
    d_head,
    d_model,
    n_heads,
    n_kv_heads,
    n_layers,
    total_params,
)
from derive.library.nomenclature.shape import d_ff, ffn_matrices
from derive.library.nomenclature.training import training_tokens
from derive.library.nomenclature.training_memory import (
    data_parallel_traffic,
    fsdp_traffic,
    gradient_bytes_per_param,
    optimizer_bytes_per_param,
    sharding_gpus,
    trained_weight_bytes_per_param,
    training_state_bytes,
    training_state_bytes_per_param,
    training_state_per_gpu,
)
from derive.library.relations.roofline import WEIGHT_READ
from derive.library.relations.shape import ATTENTION
from derive.library.relations.training_memory import SHARDING, TUNING

ADAPTED = "adapted matrices"
LORA = Variant(TUNING, "lora")
HEADS = Variant(ATTENTION, "heads", usual=True)
DENSE = Variant(WEIGHT_READ, "all", usual=True, beside=HEADS)  # no experts are said
MATRICES = "lora: section 4.1, the factors B and A of an update"
FROZEN = "lora: section 4.2, on what the frozen weights save"

# --- which matrices have adapters ---
_queries = d_model + n_heads * d_head
_keys = d_model + n_kv_heads * d_head
queries_and_values_adapted = Relation(
    "queries_and_values_adapted",
    Eq(adapter_widths, _queries + _keys),
    "Queries and values of each layer have an adapter: the choice of the paper.",
    source=f"{MATRICES}; lora: section 4.2, attention weights",
    variant=Variant(ADAPTED, "queries_and_values", usual=True, beside=HEADS),
)
attention_adapted = Relation(
    "attention_adapted",
    Eq(adapter_widths, 2 * _queries + 2 * _keys),
    "Queries, keys, values and the output of attention have an adapter each.",
    source=f"{MATRICES}; lora: section 7.1, all four attention matrices",
    variant=Variant(ADAPTED, "attention", beside=HEADS),
)
all_adapted = Relation(
    "all_adapted",
    Eq(adapter_widths, 2 * _queries + 2 * _keys + ffn_matrices * (d_model + d_ff)),
    "Every matrix of attention and of the feed-forward block has an adapter.",
    source=f"{MATRICES}; qlora: section 4, adapters on all linear layers of a block",
    holds="the model is dense: every layer has one feed-forward block",
    variant=Variant(ADAPTED, "all", beside=DENSE),
)
square_matrices_adapted = Relation(
    "square_matrices_adapted",
    Eq(adapter_widths, 2 * d_model * adapted_matrices),
    "Matrices as high as wide take twice the width of the model each.",
    source="lora: section 5.1, number of trainable parameters",
    variant=Variant(ADAPTED, "square"),
)

# --- what is trained ---
params_of_adapters = Relation(
    "params_of_adapters",
    Eq(adapter_params, n_layers * adapter_rank * adapter_widths * ONE_PARAM),
    "An adapter of a matrix has a row of the rank for each of its rows and each of its columns.",
    source=f"{MATRICES}; lora: section 5.1, number of trainable parameters",
    holds="all layers have the same adapters",
)
adapters_over_model = Relation(
    "adapters_over_model",
    Eq(adapter_share, adapter_params / total_params),
    "The share of the parameters that is trained, as frameworks print it without the adapters in"
    " the sum.",
    source="own-derivation: definition of the share",
)
saved_adapters = Relation(
    "saved_adapters",
    Eq(adapter_bytes, trained_weight_bytes_per_param * adapter_params),
    "One stored copy of the adapters, without the model that they belong to.",
    source=FROZEN,
)

# --- memory ---
_trained = training_state_bytes_per_param * adapter_params
state_of_adapters = Relation(
    "state_of_adapters",
    Eq(training_state_bytes, weight_bytes + _trained),
    "The frozen weights in their own format, and of the adapters weights, gradients and what the"
    " optimizer needs.",
    source=f"{FROZEN}; qlora: section 2, memory of finetuning",
    variant=LORA,
)
adapters_replicated = Relation(
    "adapters_replicated",
    Eq(training_state_per_gpu, (weight_bytes + _trained) / ONE_GPU),
    "Every GPU holds the frozen weights and all of the adapters' state.",
    source=FROZEN,
    variant=Variant(SHARDING, "replicated", usual=True, beside=LORA),
)
adapters_optimizer_sharded = Relation(
    "adapters_optimizer_sharded",
    Eq(
        training_state_per_gpu,
        (
            weight_bytes
            + (trained_weight_bytes_per_param + gradient_bytes_per_param) * adapter_params
        )
        / ONE_GPU
        + optimizer_bytes_per_param * adapter_params / sharding_gpus,
    ),
    "Of the optimizer's numbers a GPU holds its share, of all else everything.",
    source=f"{FROZEN}; zero: formulas of the three stages, first",
    variant=Variant(SHARDING, "zero1", beside=LORA),
)
adapters_gradients_sharded = Relation(
    "adapters_gradients_sharded",
    Eq(
        training_state_per_gpu,
        (weight_bytes + trained_weight_bytes_per_param * adapter_params) / ONE_GPU
        + (gradient_bytes_per_param + optimizer_bytes_per_param) * adapter_params / sharding_gpus,
    ),
    "Of gradients and the optimizer's numbers a GPU holds its share, of all else everything.",
    source=f"{FROZEN}; zero: formulas of the three stages, second",
    variant=Variant(SHARDING, "zero2", beside=LORA),
)
adapters_fully_sharded = Relation(
    "adapters_fully_sharded",
    Eq(training_state_per_gpu, (weight_bytes + _trained) / sharding_gpus),
    "Frozen weights and adapters are split over the GPUs and gathered layer by layer.",
    source=f"{FROZEN}; zero: formulas of the three stages, third",
    variant=Variant(SHARDING, ("fsdp", "zero3"), beside=LORA),
    holds="one gathered layer is small beside the rest",
)
checkpoint_of_adapters = Relation(
    "checkpoint_of_adapters",
    Eq(checkpoint_bytes, checkpoint_bytes_per_param * adapter_params),
    "What does not change need not be written.",
    source=FROZEN,
    variant=LORA,
)

# --- traffic and arithmetic ---
_in_place = Neglected(
    "the part that is already where it belongs", ONE_GPU / sharding_gpus, Direction.LOWERS
)
adapters_reduced_everywhere = Relation(
    "adapters_reduced_everywhere",
    Eq(data_parallel_traffic, 2 * gradient_bytes_per_param * adapter_params / ONE_GPU),
    "Only the adapters have gradients, and an all-reduce sends each of them twice.",
    source="own-derivation: from reduce_everywhere, of the adapters' gradients",
    holds="many GPUs, gradients summed in a ring or a switch",
    variant=LORA,
    neglects=(_in_place,),
)
adapters_gathered_and_scattered = Relation(
    "adapters_gathered_and_scattered",
    Eq(
        fsdp_traffic,
        (
            2 * weight_bytes
            + (2 * trained_weight_bytes_per_param + gradient_bytes_per_param) * adapter_params
        )
        / ONE_GPU,
    ),
    "Frozen weights are gathered in both passes as any others; gradients there are of the adapters"
    " alone.",
    source="own-derivation: from gather_and_scatter, with gradients of the adapters alone",
    holds="many GPUs, one gathering per pass and step",
    variant=LORA,
    neglects=(_in_place,),
)
_own_arithmetic = Neglected(
    "the adapters' own arithmetic", 3 * adapter_params / (2 * active_params), Direction.RAISES
)
forward_and_inputs = Relation(
    "forward_and_inputs",
    Eq(training_flops_per_param, 2 * flops_per_param),
    "A token goes forward once, and backward once through frozen weights: for the gradients of the"
    " inputs, and not for those of the weights.",
    source="own-derivation: from forward_and_backward, without the products for the weights'"
    " gradients",
    neglects=(_own_arithmetic,),
    variant=LORA,
)
arithmetic_of_adapters = Relation(
    "arithmetic_of_adapters",
    Eq(adapter_training_flops, 2 * flops_per_param * active_params * training_tokens),
    "Frozen weights need no gradients: going backward, a token is multiplied with them once, for"
    " the gradients of the inputs, and not twice: four operations instead of six.",
    source="own-derivation: from six_operations, without the products for the weights' gradients",
    holds="attention's own arithmetic is small beside the weights'",
    neglects=(_own_arithmetic,),
)
RELATIONS = (
    queries_and_values_adapted, attention_adapted, all_adapted, square_matrices_adapted,
    params_of_adapters, adapters_over_model, saved_adapters, state_of_adapters,
    adapters_replicated, adapters_optimizer_sharded, adapters_gradients_sharded,
    adapters_fully_sharded, checkpoint_of_adapters, adapters_reduced_everywhere,
    adapters_gathered_and_scattered, forward_and_inputs,
    arithmetic_of_adapters,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = ()
