"""Pipelines: the layers split over stages, each stage a scale-up domain of its own.

The bare names mean one domain that holds the whole model, so a stage's GPUs and a microbatch have
names of their own.
"""

from derive.library.nomenclature.vocabulary import v

# --- stages and microbatches ---
n_stages = v(
    "n_stages", "1", "pipeline stages",
    tex="P", aliases=("PP", "pipeline_stages", "pp_size", "pipeline_parallel_size"),
    within="[1, oo)", whole=True,
)  # fmt: skip
n_microbatches = v(
    "n_microbatches", "1", "microbatches in the pipeline",
    tex=r"n_{\mu}", aliases=("microbatches", "num_microbatches", "gradient_accumulation_steps"),
    within="[1, oo)", whole=True,
)  # fmt: skip
stage_gpus = v(
    "stage_gpus", "GPU", "GPUs of one pipeline stage",
    tex=r"S_{\mathrm{stage}}", aliases=("gpus_per_stage",), whole=True,
)  # fmt: skip
pipeline_gpus = v(
    "pipeline_gpus", "GPU", "GPUs of all pipeline stages",
    tex=r"S_{\mathrm{pipe}}", whole=True,
)  # fmt: skip
microbatch_size = v(
    "microbatch_size", "sequence", "sequences of one microbatch",
    tex=r"B_{\mu}", aliases=("micro_batch", "micro_batch_size"), whole=True,
)  # fmt: skip
sequences_in_flight = v(
    "sequences_in_flight", "sequence", "sequences of all microbatches",
    tex=r"B_{\mathrm{pipe}}", aliases=("global_batch",), whole=True,
)  # fmt: skip
whole_layers_per_stage = v(
    "whole_layers_per_stage", "1", "layers of the fullest stage",
    tex=r"n_{\mathrm{lay/stage,whole}}", whole=True,
)  # fmt: skip
layers_per_stage = v(
    "layers_per_stage", "1", "layers of a stage, on average",
    tex=r"n_{\mathrm{lay/stage}}",
)  # fmt: skip

# --- memory ---
pipeline_weights_per_gpu = v(
    "pipeline_weights_per_gpu", "byte/GPU", "bytes of weights on each GPU of a pipeline",
    tex=r"c_{\mathrm{w}}",
)  # fmt: skip
pipeline_cache_per_gpu = v(
    "pipeline_cache_per_gpu", "byte/GPU", "bytes of KV cache on each GPU of a pipeline",
    tex=r"c_{\mathrm{kv}}", within="[0, oo)",
)  # fmt: skip
pipeline_memory_per_gpu = v(
    "pipeline_memory_per_gpu", "byte/GPU",
    "bytes of weights and KV cache on each GPU of a pipeline",
    tex=r"c_{\mathrm{mem}}",
)  # fmt: skip
whole_stages_to_fit = v(
    "whole_stages_to_fit", "1", "fewest pipeline stages whose memory holds weights and KV cache",
    tex=r"P_{\mathrm{fit,whole}}", whole=True,
)  # fmt: skip
stages_to_fit = v(
    "stages_to_fit", "1", "pipeline stages whose memory weights and KV cache just fill",
    tex=r"P_{\mathrm{fit}}",
    at="pipeline_memory_per_gpu = hbm_capacity with as many microbatches as stages",
)  # fmt: skip
cache_bound_stages = v(
    "cache_bound_stages", "1",
    "pipeline stages at which a GPU holds as much KV cache as weights; more stages save little",
    tex=r"P_{\mathrm{kv}}",
    at="pipeline_weights_per_gpu = pipeline_cache_per_gpu with as many microbatches as stages",
)  # fmt: skip
cache_parity_context = v(
    "cache_parity_context", "token/sequence",
    "context at which the batch's KV cache takes as much memory as the weights",
    tex=r"L_{\mathrm{mem}}", at="kv_cache_bytes = weight_bytes",
)  # fmt: skip

# --- time ---
stage_compute_time = v(
    "stage_compute_time", "s", "time for one stage to compute one microbatch",
    tex=r"t_{\mathrm{st,c}}", activity="computing",
)  # fmt: skip
microbatch_read_params = v(
    "microbatch_read_params", "param",
    "parameters that the tokens of one microbatch use between them, on average",
    tex=r"N_{\mathrm{read},\mu}",
)  # fmt: skip
stage_weight_fetch_time = v(
    "stage_weight_fetch_time", "s", "time for one stage to read its weights once",
    tex=r"t_{\mathrm{st,w}}", activity="reading the weights",
)  # fmt: skip
stage_kv_fetch_time = v(
    "stage_kv_fetch_time", "s", "time for one stage to read its KV cache of one microbatch",
    tex=r"t_{\mathrm{st,kv}}", within="[0, oo)", activity="reading the KV cache",
)  # fmt: skip
stage_state_fetch_time = v(
    "stage_state_fetch_time", "s",
    "time of one stage to read and write the state of its linear layers, for one microbatch",
    tex=r"t_{\mathrm{state},\mathrm{st}}", within="[0, oo)",
    activity="reading and writing the state",
)  # fmt: skip
stage_memory_time = v(
    "stage_memory_time", "s", "time for one stage to read all that one microbatch needs",
    tex=r"t_{\mathrm{st,mem}}", activity="reading memory",
)  # fmt: skip
stage_time = v(
    "stage_time", "s", "time one microbatch spends in one stage, on average",
    tex=r"t_{\mathrm{st}}", activity="a stage",
)  # fmt: skip
stage_imbalance = v(
    "stage_imbalance", "1", "time of the slowest stage over the average",
    tex=r"\iota_{\mathrm{st}}", within="[1, oo)", default="1",
)  # fmt: skip
slowest_stage_time = v(
    "slowest_stage_time", "s", "time one microbatch spends in the slowest stage",
    tex=r"t_{\mathrm{slow}}", activity="the slowest stage",
)  # fmt: skip
stages_time = v(
    "stages_time", "s", "time a token spends in all stages, hops apart",
    tex=r"t_{\mathrm{stages}}", activity="passing all stages",
)  # fmt: skip
hop_time = v(
    "hop_time", "s", "time from one stage to the next",
    tex=r"t_{\mathrm{hop}}", within="[0, oo)", activity="hopping between stages",
)  # fmt: skip
hop_latency = v(
    "hop_latency", "s", "time from one stage to the next beside the transfer",
    tex=r"\ell_{\mathrm{hop}}", within="[0, oo)", default="0 s", activity="latency of hops",
    ideal=True,
)  # fmt: skip
hop_bytes_per_token = v(
    "hop_bytes_per_token", "byte/token", "bytes of a token from one stage to the next",
    tex=r"b_{\mathrm{hop}}",
)  # fmt: skip
pipeline_hops = v(
    "pipeline_hops", "1", "hops of one token through the stages",
    tex=r"n_{\mathrm{hops}}", within="[0, oo)",
)  # fmt: skip
pipelined_step_time = v(
    "pipelined_step_time", "s", "time of one token through all stages and hops, nothing in its way",
    tex=r"t_{\mathrm{pipe}}", activity="a pass through all stages",
)  # fmt: skip
pipelined_token_time = v(
    "pipelined_token_time", "s", "time between two tokens of a sequence in a pipeline",
    tex=r"t_{\mathrm{tok}}", activity="a token in the pipeline",
)  # fmt: skip
pipeline_throughput = v(
    "pipeline_throughput", "token/s", "tokens produced per second by a pipeline",
    tex=r"X_{\mathrm{pipe}}",
)  # fmt: skip
filling_microbatches = v(
    "filling_microbatches", "1", "microbatches with which every stage is always busy",
    tex=r"n_{\mu,\mathrm{full}}", at="n_microbatches * slowest_stage_time = pipelined_step_time",
)  # fmt: skip
decode_bubble_fraction = v(
    "decode_bubble_fraction", "1", "share of a stage's time without work in decode",
    tex=r"\phi_{\mathrm{dec}}", within="[0, 1)",
)  # fmt: skip

# --- one layer's exchange against one hop ---
scale_up_over_scale_out = v(
    "scale_up_over_scale_out", "1",
    "time of a stage's expert traffic over the time of the hop to the next stage",
    tex=r"\chi",
)  # fmt: skip
whole_layers_to_hide_hop = v(
    "whole_layers_to_hide_hop", "1",
    "fewest layers per stage whose expert traffic takes longer than the hop",
    tex=r"n_{\mathrm{hide,whole}}", whole=True,
)  # fmt: skip
layers_to_hide_hop = v(
    "layers_to_hide_hop", "1", "layers per stage whose expert traffic takes as long as the hop",
    tex=r"n_{\mathrm{hide}}", at="scale_up_over_scale_out = 1",
)  # fmt: skip
