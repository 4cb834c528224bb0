"""The model: its parameters and the shape that fixes its KV cache."""

from derive.library.nomenclature.vocabulary import v

active_params = v(
    "active_params", "param", "parameters used for one token",
    tex=r"N_{\mathrm{a}}", aliases=("n_active", "n_a", "active_parameters"),
)  # fmt: skip
total_params = v(
    "total_params", "param", "all parameters",
    tex=r"N_{\mathrm{t}}", aliases=("n_total", "n_t", "total_parameters"),
)  # fmt: skip
sparsity = v(
    "sparsity", "1", "total over active parameters",
    tex="s", aliases=("sparsity_factor",), within="[1, oo)",
)  # fmt: skip
active_fraction = v(
    "active_fraction", "1", "active over total parameters",
    tex="f", within="(0, 1]",
)  # fmt: skip
n_layers = v(
    "n_layers", "1", "layers",
    tex=r"n_{\mathrm{lay}}", aliases=("layers", "num_layers", "num_hidden_layers"), whole=True,
)  # fmt: skip
n_heads = v(
    "n_heads", "1", "query heads per layer",
    tex=r"n_{\mathrm{q}}", aliases=("heads", "num_heads", "num_attention_heads"), whole=True,
)  # fmt: skip
n_kv_heads = v(
    "n_kv_heads", "1", "key-value heads per layer",
    tex=r"n_{\mathrm{kv}}", aliases=("kv_heads", "num_kv_heads", "num_key_value_heads"), whole=True,
)  # fmt: skip
d_head = v(
    "d_head", "1", "elements of one head",
    tex=r"d_{\mathrm{h}}", aliases=("head_dim",), whole=True,
)  # fmt: skip
d_model = v(
    "d_model", "1", "elements of the residual stream",
    tex="d", whole=True, aliases=("hidden_size", "hidden_dim"),
)  # fmt: skip
kv_latent_dim = v(
    "kv_latent_dim", "1", "elements of the cached KV latent",
    tex=r"r_{\mathrm{kv}}", aliases=("kv_lora_rank",), whole=True,
)  # fmt: skip
rope_dim = v(
    "rope_dim", "1", "elements of the cached positional key",
    tex=r"d_{\mathrm{rope}}", aliases=("qk_rope_head_dim",), within="[0, oo)", whole=True,
)  # fmt: skip
layers_per_cache = v(
    "layers_per_cache", "1", "neighbouring layers that share one stored KV cache",
    tex=r"\sigma", aliases=("cross_layer_sharing",), within="[1, oo)", default="1",
)  # fmt: skip
kv_bytes_per_token_layer = v(
    "kv_bytes_per_token_layer", "byte/token", "KV-cache bytes per context token in one layer",
    tex=r"b_{\mathrm{lay}}",
)  # fmt: skip
n_experts = v(
    "n_experts", "1", "routed experts per layer",
    tex=r"n_{\mathrm{exp}}",
    aliases=("experts", "num_experts", "n_routed_experts", "num_local_experts"), whole=True,
)  # fmt: skip
active_experts = v(
    "active_experts", "1", "routed experts used for one token",
    tex=r"k_{\mathrm{exp}}", whole=True,
    aliases=("top_k", "experts_per_token", "num_experts_per_tok"),
)  # fmt: skip
shared_experts = v(
    "shared_experts", "1", "experts used for every token",
    tex=r"k_{\mathrm{sh}}", within="[0, oo)", whole=True, aliases=("n_shared_experts",),
)  # fmt: skip
