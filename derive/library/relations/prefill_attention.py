"""The arithmetic of attention in prefill: each token of a prompt meets those before it, in a pass
that may continue a prefix.

Half of all pairs are masked, so that a prompt of its own meets half its length on average and a
prefix whole. A latent cache is brought up to the keys and values of the heads first, which are
narrower than the latent; or it is multiplied with as it is, as in decode.
"""

from typing import Any

import sympy

from derive.equations import Direction, Eq, Neglected, Relation, Theorem, Variant
from derive.library.nomenclature.context import (
    attention_sparsity,
    attention_window,
    index_dim,
    matmuls_of_attention,
    n_global_layers,
    n_index_heads,
    n_window_layers,
    selected_context,
)
from derive.library.nomenclature.conversions import ONE_SEQUENCE, ONE_TOKEN, attention_flops
from derive.library.nomenclature.model import d_head, kv_latent_dim, n_heads, n_layers, rope_dim
from derive.library.nomenclature.prefill import (
    attention_block,
    cached_prompt_share,
    full_prompt_length,
    latent_prefill_width,
    pairs_in_reach,
    prefill_attention_flops,
    prefill_attention_share,
    prefill_attention_width,
    prefill_batch,
    prefill_flops,
    prefix_length,
    prompt_length,
)
from derive.library.nomenclature.shape import qk_nope_head_dim, v_head_dim
from derive.library.relations.layouts import (
    HYBRID,
    INDEXED,
    SPARSE,
    SQUARE_ROOT,
    WHOLE_CONTEXT,
    WINDOWED,
    WITH_HEADS,
    WITH_LATENT,
    under,
)

LATENT_PREFILL = "latent prefill"

# --- how wide ---
heads_prefill_width = Relation(
    "heads_prefill_width",
    Eq(prefill_attention_width, n_heads * d_head),
    "Every query head multiplies with a key and with a value.",
    source="scaling-book-transformers: section on attention, dot-product attention",
)
width_of_latents = Relation(
    "width_of_latents",
    Eq(prefill_attention_width, latent_prefill_width),
    "A latent has a way of its own to be multiplied with in prefill.",
    source="deepseek-v3-config: n_heads, kv_lora_rank and the head dimensions",
)
naive_width = Relation(
    "naive_width",
    Eq(latent_prefill_width, n_heads * (qk_nope_head_dim + rope_dim + v_head_dim) / 2),
    "Brought up to the heads, a key is multiplied with over its part without position and its"
    " positional part, a value over its own width.",
    source="deepseek-v3-config: n_heads and the head dimensions",
    variant=Variant(LATENT_PREFILL, "naive", usual=True),
)
absorbed_width = Relation(
    "absorbed_width",
    Eq(latent_prefill_width, n_heads * (kv_latent_dim + rope_dim / 2)),
    "With the up-projections absorbed into the queries, every head multiplies with the latent twice"
    " and with the positional key once, as in decode.",
    source="deepseek-v3-config: n_heads, kv_lora_rank and qk_rope_head_dim",
    variant=Variant(LATENT_PREFILL, "absorbed"),
)

# --- how many pairs ---
_PAIRS = prompt_length * (prefix_length + prompt_length / 2)
_END = prefix_length + prompt_length


def _within(reach: Any) -> Any:
    """Pairs of a prompt's tokens with the tokens before them that lie within a reach."""
    return sympy.Piecewise(
        (_PAIRS, sympy.Le(_END, reach, evaluate=False)),
        (prompt_length * reach, sympy.Ge(prefix_length, reach, evaluate=False)),
        (_PAIRS - (_END - reach) ** 2 / 2, True),
        evaluate=False,
    )


masked_blocks = Neglected(
    "the masked half of the blocks on the diagonal",
    attention_block / (2 * prefix_length + prompt_length),
    Direction.RAISES,
)
prefill_attention = Relation(
    "prefill_attention",
    Eq(
        prefill_attention_flops,
        attention_flops * n_layers * prefill_attention_width * prefill_batch * _PAIRS,
    ),
    "A token of the prompt is multiplied with the prefix and, on average, with half of the prompt,"
    " in every layer.",
    source=(
        "own-derivation: from full_attention, summed over the tokens of the prompt;"
        " scaling-book-transformers: section on the fractional cost of attention"
    ),
    neglects=(masked_blocks,),
)
pairs_in_window = Relation(
    "pairs_in_window",
    Eq(pairs_in_reach, _within(attention_window)),
    "A token meets those before it until they fill the window, and then as many as the window"
    " holds.",
    source="own-derivation: from windowed_attention, summed over the tokens of the prompt",
)
pairs_selected = Relation(
    "pairs_selected",
    Eq(pairs_in_reach, _within(selected_context)),
    "A token meets those before it until they are more than the index selects.",
    source="own-derivation: from indexed_attention, summed over the tokens of the prompt",
)
windowed_prefill_attention = Relation(
    "windowed_prefill_attention",
    Eq(
        prefill_attention_flops,
        attention_flops
        * prefill_attention_width
        * prefill_batch
        * (n_global_layers * _PAIRS + n_window_layers * pairs_in_reach),
    ),
    "In a layer with a window a token is multiplied with no more than its window.",
    source="own-derivation: from windowed_attention, summed over the tokens of the prompt",
    neglects=(masked_blocks,),
)
hybrid_prefill_attention = Relation(
    "hybrid_prefill_attention",
    Eq(
        prefill_attention_flops,
        attention_flops * n_global_layers * prefill_attention_width * prefill_batch * _PAIRS,
    ),
    "Only layers with full attention multiply with the tokens before; the others update a state of"
    " fixed size.",
    source="own-derivation: from hybrid_attention, summed over the tokens of the prompt",
    holds="the prompt is long beside the width of the heads",
    neglects=(masked_blocks,),
)
sparse_prefill_attention = Relation(
    "sparse_prefill_attention",
    Eq(
        prefill_attention_flops,
        attention_flops
        * n_layers
        * prefill_attention_width
        * prefill_batch
        * _PAIRS
        / attention_sparsity,
    ),
    "What is not read is not multiplied with.",
    source="own-derivation: from sparse_attention, summed over the tokens of the prompt",
    neglects=(masked_blocks,),
)
square_root_prefill_attention = Relation(
    "square_root_prefill_attention",
    Eq(
        prefill_attention_flops,
        attention_flops
        * n_layers
        * prefill_attention_width
        * prefill_batch
        * sympy.Rational(2, 3)
        * (_END * sympy.sqrt(_END) - prefix_length * sympy.sqrt(prefix_length))
        * sympy.sqrt(ONE_TOKEN / ONE_SEQUENCE),
    ),
    "A token is multiplied with the square root of the tokens before it.",
    source="own-derivation: from square_root_attention, summed over the tokens of the prompt",
    neglects=(masked_blocks,),
)
indexed_prefill_attention = Relation(
    "indexed_prefill_attention",
    Eq(
        prefill_attention_flops,
        attention_flops
        * n_layers
        * prefill_batch
        * (
            n_index_heads * index_dim / matmuls_of_attention * _PAIRS
            + prefill_attention_width * pairs_in_reach
        ),
    ),
    "The index takes one product with the key of every token before; attention takes two with the"
    " selected ones.",
    source="own-derivation: from indexed_attention, summed over the tokens of the prompt",
    neglects=(masked_blocks,),
)

# --- what a cache holds of the prompt ---
cached_part = Relation(
    "cached_part",
    Eq(prefix_length, cached_prompt_share * full_prompt_length),
    "What a cache holds of a prompt is its beginning, and is a prefix to the pass.",
    source="own-derivation: definition of the share that is read from the cache",
)
computed_part = Relation(
    "computed_part",
    Eq((1 - cached_prompt_share) * full_prompt_length, prompt_length),
    "The pass computes what the cache does not hold.",
    source="own-derivation: from cached_part, the rest of the prompt",
)

a_hit_saves_attention_with_its_square = Theorem(
    "a_hit_saves_attention_with_its_square",
    Eq(
        prefill_attention_flops,
        attention_flops
        * n_layers
        * prefill_attention_width
        * prefill_batch
        * (1 - cached_prompt_share**2)
        * full_prompt_length**2
        / 2,
    ),
    "A share of the prompt that is cached saves its square of the attention: what is left comes"
    " last, where contexts are longest.",
    follows_from=(prefill_attention, cached_part, computed_part),
    source="own-derivation: from prefill_attention, cached_part and computed_part",
    holds="every layer attends to the whole context",
)
attention_in_prefill = Relation(
    "attention_in_prefill",
    Eq(
        prefill_attention_share,
        prefill_attention_flops / (prefill_flops + prefill_attention_flops),
    ),
    "A pass over the prompts multiplies with the weights and within attention.",
    source=(
        "own-derivation: from prefill_products and prefill_attention; scaling-book-transformers:"
        " section on the fractional cost of attention"
    ),
)
RELATIONS = (
    attention_in_prefill, *under(heads_prefill_width, *WITH_HEADS),
    *under(width_of_latents, *WITH_LATENT), naive_width, absorbed_width,
    *under(prefill_attention, *WHOLE_CONTEXT),
    *under(pairs_in_window, WINDOWED), *under(pairs_selected, INDEXED),
    *under(windowed_prefill_attention, WINDOWED), *under(hybrid_prefill_attention, HYBRID),
    *under(sparse_prefill_attention, SPARSE), *under(square_root_prefill_attention, SQUARE_ROOT),
    *under(indexed_prefill_attention, INDEXED), cached_part, computed_part,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (a_hit_saves_attention_with_its_square,)
