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
inference_tokens = v(
    "inference_tokens", "token", "tokens processed in inference over the model's life",
    tex=r"D_{\mathrm{inf}}", within="[0, oo)", aliases=("d_inf",),
)  # fmt: skip
inference_flops = v(
    "inference_flops", "FLOP", "operations of inference over the model's life",
    tex=r"C_{\mathrm{inf}}", within="[0, oo)",
)  # fmt: skip
