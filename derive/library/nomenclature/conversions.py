"""Conversions: the factors between FLOPs, parameters, tokens, bytes and devices that prose leaves
out.
"""

from derive.library.nomenclature.vocabulary import v

flops_per_param = v(
    "flops_per_param", "FLOP/param/token",
    "operations per active parameter per token, forward: one multiply and one add",
    tex="m", convention="2 FLOP/param/token", conversion=True, figure=2,
    activity="multiplying with the weights",
)  # fmt: skip
backward_flops_per_param = v(
    "backward_flops_per_param", "FLOP/param/token",
    "operations per active parameter per token, backward: gradients of weights and of inputs",
    tex=r"m_{\mathrm{bwd}}", within="[0, oo)", convention="4 FLOP/param/token",
)  # fmt: skip
training_flops_per_param = v(
    "training_flops_per_param", "FLOP/param/token",
    "operations per active parameter per training token, forward and backward",
    tex=r"m_{\mathrm{train}}", figure=6,
)  # fmt: skip
attention_flops = v(
    "attention_flops", "FLOP*sequence/token^2",
    "operations per pair of tokens of a sequence and unit of attention width: two matmuls",
    tex="a", convention="4 FLOP*sequence/token^2",
)  # fmt: skip
_DRAFTED = ("draft_length", "acceptance_rate", "speculation_speed_up")  # with speculation alone
tokens_per_pass = v(
    "tokens_per_pass", "token/sequence", "tokens of each sequence processed in one pass",
    tex="g", default="1 token/sequence", conversion=True,
    without=("kept_fraction", "emitted_tokens_per_pass", *_DRAFTED),
)  # fmt: skip
kept_fraction = v(
    "kept_fraction", "1",
    "share of the processed tokens that are kept; below 1 only under speculation",
    tex=r"\kappa", within="(0, 1]", default="1",
    without=("tokens_per_pass", "emitted_tokens_per_pass", *_DRAFTED),
)  # fmt: skip
emitted_tokens_per_pass = v(
    "emitted_tokens_per_pass", "token/sequence", "tokens of each sequence kept after one pass",
    tex=r"g_{\mathrm{out}}", conversion=True,
    aliases=("acceptance_length", "accepted_tokens_per_step"),
)  # fmt: skip
bytes_per_param = v(
    "bytes_per_param", "byte/param", "bytes of one stored weight",
    tex="w", conversion=True,
)  # fmt: skip
bytes_per_element = v(
    "bytes_per_element", "byte", "bytes of one element of the KV cache",
    tex=r"w_{\mathrm{kv}}", conversion=True,
)  # fmt: skip
vectors_per_token = v(
    "vectors_per_token", "1/token", "vectors cached per head, layer and token: a key and a value",
    tex=r"n_{\mathrm{vec}}", convention="2/token", conversion=True, figure=2,
)  # fmt: skip
latents_per_token = v(
    "latents_per_token", "1/token",
    "latent vectors cached per layer and token under multi-head latent attention",
    tex=r"n_{\mathrm{lat}}", convention="1/token",
)  # fmt: skip
ONE_GPU = v(
    "one_gpu", "GPU", "one GPU: turns a number of GPUs into a pure count",
    tex=r"1_{\mathrm{GPU}}", convention="1 GPU",
)  # fmt: skip
ONE_PARAM = v(
    "one_param", "param", "one parameter: turns a number of parameters into a pure count",
    tex=r"1_{\mathrm{param}}", convention="1 param",
)  # fmt: skip
ONE_TOKEN = v(
    "one_token", "token", "one token: turns a number of tokens into a pure count",
    tex=r"1_{\mathrm{tok}}", convention="1 token",
)  # fmt: skip
ONE_SEQUENCE = v(
    "one_sequence", "sequence", "one sequence: turns a number of sequences into a pure count",
    tex=r"1_{\mathrm{seq}}", convention="1 sequence",
)  # fmt: skip
activations_per_token = v(
    "activations_per_token", "1/token",
    "vectors of the residual stream that a token carries from layer to layer",
    tex=r"n_{\mathrm{act}}", convention="1/token",
)  # fmt: skip
