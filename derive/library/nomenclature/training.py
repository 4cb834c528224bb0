"""Training and the total work of inference."""

from derive.library.nomenclature.vocabulary import v

training_tokens = v("training_tokens", "token", "tokens trained on", tex=r"D", aliases=("d_pt",))
training_flops = v(
    "training_flops", "FLOP", "operations of training",
    tex=r"C_{\mathrm{train}}", aliases=("training_compute",),
)  # fmt: skip
training_gpus = v("training_gpus", "GPU", "GPUs that train", tex=r"S_{\mathrm{train}}", whole=True)
training_time = v("training_time", "s", "wall-clock time of training", tex=r"T_{\mathrm{train}}")
training_mfu = v(
    "training_mfu", "1", "useful arithmetic over peak arithmetic in training",
    tex=r"\mathrm{MFU}_{\mathrm{train}}", within="(0, 1]",
)  # fmt: skip
gpu_training_rate = v(
    "gpu_training_rate", "FLOP/s/GPU",
    "useful arithmetic per second on one GPU in training, as reports state it",
    tex=r"R_{\mathrm{train}}",
    aliases=("achieved_flops", "achieved_flops_per_gpu", "model_flops_per_gpu"),
)  # fmt: skip
training_bandwidth = v(
    "training_bandwidth", "byte/s/GPU",
    "bandwidth of one GPU in the network that carries the traffic of training, one way",
    tex=r"W_{\mathrm{net}}",
)  # fmt: skip
training_compute_efficiency = v(
    "training_compute_efficiency", "1",
    "share of the peak arithmetic rate that the kernels reach in training",
    tex=r"\eta_{\mathrm{train}}", within="(0, 1]", default="1", ideal=True,
)  # fmt: skip
hidden_tokens_per_gpu = v(
    "hidden_tokens_per_gpu", "token/GPU",
    "tokens of a step on each GPU from which its traffic takes no longer than the arithmetic that"
    " it hides behind",
    tex=r"b_\times", aliases=("critical_tokens_per_gpu",), within="[0, oo)",
)  # fmt: skip
widest_split = v(
    "widest_split", "GPU",
    "GPUs that can share the tokens of a step before its traffic takes longer than its arithmetic",
    tex=r"S_\times", aliases=("largest_data_parallel_width",),
)  # fmt: skip
widest_tensor_split = v(
    "widest_tensor_split", "GPU",
    "GPUs that can split every matrix before the all-reduces of a pass take longer than its"
    " arithmetic",
    tex=r"S_{\times,\mathrm{tp}}", aliases=("largest_tensor_parallel_width",), within="[1, oo)",
)  # fmt: skip
inference_tokens = v(
    "inference_tokens", "token", "tokens processed in inference over the model's life",
    tex=r"D_{\mathrm{inf}}", within="[0, oo)", aliases=("d_inf",),
)  # fmt: skip
inference_flops = v(
    "inference_flops", "FLOP", "operations of inference over the model's life",
    tex=r"C_{\mathrm{inf}}", within="[0, oo)",
)  # fmt: skip
