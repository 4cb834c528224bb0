"""Solving a system of relations: plans, values, constraints, conflicts and missing variables."""
