"""Constraints on a target along a set of its values beside intervals: from where on they fail."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise, product

from derive.analysis.uncertainty.kinds import all_intervals
from derive.equations.constraint import Constraint
from derive.equations.lowering import compile_expression
from derive.equations.var import Var
from derive.program.arithmetic import FLOATS
from derive.program.interval import Interval
from derive.program.tolerances import CLOSE, SHARP
from derive.results.answer import Answer, Infeasible, Solved
from derive.results.known import Known
from derive.results.solution import ConstraintCheck
from derive.results.status import Status
from derive.solving.answer_parts import settled_kind
from derive.solving.consistency import Knowledge, knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.interval_limits import tried_in
from derive.units.display import format_value

THROUGHOUT = "throughout"
_HALVINGS = 40
_MOST_OPEN = 4  # variables of a constraint whose intervals are tried by their corners
Stated = Mapping[Var, Known]


def with_limits_of_set(system: EquationSystem, stated: Stated, answer: Answer) -> Answer:
    """An answer of intervals with the constraints on its target that fail in a part of them,
    whatever the values of the intervals that are given; it is infeasible where one fails at all of
    them. Unchanged where points within the intervals have told it.
    """
    statuses = answer.spread.statuses if answer.spread else ()
    told = any(share.name == Status.INFEASIBLE for share in statuses)
    uncertain = all_intervals(stated, answer.target)
    if told or not isinstance(answer, Solved | Infeasible) or not (uncertain and answer.intervals):
        return answer
    names = {*(check.name for check in answer.constraints), *answer.not_judged}
    names -= {n for n in names for text in answer.warnings if f"constraint {n} fails" in text}
    limits = [c for c in system.constraints if c.name in names and answer.target in c.variables]
    if not limits:
        return answer
    rest = {var: item for var, item in stated.items() if var != answer.target}
    state = knowledge(system, rest, width=SHARP, free=frozenset((answer.target,)))
    if state.contradictory:
        return answer
    for limit in limits:
        answer = _LimitAlong(state, answer.target, limit).judged(answer)
    kind = settled_kind(all(check.satisfied for check in answer.constraints))
    return kind(**answer.common)


class _LimitAlong:
    """A constraint along the values of a target, the other variables anywhere that these leave."""

    def __init__(self, state: Knowledge, target: Var, limit: Constraint) -> None:
        self.state, self.target, self.limit = state, target, limit
        slots = {var: k for k, var in enumerate(limit.variables)}
        sides = (limit.inequality.lts, limit.inequality.gts)
        self.less, self.more = (compile_expression(side, slots, FLOATS) for side in sides)
        self.fails = cache(self._fails)

    def judged(self, answer: Answer) -> Answer:
        """The answer with what the constraint says of its intervals."""
        spans, name = [list(tried_in(span)) for span in answer.intervals], self.limit.name
        may, fails = (
            [where for values in spans for where in self._ranges(values, how)] for how in (any, all)
        )
        remarks = [f"the constraint {name} may fail {w}" for w in may if w not in fails]
        remarks += [f"the constraint {name} fails {where}" for where in fails]
        holds = [c for c in answer.constraints if c.name == name and c.satisfied and not remarks]
        checks = [c for c in answer.constraints if c.name != name or c in holds]
        if fails == [THROUGHOUT] * len(spans):
            remarks = []
            checks.append(ConstraintCheck(name, self.limit.inequality, satisfied=False, by=""))
        solution = replace(
            answer.solution,
            constraints=tuple(checks),
            not_judged=tuple(n for n in answer.not_judged if n != name),
        )
        return replace(answer, solution=solution, warnings=(*answer.warnings, *remarks))

    def _fails(self, value: float) -> tuple[bool, ...]:
        """Whether the constraint fails at a value of the target and each of the ends that are left
        of the others; it does not where there is no such value, nor where one has no end.
        """
        at = self.state.narrowed(self.target, (value, value))
        if at.contradictory:
            return (False,)
        spans = [self._span(at, var, value) for var in self.limit.variables]
        wide = sum(low != high for low, high in spans)
        if wide > _MOST_OPEN or not all(math.isfinite(high) for _, high in spans):
            return (False,)
        points = map(list, product(*map(dict.fromkeys, spans)))
        return tuple(self.less(p) > self.more(p) * (1.0 + CLOSE) for p in points)

    def _span(self, at: Knowledge, var: Var, value: float) -> Interval:
        if var == self.target:
            return value, value
        return at.interval(var) if var in at.system.slots else var.bounds[:2]

    def _ranges(
        self, values: Sequence[float], how: Callable[[Iterable[bool]], bool]
    ) -> Iterator[str]:
        """The parts of an interval in which the constraint fails, told by where they end."""
        tried = [(x, how(self.fails(x))) for x in values]
        if all(failing for _, failing in tried):
            yield THROUGHOUT
        for (before, one), (after, other) in pairwise(tried):
            if one == other:
                continue
            outside, inside = (before, after) if other else (after, before)
            for _ in range(_HALVINGS):
                middle = 0.5 * (inside + outside)
                within = how(self.fails(middle))
                inside, outside = (middle, outside) if within else (inside, middle)
            end = f"{self.target.name} = {format_value(inside, self.target.unit)}"
            yield f"from {end} on" if other else f"up to {end}"
