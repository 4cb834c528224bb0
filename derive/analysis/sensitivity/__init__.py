"""Sensitivity: elasticities of an answer, and distances to its regime and constraint boundaries."""
