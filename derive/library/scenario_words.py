"""Sentences on a scenario, or an answer, of the library: its memory, its GPUs, its models."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from derive.library.entries import cross_checks
from derive.library.system import library_system
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.optimum import Optimum
from derive.results.scenario import Scenario
from derive.results.status import Status
from derive.units.display import format_value

_STEP, _WITH_NETWORK = "step time", ("with_network", "realised")


def memory_words(scenario: Scenario, kv_room: Answer | None = None) -> str:
    """The share of the memory that weights and KV cache take, in words; empty where it is
    unknown. With `kv_room`, what an engine that takes a part of the memory has left for the cache,
    the share of this part.
    """
    weights, needed, room = (
        scenario.value(name) for name in ("weight_bytes", "memory_needed", "domain_capacity")
    )
    if weights is None or room is None:
        return ""
    unit = library_system().find("weight_bytes").unit
    of = f"of {format_value(room, unit)}"
    if kv_room is not None and kv_room.status in (Status.UNREACHABLE, Status.UNDERDETERMINED):
        return f"{format_value(weights, unit)} of weights alone exceed what the engine may take"
    if kv_room is not None and kv_room.number is not None:
        room = weights + kv_room.number
        of = f"of the {format_value(room, unit)} that the engine may take {of},"
    alone = f"{format_value(weights, unit)} {of} for the weights alone"
    if needed is None:
        return alone
    together = format_value(needed, unit)
    if weights > room:
        return f"{alone}, {together} with the KV cache"
    return f"{together} {of} for weights and KV cache"


def needs(scenario: Scenario) -> tuple[str, ...]:
    """The values to be stated besides: the number of GPUs, if it is open."""
    if not scenario.open:
        return ()
    domain = next((k for var, k in scenario.given.items() if var.name == "domain_gpus"), None)
    example = format_value(domain.value, domain.var.unit) if domain else "8 GPU"
    has = (
        f" The scale-up domain of {domain.entry.removeprefix('accelerator ')} has {example}:"
        if domain
        else " Say so, for example"
    )
    return (
        f"gpus is missing: nothing says how many GPUs run the model together.{has} -g"
        f' "gpus={example}"',
    )


def remarks(scenario: Scenario) -> tuple[str, ...]:
    """GPUs beyond one scale-up domain, and figures of a model that disagree."""
    models = (f"{id} {line}" for id in _models(scenario) for line in cross_checks(id))
    stated = {var.name: known for var, known in scenario.given.items()}
    return (*_beyond_the_domain(stated.get("gpus"), stated.get("domain_gpus")), *models)


def domain_remarks(answer: Answer, given: Mapping[Any, Any] | None) -> tuple[str, ...]:
    """GPUs beyond one scale-up domain behind an answer that rests on a step without the network."""
    bare = any(r.variant is not None and r.variant.group == _STEP for r in answer.relations)
    domain = _domain(given)
    if not bare or domain is None or answer.variants.get(_STEP) in _WITH_NETWORK:
        return ()
    stated = {known.var.name: known for known in answer.known}
    gpus = stated.get("gpus")
    if answer.target.name == "gpus" and answer.number is not None:
        gpus = Known(answer.target, answer.number, Origin.COMPUTED)
    return _beyond_the_domain(gpus, domain)


def beyond_at_optimum(
    found: Optimum, given: Mapping[Any, Any] | None, variants: Mapping[str, str] | None
) -> tuple[str, ...]:
    """An optimum beyond one scale-up domain, or as the GPUs grow without end, without the
    network.
    """
    domain = _domain(given)
    gpus = next((one for one in found.decisions if one.var.name == "gpus"), None)
    if gpus is None or domain is None or (variants or {}).get(_STEP) in _WITH_NETWORK:
        return ()
    endless = found.status == Status.UNBOUNDED or not found.attained
    at = gpus.at if gpus.at is not None else math.inf if endless else 0.0
    return _beyond_the_domain(Known(gpus.var, at, Origin.COMPUTED), domain)


def _domain(given: Mapping[Any, Any] | None) -> Known | None:
    found = next((k for v, k in (given or {}).items() if str(v) == "domain_gpus"), None)
    return found if isinstance(found, Known) else None


def _beyond_the_domain(gpus: Known | None, domain: Known | None) -> tuple[str, ...]:
    if gpus is None or domain is None or gpus.value <= domain.value:
        return ()
    beyond = f"gpus = {gpus.text} is more than"
    if math.isinf(gpus.value):
        beyond = "gpus grows beyond"
    return (
        f"{beyond} one scale-up domain ({domain.text}): the traffic between domains is not in these"
        " relations",
    )


def _models(scenario: Scenario) -> list[str]:
    labels = dict.fromkeys(
        known.entry for known in scenario.given.values() if known.entry.startswith("model ")
    )
    return [label.removeprefix("model ") for label in labels]
