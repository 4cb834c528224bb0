"""Sweep: answers over a grid of values, with their units and what they depend on."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.pull import Sense
from derive.results.status import Status
from derive.units.unit import Unit

STATUSES = (
    Status.SOLVED,
    Status.UNDERDETERMINED,
    Status.CONTRADICTION,
    Status.UNREACHABLE,
    Status.INFEASIBLE,
)


ABSENT = "no question"  # the status of a point without one


@dataclass(frozen=True, eq=False)
class Coded:
    """Texts over the grid as codes (an array or a dask array); a code without a text is empty."""

    codes: Any
    texts: Mapping[int, str]
    always: bool = False  # whether it is shown where all texts are empty, too

    def text(self, place: tuple[int, ...]) -> str:
        """The text at one point."""
        return self.texts.get(int(self.codes[place]), "")


@dataclass(frozen=True, eq=False)
class Column:
    """One target over the grid: values in its declared unit or that it is `shown_in`, places in
    STATUSES (-1 without a question), the regimes, and what is missing or disagrees where there is
    no answer for that.

    `example` is the answer at one point, a solved one if there is any. `formula` is empty unless it
    is the same in every regime; `sense` is that of all points looked at: the first solved one and
    the last, and one of each regime. Points taken `together` are too many to be answered one by one
    as `solve` answers them, which tells something else at some.
    """

    target: Var
    values: Any
    status: Any
    regime: Coded
    cause: Coded
    example: Answer | None = None
    formula: str = ""
    sense: Sense = Sense.EQUALITY
    shown_in: Unit | None = None
    together: bool = False

    @property
    def unit(self) -> Unit:
        """The unit of its values."""
        return self.shown_in or self.target.unit


@dataclass(frozen=True, eq=False)
class Coordinate:
    """One axis: a variable's values in its declared unit, or names of catalogue entries."""

    name: str
    values: Any
    unit: str = ""
    meaning: str = ""


@dataclass(frozen=True, eq=False)
class Swept:
    """Columns over dimensions, with notes on what they depend on; `reasons` say why an entry of the
    catalogue's dimensions has no value. Along one dimension texts may stand `beside` the answers:
    the cells of a table of cases, by head.
    """

    dimensions: tuple[Coordinate, ...]
    columns: tuple[Column, ...]
    notes: Mapping[str, str] = field(default_factory=dict)
    reasons: tuple[tuple[str, ...], Any] | None = None
    beside: tuple[Coordinate, ...] = ()

    @property
    def exit_code(self) -> int:
        """The exit code of the command line: 0 if any point is solved, else that of the worst."""
        codes = []
        for k, status in enumerate(STATUSES):
            if any((column.status == k).any() for column in self.columns):
                codes.append(status.exit_code)
                if status == Status.SOLVED:
                    break
        return worst_code(codes)


def worst_code(codes: Collection[int]) -> int:
    """The exit code of a whole from those of its parts: 0 if any part has it, else the highest; 1
    for no part.
    """
    return 0 if 0 in codes else max(codes, default=1)
