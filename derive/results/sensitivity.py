"""Sensitivity: how an answer moves with each value it rests on. Plain data."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from derive.display import Displayed, Label
from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.known import Known


class BoundaryKind(Label):
    """The kinds of boundaries."""

    REGIME = "regime"  # another branch sets the value beyond
    CONSTRAINT = "constraint"  # it fails beyond, or is met again
    REACH = "reach"  # no single value answers beyond


@dataclass(frozen=True, slots=True)
class Crossing:
    """A known value moved alone: the `value` (base units) and the `factor` to it at which the
    boundary is met; None where it never is.

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

    `room` is how far from failing that is here: ln(larger/smaller), or their relative difference
    where their signs differ; 0 at the boundary, negative where it fails. `headroom` is larger over
    smaller, None unless both are positive.

    A boundary of the kind "reach" has no sides. `crossings` come nearest first, those that never
    meet it last.
    """

    kind: BoundaryKind
    name: str
    larger: Any = None
    smaller: Any = None
    room: float = 0.0
    headroom: float | None = None
    crossings: tuple[Crossing, ...] = ()

    @property
    def nearest(self) -> Crossing | None:
        """The crossing with the smallest factor, either way."""
        return (
            self.crossings[0] if self.crossings and self.crossings[0].factor is not None else None
        )

    @property
    def distance(self) -> float:
        """|ln factor| of the nearest crossing."""
        return self.crossings[0].distance if self.crossings else math.inf


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a kink: the elasticity there, at the point and in symbols; None where no single
    value follows on that side.
    """

    elasticity: float | None = None
    symbolic: Any = None


@dataclass(frozen=True, slots=True)
class Elasticity:
    """How the target y answers to one known value x.

    `elasticity` is d ln y / d ln x, None where a logarithm is undefined (then `slope`, dy/dx in
    base units, says it) or where the two sides of a kink, `below` and `above`, differ. `symbolic`
    is the same in symbols, None where it was found numerically or is too long to read. `lower` and
    `upper` are y (base units) solved anew with x a tenth smaller and larger; None where x would
    leave its range or no single value follows. `idle` says that y moves neither at the point nor
    within that tenth.
    """

    known: Known
    elasticity: float | None = None
    symbolic: Any = None
    slope: float | None = None
    below: Side | None = None
    above: Side | None = None
    lower: float | None = None
    upper: float | None = None
    idle: bool = False

    @property
    def var(self) -> Var:
        """The variable moved."""
        return self.known.var

    @property
    def size(self) -> float:
        """What it is ranked by: the largest |elasticity| of either side; below all others where
        there is none.
        """
        sides = [side.elasticity for side in (self.below, self.above) if side is not None]
        return max((abs(e) for e in (self.elasticity, *sides) if e is not None), default=-1.0)


@dataclass(frozen=True, slots=True)
class Point:
    """One value of the answer (base units) with its regime and condition, its elasticities, largest
    first, and what lies around it.

    At a `kink` two regimes give the value. Where something is `rounded`, the elasticities hold
    between two of its steps; `on_step`, what is rounded is whole already, and one way of moving it
    is a jump.
    """

    value: float
    regime: str = ""
    condition: str = ""
    elasticities: tuple[Elasticity, ...] = ()
    boundaries: tuple[Boundary, ...] = ()
    kink: bool = False
    rounded: bool = False
    on_step: bool = False


@dataclass(frozen=True)
class Sensitivity(Displayed):
    """What `sensitivity` returns: the answer, a `Point` for each of its values, and, where there is
    none or an interval, `why_none`.
    """

    answer: Answer
    points: tuple[Point, ...] = ()
    why_none: str = ""

    @property
    def elasticities(self) -> tuple[Elasticity, ...]:
        """Those of the one value, else nothing."""
        return self.points[0].elasticities if len(self.points) == 1 else ()

    @property
    def boundaries(self) -> tuple[Boundary, ...]:
        """Those of the one value, else nothing."""
        return self.points[0].boundaries if len(self.points) == 1 else ()

    def __iter__(self) -> Iterator[Elasticity]:
        return iter(self.elasticities)
