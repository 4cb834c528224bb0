"""The relations that catalogue entries choose: a model its KV layout, a price sheet its tariff."""

from __future__ import annotations

from derive.library.entries.kinds import MODEL, PRICE
from derive.library.entries.models import variant_of
from derive.library.entries.prices import tariff_variants


def variants_for(entry: str) -> dict[str, str]:
    """The choices of the entry a value names ("model deepseek_v3"); nothing for entries of other
    kinds.

    >>> variants_for("model llama31_70b"), variants_for("accelerator h100_sxm")
    ({'KV layout': 'heads'}, {})
    """
    kind, _, id = entry.partition(" ")
    if kind == PRICE:
        return tariff_variants(id)
    return variant_of(id) if kind == MODEL else {}
