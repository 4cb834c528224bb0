"""Interpretation: a statement under one reading of its names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import sympy

from derive.checking.extraction.passage import Passage
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.expression import Builder
from derive.checking.grammar.terms import HOLE
from derive.checking.grammar.tree import (
    CallNode,
    NameNode,
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
)
from derive.checking.spelling.canonical import canonical, without_index
from derive.checking.symbols.counted import COUNTED_BASES, needs_no_unit, without_count
from derive.checking.symbols.name_meanings import NameMeanings, readings
from derive.checking.symbols.names import Names
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.var import Var
from derive.errors import TextError
from derive.units.dimension import Dimension

MOST_TOGETHER = 64


@dataclass(frozen=True)
class Interpretation:
    """Expressions of a statement's sides under one reading, with the positions of their parts."""

    passage: Passage
    statement: StatementNode
    reading: Mapping[str, Var]
    sides: tuple[Any, ...]
    placed: Sequence[tuple[Any, int]]
    dimensions_only: bool

    @property
    def text(self) -> str:
        """The passage as written."""
        return self.passage.text

    @cached_property
    def positions(self) -> Mapping[Any, int]:
        """The first position of each part, in order."""
        found: dict[Any, int] = {}
        for part, position in self.placed:
            found.setdefault(part, position)
        return found

    @cached_property
    def kinds(self) -> tuple[SideKind, ...]:
        """The kind of each side."""
        return tuple(map(kind_of, self.statement.sides))

    @property
    def compares_figures(self) -> bool:
        """Whether several sides are figures, without names."""
        return len(self.kinds) - self.kinds.count(SideKind.SYMBOLIC) > 1

    @cached_property
    def pairs(self) -> list[tuple[Any, Any]]:
        """The sides compared with each other; a bare expression only with itself.

        In a worked number whose unit is stated once in the chain, lines of bare figures are left to
        arithmetic. Proportional sides are not compared.
        """
        measured = SideKind.FIGURE in self.kinds
        shown = [k for k, kind in enumerate(self.kinds) if kind != SideKind.BARE or not measured]
        signs = self.statement.signs if len(shown) == len(self.sides) else ("=",) * (len(shown) - 1)
        compared = [
            (k, j)
            for k, j, sign in zip(shown, shown[1:], signs, strict=False)
            if sign != "∝" and not self._is_left_unsaid(k, j)
        ]
        return [(self.sides[k], self.sides[j]) for k, j in compared] or [
            (self.sides[k], self.sides[k]) for k in shown
        ]

    @cached_property
    def without_unit(self) -> Var | None:
        """The variable on a side (perhaps times a figure) next to figures without a unit: B =
        240.
        """
        if SideKind.BARE not in self.kinds:
            return None
        return next(
            (var for k in range(len(self.sides) - 1) if (var := self._without_unit(k, k + 1))), None
        )

    @cached_property
    def is_a_bare_value(self) -> bool:
        """Whether a name stands next to figures without a unit, which any unit of it admits."""
        return SideKind.BARE in self.kinds and any(
            self._bare_value(k, k + 1) is not None for k in range(len(self.statement.sides) - 1)
        )

    def _is_left_unsaid(self, left: int, right: int) -> bool:
        """Whether a figure next to a name needs no unit."""
        word = self._bare_value(left, right)
        var = self._without_unit(left, right) if word else None
        return bool(word and var and needs_no_unit(word, var))

    def _without_unit(self, left: int, right: int) -> Var | None:
        word = self._bare_value(left, right)
        return self.reading[word] if word and self.reading[word].unit.dimension else None

    def _bare_value(self, left: int, right: int) -> str | None:
        bare, other = (left, right) if self.kinds[left] == SideKind.BARE else (right, left)
        figure = self.statement.sides[bare]
        if self.kinds[bare] != SideKind.BARE or (
            isinstance(figure, NumberNode) and figure.value == 0
        ):
            return None
        return _lone_name(self.statement.sides[other])

    @cached_property
    def balances(self) -> bool:
        """Whether all sides and terms agree in dimension."""
        try:
            return all(_alike(left, right) for left, right in self.pairs)
        except Mismatch:
            return False


def _lone_name(side: Node) -> str | None:
    """The only name of a side, perhaps times a figure; else None."""
    match side:
        case NameNode(word):
            return word
        case CallNode("abs", (size,)):
            return _lone_name(size)
        case ProductNode(factors):
            others = [
                (sign, factor) for sign, factor in factors if kind_of(factor) != SideKind.BARE
            ]
            return _lone_name(others[0][1]) if len(others) == 1 and others[0][0] > 0 else None
        case _:
            return None


def _alike(left: Any, right: Any) -> bool:
    return dimension_of(left) == dimension_of(right) or sympy.S.Zero in (left, right)


def interpret(
    passage: Passage, statement: StatementNode, reading: Mapping[str, Var]
) -> Interpretation:
    """The statement under a reading of all its names, which count without a unit where one stands
    behind them. Raises TextError for invalid literals.
    """
    if statement.has_unit_behind_names:
        reading = {word: without_count(var, COUNTED_BASES) for word, var in reading.items()}
    builder = Builder(passage.text, reading)
    sides = tuple(builder.expression(side) for side in statement.sides)
    return Interpretation(
        passage, statement, reading, sides, builder.placed, builder.dimensions_only
    )


def choices_of(statement: StatementNode, names: Names) -> dict[str, NameMeanings]:
    """The meanings of each known name of a statement."""
    return {
        word: choice
        for word in statement.words
        if word != HOLE and (choice := names.find(word) or names.symbol_only(word)) is not None
    }


def choices_with(
    statement: StatementNode,
    choices: Mapping[str, NameMeanings],
    names: Names,
    changed: Collection[str],
) -> dict[str, NameMeanings]:
    """The meanings of each known name of a statement where those of the `changed` names alone
    differ from the `choices`.
    """
    found = {
        word: (names.find(word) or names.symbol_only(word))
        if not {word, canonical(word), without_index(canonical(word))}.isdisjoint(changed)
        else choices.get(word)
        for word in statement.words
        if word != HOLE
    }
    return {word: choice for word, choice in found.items() if choice is not None}


Signature = tuple[tuple[Dimension, bool, str], ...]


def signature(statement: StatementNode, reading: Mapping[str, Var]) -> Signature:
    """The part of a reading on which balancing depends: the dimension of each name, whether its
    figure needs no unit, and the variable in statements with names in exponents.
    """
    named = statement.raises_to_names
    return tuple(
        [
            (var.unit.dimension, needs_no_unit(word, var), var.name if named else "")
            for word, var in reading.items()
        ]
    )


def other_readings(
    found: Interpretation, names: Names, of: Collection[str] | None = None
) -> Iterator[Interpretation]:
    """Readings of one statement that balance though the document's does not; where only those
    `of` some words are asked for, readings of others may be left out.
    """
    choices = choices_of(found.statement, names)
    every = of is None or found.statement.has_unit_behind_names  # which changes what is read
    fixed = [] if every else [word for word in choices if word not in (of or ())]
    tried: set[Signature] = set()
    if not found.balances:
        tried.add(signature(found.statement, found.reading))
    for reading in islice(readings(choices), MOST_TOGETHER):
        if any(found.reading[word] != reading[word] for word in fixed):
            continue
        signed = signature(found.statement, reading)
        if signed in tried:
            continue
        other = interpret(found.passage, found.statement, reading)
        if other.balances:
            yield other
        else:
            tried.add(signed)


def balances(found: Interpretation, other: StatementNode) -> bool:
    """Whether another reading of the statement balances under the same meanings."""
    try:
        return interpret(found.passage, other, found.reading).balances
    except (KeyError, TextError):  # it has other names than the usual reading
        return False
