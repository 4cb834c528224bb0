"""Decode: one step of a batch on one scale-up domain."""

from derive.library.nomenclature.vocabulary import v

batch_size = v(
    "batch_size", "sequence", "sequences decoded together in one step",
    tex="B", aliases=("B", "batch"), whole=True,
)  # fmt: skip
context_length = v(
    "context_length", "token/sequence", "tokens of context each sequence attends to",
    tex="L", aliases=("L", "ctx", "context", "seq_len", "sequence_length"), within="[0, oo)",
)  # fmt: skip
kv_bytes_per_token = v(
    "kv_bytes_per_token", "byte/token", "KV-cache bytes read per context token",
    tex=r"b_{\mathrm{kv}}", within="[0, oo)", aliases=("kv_bytes_read_per_token",),
)  # fmt: skip
kv_bytes_stored_per_token = v(
    "kv_bytes_stored_per_token", "byte/token", "KV-cache bytes stored per context token",
    tex=r"b_{\mathrm{st}}", within="[0, oo)",
    aliases=("kv_cache_per_token", "kv_cache_bytes_per_token"),
)  # fmt: skip
crossover_context = v(
    "crossover_context", "token/sequence",
    "context at which reading the KV cache takes as long as computing",
    tex=r"L_\times", at="kv_fetch_time = compute_time",
)  # fmt: skip
balance_batch = v(
    "balance_batch", "sequence", "batch at which reading the weights takes as long as computing",
    tex=r"B_\times", aliases=("b_crit", "critical_batch"), at="weight_fetch_time = compute_time",
)  # fmt: skip
balance_batch_with_kv = v(
    "balance_batch_with_kv", "sequence",
    "batch at which reading weights and KV cache takes as long as computing",
    tex=r"B_{\times,\mathrm{kv}}", at="weight_fetch_time + kv_fetch_time = compute_time",
)  # fmt: skip
compute_time = v(
    "compute_time", "s", "time to compute one step",
    tex=r"t_{\mathrm{c}}", aliases=("t_compute", "t_c"), within="[0, oo)", activity="computing",
)  # fmt: skip
weight_fetch_time = v(
    "weight_fetch_time", "s", "time to read the weights once",
    tex=r"t_{\mathrm{w}}", aliases=("t_w", "t_weights"), activity="reading the weights",
)  # fmt: skip
kv_fetch_time = v(
    "kv_fetch_time", "s", "time to read the KV cache of the batch once",
    tex=r"t_{\mathrm{kv}}", aliases=("t_kv",), within="[0, oo)", activity="reading the KV cache",
)  # fmt: skip
memory_time = v(
    "memory_time", "s", "time to read everything one step needs",
    tex=r"t_{\mathrm{mem}}", aliases=("t_mem", "t_m"), within="[0, oo)", activity="reading memory",
)  # fmt: skip
step_time = v(
    "step_time", "s", "time of one decode step",
    tex="t",
    aliases=("tpot", "itl", "t_step", "time_per_output_token", "tbt", "time_between_tokens",
             "inter_token_latency"), activity="the step", beside=("sequence_speed",),
)  # fmt: skip
latency_floor = v(
    "latency_floor", "s", "step time as the batch goes to nothing: the weights are still read",
    tex=r"t_0", activity="reading the weights",
)  # fmt: skip
throughput = v(
    "throughput", "token/s", "tokens produced per second by the domain",
    tex="X", aliases=("tokens_per_second",),
)  # fmt: skip
throughput_per_gpu = v(
    "throughput_per_gpu", "token/s/GPU", "tokens produced per second for each GPU of the domain",
    tex=r"X_{\mathrm{GPU}}", aliases=("tokens_per_second_per_gpu", "tps_per_gpu"),
)  # fmt: skip
cost_per_token = v("cost_per_token", "USD/token", "rental cost of one produced token", tex="c")
mfu = v(
    "mfu", "1", "useful arithmetic over peak arithmetic in the step time",
    tex=r"\mathrm{MFU}", aliases=("model_flops_utilisation", "model_flops_utilization"),
    within="(0, 1]",
)  # fmt: skip
mbu = v(
    "mbu", "1", "bytes read over peak bandwidth in the step time",
    tex=r"\mathrm{MBU}", aliases=("model_bandwidth_utilisation", "model_bandwidth_utilization"),
    within="(0, 1]",
)  # fmt: skip
arithmetic_intensity = v(
    "arithmetic_intensity", "FLOP/byte", "operations of one step over the bytes that it reads",
    tex="I", aliases=("operational_intensity",),
)  # fmt: skip
queue_wait = v(
    "queue_wait", "s", "mean wait for the next step to depart", tex=r"t_{\mathrm{q}}",
    activity="waiting for the next step",
)  # fmt: skip
mean_wait = v(
    "mean_wait", "s", "mean wait for the next step and the ride on it",
    tex=r"t_{\mathrm{mean}}", activity="the mean wait",
)  # fmt: skip
worst_wait = v(
    "worst_wait", "s", "longest wait for the next step and the ride on it",
    tex=r"t_{\mathrm{worst}}",
)  # fmt: skip
