"""The rank test: which relations together determine the target, and which are redundant.

Rows are the relations' logarithmic derivatives at one consistent point, restricted to the unknowns;
they are eliminated nearest to the target first, and the target is never a pivot.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import islice

from derive.structure.incidence import Incidence

Row = Mapping[int, float]
_TINY = 1e-8


@dataclass(frozen=True, slots=True)
class Combination:
    """A linear combination of relations: their factors and the resulting row."""

    relations: Mapping[int, float]
    row: Mapping[int, float]


@dataclass
class RankResult:
    """The combination that determines the target (`pinned`), those without unknowns (`redundant`),
    and those with the target and other unknowns (`holding`).

    `pivots` maps a pivot variable to its reduced row.
    """

    pinned: Combination | None = None
    redundant: list[Combination] = field(default_factory=list)
    holding: list[Combination] = field(default_factory=list)
    pivots: dict[int, Row] = field(default_factory=dict)


def useless(structure: Incidence, target: int, known: Set[int]) -> frozenset[int]:
    """The relations that cannot determine the target: each defines an unknown that occurs in no
    other relation but such ones.
    """
    dangling, defining = structure.dangling, structure.defining
    used = {i for j in (target, *known) for i in defining[j] if i in dangling}
    waiting = list(used)
    while waiting:
        for j in structure.of_relation[waiting.pop()]:
            for i in defining[j]:
                if i in dangling and i not in used:
                    used.add(i)
                    waiting.append(i)
    return dangling - used


class Nearest:
    """The relations by distance from the target through unknown variables, those with few unknowns
    first; `without` leaves some out. They are looked for as they are asked for.
    """

    def __init__(
        self,
        structure: Incidence,
        target: int,
        known: Set[int],
        without: Set[int] = frozenset(),
    ) -> None:
        self._found: list[int] = []
        self._rest = _by_distance(structure, target, known, without)

    def first(self, number: int) -> list[int]:
        """So many of them, or all that there are."""
        self._found.extend(islice(self._rest, max(number - len(self._found), 0)))
        return self._found[:number]

    def more_than(self, number: int) -> bool:
        """Whether there are more than so many."""
        return len(self.first(number + 1)) > number


def _by_distance(
    structure: Incidence, target: int, known: Set[int], without: Set[int]
) -> Iterator[int]:
    seen_relations: set[int] = set()
    seen, members, of_variable = {target}, structure.members, structure.of_variable
    queue = deque([target])
    while queue:
        around = (i for i in of_variable[queue.popleft()] if i not in seen_relations)
        for _, i in sorted((len(members[i].difference(known)), i) for i in around):
            if i in without:
                continue
            seen_relations.add(i)
            yield i
            fresh = members[i].difference(known, seen)
            seen.update(fresh)
            queue.extend(sorted(fresh, key=lambda k: (len(of_variable[k]), k)))


def eliminate(
    order: Iterable[int],
    row_of: Callable[[int], Row],
    known: set[int],
    target: int,
    stop: bool = True,
) -> RankResult:
    """Gaussian elimination of the rows in `order` over the unknowns; with `stop` it ends once the
    target is pinned.
    """
    result = RankResult()
    pivots: list[tuple[int, dict[int, float], dict[int, float]]] = []
    place: dict[int, int] = {}
    for i in order:
        full = row_of(i)
        row = {j: slope for j, slope in full.items() if j not in known}
        tags = {i: 1.0}
        scale = max((abs(x) for x in full.values()), default=1.0)
        for index in _pending(row, place):
            pivot, pivot_row, pivot_tags = pivots[index]
            if pivot in row:
                factor = row[pivot] / pivot_row[pivot]
                _subtract(row, pivot_row, factor, scale)
                row.pop(pivot, None)
                _subtract(tags, pivot_tags, factor, 1.0)
        if not row:
            result.redundant.append(Combination(tags, {}))
        elif set(row) == {target}:
            result.pinned = result.pinned or Combination(tags, row)
            if stop:
                return result
        else:
            if target in row:
                result.holding.append(Combination(tags, dict(row)))
            pivot = max((j for j in row if j != target), key=lambda j: (abs(row[j]) > 0.05, -j))
            place[pivot] = len(pivots)
            pivots.append((pivot, row, tags))
    result.pivots = {pivot: row for pivot, row, _ in pivots}
    return result


def _pending(row: dict[int, float], place: dict[int, int]) -> Iterable[int]:
    """Pivot rows to subtract, oldest first; subtracting one may add younger pivots only."""
    done = -1
    while pending := [place[j] for j in row if j in place and place[j] > done]:
        done = min(pending)
        yield done


def _subtract(
    row: dict[int, float], other: Mapping[int, float], factor: float, scale: float
) -> None:
    least = _TINY * max(1.0, scale)
    for j, slope in other.items():
        rest = row.get(j, 0.0) - factor * slope
        if rest > least or rest < -least:
            row[j] = rest
        else:
            row.pop(j, None)


class RowSpace:
    """The space spanned by rows, each with an owner."""

    def __init__(self) -> None:
        self._pivots: list[tuple[int, dict[int, float], dict[int, float]]] = []
        self._owners: list[int] = []

    def add(self, row: Row, owner: int) -> None:
        """Add a row that lies outside the span."""
        rest, tags = self._reduced(row)
        if rest:
            tags[len(self._owners)] = 1.0
            self._pivots.append((max(rest, key=lambda j: (abs(rest[j]), -j)), rest, tags))
            self._owners.append(owner)

    def weights(self, target: Row) -> dict[int, float] | None:
        """The owners of the rows that combine to `target`, each with its largest factor; None
        outside the span.
        """
        rest, tags = self._reduced(target)
        if rest:
            return None
        found: dict[int, float] = {}
        for index, factor in tags.items():
            owner = self._owners[index]
            found[owner] = max(found.get(owner, 0.0), -factor, key=abs)
        return found

    def rest(self, row: Row) -> Row:
        """The component of a row outside the span."""
        rest = row
        for pivot, pivot_row, _ in self._pivots:
            if pivot in rest:
                own = dict(rest)
                factor = own[pivot] / pivot_row[pivot]
                _subtract(own, pivot_row, factor, 1.0)
                own.pop(pivot, None)
                rest = own
        return rest

    def _reduced(self, row: Row) -> tuple[dict[int, float], dict[int, float]]:
        rest: dict[int, float] = dict(row)
        tags: dict[int, float] = {}
        for pivot, pivot_row, pivot_tags in self._pivots:
            if pivot in rest:
                factor = rest[pivot] / pivot_row[pivot]
                _subtract(rest, pivot_row, factor, 1.0)
                rest.pop(pivot, None)
                _subtract(tags, pivot_tags, factor, 1.0)
        return rest, tags
