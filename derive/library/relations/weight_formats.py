"""Formats of weights: what a scaled format takes per weight, and a checkpoint whose parts have
formats of their own.

A checkpoint in 4 bits rarely is so throughout: its experts are, and attention and vocabulary stay
in 16 bits. The bytes of a weight are then a mean, which all that reads or stores weights takes.
"""

from derive.equations import Direction, Eq, Neglected, Relation
from derive.library.nomenclature.batch import dense_params, routed_params
from derive.library.nomenclature.conversions import ONE_PARAM, bytes_per_param
from derive.library.nomenclature.formats import (
    attention_bytes_per_param,
    attention_bytes_ratio,
    common_bytes_per_param,
    common_bytes_ratio,
    dense_bytes_per_param,
    embedding_bytes_per_param,
    embedding_bytes_ratio,
    rest_bytes_per_param,
    routed_bytes_per_param,
    routed_bytes_ratio,
    weight_element_size,
    weight_group_size,
    weight_scale_size,
)
from derive.library.nomenclature.hardware import weight_bytes
from derive.library.nomenclature.model import d_model, n_layers
from derive.library.nomenclature.shape import (
    attention_params,
    common_feed_forward_params,
    embedding_params,
)
from derive.library.relations.split import BY_PART, ONE_FORMAT

quantised_weight = Relation(
    "quantised_weight",
    Eq(
        bytes_per_param,
        (weight_element_size + weight_scale_size / weight_group_size) / ONE_PARAM,
    ),
    "A scaled format keeps, beside its elements, one scale for every group of them.",
    source=(
        "mx_formats: standard format aliases, element bits, scale bits and block size;"
        " own-derivation: the bytes of an element, and its share of the scale of its group"
    ),
    holds="the groups are full",
    neglects=(
        Neglected(
            "a scale of each whole matrix",
            weight_scale_size / (weight_element_size * d_model),
            Direction.RAISES,
            most=True,
        ),
    ),
)
_EACH = "A part has the format of the rest, unless it has its own."
_DEFINITION = "own-derivation: definition of the ratio of the two formats"
routed_format = Relation(
    "routed_format",
    Eq(routed_bytes_per_param, routed_bytes_ratio * rest_bytes_per_param),
    _EACH,
    source=_DEFINITION,
)
common_format = Relation(
    "common_format",
    Eq(common_bytes_per_param, common_bytes_ratio * rest_bytes_per_param),
    _EACH,
    source=_DEFINITION,
)
attention_format = Relation(
    "attention_format",
    Eq(attention_bytes_per_param, attention_bytes_ratio * rest_bytes_per_param),
    _EACH,
    source=_DEFINITION,
)
embedding_format = Relation(
    "embedding_format",
    Eq(embedding_bytes_per_param, embedding_bytes_ratio * rest_bytes_per_param),
    _EACH,
    source=_DEFINITION,
)
weights_by_part = Relation(
    "weights_by_part",
    Eq(
        weight_bytes,
        routed_bytes_per_param * routed_params
        + common_bytes_per_param * common_feed_forward_params
        + attention_bytes_per_param * attention_params
        + embedding_bytes_per_param * embedding_params,
    ),
    "Routed experts, the other feed-forward blocks, attention and vocabulary are stored each in its"
    " own format.",
    source="own-derivation: from stored_weights, part by part",
    neglects=(
        Neglected(
            "norms and biases",
            2 * n_layers * d_model * ONE_PARAM * rest_bytes_per_param / weight_bytes,
            Direction.RAISES,
        ),
    ),
    variant=BY_PART,
)
dense_weights_by_part = Relation(
    "dense_weights_by_part",
    Eq(
        dense_bytes_per_param,
        (
            common_bytes_per_param * common_feed_forward_params
            + attention_bytes_per_param * attention_params
            + embedding_bytes_per_param * embedding_params
        )
        / dense_params,
    ),
    "What every token uses has a mean format.",
    source="own-derivation: from used_by_every_token, part by part",
    variant=BY_PART,
)
dense_weights_alike = Relation(
    "dense_weights_alike",
    Eq(dense_bytes_per_param, bytes_per_param),
    "One format serves all weights.",
    source="own-derivation: from stored_weights, one format for all",
    variant=ONE_FORMAT,
)
RELATIONS = (
    quantised_weight, routed_format, common_format, attention_format, embedding_format,
    weights_by_part, dense_weights_by_part, dense_weights_alike,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = ()
