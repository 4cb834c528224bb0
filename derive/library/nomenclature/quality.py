"""Sparsity and quality: what the parameters that a token does not use are worth, and what they
take.
"""

from derive.library.nomenclature.vocabulary import v

# --- sparsity by name ---
expert_sparsity = v(
    "expert_sparsity", "1", "routed experts over those used for one token",
    tex=r"s_{\mathrm{exp}}", within="[1, oo)",
)  # fmt: skip
quoted_active_experts = v(
    "quoted_active_experts", "1", "experts that a write-up says one token uses",
    tex=r"k_{\mathrm{exp,quoted}}", whole=True,
)  # fmt: skip
quoted_sparsity = v(
    "quoted_sparsity", "1", "routed experts over the experts that a write-up says one token uses",
    tex=r"s_{\mathrm{quoted}}", within="[1, oo)",
)  # fmt: skip
quoted_balance_batch = v(
    "quoted_balance_batch", "sequence",
    "balance batch as a write-up has it, from the sparsity it quotes",
    tex=r"B_{\times,\mathrm{quoted}}",
)  # fmt: skip

# --- what it gains ---
dense_equivalent_params = v(
    "dense_equivalent_params", "param", "parameters of the dense model of the same loss",
    tex=r"N_{\mathrm{eq}}",
)  # fmt: skip
sparsity_gain = v(
    "sparsity_gain", "1", "parameters of the dense model of the same loss over active parameters",
    tex="G", aliases=("effective_param_gain",),
)  # fmt: skip
gain_exponent = v(
    "gain_exponent", "1", "power of the expert sparsity with which the gain grows",
    tex=r"\gamma", within="[0, 1]",
)  # fmt: skip
routed_loss = v(
    "routed_loss", "nat/token", "validation loss by the law for routed models",
    tex=r"\ell_{\mathrm{moe}}",
)  # fmt: skip
routed_loss_scale = v(
    "routed_loss_scale", "nat/token",
    "loss that the law for routed models would give one parameter and one expert",
    tex=r"\ell_1",
)  # fmt: skip
expert_loss_factor = v(
    "expert_loss_factor", "1", "factor by which the experts lower the loss at one parameter",
    tex=r"f_{\mathrm{exp}}",
)  # fmt: skip
dense_loss_factor = v(
    "dense_loss_factor", "1",
    "factor by which the experts that a dense model counts as lower the loss",
    tex=r"f_1",
)  # fmt: skip
routed_power = v(
    "routed_power", "1",
    "power with which the loss falls with the active parameters, at this number of experts",
    tex="a_E", within="(0, 1]",
)  # fmt: skip
dense_power = v(
    "dense_power", "1", "power with which the loss falls with the parameters of a dense model",
    tex="a_1", within="(0, 1]",
)  # fmt: skip
routed_param_exponent = v(
    "routed_param_exponent", "1",
    "power with which the loss would fall with the parameters at one effective expert",
    tex=r"a_{\mathrm{route}}", within="(0, 1]",
)  # fmt: skip
routed_expert_exponent = v(
    "routed_expert_exponent", "1",
    "power with which the loss falls with the experts, at one parameter",
    tex="b", within="(0, 1]",
)  # fmt: skip
routed_interaction = v(
    "routed_interaction", "1",
    "how much a tenfold of parameters takes from the power of the experts",
    tex=r"c_{\mathrm{int}}", within="[0, 1]",
)  # fmt: skip
counted_experts = v(
    "counted_experts", "1", "experts as the law counts them before they saturate",
    tex=r"E_{\mathrm{c}}",
)  # fmt: skip
effective_experts = v(
    "effective_experts", "1", "experts as the law counts them: saturated at both ends",
    tex=r"E_{\mathrm{eff}}",
)  # fmt: skip
experts_at_start = v(
    "experts_at_start", "1", "effective experts of a dense model",
    tex=r"E_{\mathrm{start}}",
)  # fmt: skip
experts_at_most = v(
    "experts_at_most", "1", "effective experts of ever so many",
    tex=r"E_{\mathrm{max}}",
)  # fmt: skip
expert_offset = v(
    "expert_offset", "1", "experts added to the count so that one expert counts as the start",
    tex=r"E_0",
)  # fmt: skip
routing_cutoff_params = v(
    "routing_cutoff_params", "param",
    "active parameters above which more experts no longer lower the loss",
    tex=r"N_{\mathrm{cut}}", at="the power of the experts is zero",
)  # fmt: skip

# --- what it takes ---
kv_room = v(
    "kv_room", "byte", "memory that the weights leave for the KV cache",
    tex=r"M_{\mathrm{room}}", within="[0, oo)",
)  # fmt: skip
largest_total_params = v(
    "largest_total_params", "param", "parameters that fill the memory, with no room for a KV cache",
    tex=r"N_{\mathrm{max}}", at="kv_room = 0",
)  # fmt: skip
