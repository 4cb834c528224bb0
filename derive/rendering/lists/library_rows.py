"""Relations, variables, theorems, constraints, variants, sources and units as rows."""

from __future__ import annotations

from derive.library.catalogue.own_data import store
from derive.library.content import vocabulary
from derive.library.system import library_system, theorems
from derive.rendering.layouts.described_units import unit_meanings, unit_spellings
from derive.rendering.layouts.described_variants import choices_text, variant_choices
from derive.rendering.lists.data_table import Row
from derive.units.registry import resolve, zero_of
from derive.units.unit import base_unit


def relation_rows() -> list[Row]:
    """Every relation of every variant."""
    return [
        {"name": r.name, "equation": r.equation, "why": r.why, "source": r.source}
        for r in library_system().all_relations
    ]


def variable_rows() -> list[Row]:
    """Every variable of the library."""
    return [
        {
            "name": v.name,
            "symbol": v,
            "unit": v.unit.text,
            "meaning": v.meaning,
            "aliases": list(v.aliases),
        }
        for v in vocabulary()
    ]


def theorem_rows() -> list[Row]:
    """Every theorem of the library."""
    return [
        {
            "name": t.name,
            "equation": t.equation,
            "why": t.statement.why,
            "source": t.statement.source,
        }
        for t in theorems()
    ]


def constraint_rows() -> list[Row]:
    """Every constraint of the library."""
    return [
        {"name": c.name, "inequality": c.inequality, "why": c.why, "source": c.source}
        for c in library_system().all_constraints
    ]


def variant_rows() -> list[Row]:
    """The variants of relations."""
    return [
        {
            "group": r.variant.group,
            "choice": " or ".join(r.variant.choices),
            "usual": "usual" if r.variant.usual else "",
            "relation": r.name,
            "why": r.why,
        }
        for r in library_system().all_relations
        if r.variant is not None
    ]


def variant_group_rows() -> list[Row]:
    """The groups of variants, each with its choices."""
    return [{"group": group, "choices": choices_text(group)} for group in variant_choices()]


def source_rows() -> list[Row]:
    """The sources of values and relations."""
    return [
        {"name": s.id, "title": s.title, "date": s.date, "address": s.address}
        for s in store().sources().values()
    ]


def unit_rows() -> list[Row]:
    """Units with what they measure, their sizes and spellings, without prefixes."""
    return [_unit_row(name, words) for name, words in unit_spellings().items()]


def _unit_row(name: str, words: list[str]) -> Row:
    atom = resolve(f"delta_{name}" if zero_of(name) else name)
    size = f"{atom.factor:.6g} {base_unit(atom.dimension).text}" if atom is not None else ""
    return {
        "name": name,
        "size": size.removesuffix(" 1"),
        "spellings": [word for word in words if word != name],
        "meaning": unit_meanings().get(name, ""),
    }
