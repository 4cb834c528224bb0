"""Activations of one layer in training, counted tensor by tensor, and how they are split."""

from derive.library.nomenclature.vocabulary import v

block_bytes_per_token = v(
    "block_bytes_per_token", "byte/token",
    "bytes kept within attention and feed-forward block, per token and unit of the model's width",
    tex=r"w_{\mathrm{blk}}", convention="24 byte/token",
)  # fmt: skip
between_bytes_per_token = v(
    "between_bytes_per_token", "byte/token",
    "bytes kept around attention and feed-forward block (inputs, norms, masks of dropout), per"
    " token and unit of the model's width",
    tex=r"w_{\mathrm{btw}}", convention="10 byte/token",
)  # fmt: skip
layer_input_bytes_per_token = v(
    "layer_input_bytes_per_token", "byte/token",
    "bytes of what enters a layer, per token and unit of the model's width",
    tex=r"w_{\mathrm{in}}", convention="2 byte/token",
)  # fmt: skip
score_bytes_per_pair = v(
    "score_bytes_per_pair", "byte*sequence/token^2",
    "bytes kept of the scores of attention (softmax, dropout and its mask), per head and pair of"
    " tokens of a sequence",
    tex=r"w_{\mathrm{sc}}", convention="5 byte*sequence/token^2",
)  # fmt: skip
layer_activation_memory = v(
    "layer_activation_memory", "byte/GPU",
    "bytes of activations of one layer that each GPU keeps for the backward pass of a microbatch",
    tex=r"c_{\mathrm{lay}}", aliases=("activation_memory_per_layer", "layer_activation_bytes"),
)  # fmt: skip
microbatch_activation_memory = v(
    "microbatch_activation_memory", "byte/GPU",
    "bytes of activations of all layers that each GPU keeps for the backward pass of a microbatch",
    tex=r"c_\mu",
)  # fmt: skip
