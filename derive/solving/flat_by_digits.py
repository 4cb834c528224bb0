"""Regimes that do not depend on their unknown, and that the digits of the givens leave open beside
the values of another regime.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain

from derive.display import enumeration
from derive.equations.var import Var
from derive.program.data import BranchKind, Pair
from derive.program.folding import jumps
from derive.program.reader import NO_VALUE
from derive.program.residual import log_residual
from derive.program.spans import Span, spans_of
from derive.program.tolerances import BAND, CLOSE
from derive.results.known import Origin
from derive.results.solution import ValueInterval
from derive.solving.comparison_tolerance import behind_sides, propagated_tolerance
from derive.solving.compilation import compiled_plan, reader_of
from derive.solving.query import Query
from derive.units.display import format_value


def open_by_rounding(query: Query) -> Iterator[str]:
    """The remarks on intervals of the target, or of what it rests on, that other digits of the
    givens beyond those written would leave open; none beside uncertain givens, which have none.
    """
    reader, have = reader_of(query.system), set(query.plan.known) | set(query.plan.assumed)
    if any(known.uncertain is not None for known in query.in_force.values()):
        return
    for compiled in compiled_plan(query.system, query.plan):
        slot = compiled.block.solves
        for branch in compiled.data.branches:
            if branch.kind is BranchKind.INDETERMINATE and branch.side_conditions:
                given = _given_behind(query, branch.side_conditions)
                if all(_is_open(query, given, pair) for pair in branch.side_conditions):
                    found = query.solutions.candidates[0].values
                    values = [x if k in have else None for k, x in enumerate(found)]
                    for span in spans_of(reader, branch, slot, values) or ():
                        if not math.isclose(*span, rel_tol=BAND):
                            yield _remark(query, given, query.system.variables[slot], span)
        have.add(slot)


def _given_behind(query: Query, pairs: Sequence[Pair]) -> list[Var]:
    """The givens with digits that conditions rest on."""
    known, behind = query.in_force, behind_sides(query, chain.from_iterable(pairs))
    return [v for v in behind if known[v].origin == Origin.GIVEN and known[v].tolerance]


def _is_open(query: Query, given: Sequence[Var], pair: Pair) -> bool:
    """Whether two sides, without a jump, differ by no more than the digits of the givens allow."""
    reader = reader_of(query.system)
    if any(jumps(reader.nodes, side) for side in pair):
        return False

    def gap_of(other: Query) -> float | None:
        found = other.solutions
        way = found.candidates[0] if found.candidates else found.before
        try:
            sides = [] if way is None else [reader.value(side, way.values) for side in pair]
        except NO_VALUE:
            return None
        return log_residual(*sides) if sides and None not in sides else None

    gap = gap_of(query)
    if gap is None or abs(gap) <= CLOSE:
        return False
    change = propagated_tolerance(query, given, gap, lambda v, x: gap_of(query.beside(v, x)))
    return abs(gap) <= change


def _remark(query: Query, given: Sequence[Var], var: Var, span: Span) -> str:
    low, high = span
    ends = (
        f"from {format_value(low, var.unit)} up"
        if math.isinf(high)
        else f"from {ValueInterval(low, high).text(var.unit)}"
    )
    names = enumeration([v.name for v in given])
    text = f"{var.name} may be any value {ends} within the rounding of the digits of {names}"
    return text if var == query.target else f"{text}: {query.target.name} rests on it"
