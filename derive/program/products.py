"""Equations implied by products in which open factors have cancelled.

Interval propagation follows one equation at a time, and loses what goes through a product of open
factors that several equations share. In logarithms products are linear: the open factors are
eliminated, and what is left are equations of their own. A term of a sum is at most the sum, an
argument at most the largest: such inequalities between products are linear too.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from derive.program.contraction import Contractor, SlotEquation
from derive.program.factor_limits import FactorLimits
from derive.program.nodes import Nodes, slots_of
from derive.program.powers import Power, power_node
from derive.program.product_rows import ProductRow, eliminated, reduced, rows_of
from derive.program.tolerances import MOST_POWER

RowKey = tuple[int, int, frozenset[int]]  # an equation, which row of it, and what may vanish there


@dataclass(frozen=True, slots=True)
class Implied:
    """An equation or inequality implied by several equations, which are `behind` it."""

    equation: SlotEquation
    behind: tuple[int, ...]

    @property
    def said(self) -> tuple[object, ...]:
        """Its sides and what is behind it, which tell it from others over the same nodes."""
        return self.equation.left, self.equation.right, self.equation.at_most, self.behind


def implied_equations(
    contractor: Contractor, reached: Iterable[int], limits: FactorLimits
) -> tuple[Implied, ...]:
    """The equations between products that some equations imply, or one alone without the factors
    that both of its sides have; with one open factor at most.

    A product with a factor that is zero says nothing of its other factors, and of one with a factor
    that may be negative no logarithm is known.
    """
    idle = limits.zeros | limits.negative
    rows: dict[RowKey, ProductRow] = {}
    for i in sorted(reached):
        for j, row in enumerate(rows_of(contractor, i)):
            if idle.isdisjoint(row.powers) and row.beside <= limits.positive:
                vanishing = row.vanishing - limits.positive
                rows[i, j, vanishing] = row._replace(vanishing=vanishing) if row.vanishing else row
    nodes, alone = contractor.nodes, [row for row in rows.values() if row.combined]
    made: dict[Implied, None] = {}
    for opened in limits.opened:
        made.update(dict.fromkeys(_implied(nodes, alone, opened)))
        kept, uses = _shared(rows, opened)
        key = tuple(kept), frozenset(uses)
        if key not in contractor.implied:
            combined = _combined(contractor, list(kept.values()), uses)
            found = (row for row in combined if _says_more(nodes, row))
            contractor.implied[key] = tuple(_implied(nodes, found, uses.keys()))
        made.update(dict.fromkeys(contractor.implied[key]))
    return tuple(made)


def _implied(nodes: Nodes, rows: Iterable[ProductRow], opened: Set[int]) -> Iterator[Implied]:
    """The equations of the simple rows with one open factor at most."""
    for row in rows:
        if len(opened & row.powers.keys()) <= 1 and _is_simple(row):
            yield Implied(_equation(nodes, row), tuple(sorted(row.behind)))


def _says_more(nodes: Nodes, row: ProductRow) -> bool:
    """Whether a row is one of several equations, or of one and tells of its variables, not of the
    nodes within it alone.
    """
    return len(row.behind) > 1 or (row.combined and any(nodes[k][0] == "slot" for k in row.powers))


def _combined(
    contractor: Contractor, rows: list[ProductRow], uses: Mapping[int, int]
) -> list[ProductRow]:
    """The combinations of several rows in which open factors have cancelled, each with so many
    `uses`.
    """
    # A row with a factor of its own says nothing of the others: it helps to eliminate none of them.
    order = sorted(uses, key=lambda k: (uses[k] > 1, _place(contractor, k)))
    # Rows without factors that may be zero can always be combined, so they come first.
    rows.sort(key=lambda row: bool(row.vanishing))
    closed, pivots = eliminated((row for row in rows if not row.at_most), order)
    fewer = (reduced(row, pivots) for row in rows if row.at_most)
    limits = [row for row in fewer if row is not None]
    opened = frozenset(uses)
    paired = _paired([*limits, *_chained(limits, opened)], pivots, opened)
    return [*closed, *pivots.values(), *limits, *paired]


def _chained(limits: Sequence[ProductRow], opened: frozenset[int]) -> Iterator[ProductRow]:
    """The inequalities between two open factors that follow from two such inequalities, by way of
    a third factor.
    """
    between: dict[int, list[tuple[ProductRow, frozenset[int]]]] = {}
    for row in limits:
        ends = opened.intersection(row.powers)
        for k in sorted(ends) if len(ends) == 2 else ():
            for other, its in between.setdefault(k, []):
                if its != ends:
                    found = row.without(k, other)
                    if found is not None:
                        yield found
            between[k].append((row, ends))


def _paired(
    limits: Sequence[ProductRow], pivots: Mapping[int, ProductRow], opened: frozenset[int]
) -> Iterator[ProductRow]:
    """The inequalities with one open factor at most that follow from an inequality and another, or
    the row of a pivot, in which all other open factors have powers in the same proportion.
    """
    before: dict[frozenset[int], list[tuple[ProductRow, int | None]]] = {}
    for pivot, row in pivots.items():
        rest = opened.intersection(row.powers) - {pivot}
        if rest:
            before.setdefault(rest, []).append((row, pivot))
    for row in limits:
        whole = opened.intersection(row.powers)
        for left in (None, *filter(whole.__contains__, row.powers)) if len(whole) > 1 else ():
            rest = whole - {left}
            those = before.setdefault(rest, [])
            for other, its in those:
                able = other is not row and (left == its or left is None or its is None)
                if able and _proportional(rest, row.powers, other.powers):
                    found = row.without(min(rest), other)
                    if found is not None:
                        yield found
            those.append((row, left))


def _proportional(factors: Set[int], one: Mapping[int, Power], other: Mapping[int, Power]) -> bool:
    """Whether two products have these factors in the same proportion."""
    first = min(factors)
    return all(one[k] * other[first] == other[k] * one[first] for k in factors)


def _place(contractor: Contractor, number: int) -> tuple[object, ...]:
    """The place of a factor in the order of elimination, whatever the table held before."""
    if number not in contractor.places:
        kind, slots = contractor.nodes[number][0], sorted(slots_of(contractor.nodes, number))
        contractor.places[number] = kind != "slot", len(slots), slots, kind, number
    return contractor.places[number]


def _is_simple(row: ProductRow) -> bool:
    powers = row.powers.values()
    return (
        0.0 < row.number < math.inf
        and len(row.powers) > 0
        and all(-MOST_POWER <= p <= MOST_POWER >= p.denominator for p in powers)
    )


def _shared(
    rows: Mapping[RowKey, ProductRow], opened: frozenset[int]
) -> tuple[dict[RowKey, ProductRow], Mapping[int, int]]:
    """The rows with at most one open factor that no other of them has, and how many of them have
    each open factor.
    """
    kept, having = dict[RowKey, ProductRow](), dict[int, set[RowKey]]()
    for key, row in rows.items():
        for k in opened.intersection(row.powers):
            kept[key] = row
            having.setdefault(k, set()).add(key)
    alone = Counter(key for those in having.values() if len(those) == 1 for key in those)
    waiting = [key for key, many in alone.items() if many > 1]
    while waiting:
        for k in kept.pop(left_out := waiting.pop()).powers:
            those = having.get(k, set())
            those.discard(left_out)
            if len(those) == 1:
                (key,) = those
                alone[key] += 1
                if alone[key] == 2:
                    waiting.append(key)
    return kept, {k: len(those) for k, those in having.items() if those}


def _equation(nodes: Nodes, row: ProductRow) -> SlotEquation:
    """The equation of a product that is one, or the inequality of one that is at most one: positive
    powers left, the others right.
    """
    table = sorted(row.powers.items())
    left = [power_node(nodes, k, power) for k, power in table if power > 0]
    right = [power_node(nodes, k, -power) for k, power in table if power < 0]
    left.append(nodes.add("float", row.number))
    one = nodes.add("number", 1, 1)
    above, below = nodes.add("mul", *left, one), nodes.add("mul", *right, one)
    slots = frozenset().union(*(slots_of(nodes, k) for k in row.powers))
    powers = [k for k in (*left[:-1], *right) if k not in row.powers]
    inner = (*powers, above, below)
    return SlotEquation(
        above, below, inner, tuple(sorted(slots)), tuple(row.powers), True, row.at_most
    )
