"""Memory and traffic of training: weights, gradients, optimizer, activations."""

from derive.library.nomenclature.vocabulary import v

# --- number formats of the training state ---
bf16_bytes_per_param = v(
    "bf16_bytes_per_param", "byte/param", "bytes of a number in bf16 or fp16",
    tex=r"w_{16}", convention="2 byte/param",
)  # fmt: skip
fp32_bytes_per_param = v(
    "fp32_bytes_per_param", "byte/param", "bytes of a number in fp32",
    tex=r"w_{32}", convention="4 byte/param",
)  # fmt: skip
one_byte_per_param = v(
    "one_byte_per_param", "byte/param", "bytes of a number in fp8 or int8",
    tex=r"w_8", convention="1 byte/param",
)  # fmt: skip

# --- training state ---
trained_weight_bytes_per_param = v(
    "trained_weight_bytes_per_param", "byte/param",
    "bytes of a weight as training computes with it",
    tex=r"s_{\mathrm{w}}",
)  # fmt: skip
gradient_bytes_per_param = v(
    "gradient_bytes_per_param", "byte/param", "bytes of a gradient",
    tex=r"s_{\mathrm{g}}", within="[0, oo)",
)  # fmt: skip
optimizer_bytes_per_param = v(
    "optimizer_bytes_per_param", "byte/param",
    "bytes of the optimizer per parameter: master copy and moments",
    tex=r"s_{\mathrm{o}}", within="[0, oo)", aliases=("optimiser_bytes_per_param",),
)  # fmt: skip
training_state_bytes_per_param = v(
    "training_state_bytes_per_param", "byte/param",
    "bytes of weight, gradient and optimizer per parameter",
    tex=r"s_{\mathrm{train}}", figure=16,
)  # fmt: skip
training_state_bytes = v(
    "training_state_bytes", "byte", "bytes of weights, gradients and optimizer, held once",
    tex=r"M_{\mathrm{state}}",
)  # fmt: skip
sharding_gpus = v(
    "sharding_gpus", "GPU", "GPUs over which one copy of the training state is split",
    tex=r"S_{\mathrm{sh}}", aliases=("fsdp_gpus", "data_parallel_gpus"), whole=True,
)  # fmt: skip
training_state_per_gpu = v(
    "training_state_per_gpu", "byte/GPU", "bytes of training state on each GPU",
    tex=r"c_{\mathrm{state}}",
)  # fmt: skip

# --- activations ---
kept_vectors_per_token = v(
    "kept_vectors_per_token", "1/token",
    "vectors of the model's width kept per layer and token for the backward pass",
    tex=r"n_{\mathrm{kept}}", within="[0, oo)",
)  # fmt: skip
all_vectors_per_token = v(
    "all_vectors_per_token", "1/token", "vectors per layer and token that a forward pass makes",
    tex=r"n_{\mathrm{all}}", convention="20/token",
)  # fmt: skip
product_vectors_per_token = v(
    "product_vectors_per_token", "1/token",
    "vectors per layer and token that come out of the matrix products",
    tex=r"n_{\mathrm{prod}}", convention="7/token",
)  # fmt: skip
block_vectors_per_token = v(
    "block_vectors_per_token", "1/token", "vectors per layer and token that enter a layer",
    tex=r"n_{\mathrm{in}}", convention="1/token",
)  # fmt: skip
kept_bytes_per_element = v(
    "kept_bytes_per_element", "byte", "bytes of one element kept for the backward pass",
    tex=r"w_{\mathrm{kept}}", convention="2 byte",
)  # fmt: skip
activation_memory = v(
    "activation_memory", "byte", "bytes kept for the backward pass, over all GPUs",
    tex=r"M_{\mathrm{act}}", within="[0, oo)", aliases=("activation_bytes",),
)  # fmt: skip
activation_memory_per_gpu = v(
    "activation_memory_per_gpu", "byte/GPU", "bytes kept for the backward pass on each GPU",
    tex=r"c_{\mathrm{act}}", within="[0, oo)",
)  # fmt: skip
training_memory_per_gpu = v(
    "training_memory_per_gpu", "byte/GPU", "bytes of training state and activations on each GPU",
    tex=r"c_{\mathrm{train}}",
)  # fmt: skip
training_memory_fill = v(
    "training_memory_fill", "1",
    "memory that training takes over memory of a GPU; above 1 it does not fit",
    tex=r"\mu_{\mathrm{train}}",
)  # fmt: skip

# --- traffic ---
data_parallel_traffic = v(
    "data_parallel_traffic", "byte/GPU",
    "bytes each GPU sends per training step when every GPU holds all weights",
    tex=r"V_{\mathrm{dp}}", within="[0, oo)",
)  # fmt: skip
fsdp_traffic = v(
    "fsdp_traffic", "byte/GPU", "bytes each GPU sends per training step when the weights are split",
    tex=r"V_{\mathrm{fsdp}}",
)  # fmt: skip
