"""Parts common to the answers of all statuses: known values, relations, judged values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from derive.algebra.closed_form import closed_form
from derive.results.answer import Answer, Infeasible, Solved
from derive.results.solution import AnswerValue, ConstraintCheck, Solution
from derive.solving.ideal_values import ideal_pulls
from derive.solving.neglected_terms import neglected_terms
from derive.solving.path import SolutionPath
from derive.solving.propagate import CandidateSolution, regime_text
from derive.solving.query import Query
from derive.solving.response import Response
from derive.solving.whole_numbers import with_whole, within_bound

A = TypeVar("A", bound=Answer)
LONGEST_FORMULA = 30  # relations composed into one closed form


def answer_as(kind: type[A], query: Query, warnings: Iterable[str] = (), **parts: Any) -> A:
    """An answer to a query with its known values and relations; `parts` are its other fields."""
    touched = {v for relation in query.used for v in relation.variables}
    in_force = sorted(query.in_force.values(), key=lambda known: (known.var.rank, known.var.name))
    return kind(
        target=query.target,
        known=tuple(k for k in in_force if (k.var in touched if touched else k.stated)),
        unused=tuple(v.name for v in query.unused) if touched else (),
        relations=query.used,
        warnings=tuple(warnings),
        **parts,
    )


def settled_kind(feasible: bool) -> type[Solved | Infeasible]:
    """The class of an answer with a value: Infeasible if a constraint fails."""
    return Solved if feasible else Infeasible


def holds(checks: tuple[ConstraintCheck, ...]) -> bool:
    """Whether all constraints that concern the answer are satisfied."""
    return all(check.satisfied or not check.concerns for check in checks)


def value_of(query: Query, candidate: CandidateSolution) -> AnswerValue:
    """The target's value in a candidate solution, with its regime and conditions."""
    value = AnswerValue(
        candidate.values[query.system.slots[query.target]],
        regime_text(query.system, candidate),
        " and ".join(candidate.conditions),
    )
    return with_whole(query, value)


def solution_of(
    query: Query,
    candidates: Sequence[CandidateSolution],
    values: tuple[AnswerValue, ...],
    constraints: tuple[ConstraintCheck, ...],
    not_judged: tuple[str, ...],
) -> Solution:
    """The solution of candidates with these values and checks; regime and path of the first."""
    candidate = candidates[0]
    responses = [Response(query, each) for each in candidates]
    found = Solution(
        values,
        formula=_closed_form(query, candidate),
        regime=regime_text(query.system, candidate),
        constraints=constraints,
        not_judged=not_judged,
        neglected=neglected_terms(query, candidate, responses),
        ideals=ideal_pulls(query, responses),
        path=SolutionPath(query, candidate),
    )
    return within_bound(query, found)


def _closed_form(query: Query, candidate: CandidateSolution) -> Any:
    """The target as one formula of known variables; None for a long or numerical path."""
    steps = tuple((branch.unknown, branch.formula) for _, branch in candidate.path)
    if len(steps) > LONGEST_FORMULA or any(formula is None for _, formula in steps):
        return None
    key = query.target, steps
    return query.system.compiled.once("closed form", key, lambda: closed_form(query.target, steps))
