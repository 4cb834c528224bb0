"""Activations of a layer in training, counted tensor by tensor: 34 bytes for each token and unit of
width, and 5 for each head and pair of tokens, in a transformer of 16-bit numbers with dropout.

Tensor parallelism splits what lies within attention and feed-forward block, sequence parallelism
the rest too. The scores of attention are computed again under selective recomputation, as fused
kernels of attention do anyway; full recomputation keeps what enters a layer alone.
"""

import sympy

from derive.equations import Direction, Eq, Neglected, Relation, Variant
from derive.library.nomenclature.budget import training_context
from derive.library.nomenclature.conversions import ONE_GPU
from derive.library.nomenclature.layer_activations import (
    between_bytes_per_token,
    block_bytes_per_token,
    layer_activation_memory,
    layer_input_bytes_per_token,
    microbatch_activation_memory,
    score_bytes_per_pair,
)
from derive.library.nomenclature.model import d_model, n_heads, n_layers
from derive.library.nomenclature.networks import tensor_parallel_gpus
from derive.library.nomenclature.pipeline import microbatch_size
from derive.library.nomenclature.shape import d_ff, ffn_matrices
from derive.library.relations.training_memory import KEPT

SPLIT = "layer split"
PAPER = "korthikanti: section 4"
HOLDS = "numbers have 16 bits, and there are as many key-value heads as query heads"
# Without dropout there is no mask of a byte behind either block, and of the scores' five bytes
# neither the mask nor what dropout leaves.
_MASKS, _SCORE_MASKS = sympy.Rational(2, 10), sympy.Rational(3, 5)
_tokens = training_context * microbatch_size


def _kept(
    name: str, split: str, kept: str, between: object, within: object, why: str, place: str
) -> Relation:
    """The bytes that each GPU keeps of a layer where `between` GPUs share what lies around its
    blocks and `within` what lies in them, with the scores of attention where all is kept.
    """
    around = d_model * between_bytes_per_token / between
    blocks = d_model * block_bytes_per_token / within
    pairs = score_bytes_per_pair * n_heads * training_context / within
    scores = pairs if kept == "stored" else sympy.S.Zero
    gate = layer_input_bytes_per_token * (ffn_matrices * d_ff - 8 * d_model) / within
    each = around + blocks + scores
    return Relation(
        name,
        Eq(layer_activation_memory, _tokens * each),
        why,
        source=f"{PAPER}{place}",
        holds=HOLDS,
        neglects=(
            Neglected(
                "that models without dropout keep no masks",
                (_MASKS * around + _SCORE_MASKS * scores) / each,
                Direction.LOWERS,
                most=True,
            ),
            Neglected(
                "that the feed-forward block has a gate or another width than four times the"
                " model's",
                gate / each,
                Direction.RAISES,
            ),
        ),
        variant=Variant(
            KEPT,
            kept,
            usual=kept == "stored",
            beside=Variant(SPLIT, split, usual=split == "none"),
        ),
    )


_SCORES = "and of attention the scores of all pairs of tokens, each head's"
_AGAIN = "The scores of attention are computed again"
KEPT_OF_A_LAYER = (
    _kept(
        "layer_kept_whole", "none", "stored", ONE_GPU, ONE_GPU,
        f"Each input of a product, norm or mask is kept, {_SCORES}.", ".1, first formula",
    ),
    _kept(
        "layer_kept_under_tensor_parallelism", "tensor", "stored", ONE_GPU, tensor_parallel_gpus,
        f"The GPUs share what lies within the blocks, {_SCORES}; each holds the rest.",
        ".2.1, second formula",
    ),
    _kept(
        "layer_kept_under_sequence_parallelism", "sequence", "stored",
        tensor_parallel_gpus, tensor_parallel_gpus,
        f"The GPUs share all that is kept: around the blocks each has its tokens, {_SCORES}.",
        ".2.2, fourth formula",
    ),
    _kept(
        "layer_without_scores", "none", "selective", ONE_GPU, ONE_GPU,
        f"{_AGAIN}, and all else is kept.", ".1 and section 5, selective recomputation",
    ),
    _kept(
        "layer_without_scores_under_tensor_parallelism", "tensor", "selective",
        ONE_GPU, tensor_parallel_gpus,
        f"{_AGAIN}; the GPUs share what lies within the blocks.", ", table 2",
    ),
    _kept(
        "layer_without_scores_under_sequence_parallelism", "sequence", "selective",
        tensor_parallel_gpus, tensor_parallel_gpus,
        f"{_AGAIN}; the GPUs share all else.", ", table 2; korthikanti: section 5",
    ),
)  # fmt: skip
layer_input_kept = Relation(
    "layer_input_kept",
    Eq(layer_activation_memory, _tokens * d_model * layer_input_bytes_per_token / ONE_GPU),
    "Only what enters the layer is kept, by every GPU; all else is computed again.",
    source=f"{PAPER}, table 2, full recomputation",
    variant=Variant(KEPT, "checkpointed"),
)
layers_of_a_microbatch = Relation(
    "layers_of_a_microbatch",
    Eq(microbatch_activation_memory, n_layers * layer_activation_memory),
    "All layers keep their activations until the backward pass comes to them. With pipeline stages"
    " that take turns the first holds as much: fewer layers of more microbatches.",
    source=f"{PAPER}.2.3, on the first stage of a pipeline",
    holds="what embeddings and the output layer keep is small",
)
RELATIONS = (*KEPT_OF_A_LAYER, layer_input_kept, layers_of_a_microbatch)
CONSTRAINTS = ()
THEOREMS = ()
