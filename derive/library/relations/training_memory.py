"""Memory and traffic of training: what each GPU holds and what it sends.

The training state is weights, gradients and the optimizer's own numbers; a recipe says in which
formats they are kept. Activations wait for the backward pass; keeping fewer means computing them
again: see recomputation.
"""

import sympy

from derive.equations import (
    AtMost,
    Constraint,
    Direction,
    Eq,
    Neglected,
    Relation,
    Theorem,
    Variant,
)
from derive.library.nomenclature.budget import training_batch_tokens
from derive.library.nomenclature.conversions import ONE_GPU, ONE_PARAM, ONE_TOKEN
from derive.library.nomenclature.hardware import hbm_capacity
from derive.library.nomenclature.model import d_model, n_layers, total_params
from derive.library.nomenclature.shape import vocab
from derive.library.nomenclature.training import training_gpus
from derive.library.nomenclature.training_memory import (
    activation_memory,
    activation_memory_per_gpu,
    all_vectors_per_token,
    bf16_bytes_per_param,
    block_vectors_per_token,
    data_parallel_traffic,
    fp32_bytes_per_param,
    fsdp_traffic,
    gradient_bytes_per_param,
    kept_bytes_per_element,
    kept_vectors_per_token,
    one_byte_per_param,
    optimizer_bytes_per_param,
    product_vectors_per_token,
    sharding_gpus,
    trained_weight_bytes_per_param,
    training_memory_fill,
    training_memory_per_gpu,
    training_state_bytes,
    training_state_bytes_per_param,
    training_state_per_gpu,
)

STATE, SHARDING, KEPT = "training state", "state sharding", "activations"
TUNING = "tuning"
FULL = Variant(TUNING, "full", usual=True)  # every parameter is trained; adapters are not there
FULLY_SHARDED = Variant(SHARDING, ("fsdp", "zero3"), beside=FULL)  # two names of one way
MIXED, MEGATRON = (
    "zero: paragraph on mixed-precision training",
    "megatron_optimizer: table of bytes per parameter",
)
half, full, byte_each = bf16_bytes_per_param, fp32_bytes_per_param, one_byte_per_param


def _recipe(
    choice: str,
    weight: object,
    gradient: object,
    optimizer: object,
    why: str,
    source: str,
    usual: bool = False,
) -> tuple[Relation, ...]:
    """The bytes that a recipe keeps of each parameter: its weight, its gradient, its master copy
    and moments.
    """
    variant = Variant(STATE, choice, usual)
    parts = (
        ("weight", trained_weight_bytes_per_param, weight),
        ("gradient", gradient_bytes_per_param, gradient),
        ("optimizer", optimizer_bytes_per_param, optimizer),
    )
    return tuple(
        Relation(f"{choice}_{part}", Eq(var, size), why, source=source, variant=variant)
        for part, var, size in parts
    )


# --- recipes: weight, gradient, optimizer ---
RECIPES = (
    *_recipe(
        "adam_bf16", half, half, full + 2 * full,
        "Weights and gradients in 16 bits; a master copy and two moments in 32.", MIXED, usual=True,
    ),
    *_recipe(
        "adam_fp32_gradients", half, full, full + 2 * full,
        "As usual, but gradients are summed in 32 bits.", MEGATRON,
    ),
    *_recipe(
        "adam_fp32", full, full, 2 * full,
        "Everything in 32 bits: the weights are their own master copy.", MEGATRON,
    ),
    *_recipe(
        "adam_8bit", half, half, full + 2 * byte_each,
        "As usual, but the two moments in 8 bits; the scales of their blocks are left out.",
        "bitsandbytes: overview",
    ),
    *_recipe(
        "adam_fp8", byte_each, full, full + 2 * half,
        "Products in 8 bits, gradients and master copy in 32, moments in 16: the recipe of"
        " DeepSeek-V3.",
        "dsv3_fp8: after section 3.3 of the report",
    ),
    *_recipe(
        "momentum_bf16", half, half, full + full,
        "One moment instead of two.", "own-derivation: the usual recipe, without the second moment",
    ),
)  # fmt: skip
state_of_one_parameter = Relation(
    "state_of_one_parameter",
    Eq(
        training_state_bytes_per_param,
        trained_weight_bytes_per_param + gradient_bytes_per_param + optimizer_bytes_per_param,
    ),
    "Training keeps each parameter's weight, its gradient and what the optimizer needs.",
    source="zero: paragraph on mixed-precision training",
)
state_of_all = Relation(
    "state_of_all",
    Eq(training_state_bytes, training_state_bytes_per_param * total_params),
    "Every parameter is trained, used on a token or not.",
    source="zero: paragraph on mixed-precision training",
    variant=FULL,
)
state_replicated = Relation(
    "state_replicated",
    Eq(training_state_per_gpu, training_state_bytes_per_param * total_params / ONE_GPU),
    "Plain data parallelism: every GPU holds everything.",
    source="zero: paragraph on mixed-precision training, baseline",
    variant=Variant(SHARDING, "replicated", usual=True, beside=FULL),
)
state_optimizer_sharded = Relation(
    "state_optimizer_sharded",
    Eq(
        training_state_per_gpu,
        (trained_weight_bytes_per_param + gradient_bytes_per_param) * total_params / ONE_GPU
        + optimizer_bytes_per_param * total_params / sharding_gpus,
    ),
    "The optimizer's numbers are split over the GPUs.",
    source="zero: formulas of the three stages, first",
    variant=Variant(SHARDING, "zero1", beside=FULL),
)
state_gradients_sharded = Relation(
    "state_gradients_sharded",
    Eq(
        training_state_per_gpu,
        trained_weight_bytes_per_param * total_params / ONE_GPU
        + (gradient_bytes_per_param + optimizer_bytes_per_param) * total_params / sharding_gpus,
    ),
    "The optimizer's numbers and the gradients are split over the GPUs.",
    source="zero: formulas of the three stages, second",
    variant=Variant(SHARDING, "zero2", beside=FULL),
)
state_fully_sharded = Relation(
    "state_fully_sharded",
    Eq(training_state_per_gpu, training_state_bytes_per_param * total_params / sharding_gpus),
    "Everything is split over the GPUs and gathered layer by layer: fully sharded data"
    " parallelism.",
    source="zero: formulas of the three stages, third",
    variant=FULLY_SHARDED,
    holds="one gathered layer is small beside the rest",
)

# --- activations ---
keep_all = Relation(
    "keep_all",
    Eq(kept_vectors_per_token, all_vectors_per_token),
    "Everything a layer computes is kept for the backward pass.",
    source="scaling-book-transformers: section on gradient checkpointing",
    variant=Variant(KEPT, "stored", usual=True),
)
keep_products = Relation(
    "keep_products",
    Eq(kept_vectors_per_token, product_vectors_per_token),
    "Only the results of the large matrix products are kept; the cheap rest is computed again.",
    source="scaling-book-transformers: section on gradient checkpointing, big matmuls only",
    variant=Variant(KEPT, "products"),
)
keep_block_inputs = Relation(
    "keep_block_inputs",
    Eq(kept_vectors_per_token, block_vectors_per_token),
    "Of a layer only what enters it is kept; its forward pass is computed again.",
    source="scaling-book-transformers: section on gradient checkpointing, block remat",
    variant=Variant(KEPT, ("checkpointed", "reversible")),
)
activations_of_all_layers = Relation(
    "activations_of_all_layers",
    Eq(
        activation_memory,
        n_layers
        * kept_vectors_per_token
        * training_batch_tokens
        * d_model
        * kept_bytes_per_element,
    ),
    "What is kept grows with layers, tokens and width.",
    source="roofline-tour: line 151; scaling-book-transformers: section on gradient checkpointing",
    variant=Variant(KEPT, ("stored", "products", "checkpointed"), usual=True),
    holds="the score matrices of attention are not stored",
)
activations_of_last_layer = Relation(
    "activations_of_last_layer",
    Eq(
        activation_memory,
        kept_vectors_per_token * training_batch_tokens * d_model * kept_bytes_per_element,
    ),
    "A reversible network keeps what leaves its last layer, both halves together as wide as the"
    " model, whatever its depth.",
    source="roofline-tour: line 150; revnet: abstract",
    variant=Variant(KEPT, "reversible"),
    holds="every layer can be undone, and one layer's own vectors are small beside what is kept",
)
activations_of_one_gpu = Relation(
    "activations_of_one_gpu",
    Eq(activation_memory_per_gpu, activation_memory / training_gpus),
    "The batch is spread evenly over the GPUs.",
    source=(
        "own-derivation: from activations_of_all_layers; scaling-book-applied-training: section on"
        " counting parameters and FLOPs, memory per chip"
    ),
    holds="all tokens of a step are in flight at once: no gradient accumulation",
)
all_on_one_gpu = Relation(
    "all_on_one_gpu",
    Eq(training_memory_per_gpu, training_state_per_gpu + activation_memory_per_gpu),
    "A GPU holds its training state and its activations.",
    source=(
        "scaling-book-applied-training: section on counting parameters and FLOPs, uses of memory"
    ),
    neglects=(
        Neglected(
            "the logits over the vocabulary, of all tokens at once in FP32",
            training_batch_tokens
            / ONE_TOKEN
            * vocab
            * (fp32_bytes_per_param * ONE_PARAM)
            / (training_gpus * training_memory_per_gpu),
            Direction.RAISES,
        ),
    ),
)
filled = Relation(
    "filled",
    Eq(training_memory_fill, training_memory_per_gpu / hbm_capacity),
    "Training fits where this is at most one.",
    source="own-derivation: from all_on_one_gpu, over the memory of a GPU",
)
training_fits = Constraint(
    "training_fits",
    AtMost(training_memory_per_gpu, hbm_capacity),
    "Training state and activations must fit in the memory of each GPU: none is kept elsewhere.",
    source="own-derivation: from all_on_one_gpu, against the memory of a GPU",
)

# --- traffic ---
_in_place = Neglected(
    "the part that is already where it belongs", ONE_GPU / sharding_gpus, Direction.LOWERS
)
reduce_everywhere = Relation(
    "reduce_everywhere",
    Eq(data_parallel_traffic, 2 * gradient_bytes_per_param * total_params / ONE_GPU),
    "An all-reduce of the gradients sends each of them twice.",
    source="pretraining-cards: card on the traffic of FSDP",
    holds="many GPUs, gradients summed in a ring or a switch",
    variant=FULL,
    neglects=(_in_place,),
)
gather_and_scatter = Relation(
    "gather_and_scatter",
    Eq(
        fsdp_traffic,
        (2 * trained_weight_bytes_per_param + gradient_bytes_per_param) * total_params / ONE_GPU,
    ),
    "Weights are gathered once forward and once backward, gradients scattered once.",
    source="pretraining-cards: card on the traffic of FSDP",
    holds="many GPUs, one gathering per pass and step",
    variant=FULL,
    neglects=(_in_place,),
)

half_more_traffic = Theorem(
    "half_more_traffic",
    Eq(fsdp_traffic, sympy.Rational(3, 2) * data_parallel_traffic),
    "Splitting the weights costs one more sending of the parameters: half as much again.",
    follows_from=(
        reduce_everywhere,
        gather_and_scatter,
        Relation(
            "same_format",
            Eq(trained_weight_bytes_per_param, gradient_bytes_per_param),
            "Weights and gradients have one format.",
            source="own-derivation: the case considered",
        ),
    ),
    source="pretraining-cards: card on the traffic of FSDP",
    holds="weights and gradients in one format",
)
RELATIONS = (
    *RECIPES, state_of_one_parameter, state_of_all, state_replicated, state_optimizer_sharded,
    state_gradients_sharded, state_fully_sharded, keep_all, keep_products, keep_block_inputs,
    activations_of_all_layers, activations_of_last_layer, activations_of_one_gpu, all_on_one_gpu,
    filled, reduce_everywhere, gather_and_scatter,
)  # fmt: skip
CONSTRAINTS = (training_fits,)
THEOREMS = (half_more_traffic,)
