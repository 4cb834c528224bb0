"""Sensitivity of an answer to each known value: elasticities, and boundaries of regimes."""

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
    """The `value` (base units) of a known variable at which it alone reaches the boundary, and the
    `factor` to it; both None if there is none, `factor` also for a known value of zero.
    """

    known: Known
    factor: float | None = None
    value: float | None = None

    @property
    def distance(self) -> float:
        """The distance |ln factor|, infinite without a factor."""
        return math.inf if self.factor is None else abs(math.log(self.factor))


@dataclass(frozen=True, slots=True)
class Boundary:
    """`larger ≥ smaller` holds on one side of it.

    `room` is the distance from failing: ln(larger/smaller), or their relative difference if their
    signs differ; 0 at the boundary, negative where it fails. `headroom` is larger over smaller,
    None unless both are positive.

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
        """The crossing with the smallest distance."""
        return (
            self.crossings[0] if self.crossings and self.crossings[0].factor is not None else None
        )

    @property
    def distance(self) -> float:
        """|ln factor| of the nearest crossing."""
        return self.crossings[0].distance if self.crossings else math.inf


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a kink: the elasticity at the point and in symbols; None without a single value
    on that side.
    """

    elasticity: float | None = None
    symbolic: Any = None


@dataclass(frozen=True, slots=True)
class Elasticity:
    """The elasticity of the target y with respect to one known value x.

    `elasticity` is d ln y / d ln x, None if a logarithm is undefined (then `slope` is dy/dx in base
    units) or if the two sides of a kink, `below` and `above`, differ. `symbolic` is the same in
    symbols, None for a numerical or too long one. `lower` and `upper` are y (base units) solved
    with x a tenth smaller and larger; None if x leaves its range or y has no single value. `idle`
    means that y is constant at the point and within that tenth.
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
        """The variable x."""
        return self.known.var

    @property
    def size(self) -> float:
        """The sort key: the largest |elasticity| of either side, −1 if there is none."""
        sides = [side.elasticity for side in (self.below, self.above) if side is not None]
        return max((abs(e) for e in (self.elasticity, *sides) if e is not None), default=-1.0)


@dataclass(frozen=True, slots=True)
class Point:
    """One value of the answer (base units) with its regime and condition, its elasticities, largest
    first, and its boundaries.

    At a `kink` two regimes give the value. With a `rounded` expression, the elasticities hold
    between two steps; `on_step` it is whole already and jumps in one direction.
    """

    value: float
    regime: str = ""
    condition: str = ""
    elasticities: tuple[Elasticity, ...] = ()
    boundaries: tuple[Boundary, ...] = ()
    kink: bool = False
    rounded: bool = False
    on_step: bool = False


@dataclass(frozen=True, repr=False)
class Sensitivity(Displayed):
    """Result of `sensitivity`: the answer and a `Point` for each of its values, or `why_none` if it
    has none or an interval.
    """

    answer: Answer
    points: tuple[Point, ...] = ()
    why_none: str = ""

    @property
    def elasticities(self) -> tuple[Elasticity, ...]:
        """Those of a single value, else empty."""
        return self.points[0].elasticities if len(self.points) == 1 else ()

    @property
    def boundaries(self) -> tuple[Boundary, ...]:
        """Those of a single value, else empty."""
        return self.points[0].boundaries if len(self.points) == 1 else ()

    def __iter__(self) -> Iterator[Elasticity]:
        return iter(self.elasticities)
