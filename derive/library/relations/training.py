"""Training and inference compute: where the 6 and the 2 come from."""

from derive.equations import Direction, Eq, Neglected, Relation, Theorem
from derive.library.nomenclature.budget import (
    training_attended_share,
    training_context,
    training_hfu_with_attention,
    training_mfu_with_attention,
)
from derive.library.nomenclature.context import attention_over_weights
from derive.library.nomenclature.conversions import (
    attention_flops,
    backward_flops_per_param,
    flops_per_param,
    training_flops_per_param,
)
from derive.library.nomenclature.hardware import peak_flops
from derive.library.nomenclature.model import active_params, d_head, n_heads, n_layers
from derive.library.nomenclature.training import (
    inference_flops,
    inference_tokens,
    training_flops,
    training_gpus,
    training_mfu,
    training_time,
    training_tokens,
)
from derive.library.relations.roofline import not_multiplied
from derive.library.relations.training_memory import FULL

forward_and_backward = Relation(
    "forward_and_backward",
    Eq(training_flops_per_param, flops_per_param + backward_flops_per_param),
    "A training token goes forward once, with two operations, and backward once, for the weights"
    " and for the inputs, with four.",
    source="roofline-tour: line 74; hardware-economics: lines 129 to 131",
    variant=FULL,
)
six_n_d = Relation(
    "six_n_d",
    Eq(training_flops, training_flops_per_param * active_params * training_tokens),
    "Every training token touches every active parameter, forward and backward.",
    source="roofline-tour: line 74, first formula; hardware-economics: line 139",
    holds="attention's own arithmetic is small beside the weights'",
    neglects=(
        Neglected(
            "attention's own arithmetic",
            attention_flops
            * n_layers
            * n_heads
            * d_head
            * training_context
            * training_attended_share
            / (flops_per_param * active_params),
            Direction.RAISES,
            counted=(training_mfu_with_attention, training_hfu_with_attention),
        ),
        not_multiplied(active_params),
    ),
)
two_n_d = Relation(
    "two_n_d",
    Eq(inference_flops, flops_per_param * active_params * inference_tokens),
    "Inference goes forward only.",
    source="roofline-tour: line 74, third formula; hardware-economics: line 141",
    holds="attention's own arithmetic is small beside the weights'",
    neglects=(
        Neglected("attention's own arithmetic", attention_over_weights, Direction.RAISES),
        not_multiplied(active_params),
    ),
)
training_utilisation = Relation(
    "training_utilisation",
    Eq(training_mfu, training_flops / (training_gpus * peak_flops * training_time)),
    "Useful arithmetic of the run over what its GPUs could have done at peak.",
    source=(
        "scaling-book-applied-training: section on counting parameters and FLOPs, time at 40% MFU"
    ),
)
training_against_inference = Theorem(
    "training_against_inference",
    Eq(
        training_flops / inference_flops,
        (1 + backward_flops_per_param / flops_per_param) * training_tokens / inference_tokens,
    ),
    "Parameters cancel: training and inference compute compare as 6 to 2 times their tokens.",
    follows_from=(forward_and_backward, six_n_d, two_n_d),
    source="roofline-tour: lines 74 and 76",
)
_backward_twice = Relation(
    "backward_twice",
    Eq(backward_flops_per_param, 2 * flops_per_param),
    "Where a token goes forward through one product with a matrix of weights, it goes back through"
    " two of that size: one for the gradient of the inputs, one for that of the weights.",
    source="scaling-book-transformers: section on forward and reverse FLOPs",
)
six_operations = Theorem(
    "six_operations",
    Eq(training_flops, 3 * flops_per_param * active_params * training_tokens),
    "Training takes three times the arithmetic of a forward pass: with two operations for each"
    " parameter and token there, a multiply and an add, it is 6ND.",
    follows_from=(six_n_d, forward_and_backward, _backward_twice),
    source="roofline-tour: line 74, first formula",
    holds=six_n_d.holds,
)
RELATIONS = (forward_and_backward, six_n_d, two_n_d, training_utilisation)
CONSTRAINTS = ()
THEOREMS = (training_against_inference, six_operations)
