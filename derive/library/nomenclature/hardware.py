"""Hardware: what one GPU can do, and what a scale-up domain of them can."""

from derive.library.nomenclature.vocabulary import v

gpus = v(
    "gpus", "GPU", "GPUs that run the model together",
    tex="S", whole=True, conversion=True,
    aliases=(
        "n_gpus", "ep", "num_gpus", "gpu_count", "number_of_gpus", "ep_size",
        "expert_parallel_size",
    ),
)  # fmt: skip
domain_gpus = v(
    "domain_gpus", "GPU", "GPUs of one scale-up domain",
    tex=r"S_{\mathrm{dom}}", aliases=("scale_up_domain", "nvlink_domain", "nvlink_domain_size"),
    whole=True,
)  # fmt: skip
peak_flops = v(
    "peak_flops", "FLOP/s/GPU", "dense peak rate of one GPU at the compute precision",
    tex="R", aliases=("flops_per_gpu",), activity="computing",
)  # fmt: skip
attention_peak_flops = v(
    "attention_peak_flops", "FLOP/s/GPU",
    "dense peak rate of one GPU at the precision of attention",
    tex=r"R_{\mathrm{att}}",
)  # fmt: skip
attention_rate_ratio = v(
    "attention_rate_ratio", "1",
    "peak rate at the precision of attention over that at the precision of the weights' products",
    tex=r"\rho_{\mathrm{att}}", default="1", without=("attention_peak_flops",),
)  # fmt: skip
hbm_bandwidth = v(
    "hbm_bandwidth", "byte/s/GPU", "memory bandwidth of one GPU",
    tex="W", aliases=("hbm", "memory_bandwidth", "mem_bw_per_gpu", "hbm_bw_per_gpu"),
    activity="reading memory",
)  # fmt: skip
hbm_capacity = v(
    "hbm_capacity", "byte/GPU", "memory of one GPU",
    tex="C", aliases=("memory_capacity", "vram", "gpu_memory"),
)  # fmt: skip
reserved_memory = v(
    "reserved_memory", "byte/GPU",
    "memory of one GPU kept for activations, buffers and what the engine runs on",
    tex=r"C_{\mathrm{res}}", within="[0, oo)",
)  # fmt: skip
domain_flops = v(
    "domain_flops", "FLOP/s", "dense peak rate of the GPUs together",
    tex=r"R_{\mathrm{dom}}", conversion=True,
)  # fmt: skip
domain_bandwidth = v(
    "domain_bandwidth", "byte/s", "memory bandwidth of the GPUs together",
    tex=r"W_{\mathrm{dom}}", conversion=True,
)  # fmt: skip
domain_capacity = v(
    "domain_capacity", "byte", "memory of the GPUs together",
    tex=r"C_{\mathrm{dom}}",
)  # fmt: skip
gpu_price = v(
    "gpu_price", "USD/hour/GPU", "rental price of one GPU",
    tex="p", conversion=True, aliases=("gpu_hour_price", "price_per_gpu_hour"),
)  # fmt: skip
machine_balance = v(
    "machine_balance", "FLOP/byte", "peak operations per byte of bandwidth",
    tex=r"\beta", aliases=("ridge_point", "ops_per_byte"),
)  # fmt: skip
balance_tokens = v(
    "balance_tokens", "token",
    "tokens per pass at which a weight is computed on for as long as it takes to read",
    tex=r"\rho", figure=300,
)  # fmt: skip
drain_time = v("drain_time", "s", "time to read the whole memory once", tex=r"t_{\mathrm{drain}}")
weight_bytes = v(
    "weight_bytes", "byte", "bytes of all weights",
    tex=r"M_{\mathrm{w}}", aliases=("weight_memory", "model_bytes"),
)  # fmt: skip
loading_bandwidth = v(
    "loading_bandwidth", "byte/s",
    "bandwidth at which weights are read from storage into the GPUs, of all together",
    tex=r"W_{\mathrm{stor}}", aliases=("storage_bandwidth", "disk_bandwidth", "ssd_bandwidth"),
)  # fmt: skip
loading_time = v(
    "loading_time", "s", "time to read all weights from storage into the GPUs",
    tex=r"t_{\mathrm{stor}}", aliases=("model_load_time", "weight_loading_time", "cold_start_time"),
)  # fmt: skip
kv_cache_bytes = v(
    "kv_cache_bytes", "byte", "bytes of the KV cache of the batch",
    tex=r"M_{\mathrm{kv}}", within="[0, oo)", aliases=("kv_cache", "kv_cache_size"),
)  # fmt: skip
memory_needed = v("memory_needed", "byte", "bytes of weights and KV cache together", tex="M")
gpus_to_fit = v(
    "gpus_to_fit", "GPU", "GPUs whose memory weights and KV cache just fill",
    tex=r"S_{\mathrm{fit}}", whole=True,
    aliases=("least_gpus", "min_gpus", "minimum_gpus", "capacity_gpus"),
)  # fmt: skip
compute_efficiency = v(
    "compute_efficiency", "1", "share of the peak arithmetic rate that the kernels reach",
    tex=r"\eta_{\mathrm{c}}", within="(0, 1]", default="1", ideal=True,
)  # fmt: skip
bandwidth_efficiency = v(
    "bandwidth_efficiency", "1", "share of the peak memory bandwidth that the kernels reach",
    tex=r"\eta_{\mathrm{b}}", within="(0, 1]", default="1", ideal=True,
)  # fmt: skip
