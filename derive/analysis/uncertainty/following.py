"""Value of one variable that follows from values of others, by one plan for all of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from derive.analysis.uncertainty.exact import Uncertainties
from derive.equations.expression import JUMPING
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.program.data import BranchKind
from derive.program.interval import Interval
from derive.program.tolerances import CLOSE, EXACT_INPUT, NOISE
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.solving.compilation import compiled_plan
from derive.solving.equation_system import EquationSystem
from derive.solving.propagate import follow
from derive.solving.query import make_query
from derive.solving.query_preparation import prepare
from derive.structure.plan import Plan

_BESIDE = {0: 1, 1: 9, 2: 5, 3: 3}  # points along each interval beside, by their number
_LOOKED_FOR = BranchKind.IMPLICIT, BranchKind.INDETERMINATE
_PARTS = 32  # of the way between two points, at whose ends arrays tell what follows
_ENOUGH = 24  # halvings after which what is left of a difference is a jump
_MOST_TIMES = 5  # so many of them
_MOST_PAIRS = 4
Point = tuple[float, ...]
Followed = tuple[float, Point]  # a value, and the point of the intervals beside it follows from
_NONE: Mapping[Point, float] = {}


class NoOneValue(Exception):
    """A value from which not one other follows."""


@dataclass(frozen=True)
class Following:
    """The value of one variable that follows from values of others."""

    system: EquationSystem
    moved: tuple[Var, ...]
    following: Var
    known: Mapping[Var, Known]
    plan: Plan
    relations: tuple[Relation, ...]
    implicit: bool  # whether values of a step of it have to be looked for

    @classmethod
    def of(
        cls,
        system: EquationSystem,
        stated: Mapping[Var, Known],
        answer: Answer,
        moved: Mapping[Var, float],
        following: Var,
    ) -> Following | None:
        """The way from the ones to the other, such as at these values; None where there is none, or
        from other values than those of the answer: one that is moved would replace a convention.
        """
        at = {var: Known(var, x, Origin.GIVEN, EXACT_INPUT) for var, x in moved.items()}
        exact = {v: item for v, item in stated.items() if v != following}
        prepared, known = prepare(system, following, {**exact, **at})
        if following in known or not moved.keys() <= prepared.slots.keys():
            return None
        query = make_query(prepared, following, known, math.inf)
        same = (k.var in query.in_force for k in answer.known if k.var not in (*moved, following))
        if (
            not query.plan.determined
            or not moved.keys() <= set(query.target_support)
            or not all(same)
        ):
            return None
        steps = (step.data.branches for step in compiled_plan(prepared, query.plan))
        implicit = any(b.kind in _LOOKED_FOR for branches in steps for b in branches)
        used = tuple(query.used)
        return cls(prepared, tuple(moved), following, query.in_force, query.plan, used, implicit)

    @property
    def jumps(self) -> bool:
        """Whether a relation on the way rounds or distinguishes cases."""
        return any(relation.equation.has(*JUMPING) for relation in self.relations)

    def __call__(self, *values: float) -> float:
        """The value; NaN where there is none. Raises NoOneValue where there may be several."""
        at = {
            var: Known(var, x, Origin.GIVEN, EXACT_INPUT)
            for var, x in zip(self.moved, values, strict=True)
        }
        solutions = follow(self.system, self.plan, {**self.known, **at})
        found, failure = solutions.candidates, solutions.failure
        if failure and not (failure.result.unsolved or solutions.loose or solutions.unsolved):
            return math.nan
        if len(found) != 1 or found[0].interval is not None or found[0].conditions:
            raise NoOneValue
        return float(found[0].values[self.system.slots[self.following]])

    def at_once(self, points: Sequence[Point]) -> Mapping[Point, float]:
        """The values at those of many points at which arrays tell them."""
        return self._over_arrays(points) if self._over_arrays and points else {}

    @cached_property
    def _over_arrays(self) -> Callable[[Sequence[Point]], Mapping[Point, float]] | None:
        """The way over arrays; None where it has none, or numpy is not installed."""
        if self.implicit:
            return None
        try:
            from derive.analysis.uncertainty.following_arrays import FollowingArrays
        except ImportError:
            return None
        slots, moved = self.system.slots, [self.system.slots[var] for var in self.moved]
        known = {slots[v]: item.value for v, item in self.known.items() if v in slots}
        constants = {slot: value for slot, value in known.items() if slot not in moved}
        return FollowingArrays.of(self.system, self.plan, constants, moved)

    @property
    def parts(self) -> int:
        """The parts into which the way between two points is best divided in turn."""
        return _PARTS if self._over_arrays else 2


def meets(value: float, given: Interval, noise: float = NOISE) -> bool:
    """Whether a value lies within an interval, but for noise."""
    low, high = given
    return low - noise * abs(low) <= value <= high + noise * abs(high)


@dataclass(frozen=True)
class NearestValue:
    """The value of a given that follows from one value and any of some intervals beside: that which
    is nearest to the given's own interval.
    """

    value: Following
    given: Interval
    points: tuple[Point, ...]  # of the intervals beside, their corners first

    @classmethod
    def of(cls, value: Following, given: Interval, beside: Uncertainties) -> NearestValue:
        """The nearest value over all of a few intervals. Raises NoOneValue beside more of them, and
        where each of many values would have to be looked for.
        """
        if len(beside) not in _BESIDE or (beside and value.implicit):
            raise NoOneValue
        count = _BESIDE[len(beside)]
        lines = [_line(item.low, item.high, count) for item in beside.values()]
        corners = itertools.product(*((line[0], line[-1]) for line in lines))
        return cls(value, given, tuple(dict.fromkeys((*corners, *itertools.product(*lines)))))

    def __call__(self, x: float, ready: Mapping[Point, float] = _NONE) -> float:
        """The value, NaN where there is none; `ready` are some that follow from points. Raises
        NoOneValue where it is nearest between the corners of the intervals beside, as it may be
        nearer still between those that are tried.
        """
        below, above = list[Followed](), list[Followed]()
        for point in self.points:
            found = self._value((x, *point), ready)
            if meets(found, self.given):
                return found
            if not math.isnan(found):
                (below if found < self.given[0] else above).append((found, point))
        for low, high in _pairs(below, above):
            between = self._between(x, low, high)
            if between is not None:
                return between
        if below and above:  # on both sides of a jump
            return max(below)[0]
        if not (below or above):
            return math.nan
        found, point = max(below) if below else min(above)
        corners = self.points[: 2 ** (len(self.value.moved) - 1)]
        at_corners = [v for v, p in (*below, *above) if p in corners]
        if not any(math.isclose(v, found, rel_tol=NOISE) for v in at_corners):
            raise NoOneValue
        return found

    def followed(self, values: Sequence[float]) -> list[tuple[float, float]]:
        """Some values, each with that of the given that follows. Raises NoOneValue."""
        ready = self.value.at_once([(x, *point) for x in values for point in self.points])
        return [(x, self(x, ready)) for x in values]

    def _value(self, point: Point, ready: Mapping[Point, float]) -> float:
        found = ready.get(point)
        return self.value(*point) if found is None else found

    def reaches(self, x: float, noise: float = NOISE) -> bool:
        """Whether a value leads into the given's own interval, but for noise."""
        return meets(self(x), self.given, noise)

    def reaches_an_end(self, x: float) -> bool:
        """Whether a value leads to an end of the given's own interval."""
        return any(math.isclose(self(x), end, rel_tol=CLOSE) for end in self.given)

    def _between(self, x: float, low: Followed, high: Followed) -> float | None:
        """A value within the interval on the way from one below it to one above, by division into
        equal parts and false position; None across a jump.
        """
        aim, size, parts = 0.5 * (self.given[0] + self.given[1]), math.inf, self.value.parts
        often = math.ceil(_ENOUGH / math.log2(parts))
        for turn in range(_MOST_TIMES * often):
            if turn % often == 0:
                if high[0] - low[0] > 0.5 * size:
                    break
                size = high[0] - low[0]
            shares = {k / parts for k in range(1, parts)} | {(aim - low[0]) / (high[0] - low[0])}
            way = list(zip(low[1], high[1], strict=True))
            middles = [tuple(a + share * (b - a) for a, b in way) for share in sorted(shares)]
            middles = [middle for middle in middles if middle not in (low[1], high[1])]
            ready = self.value.at_once([(x, *middle) for middle in middles])
            least, most = -1, len(middles)
            while most - least > 1:
                k = (least + most) // 2
                found = self._value((x, *middles[k]), ready)
                if math.isnan(found):
                    return None
                if meets(found, self.given):
                    return found
                if found < self.given[0]:
                    least, low = k, (found, middles[k])
                else:
                    most, high = k, (found, middles[k])
        return None


def _pairs(below: Sequence[Followed], above: Sequence[Followed]) -> list[tuple[Followed, Followed]]:
    """A few pairs of both, those that differ in the fewest of the intervals beside first."""

    def apart(pair: tuple[Followed, Followed]) -> int:
        return sum(a != b for a, b in zip(pair[0][1], pair[1][1], strict=True))

    return sorted(itertools.product(below, above), key=apart)[:_MOST_PAIRS]


def _line(low: float, high: float, count: int) -> list[float]:
    """Points along an interval, its ends among them."""
    return [low + (high - low) * k / (count - 1) for k in range(count)]
