"""Sentences on a scenario: verdict, advice, notes."""

from __future__ import annotations

from derive.display import enumeration
from derive.rendering.document.regime_words import telling
from derive.results.answer import Answer
from derive.results.scenario import CapacityLimit, Scenario
from derive.results.status import Status
from derive.units.display import format_value

_MOST_NAMED = 3  # outputs that a caution names


def verdict(scenario: Scenario) -> str:
    """The verdict: contradiction, fit or lack of it, with both sizes."""
    failed = [answer for answer in scenario.answers if answer.status == Status.CONTRADICTION]
    conflict = next((answer.conflict for answer in failed if answer.conflict), None)
    if conflict is not None:
        return f"The givens contradict each other: {conflict.text}"
    if scenario.fits is None or (scenario.fits and scenario.open and not scenario.fit):
        without = f"without {scenario.open}, which is missing"
        return f"What follows {without if scenario.open else 'from the givens'}"
    return f"{'Fits' if scenario.fits else 'Does not fit'}: {_judged(scenario)}"


def _judged(scenario: Scenario) -> str:
    """The words on the fit, else the first constraint that fails."""
    failing = (
        check.by
        for answer in scenario.settled
        for check in answer.constraints
        if not check.satisfied
    )
    return scenario.fit or next(failing, "every constraint that can be judged holds")


def advice(scenario: Scenario) -> tuple[str, ...]:
    """The advice: missing inputs, cautions with the outputs that they concern, cross-checks and
    warnings, a sentence each.
    """
    warnings = (
        warning
        for answer in scenario.answers
        if answer.status != Status.UNREACHABLE
        for warning in answer.warnings
    )
    return (
        *scenario.needs,
        *(f"{caution}; {_concerned(names)}" for caution, names in _cautions(scenario).items()),
        *scenario.remarks,
        *dict.fromkeys(warnings),
    )


def _cautions(scenario: Scenario) -> dict[str, list[str]]:
    """The names of the outputs that each caution concerns, those that are asked for most first: the
    others are the same with what is neglected.
    """
    names: dict[str, list[str]] = {}
    asked = {name: k for k, name in enumerate(scenario.headlines)}
    for answer in sorted(scenario.settled, key=lambda a: asked.get(a.target.name, len(asked))):
        for term in answer.neglected:
            if term.caution:
                moved = [] if term.spared else [answer.target.name]
                names.setdefault(term.caution, []).extend(moved)
    return names


def _concerned(names: list[str]) -> str:
    """The words on the outputs that a caution concerns; a few are named.

    >>> _concerned(["a"]), _concerned(["a", "b", "c", "d", "e"]), _concerned([])
    ('it concerns a', 'it concerns a, b, c and 2 others', 'it moves none of these values')
    """
    distinct = list(dict.fromkeys(names))
    if not distinct:
        return "it moves none of these values"
    few = len(distinct) <= _MOST_NAMED + 1
    shown = distinct if few else [*distinct[:_MOST_NAMED], f"{len(distinct) - _MOST_NAMED} others"]
    return f"it concerns {enumeration(shown)}"


def note(answer: Answer, leading: str) -> str:
    """The meaning of an output, with the regime of the leading one, or the reason that it has no
    value.
    """
    if answer.status == Status.UNDERDETERMINED:
        needed = answer.gap.inputs or next(iter(answer.missing), ())
        return f"needs {enumeration(needed)}" if needed else "not determined"
    if answer.status == Status.UNREACHABLE:
        return f"no value in its range: {answer.target.meaning}"
    told = telling(answer.regime) if answer.target.name == leading else ""
    regime = f": {told}" if told else ""
    spread = answer.spread
    band = "" if spread is None or spread.single else f"; {spread.range_text}"
    return f"{answer.target.meaning}{regime}{band}"


def limit_text(limit: CapacityLimit) -> str:
    """The value of a limit, or the reason that it has none."""
    if limit.value is None:
        return f"none: {limit.none}"
    return format_value(limit.value, limit.var.unit)
