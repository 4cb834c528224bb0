"""Equations over intervals: upward to the sides, downward to what is left of the variables."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from tests.oracle import intervals as iv
from tests.oracle.intervals import Interval
from tests.oracle.trees import Case, Node, Tree

Values = list[Interval]


def image(tree: Tree, box: Mapping[Any, Interval]) -> Values:
    """The interval of every node over a box. Raises EmptySet where a function has no domain."""
    values: Values = []
    for node in tree.nodes:
        values.append(_image(node, values, box))
    return values


def _image(node: Node, values: Values, box: Mapping[Any, Interval]) -> Interval:
    kind, arguments = node.kind, node.arguments
    if kind == "variable":
        return box[node.constant]
    if kind == "product":
        found = values[arguments[0]]
        for a in arguments[1:]:
            found = iv.product(found, values[a])
        return found
    if kind == "power":
        return iv.power(values[arguments[0]], node.constant)
    if kind == "number":
        return node.constant, node.constant
    if kind == "sum":
        return iv.total([values[a] for a in arguments])
    return IMAGES[kind](node, values)


def _any_power(node: Node, values: Values) -> Interval:
    base, exponent = (values[a] for a in node.arguments)
    return iv.exp(iv.product(iv.log(base), exponent))


def _largest(node: Node, values: Values) -> Interval:
    return max(values[a][0] for a in node.arguments), max(values[a][1] for a in node.arguments)


def _smallest(node: Node, values: Values) -> Interval:
    return min(values[a][0] for a in node.arguments), min(values[a][1] for a in node.arguments)


def possible(node: Node, values: Values) -> list[Case]:
    """The cases of a distinction that can hold."""
    found = []
    for case in node.cases:
        if case.condition is None:
            return [*found, case]
        operator, left, right = case.condition
        a, b = values[left], values[right]
        low, high = (a, b) if operator.startswith("<") else (b, a)  # low < high?
        if low[0] <= high[1]:
            found.append(case)
        if low[1] < high[0]:
            return found
    return found


IMAGES: dict[str, Callable[[Node, Values], Interval]] = {
    "any power": _any_power,
    "largest": _largest,
    "smallest": _smallest,
    "size": lambda node, values: iv.size(values[node.arguments[0]]),
    "ceiling": lambda node, values: iv.rounded_up(values[node.arguments[0]]),
    "floor": lambda node, values: iv.rounded_down(values[node.arguments[0]]),
    "log": lambda node, values: iv.log(values[node.arguments[0]]),
    "exp": lambda node, values: iv.exp(values[node.arguments[0]]),
    "cases": lambda node, values: iv.hull([values[c.value] for c in possible(node, values)]),
    "opaque": lambda node, values: iv.EVERYTHING,
}


def narrowed(tree: Tree, box: Mapping[Any, Interval]) -> dict[Any, Interval]:
    """What an equation leaves of the intervals of its variables. Raises EmptySet."""
    values = image(tree, box)
    both = iv.meet(values[tree.left], values[tree.right])
    values[tree.left] = values[tree.right] = both
    for place in range(len(tree.nodes) - 1, -1, -1):
        node = tree.nodes[place]
        if node.arguments:
            narrow = NARROW.get(node.kind)
            if narrow is not None:
                narrow(node, values[place], values)
    return {variable: values[place] for variable, place in tree.leaves.items()}


def _set(values: Values, place: int, found: Interval) -> None:
    values[place] = iv.meet(values[place], found)


def _narrow_sum(node: Node, result: Interval, values: Values) -> None:
    for k, a in enumerate(node.arguments):
        others = [values[b] for j, b in enumerate(node.arguments) if j != k]
        _set(values, a, iv.difference(result, iv.total(others)))


def _narrow_product(node: Node, result: Interval, values: Values) -> None:
    arguments = node.arguments
    after = [(1.0, 1.0)] * (len(arguments) + 1)
    for k in range(len(arguments) - 1, 0, -1):
        after[k] = iv.product(after[k + 1], values[arguments[k]])
    before = (1.0, 1.0)
    for k, a in enumerate(arguments):
        parts = iv.quotients(result, iv.product(before, after[k + 1]))
        kept: list[Interval] = []
        for part in parts:
            if max(part[0], values[a][0]) <= min(part[1], values[a][1]):
                kept.append(iv.meet(part, values[a]))
        values[a] = iv.hull(kept)
        before = iv.product(before, values[a])


def _narrow_power(node: Node, result: Interval, values: Values) -> None:
    (base,) = node.arguments
    _set(values, base, iv.narrow_power(result, values[base], node.constant))


def _narrow_any_power(node: Node, result: Interval, values: Values) -> None:
    base, exponent = node.arguments
    of_result, of_base = iv.log(result), iv.log(values[base])
    parts = [iv.meet(p, of_base) for p in _meeting(of_result, values[exponent], of_base)]
    _set(values, base, iv.exp(iv.hull(parts)))
    of_base = iv.log(values[base])
    if of_base[0] == -math.inf:
        return  # any power of zero is zero
    parts = [iv.meet(p, values[exponent]) for p in _meeting(of_result, of_base, values[exponent])]
    _set(values, exponent, iv.hull(parts))


def _meeting(number: Interval, by: Interval, own: Interval) -> list[Interval]:
    return [p for p in iv.quotients(number, by) if max(p[0], own[0]) <= min(p[1], own[1])]


def _narrow_largest(node: Node, result: Interval, values: Values) -> None:
    for a in node.arguments:
        _set(values, a, (-math.inf, result[1]))
    reaching = [a for a in node.arguments if values[a][1] >= result[0]]
    if not reaching:
        raise iv.EmptySet
    if len(reaching) == 1:
        _set(values, reaching[0], (result[0], math.inf))


def _narrow_smallest(node: Node, result: Interval, values: Values) -> None:
    for a in node.arguments:
        _set(values, a, (result[0], math.inf))
    reaching = [a for a in node.arguments if values[a][0] <= result[1]]
    if not reaching:
        raise iv.EmptySet
    if len(reaching) == 1:
        _set(values, reaching[0], (-math.inf, result[1]))


def _narrow_cases(node: Node, result: Interval, values: Values) -> None:
    reaching = [
        case
        for case in possible(node, values)
        if max(values[case.value][0], result[0]) <= min(values[case.value][1], result[1])
    ]
    if not reaching:
        raise iv.EmptySet
    if len(reaching) > 1:
        return
    (case,) = reaching
    _set(values, case.value, result)
    for other in node.cases:
        if other is case:
            break
        _order(other.condition, values, holds=False)
    if case.condition is not None:
        _order(case.condition, values, holds=True)


def _order(condition: tuple[str, int, int] | None, values: Values, *, holds: bool) -> None:
    """Narrow both sides of a condition that holds, or does not."""
    assert condition is not None
    operator, left, right = condition
    small, large = (left, right) if operator.startswith("<") == holds else (right, left)
    _set(values, small, (-math.inf, values[large][1]))
    _set(values, large, (values[small][0], math.inf))


NARROW: dict[str, Callable[[Node, Interval, Values], None]] = {
    "sum": _narrow_sum,
    "product": _narrow_product,
    "power": _narrow_power,
    "any power": _narrow_any_power,
    "largest": _narrow_largest,
    "smallest": _narrow_smallest,
    "cases": _narrow_cases,
    "size": lambda node, result, values: _set(
        values, node.arguments[0], iv.narrow_size(result, values[node.arguments[0]])
    ),
    "ceiling": lambda node, result, values: _set(
        values, node.arguments[0], iv.narrow_rounded_up(result)
    ),
    "floor": lambda node, result, values: _set(
        values, node.arguments[0], iv.narrow_rounded_down(result)
    ),
    "log": lambda node, result, values: _set(values, node.arguments[0], iv.exp(result)),
    "exp": lambda node, result, values: _set(
        values, node.arguments[0], iv.log(iv.meet(result, iv.NOT_NEGATIVE))
    ),
}
