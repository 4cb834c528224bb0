"""Number in a list: value and unit for JSON, text for a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """A number, its unit, and its text in a table."""

    value: float
    unit: str
    text: str
