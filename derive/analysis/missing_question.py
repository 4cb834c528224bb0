"""The question what else would settle a target, and what is settled already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.analysis.solve import ask
from derive.equations.var import Var
from derive.results.gap import IdentifiableCombination
from derive.results.missing import (
    Missing,
)
from derive.results.status import Status
from derive.solving.equation_system import EquationSystem
from derive.solving.givens import read_givens
from derive.solving.identifiable import MOST_FIXED, identifiable, identifiable_otherwise
from derive.solving.missing import checked, deciding, missing
from derive.solving.query_preparation import query_or_none


def find_missing(
    system: EquationSystem, target: Var, given: Mapping[Any, Any], rtol: float = 0.0
) -> Missing:
    """What else would settle `target`, and what the givens fix already. Raises what `solve`
    raises.
    """
    answer = ask(system, target, given, rtol)
    stated, _ = read_givens(given, system.vocabulary)
    told = stated.pop(target, None) is not None
    query = query_or_none(system, target, stated, rtol)
    if answer.status == Status.UNDERDETERMINED and query is not None and query.plan.determined:
        return Missing(
            target, answer, False, tuple(deciding(query, names) for names in answer.missing)
        )
    if query is None or query.plan.determined or told:
        return Missing(target, answer, True)
    found, cut_off = missing(query)
    settling = [one for one in (checked(query, one) for one in found) if one is not None]
    sets = tuple(sorted(settling, key=lambda one: one.rank))
    fixed: list[IdentifiableCombination] = [
        found for _, found in zip(range(MOST_FIXED), identifiable(query, sets), strict=False)
    ]
    return Missing(
        target,
        answer,
        False,
        sets,
        tuple(fixed or identifiable_otherwise(system, target, stated)),
        cut_off,
    )
