"""Values that agree within their digits alone: which of them an answer follows."""

from __future__ import annotations

from collections.abc import Mapping

from derive.equations.var import Var, ordered
from derive.program.tolerances import SHARP
from derive.results.known import Known
from derive.solving.consistency import knowledge
from derive.solving.equation_system import EquationSystem

Stated = Mapping[Var, Known]


def finest(system: EquationSystem, stated: Stated, target: Var) -> Stated:
    """The stated values that agree to the last digit, those known best first: one that says
    otherwise than those before it is left out.
    """
    free, kept = frozenset((target,)), dict[Var, Known]()
    best_first = sorted(ordered(stated), key=lambda v: stated[v].tolerance)
    for var in best_first:
        more = {**kept, var: stated[var]}
        if not knowledge(system, more, width=SHARP, free=free).contradictory:
            kept = more
    return {v: known for v, known in stated.items() if v in kept}


def left_out_text(target: Var, left_out: Stated) -> str:
    """The remark that an answer does not follow from some values."""
    those = ", ".join(f"{v.name} = {known.text}" for v, known in left_out.items())
    agree = "agrees" if len(left_out) == 1 else "agree"
    return (
        f"{those} {agree} with the others within the digits written, no closer:"
        f" {target.name} follows from those that are known better"
    )
