"""Reduction of a set to a minimal one that still has a property."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

T = TypeVar("T")
_FEW = 4  # items that are tried one by one


def minimal(order: Sequence[T], has: Callable[[Collection[T]], bool]) -> frozenset[T]:
    """Items reduced to a minimal set: those not needed are left out in order.

    `has` tells whether some of the items have the property; all of them have it. A set that holds
    one with the property is taken to have it too, so that many items are left out at a time: by
    halves (QuickXplain, Junker 2004).
    """

    def needed(items: Sequence[T], others: tuple[T, ...], untried: bool = True) -> tuple[T, ...]:
        """Those of the items that are needed beside the others."""
        tried = untried and (len(items) == 1 or len(items) > _FEW)
        if not items or (tried and has(others)):
            return ()
        if len(items) == 1:
            return tuple(items)
        middle = len(items) // 2
        first = needed(items[:middle], (*others, *items[middle:]))
        untried = bool(first) or (untried and not tried)
        return *first, *needed(items[middle:], (*others, *first), untried)

    return frozenset(needed(order, ()))


def minimal_core(
    order: Sequence[T], core: Callable[[Collection[T]], Collection[T] | None]
) -> frozenset[T]:
    """Items reduced to a minimal set, left out one by one in order.

    `core` tells from which of some items the property follows, or None where it does not. Where few
    of many items are needed, or almost all, that takes fewer trials than halves.
    """
    kept, tried = list(order), 0
    while tried < len(kept):
        found = core([*kept[:tried], *kept[tried + 1 :]])
        if found is None:
            tried += 1
        else:
            kept = [item for item in kept if item in found]
    return frozenset(kept)
