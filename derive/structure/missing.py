"""What is missing: smallest sets of further variables that would determine the target."""

from __future__ import annotations

from collections.abc import Sequence

from derive.structure.rank import Elimination, Row, Span

MOST_SETS = 12
MOST_MEMBERS = 3
MOST_TRIES = 40


def functionals(elimination: Elimination, unknown: Sequence[int]) -> dict[int, dict[int, float]]:
    """Every unknown as a combination of those that no pivot took."""
    found: dict[int, dict[int, float]] = {j: {j: 1.0} for j in unknown if j not in elimination.pivots}
    for pivot, row in reversed(list(elimination.pivots.items())):
        total: dict[int, float] = {}
        for j, slope in row.items():
            if j == pivot:
                continue
            for base, factor in found.get(j, {j: 1.0}).items():
                total[base] = total.get(base, 0.0) - slope / row[pivot] * factor
        found[pivot] = {j: x for j, x in total.items() if abs(x) > 1e-8}
    return found


def missing_sets(target: int, span: dict[int, dict[int, float]], groups: Sequence[tuple[int, ...]]) -> tuple[list[tuple[int, ...]], bool]:
    """Minimal sets (as indices into `groups`) that determine the target, best first, and whether the list was cut off.

    `groups` are the candidates in order of preference; several variables that come together count as one. Sets of
    more than three members are left out unless there is no smaller one.
    """
    wanted = span[target]
    rows: list[list[Row]] = [[span[j] for j in group if j in span and j != target] for group in groups]
    useful = [g for g, members in enumerate(rows) if any(members)]
    found: list[tuple[int, ...]] = []
    larger: list[tuple[int, ...]] = []
    banned_queue: list[frozenset[int]] = [frozenset()]
    tried: set[frozenset[int]] = set()
    cut_off = False
    while banned_queue:
        if len(found) >= MOST_SETS or len(tried) >= MOST_TRIES:
            cut_off = True
            break
        banned = banned_queue.pop(0)
        if banned in tried:
            continue
        tried.add(banned)
        chosen = _greedy(wanted, rows, [g for g in useful if g not in banned])
        if chosen is None:
            continue
        if chosen not in found and len(chosen) <= MOST_MEMBERS:
            found.append(chosen)
        elif len(chosen) > MOST_MEMBERS:
            larger.append(chosen)
        banned_queue.extend(banned | {member} for member in chosen)
    smallest = [min(larger, key=lambda chosen: (len(chosen), chosen))] if larger and not found else []
    return sorted(found, key=lambda chosen: (len(chosen), chosen)) or smallest, cut_off or bool(larger)


def _greedy(wanted: Row, rows: Sequence[Sequence[Row]], candidates: Sequence[int]) -> tuple[int, ...] | None:
    """Take candidates in order until they span the target; those that its combination needs."""
    span = Span()
    for g in candidates:
        for row in rows[g]:
            span.add(row, g)
        used = span.owners(wanted)
        if used is not None:
            return tuple(sorted(used))
    return None
