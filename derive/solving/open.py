"""Answers of plans that do not reach the target: missing sets, limits and conditional values."""

from __future__ import annotations

from dataclasses import replace

from derive.results.answer import Answer, Underdetermined
from derive.results.conflict import Conflict
from derive.results.gap import Gap
from derive.results.solution import AnswerValue, Solution
from derive.solving.answer_parts import answer_as
from derive.solving.conditional import conditional, limits
from derive.solving.conflicts import find_conflicts
from derive.solving.identifiable import identifiable
from derive.solving.missing import missing
from derive.solving.propagate import regime_text
from derive.solving.query import Query
from derive.solving.redundant_relations import combined_conflict


def answer_open(query: Query) -> Answer:
    """The answer of a plan that does not reach the target."""
    limiting = limits(query)
    sets, cut_off = missing(query)
    values = _on_conditions(query)
    conflict, warnings = _hidden_conflict(query)
    gap = Gap(tuple(found.names for found in sets), cut_off, next(identifiable(query), None))
    answer = answer_as(
        Underdetermined, query, (*limiting, *warnings), solution=Solution(values), gap=gap
    )
    return answer if conflict is None else answer.contradicted(conflict)


def _on_conditions(query: Query) -> tuple[AnswerValue, ...]:
    """The values of the target under conditions that determine it."""
    values: list[AnswerValue] = []
    for settled, condition in conditional(query):
        slot = settled.system.slots[query.target]
        values += [
            AnswerValue(c.values[slot], regime_text(settled.system, c), condition)
            for c in settled.solutions.candidates
            if c.interval is None and c.values[slot] is not None
        ]
    return tuple(values)


def _hidden_conflict(query: Query) -> tuple[Conflict | None, tuple[str, ...]]:
    """A conflict among the givens although the target stays open, and warnings."""
    closed = replace(query, plan=replace(query.plan, blocks=(), assumed=()))
    conflict, warnings = find_conflicts(closed)
    return conflict or combined_conflict(query), warnings
