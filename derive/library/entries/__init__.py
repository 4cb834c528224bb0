"""Catalogue entries as givens, a file a kind: accelerators, models, memory tiers, prices, laws."""

from derive.library.entries.accelerators import accelerator
from derive.library.entries.choices import variants_for
from derive.library.entries.models import cross_checks, model, variant_of
from derive.library.entries.prices import price, price_step
from derive.library.entries.scaling_laws import scaling_law
from derive.library.entries.tariffs import PriceRow, price_rows
from derive.library.entries.tiers import memory_tier

__all__ = [
    "PriceRow", "accelerator", "cross_checks", "memory_tier", "model", "price", "price_rows",
    "price_step", "scaling_law", "variant_of", "variants_for",
]  # fmt: skip
