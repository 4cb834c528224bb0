"""Directions of a relation: from a point that satisfies it, each variable is asked for and put
back.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from derive.authoring.points import Values, point_of, residual
from derive.equations.opaque import Applied
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.errors import DeriveError
from derive.results.answer import Answer
from derive.solving.usual_values import is_one
from derive.system import System

MOST_RESIDUAL = 1e-9
_CLOSE, _CANCELLED = 1e-7, 1e-3  # what is left of nearly equal numbers has fewer digits


def faulty_directions(relation: Relation) -> Iterator[tuple[str, str]]:
    """For each variable of a relation that does not come back: the problem, and the mend."""
    if relation.equation.has(Applied):
        yield from _formulas(relation)
        return
    point = point_of(relation)
    if point is None:
        yield (
            "no values within the ranges of its variables satisfy it",
            "Widen the ranges (within=), or state the relation so that its left side can be met.",
        )
        return
    for var in relation.variables:
        problem = "" if is_one(var) else given_back(relation, var, point)
        if problem:
            yield (
                f"asked for {var.name}, {problem}",
                f"Check the equation and the range of {var.name}, or state it by another form.",
            )


def given_back(relation: Relation, var: Var, point: Values) -> str:
    """The reason that a variable is not recovered from the others: its value is not among those
    found, or one of these does not satisfy the relation. Empty where it does.
    """
    known = {v: v.unit.quantity(x / v.unit.factor) for v, x in point.items() if v != var}
    try:
        answer = System([relation]).solve(var, known)
    except DeriveError as error:
        return f"the answer is an error: {error}"
    if answer.status != "solved":
        return f"the answer is {answer.status} where it is {point[var]:.6g}"
    if answer.interval is not None:
        low, high = answer.interval
        within = low * (1 - MOST_RESIDUAL) <= point[var] <= high * (1 + MOST_RESIDUAL)
        return "" if within else f"the answer {answer.text} leaves out {point[var]:.6g}"
    values = [outcome.value for outcome in answer.outcomes]
    if not any(math.isclose(value, point[var], rel_tol=_tolerance(answer)) for value in values):
        return f"the answer {answer.text} is not {point[var]:.6g}"
    apart = max(residual(relation, {**point, var: value}) for value in values)
    return "" if apart < MOST_RESIDUAL else f"the sides are {apart:.1e} apart once it is put back"


def _tolerance(answer: Answer) -> float:
    cancelled = any("numbers that agree to" in said for said in answer.warnings)
    return _CANCELLED if cancelled else _CLOSE


def _formulas(relation: Relation) -> Iterator[tuple[str, str]]:
    """A relation with an opaque function is solved in symbols for all that stands outside of it."""
    inside = {v for node in relation.equation.atoms(Applied) for v in node.free_symbols}
    for var in relation.variables:
        if var in inside:
            continue
        try:
            forms = System([relation]).formula(var, [v for v in relation.variables if v != var])
        except DeriveError as error:
            yield f"asked for {var.name}, the answer is an error: {error}", ""
        else:
            if not all(form.derivation.verified for form in forms):
                yield f"asked for {var.name}, a line of the derivation is not verified", ""
