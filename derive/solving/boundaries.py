"""Boundaries: where a regime flips, a constraint is just met or an answer ceases, and how far each known value is from there."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import sympy

from derive.derivation.known import COMPUTED, CONVENTION, Known
from derive.equations.expression import regime_nodes
from derive.equations.relation import Constraint
from derive.equations.var import Var
from derive.solving.inquiry import Inquiry
from derive.solving.moved import moved
from derive.solving.numeric import miss
from derive.solving.regimes import Guard
from derive.solving.settled import EQUAL, chosen, sides
from derive.solving.worlds import World

REGIME, CONSTRAINT, REACH = "regime", "constraint", "reach"
STEPS = tuple(accumulate((0.01, 0.02, 0.03, 0.05, 0.1, 0.1, 0.2, 0.2, 0.3, 0.5, 0.5, 0.5, *[1.0] * 12, *[2.0] * 6)))  # of ln x, to 4e11-fold
FINEST = 1e-13


@dataclass(frozen=True, slots=True)
class Crossing:
    """A known value moved alone: the `value` (base units) and the `factor` to it at which the boundary is met; None where it never is.

    From zero no factor leads anywhere: then there is a value alone.
    """

    known: Known
    factor: float | None = None
    value: float | None = None

    @property
    def distance(self) -> float:
        """How far that is: |ln factor|, infinite for never."""
        return math.inf if self.factor is None else abs(math.log(self.factor))


@dataclass(frozen=True, slots=True)
class Boundary:
    """`larger ≥ smaller` holds on one side of it.

    `room` is how far from failing that is here: ln(larger/smaller), or their relative difference where their signs differ; 0 at
    the boundary, negative where it fails. `headroom` is larger over smaller, None unless both are positive.

    `kind` is "regime" (another branch sets the value beyond), "constraint" (it fails beyond, or is met again) or
    "reach" (no single value answers beyond; it has no sides). `crossings` come nearest first, those that never meet it last.
    """

    kind: str
    name: str
    larger: Any = None
    smaller: Any = None
    room: float = 0.0
    headroom: float | None = None
    crossings: tuple[Crossing, ...] = ()

    @property
    def nearest(self) -> Crossing | None:
        """The crossing with the smallest factor, either way."""
        return self.crossings[0] if self.crossings and self.crossings[0].factor is not None else None

    @property
    def distance(self) -> float:
        """|ln factor| of the nearest crossing."""
        return self.crossings[0].distance if self.crossings else math.inf


@dataclass(frozen=True)
class _Edge:
    kind: str
    name: str
    guard: Guard
    variables: tuple[Var, ...]

    def sides(self, inquiry: Inquiry, world: World) -> tuple[float, float] | None:
        """What both sides are worth; None where it cannot be told."""
        values = inquiry.filled(world, self.variables)
        try:
            return None if values is None else sides(self.guard, inquiry.system.slots, values)
        except (ArithmeticError, TypeError, ValueError):
            return None

    def gap(self, inquiry: Inquiry, world: World) -> float | None:
        """How far from failing; None where it cannot be told."""
        both = self.sides(inquiry, world)
        return None if both is None else miss(*both)

    def boundary(self, both: tuple[float, float], crossings: list[Crossing]) -> Boundary:
        """The boundary with what its sides are worth here."""
        headroom = both[0] / both[1] if min(both) > 0.0 else None
        return Boundary(self.kind, self.name, self.guard.larger, self.guard.smaller, miss(*both), headroom, _ranked(crossings))


Gaps = tuple[float | None, ...]
Sample = Callable[[float], "Gaps | None"]  # the gaps at a value of ln factor; None where nothing answers


def boundaries(inquiry: Inquiry, world: World, judged: Iterable[str] = ()) -> tuple[Boundary, ...]:
    """Every boundary around a world, nearest first: guards on its path, the constraints `judged` by name, the end of what can be answered.

    Conventions are not moved, nor are exact zeros. Crossings are found by solving anew, on a grid from 1e-11 to 1e11 times the
    value and then to 13 digits; a boundary that is crossed twice between two points of the grid may be missed.
    """
    asked = inquiry.generous
    edges = [*_of_regimes(asked, world), *_of_constraints(asked, set(judged))]
    worth = [edge.sides(asked, world) for edge in edges]
    here = tuple(None if both is None else miss(*both) for both in worth)
    found: list[list[Crossing]] = [[] for _ in edges]
    ends: list[Crossing] = []
    behind = [_behind(asked, edge.variables) for edge in edges]
    for known in _movable(asked, _behind(asked, [asked.target]).union(*behind)):
        met, end = _crossings(asked, world, edges, here, known)
        for k, x in enumerate(met):
            if known.var in behind[k]:
                found[k].append(_crossing(known, x))
        if end is not None:
            ends.append(_crossing(known, end))
    made = [edge.boundary(both, crossings) for edge, both, crossings in zip(edges, worth, found, strict=True) if both is not None]
    if ends:
        made.append(Boundary(REACH, f"{asked.target.name} has a single value", crossings=_ranked(ends)))
    return tuple(sorted(made, key=lambda boundary: boundary.distance))


def _of_regimes(inquiry: Inquiry, world: World) -> list[_Edge]:
    """The guards of the branches taken, and what won against what in every extremum evaluated."""
    guards: list[Guard] = []
    for _, branch in world.path:
        guards.extend(branch.guards)
        for side in (branch.formula,) if branch.formula is not None else branch.equation or ():
            for node in regime_nodes(side):
                guards.extend(chosen(node, inquiry.system.slots, world.values)[1])
    return [_Edge(REGIME, guard.text, guard, _variables(guard)) for guard in dict.fromkeys(guards)]


def _of_constraints(inquiry: Inquiry, judged: set[str]) -> list[_Edge]:
    return [_Edge(CONSTRAINT, c.name, guard, _variables(guard)) for c in inquiry.system.constraints if c.name in judged for guard in [_as_guard(c)]]


def _as_guard(constraint: Constraint) -> Guard:
    left, right = constraint.inequality.lhs, constraint.inequality.rhs
    return Guard(right, left) if isinstance(constraint.inequality, (sympy.Le, sympy.Lt)) else Guard(left, right)


def _variables(guard: Guard) -> tuple[Var, ...]:
    return tuple(sorted(guard.larger.free_symbols | guard.smaller.free_symbols, key=lambda v: (v.rank, v.name)))


def _behind(inquiry: Inquiry, wanted: Iterable[Var]) -> frozenset[Var]:
    """The known values that these variables follow from."""
    slots, leaves = inquiry.system.slots, inquiry.leaves
    numbers = [slots[v] for v in wanted if v in slots]
    members = {j for i, _ in inquiry.closure.behind(numbers) for j in inquiry.system.structure.of_relation[i]} | set(numbers)
    return frozenset(v for j in members for v in leaves.get(j, ()))


def _movable(inquiry: Inquiry, behind: frozenset[Var]) -> list[Known]:
    """Those that one may choose or measure, in nomenclature order."""
    moving = [known for known in (inquiry.in_force[v] for v in behind) if known.origin not in (CONVENTION, COMPUTED) and known.value != 0.0]
    return sorted(moving, key=lambda known: (known.var.rank, known.var.name))


def _crossing(known: Known, x: float | None) -> Crossing:
    return Crossing(known) if x is None else Crossing(known, math.exp(x), known.value * math.exp(x))


def _ranked(crossings: list[Crossing]) -> tuple[Crossing, ...]:
    return tuple(sorted(crossings, key=lambda crossing: (crossing.distance, crossing.known.var.rank, crossing.known.var.name)))


# --- one known value, both ways -----------------------------------------------------------------------------------------


def _crossings(inquiry: Inquiry, world: World, edges: list[_Edge], here: Gaps, known: Known) -> tuple[list[float | None], float | None]:
    """For each edge the ln factor at which it is crossed, the nearer of the two ways; and where the answer ceases, if it does."""

    def sample(x: float) -> Gaps | None:
        there = moved(inquiry, world, known.var, known.value * math.exp(x))
        return None if there is None else tuple(edge.gap(*there) for edge in edges)

    ways = [_one_way(sample, here, _steps(known, sign)) for sign in (-1.0, 1.0)]
    met = [_nearer(first, second) for first, second in zip(*(way[0] for way in ways), strict=True)]
    return met, _nearer(*(way[1] for way in ways))


def _nearer(one: float | None, other: float | None) -> float | None:
    return min((x for x in (one, other) if x is not None), key=abs, default=None)


def _steps(known: Known, sign: float) -> list[float]:
    """Values of ln factor to look at one way, up to the end of the variable's range."""
    low, high, open_low, open_high = known.var.bounds
    end, is_open = (high, open_high) if (sign > 0) == (known.value > 0) else (low, open_low)
    room = math.log(end / known.value) if end * known.value > 0 and math.isfinite(end) else sign * math.inf
    last = room * (1.0 - EQUAL) if is_open else room
    steps = [sign * step for step in STEPS if step < abs(last)]
    return steps if math.isinf(last) or abs(last) > STEPS[-1] else [*steps, last] if last else []


def _one_way(sample: Sample, here: Gaps, steps: list[float]) -> tuple[list[float | None], float | None]:
    """Where each gap first changes its sign, and where nothing answers any more."""
    met: list[float | None] = [None] * len(here)
    place, before = 0.0, here
    for x in steps:
        now = sample(x)
        if now is None:
            return met, _refined(lambda t: None if sample(t) is None else 1.0, place, x)
        for k, room in enumerate(now):
            start = here[k]
            if met[k] is None and room is not None and start is not None and before[k] is not None and _crossed(start, room):
                met[k] = 0.0 if abs(start) <= EQUAL else _refined(_single(sample, k, start), place, x)
        place, before = x, now
    return met, None


def _crossed(start: float, room: float) -> bool:
    return room < -EQUAL if abs(start) <= EQUAL else start * room < 0.0


def _single(sample: Sample, k: int, start: float) -> Callable[[float], float | None]:
    """One gap, counted positive on the side where we are."""

    def single(x: float) -> float | None:
        gaps = sample(x)
        room = None if gaps is None else gaps[k]
        return None if room is None else math.copysign(1.0, start) * room

    return single


def _refined(room: Callable[[float], float | None], inside: float, outside: float) -> float:
    """Where `room` ceases to be positive between a point where it is and one where it is not (or is nothing): secants, halved when they stall."""
    at_inside, at_outside = room(inside), room(outside)
    for turn in range(120):
        if abs(outside - inside) <= FINEST * max(1.0, abs(outside)):
            break
        middle = 0.5 * (inside + outside)
        if turn % 3 != 2 and at_inside is not None and at_outside is not None and at_inside > at_outside:
            middle = inside + (outside - inside) * at_inside / (at_inside - at_outside)
        at_middle = room(middle)
        if at_middle is not None and abs(at_middle) <= FINEST:
            return middle
        if at_middle is not None and at_middle > 0.0:
            inside, at_inside = middle, at_middle
        else:
            outside, at_outside = middle, at_middle
    return outside
