"""Cancellation: digits lost in differences of nearly equal numbers, in powers and logarithms."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any

from sympy import Tuple, log

from derive.algebra.branch import Branch
from derive.equations.differences import beyond_one, cancelling_sums, terms_of
from derive.program.reader import NO_VALUE
from derive.program.spans import guards_hold
from derive.program.tolerances import EXACT_INPUT, NOISE
from derive.results.known import Origin
from derive.solving.cancelling_counts import cancel_by_counts
from derive.solving.compilation import reader_of
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query
from derive.solving.vanishing_sums import CANCELLED, beside_nothing
from derive.units.display import format_number, format_value

_STEP = 1e-3  # relative, of an unknown
_LEAST_GROWTH, _FEW = 10.0, 0.7  # of a relative error; digits that leave no more than a tenth open


def lost_digits(query: Query, candidate: CandidateSolution) -> tuple[str, ...]:
    """Warnings for values whose formula loses digits by cancellation, in a power or a logarithm."""
    warnings: list[str] = []
    kept: dict[Any, float] = {}  # of the size of its terms, and of theirs, by value
    for _, branch in candidate.path:
        share, sides = _relative_change(branch, query, candidate), branch.equation or ()
        before = _least(kept, *sides)
        if _has_lost(share, before, query, sides):
            how = "changes the sides of the equation that it is found from only beyond their first"
            warnings.append(_lost(f"{branch.unknown.name} {how}", share, before, query, sides))
        kept[branch.unknown] = share * min(before, _least(kept, branch.formula))
        sums = cancelling_sums(branch.formula)
        shares = [_relative_size(node, query, candidate) for node in sums]
        share, node = min(zip(shares, sums, strict=True), key=itemgetter(0), default=(1.0, None))
        share = _left_in_all(share, branch, query, candidate)
        before = _least(kept, node)
        kept[branch.unknown] = min(kept[branch.unknown], share * before)
        if _has_lost(share, before, query, (node,)):
            how = "is what is left of numbers that agree to"
            warnings.append(_lost(f"{branch.unknown.name} {how}", share, before, query, (node,)))
        elif (other := beside_nothing(sums, branch, query, candidate)) is not None:
            unit = branch.unknown.unit
            warnings.append(
                f"{branch.unknown.name} rests on a difference that is zero as given: were it"
                f" {NOISE:.0e} of its terms, {branch.unknown.name} would be"
                f" {format_value(other, unit)}"
            )
        warnings += filter(
            None,
            (_grown(branch.unknown.name, n, query, candidate) for n in _growing(branch.formula)),
        )
    return tuple(warnings)


@lru_cache(maxsize=4096)
def _growing(formula: Any) -> tuple[Any, ...]:
    """The factors of a formula that are powers whose exponent is no number, or logarithms but for
    those of 1 + x.
    """
    found, waiting = list[Any](), [] if formula is None else [formula]
    while waiting:
        node = waiting.pop()
        if node.is_Mul:
            waiting += node.args
        elif node.is_Pow and node.exp.is_Number:
            waiting.append(node.base)
        elif node.is_Pow or (isinstance(node, log) and beyond_one(node.args[0]) is None):
            found.append(node)
    return tuple(found)


def _grown(name: str, node: Any, query: Query, candidate: CandidateSolution) -> str:
    """The warning for a value that rests on a power or logarithm in which rounding in the givens
    grows to more than a tenth; empty where it does not.
    """
    try:
        base, *exponent = (query.value_of(part, candidate.values) for part in node.args)
        size = abs(math.log(base))
    except NO_VALUE:
        return ""
    growths = [abs(exponent[0]), abs(exponent[0]) * size] if exponent else [1 / max(size, 1e-16)]
    left, growth = min(
        (_written(query, part) - math.log10(max(growth, 1.0)), growth)
        for part, growth in zip(node.args, growths, strict=True)
    )
    if growth < _LEAST_GROWTH or left >= _FEW:
        return ""
    where = "a power" if exponent else "the logarithm of a number near 1"
    how = f"grows {format_number(growth, 2)} times" if size else "is all there is"
    return (
        f"{name} rests on {where}, in which rounding {how}: none of its own digits can be relied on"
    )


def _least(kept: Mapping[Any, float], *expressions: Any) -> float:
    """The least share of their terms that the values in some expressions are."""
    symbols = set[Any]().union(*(e.free_symbols for e in expressions if e is not None))
    return min((kept[v] for v in symbols if v in kept), default=1.0)


def _has_lost(share: float, before: float, query: Query, expressions: Iterable[Any]) -> bool:
    """Whether a value that is no more than such a share of these expressions, in which digits were
    lost `before`, has lost digits: many, or all that the givens behind them have.
    """
    left = share * before
    many = left < CANCELLED
    return _agreeing(share) > 0 and (many or _digits(query, Tuple(*expressions)) <= _agreeing(left))


def _lost(told: str, share: float, before: float, query: Query, expressions: Iterable[Any]) -> str:
    """The words on a value that is no more than such a share of these expressions."""
    agree = _agreeing(share)
    left = _digits(query, Tuple(*expressions)) - _agreeing(share * before)
    return (
        f"{told} {agree} digit{'s' if agree > 1 else ''}:"
        f" {f'about {left}' if left > 0 else 'none'} of its own can be relied on, and rounding in a"
        " given moves it much more than the given"
    )


def _agreeing(share: float) -> int:
    """The digits in which terms agree of which no more than such a share is left."""
    return round(-math.log10(max(share, 1e-16)))


def _left_in_all(share: float, branch: Branch, query: Query, candidate: CandidateSolution) -> float:
    """The share that a sum is of its terms, or as far as its formula moves less than the sum with
    each of its variables, the larger one that this tells: in (1 - x^4)/(1 - x) little is lost, nor
    is where a sum that is nothing has other terms beside it.
    """
    if share >= 1.0:
        return share
    slots, values, most = query.system.slots, list(candidate.values), 0.0
    step = _STEP * max(share, CANCELLED)
    try:
        before = query.value_of(branch.formula, values)
        for var in branch.formula.free_symbols:
            at = values[slots[var]]
            values[slots[var]] = at * (1.0 + step)
            after = query.value_of(branch.formula, values)
            most = max(most, abs(after / before - 1.0) / step)
            values[slots[var]] = at
    except NO_VALUE:
        return share
    return max(share, 1.0 / max(most, 1.0))


def _relative_change(branch: Branch, query: Query, candidate: CandidateSolution) -> float:
    """The change of the difference of both sides of the equation that an unknown is found from by
    a scan, relative to the larger side, over the relative change of the unknown; 1 elsewhere.
    """
    if branch.equation is None:
        return 1.0
    slot, values = query.system.slots[branch.unknown], list(candidate.values)
    value, changes = values[slot] or 0.0, list[float]()
    for step in (0.0, _STEP, -_STEP):
        values[slot] = value * (1.0 + step)
        try:
            left, right = (query.value_of(side, values) for side in branch.equation)
        except NO_VALUE:
            return 1.0
        changes.append(left - right)
    size = max(abs(left), abs(right))
    if not (value and math.isfinite(size) and size):
        return 1.0
    return max(abs(moved - changes[0]) for moved in changes[1:]) / (_STEP * size)


def lost_at_ends(
    query: Query, candidate: CandidateSolution, ends: Iterable[float]
) -> tuple[str, ...]:
    """Warnings for ends of the target's values next to which a relation of the last block loses
    digits by cancellation.
    """
    block, _ = candidate.path[-1]
    relations = [query.system.relations[i] for i in block.relations]
    found = (n for r in relations for side in (r.left, r.right) for n in cancelling_sums(side))
    sums = [node for node in found if query.target not in node.free_symbols]
    least = 1.0
    for end in filter(math.isfinite, ends) if sums else ():
        values = list(candidate.values)
        values[query.system.slots[query.target]] = end
        guards_hold(reader_of(query.system), candidate.data[-1], values)  # fills in the others
        at_end = dataclasses.replace(candidate, values=values)
        least = min(least, *(_relative_size(node, query, at_end) for node in sums))
    if least >= CANCELLED:
        return ()
    return (
        f"an end of the values of {query.target.name} is what is left of numbers that agree to"
        f" {_agreeing(least)} digits: few of its own can be relied on",
    )


def _digits(query: Query, node: Any) -> int:
    """The digits of a sum's terms, as far as those of the givens behind them tell; values that are
    no text have all sixteen.
    """
    return round(_written(query, node))


def _written(query: Query, node: Any) -> float:
    """The same, not rounded."""
    behind = query.support_of(query.system.slots[v] for v in node.free_symbols)
    known = (query.in_force[v] for v in behind)
    widths = (k.tolerance for k in known if k.origin != Origin.LOOKED_UP)  # of its source's digits
    written = (-math.log10(2.0 * width) for width in widths if width not in (0.0, EXACT_INPUT))
    return min(written, default=16.0)


def _relative_size(node: Any, query: Query, candidate: CandidateSolution) -> float:
    """The size of a sum relative to its largest term; 1 where nothing is lost."""
    try:
        sizes = [query.value_of(term, candidate.values) for term in terms_of(node)]
    except NO_VALUE:
        return 1.0
    left = abs(math.fsum(sizes))
    slots = query.system.slots
    numbers = any(term.is_Number for term in node.args)
    if left == 0.0 and (numbers or cancel_by_counts(node, sizes, slots, candidate.values)):
        return 1.0  # exactly nothing, as 1 - 1/1 is, is no rounding
    return left / (max(map(abs, sizes)) or 1.0)
