"""Sparse attention: a step reads part of the context only.

The lecture counts on the square root of the context. What has been built scans a small index of the
whole context and then reads a fixed number of tokens: linear plus constant, which saves a constant
factor and no more.
"""

import sympy

from derive.equations import Direction, Eq, Min, Neglected, Relation, Theorem
from derive.library.nomenclature.context import (
    attention_sparsity,
    index_bytes_per_element,
    index_bytes_per_token_layer,
    index_dim,
    index_keys_per_token,
    selected_context,
)
from derive.library.nomenclature.conversions import ONE_SEQUENCE, ONE_TOKEN
from derive.library.nomenclature.decode import (
    context_length,
    kv_bytes_per_token,
    kv_bytes_stored_per_token,
)
from derive.library.nomenclature.model import kv_bytes_per_token_layer, layers_per_cache, n_layers
from derive.library.relations.kv_cache import read_saving
from derive.library.relations.layouts import COMPRESSED, INDEXED, SQUARE_ROOT, under

square_root_read = Relation(
    "square_root_read",
    Eq(
        kv_bytes_per_token,
        n_layers
        * kv_bytes_per_token_layer
        * sympy.sqrt(context_length * ONE_TOKEN / ONE_SEQUENCE)
        / context_length,
    ),
    "Of the context, as many tokens are read as the square root of their number.",
    source="roofline-tour: line 139; transcript: sparse attention",
    holds="as a rule of thumb: it leaves out how the tokens worth reading are found",
    neglects=(
        Neglected(
            "scanning an index for the tokens to read",
            index_bytes_per_token_layer
            * sympy.sqrt(context_length * ONE_SEQUENCE / ONE_TOKEN)
            / kv_bytes_per_token_layer,
            Direction.RAISES,
        ),
    ),
)
index_cache = Relation(
    "index_cache",
    Eq(index_bytes_per_token_layer, index_keys_per_token * index_dim * index_bytes_per_element),
    "The index keeps one short key per token and layer.",
    source="dsa-kernel: axes, index_head_dim and head_dim_with_scale",
)
indexed_read = Relation(
    "indexed_read",
    Eq(
        kv_bytes_per_token,
        n_layers
        * (
            index_bytes_per_token_layer * context_length
            + kv_bytes_per_token_layer * Min(context_length, selected_context)
        )
        / context_length,
    ),
    "The index of the whole context is scanned, then the selected tokens are read; shared out over"
    " the context.",
    source="dsa-kernel: description and axes, topk",
)
indexed_stored = Relation(
    "indexed_stored",
    Eq(
        kv_bytes_stored_per_token,
        n_layers * (kv_bytes_per_token_layer / layers_per_cache + index_bytes_per_token_layer),
    ),
    "Any token may be selected later, so all are kept, and the index besides.",
    source="dsa-kernel: signature, k_index_cache_fp8",
)

square_root_saving = Theorem(
    "square_root_saving",
    Eq(attention_sparsity, sympy.sqrt(context_length * ONE_SEQUENCE / ONE_TOKEN)),
    "Reading the square root of the context saves a factor that grows without limit.",
    follows_from=(square_root_read, read_saving),
    source="roofline-tour: line 139; transcript: sparse attention",
)
index_saving = Theorem(
    "index_saving",
    Eq(
        attention_sparsity,
        1
        / (
            index_bytes_per_token_layer / kv_bytes_per_token_layer
            + Min(context_length, selected_context) / context_length
        ),
    ),
    "Scanning an index saves at most the bytes of a cached token over those of its index key, at"
    " any context.",
    follows_from=(indexed_read, read_saving),
    source=(
        "own-derivation: from indexed_read and read_saving; dsa-kernel: axes, topk and"
        " head_dim_with_scale"
    ),
)
RELATIONS = (
    *under(square_root_read, SQUARE_ROOT),
    *under(index_cache, INDEXED, COMPRESSED),
    *under(indexed_read, INDEXED),
    *under(indexed_stored, INDEXED),
)
CONSTRAINTS = ()
THEOREMS = (square_root_saving, index_saving)
