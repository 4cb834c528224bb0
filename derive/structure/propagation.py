"""Propagation: a relation with one unknown determines it; one without unknowns, or whose unknown
cancels, is a check.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from derive.structure.incidence import Incidence


class Propagation:
    """The closure of a set of known variables under the relations.

    `how[j]` is the relation that determined variable j; `checks` are the relations whose unknowns
    all cancel and that determined none, those left `aside` are neither; with `cancelling`, there
    are some with unknowns. All givens are seeded together: one by one would hide contradictions.
    """

    def __init__(
        self, incidence: Incidence, known: Iterable[int], aside: Iterable[int] = ()
    ) -> None:
        self._incidence = incidence
        self._open = list(incidence.sizes)  # the numbers of unknowns in the relations
        self.known: set[int] = set()
        self.how: dict[int, int] = {}
        self.checks: list[int] = []
        self.cancelling = False
        self._settled = set(aside)
        self._waiting = deque(incidence.constants)
        self.add(known)

    def add(self, known: Iterable[int]) -> None:
        """Add known variables and propagate."""
        queue: deque[int] = deque()
        for j in sorted(known):
            if j not in self.known:
                self.known.add(j)
                queue.append(j)
        waiting, self._waiting = self._waiting, deque()
        left, of_variable = self._open, self._incidence.of_variable
        while queue or waiting:
            while queue:
                for i in of_variable[queue.popleft()]:
                    left[i] -= 1
                    if left[i] <= 1:
                        waiting.append(i)
            if waiting:
                queue.extend(self._determine(waiting.popleft()))

    def _determine(self, i: int) -> list[int]:
        if i in self._settled:
            return []
        self._settled.add(i)
        unknown = [j for j in self._incidence.of_relation[i] if j not in self.known]
        if unknown and self._incidence.cancels(i, unknown[0]):
            self.cancelling = True
            unknown = []
        if unknown:
            self.how[unknown[0]] = i
            self.known.add(unknown[0])
        else:
            self.checks.append(i)
        return unknown

    def support(self, targets: Iterable[int]) -> list[tuple[int, int]]:
        """The (relation, variable) pairs that determine `targets`, in order of evaluation."""
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
                        if k not in done
                    )
        return order
