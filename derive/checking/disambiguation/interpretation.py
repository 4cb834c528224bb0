"""A statement under one reading of its names, and the one reading of all statements of a
document.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from derive.checking.disambiguation.figures import BARE, FIGURE, kind_of
from derive.checking.extraction.passage import Passage
from derive.checking.grammar.expression import Builder
from derive.checking.grammar.parser import HOLE
from derive.checking.grammar.tree import (
    NameNode,
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    words,
)
from derive.checking.spelling.canonical import canonical, is_a_letter
from derive.checking.symbols.names import NameMeanings, Names, readings
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.var import Var
from derive.errors import TextError
from derive.units.text import parse_unit

_MOST_TOGETHER = 64
_COUNTED = tuple(
    parse_unit(text).dimension
    for text in ("token", "sequence", "param", "GPU", "FLOP", "token/sequence")
)
_RATES = ("domain_flops", "peak_flops")  # “FLOPs = 33,554,432” are operations
_MORE_THAN_CHANCE = 3


@dataclass(frozen=True)
class Interpretation:
    """The expressions of a statement's sides under one reading, and where each part of them stands
    in the text.
    """

    passage: Passage
    statement: StatementNode
    reading: Mapping[str, Var]
    sides: tuple[Any, ...]
    positions: Mapping[Any, int]
    dimensions_only: bool

    @property
    def text(self) -> str:
        """The passage as it was written."""
        return self.passage.text

    @cached_property
    def pairs(self) -> list[tuple[Any, Any]]:
        """The sides that are held against each other; a bare expression only against itself.

        Of a worked number whose unit stands somewhere in the chain, the lines of bare figures are
        left to arithmetic, and what is only proportional is not held against the rest.
        """
        kinds = [kind_of(side) for side in self.statement.sides]
        shown = [k for k, kind in enumerate(kinds) if kind != BARE or FIGURE not in kinds]
        signs = self.statement.signs if len(shown) == len(self.sides) else ("=",) * (len(shown) - 1)
        held = [
            (k, j)
            for k, j, sign in zip(shown, shown[1:], signs, strict=False)
            if sign != "∝" and not _counts(self._without_unit(k, j))
        ]
        return [(self.sides[k], self.sides[j]) for k, j in held] or [
            (self.sides[k], self.sides[k]) for k in shown
        ]

    @cached_property
    def without_unit(self) -> Var | None:
        """The variable that a side is (perhaps times a figure) beside which figures stand that have
        no unit: B = 240.
        """
        return next(
            (var for k in range(len(self.sides) - 1) if (var := self._without_unit(k, k + 1))), None
        )

    def _without_unit(self, left: int, right: int) -> Var | None:
        sides = sorted(
            (self.statement.sides[left], self.statement.sides[right]),
            key=lambda side: kind_of(side) != BARE,
        )
        figures = kind_of(sides[0]) == BARE and not (
            isinstance(sides[0], NumberNode) and sides[0].value == 0
        )
        word = _lone_name(sides[1]) if figures else None
        return self.reading[word] if word and self.reading[word].unit.dimension else None

    @property
    def balances(self) -> bool:
        """Whether all sides and terms agree."""
        try:
            return all(_alike(left, right) for left, right in self.pairs)
        except Mismatch:
            return False


def _lone_name(side: Node) -> str | None:
    """The name that a side is, perhaps times a figure."""
    match side:
        case NameNode(word):
            return word
        case ProductNode(factors):
            others = [(sign, factor) for sign, factor in factors if kind_of(factor) != BARE]
            return _lone_name(others[0][1]) if len(others) == 1 and others[0][0] > 0 else None
        case _:
            return None


def _counts(var: Var | None) -> bool:
    """Whether a variable is a number of things, or the author's own with its unit said once: people
    write its figure without one.
    """
    return var is not None and (
        var.unit.dimension in _COUNTED or var.vocabulary is None or var.name in _RATES
    )


def _alike(left: Any, right: Any) -> bool:
    return dimension_of(left) == dimension_of(right) or 0 in (left, right)


def interpret(
    passage: Passage, statement: StatementNode, reading: Mapping[str, Var]
) -> Interpretation:
    """The statement under a reading that holds all of its names. Raises TextError for a literal
    absurdity.
    """
    builder = Builder(passage.text, reading)
    sides = tuple(builder.expression(side) for side in statement.sides)
    return Interpretation(
        passage, statement, reading, sides, builder.positions, builder.dimensions_only
    )


def choices_of(statement: StatementNode, names: Names) -> dict[str, NameMeanings]:
    """What each name of a statement that anybody knows can mean."""
    return {
        word: choice
        for word in words(statement)
        if word != HOLE and (choice := names.find(word) or names.symbol_only(word)) is not None
    }


class Disambiguation:
    """The one reading of a document: the names that mean several things, each as under it most
    equations balance.
    """

    def __init__(self, stated: Sequence[tuple[Passage, StatementNode]], names: Names) -> None:
        self.names = names
        self._stated = [
            (passage, statement, choices_of(statement, names)) for passage, statement in stated
        ]
        self._kept: dict[Any, bool] = {}
        self.scope = 0
        self.pick: dict[str, int] = {}
        if (
            len(stated) == 1
            and math.prod(len(choice.readings) for choice in self._stated[0][2].values())
            <= _MOST_TOGETHER
        ):
            self._settle_one()
        else:
            self._settle_all()

    @cached_property
    def confirmed(self) -> frozenset[str]:
        """Symbols of the library's documents that stand in an equation which balances with them:
        the author uses our symbols.

        One name of another kind, or three symbols that have units, are taken for more than chance.
        """
        found: set[str] = set()
        for k, (_, _, choices) in enumerate(self._stated):
            drawn = [word for word, choice in choices.items() if choice.symbol_only]
            if drawn and len(choices) > 1 and self._surely(choices, drawn) and self._balances(k):
                found.update(drawn)
        return frozenset(found)

    @cached_property
    def guessed(self) -> frozenset[str]:
        """Letters of a document, perhaps with a script, that nobody said anything about and that
        stand in no equation which balances with them.
        """
        if len(self._stated) < 2 or not any(passage.file for passage, _, _ in self._stated):
            return frozenset()
        borne_out = {
            word
            for k, (_, _, choices) in enumerate(self._stated)
            if len(choices) > 1 and self._balances(k)
            for word in choices
        }
        letters = {
            word
            for _, _, choices in self._stated
            for word in choices
            if is_a_letter(canonical(word)) and canonical(word) not in self.names.own
        }
        return frozenset(letters - borne_out)

    def _surely(self, choices: Mapping[str, NameMeanings], drawn: Sequence[str]) -> bool:
        with_units = [
            word for word, choice in choices.items() if self.var(word, choice).unit.dimension
        ]
        return any(word not in drawn for word in with_units) or len(with_units) >= _MORE_THAN_CHANCE

    def of(self, statement: StatementNode) -> dict[str, Var]:
        """The reading of the names of one statement."""
        return {
            word: self.var(word, choice)
            for word, choice in choices_of(statement, self.names).items()
        }

    def var(self, word: str, choice: NameMeanings) -> Var:
        """What a name is taken for."""
        return choice.readings[self.pick.get(word, 0)][self.scope]

    def _settle_one(self) -> None:
        """Every combination is tried for a single statement; the usual one stays if none
        balances.
        """
        passage, statement, choices = self._stated[0]
        if set(words(statement)) - set(choices):
            return
        for reading in readings(choices):
            if _reads_and_balances(passage, statement, reading):
                self.pick = {
                    word: next(k for k, pair in enumerate(choice.readings) if reading[word] in pair)
                    for word, choice in choices.items()
                }
                self.scope = int(
                    any(
                        reading[word] is not choice.readings[self.pick[word]][0]
                        for word, choice in choices.items()
                    )
                )
                return

    def _settle_all(self) -> None:
        """The scope first, then each ambiguous name in turn, wherever a change lets more equations
        balance.
        """
        ambiguous: dict[str, NameMeanings] = {}
        users: dict[str, list[int]] = {}
        for k, (_, _, choices) in enumerate(self._stated):
            for word, choice in choices.items():
                if choice.scoped or len(choice.readings) > 1:
                    ambiguous.setdefault(word, choice)
                    users.setdefault(word, []).append(k)
        scoped = sorted(
            {k for word, choice in ambiguous.items() if choice.scoped for k in users[word]}
        )
        if scoped:
            self._better(scoped, [1])
        own = [
            word
            for word in ambiguous
            if canonical(word) in self.names.own and len(ambiguous[word].readings) > 1
        ]
        if len(own) > 1:  # who counts one thing without a unit counts the others so
            self._better(
                sorted({k for word in own for k in users[word]}),
                [{word: len(ambiguous[word].readings) - 1 for word in own}],
            )
        for word, choice in ambiguous.items():
            self._better(users[word], [{word: k} for k in range(1, len(choice.readings))])
        if scoped:
            self._better(scoped, [1 - self.scope])

    def _better(self, users: list[int], changes: Sequence[int | dict[str, int]]) -> None:
        """Make each change, of the scope or of what names are taken for, under which more of the
        `users` balance.
        """
        best = self._score(users)
        for change in changes:
            before = self.scope, dict(self.pick)
            if isinstance(change, int):
                self.scope = change
            else:
                self.pick |= change
            score = self._score(users)
            if score > best:
                best = score
            else:
                self.scope, self.pick = before

    def _score(self, users: list[int]) -> int:
        return sum(self._balances(k) for k in users)

    def _balances(self, k: int) -> bool:
        passage, statement, choices = self._stated[k]
        if any(word not in choices for word in words(statement)):
            return False
        reading = {word: self.var(word, choice) for word, choice in choices.items()}
        key = (k, tuple((var.name, var.unit.text) for var in reading.values()))
        if key not in self._kept:
            self._kept[key] = _reads_and_balances(passage, statement, reading, figures=False)
        return self._kept[key]


def _reads_and_balances(
    passage: Passage, statement: StatementNode, reading: Mapping[str, Var], *, figures: bool = True
) -> bool:
    """Whether a statement balances under a reading; that a figure may have any unit speaks for
    none, unless `figures` count.
    """
    try:
        found = interpret(passage, statement, reading)
    except TextError:
        return False
    return found.balances and (figures or found.without_unit is None)


def other_readings(found: Interpretation, names: Names) -> Iterator[Interpretation]:
    """Readings of one statement that balance though the document's does not."""
    choices = choices_of(found.statement, names)
    for count, reading in enumerate(readings(choices)):
        if count >= _MOST_TOGETHER:
            return
        other = interpret(found.passage, found.statement, reading)
        if other.balances:
            yield other
