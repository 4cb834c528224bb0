"""Constraints along a set of values beside intervals: from where on they fail."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, pairwise

from derive.analysis.uncertainty.kinds import all_intervals
from derive.equations.constraint import Constraint
from derive.equations.lowering import compile_expression
from derive.equations.var import Var
from derive.program.arithmetic import FLOATS
from derive.program.interval import Interval
from derive.program.tolerances import CLOSE, SHARP
from derive.results.answer import Answer, Infeasible, Solved
from derive.results.known import Known, Origin
from derive.results.solution import ConstraintCheck, ValueInterval
from derive.results.status import Status
from derive.solving.answer_parts import holds, settled_kind
from derive.solving.consistency import Knowledge, knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.interval_limits import tried_in
from derive.units.display import format_value

THROUGHOUT = "throughout"
_HALVINGS = 40
_MOST_OPEN = 4  # variables of a constraint whose intervals are tried by their corners
Stated = Mapping[Var, Known]
Point = Mapping[Var, float]


def with_limits_of_set(system: EquationSystem, stated: Stated, answer: Answer) -> Answer:
    """An answer of intervals with the constraints on it that fail in a part of them, whatever the
    values of the intervals that are given; it is infeasible where one fails at all of them. Where
    points within those have told that one fails, in which parts of them it does.
    """
    rest = {var: item for var, item in stated.items() if var != answer.target}
    uncertain = all_intervals(rest, answer.target)
    if not isinstance(answer, Solved | Infeasible) or not (uncertain and answer.intervals):
        return answer
    limits = _limits(system, answer)
    if not limits:
        return answer
    assumed = frozenset(known.var for known in answer.known if known.origin == Origin.DEFAULT)
    state = knowledge(system, rest, width=SHARP, free=frozenset((answer.target,)), held=assumed)
    if state.contradictory:
        return answer
    statuses = answer.spread.statuses if answer.spread else ()
    if any(share.name == Status.INFEASIBLE for share in statuses):
        given = {var: (ValueInterval(item.low, item.high),) for var, item in uncertain.items()}
        own = {answer.target: answer.intervals}
        told = (
            _LimitAlong(state, var, limit).remarks(spans)
            for limit in limits
            for var, spans in (own if answer.target in limit.variables else given).items()
        )
        return replace(answer, warnings=tuple(dict.fromkeys((*answer.warnings, *chain(*told)))))
    for limit in limits:
        answer = _LimitAlong(state, answer.target, limit).judged(answer)
    kind = settled_kind(holds(answer.constraints))
    return kind(**answer.common)


def _limits(system: EquationSystem, answer: Answer) -> list[Constraint]:
    """The constraints that concern an answer, but for those of which it tells where they fail."""
    names = {*(check.name for check in answer.constraints), *answer.not_judged}
    names -= {n for n in names for text in answer.warnings if f"constraint {n} fails" in text}
    concerned = {check.name for check in answer.constraints if check.concerns}
    return [
        limit
        for limit in system.constraints
        if limit.name in names and (limit.name in concerned or answer.target in limit.variables)
    ]


class _LimitAlong:
    """A constraint along the values of a variable, the others anywhere that these leave."""

    def __init__(self, state: Knowledge, var: Var, limit: Constraint) -> None:
        self.state, self.var, self.limit = state, var, limit
        slots = {var: k for k, var in enumerate(limit.variables)}
        sides = (limit.inequality.lts, limit.inequality.gts)
        self.less, self.more = (compile_expression(side, slots, FLOATS) for side in sides)
        self.fails = cache(self._fails)

    def judged(self, answer: Answer) -> Answer:
        """The answer with what the constraint says of its intervals."""
        told = self._told(answer.intervals)
        if told is None:
            return answer
        (may, fails), name = told, self.limit.name
        throughout = fails == [THROUGHOUT] * len(answer.intervals)
        checks = [c for c in answer.constraints if c.name != name or (c.satisfied and not may)]
        if throughout:
            checks.append(ConstraintCheck(name, self.limit.inequality, satisfied=False, by=""))
        solution = replace(
            answer.solution,
            constraints=tuple(checks),
            not_judged=tuple(n for n in answer.not_judged if n != name),
        )
        remarks = () if throughout else self._remarks(may, fails)
        return replace(answer, solution=solution, warnings=(*answer.warnings, *remarks))

    def remarks(self, spans: Sequence[ValueInterval]) -> list[str]:
        """Remarks on where the constraint fails within some intervals, but not on everywhere."""
        told = self._told(spans) or ([], [])
        may, fails = ([where for where in those if where != THROUGHOUT] for those in told)
        return self._remarks(may, fails)

    def _remarks(self, may: Sequence[str], fails: Sequence[str]) -> list[str]:
        start = f"the constraint {self.limit.name}"
        hedged = [f"{start} may fail {where}" for where in may if where not in fails]
        return hedged + [f"{start} fails {where}" for where in fails]

    def _told(self, spans: Sequence[ValueInterval]) -> tuple[list[str], list[str]] | None:
        """The parts of intervals in which the constraint may fail, and those in which it does; None
        where neither can be told.
        """
        tried = [list(tried_in(span)) for span in spans]
        if not all(self.fails(x) for values in tried for x in values):
            return None
        may, fails = (
            [where for values in tried for where in self._ranges(values, how)] for how in (any, all)
        )
        return may, fails

    def _fails(self, value: float) -> tuple[bool, ...]:
        """Whether the constraint fails at a value of the variable and each combination of ends of
        the others, each within what the ones before leave; it does not where there is no such
        value. Nothing where it cannot be told.
        """
        at = self.state.narrowed(self.var, (value, value))
        if at.contradictory:
            return (False,)
        return tuple(map(self._fails_at, self._points(at, {self.var: value}, _MOST_OPEN) or ()))

    def _fails_at(self, point: Point) -> bool:
        values = [point[var] for var in self.limit.variables]
        return bool(self.less(values) > self.more(values) * (1.0 + CLOSE))

    def _points(self, at: Knowledge, point: Point, most: int) -> list[Point] | None:
        """The points of the variables of the constraint beyond those of one point; None where more
        than so many are open, or one has no end.
        """
        if at.contradictory:
            return []
        spans = {v: self._span(at, v) for v in self.limit.variables if v not in point}
        told = {
            v: low for v, (low, high) in spans.items() if math.isclose(low, high, rel_tol=CLOSE)
        }
        point = {**point, **told}
        var = next((v for v in spans if v not in told), None)
        if var is None:
            return [point]
        if most == 0 or not all(math.isfinite(high) for _, high in spans.values()):
            return None
        found = list[Point]()
        for end in spans[var]:
            within = at.narrowed(var, (end, end)) if var in at.system.slots else at
            more = self._points(within, {**point, var: end}, most - 1)
            if more is None:
                return None
            found += more
        return found

    def _span(self, at: Knowledge, var: Var) -> Interval:
        return at.interval(var) if var in at.system.slots else var.bounds[:2]

    def _ranges(
        self, values: Sequence[float], how: Callable[[Sequence[bool]], bool]
    ) -> Iterator[str]:
        """The parts of an interval in which the constraint fails, told by where they end."""
        tried = [(x, how(self.fails(x))) for x in values]
        if all(failing for _, failing in tried):
            yield THROUGHOUT
            return
        name, start = self.var.name, ""
        for (before, one), (after, other) in pairwise(tried):
            if one == other:
                continue
            outside, inside = (before, after) if other else (after, before)
            for _ in range(_HALVINGS):
                middle = 0.5 * (inside + outside)
                within = how(self.fails(middle))
                inside, outside = (middle, outside) if within else (inside, middle)
            end = format_value(inside, self.var.unit)
            if not other:
                yield f"between {name} = {start} and {end}" if start else f"up to {name} = {end}"
            start = end if other else ""
        if start:
            yield f"from {name} = {start} on"
