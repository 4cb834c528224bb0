"""Explanation of an optimum: the equalities at its point, and the answers that fix it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from derive.analysis.optimisation.candidates import along_equality, answer_to
from derive.analysis.optimisation.equalities import EqualityKind, at_ends, boundaries
from derive.analysis.optimisation.line import Best
from derive.analysis.optimisation.objective_function import ObjectiveFunction, Place
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.optimum import Binding


def stationary_formula(best: Best) -> Any | None:
    """The closed form whose slope is zero at the optimum, the binding limits put into it."""
    route = best.candidate.route if best.candidate is not None else ()
    formulas = (e.formula for e, _ in route if e.kind == EqualityKind.STATIONARY)
    return next(formulas, None)


def reasons(
    function: ObjectiveFunction, best: Best, binding: tuple[Binding, ...]
) -> tuple[str, ...]:
    """The equalities at the optimum, those that it was found from first; limits without cost are
    left out.
    """
    if best.at is None:
        return ()
    route = best.candidate.route if best.candidate is not None else ()
    limits = _binding_limits(function, best.at)
    costless = set(limits) - {f"{limit.name} binds" for limit in binding}
    found = [text for text in (*(e.text for e, _ in route), *limits) if text not in costless]
    return tuple(
        dict.fromkeys([*found, *_range_ends(function, best.at), *_boundaries(function, best.at)])
    )


def _binding_limits(function: ObjectiveFunction, at: Place) -> list[str]:
    return [
        f"{limit.name} binds"
        for limit, sides in zip(function.limits, function.sample(at).sides, strict=True)
        if sides and math.isclose(*sides, rel_tol=1e-9)
    ]


def _range_ends(function: ObjectiveFunction, at: Place) -> Iterator[str]:
    for choice, value in zip(function.choices, at, strict=True):
        for equality in at_ends(choice):
            end = equality.known
            if end is not None and math.isclose(value, end.value, rel_tol=1e-9):
                yield equality.text


def _boundaries(function: ObjectiveFunction, at: Place) -> Iterator[str]:
    return (
        equality.text
        for equality in boundaries(function, [at])
        if equality.kind == EqualityKind.BOUNDARY
        and equality.relation is not None
        and _met(function, equality.relation, at)
    )


def _met(function: ObjectiveFunction, relation: Relation, at: Place) -> bool:
    left, right = function.evaluate(relation.left, at), function.evaluate(relation.right, at)
    return left is not None and right is not None and math.isclose(left, right, rel_tol=1e-9)


def routes(function: ObjectiveFunction, best: Best) -> tuple[Answer, ...]:
    """The answers to the equalities that fix the optimum, the last variable first."""
    if best.candidate is None or best.numeric:
        return ()
    lines = []
    here: ObjectiveFunction | None = function
    for equality, var in best.candidate.route:
        if here is None:
            return ()
        lines.append((here, equality, var))
        if len(here.choices) > 1:
            here = along_equality(here, equality, var)
    if here is None:
        return ()
    answers: list[Answer] = []
    found: dict[Var, float] = {}
    for below, equality, var in reversed(lines):
        stated = equality.known is not None and equality.known.var == var
        if not stated and (equality.relation is not None or equality.known is not None):
            answers.append(answer_to(below.with_known(found), equality, var))
        found[var] = best.candidate.values[var]
    return tuple(answers)
