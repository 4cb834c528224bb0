"""Configuration files of public models: the shape they give, what follows from it, and what is
refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derive.errors import DataError, GivenError, UnknownName
from derive.library import accelerator, model, solve
from derive.library.entries import variant_of, variants_for
from derive.library.entries.config_kinds import ARCHITECTURES, KINDS, TEXT_OF
from derive.library.entries.json_file import MOST_BYTES

Write = Callable[..., str]

# Public shapes as such files state them (the catalogue's numbers), keys that matter here only.
_LLAMA = {
    "architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 8192,
    "intermediate_size": 28672, "num_hidden_layers": 80, "num_attention_heads": 64,
    "num_key_value_heads": 8, "vocab_size": 128256, "tie_word_embeddings": False,
    "rope_scaling": {"factor": 8.0},
}  # fmt: skip
_DEEPSEEK = {
    "model_type": "deepseek_v3", "hidden_size": 7168, "intermediate_size": 18432,
    "moe_intermediate_size": 2048, "num_hidden_layers": 61, "num_attention_heads": 128,
    "num_key_value_heads": 128, "n_routed_experts": 256, "n_shared_experts": 1,
    "num_experts_per_tok": 8, "first_k_dense_replace": 3, "moe_layer_freq": 1, "kv_lora_rank": 512,
    "q_lora_rank": 1536, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128,
    "vocab_size": 129280, "tie_word_embeddings": False,
}  # fmt: skip
_QWEN_MOE = {
    "model_type": "qwen3_moe", "hidden_size": 4096, "intermediate_size": 12288,
    "moe_intermediate_size": 1536, "num_hidden_layers": 94, "num_attention_heads": 64,
    "num_key_value_heads": 4, "head_dim": 128, "num_experts": 128, "num_experts_per_tok": 8,
    "decoder_sparse_step": 1, "mlp_only_layers": [], "use_sliding_window": False,
    "sliding_window": None, "max_window_layers": 94, "vocab_size": 151936,
}  # fmt: skip
_GPT_OSS = {
    "model_type": "gpt_oss", "hidden_size": 2880, "intermediate_size": 2880,
    "num_hidden_layers": 36, "num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 64,
    "num_local_experts": 128, "num_experts_per_tok": 4, "sliding_window": 128, "vocab_size": 201088,
    "tie_word_embeddings": False, "layer_types": ["sliding_attention", "full_attention"] * 18,
}  # fmt: skip
_LLAMA4 = {
    "model_type": "llama4_text", "hidden_size": 5120, "intermediate_size": 8192,
    "intermediate_size_mlp": 16384, "num_hidden_layers": 48, "num_attention_heads": 40,
    "num_key_value_heads": 8, "head_dim": 128, "num_local_experts": 128, "num_experts_per_tok": 1,
    "interleave_moe_layer_step": 2, "attention_chunk_size": 8192, "vocab_size": 202048,
}  # fmt: skip
FILES: dict[str, dict[str, Any]] = {
    "llama31_70b": _LLAMA,
    "qwen25_72b": {
        "model_type": "qwen2", "hidden_size": 8192, "intermediate_size": 29568,
        "num_hidden_layers": 80, "num_attention_heads": 64,
        "num_key_value_heads": 8, "use_sliding_window": False, "sliding_window": 131072,
        "max_window_layers": 80, "vocab_size": 152064,
    },
    "mixtral_8x7b": {
        "model_type": "mixtral", "hidden_size": 4096, "intermediate_size": 14336,
        "num_hidden_layers": 32, "num_attention_heads": 32,
        "num_key_value_heads": 8, "num_local_experts": 8, "num_experts_per_tok": 2,
        "sliding_window": None, "vocab_size": 32000,
    },
    "qwen3_235b_a22b": _QWEN_MOE,
    "deepseek_v3": _DEEPSEEK,
    "kimi_k2": {
        **_DEEPSEEK, "model_type": "kimi_k2", "num_attention_heads": 64, "num_key_value_heads": 64,
        "n_routed_experts": 384,
        "first_k_dense_replace": 1, "vocab_size": 163840,
    },
    "gemma2_27b": {
        "model_type": "gemma2", "hidden_size": 4608, "intermediate_size": 36864,
        "num_hidden_layers": 46, "num_attention_heads": 32,
        "num_key_value_heads": 16, "head_dim": 128, "sliding_window": 4096, "vocab_size": 256128,
    },
    "gemma3_27b": {
        "architectures": ["Gemma3ForConditionalGeneration"], "model_type": "gemma3",
        "vision_config": {"hidden_size": 1152},
        "text_config": {
            "model_type": "gemma3_text", "hidden_size": 5376, "intermediate_size": 21504,
            "num_hidden_layers": 62, "num_attention_heads": 32,
            "num_key_value_heads": 16, "head_dim": 128, "sliding_window": 1024,
            "vocab_size": 262144,
        },
    },
    "gpt_oss_120b": _GPT_OSS,
    "llama4_maverick": {"model_type": "llama4", "text_config": _LLAMA4},
    "glm_45": {
        "model_type": "glm4_moe", "hidden_size": 5120, "intermediate_size": 12288,
        "moe_intermediate_size": 1536, "num_hidden_layers": 92,
        "num_attention_heads": 96, "num_key_value_heads": 8, "head_dim": 128,
        "n_routed_experts": 160, "n_shared_experts": 1,
        "num_experts_per_tok": 8, "first_k_dense_replace": 3, "vocab_size": 151552,
    },
    "minimax_m25": {
        "model_type": "minimax_m2", "hidden_size": 3072, "intermediate_size": 1536,
        "num_hidden_layers": 62, "num_attention_heads": 48,
        "num_key_value_heads": 8, "head_dim": 128, "num_local_experts": 256,
        "num_experts_per_tok": 8, "vocab_size": 200064,
    },
}  # fmt: skip


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a configuration file and returns its path."""

    def written(table: Any, name: str = "config.json", **changes: Any) -> str:
        path = tmp_path / name
        merged = {**table, **changes} if changes else table
        path.write_text(json.dumps(merged), encoding="utf-8")
        return str(path)

    return written


def values(id: str, **options: bool) -> dict[str, float]:
    return {var.name: known.value for var, known in model(id, **options).items()}


# --- what a file gives ---


@pytest.mark.parametrize("id", FILES)
def test_a_file_gives_the_shape_that_the_catalogue_has(write: Write, id: str) -> None:
    """Same widths and counts, same choices; no parameter counts and no precision."""
    found, listed = values(write(FILES[id])), values(id, shape=True)
    assert {name: found.get(name) for name in listed} == listed
    assert model(write(FILES[id])).variants == variant_of(id)
    assert not {"total_params", "active_params", "bytes_per_param", "bytes_per_element"} & set(
        found
    )


@pytest.mark.parametrize("id", FILES)
def test_parameter_counts_follow_from_the_file(write: Write, id: str) -> None:
    """All parameters within 2 % of the published count (3 % where that is printed as a round
    1e12).
    """
    answer = solve("total_params", model(write(FILES[id])))
    assert answer.status == "solved"
    assert answer.number == pytest.approx(
        values(id)["total_params"], rel=0.03 if id == "kimi_k2" else 0.02
    )


def test_cache_bytes_follow_from_the_file(write: Write) -> None:
    """The layout is the file's own choice, also after its values were spread among other givens."""
    two = {"bytes_per_element": "2 byte"}
    assert solve("kv_bytes_per_token", {**model(write(_DEEPSEEK)), **two}).number == 70_272
    assert solve("kv_bytes_per_token", {**model(write(_LLAMA)), **two}).number == 327_680
    known = {**model(write(_GPT_OSS)), **two, "context_length": "65536 token/sequence"}
    assert solve("kv_bytes_per_token", known).number == pytest.approx(
        2 * 8 * 64 * 2 * 18 * (65_536 + 128) / 65_536
    )


def test_a_step_can_be_asked_of_a_file_alone(write: Write) -> None:
    """Total and active parameters come from the shape on the way."""
    chip = {
        **accelerator("h100_sxm", precision="fp8", kv_precision="bf16"),
        "gpus": "8 GPU",
        "batch_size": "64 sequence",
        "context_length": "8192 token/sequence",
    }
    answer = solve("step_time", {**model(write(_LLAMA)), **chip})
    assert answer.status == "solved" and not answer.warnings
    assert answer.number == pytest.approx((70.55e9 + 64 * 8192 * 327_680) / (8 * 3.35e12), rel=2e-3)


def test_values_say_which_file_and_key_they_come_from(write: Write) -> None:
    """Looked up, exact, with the path as given; a key left out says so."""
    path = write(_LLAMA)
    known = {var.name: value for var, value in model(path).items()}
    assert (
        known["n_layers"].entry == f"model {path}" and known["n_layers"].note == "num_hidden_layers"
    )
    assert known["n_layers"].origin == "looked up" and known["n_layers"].tolerance == 0
    assert (
        known["d_head"].value == 128 and known["d_head"].note == "hidden_size / num_attention_heads"
    )
    assert variants_for(known["n_layers"].entry) == {"KV layout": "heads"}


def test_what_the_files_of_a_family_leave_out_is_known(write: Write) -> None:
    """The small Gemma 3 files name neither heads nor vocabulary; old Llama files no KV heads; Gemma
    ties its embeddings unasked.
    """
    gemma = {
        "model_type": "gemma3_text",
        "hidden_size": 2560,
        "intermediate_size": 10240,
        "num_hidden_layers": 34,
        "sliding_window": 1024,
    }
    found = values(write(gemma))
    assert (found["n_heads"], found["n_kv_heads"], found["d_head"], found["vocab"]) == (
        8,
        4,
        256,
        262_208,
    )
    assert (found["n_global_layers"], found["n_window_layers"], found["embedding_matrices"]) == (
        5,
        29,
        1,
    )
    assert solve("total_params", model(write(gemma))).number == pytest.approx(3.88e9, rel=0.01)
    many = {
        key: value
        for key, value in _LLAMA.items()
        if key not in ("num_key_value_heads", "model_type", "tie_word_embeddings")
    }
    assert values(write(many))["n_kv_heads"] == 64


def test_windows_are_counted_as_the_families_place_them(write: Write) -> None:
    """All layers, every other, those above a mark, five of six, those listed, those with rotary
    positions.
    """
    mistral = {**_LLAMA, "model_type": "mistral", "sliding_window": 4096}
    assert values(write(mistral))["n_global_layers"] == 0
    assert "attention_window" not in values(write(mistral, sliding_window=None))
    upper = {**FILES["qwen25_72b"], "use_sliding_window": True, "max_window_layers": 70}
    assert values(write(upper))["n_window_layers"] == 10
    listed = {key: value for key, value in _GPT_OSS.items() if key != "layer_types"}
    assert values(write(listed))["n_window_layers"] == 18
    chunked = {**_LLAMA4, "no_rope_layers": [1, 1, 0] * 16}
    assert values(write(chunked))["n_window_layers"] == 32


def test_experts_are_counted_as_the_families_place_them(write: Write) -> None:
    """Some layers may be dense, and one wide shared expert counts as several."""
    assert (
        values(write(_QWEN_MOE, decoder_sparse_step=2, mlp_only_layers=[1]))["dense_layers"] == 48
    )
    shared = {**_QWEN_MOE, "model_type": "qwen2_moe", "shared_expert_intermediate_size": 12288}
    assert values(write(shared))["shared_experts"] == 8
    dense = values(write(_DEEPSEEK, n_routed_experts=None))
    assert dense["d_ff"] == 18432 and dense["routed_params"] == 0


def test_an_index_and_a_missing_query_latent_choose_their_relations(write: Write) -> None:
    """DeepSeek-V3.2 reads by its index; V2-Lite has no latent for its queries."""
    indexed = {
        **_DEEPSEEK,
        "model_type": "deepseek_v32",
        "index_topk": 2048,
        "index_n_heads": 64,
        "index_head_dim": 128,
    }
    assert model(write(indexed)).variants == {
        "KV layout": "indexed",
        "attention weights": "latent",
        "weight read": "experts_touched",
    }
    known = {
        **model(write(indexed)),
        "bytes_per_element": "2 byte",
        "index_bytes_per_element": "1.03125 byte",
        "context_length": "131072 token/sequence",
    }
    assert solve("attention_sparsity", known).number == pytest.approx(7.68, abs=0.01)
    assert (
        model(write(_DEEPSEEK, q_lora_rank=None)).variants["attention weights"]
        == "latent_full_query"
    )


def test_a_folder_stands_for_the_file_in_it_and_a_changed_file_is_read_again(
    write: Write, tmp_path: Path
) -> None:
    """The folder as it is downloaded; nothing stale."""
    write(_LLAMA)
    assert values(str(tmp_path))["n_layers"] == 80
    write(_LLAMA, num_hidden_layers=8, name="config.json")
    assert values(str(tmp_path))["n_layers"] == 8
    assert values(tmp_path / "config.json")["n_layers"] == 8  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("table", "total", "active"),
    [
        pytest.param(
            {"model_type": "phi3", "hidden_size": 3072, "intermediate_size": 8192,
             "num_hidden_layers": 32, "num_attention_heads": 32,
             "num_key_value_heads": 32, "sliding_window": 2047, "vocab_size": 32064,
             "tie_word_embeddings": False}, 3.82e9, 3.82e9, id="phi3-mini",
        ),
        pytest.param(
            {"model_type": "phimoe", "hidden_size": 4096, "intermediate_size": 6400,
             "num_hidden_layers": 32, "num_attention_heads": 32,
             "num_key_value_heads": 8, "num_local_experts": 16, "num_experts_per_tok": 2,
             "vocab_size": 32064}, 41.9e9, 6.6e9, id="phi3.5-moe",
        ),
        pytest.param(
            {"model_type": "deepseek", "hidden_size": 2048, "intermediate_size": 10944,
             "moe_intermediate_size": 1408, "num_hidden_layers": 28,
             "num_attention_heads": 16, "n_routed_experts": 64, "n_shared_experts": 2,
             "num_experts_per_tok": 6, "first_k_dense_replace": 1,
             "vocab_size": 102400}, 16.4e9, 2.83e9, id="deepseek-moe-16b",
        ),
        pytest.param(
            {"model_type": "qwen2_vl", "vision_config": {"embed_dim": 1280}, "hidden_size": 3584,
             "intermediate_size": 18944, "num_hidden_layers": 28,
             "num_attention_heads": 28, "num_key_value_heads": 4, "vocab_size": 152064,
             "tie_word_embeddings": False}, 7.6e9, 7.6e9, id="qwen2-vl, flat",
        ),
    ],
)  # fmt: skip
def test_more_families_give_their_published_counts(
    write: Write, table: dict[str, Any], total: float, active: float
) -> None:
    """Families that the catalogue does not have, within one per cent."""
    shape = model(write(table))
    assert solve("total_params", shape).number == pytest.approx(total, rel=0.01)
    assert solve("active_params", shape).number == pytest.approx(active, rel=0.01)


def test_every_architecture_and_wrapper_leads_to_a_kind_that_is_read() -> None:
    """No name points nowhere."""
    assert {*ARCHITECTURES.values(), *TEXT_OF.values()} <= set(KINDS)


# --- what is refused ---


@pytest.mark.parametrize(
    ("changes", "key", "says"),
    [
        ({"model_type": "gpt2"}, "model_type", "no reader for the kind “gpt2”"),
        ({"model_type": "lama"}, "model_type", "Did you mean llama"),
        ({"model_type": 3}, "model_type", "not text"),
        (
            {"model_type": None, "architectures": ["MambaForCausalLM"]},
            "model_type",
            "MambaForCausalLM",
        ),
        ({"model_type": None, "architectures": None}, "model_type", "it is missing"),
        ({"architectures": "LlamaForCausalLM"}, "architectures", "not a list of texts"),
        ({"num_hidden_layers": None}, "num_hidden_layers", "it is missing"),
        ({"num_hidden_layers": "80"}, "num_hidden_layers", "not a whole number"),
        ({"num_hidden_layers": 80.0}, "num_hidden_layers", "not a whole number"),
        ({"num_hidden_layers": True}, "num_hidden_layers", "not a whole number"),
        ({"num_hidden_layers": 0}, "num_hidden_layers", "outside 1"),
        ({"hidden_size": -8192}, "hidden_size", "outside 1"),
        ({"hidden_size": 10**40}, "hidden_size", "outside 1"),
        ({"num_key_value_heads": 128}, "num_key_value_heads", "more of them than query heads"),
        ({"num_key_value_heads": 7}, "num_key_value_heads", "no multiple of it"),
        ({"num_attention_heads": 60, "num_key_value_heads": None}, "head_dim", "not a multiple"),
        ({"tie_word_embeddings": "no"}, "tie_word_embeddings", "neither true nor false"),
        ({"layer_types": ["full_attention"]}, "layer_types", "lists 1 layers"),
        ({"layer_types": ["linear_attention"] * 80}, "layer_types", "linear_attention"),
        ({"layer_types": "full_attention"}, "layer_types", "not a list"),
        ({"text_config": [1]}, "text_config", "not an object"),
        (
            {"text_config": {"model_type": "llama"}},
            "text_config.num_hidden_layers",
            "it is missing",
        ),
        ({"text_config": {"model_type": "clip_text"}}, "text_config.model_type", "clip_text"),
    ],
)
def test_a_faulty_file_is_refused_with_its_key(
    write: Write, changes: dict[str, Any], key: str, says: str
) -> None:
    """Unknown kinds by name; wrong types, missing keys and impossible counts by key."""
    path = write(_LLAMA, **changes)
    with pytest.raises(DataError) as caught:
        model(path)
    assert caught.value.file == path and caught.value.key == key
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("table", "changes", "key"),
    [
        (_DEEPSEEK, {"num_experts_per_tok": 300}, "num_experts_per_tok"),
        (_DEEPSEEK, {"kv_lora_rank": None}, "kv_lora_rank"),
        (_DEEPSEEK, {"first_k_dense_replace": 61}, "n_routed_experts"),
        (
            {**_QWEN_MOE, "model_type": "qwen2_moe"},
            {"shared_expert_intermediate_size": 5000},
            "shared_expert_intermediate_size",
        ),
        (_QWEN_MOE, {"mlp_only_layers": ["one"]}, "mlp_only_layers"),
        (_LLAMA4, {"no_rope_layers": [1, 0]}, "no_rope_layers"),
        (_GPT_OSS, {"sliding_window": None}, "sliding_window"),
    ],
)
def test_faulty_experts_latents_and_windows_are_refused_with_their_key(
    write: Write, table: dict[str, Any], changes: dict[str, Any], key: str
) -> None:
    """What cannot be counted is not guessed."""
    with pytest.raises(DataError) as caught:
        model(write(table, **changes))
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "it is not JSON"),
        ("{", "it is not JSON"),
        ("[1, 2]", "no JSON object"),
        ('{"hidden_size": ' + "9" * 5000 + "}", "thousands of digits"),
        ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
        ('{"model_type": "llama", "model_type": "gemma"}', "there twice"),
        ("\x00\x01", "it is not JSON"),
    ],
)
def test_what_is_no_such_file_is_refused_in_a_sentence(
    tmp_path: Path, text: str, says: str
) -> None:
    """Never a traceback."""
    path = tmp_path / "config.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=says):
        model(str(path))


def test_binary_huge_and_missing_files_are_refused(tmp_path: Path) -> None:
    """Weights given for the configuration, a file of megabytes, a path that leads nowhere, the name
    of a hub.
    """
    path = tmp_path / "model.json"
    path.write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(DataError, match="not text"):
        model(str(path))
    path.write_text(" " * (MOST_BYTES + 1))
    with pytest.raises(DataError, match="are read at most"):
        model(str(path))
    for nowhere in (
        str(tmp_path / "none.json"),
        str(tmp_path / "none" / "config.json"),
        "none.json",
    ):
        with pytest.raises(DataError, match="there is no such file"):
            model(nowhere)
    with pytest.raises(UnknownName, match=r"llama31_70b.*the folder with its config\.json"):
        model("meta-llama/Llama-3.3-70B-Instruct")


def test_a_file_says_nothing_of_training(write: Write) -> None:
    """Asking for it is an error rather than an empty answer."""
    with pytest.raises(GivenError, match="says nothing of training"):
        model(write(_LLAMA), training=True)
