"""The question of a target beside uncertain givens: its answers at points."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from derive.analysis.uncertainty.exact import Uncertainties
from derive.equations.var import Var
from derive.program.interval import Interval
from derive.program.tolerances import EXACT_INPUT
from derive.results.known import Known, Origin
from derive.solving.answer import answer_at
from derive.solving.consistency import knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.query import Query
from derive.solving.refuted_ideals import limited_by_ideals


@dataclass(frozen=True)
class UncertainQuestion:
    """A target, the stated and the uncertain values behind it, the number of draws, their seed."""

    system: EquationSystem
    target: Var
    stated: Mapping[Var, Known]
    uncertain: Uncertainties
    draws: int
    seed: int

    @property
    def rest(self) -> dict[Var, Known]:
        """The stated values of others than the target."""
        return {var: item for var, item in self.stated.items() if var != self.target}

    def batch(self, query: Query, each: bool = False) -> Any:
        """The answers at many points, without clashes of redundant givens: by the way of a query,
        or at `each` point by its own.
        """
        from derive.analysis.sweep.question import BatchQuery

        asked = self.system, self.target, self.rest, tuple(self.uncertain), math.inf
        return BatchQuery(*asked, withheld=query.withheld, each=each)

    def several_ways(self, query: Query, constant: float | None) -> bool:
        """Whether ideal values yield at a corner, and lead to another value than a `constant`."""
        if not limited_by_ideals(query, set(self.uncertain)):
            return False
        from derive.analysis.uncertainty.sampling import same_at_corners

        sampled = self.uncertain, self.value_at, self.draws, self.seed
        return not same_at_corners(self.batch(query), *sampled, constant)

    def ends_within(self, query: Query, parts: Sequence[Interval]) -> Sequence[Interval]:
        """The ends of the answer looked for within each of some parts."""
        state = knowledge(self.system, self.rest, free=frozenset((self.target,)))
        ends: Sequence[Interval] = sampled_intervals().ends_within(
            self.batch(query), self.uncertain, parts, state, self.seed
        )
        return ends

    def value_at(self, point: Mapping[Var, float]) -> float | None:
        """The answer at one point of the uncertain givens."""
        known = {var: replace(item, uncertain=None) for var, item in self.rest.items()}
        known |= {v: Known(v, x, Origin.GIVEN, EXACT_INPUT) for v, x in point.items()}
        return answer_at(self.system, self.target, known, rtol=math.inf).number


def sampled_intervals() -> ModuleType:
    """The module of answers at many points, imported when it is needed, and numpy with it."""
    from derive.analysis.uncertainty import intervals

    return intervals
