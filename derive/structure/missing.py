"""Missing sets: minimal sets of further variables that determine the target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from derive.structure.rank import RankResult, Row, RowSpace

MOST_MEMBERS = 3
MOST_CANDIDATES = 48  # the nearest ones, of which every set of two or three is tried


def functionals(elimination: RankResult, unknown: Sequence[int]) -> dict[int, dict[int, float]]:
    """Every unknown as a linear combination of the unknowns that are no pivots."""
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
    target: int, span: Mapping[int, Row], groups: Sequence[tuple[int, ...]]
) -> tuple[list[tuple[int, ...]], bool]:
    """All minimal sets (indices into `groups`) that determine the target: every one that does so
    alone, and those of two or three of the nearest others; and whether others were left out.

    `groups` are the candidates in order of preference, each of one or several variables. Without a
    set that small, the one set that results from adding candidates in order.
    """
    wanted = span[target]
    rows, useful = _useful(target, span, groups)
    alone = [(g,) for g in useful if _settles(rows[g], wanted)]
    others = [g for g in useful if (g,) not in alone]
    near = others[:MOST_CANDIDATES]
    found = alone + _small_sets(wanted, {g: rows[g] for g in near})
    if not found:
        larger = _first_set(wanted, rows, useful)
        found = [larger] if larger is not None else []
    return found, len(others) > len(near)


def first_set(
    target: int, span: Mapping[int, Row], groups: Sequence[tuple[int, ...]]
) -> tuple[int, ...]:
    """The set (indices into `groups`) that results from adding candidates in order; empty if all of
    them together do not determine the target.
    """
    return _first_set(span[target], *_useful(target, span, groups)) or ()


def _useful(
    target: int, span: Mapping[int, Row], groups: Sequence[tuple[int, ...]]
) -> tuple[list[list[Row]], list[int]]:
    """The rows of each candidate, and the candidates that have some."""
    rows = [[span[j] for j in group if j in span and j != target] for group in groups]
    return rows, [g for g, members in enumerate(rows) if any(members)]


def _settles(rows: Sequence[Row], wanted: Row) -> bool:
    """Whether the rows span the wanted one."""
    return _cover(rows, wanted) and not _span(rows).rest(wanted)


def _cover(rows: Sequence[Row], wanted: Row) -> bool:
    """Whether every entry of the wanted row is in one of these."""
    return all(any(j in row for row in rows) for j in wanted)


def _small_sets(wanted: Row, rows: dict[int, list[Row]]) -> list[tuple[int, ...]]:
    """The minimal sets by size: a level holds the incomplete sets of one size, each with the rests
    of the wanted row and of the later candidates outside its span.
    """
    found: list[tuple[int, ...]] = []
    level: list[tuple[tuple[int, ...], Row, dict[int, list[Row]]]] = [((), wanted, rows)]
    for size in range(1, MOST_MEMBERS + 1):
        last = size == MOST_MEMBERS
        incomplete: list[tuple[tuple[int, ...], Row, dict[int, list[Row]]]] = []
        for members, wanted_rest, later in level:
            following = dict(later)
            for g, own in later.items():
                del following[g]
                if last and not _may_span(own, wanted_rest):
                    continue
                chosen, span = (*members, g), _span(own)
                rest = span.rest(wanted_rest)
                if not rest:
                    if not any(set(other) <= set(chosen) for other in found):
                        found.append(chosen)
                elif not last:
                    able = (
                        _completing(own, rest, following) if size + 1 == MOST_MEMBERS else following
                    )
                    incomplete.append((chosen, rest, _rests(span, able)))
        level = incomplete
    return found


def _may_span(rows: Sequence[Row], wanted: Row) -> bool:
    """Whether the entries allow it; a single row has those of the wanted one and no others."""
    return _cover(rows, wanted) and (len(rows) > 1 or len(rows[0]) == len(wanted))


def _completing(own: Sequence[Row], rest: Row, rows: dict[int, list[Row]]) -> dict[int, list[Row]]:
    """The candidates that may span the rest together with these rows."""
    open_entries = [j for j in rest if not any(j in row for row in own)]
    return {g: r for g, r in rows.items() if all(any(j in row for row in r) for j in open_entries)}


def _rests(span: RowSpace, rows: dict[int, list[Row]]) -> dict[int, list[Row]]:
    """The components of rows outside a span, without the candidates that lie within it."""
    rests = ((g, [rest for rest in map(span.rest, own) if rest]) for g, own in rows.items())
    return {g: own for g, own in rests if own}


def _span(rows: Sequence[Row]) -> RowSpace:
    span = RowSpace()
    for k, row in enumerate(rows):
        span.add(row, k)
    return span


def _first_set(
    wanted: Row, rows: Sequence[Sequence[Row]], candidates: Sequence[int]
) -> tuple[int, ...] | None:
    """The first candidates that span the wanted row, without those that it does not need."""
    span = RowSpace()
    for g in candidates:
        for row in rows[g]:
            span.add(row, g)
        used = span.weights(wanted)
        if used is not None:
            return _necessary(wanted, rows, sorted(used))
    return None


def _necessary(wanted: Row, rows: Sequence[Sequence[Row]], members: list[int]) -> tuple[int, ...]:
    """The necessary members, the least preferred left out first."""
    for g in reversed(members):
        others = [k for k in members if k != g]
        if not _span([row for k in others for row in rows[k]]).rest(wanted):
            members = others
    return tuple(members)
