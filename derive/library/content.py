"""The content of the library: the modules that state variables, relations, entries and options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class Content:
    """Modules of content, each imported when it is first needed.

    `nomenclature` is a package whose `vocabulary` every variable is declared in; `relations` a
    package whose SUBJECTS are its files in order, each with RELATIONS, CONSTRAINTS and THEOREMS;
    `kinds` has the KINDS of catalogue entries by name, `options` the LOOKUPS of the catalogue by
    name.
    """

    nomenclature: str
    relations: str
    kinds: str
    options: str

    @property
    def vocabulary(self) -> Any:
        """The vocabulary of all variables."""
        return import_module(self.nomenclature).vocabulary

    @property
    def subjects(self) -> tuple[str, ...]:
        """The names of the relation files, in order."""
        names: tuple[str, ...] = import_module(self.relations).SUBJECTS
        return names

    @property
    def entry_kinds(self) -> Mapping[str, Any]:
        """The kinds of catalogue entries by name."""
        kinds: Mapping[str, Any] = import_module(self.kinds).KINDS
        return kinds

    @property
    def lookups(self) -> Mapping[str, Any]:
        """The options that take values from the catalogue, by name."""
        rows: Mapping[str, Any] = import_module(self.options).LOOKUPS
        return rows

    def subject(self, name: str) -> ModuleType:
        """The relation file of that name."""
        return import_module(f"{self.relations}.{name}")


_registered: list[Content] = []


def register(content: Content) -> None:
    """Fill the library with this content."""
    _registered[:] = [content]


def content() -> Content:
    """The registered content."""
    return _registered[0]
