"""Programs of questions: what is left of one when target and names are fixed and numbers are not.

A reader needs nothing else: neither the relations nor the units that the program was made of.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from derive.program import tolerances
from derive.program.data import Check, Pair, ProgramBlock, ProgramConstraint, Slot
from derive.program.nodes import Node

FORMAT = 4


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a program: its format, the version of derive, and the digest of the relations
    and units behind it; the slot asked for and those given.
    """

    format: int
    version: str
    digest: str
    target: int
    givens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FixedValue:
    """A value (base units) in force that is not given, with its origin: a convention, a default, or
    computed, where exact zeros make it zero. `tolerance` is relative.
    """

    slot: int
    value: float
    origin: str
    ideal: bool = False
    tolerance: float = 0.0


@dataclass(frozen=True, slots=True)
class SpecialValue:
    """A value of a given at which another course holds: zero, or its usual value. Values within the
    relative `width` count as it.
    """

    slot: int
    value: float
    width: float = 0.0


class CourseKind(StrEnum):
    """Kinds of courses, by their result."""

    BLOCKS = "blocks"  # the target, by the blocks
    KNOWN = "known"  # a target that exact zeros make zero
    OPEN = "open"  # no value: something is missing
    LOST = "lost"  # no value: exact zeros leave no such point
    CONTRADICTION = "contradiction"  # exact zeros contradict what is given


@dataclass(frozen=True, slots=True)
class JudgedCheck:
    """A relation that must hold already. `terms` are the summands of both sides; `behind` are the
    slots that it rests on, of which only those given by the user can contradict each other, and
    `reconcilers` the usual values among them that would yield, in order of preference.
    """

    name: str
    check: Check
    terms: tuple[int, ...]
    behind: tuple[int, ...]
    reconcilers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The start of interval propagation: all equations in force, whether on the way or not, and the
    values `known` beside the givens.

    Of the `hypothetical`, slots with the number of an equation and the slots of what is made from
    theirs, those equations take no part of whose slots none has a value; the answer assumes the
    `defaults`, and ideal values are `missed` on the way to it. The equations `changed` by exact
    zeros say something before any slot moves; where zeros have `refuted` one, no values fit.
    """

    equations: tuple[Pair, ...] = ()
    hypothetical: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    known: tuple[FixedValue, ...] = ()
    defaults: tuple[FixedValue, ...] = ()
    changed: tuple[int, ...] = ()
    refuted: bool = False
    missed: tuple[FixedValue, ...] = ()


@dataclass(frozen=True, slots=True)
class NamedConstraint:
    """A constraint on the answer with its name."""

    name: str
    constraint: ProgramConstraint


@dataclass(frozen=True, slots=True)
class Rounding:
    """The course back from a whole target to a given that decides how it is rounded: down if the
    value of that slot at the lower number is at most the given one (`at_most`), or at least.
    """

    slot: int
    at_most: bool
    blocks: tuple[ProgramBlock, ...]
    known: tuple[FixedValue, ...]


@dataclass(frozen=True, slots=True)
class ProgramCourse:
    """The way from the givens to the target for one pattern of special values.

    `joined` has for each block the one made of it and all later ones, where an interval may arise
    on the way; None where none can. `unused` are the givens off the way: a contradiction that
    needs one of them is one even where no value is reached, and so is one that needs a given of
    the way that is `spared`, without which the others lead to the target. The values that `clash`
    are those of which exact zeros make one zero.
    """

    special: tuple[int, ...]
    kind: CourseKind
    fixed: tuple[FixedValue, ...] = ()
    blocks: tuple[ProgramBlock, ...] = ()
    joined: tuple[ProgramBlock | None, ...] = ()
    checks: tuple[JudgedCheck, ...] = ()
    constraints: tuple[NamedConstraint, ...] = ()
    roundings: tuple[Rounding, ...] = ()
    unused: tuple[int, ...] = ()
    spared: tuple[int, ...] = ()
    around: Surroundings = Surroundings()
    clash: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Tolerances:
    """The tolerances of evaluation; see `derive.program.tolerances`."""

    close: float = tolerances.CLOSE
    noise: float = tolerances.NOISE
    most_residual: float = tolerances.MOST_RESIDUAL
    rounding: float = tolerances.ROUNDING
    still: float = tolerances.STILL
    least_change: float = tolerances.LEAST_CHANGE
    sharp_change: float = tolerances.SHARP_CHANGE
    most_revisions: int = tolerances.MOST_REVISIONS
    endless: float = tolerances.ENDLESS
    far_off: float = tolerances.FAR_OFF
    loose: float = tolerances.LOOSE
    wide: float = tolerances.WIDE
    most_power: int = tolerances.MOST_POWER
    least_tolerance: float = tolerances.LEAST_TOLERANCE
    sharp: float = tolerances.SHARP
    reach: float = tolerances.REACH
    point: float = tolerances.POINT
    band: float = tolerances.BAND
    samples: int = tolerances.SAMPLES
    depth: int = tolerances.DEPTH
    most_work: int = tolerances.MOST_WORK
    most_parts: int = tolerances.MOST_PARTS
    far: float = tolerances.FAR
    near: float = tolerances.NEAR
    end: float = tolerances.END
    inner: float = tolerances.INNER
    trials: int = tolerances.TRIALS
    searches: int = tolerances.SEARCHES
    fixed: int = tolerances.FIXED


@dataclass(frozen=True, slots=True)
class QuestionProgram:
    """The program of a question: slots with their units, one table of expressions, and a course for
    each pattern of special values. A pattern without a course is one that the program leaves out.
    The blocks name relations by their place among `relations`. The `limited` slots have a range
    with another limit than zero and no usual value.
    """

    header: Header
    slots: tuple[Slot, ...]
    units: tuple[str, ...]
    relations: tuple[str, ...]
    nodes: tuple[Node, ...]
    special: tuple[SpecialValue, ...]
    courses: tuple[ProgramCourse, ...]
    limited: tuple[int, ...] = ()
    tolerances: Tolerances = field(default_factory=Tolerances)
