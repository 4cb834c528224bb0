"""A question as data: from a report, a claim or a case file to an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from derive.errors import DataError
from derive.library.api import library_system, solve
from derive.library.entries import accelerator, memory_tier, model, price, price_step, scaling_law
from derive.results.answer import Answer
from derive.solving.givens import read_value

KEYS = {
    "target", "given", "accelerator", "precision", "compute_precision", "kv_precision", "sparse",
    "rental", "model", "tier", "scaling_law", "price", "price_tier", "cache_ttl", "cliff",
    "variants", "like", "title",
}  # fmt: skip


def known_from(entry: Mapping[str, Any]) -> dict[Any, Any]:
    """The givens of a question, with its catalogue entries spread into them."""
    known: dict[Any, Any] = {}
    if "accelerator" in entry:
        options = {
            key: entry[key]
            for key in ("compute_precision", "kv_precision", "sparse", "rental")
            if key in entry
        }
        known.update(accelerator(entry["accelerator"], entry.get("precision"), **options))
    if "model" in entry:
        known.update(model(entry["model"]))
    if "tier" in entry:
        known.update(memory_tier(entry["tier"]))
    if "scaling_law" in entry:
        known.update(scaling_law(entry["scaling_law"]))
    if "price" in entry:
        known.update(
            price(entry["price"], entry.get("price_tier"), cache_ttl=entry.get("cache_ttl"))
        )
    if "cliff" in entry:
        known.update(price_step(entry["cliff"]))
    known.update(
        {name: stated_value(name, value) for name, value in entry.get("given", {}).items()}
    )
    return known


def stated_value(name: str, value: Any) -> Any:
    """A given value; a table { value, source, note } says where it comes from."""
    if not isinstance(value, Mapping):
        return value
    known = read_value(library_system().find(name), value.get("value", ""))
    return replace(known, source=value.get("source", ""), note=value.get("note", ""))


def ask(file: str, name: str, entry: Mapping[str, Any]) -> Answer:
    """Ask one question. Raises DataError for a key that is none, and what `solve` raises."""
    strange = sorted(set(entry) - KEYS)
    if strange:
        raise DataError(
            file,
            f"question.{name}.{strange[0]}",
            "is no key of a question",
            f"There are: {', '.join(sorted(KEYS))}.",
        )
    if "target" not in entry:
        raise DataError(
            file, f"question.{name}", "has no target", 'Write target = "kv_bytes_per_token".'
        )
    return solve(entry["target"], known_from(entry), variants=entry.get("variants"))
