"""The names that write-ups use for the library's variables, beside the library's own names and aliases."""

from __future__ import annotations

# A rate or a size that people write for one GPU and for the whole domain alike: (domain's, one GPU's).
_FLOPS = (("domain_flops", "peak_flops"),)
_BANDWIDTH = (("domain_bandwidth", "hbm_bandwidth"),)
_CAPACITY = (("domain_capacity", "hbm_capacity"),)
_CACHE = ("kv_bytes_per_token", "kv_bytes_stored_per_token")

# Each with its readings in the order in which they are tried.
USUAL: dict[str, tuple[tuple[str, str] | str, ...]] = {
    "FLOPs": _FLOPS, "FLOPS": _FLOPS,
    "peak_FLOPs": _FLOPS, "peak_FLOPs/s": _FLOPS, "FLOPs/s": _FLOPS, "accelerator_FLOPs/s": _FLOPS, "compute_throughput": _FLOPS, "peak_compute": _FLOPS,
    "BW": _BANDWIDTH, "mem_bw": _BANDWIDTH, "MemBW": _BANDWIDTH, "HBM_BW": _BANDWIDTH, "bandwidth": _BANDWIDTH, "mem_bandwidth": _BANDWIDTH,
    "total_memory_bandwidth": ("domain_bandwidth",), "memory_bw": _BANDWIDTH, "BW_mem": _BANDWIDTH, "BW_HBM": _BANDWIDTH,
    "capacity": _CAPACITY, "mem_capacity": _CAPACITY, "HBM_capacity": _CAPACITY,
    "C": ("training_flops", *_CAPACITY),
    "N": ("active_params",),
    "D": ("training_tokens",),
    "T": ("step_time", "training_time"),
    "t": ("step_time",),
    "L_ctx": ("context_length",), "len_ctx": ("context_length",), "ctx_len": ("context_length",), "n_ctx": ("context_length",), "seq_len": ("context_length",),
    "t_drain": ("drain_time",), "t_KV_fetch": ("kv_fetch_time",), "t_weight_fetch": ("weight_fetch_time",), "t_memory": ("memory_time",),
    "t_inference": ("step_time",), "t_mem,weights": ("weight_fetch_time",), "t_weight": ("weight_fetch_time",), "T_compute": ("compute_time",),
    "T_mem": ("memory_time",), "Mem_BW_per_GPU": ("hbm_bandwidth",), "scale-up_size": ("gpus",), "num_GPUs": ("gpus",),
    "bytes_per_token": _CACHE, "bytes/token": _CACHE, "byte/token": _CACHE, "KV_bytes/token": _CACHE,
    "cost": ("cost_per_token",), "cost/token": ("cost_per_token",), "cost/tok": ("cost_per_token",),
    "rho": ("balance_tokens",),
    "c_mem": ("pipeline_memory_per_gpu", "domain_capacity"),
    "B_global": ("sequences_in_flight",), "B_μ": ("microbatch_size",), "B_µ": ("microbatch_size",), "B_mu": ("microbatch_size",),
    "Pre-train": ("training_flops",), "RL": ("rl_flops",), "Inference": ("inference_flops",),
    "C_pretrain": ("training_flops",), "C_RL": ("rl_flops",), "C_inference": ("inference_flops",), "D_pretrain": ("training_tokens",),
    "D_inference": ("inference_tokens",), "D_Inf": ("inference_tokens",), "D_Chinchilla": ("chinchilla_tokens",),
    "inefficiency": ("rl_mfu", "fleet_mfu"), "MFU_RL": ("rl_mfu",), "MFU_PT": ("training_mfu",), "MFU_inf": ("fleet_mfu",),
    "num_layers": ("n_layers",), "num_heads": ("n_heads",), "num_kv_heads": ("n_kv_heads",), "d_h": ("d_head",),
}  # fmt: skip

# Letters that stand for several things in the write-ups: offered, never guessed.
OFFERED = {
    "k": _CACHE,
    "E": ("gpus", "n_experts"),
    "P": ("n_stages",),
    "M": ("n_microbatches", "memory_needed"),
    "n": ("gpus", "n_layers"),
}

# What prose calls a thing, where it is not the variable's own name: for "where B is batch size".
PHRASES = {
    "active parameters": "active_params", "number of active parameters": "active_params", "active parameter count": "active_params",
    "total parameters": "total_params", "number of total parameters": "total_params", "total parameter count": "total_params",
    "number of layers": "n_layers", "number of kv heads": "n_kv_heads", "number of heads": "n_heads", "head dimension": "d_head",
    "hidden dimension": "d_model", "model dimension": "d_model", "number of gpus": "gpus", "number of experts": "n_experts",
    "expert-parallelism width": "gpus", "expert parallelism width": "gpus", "number of pipeline stages": "n_stages", "pipeline stages": "n_stages",
    "per-microbatch batch size": "microbatch_size", "micro-batch size": "microbatch_size", "microbatch size": "microbatch_size",
    "number of training tokens": "training_tokens", "training tokens": "training_tokens", "bytes per parameter": "bytes_per_param",
    "training compute": "training_flops", "memory bandwidth": "mem_bw", "hbm bandwidth": "mem_bw", "peak flops": "FLOPs",
    "context length": "context_length", "batch size": "batch_size", "sequence length": "context_length", "latency": "step_time",
}  # fmt: skip
