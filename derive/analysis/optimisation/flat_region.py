"""Flat region: the points that are equally good as the best one, over several free variables."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

from derive.analysis.optimisation.approached import JUMP
from derive.analysis.optimisation.line import Best, best_on_line, same
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place, Sample
from derive.equations.var import Var

Spans = dict[Var, tuple[float, float]]


def with_flat_region(function: ObjectiveFunction, best: Best, exact: list[Sample]) -> Best:
    """The same point with the flat region along each variable, or a better value beyond it."""
    assert best.at is not None and best.value is not None
    spans: Spans = {}
    for var in function.variables:
        held = {v: x for v, x in function.values(best.at).items() if v != var}
        line = best_on_line(function.with_known(held))
        if (
            line.value is not None
            and line.at is None
            and function.sign * (line.value - best.value) < -JUMP * abs(best.value)
        ):
            return replace(line, samples=best.samples)
        if var in line.spans and same(line.value, best.value):
            spans[var] = line.spans[var]
    equals = _equals(best, exact)
    joined = [at for at in equals if _joined(function, best, at)]
    return replace(
        best,
        spans=_widened(function, best.at, spans, joined),
        equals=tuple(at for at in equals if at not in joined),
    )


def _equals(best: Best, exact: list[Sample]) -> list[Place]:
    """Equally good points apart from the best one, each once."""
    assert best.at is not None and best.value is not None
    points = sorted(
        sample.at
        for sample in exact
        if same(sample.value, best.value) and not _alike(sample.at, best.at)
    )
    return [at for k, at in enumerate(points) if not any(_alike(at, p) for p in points[:k])]


def _widened(function: ObjectiveFunction, at: Place, spans: Spans, joined: list[Place]) -> Spans:
    """The intervals of equally good values, widened to the points of the same flat region."""
    widened = dict(spans)
    for k, var in enumerate(function.variables):
        reached = [*spans.get(var, ()), at[k], *(other[k] for other in joined)]
        if not math.isclose(min(reached), max(reached), rel_tol=JUMP):
            widened[var] = (min(reached), max(reached))
    return widened


def _joined(function: ObjectiveFunction, best: Best, other: Place) -> bool:
    """Whether the points between two equally good ones are as good: one flat region."""
    assert best.at is not None
    for share in (0.25, 0.5, 0.75):
        between = tuple(
            a * (b / a) ** share if a > 0 and b > 0 else a + share * (b - a)
            for a, b in zip(best.at, other, strict=True)
        )
        sample = function.sample(between)
        if not sample.feasible or not same(sample.value, best.value or 0.0):
            return False
    return True


def _alike(a: Place, b: Place) -> bool:
    return all(math.isclose(x, y, rel_tol=JUMP) for x, y in zip(a, b, strict=True))


def flat_directions(function: ObjectiveFunction, best: Best) -> tuple[str, ...]:
    """Joint changes of several variables, each by a factor or its inverse, that keep the value."""
    if best.at is None or best.value is None or len(best.at) == 1:
        return ()
    found: list[str] = []
    for ways in product((1, 0, -1), repeat=len(best.at)):
        moving = [k for k, way in enumerate(ways) if way]
        if len(moving) < 2 or ways[moving[0]] < 0:
            continue
        samples = [
            function.sample(tuple(x * step**way for x, way in zip(best.at, ways, strict=True)))
            for step in (1.25, 0.8)
        ]
        if any(sample.feasible and same(sample.value, best.value) for sample in samples):
            changes = [
                f"{function.variables[k].name} {'grows' if ways[k] > 0 else 'falls'}"
                for k in moving
            ]
            found.append(f"the same value is had where {' and '.join(changes)} by one factor")
    return tuple(found)
