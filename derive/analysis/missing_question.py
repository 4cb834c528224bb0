"""Missing question: the sets of variables that would determine a target."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from derive.analysis.solve import ask
from derive.equations.var import Var
from derive.results.missing import Missing
from derive.results.status import Status
from derive.solving.equation_system import EquationSystem
from derive.solving.givens import read_givens
from derive.solving.identifiable import MOST_FIXED, identifiable, identifiable_otherwise
from derive.solving.missing import deciding, missing
from derive.solving.query_preparation import query_or_none


def find_missing(
    system: EquationSystem, target: Var, given: Mapping[Any, Any], rtol: float = 0.0
) -> Missing:
    """The sets of variables that would determine `target`, and the combinations that the givens
    determine.

    Raises the errors of `solve`.
    """
    answer = ask(system, target, given, rtol)
    stated, _ = read_givens(given, system.vocabulary)
    given_target = stated.pop(target, None) is not None
    query = query_or_none(system, target, stated, rtol)
    if answer.status == Status.UNDERDETERMINED and query is not None and query.plan.determined:
        own = {v.name for v in system.variables}  # what decides may be an opaque function
        deciders = (names for names in answer.missing if own.issuperset(names))
        return Missing(target, answer, False, tuple(deciding(query, names) for names in deciders))
    if query is None or query.plan.determined or given_target:
        return Missing(target, answer, True)
    sets, cut_off = missing(query)
    combinations = tuple(islice(identifiable(query, sets), MOST_FIXED))
    combinations = combinations or tuple(identifiable_otherwise(system, target, stated))
    return Missing(target, answer, False, sets, combinations, cut_off)
