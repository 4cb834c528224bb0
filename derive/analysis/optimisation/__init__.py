"""Optimisation: the least or largest value of an objective over free variables."""
