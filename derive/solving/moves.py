"""Moves of an answer: how half or twice a stated value changes it, the others being the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from derive.equations.neglected import Direction
from derive.program.tolerances import CLOSE
from derive.results.bottleneck import Improvement
from derive.results.known import Known, Origin
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query
from derive.solving.response import Response

MOST_IMPROVEMENTS, _MOST_SEARCHES = 3, 5
_HALF, _TWICE = 0.5, 2.0
_NEAR = (0.999, 1.001)  # factors that stand for the least change

Alike = tuple[float, float, tuple[Known, ...]]  # factor, effect, known values


@dataclass(frozen=True)
class Moves:
    """The moves of the target at a candidate solution; `better` is the way it should go."""

    query: Query
    candidate: CandidateSolution
    better: Direction | None

    @cached_property
    def response(self) -> Response:
        """The response of the target."""
        return Response(self.query, self.candidate)

    @cached_property
    def stated(self) -> tuple[Known, ...]:
        """The given, then the looked-up values behind the target, each in nomenclature order."""
        knowns = [self.query.in_force[var] for var in self.query.target_support]
        stated = [known for known in knowns if known.stated and known.value > 0.0]
        return tuple(sorted(stated, key=lambda known: known.origin != Origin.GIVEN))

    @property
    def improvements(self) -> tuple[Improvement, ...]:
        """The largest changes for the better; values of the same effect together."""
        if self.better not in (Direction.RAISES, Direction.LOWERS):
            return ()
        found = [item for item in self._tried if self._gain(item[1]) > CLOSE]
        found.sort(key=lambda item: (-float(f"{abs(item[1]):.6e}"), item[0], item[2][0].var.rank))
        return tuple(
            Improvement(knowns, factor, effect)
            for factor, effect, knowns in found[:MOST_IMPROVEMENTS]
        )

    def idle(self, known: Known) -> bool:
        """Whether a little more and a little less of a value leave the target as it is."""
        factors = _NEAR if self._quick else _NEAR[:1]
        return all(abs(self._effect(known, factor)) <= CLOSE for factor in factors)

    def _gain(self, effect: float) -> float:
        return effect if self.better is Direction.RAISES else -effect

    @property
    def _quick(self) -> bool:
        """Whether an effect is computed without a search for all solutions."""
        return self.query.target in self.response.defining or self.response.solvable

    @property
    def _tried(self) -> list[Alike]:
        """The changes with their effects, values of the same together."""
        found: dict[tuple[float, str], Alike] = {}
        for factor, effect, knowns in self._each() if self._quick else self._steepest():
            key = factor, f"{effect:.6e}"
            _, first, others = found.get(key, (factor, effect, ()))
            found[key] = factor, first, (*others, *knowns)
        return list(found.values())

    def _each(self) -> Iterator[Alike]:
        """Every value with the better of its changes."""
        for known in self.stated:
            each = [(factor, self._effect(known, factor)) for factor in _factors(known)]
            if each:
                yield (*max(each, key=lambda pair: self._gain(pair[1])), (known,))

    def _steepest(self) -> Iterator[Alike]:
        """The values of the largest slopes, where each takes a search. Those of one slope stand as
        one product, so that one of them is tried for all.
        """
        for factor, knowns in self._by_slope()[:_MOST_SEARCHES]:
            yield factor, self._effect(knowns[0], factor), knowns

    def _by_slope(self) -> list[tuple[float, tuple[Known, ...]]]:
        """Values of one slope together with the factor for the better, the steepest first."""
        found: dict[tuple[float, float], list[Known]] = {}
        for known in self.stated:
            slope = self.response.slope(known.var) or 0.0
            rising = self._gain(slope) > 0.0
            for factor in _factors(known):
                if (factor > 1.0) is rising and slope:
                    found.setdefault((float(f"{abs(slope):.9e}"), factor), []).append(known)
        ranked = sorted(found, key=lambda key: (-key[0], key[1]))
        return [(factor, tuple(found[slope, factor])) for slope, factor in ranked]

    def _effect(self, known: Known, factor: float) -> float:
        """The relative change of the target; zero where there is no value."""
        change = self.response.change(known.var, factor)
        if change is not None:
            return change
        if self.response.solvable:
            return self.response.solved(known.var, factor) or 0.0
        here = self.query.number()
        there = self.query.with_value(known.var, known.value * factor).number()
        return (there - here) / abs(here) if there is not None and here else 0.0


def _factors(known: Known) -> Iterable[float]:
    """Half and twice, as far as the variable's range admits them, else its closed end; less than
    one thing cannot be counted.
    """
    low, high, _, open_high = known.var.bounds
    least, most = low / known.value, high / known.value
    down = _HALF if known.var.admits(known.value * _HALF) else least  # an open end is at nothing
    up = _TWICE if known.var.admits(known.value * _TWICE) else (1.0 if open_high else most)
    fewest = 1.0 / known.number if known.var.whole else 0.0
    return [factor for factor in (down, up) if factor >= fewest and factor not in (0.0, 1.0)]
