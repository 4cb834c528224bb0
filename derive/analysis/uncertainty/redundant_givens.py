"""Redundant givens: they would have to match uncertain ones, which cannot be drawn freely then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from derive.analysis.uncertainty.exact import Uncertainties
from derive.display import enumeration
from derive.equations.var import Var
from derive.errors import GivenError
from derive.results.answer import Answer
from derive.results.known import Known
from derive.results.status import Status
from derive.solving.closed_relations import closed_relations
from derive.solving.consistency import knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.interval_ends import EndSearch
from derive.solving.query import Query
from derive.solving.refuted_ideals import rests_on_ideal


def redundant_givens(query: Query, uncertain: Uncertainties) -> tuple[Var, ...]:
    """The givens that the answer does not need and that uncertain ones would have to match.

    Raises GivenError where the givens that it needs depend on each other: then they cannot be drawn
    one by one.
    """
    tied, limits = tied_givens(query, uncertain)
    if tied and not query.unused:
        i, support = tied[0]
        names = sorted(
            (var for var in support if query.in_force[var].stated),
            key=lambda var: (var.rank, var.name),
        )
        first = next(var for var in names if var in uncertain)
        problem = (
            f"{query.system.relations[i].name} ties it to"
            f" {', '.join(var.name for var in names if var != first)}, so it cannot be drawn by"
            " itself"
        )
        raise GivenError(first.name, problem, "Leave one of them out.")
    needed = frozenset[Var]().union(*limits).difference(*(s for _, s in tied))
    return tuple(v for v in query.unused if v not in needed) if tied else ()


def tied_givens(
    query: Query, uncertain: Uncertainties
) -> tuple[list[tuple[int, frozenset[Var]]], list[frozenset[Var]]]:
    """The relations that tie uncertain givens to others, with what they rest on, and what those of
    limits at an ideal rest on.
    """
    behind = [(i, one.rests_on(i), one) for i, one in closed_relations(query)]
    limits = [s for _, s, one in behind if any(rests_on_ideal(one, v) for v in s)]
    return [(i, s) for i, s, _ in behind if s & set(uncertain) and s not in limits], limits


def with_redundant(found: Answer, whole: Answer, redundant: tuple[Var, ...]) -> Answer:
    """The answer without the redundant givens, judged by the answer with them."""
    return replace(
        found,
        compared=whole.compared,
        solution=replace(found.solution, constraints=whole.constraints),
        unused=whole.unused,
        warnings=(*whole.warnings, overlap_text(redundant)),
    )


def overlap_text(redundant: Sequence[Var]) -> str:
    """The remark on redundant givens that are left out."""
    verb = "overlap" if len(redundant) > 1 else "overlaps"
    return (
        f"the givens say more than is needed: {enumeration([v.name for v in redundant])} {verb}"
        " with what follows from the others, and the answer is told without"
    )


def overlapping(
    system: EquationSystem, stated: Mapping[Var, Known], uncertain: Uncertainties, answer: Answer
) -> Var | None:
    """The given that overlaps with the others where the middles of intervals are in conflict and
    all givens agree at other values: that of the target, else an interval.
    """
    if answer.status != Status.CONTRADICTION:
        return None
    names = () if answer.conflict is None else answer.conflict.names
    own = next((v for v in uncertain if v.name in names), None)
    if own is None or not fits_somewhere(system, stated, answer.target):
        return None
    return answer.target if answer.target in stated else own


def fits_somewhere(system: EquationSystem, stated: Mapping[Var, Known], target: Var) -> bool:
    """Whether all variables can have values somewhere within the intervals."""
    state = knowledge(system, stated, free=frozenset((target,)))
    return bool(EndSearch(state, target).consistent(state))
