"""The search for the values of an answer: trials by interval propagation, and their work."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from derive.equations.var import Var
from derive.program.compiler import COMPARE
from derive.program.interval import Interval
from derive.program.nodes import inner
from derive.program.tolerances import MOST_WORK, POINT
from derive.solving.compilation import reader_of
from derive.solving.consistency import Knowledge


@dataclass
class SearchWork:
    """The revisions of equations that are left for the search for the values of an answer."""

    left: int = MOST_WORK

    @property
    def spent(self) -> bool:
        """Whether none is left: what is not refuted by then stays open."""
        return self.left <= 0

    def narrowed(self, state: Knowledge, var: Var, interval: Interval) -> Knowledge:
        """The knowledge if a variable, moreover, lies in an interval."""
        found = state.narrowed(var, interval)
        self.left -= found.found.revised
        return found


class ValueSearch:
    """Trials of the values of a variable, and of intervals of them."""

    def __init__(self, state: Knowledge, var: Var, work: SearchWork) -> None:
        self.state, self.var, self.work = state, var, work
        self._tried: dict[float, bool] = {}

    @cached_property
    def edges(self) -> tuple[float, ...]:
        """The values of the variable at which a case of a relation ends at a number, in order, as
        far as they follow from that.
        """
        state, nodes = self.state, reader_of(self.state.system).nodes
        found = set[float]()
        for k in inner(nodes, [side for e in state.equations for side in (e.left, e.right)]):
            if nodes[k][0] in COMPARE:
                sides = [nodes[part] for part in nodes[k][1:]]
                for (kind, slot, *_), (other, *number) in (sides, sides[::-1]):
                    if kind == "slot" and other == "number":
                        end = number[0] / number[1]
                        at = self.work.narrowed(state, state.system.variables[slot], (end, end))
                        low, high = at.interval(self.var)
                        if not at.contradictory and math.isclose(low, high, rel_tol=POINT):
                            found.add(low)
        return tuple(sorted(found))

    def narrowed(self, interval: Interval) -> Knowledge:
        """The knowledge if the variable lies in an interval."""
        return self.work.narrowed(self.state, self.var, interval)

    def admits(self, value: float) -> bool:
        """Whether propagation leaves a value standing, or no work is left to try it."""
        if value not in self._tried:
            if self.work.spent:
                return True
            self._tried[value] = not self.narrowed((value, value)).contradictory
        return self._tried[value]
