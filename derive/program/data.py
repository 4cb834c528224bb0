"""A program: what is left of a question once its names are fixed and its numbers are not.

Plain data: slots, one table of expressions, and the blocks that fill the slots one after the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from derive.program.nodes import Nodes

Pair = tuple[int, int]  # two expressions that are compared


@dataclass(frozen=True, slots=True)
class Slot:
    """A variable's place among the values: its range in base units, and how it is written.

    `dimension` names what it measures, since values of one dimension share their noise; `factor` is
    its declared unit in base units; `counted` marks what is counted in whole numbers.
    """

    name: str
    low: float
    high: float
    open_low: bool
    open_high: bool
    dimension: str
    factor: float = 1.0
    counted: bool = False

    def admits(self, value: float) -> bool:
        """Whether a value lies in the range."""
        slack = 1e-12 * abs(value)
        above = value > self.low if self.open_low else value >= self.low - slack
        return above and (value < self.high if self.open_high else value <= self.high + slack)


@dataclass(frozen=True, slots=True)
class Extremum:
    """A Max (`largest`) or Min in a formula, whose winner is part of the regime: its node, and its
    arguments in the order of their names.
    """

    node: int
    largest: bool
    arguments: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CaseDistinction:
    """Cases in a formula, the first whose condition holds being part of the regime.

    `conditions` are the kind of comparison and its sides, `names` the texts of each where it holds
    and where it does not. `complete` says that a case without condition closes them.
    """

    conditions: tuple[tuple[str, int, int], ...]
    names: tuple[tuple[str, str], ...]
    complete: bool


class BranchKind(StrEnum):
    """How a branch says what its unknown is."""

    EXPLICIT = "explicit"  # by a formula
    IMPLICIT = "implicit"  # by an equation, solved numerically
    INDETERMINATE = "indeterminate"  # by nothing: it dropped out
    UNSOLVED = "unsolved"  # by equations that stay coupled


@dataclass(frozen=True, slots=True)
class ProgramBranch:
    """One regime of a block.

    `formula` gives the unknown, or it is where the two `sides` agree; `side_conditions` must hold
    besides. `guards` are pairs (larger, smaller) under which the regime holds. `definitions` are
    slots eliminated on the way, in the order in which they follow; the `cancelled` ones count for
    nothing and are set to one. `cancelling_sums` are the sums in the formula whose terms may
    cancel, with these terms: below the noise of its terms a sum is exactly zero. `odd_root` says
    that the formula has an odd root, which floats do not give of a negative number.
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
    """Two sides that must agree, with the slots that they read."""

    left: int
    right: int
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ProgramBlock:
    """Relations (by number) that together determine the slot it solves, regime by regime.

    `put_back` are the relations themselves, which the value must satisfy; `read_off` says that the
    block is a definition read from left to right, which it satisfies by construction.
    """

    relations: tuple[int, ...]
    solves: int
    branches: tuple[ProgramBranch, ...]
    put_back: tuple[Agreement, ...]
    read_off: bool

    @property
    def coupled(self) -> bool:
        """Whether several relations are solved together."""
        return len(self.relations) > 1


@dataclass(frozen=True, slots=True)
class SidePath:
    """What lies beside the way to the target: blocks of one relation each that lead on from it, and
    the values assumed for that.
    """

    blocks: tuple[ProgramBlock, ...]
    assumed: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """A relation that must hold already; the slots that cancelled in it are set to one."""

    path: SidePath
    sides: Pair
    cancelled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ProgramConstraint:
    """A constraint: its left side is at most the right one, or at least (`at_most` False);
    `counted` says that it limits the target, which is counted in whole numbers.
    """

    path: SidePath
    sides: Pair
    at_most: bool
    counted: bool


@dataclass(frozen=True, slots=True)
class Program:
    """The blocks that lead from what is known to the target, over one table of expressions; the
    `checks` that the givens must meet and the `constraints` that the answer must keep.
    """

    slots: tuple[Slot, ...]
    nodes: Nodes
    blocks: tuple[ProgramBlock, ...]
    target: int
    checks: tuple[Check, ...] = ()
    constraints: tuple[ProgramConstraint, ...] = ()
