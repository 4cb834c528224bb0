"""KV layouts: how a model caches its context and how much of it a step reads. Exactly one is in
force.

heads        a key and a value per KV head, all of the context read: many heads, grouped or one
(MHA, GQA, MQA) latent       one latent vector per layer, all of the context read (MLA) windowed
KV heads; some layers reach only a window back hybrid       KV heads in some layers; the others keep
a state of fixed size (linear attention) sparse       KV heads; a stated share of the context is
read square_root  KV heads; the square root of the context is read indexed      a latent; an index
of the whole context is scanned, then a fixed number of tokens read

A relation that several layouts share is stated once and taken in `under` each of them.
"""

from __future__ import annotations

from derive.equations import Relation, Variant

GROUP = "KV layout"
HEADS, LATENT, WINDOWED, HYBRID, SPARSE, SQUARE_ROOT, INDEXED = (
    "heads",
    "latent",
    "windowed",
    "hybrid",
    "sparse",
    "square_root",
    "indexed",
)
WHOLE_CONTEXT = (HEADS, LATENT)
WITH_HEADS = (HEADS, WINDOWED, HYBRID, SPARSE, SQUARE_ROOT)
WITH_LATENT = (LATENT, INDEXED)
PROPORTIONAL = (
    HEADS,
    LATENT,
    HYBRID,
    SPARSE,
)  # bytes read grow in proportion to the context: one figure per token serves at any context


def under(relation: Relation, *layouts: str) -> tuple[Relation, ...]:
    """The relation as it stands in the system under any of these layouts."""
    return (relation.with_variant(Variant(GROUP, layouts, usual=layouts[0] == HEADS)),)
