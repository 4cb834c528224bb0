"""Structural analysis: which variables a set of relations determines."""
