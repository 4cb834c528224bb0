"""Sentences on a scenario: verdict, advice, notes."""

from __future__ import annotations

from derive.display import enumeration
from derive.library.entries import cross_checks
from derive.library.system import library_system
from derive.results.answer import Answer
from derive.results.scenario import CapacityLimit, Scenario
from derive.results.status import Status
from derive.units.display import format_number, format_value


def verdict(scenario: Scenario) -> str:
    """The verdict: contradiction, fit or lack of it, with both sizes."""
    failed = [answer for answer in scenario.answers if answer.status == Status.CONTRADICTION]
    conflict = next((answer.conflict for answer in failed if answer.conflict), None)
    if conflict is not None:
        factor = format_number(conflict.factor, 3)
        names = f"{enumeration(conflict.names)} disagree by a factor of {factor}"
        return f"The givens contradict each other: {names}"
    if scenario.fits is None:
        without = scenario.gpus_missing
        return f"What follows {'without gpus, which is missing' if without else 'from the givens'}"
    return f"{'Fits' if scenario.fits else 'Does not fit'}: {_room(scenario)}"


def _room(scenario: Scenario) -> str:
    weights, needed, room = (
        scenario.value(name) for name in ("weight_bytes", "memory_needed", "domain_capacity")
    )
    if weights is None or room is None:
        failing = [
            check.by
            for answer in scenario.settled
            for check in answer.constraints
            if not check.satisfied
        ]
        return failing[0] if failing else "every constraint that can be judged holds"
    unit = library_system().find("weight_bytes").unit
    alone = f"{format_value(weights, unit)} of {format_value(room, unit)} for the weights alone"
    if needed is None:
        return alone
    together = format_value(needed, unit)
    if weights > room:
        return f"{alone}, {together} with the KV cache"
    return f"{together} of {format_value(room, unit)} for weights and KV cache"


def advice(scenario: Scenario) -> tuple[str, ...]:
    """The advice: missing inputs, cautions, cross-checks and warnings, a sentence each."""
    cautions = (
        term.caution for answer in scenario.settled for term in answer.neglected if term.caution
    )
    warnings = (
        warning
        for answer in scenario.answers
        if answer.status != Status.UNREACHABLE
        for warning in answer.warnings
    )
    return (
        *_missing_gpus(scenario),
        *dict.fromkeys(cautions),
        *_beyond_the_domain(scenario),
        *(f"{id} {line}" for id in _models(scenario) for line in cross_checks(id)),
        *dict.fromkeys(warnings),
    )


def _missing_gpus(scenario: Scenario) -> list[str]:
    if not scenario.gpus_missing:
        return []
    domain = next((k for var, k in scenario.given.items() if var.name == "domain_gpus"), None)
    example = format_value(domain.value, domain.var.unit) if domain else "8 GPU"
    has = (
        f" The scale-up domain of {domain.entry.removeprefix('accelerator ')} has {example}:"
        if domain
        else " Say so, for example"
    )
    return [
        f"gpus is missing: nothing says how many GPUs run the model together.{has} -g"
        f' "gpus={example}"'
    ]


def _beyond_the_domain(scenario: Scenario) -> list[str]:
    stated = {var.name: known for var, known in scenario.given.items()}
    gpus, domain = stated.get("gpus"), stated.get("domain_gpus")
    if gpus is None or domain is None or gpus.value <= domain.value:
        return []
    return [
        f"gpus = {gpus.text} is more than one scale-up domain ({domain.text}): the traffic"
        " between domains is not in these relations"
    ]


def _models(scenario: Scenario) -> list[str]:
    labels = dict.fromkeys(
        known.entry for known in scenario.given.values() if known.entry.startswith("model ")
    )
    return [label.removeprefix("model ") for label in labels]


def note(answer: Answer) -> str:
    """The meaning of an output with its regime, or the reason that it has no value."""
    if answer.status == Status.UNDERDETERMINED:
        needed = answer.gap.inputs or next(iter(answer.missing), ())
        return f"needs {enumeration(needed)}" if needed else "not determined"
    if answer.status == Status.UNREACHABLE:
        return f"no value in its range: {answer.target.meaning}"
    regime = f": {answer.regime}" if answer.regime and answer.target.name == "step_time" else ""
    spread = answer.spread
    band = "" if spread is None or spread.single else f"; {spread.range_text}"
    return f"{answer.target.meaning}{regime}{band}"


def limit_text(limit: CapacityLimit) -> str:
    """The value of a limit, or the reason that it has none."""
    if limit.value is None:
        return "none: the weights alone do not fit"
    return format_value(limit.value, limit.var.unit)
