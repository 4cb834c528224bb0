"""The rank test: which relations together determine the target, and which are redundant.

Rows are the relations' logarithmic derivatives at one consistent point, restricted to the unknowns;
they are eliminated nearest to the target first, and the target is never a pivot.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field

from derive.structure.incidence import Incidence

Row = Mapping[int, float]
MOST_RELATIONS = 2_000
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

    `pivots` maps a pivot variable to its reduced row; `cut_off` marks a bounded search.
    """

    pinned: Combination | None = None
    redundant: list[Combination] = field(default_factory=list)
    holding: list[Combination] = field(default_factory=list)
    pivots: dict[int, Row] = field(default_factory=dict)
    cut_off: bool = False


def useless(structure: Incidence, target: int, known: Set[int]) -> set[int]:
    """The relations that cannot determine the target: each defines an unknown that occurs in no
    other relation but such ones.
    """
    uses, defined = list(structure.uses), structure.defined
    of_relation, definitions = structure.of_relation, structure.definitions
    gone: set[int] = set()
    waiting = list(structure.private)
    while waiting:
        i = waiting.pop()
        j = defined[i]
        if i in gone or j in known or j == target:
            continue
        gone.add(i)
        for k in of_relation[i]:
            uses[k] -= 1
            if uses[k] == 1 and k not in known and k in definitions:
                waiting.extend(definitions[k])
    return gone


def nearest(
    structure: Incidence,
    target: int,
    known: set[int],
    most: int = MOST_RELATIONS,
    without: Set[int] = frozenset(),
) -> tuple[list[int], bool]:
    """The relations by distance from the target through unknown variables, those with few unknowns
    first, and whether there are more than `most`; `without` leaves some out.
    """
    order: list[int] = []
    seen_relations = set(without)
    seen = {target}
    queue = deque([target])
    while queue:
        j = queue.popleft()
        for i in sorted(
            structure.of_variable[j],
            key=lambda i: (sum(k not in known for k in structure.of_relation[i]), i),
        ):
            if i in seen_relations:
                continue
            if len(order) >= most:
                return order, True
            seen_relations.add(i)
            order.append(i)
            fresh = [k for k in structure.of_relation[i] if k not in seen and k not in known]
            seen.update(fresh)
            queue.extend(sorted(fresh, key=lambda k: (len(structure.of_variable[k]), k)))
    return order, False


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
