"""Choices: the system of the variants that the givens of a question choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.arguments import mapping
from derive.errors import UnknownName
from derive.library.catalogue.lookups import variants_for
from derive.library.content import content
from derive.library.system import library_system
from derive.results.known import Known
from derive.system import System


def system_for(
    given: Mapping[Any, Any] | None, variants: Mapping[str, str] | None = None
) -> System:
    """The library under the variants that the givens choose: the catalogue entries among them, and
    stated values that mean one; `variants` beats them.
    """
    wanted = mapping(variants or {}, "variants", '{"step time": "none"}')
    return library_system().with_variants({**chosen_by_givens(given or {}), **wanted})


def chosen_by_givens(given: Mapping[Any, Any]) -> dict[str, str]:
    """The variants that the givens choose.

    >>> chosen_by_givens({"n_experts": "128", "top_k": "8", "active_params": "22e9 param"})
    {'weight read': 'experts_touched'}
    """
    given = mapping(given, "given", '{"gpus": "8 GPU"}')
    entries = dict.fromkeys(
        value.entry for value in given.values() if isinstance(value, Known) and value.entry
    )
    names = {_name(key) for key in given}
    chosen = {group: choice for group, choice, said in content().sayings if said(names)}
    for entry in entries:
        chosen |= variants_for(entry)
    return chosen


def _name(key: Any) -> str:
    """The name of a given's variable; empty for what is refused when the givens are read."""
    try:
        return str(library_system().find(key).name)
    except (UnknownName, TypeError, AttributeError):
        return ""
