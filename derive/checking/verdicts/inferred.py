"""Equations that are judged with what other equations, words and letters say of unknown names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.extraction.passage import Passage
from derive.checking.grammar.terms import HOLE
from derive.checking.grammar.tree import NameNode, StatementNode
from derive.checking.inference.carried import Carried, nearest, unknown
from derive.checking.inference.guesses import combinations
from derive.checking.inference.nearby import definitions_nearby
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.evidence import Evidence, Strength
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding, with_facts
from derive.checking.verdicts.levels import FindingVerdict, Level, Outcome, judgement
from derive.checking.verdicts.text_beside import beside
from derive.checking.verdicts.undetermined import told
from derive.checking.verdicts.words_aside import names_beside_figures
from derive.errors import TextError, shorten
from derive.units.text import parse_unit

_LONGEST = 60
_COUNTED = frozenset({"token", "sequence"})
_MOST_COUNTED = 4
_SWEEPS = 3  # each with what the one before has concluded
Judge = Callable[..., Finding]  # of a passage, its statement and a reading, perhaps guessed
Stated = tuple[Passage, StatementNode]


@dataclass(slots=True)
class Inferred:
    """Findings on statements of a document, in order, each with the reading it was judged under."""

    stated: Sequence[Stated]
    carried: Carried
    judge: Judge
    last_resort: Callable[..., Finding | None]
    found: list[tuple[Finding, Disambiguation]] = field(default_factory=list)
    concluded: dict[str, dict[int, Evidence]] = field(default_factory=dict)
    first: bool = True
    tried: dict[int, tuple[bool, dict[str, Evidence]]] = field(default_factory=dict)
    judged: dict[int, list[tuple[Passage, Finding]]] = field(default_factory=dict)  # by id of sides

    def findings(self) -> list[tuple[Finding, Disambiguation]]:
        """The findings by evidence alone; where these judge nothing, by guesses that are told and
        accuse nobody.
        """
        for passage, statement in self.stated:
            sure = self.carried.at(statement)
            self.found.append((self._by_evidence(passage, statement, sure), sure))
        for sweep in range(_SWEEPS if any(passage.file for passage, _ in self.stated) else 0):
            self.first = sweep == 0
            self._conclude()
            judged = [place for place in range(len(self.stated)) if self._again(place)]
            if not judged and not self.first:
                break
        for place, (finding, settled) in enumerate(self.found):
            if finding.verdict == FindingVerdict.NOT_JUDGED and finding.unknown:
                self._at_last(place, finding, settled)
        return self.found

    def _by_evidence(
        self, passage: Passage, statement: StatementNode, sure: Disambiguation
    ) -> Finding:
        """The finding on a statement; that on the same text before, at its own place, where both
        have the reading of the document and the text around them tells nothing else of it.
        """
        if sure is not self.carried.settled:
            return self.judge(passage, statement, sure)
        same = self.judged.setdefault(id(statement.sides), [])
        before = next((found for other, found in same if _stand_alike(passage, other, found)), None)
        if before is None:
            found = self.judge(passage, statement, sure)
            same.append((passage, found))
            return found
        line, column = passage.place(before.position or 0)
        return with_facts(before, file=passage.file, line=line, column=column)

    def _at_last(self, place: int, finding: Finding, settled: Disambiguation) -> None:
        """Judge a statement that no guess judges by what its names have in common; say of any other
        what is unknown.
        """
        passage, statement = self.stated[place]
        words = dict.fromkeys(unknown(statement, settled))
        apt = words and passage.file and not names_beside_figures(statement)
        found = self.last_resort(passage, statement, words, settled) if apt else None
        self.found[place] = found or told(finding, settled.names), settled

    def _conclude(self) -> None:
        """Keep the units that findings force on names, by place."""
        self.concluded = {}
        for place, (finding, settled) in enumerate(self.found):
            for word, unit in finding.forced.items():
                if word != HOLE and _is_usual(unit, settled.names):
                    said = shorten(" ".join(finding.text.split()), _LONGEST)
                    seen = Evidence(
                        canonical(word), unit, Strength.UNIT, f"line {finding.line}", said, said
                    )
                    self.concluded.setdefault(word, {})[place] = seen

    def _again(self, place: int) -> bool:
        """Judge a statement that is not judged under each guess; whether one judges it."""
        finding, sure = self.found[place]
        if finding.verdict != FindingVerdict.NOT_JUDGED or not finding.unknown:
            return False
        passage, statement = self.stated[place]
        if names_beside_figures(statement):
            return False
        words = unknown(statement, sure) or list(finding.unknown)
        near = {word: nearest(self.concluded.get(word, {}), place) for word in words}
        concluded = {word: seen for word, seen in near.items() if seen is not None}
        concluded |= definitions_nearby(passage, statement, words, sure.names)
        letters = not concluded and not unknown(statement, sure)
        attempt = letters and self.first, concluded
        if self.tried.get(place) == attempt:
            return False
        self.tried[place] = attempt
        for here in self._guesses(statement, words, concluded, sure):
            other = self.judge(passage, statement, here, guessed=True)
            judged = other.verdict != FindingVerdict.NOT_JUDGED
            if judged and other.level not in (Level.WARNING, Level.ERROR):
                counted = here.names.counted > sure.names.counted
                self.found[place] = _told(other) if counted else other, here
                return True
        return False

    def _guesses(
        self,
        statement: StatementNode,
        words: Sequence[str],
        concluded: Mapping[str, Evidence],
        sure: Disambiguation,
    ) -> Iterator[Disambiguation]:
        """The readings of a statement by guesses: none where no name has one."""
        if not concluded and not unknown(statement, sure):
            sides = {side.word for side in statement.sides if isinstance(side, NameNode)}
            if not self.first or not sides.isdisjoint(words):  # first what equations define
                yield sure.without(statement, words)  # letters that may not be the library's
            return
        families = self.carried.of_families(words, sure.names)
        readings = [
            sure.beside(statement, evidence, instead=True)
            for evidence in combinations(words, sure.names, {**families, **concluded})
        ]
        yield from readings
        for reading in (*readings[:_MOST_COUNTED], sure):
            if (counting := reading.counting(statement, _COUNTED)) is not reading:
                yield counting


def _stand_alike(passage: Passage, other: Passage, found: Finding) -> bool:
    """Whether a finding on one of two equal texts is that on the other: what is said around it
    decides of figures that differ alone.
    """
    if found.verdict == FindingVerdict.CONSISTENT or found.unknown:
        return beside(passage) == beside(other)
    return _around(passage) == _around(other)


def _around(passage: Passage) -> tuple[str, ...]:
    return passage.before, passage.after, passage.told, passage.modulus, passage.topic


def _told(finding: Finding) -> Finding:
    """A finding by which tokens and sequences are counted without a unit, as a condition."""
    said = "if tokens and sequences are counted without a unit"
    brief = f"Consistent {said}. {finding.brief[:1].upper()}{finding.brief[1:]}"
    _, level, rule = judgement(Outcome.NAMES_LEFT_OPEN)
    return with_facts(
        finding,
        verdict=FindingVerdict.CONDITIONAL,
        level=level,
        rule=rule,
        brief=brief,
        message=f"{finding.message.rstrip()}\nThat is {said}.",
    )


def _is_usual(unit: str, names: Names) -> bool:
    """Whether some quantity has a unit."""
    try:
        dimension = parse_unit(unit).dimension
    except TextError:
        return False
    return names.is_usual(dimension)
