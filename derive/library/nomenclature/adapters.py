"""Adapters of low rank (LoRA): what is trained beside frozen weights."""

from derive.library.nomenclature.vocabulary import v

adapter_rank = v(
    "adapter_rank", "1",
    "rank of the adapters (LoRA): columns of the one factor and rows of the other",
    tex=r"r_{\mathrm{ad}}", aliases=("lora_rank", "lora_r"), whole=True,
)  # fmt: skip
adapter_widths = v(
    "adapter_widths", "1",
    "rows and columns of the matrices of a layer that have adapters (LoRA), all summed",
    tex=r"d_{\mathrm{ad}}",
)  # fmt: skip
adapted_matrices = v(
    "adapted_matrices", "1",
    "matrices of a layer that have adapters (LoRA), each as wide and as high as the model",
    tex=r"n_{\mathrm{ad}}", whole=True,
)  # fmt: skip
adapter_params = v(
    "adapter_params", "param", "parameters of all adapters (LoRA), which are what is trained",
    tex=r"N_{\mathrm{ad}}", aliases=("lora_params",),
)  # fmt: skip
adapter_share = v(
    "adapter_share", "1", "parameters of the adapters (LoRA) over those of the model",
    tex=r"f_{\mathrm{ad}}", aliases=("trainable_share",),
)  # fmt: skip
adapter_bytes = v(
    "adapter_bytes", "byte", "bytes of the weights of all adapters (LoRA): what is saved of them",
    tex=r"M_{\mathrm{ad}}", aliases=("lora_bytes",),
)  # fmt: skip
adapter_training_flops = v(
    "adapter_training_flops", "FLOP", "operations of training adapters (LoRA) of frozen weights",
    tex=r"C_{\mathrm{ad}}", aliases=("lora_training_flops",), within="[0, oo)",
)  # fmt: skip
