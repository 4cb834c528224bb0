"""Caches of a system: plans, blocks and expressions, each computed once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from derive.program.nodes import Nodes

T = TypeVar("T")


class CompiledSystem:
    """The caches of one system, and the table of nodes for its expressions."""

    def __init__(self) -> None:
        self.nodes = Nodes()
        self._kept: dict[Hashable, object] = {}

    def once(self, kind: str, key: Hashable, make: Callable[[], T]) -> T:
        """The cached object of this kind and key; made the first time."""
        place = (kind, key)
        if place not in self._kept:
            self._kept[place] = make()
        return self._kept[place]  # type: ignore[return-value]
