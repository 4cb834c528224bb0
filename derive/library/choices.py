"""Choices: the system of the variants that the givens of a question choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.arguments import mapping
from derive.errors import GivenError, UnknownName
from derive.library.catalogue.lookups import ENTRY_VALUES, lookups, variants_for
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
    """The variants that the givens choose. Raises GivenError for an option of the command line.

    >>> chosen_by_givens({"n_experts": "128", "top_k": "8", "active_params": "22e9 param"})
    {'weight read': 'experts_touched'}
    """
    given = mapping(given, "given", '{"gpus": "8 GPU"}')
    entries = dict.fromkeys(
        value.entry for value in given.values() if isinstance(value, Known) and value.entry
    )
    refuse_options(given)
    names = {_name(key) for key in given}
    chosen = {group: choice for group, choice, said in content().sayings if said(names)}
    for entry in entries:
        chosen |= variants_for(entry)
    return chosen


def refuse_options(given: Mapping[Any, Any]) -> None:
    """Raise GivenError for an option of the command line among the givens."""
    option = next((key for key in given if key in lookups() and not _name(key)), None)
    if option is not None:
        fix = f"Spread the entry into the givens: {{**{_call(option, given)}, ...}}."
        raise GivenError(option, "it is looked up in the catalogue, and is no variable", fix)


def _call(option: str, given: Mapping[Any, Any]) -> str:
    """The call from Python that looks up what an option names, with the others it goes with."""
    row = lookups()[option]
    head = lookups().get(row.needs, row)
    beside = [one for one in lookups().values() if one.needs == head.name and one.name in given]
    chosen = [f"{one.read or one.name}={given[one.name]!r}" for one in beside]
    words = ", ".join([repr(given.get(head.name, "ID")), *chosen]).replace("'", '"')
    if head.read == ENTRY_VALUES:
        return f'derive.entry_values("{head.kind}", {words})'
    name = head.read.rpartition(".")[2]
    return f"{f'derive.{name}' if head.name == head.kind else head.read}({words})"


def _name(key: Any) -> str:
    """The name of a given's variable; empty for what is refused when the givens are read."""
    try:
        return str(library_system().find(key).name)
    except (UnknownName, TypeError, AttributeError):
        return ""
