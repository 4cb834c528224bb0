"""Answers of plans that do not reach the target: missing sets, limits and conditional values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from derive.results.answer import Answer, Underdetermined
from derive.results.conflict import Conflict
from derive.results.gap import EqualGiven, Gap, IdentifiableCombination, Namesake
from derive.results.solution import AnswerValue
from derive.solving.answer_parts import answer_as
from derive.solving.conditional import conditional, limits
from derive.solving.conflicts import find_conflicts
from derive.solving.equal_given import equal_given
from derive.solving.identifiable import identifiable
from derive.solving.missing import missing, needed_inputs
from derive.solving.namesake import namesake
from derive.solving.propagate import regime_text
from derive.solving.query import Query
from derive.solving.redundant_relations import combined_conflict


@dataclass(frozen=True)
class MissingSearch:
    """The search for what is missing in a query, made when it is asked for."""

    query: Query

    @property
    def missing(self) -> tuple[tuple[str, ...], ...]:
        """Sets of names, any of which would determine the target."""
        return tuple(found.names for found in missing(self.query)[0])

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs of the shortest path to the target."""
        found = needed_inputs(self.query)
        return () if found is None else found.names

    @property
    def cut_off(self) -> bool:
        """Whether the search was bounded."""
        return missing(self.query)[1]

    @cached_property
    def conditional(self) -> tuple[AnswerValue, ...]:
        """The values of the target under conditions that determine it."""
        return tuple(_on_conditions(self.query))

    @cached_property
    def identifiable(self) -> IdentifiableCombination | None:
        """A combination that is determined already."""
        return next(identifiable(self.query), None)

    @property
    def equal_given(self) -> EqualGiven | None:
        """The given that equals the first missing variable where a ratio is one."""
        first = next(iter(self.missing), ())
        return equal_given(self.query, first[0]) if len(first) == 1 else None

    @cached_property
    def namesake(self) -> Namesake | None:
        """A variable named after the target that the givens fix."""
        return namesake(self.query)


def answer_open(query: Query) -> Answer:
    """The answer of a plan that does not reach the target."""
    limiting = limits(query)
    conflict, warnings = _hidden_conflict(query)
    answer = answer_as(
        Underdetermined,
        query,
        (*limiting, *warnings),
        gap=Gap(search=MissingSearch(query)),
    )
    return answer if conflict is None else answer.contradicted(conflict)


def _on_conditions(query: Query) -> Iterator[AnswerValue]:
    for settled, condition in conditional(query):
        slot = settled.system.slots[query.target]
        for found in settled.solutions.candidates:
            value = found.values[slot]
            if found.interval is None and value is not None:
                yield AnswerValue(value, regime_text(settled.system, found), condition)


def _hidden_conflict(query: Query) -> tuple[Conflict | None, tuple[str, ...]]:
    """A conflict among the givens although the target stays open, and warnings."""
    closed = replace(query, plan=replace(query.plan, blocks=(), assumed=()))
    conflict, warnings, *_ = find_conflicts(closed)
    return conflict or combined_conflict(query), warnings
