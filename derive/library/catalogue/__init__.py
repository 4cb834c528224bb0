"""The catalogue: accelerators, models, memory tiers and prices of `quantities/`, every value with
unit and source.
"""

from derive.library.catalogue.accelerators import accelerator
from derive.library.catalogue.choices import variants_for
from derive.library.catalogue.entry import Entry
from derive.library.catalogue.figure import Figure
from derive.library.catalogue.laws import scaling_law
from derive.library.catalogue.lookup import entries, entry, source
from derive.library.catalogue.models import cross_checks, model, variant_of
from derive.library.catalogue.own_data import add_data
from derive.library.catalogue.prices import price, price_step
from derive.library.catalogue.record import Record
from derive.library.catalogue.shelf import KINDS
from derive.library.catalogue.sources import Source
from derive.library.catalogue.tariffs import PriceRow, price_rows
from derive.library.catalogue.tiers import memory_tier

__all__ = [
    "KINDS", "Entry", "Figure", "PriceRow", "Record", "Source", "accelerator", "add_data",
    "cross_checks", "entries", "entry", "memory_tier", "model", "price", "price_rows", "price_step",
    "scaling_law", "source", "variant_of", "variants_for",
]  # fmt: skip
