"""KV cache from the architecture: bytes per context token, read and stored."""

from derive.equations import Eq, Relation, Theorem
from derive.library.nomenclature.context import attention_sparsity, kv_bytes_per_sequence
from derive.library.nomenclature.conversions import (
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
    n_kv_heads,
    n_layers,
    rope_dim,
)
from derive.library.relations.layouts import (
    HEADS,
    LATENT,
    SPARSE,
    SQUARE_ROOT,
    WHOLE_CONTEXT,
    WITH_HEADS,
    WITH_LATENT,
    under,
)

heads_cache = Relation(
    "heads_cache",
    Eq(kv_bytes_per_token_layer, vectors_per_token * n_kv_heads * d_head * bytes_per_element),
    "Each layer keeps one key and one value per KV head: many heads, few (grouped) or one.",
    source=(
        "roofline-tour: line 7, below the formula; scaling-book-inference: section on memory, size"
        " of the KV cache"
    ),
)
latent_cache = Relation(
    "latent_cache",
    Eq(
        kv_bytes_per_token_layer, latents_per_token * (kv_latent_dim + rope_dim) * bytes_per_element
    ),
    "Multi-head latent attention keeps one latent vector and one positional key per layer, whatever"
    " the heads.",
    source="deepseek-v3-config: kv_lora_rank and qk_rope_head_dim",
)
cache_read = Relation(
    "cache_read",
    Eq(kv_bytes_per_token, n_layers * kv_bytes_per_token_layer),
    "Every layer reads its keys and values anew, also when it shares their storage with its"
    " neighbours.",
    source="scaling-book-inference: section on tricks for generation, sharing KVs across layers",
    holds="every layer attends to the whole context",
)
cache_stored = Relation(
    "cache_stored",
    Eq(kv_bytes_stored_per_token, n_layers * kv_bytes_per_token_layer / layers_per_cache),
    "Layers that share one cache store it once.",
    source="roofline-tour: line 7, below the formula; cai_blog: cross-layer KV-sharing",
    holds="every layer attends to the whole context",
)
sequence_cache = Relation(
    "sequence_cache",
    Eq(kv_bytes_per_sequence, context_length * kv_bytes_stored_per_token),
    "A sequence keeps the cache of all its context.",
    source="roofline-tour: line 7, second term",
)
read_saving = Relation(
    "read_saving",
    Eq(attention_sparsity, n_layers * kv_bytes_per_token_layer / kv_bytes_per_token),
    "How many times less is read than if every layer read the whole context: the lecture's division"
    " by the sparsity.",
    source="roofline-tour: line 117; transcript: sparse attention",
)

sharing_shrinks_storage_only = Theorem(
    "sharing_shrinks_storage_only",
    Eq(kv_bytes_stored_per_token, kv_bytes_per_token / layers_per_cache),
    "Layers that share a cache divide what is stored; what is read stays.",
    follows_from=(cache_read, cache_stored),
    source="scaling-book-inference: section on tricks for generation, sharing KVs across layers",
    holds=cache_read.holds,
)
RELATIONS = (
    *under(heads_cache, *WITH_HEADS), *under(latent_cache, *WITH_LATENT),
    *under(cache_read, *WHOLE_CONTEXT), *under(cache_stored, HEADS, LATENT, SPARSE, SQUARE_ROOT),
    sequence_cache, read_saving,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (sharing_shrinks_storage_only,)
