"""Provenance of intervals: the variables behind an end or a contradiction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from derive.program.contraction import Contraction, SlotEquation


def slots_behind(
    found: Contraction,
    slots: Iterable[int],
    equations: Iterable[int],
    equation: Callable[[int], SlotEquation | None],
    members: Callable[[int], Iterable[int]],
) -> frozenset[int]:
    """Some slots, those of some equations, and all behind them, as far as the last changes of all
    ends tell: an equation that set one, and each that narrowed an expression which they share.
    """
    waiting, seen, taken = [*slots], set[int](), set[int]()

    def take(number: int) -> None:
        for source in _sources(found, number, equation):
            if source not in taken:
                taken.add(source)
                waiting.extend(members(source))

    for number in equations:
        take(number)
    while waiting:
        slot = waiting.pop()
        if slot not in seen:
            seen.add(slot)
            for end in ("low", "high"):
                if (slot, end) in found.set_by:
                    take(found.set_by[slot, end])
    return frozenset(seen)


def _sources(
    found: Contraction, number: int, equation: Callable[[int], SlotEquation | None]
) -> Iterator[int]:
    """An equation, and those that narrowed the expressions which it shares with them."""
    seen, waiting = {number}, [number]
    while waiting:
        number = waiting.pop()
        yield number
        made = equation(number)
        for node in () if made is None else made.inner:
            other = found.narrowed_by.get(node, number)
            if other not in seen:
                seen.add(other)
                waiting.append(other)
