"""Answers as rows of data: a row for each value."""

from __future__ import annotations

from collections.abc import Sequence

from derive.rendering.json.amounts import in_unit
from derive.rendering.layouts.headline import headline
from derive.rendering.lists.data_table import Row
from derive.results.answer import Answer
from derive.units.unit import Unit


def answer_rows(answers: Sequence[Answer], unit: Unit | None = None) -> list[Row]:
    """Target, status and sense, value in a unit, ends of an interval, and the headline."""
    return [row for answer in answers for row in _rows(answer, unit)]


def _rows(answer: Answer, wanted: Unit | None) -> list[Row]:
    unit, spread = wanted or answer.target.unit, answer.spread
    told = (None, None) if spread is None else (spread.low, spread.high)
    ends = answer.interval or told
    values: list[float | None] = [outcome.value for outcome in answer.outcomes]
    return [
        {
            "target": answer.target.name,
            "status": str(answer.status),
            "sense": answer.sense,
            "value": in_unit(value, unit),
            "low": in_unit(ends[0], unit),
            "high": in_unit(ends[1], unit),
            "unit": unit.text,
            "text": headline(answer, wanted),
        }
        for value in values or [answer.number]
    ]
