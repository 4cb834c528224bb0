"""The limits that a run of interval propagation leaves of the factors of products."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from derive.program.contraction import FULL, ZERO, Beside, Contraction, Contractor
from derive.program.product_rows import ProductRow, rows_of
from derive.program.tolerances import LOOSE, WIDE


class FactorLimits(NamedTuple):
    """The limits that a run leaves of factors: the sets of `opened` ones that are eliminated, each
    by itself, among those that equations alone let vanish the `positive` ones and the `zeros`, and
    those that may be `negative`.
    """

    opened: tuple[frozenset[int], ...] = ()
    positive: frozenset[int] = frozenset()
    zeros: frozenset[int] = frozenset()
    negative: frozenset[int] = frozenset()


class Factors(NamedTuple):
    """The factors of the products in some equations: all, those that may vanish, and those whose
    sign their ranges leave open; and the rows of equal products with factors that may vanish.
    """

    all: frozenset[int]
    vanishing: frozenset[int]
    open_sign: frozenset[int]
    rows: tuple[ProductRow, ...]


def factor_limits(contractor: Contractor, found: Contraction) -> FactorLimits:
    """The factors of products, in the equations of a run, of which only the sign is known, those
    whose size has no limit on one side (first those that no range of their own limits), and all
    whose size is open widely or beyond digits; and those known not to be zero, or to be zero.
    """
    reached = frozenset(found.reached)
    factors, vanishing, open_sign, rows = _factors_of(contractor, reached)
    ends = found.filled()
    negative = frozenset(k for k in open_sign if ends[k][0] < 0.0)
    loose = frozenset(k for k in factors - negative if ends[k][1] > LOOSE * ends[k][0])
    wide = frozenset(k for k in loose if ends[k][1] > WIDE * ends[k][0])
    half = frozenset(k for k in wide if not 0.0 < ends[k][0] <= ends[k][1] < math.inf)
    full = frozenset(k for k in half if ends[k] == FULL)
    derived = frozenset(k for k in half if not _limited(contractor, k))
    opened = full, derived, half, wide, loose
    zeros = frozenset(k for k in vanishing if ends[k] == ZERO)
    positive = frozenset(k for k in vanishing if ends[k][0] > 0.0)
    if len(positive) < len(vanishing):
        signs = positive, negative | zeros
        before = contractor.signs.get(reached)
        if before is None or before[0] != signs:
            before = contractor.signs[reached] = signs, _follow_signs(rows, *signs)
        positive = before[1]
    return FactorLimits(tuple(dict.fromkeys(opened)), positive, zeros, negative)


def closed_limits(contractor: Contractor, found: Contraction) -> FactorLimits:
    """The limits of factors, once the equations between them are reached, too."""
    found.reached.update(closing_equations(contractor, found))
    return factor_limits(contractor, found)


def _limited(contractor: Contractor, number: int) -> bool:
    """Whether the range of a slot has another limit than zero."""
    slot = contractor.slot_of.get(number)
    if slot is None:
        return False
    place = contractor.slots[slot]
    return place.low > 0.0 or place.high < math.inf


def _follow_signs(
    rows: Iterable[ProductRow], positive: frozenset[int], idle: frozenset[int]
) -> frozenset[int]:
    """The `positive` factors and those that are not zero since no factor of the product that theirs
    equals is.
    """
    known, waiting = set(positive), [row for row in rows if not row.powers.keys() & idle]
    while waiting:
        left = [(row, row.vanishing - known) for row in waiting]
        found = [some for row, some in left if _sides(row, some) == 1]
        known.update(*found)
        waiting = [row for row, some in left if _sides(row, some) > 1] if found else []
    return frozenset(known)


def _sides(row: ProductRow, some: Iterable[int]) -> int:
    """The number of the two products that a row makes equal with any of some factors."""
    return len({row.powers[k] > 0 for k in some})


def closing_equations(contractor: Contractor, found: Contraction) -> Collection[int]:
    """The equations between products that a run has not reached, since nothing moved in them, but
    whose factors all stand in those reached or in another of these, or have a limited range.
    """
    reached = frozenset(found.reached)
    if reached not in contractor.beside:
        contractor.beside[reached] = tuple(_beside(contractor, reached))
    beside, ends = contractor.beside[reached], found.filled()
    left = {
        number: [k for k in others if ends[k] == FULL]
        for number, others in beside
        if number not in found.left_out
    }
    while alone := {k for k, many in Counter(chain(*left.values())).items() if many == 1}:
        left = {number: others for number, others in left.items() if alone.isdisjoint(others)}
    return left


def _beside(contractor: Contractor, reached: frozenset[int]) -> Iterator[Beside]:
    """The equations between products beside some others with which they share factors, or with one
    of these, each with those of its own that the others have not.
    """
    shared, _, open_sign, _ = _factors_of(contractor, reached)
    shared -= open_sign
    slot_of, seen = contractor.slot_of, set(reached)
    waiting = sorted(shared & slot_of.keys())
    while waiting:
        for number in contractor.of_slot[slot_of[waiting.pop()]]:
            row = None if number in seen else _between_slots(contractor, number)
            seen.add(number)
            if row is not None:
                yield number, tuple(k for k in row.powers if k not in shared)
                waiting.extend(row.powers)


def _between_slots(contractor: Contractor, number: int) -> ProductRow | None:
    """The row of an equation between two products of slots that are never negative."""
    for row in rows_of(contractor, number):
        if not (row.at_most or row.open_sign) and row.powers.keys() <= contractor.slot_of.keys():
            return row
    return None


def _factors_of(contractor: Contractor, reached: frozenset[int]) -> Factors:
    """The factors of all products in some equations, found once."""
    kept: dict[frozenset[int], Factors] = contractor.factors
    if reached not in kept:
        rows = [row for i in reached for row in rows_of(contractor, i)]
        kept[reached] = Factors(
            frozenset(k for row in rows for k in row.powers),
            frozenset(k for row in rows for k in row.vanishing | row.beside),
            frozenset(k for row in rows for k in row.open_sign),
            tuple(row for row in rows if row.vanishing and not (row.at_most or row.beside)),
        )
    return kept[reached]
