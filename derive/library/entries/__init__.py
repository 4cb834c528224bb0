"""Catalogue entries as givens, a file a kind: accelerators, models, memory tiers, prices, laws."""

from derive.public_names import public_names

__all__, __getattr__ = public_names(__name__, __file__)
