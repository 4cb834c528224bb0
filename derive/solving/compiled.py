"""What has been worked out of a system so far, kept so that it is worked out once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from derive.program.nodes import Nodes

T = TypeVar("T")


class CompiledSystem:
    """The caches of one system, and the table of nodes that its expressions are lowered to."""

    def __init__(self) -> None:
        self.nodes = Nodes()
        self._kept: dict[Hashable, object] = {}

    def once(self, kind: str, key: Hashable, make: Callable[[], T]) -> T:
        """What is kept of this kind under a key; made the first time."""
        place = (kind, key)
        if place not in self._kept:
            self._kept[place] = make()
        return self._kept[place]  # type: ignore[return-value]
