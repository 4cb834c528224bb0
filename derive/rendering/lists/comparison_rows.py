"""A comparison as rows of data: the target, each changed input, each flip."""

from __future__ import annotations

import math
from typing import Any

from derive.rendering.json.amounts import in_unit
from derive.rendering.lists.data_table import Row
from derive.results.answer import Answer
from derive.results.comparison import Change, Comparison
from derive.results.known import Known
from derive.units.display import json_number
from derive.units.unit import Unit


def comparison_rows(found: Comparison) -> list[Row]:
    """The target first, then the inputs with the factor that each moves it by and its share of the
    change in percent, then what flips, in words.
    """
    unit = found.target.unit
    before, after = (_answer(answer, unit) for answer in (found.first, found.second))
    target = _row("target", found.target.name, before, after, unit.text)
    inputs = [_input(change, found.log_ratio) for change in found.changes]
    new = [_row("new input", one.var.name, (None, ""), *_last(one)) for one in found.appeared]
    gone = [
        _row("no longer an input", one.var.name, _known(one), (None, ""), one.var.unit.text)
        for one in found.disappeared
    ]
    flips = [
        _row("flip", flip.what, (None, flip.before), (None, flip.after)) for flip in found.flips
    ]
    return [{**target, **_moves(found.log_ratio, found.log_ratio)}, *inputs, *new, *gone, *flips]


Shown = tuple[Any, str]  # a number, if there is one, and its text


def _row(kind: str, name: str, before: Shown, after: Shown, unit: str = "") -> Row:
    return {
        "kind": kind,
        "name": name,
        "before": before[0],
        "after": after[0],
        "unit": unit,
        "before_text": before[1],
        "after_text": after[1],
        **_moves(None, None),
    }


def _moves(share: float | None, whole: float | None) -> Row:
    """The factor by which the target moves, and the share of the whole change in percent."""
    return {
        "factor": None if share is None else _plain(math.exp(share)),
        "share_percent": _plain(100 * share / whole) if share is not None and whole else None,
    }


def _plain(number: float) -> Any:
    """A number without the noise of its last digits; zero has no sign."""
    return json_number(round(number, 12) + 0.0)


def _input(change: Change, whole: float | None) -> Row:
    unit = "" if change.var is None else change.var.unit.text
    row = _row("input", change.name, _known(change.before), _known(change.after), unit)
    return {**row, **_moves(change.share, whole)}


def _last(known: Known) -> tuple[Shown, str]:
    return _known(known), known.var.unit.text


def _known(known: Known | None) -> Shown:
    return (None, "") if known is None else (in_unit(known.value, known.var.unit), known.text)


def _answer(answer: Answer, unit: Unit) -> Shown:
    return in_unit(answer.number, unit), answer.text or answer.status
