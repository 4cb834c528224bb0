"""Figures of reports, each number computed by the engine."""
