"""Pairs of subjects: a given of one changes no answer of another phase, save where a named variable
carries it.

A subject is a file of the nomenclature, and its own variables are those it declares. Bare names
mean one decode step of one model; what may differ elsewhere carries its phase. Within one phase
everything hangs together.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest

import derive
from derive.equations import Relation, Var
from derive.library import library_system, nomenclature
from derive.results.answer import Answer
from derive.solving.answer import answer_at
from derive.solving.givens import read_givens
from derive.structure.propagation import Propagation
from tests.sampling import samples

pytestmark = pytest.mark.slow

OWN = {
    module.name: tuple(
        v
        for v in vars(import_module(f"{nomenclature.__name__}.{module.name}")).values()
        if isinstance(v, Var)
    )
    for module in iter_modules(nomenclature.__path__)
    if module.name != "vocabulary"
}
HOME = {var: subject for subject, own in OWN.items() for var in own}
PHASE = {
    **dict.fromkeys(
        (
            "conversions",
            "decode",
            "drafting",
            "ownership",
            "hardware",
            "model",
            "shape",
            "batch",
            "modes",
            "networks",
            "pipeline",
            "placement",
            "formats",
            "step_network",
            "context",
            "quality",
        ),
        "decode",
    ),
    **dict.fromkeys(
        (
            "training",
            "interruptions",
            "training_memory",
            "adapters",
            "layer_activations",
            "bubble",
            "chinchilla",
            "budget",
        ),
        "training",
    ),
    **{alone: alone for alone in ("prefill", "prices", "tiers", "reversible", "kernels")},
    "conversations": "prices",
    **dict.fromkeys(("serving", "places", "tasks", "realised"), "serving"),
}
BOUNDED = [("serving", "tasks")]  # an output is at least as long as its thoughts

# What the givens of one subject fix in another phase: (asked, given) -> the variables that carry
# it, and why they may.
ALLOWED: dict[tuple[str, str], tuple[str, str]] = {
    ("serving", "conversions"): (
        "draft_length acceptance_rate",
        "what a service drafts and keeps is what a pass of its decode processes and emits",
    ),
    ("conversions", "serving"): (
        "tokens_per_pass kept_fraction emitted_tokens_per_pass",
        "the same, read backwards",
    ),
    ("serving", "context"): ("draft_length", "through tokens_per_pass"),
    ("serving", "quality"): ("draft_length", "through tokens_per_pass"),
    ("serving", "batch"): ("draft_length", "through tokens_per_pass"),
    ("prices", "ownership"): ("output_price", "a bill is the tokens served at their price"),
    ("batch", "serving"): (
        "touched_expert_share read_params",
        "the drafted tokens choose experts too",
    ),
    ("serving", "pipeline"): (
        "draft_length acceptance_rate",
        "through tokens_per_pass and emitted_tokens_per_pass",
    ),
    ("context", "serving"): (
        "attention_intensity",
        "the drafted tokens share what attention reads",
    ),
    ("serving", "decode"): (
        "draft_length acceptance_rate step_rate sequence_speed",
        "what a user sees of a decode step; the arithmetic of a step counts the drafted tokens",
    ),
    ("decode", "serving"): (
        "batch_size step_time throughput queue_wait mean_wait worst_wait",
        "the same, read backwards",
    ),
    ("prefill", "serving"): (
        "prefill_batch prefill_time",
        "prompts queue for the prefill that serves them",
    ),
    ("prefill", "decode"): ("decode_gpu_time_per_token", "it is decode's, set beside prefill's"),
    ("hardware", "serving"): ("gpu_price", "one price list of chips: what the fleet is rented for"),
    ("hardware", "tiers"): (
        "gpu_price",
        "one price list of chips: what a cache in its memory costs",
    ),
    ("hardware", "budget"): ("gpu_price", "one price list of chips: what training is billed at"),
    ("tiers", "decode"): (
        "hbm_hold_cost_rate",
        "the chip's memory is one of the places to hold a cache",
    ),
    ("decode", "tiers"): ("kv_bytes_stored_per_token", "one model has one cache"),
    ("model", "tiers"): ("layers_per_cache", "one model has one cache"),
    ("prefill", "tiers"): (
        "prefill_gpus prefill_compute_efficiency",
        "a cache is computed anew by prefill",
    ),
    ("budget", "ownership"): ("pue", "one data centre: what it adds to the power of its GPUs"),
    ("serving", "ownership"): (
        "fleet_gpus fleet_racks_exact fleet_racks fleet_cost_rate",
        "one fleet: its power, energy and bill tell how many GPUs it has",
    ),
    ("tiers", "prices"): ("write_premium", "a price sheet says what holding a cache costs"),
    ("decode", "prices"): ("cost_per_token", "through the markup on a produced token"),
    ("modes", "prices"): ("fast_price_ratio", "a price sheet says what fast mode costs"),
    ("prefill", "prices"): (
        "prompt_length prefill_compute_efficiency",
        "a request has one prompt; the premium on output compares decode with prefill",
    ),
    ("serving", "prices"): (
        "output_length fleet_cost_rate",
        "a request has one output; profit is over the fleet's rent",
    ),
    ("serving", "budget"): (
        "global_throughput fleet_mfu fleet_gpus fleet_racks_exact fleet_racks fleet_cost_rate",
        "the inference of a model's life is what its fleet serves",
    ),
    ("pipeline", "bubble"): (
        (
            "n_stages n_microbatches stage_gpus pipeline_gpus whole_layers_per_stage"
            " layers_per_stage pipeline_weights_per_gpu pipeline_hops"
        ),
        (
            "a question is about one pipeline: its stages and microbatches are the names people"
            " type in either phase"
        ),
    ),
    ("bubble", "pipeline"): ("weight_bytes_read_per_update", "the same, read backwards"),
    ("networks", "training"): (
        "activation_bytes_per_element all_reduce_bytes_per_token",
        "one model has one residual stream, which a tensor split reduces in either phase",
    ),
    ("context", "tiers"): ("kv_elements_per_token", "one model has one cache"),
    ("pipeline", "training"): ("hop_bytes_per_token", "through activation_bytes_per_element"),
    ("decode", "prefill"): (
        "step_time queue_wait mean_wait worst_wait",
        "a prompt computed in chunks beside decode takes as many of its steps",
    ),
    ("serving", "prefill"): ("step_rate", "through step_time"),
    ("decode", "realised"): (
        "step_time queue_wait mean_wait worst_wait",
        "an estimated step and its share tell the bound of the step",
    ),
    ("shape", "prefill"): (
        "embedding_matrices embedding_params feed_forward_params dense_layer_params"
        " common_feed_forward_params multiplied_params layer_params non_embedding_params",
        "the products of a prompt are with the same weights",
    ),
}
PAIRS = [(asked, given) for asked in OWN for given in OWN if PHASE[asked] != PHASE[given]]


def fixed(known: Iterable[Var]) -> Propagation:
    """What follows from these variables and the conventions."""
    system = library_system()
    conventions = (v for v in system.variables if v.convention is not None)
    return Propagation(system.structure, {system.slots[v] for v in (*conventions, *known)})


@pytest.fixture(scope="module")
def facts() -> list[Var]:
    """What is looked up for any chip and model: it belongs to no phase."""
    find = library_system().find
    looked_up = [
        derive.accelerator("h100_sxm", precision="fp8"),
        derive.model("deepseek_v3"),
        derive.model("llama31_405b"),
    ]
    return [find(var) for entry in looked_up for var in entry]


def test_every_subject_belongs_to_a_phase() -> None:
    """A new file of the nomenclature says here which phase it is about."""
    assert set(PHASE) == set(OWN)


def test_the_givens_of_one_phase_fix_nothing_of_another_but_what_carries_it(
    facts: list[Var],
) -> None:
    """For every pair: all variables of the one subject given, on a known chip and model; of the
    other follows what the list says, no more, no less.
    """
    slots = library_system().slots
    without = fixed(facts).known
    carried = {}
    for asked, given in PAIRS:
        reached = fixed([*facts, *OWN[given]]).how
        names = [str(v.name) for v in OWN[asked] if slots[v] in reached and slots[v] not in without]
        if names:
            carried[asked, given] = " ".join(names)
    assert carried == {pair: names for pair, (names, _) in ALLOWED.items()}


def drawn(variables: Iterable[Var], known: Iterable[Var], source: random.Random) -> dict[Var, Any]:
    """Quantities in range, for those variables that do not yet follow from what is known: so they
    cannot disagree.
    """
    slots = library_system().slots
    reach, found = fixed(known), {}
    for var in variables:
        if slots[var] not in reach.known:
            low, high, _, _ = var.bounds
            found[var] = var.unit.quantity(
                source.uniform(0.1, 0.9) * high
                if high < 1e300
                else max(low, 0.0) + source.uniform(1, 50)
            )
            reach.add([slots[var]])
    return found


def told(answer: Answer) -> tuple[Any, ...]:
    """The answer and what it rests on; that givens beside it clash, or do not fit in memory, is
    told with it and is no other answer. Clashes are left unexplained, which would take minutes.
    """
    rests_on = [(known.var, known.origin, known.value) for known in answer.known]
    return (
        answer.text,
        answer.interval,
        [r.name for r in answer.relations],
        rests_on,
        dict(answer.variants),
    )


def asked_of(relation: Relation) -> Var:
    """What the relation defines; of one that only ties things together, the point variable or the
    last in print.
    """
    return relation.subject or max(relation.variables, key=lambda v: (v.at is not None, v.rank))


def inputs(relation: Relation) -> dict[Var, Any] | None:
    """Givens that answer the relation's question, defaults and conventions left to the engine; None
    where no draw does (point relations).
    """
    target = asked_of(relation)
    others = [
        v for v in relation.variables if v != target and v.default is None and v.convention is None
    ]
    draws = (drawn(others, (), random.Random(seed)) for seed in range(5))
    return next(
        (given for given in draws if library_system().solve(target, given).status == "solved"), None
    )


def carried(relation: Relation, given: str) -> bool:
    """Whether givens of this subject may reach the relation: by the list, or by a default that is
    of their own phase.
    """
    own = any(v.default is not None and PHASE[HOME[v]] == PHASE[given] for v in relation.variables)
    subjects = {HOME[v] for v in relation.variables}
    if "ownership" in subjects:
        subjects.add("hardware")  # what a GPU is rented for, where nobody marks it up
    return own or any((subject, given) in {*ALLOWED, *BOUNDED} for subject in subjects)


@pytest.mark.parametrize("asked", list(OWN))
def test_an_answer_stays_word_for_word_when_another_phase_is_given_too(
    asked: str, seed: int
) -> None:
    """For relations that define a variable of the subject, and a subject of those that carry
    nothing into it, both drawn anew each time: same value, route and assumptions.

    And its formula holds nothing that the answer does not list.
    """
    system, source = library_system(), random.Random(seed)
    compared, changed, unlisted = 0, [], set()
    own = [relation for relation in system.relations if HOME[asked_of(relation)] == asked]
    for tried, relation in enumerate(source.sample(own, len(own))):
        if compared and tried >= samples(3):
            break
        target = asked_of(relation)
        given = inputs(relation)
        if given is None:
            continue
        answer = system.solve(target, given)
        before = told(answer)
        unlisted |= (answer.formula.free_symbols if answer.formula is not None else set()) - {
            k.var for k in answer.known
        }
        others = [o for o in OWN if PHASE[o] != PHASE[asked] and not carried(relation, o)]
        for other in source.sample(others, len(others)):
            beside = drawn(
                [v for v in OWN[other] if v not in relation.variables and v.convention is None],
                [*given, target],
                source,
            )
            stated, notes = read_givens({**given, **beside}, system.vocabulary)
            found = answer_at(system, target, stated, notes)
            clash = found.contradiction
            if clash is not None and set(clash.names) <= {v.name for v in beside}:
                continue  # of drawn values that are too many
            compared += 1
            if told(found) != before:
                changed.append((relation.name, other))
            break
    assert compared or asked == "step_network"  # where all relations are of a variant
    assert not changed
    assert not unlisted
