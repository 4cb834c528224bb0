"""Names that articles give to the variables of the library, besides its own names and aliases."""

from __future__ import annotations

from derive.packs.wording import NUMBER, Wording

# Figures written alike for the whole domain and for one GPU: (domain's, one GPU's).
_FLOPS = (("domain_flops", "peak_flops"),)
_BANDWIDTH = (("domain_bandwidth", "hbm_bandwidth"),)
_CAPACITY = (("domain_capacity", "hbm_capacity"),)
_CACHE = ("kv_bytes_per_token", "kv_bytes_stored_per_token")

# Degrees of parallelism, of which most articles make numbers.
_TENSOR_DEGREE, _EXPERT_DEGREE = (NUMBER, "tensor_parallel_gpus"), (NUMBER, "gpus")

_NAMES: dict[str, tuple[tuple[str, str] | str, ...]] = {
    "FLOPs": (*_FLOPS, "kernel_flops"), "FLOPS": _FLOPS, "peak_FLOPs": _FLOPS,
    "peak_FLOPs/s": _FLOPS, "peak_FLOP/s": _FLOPS, "Peak_FLOPS": _FLOPS, "Peak_FLOPs": _FLOPS,
    "FLOPs/s": _FLOPS, "accelerator_FLOPs/s": _FLOPS, "compute_throughput": _FLOPS,
    "peak_compute": _FLOPS, "BW": _BANDWIDTH, "mem_bw": _BANDWIDTH, "MemBW": _BANDWIDTH,
    "HBM_BW": _BANDWIDTH, "bandwidth": _BANDWIDTH, "mem_bandwidth": _BANDWIDTH,
    "memory_bandwidth": _BANDWIDTH,
    "total_memory_bandwidth": ("domain_bandwidth",), "memory_bw": _BANDWIDTH, "BW_mem": _BANDWIDTH,
    "BW_HBM": _BANDWIDTH, "capacity": _CAPACITY, "mem_capacity": _CAPACITY,
    "HBM_capacity": _CAPACITY, "C": ("training_flops", *_CAPACITY), "N": ("active_params",),
    "D": ("training_tokens",), "T": ("step_time", "training_time"), "t": ("step_time",),
    "L_ctx": ("context_length",), "len_ctx": ("context_length",), "ctx_len": ("context_length",),
    "n_ctx": ("context_length",), "seq_len": ("context_length",), "t_drain": ("drain_time",),
    "t_KV_fetch": ("kv_fetch_time",), "t_weight_fetch": ("weight_fetch_time",),
    "t_memory": ("memory_time",), "t_inference": ("step_time",),
    "t_mem,weights": ("weight_fetch_time",), "t_weight": ("weight_fetch_time",),
    "T_compute": ("compute_time",), "T_mem": ("memory_time",), "Mem_BW_per_GPU": ("hbm_bandwidth",),
    "scale-up_size": ("gpus",), "num_GPUs": ("gpus",), "n_GPU": ("gpus",), "N_GPU": ("gpus",),
    "bytes_per_token": _CACHE,
    "bytes/token": _CACHE, "byte/token": _CACHE, "KV_bytes/token": _CACHE,
    "cost": ("cost_per_token",), "cost/token": ("cost_per_token",), "cost/tok": ("cost_per_token",),
    "rho": ("balance_tokens",), "c_mem": ("pipeline_memory_per_gpu", "domain_capacity"),
    "BS": ("batch_size",),
    "B_global": ("sequences_in_flight",), "B_μ": ("microbatch_size",), "B_µ": ("microbatch_size",),
    "B_mu": ("microbatch_size",), "Pre-train": ("training_flops",), "RL": ("rl_flops",),
    "Inference": ("inference_flops",), "C_pretrain": ("training_flops",), "C_RL": ("rl_flops",),
    "C_inference": ("inference_flops",), "D_pretrain": ("training_tokens",),
    "D_inference": ("inference_tokens",), "D_Inf": ("inference_tokens",),
    "D_Chinchilla": ("chinchilla_tokens",), "inefficiency": ("rl_mfu", "fleet_mfu"),
    "MFU_RL": ("rl_mfu",), "MFU_PT": ("training_mfu",), "MFU_inf": ("fleet_mfu",),
    "num_layers": ("n_layers",), "n_layer": ("n_layers",), "n_head": ("n_heads",),
    "num_heads": ("n_heads",), "num_kv_heads": ("n_kv_heads",), "d_h": ("d_head",),
    "max_seq_len": ("context_length",), "max_seqlen": ("context_length",),
    "max_sequence_length": ("context_length",), "seqlen": ("context_length",),
    "seq_length": ("context_length",), "context_len": ("context_length",),
    "n_embd": ("d_model",), "n_embed": ("d_model",), "n_kv_head": ("n_kv_heads",),
    "dtype_size": ("bytes_per_element",), "bytes_per_elem": ("bytes_per_element",),
    **dict.fromkeys(("tp", "TP", "tp_size", "tensor_parallel_size"), _TENSOR_DEGREE),
    **dict.fromkeys(("ep", "EP", "ep_size", "expert_parallel_size"), _EXPERT_DEGREE),
}  # fmt: skip

_OFFERED = {
    "k": _CACHE,
    "E": ("gpus", "n_experts"),
    "P": ("n_stages",),
    "M": ("n_microbatches", "memory_needed"),
    "n": ("gpus", "n_layers"),
}

_PHRASES = {
    "active parameters": "active_params", "active parameter": "active_params",
    "active params": "active_params", "activated parameters": "active_params",
    "total parameters": "total_params", "total parameter": "total_params",
    "total number of parameters": "total_params", "total params": "total_params",
    "parameters": "active_params", "params": "active_params", "model parameters": "active_params",
    "model size": "active_params", "trainable parameters": "active_params",
    "non embedding parameters": "non_embedding_params",
    "parameters excluding embeddings": "non_embedding_params", "training tokens": "training_tokens",
    "tokens trained on": "training_tokens", "tokens in the training set": "training_tokens",
    "data": "training_tokens", "dataset size": "training_tokens",
    "dataset size in tokens": "training_tokens", "data size in tokens": "training_tokens",
    "training compute": "training_flops", "training flops": "training_flops",
    "compute budget": "training_flops", "training budget in flops": "training_flops",
    "training time": "training_time", "training steps": "training_steps", "loss": "loss",
    "layers": "n_layers", "transformer layers": "n_layers", "decoder layers": "n_layers",
    "transformer blocks": "n_layers", "model layers": "n_layers", "hidden layers": "n_layers",
    "heads": "n_heads", "attention heads": "n_heads", "query heads": "n_heads",
    "q heads": "n_heads", "kv heads": "n_kv_heads", "k v heads": "n_kv_heads",
    "key value heads": "n_kv_heads", "head dimension": "d_head", "head dim": "d_head",
    "head size": "d_head", "dimension of each head": "d_head", "dimension per head": "d_head",
    "per head dimension": "d_head", "per head dim": "d_head", "attention head dimension": "d_head",
    "attention head size": "d_head", "size of each head": "d_head", "hidden dimension": "d_model",
    "hidden dim": "d_model", "hidden size": "d_model", "model dimension": "d_model",
    "model dim": "d_model", "embedding dimension": "d_model", "embedding dim": "d_model",
    "embedding size": "d_model", "residual stream dimension": "d_model", "d model": "d_model",
    "model width": "d_model", "width of the model": "d_model",
    "hidden dimension of the model": "d_model", "hidden dimension size": "d_model",
    "feed forward dimension": "d_ff", "feedforward dimension": "d_ff", "ffn dimension": "d_ff",
    "ffn hidden dimension": "d_ff", "ffn hidden size": "d_ff", "mlp dimension": "d_ff",
    "mlp hidden dimension": "d_ff", "intermediate size": "d_ff", "intermediate dimension": "d_ff",
    "ffn intermediate dim": "d_ff", "mlp hidden size": "d_ff",
    "feed forward hidden dimension": "d_ff", "feedforward hidden dimension": "d_ff",
    "feed forward network dimension": "d_ff", "intermediate dim": "d_ff", "mlp dim": "d_ff",
    "ffn dim": "d_ff", "ffn intermediate dimension": "d_ff", "vocabulary": "vocab",
    "vocab size": "vocab", "vocabulary size": "vocab", "size of the vocabulary": "vocab",
    "experts": "n_experts", "routed experts": "n_experts", "active experts": "active_experts",
    "experts per token": "active_experts", "activated experts": "active_experts",
    "experts activated per token": "active_experts", "shared experts": "shared_experts",
    "gpus": "gpus", "accelerators": "gpus", "chips": "gpus", "devices": "gpus", "tpus": "gpus",
    "expert parallelism width": "gpus", "pipeline stages": "n_stages", "stages": "n_stages",
    "microbatches": "n_microbatches", "micro batches": "n_microbatches",
    "per microbatch batch size": "microbatch_size", "micro batch size": "microbatch_size",
    "microbatch size": "microbatch_size", "bytes per parameter": "bytes_per_param",
    "bytes per param": "bytes_per_param", "bytes per weight": "bytes_per_param",
    "bytes per element": "bytes_per_element", "kv bytes per token": "kv_bytes_per_token",
    "kv cache bytes per token": "kv_bytes_per_token", "memory bandwidth": "mem_bw",
    "hbm bandwidth": "mem_bw", "memory bandwidth per gpu": "hbm_bandwidth",
    "hbm bandwidth per gpu": "hbm_bandwidth", "peak memory bandwidth": "mem_bw",
    "flops of the accelerator": "FLOPS", "flops of the gpu": "FLOPS", "flops of the chip": "FLOPS",
    "accelerator flops": "FLOPS", "gpu flops": "FLOPS",
    "accelerator memory bandwidth": "mem_bw", "gpu memory bandwidth": "mem_bw",
    "peak flops": "FLOPS", "peak compute": "FLOPS", "peak flops per gpu": "peak_flops",
    "peak flops s": "FLOPS", "peak flop s": "FLOPS", "peak compute throughput": "FLOPS",
    "memory capacity": "capacity", "hbm capacity": "capacity", "context length": "context_length",
    "context size": "context_length", "context window": "context_length",
    "sequence length": "context_length", "sequence length in tokens": "context_length",
    "context length in tokens": "context_length", "prompt length": "prompt_length",
    "input length": "prompt_length", "input sequence length": "prompt_length",
    "prompt tokens": "prompt_length", "output length": "output_length",
    "output sequence length": "output_length", "generated tokens": "output_length",
    "batch size": "batch_size", "batch": "batch_size", "global batch size": "batch_size",
    "batch size in sequences": "batch_size", "sequences in the batch": "batch_size",
    "sequences in a batch": "batch_size", "batch size in tokens": "training_batch_tokens",
    "global batch size in tokens": "training_batch_tokens",
    "tokens per batch": "training_batch_tokens", "tokens in the batch": "training_batch_tokens",
    "tokens in a batch": "training_batch_tokens", "step time": "step_time",
    "latency per token": "step_time", "time per output token": "step_time",
    "time per step": "step_time", "arithmetic intensity": "arithmetic_intensity",
    "model flops utilization": "mfu", "model flops utilisation": "mfu", "group size": "1",
    "bytes": "byte", "size in bytes": "byte", "flops": "FLOP", "floating point operations": "FLOP",
    "time in seconds": "s",
}  # fmt: skip

_COUNTED = (
    "layers", "transformer layers", "attention heads", "query heads", "kv heads", "key value heads",
    "heads", "experts", "pipeline stages", "microbatches",
)  # fmt: skip

_TELLING = frozenset(
    {
        "token", "tokens", "params", "gpu", "gpus", "tpu", "tpus", "flop", "flops", "kv", "hbm",
        "llm", "llms", "prompt", "prefill", "decode", "inference", "microbatch", "nvlink",
        "transformer", "mfu",
    }
)  # fmt: skip
_SUBJECT = (_TELLING - {"mfu"}) | {
    "param", "parameter", "parameters", "batch", "expert", "experts", "context", "training",
    "attention", "layers", "heads", "vocabulary", "microbatches",
}  # fmt: skip

_IN_TOKENS = {"tokens": "training_batch_tokens"}
_BATCHES = ("batch", "batch size", "batch dimension", "global batch size")
# Lengths and numbers in prose are per sequence, of one sequence or bare: the document decides.
_LENGTHS = ("context_length", "prompt_length", "output_length", "draft_length")

WORDING = Wording(
    names=_NAMES,
    letters={"B": "batch_size", "N": "active_params", "D": "training_tokens"},
    offered=_OFFERED,
    phrases=_PHRASES,
    continued=dict.fromkeys(_BATCHES, _IN_TOKENS),
    loosely={name: f"{name} or token or 1" for name in _LENGTHS}
    | {"gpus": "gpus or 1", "bytes_per_element": "bytes_per_element or byte/param"},
    counted=_COUNTED,
    one_of_many=("gpu", "chip", "accelerator", "device", "tpu"),
    wholes={
        "domain_flops": ("gpus", "peak_flops"),
        "domain_bandwidth": ("gpus", "hbm_bandwidth"),
        "domain_capacity": ("gpus", "hbm_capacity"),
    },
    everyday=frozenset(
        {"load", "loss", "markup", "racks", "reach", "samples", "sparsity", "throughput"}
    ),
    # “FLOPs = 33,554,432” are operations, “bytes_per_param = 2” says its unit itself
    bare=frozenset({"domain_flops", "peak_flops", "bytes_per_element", "bytes_per_param"}),
    special={"batch_size": "balance_batch", "context_length": "crossover_context"},  # at a balance
    subject=_SUBJECT,
    telling=_TELLING,
)
