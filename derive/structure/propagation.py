"""Propagation: a relation with one unknown left determines it; a relation with none left is a
check.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from derive.structure.incidence import Incidence


class Propagation:
    """What follows from a set of known variables, relation by relation, without recursion.

    `how[j]` is the relation that determined variable j; `checks` are the relations left without an
    unknown that determined nothing. All givens are seeded together: one after the other would hide
    contradictions.
    """

    def __init__(self, incidence: Incidence, known: Iterable[int]) -> None:
        self._incidence = incidence
        self._open: dict[int, int] = {}  # unknowns left in the relations met so far
        self.known: set[int] = set()
        self.how: dict[int, int] = {}
        self.checks: list[int] = []
        self._settled: set[int] = set()
        self._waiting = deque(incidence.constants)
        self.add(known)

    def add(self, known: Iterable[int]) -> None:
        """Make more variables known and follow what that determines."""
        queue: deque[int] = deque()
        for j in sorted(known):
            if j not in self.known:
                self.known.add(j)
                queue.append(j)
        waiting, self._waiting = self._waiting, deque()
        while queue or waiting:
            while queue:
                for i in self._incidence.of_variable[queue.popleft()]:
                    self._open[i] = self._open.get(i, len(self._incidence.of_relation[i])) - 1
                    if self._open[i] <= 1:
                        waiting.append(i)
            if waiting:
                queue.extend(self._determine(waiting.popleft()))

    def _determine(self, i: int) -> list[int]:
        if i in self._settled:
            return []
        self._settled.add(i)
        unknown = [j for j in self._incidence.of_relation[i] if j not in self.known]
        if unknown:
            self.how[unknown[0]] = i
            self.known.add(unknown[0])
        else:
            self.checks.append(i)
        return unknown

    def route(self, target: int) -> list[tuple[int, int]]:
        """The (relation, variable) pairs behind `target`, in the order in which they can be
        evaluated.
        """
        return self.behind([target])

    def behind(self, targets: Iterable[int]) -> list[tuple[int, int]]:
        """The (relation, variable) pairs that determine `targets`, each after what it needs."""
        order: list[tuple[int, int]] = []
        done: set[int] = set()
        stack = [(j, False) for j in sorted(targets, reverse=True)]
        while stack:
            j, ready = stack.pop()
            if ready:
                order.append((self.how[j], j))
            elif j not in done:
                done.add(j)
                if j in self.how:
                    stack.append((j, True))
                    stack.extend(
                        (k, False)
                        for k in reversed(self._incidence.of_relation[self.how[j]])
                        if k != j and k not in done
                    )
        return order
