"""A number of a list: its value and unit for JSON, its text for a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """A number with its unit, and how a table shows it."""

    value: float
    unit: str
    text: str
