"""Expressions and quantities in each notation."""
