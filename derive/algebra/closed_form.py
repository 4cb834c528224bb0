"""Closed form of a target: the formulas of the unknowns on its way, put into one another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy

from derive.algebra.branch import tidied
from derive.equations.expression import replace

MOST_PARTS = 150  # of a formula with variables in exponents


def closed_form(target: Any, steps: Iterable[tuple[Any, Any]]) -> Any | None:
    """The target as one formula, from unknowns and their formulas in order; None if it is none of
    them, or a long one with variables in exponents, over which sympy takes many seconds.
    """
    formulas: dict[Any, Any] = {}
    for unknown, formula in steps:
        own = {v: formulas[v] for v in formula.free_symbols if v in formulas}
        whole = None if None in own.values() or _too_long(formula, own) else replace(formula, own)
        formulas[unknown] = whole
    whole = formulas.get(target)
    return whole if whole is None else tidied(whole)


def _too_long(formula: Any, put_in: Mapping[Any, Any]) -> bool:
    """Whether a formula in which others stand for some variables has variables in exponents and too
    many parts.
    """
    powers = (p for one in (formula, *put_in.values()) for p in one.atoms(sympy.Pow))
    if not put_in or not any(power.exp.free_symbols for power in powers):
        return False
    sizes = {v: sum(1 for _ in sympy.preorder_traversal(put_in[v])) for v in put_in}
    return sum(sizes.get(part, 1) for part in sympy.preorder_traversal(formula)) > MOST_PARTS
