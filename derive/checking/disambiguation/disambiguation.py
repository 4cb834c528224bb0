"""Reading of a document: the meanings of its names under which most equations balance."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from derive.checking.disambiguation.interpretation import (
    MOST_TOGETHER,
    Interpretation,
    Signature,
    choices_of,
    choices_with,
    interpret,
    signature,
)
from derive.checking.extraction.passage import Passage
from derive.checking.grammar.imaginary import imaginary_units
from derive.checking.grammar.tree import StatementNode
from derive.checking.spelling.canonical import canonical, is_a_letter
from derive.checking.symbols.evidence import Evidence
from derive.checking.symbols.name_meanings import NameMeanings, readings
from derive.checking.symbols.names import Names
from derive.checking.twin import twin
from derive.equations.var import Var
from derive.errors import TextError

_MORE_THAN_CHANCE = 3


class Disambiguation:
    """The reading of a document: each ambiguous name with the meaning under which most equations
    balance.

    `scope` is 0 for figures of the domain and 1 for those of one GPU; `pick` is the index of each
    name's reading.
    """

    def __init__(self, stated: Sequence[tuple[Passage, StatementNode]], names: Names) -> None:
        self.names = names
        self._stated = [(*one, choices_of(one[1], names)) for one in stated]
        self._choices = {id(statement): choices for _, statement, choices in self._stated}
        self._ambiguous = [
            [word for word, choice in choices.items() if choice.ambiguous]
            for _, _, choices in self._stated
        ]
        self._known = [choices.keys() >= set(one.words) for _, one, choices in self._stated]
        self._found: dict[tuple[int, Signature], Interpretation | None] = {}
        self._balanced: dict[tuple[int, tuple[Var, ...]], bool] = {}
        self._knows: dict[str, bool] = {}  # whether a word has a meaning among these names
        self.kept: dict[Any, Any] = {}  # what was found out under this reading
        self.scope = 0
        self.pick: dict[str, int] = {}
        each = (choices.values() for _, _, choices in self._stated)
        counts = [math.prod(len(choice.readings) for choice in choices) for choices in each]
        if len(counts) == 1 and counts[0] <= MOST_TOGETHER:
            self._settle_one()
        else:
            self._settle_all()

    @cached_property
    def confirmed(self) -> frozenset[str]:
        """Symbols of the library's documents in an equation that balances with them: one name of
        another kind, or three symbols with units, rule out chance.
        """
        found: set[str] = set()
        for k, (_, _, choices) in enumerate(self._stated):
            symbols = [word for word, choice in choices.items() if choice.symbol_only]
            imaginary = {word for word in symbols if self.names.is_imaginary(word)}
            found.update(imaginary and imaginary & imaginary_units(self._stated[k][1].sides))
            if imaginary and len(imaginary) == len(symbols) and self._balances(k):
                found.update(imaginary)
            several = symbols and len(choices) > 1
            if several and self._surely(choices, symbols) and self._balances(k):
                found.update(symbols)
        return frozenset(found)

    @cached_property
    def guessed(self) -> frozenset[str]:
        """Letters of a document, perhaps with a script, that are undefined and in no equation that
        balances with them.
        """
        if len(self._stated) < 2 or not any(passage.file for passage, _, _ in self._stated):
            return frozenset()
        every = {word: canonical(word) for _, _, choices in self._stated for word in choices}
        own = self.names.own
        letters = {word for word, one in every.items() if is_a_letter(one) and one not in own}
        confirmed = {
            word
            for k, (_, _, choices) in enumerate(self._stated)
            if len(choices) > 1 and not letters.isdisjoint(choices) and self._balances(k)
            for word in choices
        }
        return frozenset(letters - confirmed)

    @cached_property
    def balancing(self) -> frozenset[str]:
        """The names of the equations that balance."""
        each = enumerate(choices for _, _, choices in self._stated)
        return frozenset(word for k, choices in each if self._balances(k) for word in choices)

    def _surely(self, choices: Mapping[str, NameMeanings], symbols: Sequence[str]) -> bool:
        with_units = [w for w, choice in choices.items() if self.var(w, choice).unit.dimension]
        return len(with_units) >= _MORE_THAN_CHANCE or not set(symbols).issuperset(with_units)

    def knows(self, word: str) -> bool:
        """Whether a name has a meaning: one of the names, or a symbol that is confirmed."""
        if word not in self._knows:
            self._knows[word] = self.names.find(word) is not None or word in self.confirmed
        return self._knows[word]

    def beside(
        self, statement: StatementNode, evidence: Mapping[str, Evidence], *, instead: bool = False
    ) -> Disambiguation:
        """This reading, with further names that have a meaning at one statement, perhaps `instead`
        of words that are not understood.
        """
        more = self._with(self.names.also(evidence, instead=instead))
        before = self._of(statement)
        more._choices = {id(statement): choices_with(statement, before, more.names, evidence)}
        return more

    def without(
        self, statement: StatementNode, words: Collection[str], *, guessed: bool = False
    ) -> Disambiguation:
        """This reading, in which some names of one statement are not the library's or `guessed`."""
        more = self._with(self.names.without(words, guessed=guessed))
        more.confirmed = self.confirmed.difference(words)
        more._choices = {id(statement): choices_of(statement, more.names)}
        return more

    def counting(self, statement: StatementNode, bases: frozenset[str]) -> Disambiguation:
        """This reading, in which some counted things are pure numbers in one statement; itself
        where that has none of them.
        """
        if not any(choice.counts(bases) for choice in self._of(statement).values()):
            return self
        more = self._with(twin(self.names))
        more.names.counted |= bases
        more._choices = {id(statement): choices_of(statement, more.names)}
        return more

    def _with(self, names: Names) -> Disambiguation:
        """This reading with other names, and with what is found once for all statements."""
        _ = self.confirmed, self.guessed, self.balancing
        more = twin(self)
        more.names, more._knows, more.kept = names, {}, {}
        return more

    def of(self, statement: StatementNode) -> dict[str, Var]:
        """The reading of the names of one statement."""
        return {word: self.var(word, choice) for word, choice in self._of(statement).items()}

    def _of(self, statement: StatementNode) -> Mapping[str, NameMeanings]:
        return self._choices.get(id(statement)) or choices_of(statement, self.names)

    def interpreted(self, passage: Passage, statement: StatementNode) -> Interpretation:
        """A statement under this reading. Raises TextError for invalid literals."""
        reading = self.of(statement)
        kept = self._found.get((id(statement), signature(statement, reading)))
        if kept is not None and kept.reading == reading:
            return kept
        return interpret(passage, statement, reading)

    def var(self, word: str, choice: NameMeanings) -> Var:
        """The variable that a name is read as."""
        return choice.readings[self.pick.get(word, 0)][self.scope]

    def _settle_one(self) -> None:
        """Try every combination for a single statement; keep the usual one if none balances."""
        passage, statement, choices = self._stated[0]
        if set(statement.words) - set(choices):
            return
        for reading in readings(choices):
            found = self._interpreted(passage, statement, reading)
            if found and found.balances:
                self.pick = {
                    word: next(k for k, pair in enumerate(choice.readings) if reading[word] in pair)
                    for word, choice in choices.items()
                }
                whole = [(w, choice.readings[self.pick[w]][0]) for w, choice in choices.items()]
                self.scope = int(any(reading[word] is not var for word, var in whole))
                return

    def _settle_all(self) -> None:
        """Choose the scope, then each ambiguous name in turn, so that more equations balance."""
        ambiguous: dict[str, NameMeanings] = {}
        users: dict[str, list[int]] = {}
        for k, (_, _, choices) in enumerate(self._stated):
            for word in self._ambiguous[k]:
                ambiguous.setdefault(word, choices[word])
                users.setdefault(word, []).append(k)
        scoped = sorted({k for word, one in ambiguous.items() if one.scoped for k in users[word]})
        if scoped:
            self._better(scoped, [1])
        own = [
            word
            for word in ambiguous
            if canonical(word) in self.names.own and len(ambiguous[word].readings) > 1
        ]
        if len(own) > 1:  # units are left out of all counts alike
            self._better(
                sorted({k for word in own for k in users[word]}),
                [{word: len(ambiguous[word].readings) - 1 for word in own}],
            )
        for word, choice in ambiguous.items():
            self._better(users[word], [{word: k} for k in range(1, len(choice.readings))])
        if scoped:
            self._better(scoped, [1 - self.scope])

    def _better(self, users: list[int], changes: Sequence[int | dict[str, int]]) -> None:
        """Keep each change, of scope or readings, under which more of the `users` balance."""
        best = sum(map(self._balances, users))
        for change in changes if best < len(users) else ():
            before = self.scope, dict(self.pick)
            if isinstance(change, int):
                self.scope = change
            else:
                self.pick |= change
            score = sum(map(self._balances, users))
            if score <= best:
                self.scope, self.pick = before
            best = max(best, score)

    def _balances(self, k: int) -> bool:
        if not self._known[k]:
            return False
        passage, statement, choices = self._stated[k]
        open_ones = tuple([self.var(word, choices[word]) for word in self._ambiguous[k]])
        key = id(statement.sides), open_ones  # texts may stand there again
        if key not in self._balanced:
            reading = {word: self.var(word, choice) for word, choice in choices.items()}
            found = self._interpreted(passage, statement, reading)
            # Figures that could have any unit are no evidence.
            self._balanced[key] = bool(found and found.balances and not found.is_a_bare_value)
        return self._balanced[key]

    def _interpreted(
        self, passage: Passage, statement: StatementNode, reading: Mapping[str, Var]
    ) -> Interpretation | None:
        """A statement under this reading or one of its signature; None for invalid literals."""
        key = id(statement), signature(statement, reading)
        if key not in self._found:
            try:
                self._found[key] = interpret(passage, statement, reading)
            except TextError:
                self._found[key] = None
        return self._found[key]
