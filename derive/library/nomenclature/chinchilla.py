"""Scaling laws: the loss from parameters and tokens, and the sizes that spend a budget best."""

from derive.library.nomenclature.vocabulary import v

# --- the rule of twenty ---
tokens_per_param = v(
    "tokens_per_param", "token/param", "training tokens per parameter by the rule of twenty",
    tex=r"r_{20}", aliases=("chinchilla_ratio",), convention="20 token/param", figure=20,
)  # fmt: skip
chinchilla_tokens = v(
    "chinchilla_tokens", "token",
    "training tokens of a compute-optimal model of this size, by the rule of twenty",
    tex=r"D_{\mathrm{Ch}}",
)  # fmt: skip
overtraining_ratio = v(
    "overtraining_ratio", "1", "tokens trained on over those of the rule of twenty",
    tex=r"\omega", aliases=("overtraining", "over_training_ratio"),
)  # fmt: skip
training_tokens_per_param = v(
    "training_tokens_per_param", "token/param", "tokens trained on per active parameter",
    tex=r"D/N_{\mathrm{a}}",
)  # fmt: skip

# --- the parametric loss ---
loss = v("loss", "nat/token", "pre-training loss", tex=r"\ell")
param_loss = v("param_loss", "nat/token", "loss that more parameters would remove", tex=r"\ell_N")
token_loss = v(
    "token_loss", "nat/token", "loss that more training tokens would remove",
    tex=r"\ell_D",
)  # fmt: skip
irreducible_loss = v(
    "irreducible_loss", "nat/token", "loss that neither parameters nor tokens remove",
    tex=r"\ell_0", within="[0, oo)", aliases=("entropy_of_text",),
)  # fmt: skip
param_loss_scale = v(
    "param_loss_scale", "nat/token", "loss at one parameter above that at ever so many",
    tex=r"A_N",
)  # fmt: skip
token_loss_scale = v(
    "token_loss_scale", "nat/token", "loss at one token above that at ever so many",
    tex=r"B_D",
)  # fmt: skip
param_loss_exponent = v(
    "param_loss_exponent", "1", "power with which the loss falls with the parameters",
    tex=r"\alpha_N", within="(0, 1]",
)  # fmt: skip
token_loss_exponent = v(
    "token_loss_exponent", "1", "power with which the loss falls with the tokens",
    tex=r"\beta_D", within="(0, 1]",
)  # fmt: skip

# --- the best use of a budget ---
optimal_params = v(
    "optimal_params", "param", "parameters that give the least loss for the training compute",
    tex=r"N_*", at="the loss at this compute is least",
    aliases=("compute_optimal_params", "chinchilla_params"),
)  # fmt: skip
optimal_tokens = v(
    "optimal_tokens", "token", "training tokens that give the least loss for the training compute",
    tex=r"D_*", at="the loss at this compute is least", aliases=("compute_optimal_tokens",),
)  # fmt: skip
optimal_tokens_per_param = v(
    "optimal_tokens_per_param", "token/param",
    "training tokens per parameter of the compute-optimal model",
    tex=r"D_*/N_*",
)  # fmt: skip
optimal_param_loss = v(
    "optimal_param_loss", "nat/token", "loss that more parameters would remove, compute-optimal",
    tex=r"\ell_{N*}",
)  # fmt: skip
optimal_loss = v("optimal_loss", "nat/token", "least loss for the training compute", tex=r"\ell_*")
lifetime_optimal_tokens = v(
    "lifetime_optimal_tokens", "token",
    "training tokens with which a model of this size is the cheapest of its loss to train and to"
    " serve",
    tex=r"D_{\mathrm{life}}", at="the cost of training and inference at this loss is least",
)  # fmt: skip
lifetime_cost_ratio = v(
    "lifetime_cost_ratio", "1",
    "GPU time of inference over that of training, trained for the whole life",
    tex=r"\chi_{\mathrm{life}}", within="[0, oo)",
)  # fmt: skip
