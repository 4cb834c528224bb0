"""Uncertainty: the spread of an answer from givens that are ranges or distributions."""
