"""Answers of plans that end without a value of the target."""

from __future__ import annotations

import math

from derive.display import enumeration
from derive.equations.var import Var
from derive.program.tolerances import CLOSE
from derive.results.answer import Answer, Underdetermined, Unreachable
from derive.results.bound import Bound
from derive.results.gap import AMONG_TRIED
from derive.solving.answer_parts import answer_as
from derive.solving.beyond_floats import beyond_floats
from derive.solving.bounds import beyond_range, find_bound
from derive.solving.comparison_tolerance import (
    BY_DIGITS,
    ends_within_digits,
    none_as_written,
    within_range_by_digits,
)
from derive.solving.lost_zeros import drops_out, lost_zero_text, lost_zeros
from derive.solving.propagate import MOST_CANDIDATES
from derive.solving.query import Query
from derive.units.display import format_value

CUT = f"no more than {MOST_CANDIDATES} solutions are followed on the way: there may be others"
AMONG_JUMPS = "a value on the way was found by a scan among jumps: there may be others"


def without_value(query: Query, warnings: tuple[str, ...]) -> Answer:
    """The answer without a value: unreachable if every branch was solved, else underdetermined."""
    failure, coupled = query.solutions.failure, query.solutions.unsolved
    assert failure is not None
    failed, found = failure.block, failure.result
    var = query.system.structure.variables[failed.block.solves]
    scanned = (failed.branches[k] for k, _ in found.rejected)
    if coupled or found.unsolved or any(branch.equation is not None for branch in scanned):
        return answer_as(Underdetermined, query, (*warnings, _not_found(query, var, coupled)))
    if query.solutions.loose:
        remark = CUT if query.solutions.cut else AMONG_JUMPS
        return answer_as(Underdetermined, query, (*warnings, remark))
    path = (*failure.before.path, *((failed.block, branch) for branch in failed.branches))
    lost = [lost_zero_text(*one) for one in lost_zeros(query.system, path)]
    lost += filter(None, [drops_out(query, failed.block), beyond_floats(query)])
    near = (r.value for r in found.outside if within_range_by_digits(query, var, r.value))
    lost += [beyond_range(var, value) + BY_DIGITS for value in near]
    if ends_within_digits(query):
        lost += _at_the_bound(query, find_bound(query))
        lost.append(none_as_written(query.target.name))
    if lost:  # nothing was followed from there
        return answer_as(Underdetermined, query, (*warnings, *lost))
    block = [query.system.relations[i] for i in failed.block.relations]
    validity = [f"{r.name} holds when {r.holds}" for r in block if r.holds]
    asked = [result.value for result in found.outside[:1]]
    bound, own = find_bound(query), asked[0] if asked and var == query.target else None
    told = (*validity, *(beyond_range(var, x) for x in asked), *_at_the_bound(query, bound))
    if bound is None and not asked:
        told = (*told, f"no value of {var.name} meets {enumeration([r.name for r in block])}")
    return answer_as(Unreachable, query, (*warnings, *told), bound=bound, asked=own)


def _not_found(query: Query, var: Var, coupled: Var | None) -> str:
    """The remark on a variable of which no value was found, a coupled one or that of the block that
    failed: of this with what its relations give at the values that were tried.
    """
    if coupled in (None, var) and math.isfinite(query.rtol):  # else it is one point of many
        bound = find_bound(query)
        if bound is not None:
            end = f"{bound.var.name} is {bound.kind} {bound.text}, {bound.where}"
            return f"no value of {var.name}{AMONG_TRIED}{end}"
    return f"{(coupled or var).name} could not be isolated: its equations stay coupled"


def _at_the_bound(query: Query, bound: Bound | None) -> tuple[str, ...]:
    """The remark on a given that misses the bound by less than its last digit."""
    known = None if bound is None else query.in_force.get(bound.var)
    if bound is None or known is None or known.uncertain is not None:
        return ()
    if not math.isclose(bound.value, known.value, rel_tol=known.tolerance + CLOSE):
        return ()
    exact = format_value(bound.value, bound.var.unit, 8)
    told = f"{bound.var.name} = {known.written} is that bound to the last digit written"
    return (f"{told}; the bound itself is {exact}",)
