"""The state of linear layers, the reach of stacked windows, and compressed caches."""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.library.relations import states
from derive.results.answer import Answer

HYBRID, COMPRESSED = {"KV layout": "hybrid"}, {"KV layout": "compressed"}
# Qwen3-Next: 36 of 48 layers keep a state of 32 heads, 12 a cache of two KV heads of 256.
STATE = {
    "n_linear_layers": "36", "n_state_heads": "32", "key_head_dim": "128",
    "value_head_dim": "128", "state_bytes_per_element": "2 byte",
}  # fmt: skip
CACHE = {
    "n_global_layers": "12", "n_kv_heads": "2", "d_head": "256", "bytes_per_element": "2 byte",
}  # fmt: skip
STEP = {
    "gpus": "8 GPU", "hbm_bandwidth": "3.35 TB/s/GPU", "hbm_capacity": "80 GB/GPU",
    "peak_flops": "989 TFLOP/s/GPU", "batch_size": "64 sequence",
    "context_length": "4096 token/sequence", "total_params": "80e9 param",
    "active_params": "3e9 param", "bytes_per_param": "2 byte/param",
}  # fmt: skip
HYBRID_STEP = {**STATE, **CACHE, **STEP}
# DeepSeek-V4-Pro, about: 30 layers with four tokens to an entry, 31 with 128, entries of 512.
ENTRIES = {
    "csa_layers": "30", "hca_layers": "31", "csa_ratio": "4", "hca_ratio": "128",
    "kv_entry_dim": "512",
}  # fmt: skip
INDEXED = {
    **ENTRIES, "n_layers": "61", "bytes_per_element": "2 byte", "index_dim": "128",
    "index_bytes_per_element": "0.5 byte", "selected_context": "1024 token/sequence",
    "context_length": "1e6 token/sequence",
}  # fmt: skip
READ = 2 * 64 * 37_748_736 / (8 * 3.35e12)


def asked(target: str, given: dict[Any, Any], variants: dict[str, str] | None = None) -> Answer:
    """The answer, which must be solved with every line verified."""
    answer = derive.solve(target, given, variants=variants)
    assert answer.status == "solved", (target, answer.missing, answer.warnings)
    assert answer.derivation.verified
    return answer


def number(target: str, given: dict[Any, Any], variants: dict[str, str] | None = None) -> float:
    found = asked(target, given, variants).number
    assert found is not None
    return found


def without(given: dict[str, str], name: str, **more: str) -> dict[str, str]:
    return {**{known: text for known, text in given.items() if known != name}, **more}


# --- the state of linear layers ---


def test_a_state_is_worth_some_tokens_of_the_cache() -> None:
    """36 layers of 32 heads of 128 x 128 in BF16: 37.75 MB, 1,536 tokens of the model's cache."""
    assert number("state_bytes_per_sequence", STATE, HYBRID) == 37_748_736
    assert number("state_context", {**STATE, **CACHE}, HYBRID) == pytest.approx(1536)


@pytest.mark.parametrize(
    ("name", "value"), [("n_linear_layers", 36), ("n_state_heads", 32), ("key_head_dim", 128)]
)
def test_the_shape_comes_back_from_the_bytes_of_a_state(name: str, value: float) -> None:
    """37,748,736 bytes and the rest of the shape; or 1,536 tokens and the cache."""
    known = without(STATE, name, state_bytes_per_sequence="37748736 byte/sequence")
    assert number(name, known, HYBRID) == pytest.approx(value)
    known = without({**STATE, **CACHE}, name, state_context="1536 token/sequence")
    assert number(name, known, HYBRID) == pytest.approx(value)


def test_the_state_is_read_and_written_in_every_step() -> None:
    """Twice 37.75 MB for each of 64 sequences, on top of weights and cache; a state of a
    state-space model is the same product of widths.
    """
    assert number("state_fetch_time", HYBRID_STEP, HYBRID) == pytest.approx(READ)
    weights, cache = (
        number(name, HYBRID_STEP, HYBRID) for name in ("weight_fetch_time", "kv_fetch_time")
    )
    assert number("memory_time", HYBRID_STEP, HYBRID) == pytest.approx(weights + cache + READ)
    assert number("step_time", HYBRID_STEP, HYBRID) == pytest.approx(weights + cache + READ)
    assert pytest.approx(cache * 2 * 1536 / 4096) == READ
    mamba = {**STATE, "n_state_heads": "1", "key_head_dim": "16", "value_head_dim": "8192"}
    assert number("state_bytes_per_sequence", mamba, HYBRID) == 36 * 16 * 8192 * 2


def test_a_step_time_gives_back_the_heads_of_the_state() -> None:
    """Backwards through memory_time: 32 heads."""
    step = number("step_time", HYBRID_STEP, HYBRID)
    known = without(HYBRID_STEP, "n_state_heads", step_time=f"{step!r} s")
    assert number("n_state_heads", known, HYBRID) == pytest.approx(32, rel=1e-6)


def test_the_state_takes_room_beside_the_cache() -> None:
    """The batch that fits, the memory needed and the longest context count it; the batch back."""
    room = 8 * 80e9 - 160e9
    each = 4096 * 24_576 + 37_748_736
    assert number("capacity_batch", HYBRID_STEP, HYBRID) == pytest.approx(room / each)
    assert number("memory_needed", HYBRID_STEP, HYBRID) == pytest.approx(160e9 + 64 * each)
    assert number("longest_context", HYBRID_STEP, HYBRID) == pytest.approx(
        (room / 64 - 37_748_736) / 24_576
    )
    known = without(HYBRID_STEP, "context_length", capacity_batch=f"{room / each!r} sequence")
    assert number("context_length", known, HYBRID) == pytest.approx(4096)
    checks = {check.name for check in asked("step_time", HYBRID_STEP, HYBRID).constraints}
    assert "weights_cache_and_state_fit" in checks


def test_more_sequences_than_their_states_leave_room_for_are_told() -> None:
    """Short contexts: the caches fit, the states do not."""
    many = {
        **HYBRID_STEP,
        "batch_size": "13000 sequence",
        "context_length": "10 token/sequence",
    }
    answer = derive.solve("memory_time", many, variants=HYBRID)
    assert answer.status == "infeasible"
    broken = {check.name for check in answer.constraints if not check.satisfied}
    assert broken == {"weights_cache_and_state_fit"}


@pytest.mark.slow
def test_a_hybrid_model_of_unknown_state_is_missing_it() -> None:
    """It is asked for, not left out."""
    answer = derive.solve("step_time", {**CACHE, **STEP}, variants=HYBRID)
    assert answer.status == "underdetermined"
    assert ("state_bytes_per_sequence",) in answer.missing


@pytest.mark.parametrize("layout", ["heads", "latent", "windowed"])
def test_models_without_linear_layers_know_nothing_of_a_state(layout: str) -> None:
    """Neither their times nor what they leave out, nor what is judged, mention one."""
    known = {**STEP, "kv_bytes_per_token": "24576 byte/token"}
    answer = asked("step_time", known, {"KV layout": layout})
    assert not any("state" in term.term for term in answer.neglected)
    assert "weights_cache_and_state_fit" not in answer.not_judged
    spoken = asked("mbu", {**known, "step_time": "10 ms"}, {"KV layout": layout})
    assert not any("state" in term.term for term in spoken.neglected)


def test_what_does_not_count_the_state_says_so() -> None:
    """The utilisation of bandwidth leaves it out, by its share of what is read."""
    answer = asked("mbu", {**HYBRID_STEP, "step_time": "10 ms"}, HYBRID)
    (term,) = (term for term in answer.neglected if "state of the linear" in term.term)
    kept = 160e9 + 64 * 4096 * 24_576
    assert term.size == pytest.approx(2 * 64 * 37_748_736 / kept)
    assert term.direction == "raises"


@pytest.mark.slow
def test_minimax_needs_only_the_format_of_its_state() -> None:
    """70 layers of 64 heads of 128 x 128 in BF16: 146.8 MB for each sequence."""
    known = {
        **derive.model("minimax_text_01"),
        **derive.accelerator("h200_sxm", precision="bf16"),
        "gpus": "8 GPU",
        "batch_size": "32 sequence",
        "context_length": "8192 token/sequence",
    }
    assert ("state_bytes_per_element",) in derive.solve("step_time", known).missing
    answer = asked("step_time", {**known, "state_bytes_per_element": "2 byte"})
    assert answer.number == pytest.approx(21.14e-3 + 2 * 32 * 146.8e6 / (8 * 4.8e12), rel=2e-3)


def test_a_latent_serves_the_global_layers_of_a_hybrid_too() -> None:
    """Seven of 27 layers with a latent of 512 and 64 in BF16: 8,064 bytes a token."""
    known = {
        "n_global_layers": "7", "kv_latent_dim": "512", "rope_dim": "64",
        "bytes_per_element": "2 byte",
    }  # fmt: skip
    assert number("kv_bytes_per_token", known, {"KV layout": "hybrid_latent"}) == 8064


# --- windows ---


def test_stacked_windows_reach_back_layer_by_layer() -> None:
    """Nine windows of 1,024 tokens reach 9,208; the window and the layers back."""
    known = {"n_window_layers": "9", "attention_window": "1024 token/sequence"}
    assert number("reach", known) == 9208
    for name, value in (("n_window_layers", 9), ("attention_window", 1024)):
        back = without(known, name, reach="9208 token/sequence")
        assert number(name, back) == pytest.approx(value)


# --- compressed caches ---


@pytest.mark.slow
def test_a_compressed_cache_keeps_a_ninth_of_a_latents_elements() -> None:
    """3,964 elements a token with four and 128 tokens to an entry; DeepSeek-V3 keeps 35,136."""
    assert number("kv_elements_per_token", ENTRIES, COMPRESSED) == 3964
    latent = {"n_layers": "61", "kv_latent_dim": "512", "rope_dim": "64"}
    assert number("kv_elements_per_token", latent, {"KV layout": "latent"}) == 35_136


@pytest.mark.parametrize(
    ("name", "value"), [("csa_ratio", 4), ("hca_ratio", 128), ("kv_entry_dim", 512)]
)
def test_how_far_a_cache_is_compressed_follows_from_its_elements(name: str, value: float) -> None:
    """3,964 elements a token and the rest."""
    known = without(ENTRIES, name, kv_elements_per_token="3964 1/token")
    assert number(name, known, COMPRESSED) == pytest.approx(value)


def test_the_elements_of_a_latent_give_back_its_layers() -> None:
    """35,136 elements a token of a latent of 512 and 64 are 61 layers."""
    known = {
        "kv_elements_per_token": "35136 1/token", "kv_latent_dim": "512", "rope_dim": "64",
    }  # fmt: skip
    assert number("n_layers", known, {"KV layout": "latent"}) == pytest.approx(61)


def test_of_a_compressed_cache_a_step_reads_an_index_and_a_selection() -> None:
    """At a million tokens: 250,000 index keys and 1,024 entries in 30 layers, 7,812 in 31."""
    assert number("kv_bytes_stored_per_token", INDEXED, COMPRESSED) == 3964 * 2 + 64 * 30 / 4
    read = 30 * (64 * 1e6 / 4 + 1024 * 1024) + 31 * 1024 * 1e6 / 128
    assert number("kv_bytes_per_token", INDEXED, COMPRESSED) == pytest.approx(read / 1e6)
    short = {**INDEXED, "context_length": "2000 token/sequence"}
    whole = 30 * (64 + 1024) / 4 + 31 * 1024 / 128
    assert number("kv_bytes_per_token", short, COMPRESSED) == pytest.approx(whole)
    known = without(INDEXED, "selected_context", kv_bytes_per_token=f"{read / 1e6!r} byte/token")
    assert number("selected_context", known, COMPRESSED) == pytest.approx(1024)


def test_the_window_beside_the_entries_is_named_and_sized() -> None:
    """128 tokens as they are in each of 61 layers: small at a million tokens, not at two
    thousand.
    """
    window = {**INDEXED, "attention_window": "128 token/sequence"}
    answer = asked("kv_bytes_stored_per_token", window, COMPRESSED)
    (term,) = (term for term in answer.neglected if "window" in term.term)
    assert term.size == pytest.approx(61 * 1024 * 128 / (1e6 * 8408))
    assert answer.sense == "lower bound"


def test_points_on_the_context_axis_see_a_compressed_cache() -> None:
    """At the crossover context reading takes as long as computing."""
    known = {
        **without(without(INDEXED, "context_length"), "n_layers"),
        **without(STEP, "context_length"),
        "n_layers": "61",
        "gpus": "64 GPU",
        "active_params": "49e9 param",
        "total_params": "1.6e12 param",
    }
    crossover = number("crossover_context", known, COMPRESSED)
    there = {**known, "context_length": f"{crossover!r} token/sequence"}
    fetch, compute = (number(t, there, COMPRESSED) for t in ("kv_fetch_time", "compute_time"))
    assert fetch == pytest.approx(compute, rel=1e-9)


@pytest.mark.parametrize("theorem", states.THEOREMS, ids=lambda theorem: theorem.name)
def test_what_is_said_of_states_is_proved(theorem: Any) -> None:
    """Every theorem of the subject is proved."""
    assert derive.prove(theorem.name).derivation.verified


@pytest.mark.slow
def test_the_catalogue_has_the_state_of_a_hybrid_model() -> None:
    """37.75 MB in BF16: as much as 1,536 tokens of its cache."""
    known = {
        **derive.model("Qwen3-Next-80B-A3B"),
        "state_bytes_per_element": "2 byte",
        "bytes_per_element": "2 byte",
    }
    state = derive.solve("state_bytes_per_sequence", known).number
    cache = derive.solve("kv_bytes_stored_per_token", known).number
    assert (state, state / cache) == (pytest.approx(37.75e6, rel=1e-3), pytest.approx(1536))
