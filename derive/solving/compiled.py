"""Caches of a system: plans, blocks and expressions, each computed once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar

from derive.program.nodes import Nodes

T = TypeVar("T")
_RECENT = 16  # results kept of each kind that depends on values


class CompiledSystem:
    """The caches of one system, and the table of nodes for its expressions; what does not depend on
    the system is shared with that of its `origin`, which has other relations or choices.
    """

    def __init__(self, origin: CompiledSystem | None = None) -> None:
        self.nodes = Nodes()
        self._shared: dict[Hashable, object] = {} if origin is None else origin._shared
        self._kept: dict[Hashable, object] = {}
        self._recent: dict[str, OrderedDict[Hashable, object]] = {}

    def once(self, kind: str, key: Hashable, make: Callable[[], T]) -> T:
        """The cached object of this kind and key; made the first time."""
        place = (kind, key)
        if place not in self._kept:
            self._kept[place] = make()
        return self._kept[place]  # type: ignore[return-value]

    def shared(self, key: Hashable, make: Callable[[], T]) -> T:
        """The object of this key, made the first time that it is asked for in any system alike."""
        if key not in self._shared:
            self._shared[key] = make()
        return self._shared[key]  # type: ignore[return-value]

    def recent(self, kind: str, key: Hashable, make: Callable[[], T], most: int = _RECENT) -> T:
        """The object of this kind and key if it is among so many last asked for; else made."""
        kept = self._recent.setdefault(kind, OrderedDict())
        if key not in kept:
            kept[key] = make()
        kept.move_to_end(key)
        if len(kept) > most:
            kept.popitem(last=False)
        return kept[key]  # type: ignore[return-value]
