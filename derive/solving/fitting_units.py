"""Units that would fit where a stated one does not: its other case, divisors more or fewer."""

from __future__ import annotations

import re
from typing import Any

from derive.equations.var import Var
from derive.units.dimension import BASE_UNITS, Dimension, format_powers
from derive.units.registry import resolve
from derive.units.text import is_unit, parse_unit


def other_case(var: Var, unit: str) -> tuple[str, str] | None:
    """The meaning of a letter of a unit, and the unit with its other case, if that fits: MB/S has
    siemens, MB/s is a bandwidth.
    """
    for letter in re.finditer(r"(?<![^\W\d_])[A-Za-z](?![^\W\d_])", unit):
        swapped = f"{unit[: letter.start()]}{letter[0].swapcase()}{unit[letter.end() :]}"
        meant = resolve(letter[0])
        if meant and is_unit(swapped) and parse_unit(swapped).dimension == var.unit.dimension:
            return f"{letter[0]} is {meant.name}", swapped
    return None


def _named(dimension: Dimension) -> list[tuple[str, Any]]:
    ordered = sorted(dimension.exponents, key=lambda pair: pair[0] != "time")
    return [(BASE_UNITS.get(name, name), power) for name, power in ordered]


def _divisors(var: Var, missing: Dimension) -> list[str]:
    """The divisors of the variable's own unit as written (Mtoken, not token), if they supply the
    missing dimension.
    """
    written = var.unit.text.split("/")[1:]
    if any("(" in piece for piece in written):
        return []
    sizes = {piece: parse_unit(piece).dimension for piece in written}
    pieces = [
        piece
        for piece, size in sizes.items()
        if set(size.exponents) <= {(name, -power) for name, power in missing.exponents}
    ]
    product = missing
    for piece in pieces:
        product = product * sizes[piece]
    return pieces if not product.exponents else []


def missing_divisors(var: Var, found: Dimension) -> list[str]:
    """Divisors that a stated unit lacks to fit a variable; none where these do not do."""
    missing = var.unit.dimension / found
    if not missing.exponents or any(power > 0 for _, power in missing.exponents):
        return []
    powers = [format_powers([(name, -power)]) for name, power in _named(missing)]
    return _divisors(var, missing) or powers


def without_divisors(var: Var, unit: str, found: Dimension) -> str:
    """The stated unit without the divisors that a variable does not have; empty where that does
    not do.
    """
    for name, _ in _named(var.unit.dimension / found):
        unit = unit.replace(f"/{name}", "", 1)
    fits = is_unit(unit) and parse_unit(unit).dimension == var.unit.dimension
    return unit if fits and unit else ""
