"""Programs as plain data: slots, one table of expressions, and the blocks that fill the slots."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from derive.program.nodes import Nodes
from derive.program.tolerances import NOISE

Pair = tuple[int, int]  # two expressions that are compared


def lies_within(value: float, low: float, high: float, open_low: bool, open_high: bool) -> bool:
    """Whether a value lies in a range, where what is an end but for noise is that end."""
    slack = NOISE * abs(value)
    above = value - slack > low if open_low else value + slack >= low
    return above and (value + slack < high if open_high else value - slack <= high)


@dataclass(frozen=True, slots=True)
class Slot:
    """A variable's place among the values, with its range in base units.

    Values of one `dimension` share their noise; `factor` is the declared unit in base units;
    `counted` marks whole numbers.
    """

    name: str
    low: float = 0.0
    high: float = math.inf
    open_low: bool = False
    open_high: bool = True
    dimension: str = ""
    factor: float = 1.0
    counted: bool = False

    def admits(self, value: float) -> bool:
        """Whether a value lies in the range, where what is an end but for noise is that end."""
        return lies_within(value, self.low, self.high, self.open_low, self.open_high)


@dataclass(frozen=True, slots=True)
class Extremum:
    """A Max (`largest`) or Min of a formula, whose winner is part of the regime: its node and
    arguments, the latter in the order of `names`.
    """

    node: int
    largest: bool
    arguments: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CaseDistinction:
    """A case distinction of a formula; the first condition that holds is part of the regime.

    `conditions` are kinds of comparison with both sides, `names` the texts of each and of its
    negation. `complete` marks a last case without condition.
    """

    conditions: tuple[tuple[str, int, int], ...]
    names: tuple[tuple[str, str], ...]
    complete: bool


class BranchKind(StrEnum):
    """The way in which a branch determines its unknown."""

    EXPLICIT = "explicit"  # by a formula
    IMPLICIT = "implicit"  # by an equation, solved numerically
    INDETERMINATE = "indeterminate"  # not at all: it dropped out
    UNSOLVED = "unsolved"  # by equations that stay coupled


@dataclass(frozen=True, slots=True)
class ProgramBranch:
    """One regime of a block.

    The unknown is the value of the `formula`, or a root at which the two `sides` agree; the
    `side_conditions` must hold too. `guards` are the pairs (larger, smaller) of the regime.
    `definitions` are the eliminated slots in order of evaluation; `cancelled` slots have no effect
    and are set to one. `cancelling_sums` are the sums of the formula whose terms may cancel, with
    these terms: below their noise a sum is exactly zero. `odd_root` marks a formula with an odd
    root, which floats lack for negative numbers.
    """

    kind: BranchKind
    formula: int | None = None
    sides: Pair | None = None
    side_conditions: tuple[Pair, ...] = ()
    guards: tuple[Pair, ...] = ()
    definitions: tuple[tuple[int, int], ...] = ()
    cancelled: tuple[int, ...] = ()
    cancelling_sums: tuple[tuple[int, tuple[int, ...]], ...] = ()
    odd_root: bool = False
    extrema: tuple[Extremum | CaseDistinction, ...] = ()
    regime: str = ""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two sides that must agree, with their slots."""

    left: int
    right: int
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ProgramBlock:
    """Relations (by number) that together determine the slot it solves, regime by regime.

    `put_back` are the relations themselves, which the value must satisfy; `read_off` marks a
    definition, satisfied by construction.
    """

    relations: tuple[int, ...]
    solves: int
    branches: tuple[ProgramBranch, ...]
    put_back: tuple[Agreement, ...]
    read_off: bool

    @property
    def coupled(self) -> bool:
        """Whether it consists of several relations."""
        return len(self.relations) > 1


@dataclass(frozen=True, slots=True)
class SidePath:
    """Blocks of one relation each that extend the program's slots, with the values assumed for
    that.
    """

    blocks: tuple[ProgramBlock, ...]
    assumed: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """A relation without unknowns, which must hold; slots that cancelled in it are set to one."""

    path: SidePath
    sides: Pair
    cancelled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ProgramConstraint:
    """A constraint: its left side is at most the right one, or at least (`at_most` False);
    `counted` marks a limit on a target of whole numbers.
    """

    path: SidePath
    sides: Pair
    at_most: bool
    counted: bool


@dataclass(frozen=True, slots=True)
class Program:
    """The blocks that lead from the known slots to the target, over one table of expressions, with
    the `checks` of the givens and the `constraints` of the answer.
    """

    slots: tuple[Slot, ...]
    nodes: Nodes
    blocks: tuple[ProgramBlock, ...]
    target: int
    checks: tuple[Check, ...] = ()
    constraints: tuple[ProgramConstraint, ...] = ()
