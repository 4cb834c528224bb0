"""A bottleneck as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from derive.rendering.json.amounts import in_unit
from derive.results.answer import Answer
from derive.results.bottleneck import Improvement, Part, WithoutGain
from derive.results.known import Known
from derive.units.display import json_number
from derive.units.unit import Unit


def bottleneck_json(answer: Answer) -> dict[str, Any] | None:
    """The object of the key `bottleneck` of an answer or a scenario; null where nothing binds.

    `binding` is in words what takes the largest `share` (0 to 1) `of` the whole, `text` both as
    sentences. `whole` has `what` it is, its `variable`, `value` and `unit`; its `parts` are those
    of the sums in it, with their shares of the whole, and `rivals` the other arguments of a Max or
    Min that a part sets, with their `ratio` to it. `improvements` would move the answer most: any
    of the `given`, `factor` times as large, moves it by the share `effect`. `without_gain` moves
    nothing until what binds comes to the share `until` of what it is. `beside` follows with it.
    `along` has the whole at values of the target from low to high, where the answer is an interval.
    `elsewhere` is what else binds at the ends of uncertain givens. `steady` is false where there is
    such, and where the regime changes within what is uncertain or open.
    """
    found = answer.bottleneck
    if found is None or found.whole.var is None:
        return None
    unit = found.whole.var.unit
    return {
        "binding": found.words,
        "share": json_number(found.share),
        "of": found.of,
        "text": str(found),
        "steady": found.steady,
        "whole": _part(found.whole, unit),
        "improvements": [_improvement(item) for item in found.improvements],
        "without_gain": [_without_gain(item) for item in found.without_gain],
        "beside": [_value(known) for known in found.beside],
        "elsewhere": list(found.elsewhere),
        "along": [
            {"at": in_unit(value, answer.target.unit), "whole": _part(part, unit)}
            for value, part in found.along
        ],
    }


def _part(part: Part, unit: Unit) -> dict[str, Any]:
    return {
        "what": part.words,
        "variable": None if part.var is None else part.var.name,
        "share": json_number(part.share),
        "value": in_unit(part.value, unit),
        "unit": unit.text,
        "parts": [_part(within, unit) for within in part.parts],
        "rivals": [
            {"what": rival.words, "ratio": json_number(rival.ratio)} for rival in part.rivals
        ],
    }


def _improvement(item: Improvement) -> dict[str, Any]:
    return {
        "given": _names(item.knowns),
        "factor": json_number(item.factor),
        "effect": json_number(item.effect),
    }


def _without_gain(item: WithoutGain) -> dict[str, Any]:
    return {
        "given": _names(item.knowns),
        "binding": item.binding,
        "until": json_number(item.ratio),
    }


def _value(known: Known) -> dict[str, Any]:
    unit = known.var.unit
    return {"variable": known.var.name, "value": in_unit(known.value, unit), "unit": unit.text}


def _names(knowns: Iterable[Known]) -> list[str]:
    return [known.var.name for known in knowns]
