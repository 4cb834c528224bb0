"""Descriptions of units: what they measure, their size, and how they are written."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from derive.data_files import shipped
from derive.errors import TextError
from derive.library.content import vocabulary
from derive.rendering.layouts.described import Described, fact_rows, facts_table
from derive.units.dimension import Dimension
from derive.units.display import format_value
from derive.units.prefixes import taken_by
from derive.units.registry import definitions, resolve, unit_words, zero_of
from derive.units.text import parse_quantity, parse_unit
from derive.units.unit import Unit, base_unit

_SHOWN = 8


@lru_cache(maxsize=1)
def unit_meanings() -> Mapping[str, str]:
    """The meanings of the units of derive, by name."""
    table = tomllib.loads(shipped("quantities/unit_meanings.toml").read_text(encoding="utf-8"))
    return dict(table["meaning"])


def unit_spellings() -> dict[str, list[str]]:
    """The units in order with their spellings, scales with a zero of their own among them."""
    found: dict[str, list[str]] = {}
    for word in (*unit_words(), *definitions().zero):
        found.setdefault(_name_of(word), []).append(word)
    return dict(sorted(found.items(), key=lambda item: item[0].lower()))


def _name_of(word: str) -> str:
    """The name of the unit that a word is: degree_Celsius for degC."""
    scale = zero_of(word)
    if scale is not None:
        return scale[0].removeprefix("delta_")
    unit = resolve(word)
    return unit.name if unit is not None else word


def describe_unit(written: str) -> Described | None:
    """A unit of one word, a scale of temperature, a product of units such as TFLOP/s, or a quantity
    such as 400 Gbit/s; None for what is none of these.
    """
    if zero_of(written) is not None:
        return _described_scale(written)
    if written[:1].isdigit():
        return _described_quantity(written)
    if resolve(written) is None and not any(mark in written for mark in "/*·^"):
        return None
    try:
        unit = parse_unit(written)
    except TextError:
        return None
    return _described(written, unit.dimension, _unit_facts(written, unit))


def _described_quantity(written: str) -> Described | None:
    """A number with a unit, in base units and as answers print it; None where it has no unit."""
    try:
        quantity = parse_quantity(written)
    except TextError:
        return None
    if quantity.unit is None:
        return None
    dimension = quantity.unit.dimension
    base = base_unit(dimension)
    units = [v.unit for v in vocabulary() if dimension and v.unit.dimension == dimension]
    facts = {
        "is": format_value(quantity.value, units[0] if units else base),
        "in_base_units": f"{quantity.value:.12g} {base.text}".removesuffix(" 1"),
        "write": f"on the command line in quotes: -g 'NAME={written}'",
    }
    return _described(written, dimension, facts, "a quantity")


def _described(
    written: str, dimension: Dimension, facts: dict[str, Any], kind: str = "a unit"
) -> Described:
    """With the variables that are measured in it."""
    measured = [v.name for v in vocabulary() if dimension and v.unit.dimension == dimension]
    shown = ", ".join(measured[:_SHOWN])
    more = f" and {len(measured) - _SHOWN:,} more" if len(measured) > _SHOWN else ""
    told = {"name": written, "kind": kind.split()[1], **facts, "dimension": str(dimension)}
    rows = fact_rows({**told, "variables": f"{shown}{more}"})
    return Described(f"{written}, {kind}", (facts_table(rows),), {**told, "variables": measured})


def _described_scale(written: str) -> Described:
    """A scale that counts from a zero of its own."""
    difference, zero = zero_of(written) or ("", 0.0)
    unit = parse_unit(difference)
    name, base = difference.removeprefix("delta_"), base_unit(unit.dimension).text
    there = f"{parse_quantity(f'20 {written}').value:.6g} {base}"
    facts = {
        "unit": name,
        "meaning": unit_meanings().get(name, ""),
        "size": f"{unit.factor:.12g} {base}, counted from {zero:.12g} {base}",
        "write": f"20 {written} for a temperature, which is {there}; 20 delta_{written} for a"
        " difference",
        "spellings": [word for word in unit_spellings()[name] if word not in (name, written)],
    }
    return _described(written, unit.dimension, facts)


def _unit_facts(written: str, unit: Unit) -> dict[str, Any]:
    """A unit with a size alone."""
    alone = resolve(written)
    name = alone.name.removeprefix(alone.prefix) if alone is not None else ""
    prefix = alone.prefix if alone is not None else ""
    meaning = unit_meanings().get(name, "")
    return {
        "unit": f"{prefix}{name}" or written,
        "meaning": f"{meaning} ({prefix} is a prefix)" if prefix and meaning else meaning,
        "size": f"{unit.factor:.12g} {base_unit(unit.dimension).text}".removesuffix(" 1"),
        "write": f"5 {written}, on the command line in quotes: -g 'NAME=5 {written}'",
        "spellings": [
            word for word in unit_spellings().get(name, ()) if word not in (name, written)
        ],
        "prefixes": taken_by(name) if name and not prefix else [],
    }
