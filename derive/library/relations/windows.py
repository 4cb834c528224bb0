"""Layers that do not reach the whole context: windows, and linear attention, whose state is a
subject of its own.

A layer with a window caches and reads no more than its window. So the bytes per context token fall
with the context: the figure is the one at the running context length, and a point on the context
axis sees its own.
"""

from derive.equations import Eq, Min, Relation
from derive.library.nomenclature.context import (
    attention_window,
    n_global_layers,
    n_linear_layers,
    n_window_layers,
    reach,
)
from derive.library.nomenclature.conversions import ONE_SEQUENCE, ONE_TOKEN
from derive.library.nomenclature.decode import (
    context_length,
    kv_bytes_per_token,
    kv_bytes_stored_per_token,
)
from derive.library.nomenclature.model import (
    kv_bytes_per_token_layer,
    layers_per_cache,
    n_layers,
)
from derive.library.relations.layouts import WINDOWED, WITH_STATE, under

WINDOW = (
    "a layer with a window keeps and reads just the window; attention in fixed chunks reads less,"
    " half a chunk on average"
)

windowed_layers = Relation(
    "windowed_layers",
    Eq(n_global_layers + n_window_layers, n_layers),
    "A layer reaches the whole context or a window of it.",
    source="cai_blog: hybrid attention horizons",
)
windowed_read = Relation(
    "windowed_read",
    Eq(
        kv_bytes_per_token,
        kv_bytes_per_token_layer
        * (
            n_global_layers * context_length
            + n_window_layers * Min(context_length, attention_window)
        )
        / context_length,
    ),
    "Global layers read the whole context, the others no more than their window; shared out over"
    " the context.",
    source="scaling-book-inference: section on tricks for generation, local attention layers",
    holds=WINDOW,
)
windowed_stored = Relation(
    "windowed_stored",
    Eq(
        kv_bytes_stored_per_token,
        kv_bytes_per_token_layer
        * (
            n_global_layers * context_length
            + n_window_layers * Min(context_length, attention_window)
        )
        / (layers_per_cache * context_length),
    ),
    "What no layer will read again is dropped; layers that share one cache store it once.",
    source="cai_blog: hybrid attention horizons and cross-layer KV-sharing",
    holds=WINDOW,
)
ITSELF = ONE_TOKEN / ONE_SEQUENCE
window_reach = Relation(
    "window_reach",
    Eq(
        reach,
        n_window_layers * (attention_window - ITSELF) + ITSELF,
    ),
    "A token sees its window, and each token in it has seen its own one layer below: every layer"
    " adds a window less the token itself.",
    source="own-derivation: windows of stacked layers, end to end",
    holds="no global layer lies between; how much of what is passed on survives is another matter",
)
hybrid_layers = Relation(
    "hybrid_layers",
    Eq(n_global_layers + n_linear_layers, n_layers),
    "A layer attends to the whole context or sums it up in a state.",
    source="mm01_readme: section 2, hybrid attention",
)
hybrid_read = Relation(
    "hybrid_read",
    Eq(kv_bytes_per_token, n_global_layers * kv_bytes_per_token_layer),
    "Only layers with full attention read the context; the state of the others does not grow.",
    source="mm01_readme: section 2, hybrid attention",
    holds="the state of the others is counted apart",
)
hybrid_stored = Relation(
    "hybrid_stored",
    Eq(kv_bytes_stored_per_token, n_global_layers * kv_bytes_per_token_layer / layers_per_cache),
    "Only layers with full attention keep keys and values.",
    source="mm01_readme: section 2, hybrid attention",
    holds=hybrid_read.holds,
)
RELATIONS = (
    *under(windowed_layers, WINDOWED), *under(windowed_read, WINDOWED),
    *under(windowed_stored, WINDOWED), window_reach, *under(hybrid_layers, *WITH_STATE),
    *under(hybrid_read, *WITH_STATE), *under(hybrid_stored, *WITH_STATE),
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = ()
