"""KV cache from the architecture: bytes per context token, read and stored."""

from derive.equations import Eq, Relation, Variant
from derive.library.nomenclature.conversions import bytes_per_element, latents_per_token, vectors_per_token
from derive.library.nomenclature.decode import kv_bytes_per_token, kv_bytes_stored_per_token
from derive.library.nomenclature.model import d_head, kv_bytes_per_token_layer, kv_latent_dim, layers_per_cache, n_kv_heads, n_layers, rope_dim

heads_cache = Relation(
    "heads_cache",
    Eq(kv_bytes_per_token_layer, vectors_per_token * n_kv_heads * d_head * bytes_per_element),
    "Each layer keeps one key and one value per KV head: many heads, few (grouped) or one.",
    source="roofline-tour",
    variant=Variant("KV layout", "heads", usual=True),
)
latent_cache = Relation(
    "latent_cache",
    Eq(kv_bytes_per_token_layer, latents_per_token * (kv_latent_dim + rope_dim) * bytes_per_element),
    "Multi-head latent attention keeps one latent vector and one positional key per layer, whatever the heads.",
    source="deepseek-v3-config",
    variant=Variant("KV layout", "latent"),
)
cache_read = Relation(
    "cache_read",
    Eq(kv_bytes_per_token, n_layers * kv_bytes_per_token_layer),
    "Every layer reads its keys and values anew, also when it shares their storage with its neighbours.",
    source="scaling-book",
    holds="every layer attends to the whole context",
)
cache_stored = Relation(
    "cache_stored",
    Eq(kv_bytes_stored_per_token, n_layers * kv_bytes_per_token_layer / layers_per_cache),
    "Layers that share one cache store it once.",
    source="roofline-tour",
    holds="every layer attends to the whole context",
)
RELATIONS = (heads_cache, latent_cache, cache_read, cache_stored)
CONSTRAINTS = ()
THEOREMS = ()
