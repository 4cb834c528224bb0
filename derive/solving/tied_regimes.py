"""Regimes that the digits of the givens leave open: sides of a kink that differ by no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import sympy

from derive.algebra.regimes import Guard
from derive.equations.expression import regime_nodes
from derive.equations.var import Var
from derive.program.residual import log_residual
from derive.program.tolerances import CLOSE
from derive.solving.comparison_tolerance import propagated_tolerance
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query

_NEARLY_TIED = 0.05  # the largest relative difference that digits may leave open
_Gap = Callable[[Query], float | None]  # the log residual of two sides; None where one is unknown


def regime_by_digits(query: Query, relations: Iterable[int] = ()) -> bool:
    """Whether the digits of the inputs leave open which regime holds on the way to the one
    candidate solution, or to where it ends, or in some closed `relations`: the sides of a guard, or
    the first two arguments of an extremum, differ by no more than they allow.
    """
    return any(_is_open(query, gap_of) for gap_of in _gaps(query, relations))


def _gaps(query: Query, relations: Iterable[int]) -> Iterator[_Gap]:
    way = _way(query)
    for _, branch in way.path if way is not None else ():
        yield from (partial(_of_guard, guard) for guard in branch.guards)
    for i in relations:
        for node in regime_nodes(query.system.relations[i].equation):
            if isinstance(node, (sympy.Max, sympy.Min)):
                yield partial(_of_extremum, i, node)


def _way(query: Query) -> CandidateSolution | None:
    found = query.solutions
    return found.candidates[0] if len(found.candidates) == 1 else found.before


def _is_open(query: Query, gap_of: _Gap) -> bool:
    """Whether the digits leave open which of two sides is the larger."""
    gap = gap_of(query)
    if gap is None or abs(gap) > _NEARLY_TIED:
        return False

    def gap_with(var: Var, moved: float) -> float:
        return gap_of(query.beside(var, moved)) or 0.0

    behind = [v for v, known in query.in_force.items() if known.tolerance]
    return abs(gap) <= CLOSE + propagated_tolerance(query, behind, gap, gap_with)


def _of_guard(guard: Guard, query: Query) -> float | None:
    """The gap of the sides of a guard of a branch on the way."""
    way = _way(query)
    if way is None:
        return None
    try:
        sides = [query.value_of(side, way.values) for side in (guard.larger, guard.smaller)]
    except (ArithmeticError, ValueError, TypeError):
        return None
    return log_residual(*sides)


def _of_extremum(i: int, node: Any, query: Query) -> float | None:
    """The gap of the first two arguments of an extremum of a closed relation."""
    way = _way(query)
    found = None if way is None else values_of(query, way, i, node.args)
    if found is None or len(found) < 2:
        return None
    first, second, *_ = sorted(found, reverse=isinstance(node, sympy.Max))
    return log_residual(first, second)


def values_of(
    query: Query, candidate: CandidateSolution, i: int, expressions: Sequence[Any]
) -> list[float] | None:
    """The values of expressions of a closed relation's variables, cancelling ones at one; None
    outside their domain.
    """
    relation, slots = query.system.relations[i], query.system.slots
    values = query.filled(
        candidate, [v for v in relation.variables if slots[v] in query.closure.known]
    )
    if values is None:
        return None
    for var in relation.variables:
        values[slots[var]] = 1.0 if values[slots[var]] is None else values[slots[var]]  # it cancels
    try:
        return [query.value_of(expression, values) for expression in expressions]
    except (ArithmeticError, ValueError, TypeError):
        return None
