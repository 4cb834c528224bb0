"""The rank test: which relations together determine the target, and which are redundant.

Rows are the relations' logarithmic derivatives at one consistent point, restricted to the unknowns;
they are eliminated nearest to the target first, and the target is never a pivot.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Set
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


class Useless(Container[int]):
    """The relations that cannot determine the target: each defines an unknown that occurs in no
    other relation but such ones. Each is looked for when it is asked for.
    """

    def __init__(self, structure: Incidence, target: int, known: Set[int]) -> None:
        self._structure, self._target, self._known = structure, target, known
        self._found: dict[int, bool] = {}

    def __contains__(self, i: object) -> bool:
        assert isinstance(i, int)
        if i not in self._found:
            self._look(i)
        return self._found[i]

    def _defines(self, i: int) -> bool:
        """Whether a relation defines an unknown other than the target."""
        j = self._structure.defined[i]
        return j >= 0 and j != self._target and j not in self._known

    def _others(self, i: int) -> Iterator[int]:
        """The other relations with the variable that a relation defines."""
        around = self._structure.of_variable[self._structure.defined[i]]
        return (k for k in around if k != i)

    def _look(self, first: int) -> None:
        """Follow the definitions; a relation that leads to one that is not useless, or back to
        itself, is not.
        """
        path: dict[int, Iterator[int]] = {}
        below: int | None = first
        while below is not None:
            if self._found.get(below) is False or below in path or not self._defines(below):
                self._found.update(dict.fromkeys((*path, below), False))
                return
            path[below] = self._others(below)
            below = self._below(path)

    def _below(self, path: dict[int, Iterator[int]]) -> int | None:
        """The next relation that must be useless for the last one of a path to be so; a relation
        with no more of them is, and leaves the path.
        """
        while path:
            i, others = next(reversed(path.items()))
            below = next((k for k in others if not self._found.get(k)), None)
            if below is not None:
                return below
            self._found[i] = True
            del path[i]
        return None


class Nearest:
    """The relations by distance from the target through unknown variables, those with few unknowns
    first; `without` leaves some out. They are looked for as they are asked for.
    """

    def __init__(
        self,
        structure: Incidence,
        target: int,
        known: Set[int],
        without: Container[int] = frozenset(),
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
    structure: Incidence, target: int, known: Set[int], without: Container[int]
) -> Iterator[int]:
    seen_relations: set[int] = set()
    seen = {target}
    queue = deque([target])
    while queue:
        j = queue.popleft()
        for i in sorted(
            structure.of_variable[j],
            key=lambda i: (sum(k not in known for k in structure.of_relation[i]), i),
        ):
            if i in seen_relations or i in without:
                continue
            seen_relations.add(i)
            yield i
            fresh = [k for k in structure.of_relation[i] if k not in seen and k not in known]
            seen.update(fresh)
            queue.extend(sorted(fresh, key=lambda k: (len(structure.of_variable[k]), k)))


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
