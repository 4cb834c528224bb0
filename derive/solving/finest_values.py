"""Values that agree within their digits alone, or that follow from others at ideal values: which
of them an answer follows.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping

from derive.equations.var import Var, ordered
from derive.program.interval import within_digits
from derive.program.tolerances import SHARP
from derive.results.known import Known, Origin
from derive.solving.consistency import knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.query_preparation import query_by_ideals

Stated = Mapping[Var, Known]


def finest(system: EquationSystem, stated: Stated, target: Var) -> Stated:
    """The stated values that agree to the last digit, those known best first: one that says
    otherwise than those before it is left out.
    """
    kept: list[Var] = []
    rest = sorted(ordered(stated), key=lambda v: stated[v].tolerance)

    def clash(count: int) -> bool:
        some = {v: stated[v] for v in (*kept, *rest[:count])}
        return knowledge(system, some, width=SHARP, free=frozenset((target,))).contradictory

    while rest:
        count = _most(len(rest), clash)
        kept, rest = kept + rest[:count], rest[count + 1 :]
    return {v: known for v, known in stated.items() if v in kept}


def _most(count: int, clash: Callable[[int], bool]) -> int:
    """The number of values, of so many in their order, that agree: all, or what halving finds."""
    if not clash(count):
        return count
    return bisect_left(range(1, count), True, key=clash)


def without_met(
    system: EquationSystem, stated: Stated, target: Var, withheld: frozenset[Var]
) -> Stated:
    """The stated values without those that follow from the others at ideal values, within the
    digits written: they speak for these values and leave none to be solved for. What is `withheld`
    is not assumed, nor is the target.
    """
    structure, withheld = system.structure, withheld | {target}
    defined = {structure.variables[j] for j in structure.defined if j >= 0} - {target}
    some = [v for v in ordered(stated) if v in defined and stated[v].origin == Origin.GIVEN]
    waiting = sorted(some, key=lambda v: -stated[v].tolerance)

    def meets(var: Var, others: Stated) -> bool:
        query = query_by_ideals(system, var, others, withheld)
        value = query.number() if query else None
        low, high = within_digits(stated[var].value, stated[var].tolerance)
        return value is not None and low <= value <= high

    inputs = {v: known for v, known in stated.items() if v not in some}
    left = [var for var in waiting if not meets(var, inputs)]  # each may lead to the others
    kept = {v: known for v, known in stated.items() if v in inputs or v in left}
    for var in left:
        others = {v: known for v, known in kept.items() if v != var}
        kept = others if meets(var, others) else kept
    return kept


def met_text(target: Var, left_out: Stated) -> str:
    """The remark that an answer does not need some values, which its ideal values give too."""
    those = ", ".join(f"{v.name} = {known.text}" for v, known in left_out.items())
    meet = "meets" if len(left_out) == 1 else "meet"
    return f"{those} {meet} the ideal values assumed: {target.name} follows from the others"


def left_out_text(target: Var, left_out: Stated) -> str:
    """The remark that an answer does not follow from some values."""
    those = ", ".join(f"{v.name} = {known.text}" for v, known in left_out.items())
    agree = "agrees" if len(left_out) == 1 else "agree"
    return (
        f"{those} {agree} with the others within the digits written, no closer:"
        f" {target.name} follows from those that are known better"
    )
