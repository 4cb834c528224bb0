"""Equations that hold whatever the others make of their slots: each has an open slot of its own.

A presolve of linear programs removes such free column singletons, one after the other (E. D.
Andersen, K. D. Andersen, "Presolving in linear programming", Mathematical Programming 71, 1995).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Set

from derive.program.contraction import Contractor, SlotEquation
from derive.program.narrowing import constant_interval
from derive.program.nodes import operands

_SUMS = frozenset(("mul", "div", "add", "max", "min"))


def always_holding(
    contractor: Contractor,
    numbers: Iterable[int],
    fixed: Set[int],
    zeros: Set[int],
    kept: Set[int] = frozenset(),
) -> frozenset[int]:
    """Those of some equations that some value of a slot of their own always fulfils, so that they
    say nothing of any other slot, unless one beside the `zeros` vanishes; none of those `kept`. The
    `fixed` slots have values.
    """
    equations: dict[int, SlotEquation] = {}
    users: dict[int, set[int]] = defaultdict(set)
    for number in numbers:
        equation = contractor.equation(number)
        if equation is not None:
            equations[number] = equation
            for slot in equation.slots:
                users[slot].add(number)
    places = contractor.slots
    free = {
        slot
        for slot in users
        if slot not in fixed and places[slot].low == 0.0 and places[slot].high == math.inf
    }
    waiting, holding = [slot for slot in free if len(users[slot]) == 1], set[int]()
    while waiting:
        slot = waiting.pop()
        if len(users[slot]) != 1:
            continue
        (number,) = users[slot]
        equation = equations[number]
        if (
            number in kept
            or not zeros.isdisjoint(equation.slots)
            or not _fulfilled_by(contractor, number, equation, slot)
        ):
            continue
        holding.add(number)
        for other in equation.slots:
            users[other].discard(number)
            if other in free and len(users[other]) == 1:
                waiting.append(other)
    return frozenset(holding)


def _fulfilled_by(contractor: Contractor, number: int, equation: SlotEquation, slot: int) -> bool:
    """Whether an equation has a solution for a slot above zero, whatever the others are above zero:
    it is one between products, or the slot is a side of a sum, both of what is above zero.
    """
    key = number, slot
    if key not in contractor.fulfilled:
        contractor.fulfilled[key] = _has_value(contractor, equation, slot)
    return contractor.fulfilled[key]


def _has_value(contractor: Contractor, equation: SlotEquation, slot: int) -> bool:
    if not equation.settled or any(contractor.slots[k].low < 0.0 for k in equation.slots):
        return False
    inner, sides = [contractor.nodes[k] for k in equation.inner], {equation.left, equation.right}
    alone = contractor.node_of[slot] in sides and all(node[0] in _SUMS for node in inner)
    if not (equation.factors or alone):
        return False
    numbers = sides.union(*map(operands, inner)) - {*equation.inner} - contractor.slot_of.keys()
    return all(constant_interval(contractor.nodes[k])[0] > 0.0 for k in numbers)
