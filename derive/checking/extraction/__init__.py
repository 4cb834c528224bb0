"""Extraction of formulas from documents."""
