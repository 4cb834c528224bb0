"""Files of the user's own units and entries."""

from __future__ import annotations

from derive.library.catalogue import add_data
from derive.units.registry import add_units


def load_user_files(data: tuple[str, ...], units: tuple[str, ...]) -> None:
    """Load the user's own units and entries, units first since entries use them."""
    for path in units:
        add_units(path)
    for path in data:
        add_data(path)
