"""What is missing: smallest sets of further variables that would determine the target."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from derive.structure.rank import RankResult, Row, RowSpace

MOST_SETS = 12
MOST_MEMBERS = 3
MOST_CANDIDATES = 40  # the nearest ones, of which every set of at most three is tried


def functionals(elimination: RankResult, unknown: Sequence[int]) -> dict[int, dict[int, float]]:
    """Every unknown as a combination of those that no pivot took."""
    found: dict[int, dict[int, float]] = {
        j: {j: 1.0} for j in unknown if j not in elimination.pivots
    }
    for pivot, row in reversed(list(elimination.pivots.items())):
        total: dict[int, float] = {}
        for j, slope in row.items():
            if j == pivot:
                continue
            for base, factor in found.get(j, {j: 1.0}).items():
                total[base] = total.get(base, 0.0) - slope / row[pivot] * factor
        found[pivot] = {j: x for j, x in total.items() if abs(x) > 1e-8}
    return found


def missing_sets(
    target: int, span: dict[int, dict[int, float]], groups: Sequence[tuple[int, ...]]
) -> tuple[list[tuple[int, ...]], bool]:
    """All minimal sets (as indices into `groups`) of at most three that determine the target, and
    whether some were left out.

    `groups` are the candidates in order of preference; several variables that come together count
    as one. Where no set is that small, the one that taking the candidates in order leads to.
    """
    rows: list[list[Row]] = [
        [span[j] for j in group if j in span and j != target] for group in groups
    ]
    useful = [g for g, members in enumerate(rows) if any(members)]
    near = useful[:MOST_CANDIDATES]
    found = _small_sets(span[target], {g: rows[g] for g in near})
    if not found:
        larger = _first_set(span[target], rows, useful)
        found = [larger] if larger is not None else []
    return found, len(useful) > len(near)


def _small_sets(wanted: Row, rows: dict[int, list[Row]]) -> list[tuple[int, ...]]:
    """Level by level: what is left of the wanted row, and of the later candidates, once the members
    so far are known.
    """
    found: list[tuple[int, ...]] = []
    level: list[tuple[tuple[int, ...], Row, dict[int, list[Row]]]] = [((), wanted, rows)]
    for size in range(1, MOST_MEMBERS + 1):
        following: list[tuple[tuple[int, ...], Row, dict[int, list[Row]]]] = []
        for members, rest, later in level:
            waiting = dict(later)
            for g, own in later.items():
                del waiting[g]
                chosen = (*members, g)
                known = _span(own)
                left = known.rest(rest)
                if not left:
                    if not any(set(smaller) <= set(chosen) for smaller in found) and _minimal(
                        wanted, [rows[k] for k in chosen]
                    ):
                        found.append(chosen)
                elif size < MOST_MEMBERS:
                    following.append(
                        (
                            chosen,
                            left,
                            {
                                h: [r for r in map(known.rest, others) if r]
                                for h, others in waiting.items()
                            },
                        )
                    )
        level = [
            (members, rest, {h: others for h, others in later.items() if others})
            for members, rest, later in following
        ]
    return found


def _span(rows: Sequence[Row]) -> RowSpace:
    span = RowSpace()
    for k, row in enumerate(rows):
        span.add(row, k)
    return span


def _minimal(wanted: Row, members: Sequence[Sequence[Row]]) -> bool:
    """Whether no member can be left out."""
    return all(
        _span([row for member in fewer for row in member]).rest(wanted)
        for fewer in combinations(members, len(members) - 1)
    )


def _first_set(
    wanted: Row, rows: Sequence[Sequence[Row]], candidates: Sequence[int]
) -> tuple[int, ...] | None:
    """Take candidates in order until they span the target; those that its combination needs."""
    span = RowSpace()
    for g in candidates:
        for row in rows[g]:
            span.add(row, g)
        used = span.weights(wanted)
        if used is not None:
            return _without_spares(wanted, rows, sorted(used))
    return None


def _without_spares(
    wanted: Row, rows: Sequence[Sequence[Row]], members: list[int]
) -> tuple[int, ...]:
    """The members that are needed, the least preferred left out first."""
    for g in reversed(members):
        others = [k for k in members if k != g]
        if not _span([row for k in others for row in rows[k]]).rest(wanted):
            members = others
    return tuple(members)
