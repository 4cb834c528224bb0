"""Relations of what need not exist: points where times would be equal, margins of constraints."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain

from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.program.narrowing import constant_interval
from derive.program.nodes import Node, operands
from derive.program.powers import expanded, times
from derive.solving.equation_system import EquationSystem


def hypothetical(
    system: EquationSystem, stated: Set[Var], asked: Set[Var] = frozenset()
) -> frozenset[int]:
    """The relations of things that need not exist and are not mentioned: points, such as the
    context at which two times would be equal, and margins, such as the room that a constraint
    leaves. They are if they are `asked` for or stated, or anything that is made from them.
    """
    made, mentioned = made_from(system), stated | asked
    return frozenset(i for var, i in hypothetical_places(system) if mentioned.isdisjoint(made[var]))


def made_from(system: EquationSystem) -> Mapping[Var, frozenset[Var]]:
    """The variables that there are only if a point or a margin is: itself, and what is made from
    it.
    """
    return system.compiled.once("made from", None, lambda: _made_from(system))


def _made_from(system: EquationSystem) -> dict[Var, frozenset[Var]]:
    users: dict[Var, set[Var]] = {}
    for relation in system.relations:
        points = [v for v in relation.variables if v.at]
        makes = points if relation.subject is None else [relation.subject]
        for factor in _factors(relation) if makes else ():
            users.setdefault(factor, set()).update(makes)

    def above(var: Var) -> frozenset[Var]:
        found, waiting = {var}, [var]
        while waiting:
            more = users.get(waiting.pop(), set()) - found
            found |= more
            waiting += more
        return frozenset(found)

    return {var: above(var) for var, _ in hypothetical_places(system)}


@lru_cache(maxsize=4096)
def _factors(relation: Relation) -> frozenset[Var]:
    """The variables that are factors of a side of a relation."""
    try:
        data = relation.data
    except NotImplementedError:
        return frozenset()
    numbers = [k for side in (data.left, data.right) for k in expanded(data.nodes, side)[1]]
    slots = [data.nodes[k][1] for k in numbers if data.nodes[k][0] == "slot"]
    return frozenset(relation.variables[slot] for slot in slots)


def hypothetical_places(system: EquationSystem) -> tuple[tuple[Var, int], ...]:
    """The points and margins of a system, each with the relations that state it."""
    return system.compiled.once("hypothetical", None, lambda: tuple(_points_and_margins(system)))


def _points_and_margins(system: EquationSystem) -> Iterator[tuple[Var, int]]:
    defining = {r.subject: r for r in system.relations if r.subject is not None}
    limits = [frozenset(v for v in c.variables if not v.ideal) for c in system.constraints]
    able = {*defining, *chain.from_iterable(limits)}  # what an input may be
    certain = _certain(system)

    def inputs(relation: Relation, limit: Set[Var], depth: int = 2) -> frozenset[Var] | None:
        """The variables without an ideal that a relation's subject comes from, those of a
        constraint as they are; None if there are others than the constraint's.
        """
        found: set[Var] = set()
        for var in relation.variables:
            if var == relation.subject or var.ideal:
                continue
            if var in limit:
                found.add(var)
                continue
            deeper = defining.get(var) if depth else None
            behind = None if deeper is None else inputs(deeper, limit, depth - 1)
            if behind is None:
                return None
            found |= behind
        return frozenset(found)

    for i, relation in enumerate(system.relations):
        yield from ((v, i) for v in relation.variables if v.at and v not in certain)
        subject = relation.subject
        if subject is None or not all(v.ideal or v in able for v in relation.variables):
            continue
        if any(inputs(relation, limit) == limit for limit in limits):
            yield subject, i


def _certain(system: EquationSystem) -> frozenset[Var]:
    """The points that exist whatever the values are, one by another."""
    found: frozenset[Var] = frozenset()
    while True:
        points = ((r, v) for r in system.relations for v in r.variables if v.at and v not in found)
        more = found | {v for r, v in points if _exists(r, v, found)}
        if more == found:
            return found
        found = more


@lru_cache(maxsize=4096)
def _exists(relation: Relation, point: Var, certain: frozenset[Var]) -> bool:
    """Whether a relation has a value of a point whatever the others are: the point is made of
    positive variables, or one product of positive variables is another.
    """
    low, high, *_ = point.bounds
    try:
        data = relation.data
    except NotImplementedError:
        return False
    if low > 0.0 or high < math.inf:
        return False
    positive = [
        k for k, v in enumerate(relation.variables) if v != point and _is_positive(v, certain)
    ]
    if relation.subject == point and _stays_positive(data.nodes, data.right, positive):
        return True
    return _by_product(relation, point, positive)


def _stays_positive(nodes: Sequence[Node], number: int, positive: Sequence[int]) -> bool:
    """Whether an expression is above zero and finite at any values of these positive slots."""
    node = nodes[number]
    match node[0]:
        case "slot":
            return node[1] in positive
        case "number" | "float" | "real":
            return constant_interval(node)[0] > 0.0
        case "add" | "mul" | "div" | "max" | "min":
            return all(_stays_positive(nodes, k, positive) for k in operands(node))
        case "pow":
            base, exponent = operands(node)
            return _stays_positive(nodes, base, positive) and _is_real(nodes, exponent, positive)
    return False


def _is_real(nodes: Sequence[Node], number: int, positive: Sequence[int]) -> bool:
    """Whether an exponent is a number or above zero at any values of these positive slots."""
    node = nodes[number]
    return (not operands(node) and node[0] != "slot") or _stays_positive(nodes, number, positive)


def _by_product(relation: Relation, point: Var, positive: Sequence[int]) -> bool:
    """Whether a relation says that one product of positive slots and of a point is another."""
    data = relation.data
    (above, left), (below, right) = (expanded(data.nodes, k) for k in (data.left, data.right))
    factors = [data.nodes[k] for k in times(left, right, -1)]
    if not above > 0.0 < below or any(node[0] != "slot" for node in factors):
        return False
    own, slots = relation.variables.index(point), {node[1] for node in factors}
    return own in slots and slots <= {own, *positive}


def _is_positive(var: Var, certain: Set[Var]) -> bool:
    """Whether a variable is above zero and exists in any case."""
    low, _, low_open, _ = var.bounds
    return (not var.at or var in certain) and (low > 0.0 or (low == 0.0 and low_open))
