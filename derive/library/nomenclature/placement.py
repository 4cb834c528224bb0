"""Placement: which GPU holds which weights and caches, and how much of its memory they may take."""

from derive.library.nomenclature.vocabulary import v

# --- who shares what ---
attention_tensor_gpus = v(
    "attention_tensor_gpus", "GPU", "GPUs that split the attention of a sequence between them",
    tex=r"S_{\mathrm{att}}", aliases=("attention_tp", "attention_tp_size"), whole=True,
)  # fmt: skip
attention_replicas = v(
    "attention_replicas", "1",
    "groups of GPUs that each hold the weights of attention and the caches of their own sequences",
    tex=r"n_{\mathrm{rep}}", aliases=("attention_dp", "attention_dp_size"), within="[1, oo)",
    whole=True,
)  # fmt: skip
expert_parallel_gpus = v(
    "expert_parallel_gpus", "GPU", "GPUs over which the experts of a layer are dealt out",
    tex=r"S_{\mathrm{ep}}", whole=True,
)  # fmt: skip
expert_tensor_gpus = v(
    "expert_tensor_gpus", "GPU", "GPUs that split one expert between them",
    tex=r"S_{\mathrm{etp}}", aliases=("expert_tp", "expert_tp_size"), whole=True,
)  # fmt: skip
kv_copies = v(
    "kv_copies", "1", "times that the KV cache of a sequence is held by the GPUs that split it",
    tex=r"n_{\mathrm{copy}}", within="[1, oo)",
)  # fmt: skip

load_imbalance = v(
    "load_imbalance", "1",
    "tokens sent to the experts of the busiest GPU over the mean of all GPUs",
    tex=r"\iota_{\mathrm{load}}", aliases=("expert_load_imbalance",), within="[1, oo)",
    default="1", ideal=True, activity="waiting for the busiest GPU",
)  # fmt: skip

# --- bytes ---
weight_bytes_per_gpu = v(
    "weight_bytes_per_gpu", "byte/GPU", "bytes of weights that one GPU holds",
    tex=r"c_{\mathrm{w,gpu}}",
)  # fmt: skip
weight_bytes_read_per_gpu = v(
    "weight_bytes_read_per_gpu", "byte/GPU", "bytes of weights that one GPU reads in a step",
    tex=r"c_{\mathrm{r,gpu}}",
)  # fmt: skip
memory_share = v(
    "memory_share", "1", "share of a GPU's memory that the engine may take",
    tex=r"\mu_{\mathrm{hbm}}", aliases=("gpu_memory_utilization", "gpu_memory_utilisation"),
    within="(0, 1]", default="1", ideal=True,
)  # fmt: skip
