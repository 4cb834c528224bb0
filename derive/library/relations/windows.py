"""Layers that do not reach the whole context: windows, and linear attention.

A layer with a window caches and reads no more than its window. So the bytes per context token fall
with the context: the figure is the one at the running context length, and a point on the context
axis sees its own.
"""

from derive.equations import Direction, Eq, Min, Neglected, Relation
from derive.library.nomenclature.context import (
    attention_window,
    n_global_layers,
    n_linear_layers,
    n_window_layers,
)
from derive.library.nomenclature.conversions import ONE_SEQUENCE, bytes_per_element
from derive.library.nomenclature.decode import (
    context_length,
    kv_bytes_per_token,
    kv_bytes_stored_per_token,
)
from derive.library.nomenclature.model import (
    d_head,
    kv_bytes_per_token_layer,
    layers_per_cache,
    n_heads,
    n_layers,
)
from derive.library.relations.layouts import HYBRID, WINDOWED, under

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
linear_state = Neglected(
    "reading the state of the linear layers",
    n_linear_layers
    * n_heads
    * d_head**2
    * bytes_per_element
    / (ONE_SEQUENCE * context_length * n_global_layers * kv_bytes_per_token_layer),
    Direction.RAISES,
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
    holds="the context is long beside the width of the heads",
    neglects=(linear_state,),
)
hybrid_stored = Relation(
    "hybrid_stored",
    Eq(kv_bytes_stored_per_token, n_global_layers * kv_bytes_per_token_layer / layers_per_cache),
    "Only layers with full attention keep keys and values.",
    source="mm01_readme: section 2, hybrid attention",
    holds=hybrid_read.holds,
    neglects=(linear_state,),
)
RELATIONS = (
    *under(windowed_layers, WINDOWED), *under(windowed_read, WINDOWED),
    *under(windowed_stored, WINDOWED), *under(hybrid_layers, HYBRID), *under(hybrid_read, HYBRID),
    *under(hybrid_stored, HYBRID),
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = ()
