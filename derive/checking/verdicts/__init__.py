"""Findings: what is judged of an equation, in words."""
