"""Steps: whole numbers and signs of divisors by the value of a slot, and where they jump."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice, pairwise
from operator import sub

from derive.program.grid import LEAST, grid

BESIDE = 1e-12  # of a jump, the relative distance between the points on its sides
NEXT = 2.0**-52  # the relative distance of the next floats
_MOST = 32  # jumps between two points of the grid
_PROBES, _TO_AND_FRO = 16, 4.0  # parts between them, in which noise moves steps by more and back

Heights = tuple[float, ...] | None
_Place = tuple[float, Heights]


class Steps:
    """The roundings of a slot, and the signs of what is divided by, by its value."""

    def __init__(self, at: Callable[[float], Heights]) -> None:
        self.at = at
        self.jumps = cache(self._jumps)

    def __call__(self, x: float) -> Heights:
        """The steps at a value; None outside their domain."""
        return self.at(x)

    def jump_at(self, x: float) -> bool:
        """Whether steps jump next to a value, or on both sides of it at one place, which rounding
        alone parts; a value at a closed end lies in it.
        """
        if self.at(x * (1.0 - NEXT)) != self.at(x * (1.0 + NEXT)):
            return True
        return self.at(x) not in [self.at(x * (1.0 + side * BESIDE)) for side in (-4.0, 4.0)]

    def _jumps(self, low: float, high: float) -> tuple[float, ...]:
        """The points just before and after each jump between two values; none where there are many
        between two points of the grid.
        """
        places = [(x, self.at(x)) for x in grid(low, high)]
        pairs = (pair for pair in pairwise(places) if not self._is_noise(*pair))
        found = (tuple(islice(self._between(*pair), 2 * _MOST + 1)) for pair in pairs)
        return tuple(x for some in found if len(some) <= 2 * _MOST for x in some)

    def _between(self, one: _Place, other: _Place) -> Iterator[float]:
        parts = [(one, other)]
        while parts:
            one, other = parts.pop()
            (a, before), (b, after) = one, other
            if before == after or not 0.0 < _moves(before, after) <= _MOST:
                continue
            if b - a <= max(BESIDE * max(abs(a), abs(b)), LEAST):
                yield from (a, b)
            else:
                middle = 0.5 * (a + b)
                between = middle, self.at(middle)
                parts += [(between, other), (one, between)]

    def _is_noise(self, one: _Place, other: _Place) -> bool:
        """Whether steps between two points go to and fro, as the sign of rounding noise does."""
        (a, before), (b, after) = one, other
        least = _moves(before, after)
        if not 0.0 < least <= _MOST:
            return False
        inner = (self.at(a + k * (b - a) / _PROBES) for k in range(1, _PROBES))
        return _path((before, *inner, after)) > least + _TO_AND_FRO


def _moves(before: Heights, after: Heights) -> float:
    """The distance by which steps move between two points; zero beside one without values."""
    return sum(map(abs, map(sub, before, after))) if before and after else 0.0


def _path(heights: Sequence[Heights]) -> float:
    """The distance by which steps move in all."""
    return sum(_moves(*pair) for pair in pairwise(heights))
