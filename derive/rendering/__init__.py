"""Rendering of expressions, documents and results."""
