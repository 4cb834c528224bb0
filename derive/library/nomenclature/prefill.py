"""Prefill: the pass over the prompts, which carries its own GPUs, batch and efficiency."""

from derive.library.nomenclature.vocabulary import v

prompt_length = v(
    "prompt_length", "token/sequence",
    "tokens of each prompt, less those that a cache holds",
    tex=r"L_{\mathrm{pre}}", within="[0, oo)",
    aliases=("l_pass", "isl", "input_length", "input_tokens", "prompt_tokens"),
)  # fmt: skip
prefill_batch = v(
    "prefill_batch", "sequence", "prompts processed together",
    tex=r"B_{\mathrm{pre}}", whole=True,
)  # fmt: skip
prefill_gpus = v(
    "prefill_gpus", "GPU", "GPUs that process the prompts",
    tex=r"S_{\mathrm{pre}}", whole=True,
)  # fmt: skip
prefill_compute_efficiency = v(
    "prefill_compute_efficiency", "1", "share of the peak arithmetic rate reached in prefill",
    tex=r"\eta_{\mathrm{pre}}", within="(0, 1]", default="1", ideal=True,
)  # fmt: skip
prefill_bandwidth_efficiency = v(
    "prefill_bandwidth_efficiency", "1", "share of the peak memory bandwidth reached in prefill",
    tex=r"\eta_{\mathrm{pre,b}}", within="(0, 1]", default="1", ideal=True,
)  # fmt: skip
prefill_flops = v(
    "prefill_flops", "FLOP", "operations of one pass over the prompts in products with the weights",
    tex=r"F_{\mathrm{pre}}", within="[0, oo)", activity="multiplying with the weights",
)  # fmt: skip
prefill_attention_flops = v(
    "prefill_attention_flops", "FLOP", "operations of one pass over the prompts in attention",
    tex=r"F_{\mathrm{pre,att}}", within="[0, oo)", activity="attention",
)  # fmt: skip
prefill_attention_share = v(
    "prefill_attention_share", "1", "share of attention in the operations of prefill",
    tex=r"\phi_{\mathrm{pre,att}}", within="[0, 1)", aliases=("attention_share_of_prefill",),
)  # fmt: skip
prefill_attention_width = v(
    "prefill_attention_width", "1",
    "elements over which attention multiplies in prefill for one pair of tokens, in one layer,"
    " mean of both products",
    tex=r"d_{\mathrm{att,pre}}",
)  # fmt: skip
latent_prefill_width = v(
    "latent_prefill_width", "1",
    "the same for latent attention: over the heads' own keys and values, or over the latent",
    tex=r"d_{\mathrm{lat,pre}}",
)  # fmt: skip
pairs_in_reach = v(
    "pairs_in_reach", "token^2/sequence^2",
    "pairs of a prompt's tokens with tokens before them that lie within the reach of a layer",
    tex=r"n_{\mathrm{pairs}}", within="[0, oo)",
)  # fmt: skip
attention_block = v(
    "attention_block", "token/sequence",
    "tokens of a block of scores that an attention kernel computes whole or leaves out",
    tex=r"L_{\mathrm{blk}}", convention="128 token/sequence",
)  # fmt: skip
prefill_compute_time = v(
    "prefill_compute_time", "s", "time to compute the prompts",
    tex=r"t_{\mathrm{pre,c}}", within="[0, oo)", activity="computing the prompts",
)  # fmt: skip
prefill_weight_fetch_time = v(
    "prefill_weight_fetch_time", "s", "time to read the weights once in prefill",
    tex=r"t_{\mathrm{pre,w}}", activity="reading the weights",
)  # fmt: skip
prefill_time = v(
    "prefill_time", "s", "time of one pass over the prompts",
    tex=r"t_{\mathrm{pre}}", activity="the prefill",
)  # fmt: skip
prefill_gpu_time_per_token = v(
    "prefill_gpu_time_per_token", "GPU*s/token", "device time per prompt token",
    tex=r"\tau_{\mathrm{pre}}",
)  # fmt: skip
decode_gpu_time_per_token = v(
    "decode_gpu_time_per_token", "GPU*s/token", "device time per produced token",
    tex=r"\tau",
)  # fmt: skip
decode_prefill_ratio = v(
    "decode_prefill_ratio", "1", "device time of a produced token over that of a prompt token",
    tex="r", aliases=("output_input_price_ratio",),
)  # fmt: skip
prefix_length = v(
    "prefix_length", "token/sequence",
    "tokens of context that lie before the prompt and are read from the KV cache",
    tex=r"L_{\mathrm{prefix}}", within="[0, oo)",
)  # fmt: skip
prefill_kv_fetch_time = v(
    "prefill_kv_fetch_time", "s", "time to read the KV cache of the prefixes once",
    tex=r"t_{\mathrm{pre,kv}}", within="[0, oo)", activity="reading the prefixes' KV cache",
)  # fmt: skip
crossover_pass_length = v(
    "crossover_pass_length", "token/sequence",
    "prompt length at which computing a pass takes as long as reading the weights",
    tex=r"L_{\mathrm{pre},\times}", at="prefill_compute_time = prefill_weight_fetch_time",
)  # fmt: skip
full_prompt_length = v(
    "full_prompt_length", "token/sequence",
    "tokens of each prompt, those read from the KV cache among them",
    tex=r"L_{\mathrm{full}}", within="[0, oo)",
)  # fmt: skip
decoded_share = v(
    "decoded_share", "1",
    "share of its output that a sequence has when a step reads its context: one half on average"
    " from first token to last, 1 at the end",
    tex=r"f_{\mathrm{out}}", within="[0, 1]", convention="0.5",
)  # fmt: skip
cached_prompt_share = v(
    "cached_prompt_share", "1", "share of a prompt that is read from the KV cache, not computed",
    tex=r"h", within="[0, 1]", default="0", without=("prefix_length", "prefill_kv_fetch_time"),
    fixed_by=("prompt_length", "full_prompt_length"), aliases=("prefix_hit_rate",),
)  # fmt: skip
chunk_tokens = v(
    "chunk_tokens", "token", "prompt tokens that a decode step computes beside its batch",
    tex=r"n_{\mathrm{chk}}", within="[0, oo)",
    aliases=("chunk_size", "prefill_chunk", "chunked_prefill_size"),
    activity="the chunk of a prompt",
)  # fmt: skip
chunked_prefill_time = v(
    "chunked_prefill_time", "s", "time until decode steps have computed the prompts chunk by chunk",
    tex=r"t_{\mathrm{pre,chk}}", within="[0, oo)",
)  # fmt: skip
