"""Compressed caches: one entry, key and value in one, stands for several tokens.

Layers of compressed sparse attention have few tokens to an entry, scan an index of their entries
and read a fixed number of them. Layers of heavily compressed attention have so many tokens to an
entry that all entries are read.
"""

from derive.equations import AtMost, Constraint, Direction, Eq, Min, Neglected, Relation, Var
from derive.library.nomenclature.context import (
    attention_flops_per_token,
    attention_width,
    attention_window,
    csa_layers,
    csa_ratio,
    hca_layers,
    hca_ratio,
    index_bytes_per_token_layer,
    index_dim,
    kv_elements_per_token,
    kv_entry_dim,
    matmuls_of_attention,
    n_index_heads,
    selected_context,
)
from derive.library.nomenclature.conversions import (
    attention_flops,
    bytes_per_element,
    latents_per_token,
    vectors_per_token,
)
from derive.library.nomenclature.decode import (
    context_length,
    kv_bytes_per_token,
    kv_bytes_stored_per_token,
)
from derive.library.nomenclature.model import (
    d_head,
    kv_bytes_per_token_layer,
    kv_latent_dim,
    layers_per_cache,
    n_heads,
    n_kv_heads,
    n_layers,
    rope_dim,
)
from derive.library.relations.layouts import COMPRESSED, HEADS, LATENT, under, within

CARD = "ds4_card: section on the architecture, table of ratios by layer"
CSA_ENTRIES, HCA_ENTRIES = context_length / csa_ratio, context_length / hca_ratio
SELECTED = Min(CSA_ENTRIES, selected_context)


def _window(subject: Var) -> Neglected:
    """The last tokens, which every layer keeps and reads as they are."""
    size = n_layers * kv_bytes_per_token_layer * Min(context_length, attention_window)
    return Neglected(
        "the window of tokens that are not compressed yet",
        size / (context_length * subject),
        Direction.RAISES,
    )


one_entry = Relation(
    "one_entry",
    Eq(kv_bytes_per_token_layer, latents_per_token * kv_entry_dim * bytes_per_element),
    "Without compression each token would have an entry of its own in every layer.",
    source=CARD,
)
entries_of_a_token = Relation(
    "entries_of_a_token",
    Eq(
        kv_elements_per_token,
        latents_per_token * kv_entry_dim * (csa_layers / csa_ratio + hca_layers / hca_ratio),
    ),
    "A token has its share of one entry in each layer.",
    source=CARD,
)
elements_of_heads = Relation(
    "elements_of_heads",
    Eq(
        kv_elements_per_token, vectors_per_token * n_kv_heads * d_head * n_layers / layers_per_cache
    ),
    "Keys and values of all heads and layers, counted in elements, whatever their format.",
    source="own-derivation: from heads_cache and cache_stored, without the bytes of an element",
)
elements_of_a_latent = Relation(
    "elements_of_a_latent",
    Eq(
        kv_elements_per_token,
        latents_per_token * (kv_latent_dim + rope_dim) * n_layers / layers_per_cache,
    ),
    "The latents of all layers, counted in elements, whatever their format.",
    source="own-derivation: from latent_cache and cache_stored, without the bytes of an element",
)
compressed_stored = Relation(
    "compressed_stored",
    Eq(
        kv_bytes_stored_per_token,
        bytes_per_element * kv_elements_per_token
        + index_bytes_per_token_layer * csa_layers / csa_ratio,
    ),
    "Entries are kept, and for each entry that may be selected a key of the index.",
    source=CARD,
    neglects=(_window(kv_bytes_stored_per_token),),
)
compressed_read = Relation(
    "compressed_read",
    Eq(
        kv_bytes_per_token,
        (
            csa_layers
            * (index_bytes_per_token_layer * CSA_ENTRIES + kv_bytes_per_token_layer * SELECTED)
            + hca_layers * kv_bytes_per_token_layer * HCA_ENTRIES
        )
        / context_length,
    ),
    "The index is scanned and the selected entries are read; the other layers read all of theirs;"
    " shared out over the context.",
    source=CARD,
    neglects=(_window(kv_bytes_per_token),),
)
compressed_width = Relation(
    "compressed_width",
    Eq(attention_width, n_heads * kv_entry_dim),
    "Every query head multiplies with the whole entry twice: as a key and as a value.",
    source=CARD,
)
compressed_attention = Relation(
    "compressed_attention",
    Eq(
        attention_flops_per_token,
        attention_flops
        * (
            csa_layers
            * (
                n_index_heads * index_dim * CSA_ENTRIES / matmuls_of_attention
                + attention_width * SELECTED
            )
            + hca_layers * attention_width * HCA_ENTRIES
        ),
    ),
    "The index takes one product with the key of every entry; attention takes two with each entry"
    " that is read.",
    source=CARD,
    neglects=(
        Neglected(
            "the window of tokens that are not compressed yet",
            attention_flops
            * n_layers
            * attention_width
            * Min(context_length, attention_window)
            / attention_flops_per_token,
            Direction.RAISES,
        ),
    ),
)
compressed_layers_fit = Constraint(
    "compressed_layers_fit",
    AtMost(csa_layers + hca_layers, n_layers),
    "Layers that compress their cache are among the layers of the model.",
    source=CARD,
    variant=within(COMPRESSED),
)
RELATIONS = (
    *under(one_entry, COMPRESSED), *under(entries_of_a_token, COMPRESSED),
    *under(elements_of_heads, HEADS), *under(elements_of_a_latent, LATENT),
    *under(compressed_stored, COMPRESSED),
    *under(compressed_read, COMPRESSED), *under(compressed_width, COMPRESSED),
    *under(compressed_attention, COMPRESSED),
)  # fmt: skip
CONSTRAINTS = (compressed_layers_fit,)
THEOREMS = ()
