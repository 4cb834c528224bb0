"""Context: how far attention reaches, what it reads and computes, and the contexts at which
something changes.
"""

from derive.library.nomenclature.vocabulary import v

# --- how far layers reach ---
n_global_layers = v(
    "n_global_layers", "1", "layers whose attention reaches the whole context",
    tex=r"n_{\mathrm{glob}}", aliases=("global_layers",), within="[0, oo)", whole=True,
)  # fmt: skip
n_window_layers = v(
    "n_window_layers", "1", "layers whose attention reaches only a window back",
    tex=r"n_{\mathrm{win}}", aliases=("local_layers", "sliding_layers"), within="[0, oo)",
    whole=True,
)  # fmt: skip
n_linear_layers = v(
    "n_linear_layers", "1",
    "layers with linear attention, which keep a state of fixed size instead of a cache",
    tex=r"n_{\mathrm{lin}}", aliases=("linear_layers",), within="[0, oo)", whole=True,
)  # fmt: skip
attention_window = v(
    "attention_window", "token/sequence", "tokens that a layer with a window reaches back",
    tex=r"L_{\mathrm{win}}", aliases=("sliding_window",),
)  # fmt: skip

reach = v(
    "reach", "token/sequence", "tokens from which layers with a window, stacked, can pass on what"
    " they hold",
    tex=r"L_{\mathrm{reach}}", aliases=("receptive_field",),
)  # fmt: skip

# --- the state of linear layers ---
n_state_heads = v(
    "n_state_heads", "1", "heads of a linear layer that each keep a state",
    tex=r"n_{\mathrm{st}}", aliases=("state_heads", "linear_num_value_heads"), whole=True,
)  # fmt: skip
key_head_dim = v(
    "key_head_dim", "1", "elements of one key of a linear layer: rows of its state",
    tex=r"d_{\mathrm{key}}", aliases=("linear_key_head_dim", "d_state"), whole=True,
)  # fmt: skip
value_head_dim = v(
    "value_head_dim", "1", "elements of one value of a linear layer: columns of its state",
    tex=r"d_{\mathrm{val}}", aliases=("linear_value_head_dim",), whole=True,
)  # fmt: skip
state_bytes_per_element = v(
    "state_bytes_per_element", "byte", "bytes of one element of a linear layer's state",
    tex=r"w_{\mathrm{state}}",
)  # fmt: skip
state_bytes_per_sequence = v(
    "state_bytes_per_sequence", "byte/sequence",
    "bytes of the state of all linear layers, for one sequence of any length",
    tex=r"b_{\mathrm{state}}", within="[0, oo)",
)  # fmt: skip
state_fetch_time = v(
    "state_fetch_time", "s",
    "time to read and write the state of the linear layers, for the whole batch",
    tex=r"t_{\mathrm{state}}", within="[0, oo)", activity="reading and writing the state",
)  # fmt: skip
state_context = v(
    "state_context", "token/sequence",
    "context whose KV cache is as many bytes as the state of the linear layers",
    tex=r"L_{\mathrm{state}}", within="[0, oo)",
)  # fmt: skip

# --- compressed caches ---
csa_layers = v(
    "csa_layers", "1",
    "layers of compressed sparse attention, which read a selection of their entries",
    tex=r"n_{\mathrm{csa}}", within="[0, oo)", whole=True,
)  # fmt: skip
hca_layers = v(
    "hca_layers", "1", "layers of heavily compressed attention, which read all of their entries",
    tex=r"n_{\mathrm{hca}}", within="[0, oo)", whole=True,
)  # fmt: skip
csa_ratio = v(
    "csa_ratio", "1", "tokens to an entry in compressed sparse attention",
    tex=r"\sigma_{\mathrm{csa}}", within="[1, oo)",
)  # fmt: skip
hca_ratio = v(
    "hca_ratio", "1", "tokens to an entry in heavily compressed attention",
    tex=r"\sigma_{\mathrm{hca}}", within="[1, oo)",
)  # fmt: skip
kv_elements_per_token = v(
    "kv_elements_per_token", "1/token",
    "elements of keys, values or entries cached per context token, over all layers",
    tex=r"n_{\mathrm{elem}}", within="[0, oo)",
)  # fmt: skip
kv_entry_dim = v(
    "kv_entry_dim", "1", "elements of one entry of a compressed cache, key and value in one",
    tex=r"d_{\mathrm{ent}}", whole=True,
)  # fmt: skip

# --- sparse attention ---
attention_sparsity = v(
    "attention_sparsity", "1",
    "KV-cache bytes that full attention would read, over those that are read",
    tex=r"s_{\mathrm{att}}", aliases=("kv_saving",),
)  # fmt: skip
selected_context = v(
    "selected_context", "token/sequence",
    "context tokens that an index selects for attention, per layer",
    tex=r"L_{\mathrm{sel}}", aliases=("index_topk",),
)  # fmt: skip
n_index_heads = v(
    "n_index_heads", "1", "query heads of the index, per layer",
    tex=r"n_{\mathrm{idx}}", aliases=("index_n_heads",), whole=True,
)  # fmt: skip
index_dim = v(
    "index_dim", "1", "elements of one key of the index",
    tex=r"d_{\mathrm{idx}}", aliases=("index_head_dim",), whole=True,
)  # fmt: skip
index_keys_per_token = v(
    "index_keys_per_token", "1/token", "keys that the index keeps per token and layer",
    tex=r"n_{\mathrm{key}}", convention="1/token",
)  # fmt: skip
index_bytes_per_element = v(
    "index_bytes_per_element", "byte", "bytes of one element of the index, scales included",
    tex=r"w_{\mathrm{idx}}",
)  # fmt: skip
index_bytes_per_token_layer = v(
    "index_bytes_per_token_layer", "byte/token",
    "bytes of the index per context token in one layer",
    tex=r"b_{\mathrm{idx}}",
)  # fmt: skip
matmuls_of_attention = v(
    "matmuls_of_attention", "1", "matrix products of attention: with the keys and with the values",
    tex=r"n_{\mathrm{mm}}", convention="2",
)  # fmt: skip

# --- quantised caches ---
kv_element_size = v(
    "kv_element_size", "bit", "bits of one element of the KV cache, scales apart",
    tex=r"w_{\mathrm{elem}}", aliases=("kv_bits",),
)  # fmt: skip
kv_scale_size = v(
    "kv_scale_size", "bit", "bits of the scale (and zero point) of one group of elements",
    tex=r"\omega_{\mathrm{sc}}", within="[0, oo)",
)  # fmt: skip
kv_group_size = v(
    "kv_group_size", "1", "elements of the KV cache that share one scale",
    tex=r"n_{\mathrm{grp}}", whole=True,
)  # fmt: skip
kv_bytes_per_sequence = v(
    "kv_bytes_per_sequence", "byte/sequence",
    "KV-cache bytes stored for the whole context of one sequence",
    tex=r"b_{\mathrm{seq}}", within="[0, oo)", aliases=("kv_cache_per_sequence",),
)  # fmt: skip

# --- arithmetic ---
attention_width = v(
    "attention_width", "1",
    "elements over which attention multiplies for one pair of tokens, in one layer, mean of both"
    " products",
    tex=r"d_{\mathrm{att}}",
)  # fmt: skip
attention_flops_per_token = v(
    "attention_flops_per_token", "FLOP/token",
    "operations of attention for one new token: all layers, the whole context",
    tex=r"m_{\mathrm{att}}", within="[0, oo)", activity="attention",
)  # fmt: skip
attention_over_weights = v(
    "attention_over_weights", "1", "arithmetic of attention over that with the weights",
    tex=r"\alpha_{\mathrm{rel}}", within="[0, oo)",
)  # fmt: skip
attention_intensity = v(
    "attention_intensity", "FLOP/byte", "operations of attention per byte of KV cache read",
    tex=r"I_{\mathrm{att}}", aliases=("attention_arithmetic_intensity",),
)  # fmt: skip

# --- points ---
kink_context = v(
    "kink_context", "token/sequence",
    "context at which reading weights and KV cache takes as long as computing, at this batch",
    tex=r"L_{\mathrm{kink}}", within="[0, oo)",
    at="weight_fetch_time + kv_fetch_time = compute_time",
)  # fmt: skip
fetch_parity_context = v(
    "fetch_parity_context", "token/sequence",
    "context at which reading the KV cache takes as long as reading the weights, at this batch",
    tex=r"L_{\mathrm{w}}", at="kv_fetch_time = weight_fetch_time",
)  # fmt: skip
longest_context = v(
    "longest_context", "token/sequence",
    "context at which weights and KV cache just fill the memory, at this batch",
    tex=r"L_{\mathrm{fit}}", within="[0, oo)", aliases=("longest_context_that_fits",),
    at="memory_needed = domain_capacity",
)  # fmt: skip
parity_context = v(
    "parity_context", "token/sequence",
    "context at which attention takes as much arithmetic as the weights",
    tex=r"L_{\mathrm{par}}", at="attention_over_weights = 1",
)  # fmt: skip
crossover_context_with_attention = v(
    "crossover_context_with_attention", "token/sequence",
    "context at which reading the KV cache takes as long as computing, the arithmetic of"
    " attention included",
    tex=r"L_{\times,\mathrm{att}}", at="kv_fetch_time = compute_time with attention",
)  # fmt: skip
