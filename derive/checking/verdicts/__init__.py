"""Verdicts on equations, and their messages."""
