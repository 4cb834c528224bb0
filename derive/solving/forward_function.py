"""Forward function of a block: a known variable over the block's unknown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.solving.compilation import function_of
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query

Forward = Callable[[float], float | None]


def forward(query: Query, candidate: CandidateSolution) -> tuple[Var, Forward] | None:
    """A known variable of the failed (else the last) block as a function of the block's unknown,
    over all regimes.
    """
    if not query.plan.blocks:
        return None
    failed, system = query.solutions.failed, query.system
    block = failed if failed is not None else query.plan.blocks[-1]
    unknown = system.structure.variables[block.solves]
    relations = [system.relations[i] for i in block.relations]
    valued = {v for v, slot in system.slots.items() if candidate.values[slot] is not None}
    known = (valued | set(query.in_force)) - {unknown}
    last = next((r for r in relations if r.subject in known), None)
    if last is None or last.subject is None:
        return None
    order = _evaluation_order([r for r in relations if r is not last], valued | {unknown})
    if order is None or not valued.union([unknown], (r.subject for r in order)).issuperset(
        last.variables
    ):
        return None
    return last.subject, _evaluation(query, candidate, unknown, [*order, last])


def _evaluation_order(relations: list[Relation], known: set[Var]) -> list[Relation] | None:
    """The relations in the order in which their subjects follow; None if one does not."""
    order: list[Relation] = []
    known, rest = set(known), list(relations)
    while rest:
        ready = next(
            (r for r in rest if r.subject is not None and known >= {*r.variables} - {r.subject}),
            None,
        )
        if ready is None or ready.subject is None:
            return None
        order.append(ready)
        known.add(ready.subject)
        rest.remove(ready)
    return order


def _evaluation(
    query: Query, candidate: CandidateSolution, unknown: Var, order: Sequence[Relation]
) -> Forward:
    """The right side of the last relation as a function of the unknown; None outside its domain."""
    slots = query.system.slots
    formulas = [(slots[r.subject], function_of(query.system, r.right)) for r in order if r.subject]
    place = slots[unknown]

    def function(x: float) -> float | None:
        values = list(candidate.values)
        values[place] = x
        try:
            for slot, formula in formulas:
                values[slot] = formula(values)
            return float(values[slot])
        except (ArithmeticError, ValueError, TypeError):
            return None

    return function
