"""Symbolic algebra: one block of relations solved for one variable, verified line by line."""
