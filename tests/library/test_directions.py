"""Directions of neglected terms: each of the library has one, and where the library has a variant
that counts the term, the two compared bear it out.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from derive.equations.neglected import Direction, Neglected
from derive.equations.relation import Relation, moved
from derive.library import library_system
from derive.library.relations.layer_activations import KEPT_OF_A_LAYER
from derive.library.system import subjects
from derive.results.answer import Answer
from derive.system import System
from tests.sampling import samples

POINTS = 12
ENOUGH = samples(2)  # points compared of each pair


@dataclass(frozen=True)
class Pair:
    """A relation with its variant, the variant that counts the term, and what the terms are called.

    `target` is what both define (`refined` where the second has a variable of its own), and
    `exact` says that the term's size is the difference, not the most it can be.
    """

    relation: str
    term: str
    target: str
    coarse: str = ""
    finer: str = ""
    refined: str = ""
    exact: bool = True


ATTENTION, EXPERTS = "attention", "experts which no token"
COMPUTE = ("compute=flat", "compute=with_attention")
READ = ("weight read=all", "weight read=experts_touched")
OVERLAP, APART, SERIAL = (f"step time={way}" for way in ("overlap", "kv_apart", "none"))
NETWORKS = ("all-to-all=overlapped", "all-to-all=serial")
PAIRS = (
    Pair("compute", ATTENTION, "compute_time", *COMPUTE),
    Pair("compute_with_attention", "table of the input", "compute_time",
         "compute=with_attention", "compute=two_rates"),
    Pair("stage_computes_with_attention", "table of the input", "stage_compute_time",
         "compute=with_attention", "compute=two_rates"),
    Pair("stage_computes", ATTENTION, "stage_compute_time", *COMPUTE),
    Pair("weight_fetch", EXPERTS, "weight_fetch_time", *READ),
    Pair("stage_reads_weights", EXPERTS, "stage_weight_fetch_time", *READ),
    Pair("floor", "one token reads only", "latency_floor", *READ),
    Pair("bandwidth_utilisation", EXPERTS, "mbu", *READ, exact=False),
    Pair("step_intensity", EXPERTS, "arithmetic_intensity", *READ, exact=False),
    Pair("step_overlap", "does not overlap", "step_time", OVERLAP, SERIAL),
    Pair("step_overlap", "does not overlap", "step_time", OVERLAP, APART, exact=False),
    Pair("step_kv_apart", "does not overlap", "step_time", APART, SERIAL, exact=False),
    Pair("step_kv_apart", "does overlap", "step_time", APART, OVERLAP),
    Pair("step_no_overlap", "does overlap", "step_time", SERIAL, OVERLAP),
    Pair("stage_overlap", "does not overlap", "stage_time", OVERLAP, SERIAL),
    Pair("stage_kv_apart", "does not overlap", "stage_time", APART, SERIAL, exact=False),
    Pair("stage_kv_apart", "does overlap", "stage_time", APART, OVERLAP),
    Pair("stage_no_overlap", "does overlap", "stage_time", SERIAL, OVERLAP),
    Pair("traffic_overlapped", "does not overlap", "all_to_all_time", *NETWORKS),
    Pair("traffic_serial", "does overlap", "all_to_all_time", *reversed(NETWORKS)),
    Pair("slower_overlapped", "does not overlap", "all_to_all_slowdown", *NETWORKS),
    Pair("slower_serial", "does overlap", "all_to_all_slowdown", *reversed(NETWORKS)),
    Pair("free_drafts", "the time that drafting", "step_time", "step time=free_drafts",
         "step time=with_drafts"),
    Pair("emission_of_electricity", "making the GPUs", "carbon_per_token", "emission=electricity",
         "emission=with_making"),
    Pair("batch_balance", "the KV cache", "balance_batch", refined="balance_batch_with_kv",
         exact=False),
    Pair("kv_crossover", ATTENTION, "crossover_context", exact=False,
         refined="crossover_context_with_attention"),
    Pair("kv_crossover", "the weights", "crossover_context", refined="kink_context", exact=False),
)  # fmt: skip


def random_givens(draw: random.Random) -> dict[str, str]:
    """A mixture of experts in a random shape on random chips; short contexts, so that all points on
    the context axis exist.
    """
    total = 10 ** draw.uniform(10.5, 12)
    experts = draw.choice((8, 32, 128, 256))
    used = draw.choice([k for k in (1, 2, 4, 8) if k < experts])
    active = total * (used / experts + draw.uniform(0.01, 0.05))
    bandwidth = 10 ** draw.uniform(12, 13)
    return {
        "total_params": f"{total} param",
        "active_params": f"{active} param",
        "n_experts": f"{experts}",
        "active_experts": f"{used}",
        "bytes_per_param": f"{draw.choice((0.5, 1, 2))} byte/param",
        "gpus": f"{draw.choice((8, 32, 72))} GPU",
        "hbm_bandwidth": f"{bandwidth} byte/s/GPU",
        "peak_flops": f"{bandwidth * draw.uniform(150, 600)} FLOP/s/GPU",
        "batch_size": f"{draw.choice((2, 5, 20, 90, 3_000, 60_000))} sequence",
        "context_length": f"{draw.randint(10, 200)} token/sequence",
        "kv_bytes_per_token": f"{10 ** draw.uniform(3, 4)} byte/token",
        "n_layers": f"{draw.randint(20, 90)}",
        "n_heads": f"{draw.choice((8, 16))}",
        "d_head": "64",
        "n_stages": "4",
        "stage_gpus": "8 GPU",
        "microbatch_size": f"{draw.choice((2, 5, 20, 60_000))} sequence",
        "d_model": "4096",
        "n_moe_layers": "30",
        "n_domains": f"{draw.choice((2, 4, 8))}",
        "dispatch_bytes_per_element": "1 byte",
        "combine_bytes_per_element": "2 byte",
        "scale_up_bandwidth": f"{10 ** draw.uniform(11, 12)} byte/s/GPU",
        "scale_out_bandwidth": f"{10 ** draw.uniform(10, 11)} byte/s/GPU",
        "network_ratio": f"{draw.uniform(0.5, 12)}",
    }


GIVENS = [random_givens(random.Random(seed)) for seed in range(POINTS)]
# What else a target needs, and what would say it twice over.
ALSO = {
    "mbu": {"step_time": "1 s"},
    "compute_time": {"vocab": "30000"},
    "stage_compute_time": {"vocab": "30000"},
    "step_time": {"draft_length": "2 token/sequence", "draft_step_time": "1 ms"},
    "carbon_per_token": {
        "serving_power": "1 kW/GPU",
        "carbon_intensity": "0.4 kgCO2e/kWh",
        "embodied_carbon": "300 kgCO2e/GPU",
        "gpu_life": "4 year",
    },
}
ONLY = {"all_to_all_slowdown": {"network_ratio", "n_domains"}}
WITHOUT = {"balance_batch": {"batch_size", "microbatch_size"}}


def library(choice: str) -> System:
    """The library under a variant, written GROUP=CHOICE."""
    group, _, chosen = choice.partition("=")
    return library_system().with_variants({group: chosen}) if chosen else library_system()


def known_for(target: str, givens: dict[str, str]) -> dict[str, str]:
    """The givens that a target rests on."""
    kept = ONLY.get(target, givens.keys() - {"network_ratio"} - WITHOUT.get(target, set()))
    return {**{name: text for name, text in givens.items() if name in kept}, **ALSO.get(target, {})}


def answers(pair: Pair) -> list[tuple[Answer, float, float]]:
    """At the first random points where both variants have a value, until some differ: the first
    one's answer, both values.
    """
    coarse, finer = library(pair.coarse), library(pair.finer)
    found = []
    for givens in GIVENS:
        known = known_for(pair.target, givens)
        one = coarse.solve(pair.target, known)
        two = finer.solve(pair.refined or pair.target, known)
        if one.number is not None and two.number is not None:
            found.append((one, one.number, two.number))
            if len(found) >= ENOUGH and any(abs(w / s - 1.0) > 1e-6 for _, s, w in found):
                break
    return found


def term_of(pair: Pair) -> tuple[Relation, Neglected]:
    """The relation of the library and its term."""
    relation = library(pair.coarse).relation(pair.relation).made
    (term,) = (term for term in relation.neglects if pair.term in term.what)
    return relation, term


def every_relation() -> list[Relation]:
    return [relation for module in subjects() for relation in module.RELATIONS]


def test_every_neglected_term_of_the_library_says_what_it_raises_or_lowers() -> None:
    """A direction, and a variable of the relation that it moves."""
    missing = [
        (relation.name, term.what)
        for relation in every_relation()
        for term in relation.neglects
        if term.direction is None or moved(relation, term) is None
    ]
    assert missing == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "pair", PAIRS, ids=lambda pair: f"{pair.relation} {pair.finer or pair.refined}"
)
def test_the_variant_that_counts_a_term_lies_on_the_side_the_term_points_to(pair: Pair) -> None:
    """At random consistent points; where the size is no upper limit, it is the difference."""
    relation, term = term_of(pair)
    assert term.direction in (Direction.RAISES, Direction.LOWERS)
    sign = 1.0 if term.direction is Direction.RAISES else -1.0
    compared = answers(pair)
    assert len(compared) >= POINTS // 6
    changes = []
    for coarse, short, whole in compared:
        change = whole / short - 1.0
        changes.append(change)
        assert sign * change >= -1e-9
        size = next(
            found.size
            for found in coarse.neglected
            if (found.relation, found.term) == (relation.name, term.what)
        )
        if pair.exact and size is not None:
            assert change == pytest.approx(sign * size, rel=1e-6, abs=1e-9)
    assert max(map(abs, changes)) > 1e-6


@pytest.mark.slow
def test_every_term_that_a_variant_counts_is_among_those_compared() -> None:
    """A relation with a neglected term and a sibling of the same subject under another choice."""
    relations = every_relation()
    siblings = {
        relation.name
        for relation in relations
        for other in relations
        if relation.neglects
        and relation.variant is not None
        and other.variant is not None
        and relation.subject is not None
        and relation.subject == other.subject
        and relation.variant.group == other.variant.group
        and relation.variant.choices != other.variant.choices
        and relation.variant.group
        not in ("layout", "expert load", "memory share", "collective", "tuning")
    }
    # Layouts, networks, passes, what is tuned and other readings state different models; nothing of
    # one is left out of another. The touched experts' own term has no finer variant, nor has that
    # of a realised share. Prefill with attention counts two terms at once, which pull opposite
    # ways.
    unlike = {
        "hybrid_attention", "compressed_read", "compressed_stored", "compressed_attention",
        "square_root_read", "prefill", "prefill_after_prefix", "touched_floor",
        "touched_step_intensity", "touched_bandwidth_utilisation", "hidden_behind_backward",
        "hidden_behind_both_passes", "prefill_compute", "compute_with_chunk", "prefill_attention",
        "windowed_prefill_attention", "hybrid_prefill_attention", "sparse_prefill_attention",
        "square_root_prefill_attention", "indexed_prefill_attention", "touched_by_share",
        "touched_unevenly", "step_with_network", "stage_with_network",
        "realised_step",
    }  # fmt: skip
    unlike |= {"copies_inside", "copies_crossing"}  # shared within a GPU; siblings: in a domain
    unlike |= {"attention_kernel_flops"}  # its siblings are other kernels, without a mask
    # Compared in test_placement.py and test_expert_load.py, where layout or load is another.
    unlike |= {"all_weights_read", "stage_reads_weights_by_share", "compute_unevenly"}
    unlike |= {
        "stage_reads_touched_weights_by_share", "stage_reads_touched_weights_unevenly",
        "stage_computes_unevenly",
    }  # fmt: skip
    # Both leave out the latency of the links and what stays at home.
    unlike |= {"stage_exchanged", "stage_exchanged_serially"}
    # Splits and recomputation of a layer's activations leave out masks and gates alike.
    unlike |= {relation.name for relation in KEPT_OF_A_LAYER}
    # The table of the input pulls alike in all; where it is the only term, one pair stands for all.
    unlike |= {
        relation.name
        for relation in relations
        if all("table of the input" in term.what for term in relation.neglects)
    } - {pair.relation for pair in PAIRS}
    assert siblings - unlike == {pair.relation for pair in PAIRS} - {
        "batch_balance",
        "kv_crossover",
    }
