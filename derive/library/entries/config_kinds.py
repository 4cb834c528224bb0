"""Kinds of configuration file: what the public model families call their widths, and what their
files leave out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from derive.library.entries import config_layers as layers
from derive.library.entries.config_keys import Keys


@dataclass(frozen=True, slots=True)
class Experts:
    """The keys under which a kind of file states its experts; `dense` counts the layers without
    any, `dense_width` is the key of their width.
    """

    number: str
    active: tuple[str, ...]
    width: str
    dense: Callable[[Keys, int], int] = layers.none_dense
    dense_width: str = ""
    shared: str = ""
    shared_width: str = ""
    always_shared: int = 0


@dataclass(frozen=True, slots=True)
class Kind:
    """One `model_type`: how its layers reach, its experts, whether it caches a latent, whether it
    ties its embeddings unless it says so.

    `left_out` are the values of the family's own code for keys that its files leave out.
    """

    reach: layers.Reach = layers.no_windows
    experts: Experts | None = None
    latent: bool = False
    tied: bool = False
    left_out: Mapping[str, Any] = field(default_factory=dict)


_LOCAL = Experts(
    "num_local_experts", ("num_experts_per_tok", "experts_per_token"), "intermediate_size"
)
_DEEPSEEK = Experts(
    "n_routed_experts",
    ("num_experts_per_tok",),
    "moe_intermediate_size",
    layers.first_dense,
    "intermediate_size",
    shared="n_shared_experts",
)
_QWEN = Experts(
    "num_experts",
    ("num_experts_per_tok",),
    "moe_intermediate_size",
    layers.stepwise_dense,
    "intermediate_size",
    shared_width="shared_expert_intermediate_size",
)
_LLAMA4 = Experts(
    "num_local_experts",
    ("num_experts_per_tok",),
    "intermediate_size",
    layers.interleaved_dense,
    "intermediate_size_mlp",
    always_shared=1,
)
_GEMMA3 = {
    "num_attention_heads": 8,
    "num_key_value_heads": 4,
    "head_dim": 256,
    "vocab_size": 262_208,
    "sliding_window": 4096,
}

_PLAIN = Kind()
_UPPER = Kind(layers.upper_windows)
_UPPER_MOE = Kind(layers.upper_windows, _QWEN)
_WITH_LATENT = Kind(experts=_DEEPSEEK, latent=True)

KINDS: dict[str, Kind] = {
    "llama": _PLAIN,
    "llama4_text": Kind(layers.chunks, _LLAMA4),
    "mistral": Kind(layers.all_windows),
    "mixtral": Kind(layers.all_windows, _LOCAL),
    "phi3": Kind(layers.all_windows),
    "phimoe": Kind(layers.all_windows, _LOCAL),
    "qwen2": _UPPER,
    "qwen2_vl_text": _UPPER,
    "qwen2_5_vl_text": _UPPER,
    "qwen2_moe": _UPPER_MOE,
    "qwen3": Kind(layers.upper_windows, left_out={"head_dim": 128}),
    "qwen3_vl_text": _UPPER,
    "qwen3_moe": _UPPER_MOE,
    "qwen3_vl_moe_text": _UPPER_MOE,
    "deepseek": Kind(experts=_DEEPSEEK),
    "deepseek_v2": _WITH_LATENT,
    "deepseek_v3": _WITH_LATENT,
    "deepseek_v32": _WITH_LATENT,
    "kimi_k2": _WITH_LATENT,
    "glm4_moe": Kind(experts=_DEEPSEEK),
    "minimax_m2": Kind(experts=_LOCAL),
    "gemma": Kind(tied=True, left_out={"head_dim": 256}),
    "gemma2": Kind(
        layers.every_other, tied=True, left_out={"head_dim": 256, "sliding_window": 4096}
    ),
    "gemma3_text": Kind(layers.five_of_six, tied=True, left_out=_GEMMA3),
    "gpt_oss": Kind(layers.every_other, _LOCAL),
}
# What files without model_type call themselves, and wrappers whose text part does not name its own
# kind or stands beside the rest.
ARCHITECTURES = {
    "LlamaForCausalLM": "llama", "Llama4ForCausalLM": "llama4_text",
    "MistralForCausalLM": "mistral", "MixtralForCausalLM": "mixtral", "Qwen2ForCausalLM": "qwen2",
    "Qwen2MoeForCausalLM": "qwen2_moe", "Qwen3ForCausalLM": "qwen3",
    "Qwen3MoeForCausalLM": "qwen3_moe", "Phi3ForCausalLM": "phi3", "PhiMoEForCausalLM": "phimoe",
    "DeepseekForCausalLM": "deepseek", "DeepseekV2ForCausalLM": "deepseek_v2",
    "DeepseekV3ForCausalLM": "deepseek_v3", "DeepseekV32ForCausalLM": "deepseek_v32",
    "Glm4MoeForCausalLM": "glm4_moe", "MiniMaxM2ForCausalLM": "minimax_m2",
    "GemmaForCausalLM": "gemma", "Gemma2ForCausalLM": "gemma2", "Gemma3ForCausalLM": "gemma3_text",
    "GptOssForCausalLM": "gpt_oss",
}  # fmt: skip
TEXT_OF = {
    "gemma3": "gemma3_text", "llama4": "llama4_text", "mistral3": "mistral",
    "qwen2_vl": "qwen2_vl_text", "qwen2_5_vl": "qwen2_5_vl_text",
}  # fmt: skip
