"""Exponents of an equation that is plain data, where both sides are products of powers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from derive.library.content import vocabulary, wording
from derive.program.nodes import EquationData, Node

Powers = Mapping[int, Fraction]  # by slot
_NUMBERS = ("number", "float", "real", "true", "false")
_LIKE = ("add", "max", "min", "abs", "ceil", "floor")  # a product where all operands are like ones
_SIGNS = {"mul": 1, "div": -1}  # of all operands but the first


def powers_of(equation: EquationData) -> Powers | None:
    """The exponents of left over right by slot; None unless both are products of powers, as a sum
    or extremum of like products is.
    """
    found: list[Powers | None] = []
    for node in equation.nodes:
        found.append(_of_node(node, found, equation.nodes))
    return times(found[equation.left], found[equation.right], Fraction(-1))


def times(left: Powers | None, right: Powers | None, power: Fraction) -> Powers | None:
    """The exponents of left times right to a power."""
    if left is None or right is None:
        return None
    total = dict(left)
    for slot, exponent in right.items():
        total[slot] = total.get(slot, Fraction(0)) + power * exponent
    return {slot: exponent for slot, exponent in total.items() if exponent}


def _of_node(node: Node, found: Sequence[Powers | None], nodes: Sequence[Node]) -> Powers | None:
    """The exponents of a node from those of the nodes before it."""
    kind, *contents = node
    if kind in _NUMBERS:
        return {}
    if kind == "slot":
        return {contents[0]: Fraction(1)}
    if kind in _SIGNS:
        total: Powers | None = {}
        for k, place in enumerate(contents):
            total = times(total, found[place], Fraction(_SIGNS[kind] if k else 1))
        return total
    if kind == "pow":
        base, exponent = contents[0], nodes[contents[1]]
        known = exponent[0] == "number"
        return times({}, found[base], Fraction(*exponent[1:])) if known else None
    if kind == "cases":
        return _like([found[place] for place in contents[1::2]])
    return _like([found[place] for place in contents]) if kind in _LIKE else None


def _like(parts: Sequence[Powers | None]) -> Powers | None:
    """The exponents that all parts have; None where they differ."""
    return parts[0] if all(part == parts[0] for part in parts) else None


def named_powers(data: EquationData, names: Sequence[str]) -> Mapping[Any, float] | None:
    """The exponents of left over right by variable, figures of a whole being the count times
    that of one; None unless both sides are products of powers.
    """
    found, named = powers_of(data), vocabulary().named
    if found is None:
        return None
    total: dict[Any, float] = {}
    for slot, power in found.items():
        for each in spread_name(names[slot]):
            var = named.get(each, each)  # a theorem may have variables of its own
            total[var] = total.get(var, 0.0) + float(power)
    return total


def spread_name(name: str) -> tuple[str, ...]:
    """The names in the place of one: of a figure of a whole, the count and the figure of one."""
    return wording().wholes.get(name, (name,))
