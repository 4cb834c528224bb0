"""Tokens of an equation: figures, units, names, and options for reading them."""
