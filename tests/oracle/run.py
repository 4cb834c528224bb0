"""The large run: many questions and systems examined, a census, and every failure made small."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from tests.oracle.every_side import contradictory, verdicts
from tests.oracle.examine import FaultsOf, asked, examine, smaller
from tests.oracle.judge import Fault, contradicted
from tests.oracle.library_worlds import World, random_world, worlds
from tests.oracle.metamorphic import changed_answers
from tests.oracle.own_systems import OwnWorld
from tests.oracle.questions import Question, falsified, library_question, own_question
from tests.oracle.widened import faults, widened

PER_WORLD = 25
NO_ERROR = "not found (no error)"


def source_of(seed: int, *words: object) -> random.Random:
    """The random numbers of one question of a run."""
    return random.Random(" ".join(map(str, (seed, *words))))


def restated(number: int) -> FaultsOf:
    """The changes that change the answer of a question, drawn from its number."""

    def faults_of(question: Question) -> Iterator[Fault]:
        _, answer, _ = asked(question)
        if answer is not None:
            for fault, other in changed_answers(question, answer, random.Random(number)):
                yield Fault(fault.kind, f"{fault.text}\n# changed:\n{other.snippet()}\n# from:")

    return faults_of


def unseen(question: Question) -> Iterator[Fault]:
    """A contradiction that is told as another status."""
    if contradicted(question):
        status, answer, _ = asked(question)
        if status != "contradiction":
            yield Fault("another status", f"{status} {answer.text if answer else ''}")


def replaceable(question: Question) -> bool:
    """Whether the givens clash with conventions alone, which they replace."""
    free = {v.name for v in worlds(question.variants).conventions}
    return not contradicted(question.without_conventions(free))


def nothing(_: Question) -> Iterable[Fault]:
    return ()


@dataclass
class Run:
    """What is found: statuses and classes of faults by kind of question, failures as text."""

    seed: int
    show: int = 10
    statuses: dict[str, Counter[str]] = field(default_factory=dict)
    faults: dict[str, Counter[str]] = field(default_factory=dict)
    echo: Callable[[str], None] = print
    hidden: float | None = None  # the share of defaults that do not hold; drawn without one
    _kept: tuple[tuple[int, float | None], tuple[World, dict[str, str]]] | None = None

    def questions(self, numbers: range) -> None:
        """Questions to the library: every third with a falsified given, every fifth with its
        derivation verified, every eighth restated.
        """
        for number in numbers:
            world, variants = self._world(number // PER_WORLD, self.hidden)
            source = source_of(self.seed, "question", number)
            question = library_question(source, world, variants)
            if number % 3 == 0:
                question = falsified(question, source) or question
            self._examined("library", number, question)

    def systems(self, numbers: range) -> None:
        """Own systems: every fourth with a falsified given, all restated where every eighth is."""
        for number in numbers:
            source = source_of(self.seed, "system", number)
            question = own_question(OwnWorld(source.randrange(10**9)))
            if number % 4 == 0:
                question = falsified(question, source) or question
            self._examined("own", number, question)

    def every_side(self, numbers: range, most: int = 12) -> None:
        """Contradictory givens, each asked for so many targets; those that a convention alone
        makes contradictory may replace it, from every side.
        """
        for number in numbers:
            source = source_of(self.seed, "side", number)
            world, variants = self._world(number // PER_WORLD, 0.0)
            question = contradictory(source, world, variants)
            if question is None:
                continue
            found = list(verdicts(question, source, most))
            if all(one.status != "contradiction" for _, one in found) and replaceable(question):
                self._count("sides", "a convention replaced")
                continue
            told = {verdict for _, verdict in found}
            self._count("sides", "one verdict" if len(told) == 1 else "several verdicts")
            for other, verdict in found:
                self._count("sides asked", verdict.status)
                if verdict.status != "contradiction":
                    self._told(
                        "sides", number, Fault("another status", str(verdict)), other, unseen
                    )
            clashes = {v for v in told if v.status == "contradiction"}
            if len(clashes) > 1:
                text = "; ".join(sorted(map(str, clashes)))
                self._told("sides", number, Fault("another conflict", text), question, nothing)

    def widened(self, numbers: range) -> None:
        """Questions with intervals around the true values: each is asked with them, and where that
        fails or tells more than a value, at exact ones.
        """
        for number in numbers:
            source = source_of(self.seed, "widened", number)
            question = widened(source, *self._world(number // PER_WORLD, 0.0))
            if question is None:
                continue

            def faults_of(other: Question, number: int = number) -> Iterable[Fault]:
                return faults(other, source_of(self.seed, "points", number))

            found = list(faults_of(question))
            self._count("widened", "at fault" if found else "sound")
            for fault in found:
                self._told("widened", number, fault, question, faults_of)

    def _world(self, number: int, share: float | None = None) -> tuple[World, dict[str, str]]:
        """The world of this number; the last one is kept."""
        if self._kept is None or self._kept[0] != (number, share):
            self._kept = (number, share), random_world(source_of(self.seed, "world", number), share)
        return self._kept[1]

    def _examined(self, kind: str, number: int, question: Question) -> None:
        found = examine(question, number, derivation=number % 5 == 0)
        self._count(f"{kind}, one false" if question.false else kind, found.status)
        for fault in found.faults:
            derivation = number % 5 == 0 and fault.kind in ("crash", "hang")

            def again(other: Question, derivation: bool = derivation) -> Iterable[Fault]:
                return examine(other, number, derivation=derivation).faults

            self._told(kind, number, fault, question, again)
        if number % 8 == 0 and found.answer is not None:
            for fault in restated(number)(question):
                self._told(kind, number, fault, question, restated(number))

    def _count(self, kind: str, status: str) -> None:
        self.statuses.setdefault(kind, Counter())[status] += 1

    def _told(
        self, kind: str, number: int, fault: Fault, question: Question, faults_of: FaultsOf
    ) -> None:
        """Count a fault, and print the first of its class as a small question."""
        counted = self.faults.setdefault(kind, Counter())
        counted[fault.kind] += 1
        if counted[fault.kind] > self.show:
            return
        question = smaller(question, fault.kind, faults_of, 12 if fault.kind == "hang" else 120)
        fault = next((f for f in faults_of(question) if f.kind == fault.kind), fault)
        self.echo(f"## {kind} {number}: {fault.kind}\n{fault.text}\n{question.snippet()}\n")

    @property
    def errors(self) -> int:
        """How many faults were found that are no mere silence."""
        return sum(
            count
            for counted in self.faults.values()
            for kind, count in counted.items()
            if kind != NO_ERROR
        )

    def census(self) -> str:
        """Statuses and faults, counted."""
        lines = [f"seed {self.seed}"]
        for title, table in (("statuses", self.statuses), ("faults", self.faults)):
            lines.append(f"{title}:")
            for kind, counted in table.items():
                row = ", ".join(f"{name} {count}" for name, count in counted.most_common())
                lines.append(f"  {kind} ({sum(counted.values())}): {row}")
        return "\n".join(lines)
